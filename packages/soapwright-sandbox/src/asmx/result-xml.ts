/** The result of an operation as the content of the Body. */

import type { OutgoingParts } from "soapwright-features/wire";
import { builtInOf, type ElementNode, type FaultNode, plainElements, simpleTypeOf } from "soapwright-runtime/codecs";
import { type ArgumentError, isArgumentError } from "soapwright-runtime/errors";
import type { OperationNode } from "soapwright-runtime/tables";
import type { HostedService } from "../service/hosted-service";
import { inAspNetForm, type SoapVersion } from "./envelope-text";
import { SandboxFault } from "./fault";
import { escapeInvalidCharacters, surrogateProblem } from "./invalid-characters";
import { wrapMessage } from "./sandbox-messages";

/** Returns an empty text for a one-way operation. Throws a `SandboxFault` for a result that cannot be encoded. */
export function resultXml(
  service: HostedService,
  operation: OperationNode,
  result: unknown,
  version: SoapVersion,
  attachments?: OutgoingParts,
): string {
  const { output, use, outputUse = use } = operation;
  if (!output) return "";
  const message = wrapMessage(output, result);
  for (const { key, name, contentTypes } of output.attachments ?? []) {
    const value: unknown = Reflect.get(message, key);
    // ASP.NET writes no part for a null value.
    if (value === undefined || value === null) continue;
    const refusal = attachments?.attachPart(name.local, value, key, contentTypes);
    if (refusal !== undefined) throw notWritten(`${key} takes ${refusal.expected}.`);
  }
  const options = { attachments, ...(outputUse === "encoded" ? { encoding: version } : {}) };
  return output.body
    .map((element) => {
      const value: unknown = Reflect.get(message, element.key);
      return elementXml(service, service.responseTables.element(element), value, options);
    })
    .join("");
}

/** `name` is that of the fault or of its detail element. */
export function declaredFault(operation: OperationNode | undefined, name: string): FaultNode | undefined {
  return operation?.faults.find((fault) => fault.name === name || fault.detail.key === name);
}

/** Throws a `SandboxFault` if the operation does not declare the fault. */
export function detailXml(
  service: HostedService,
  operation: OperationNode | undefined,
  detail: Readonly<Record<string, unknown>>,
): string {
  const [name = "", ...more] = Object.keys(detail);
  const declared = declaredFault(operation, name);
  if (!declared || more.length > 0) {
    const names = operation?.faults.map((fault) => fault.name).join(", ");
    throw new SandboxFault(
      `A detail takes XML, or an object with one property named after a fault of the operation (${names || "it declares none"}).`,
      { code: "Server" },
    );
  }
  return elementXml(service, service.responseTables.element(declared.detail), detail[name], {});
}

function elementXml(
  service: HostedService,
  element: ElementNode,
  value: unknown,
  options: { readonly encoding?: SoapVersion; readonly attachments?: OutgoingParts | undefined },
): string {
  const path = element.name.local;
  try {
    return inAspNetForm(service.codec.encode(element, value, path, options));
  } catch (error) {
    if (!isArgumentError(error)) throw error;
    const problem = surrogateProblem(value);
    if (problem !== undefined) throw notWritten(problem);
    const escaped = escapeInvalidCharacters(value);
    if (escaped === undefined) throw notWritten(enumerationProblem(element, value, error) ?? error.message);
    return escaped.toReferences(elementXml(service, element, escaped.value, options));
  }
}

function notWritten(problem: string): SandboxFault {
  const text = "Server was unable to process request. ---> There was an error generating the XML document.";
  return new SandboxFault(`${text} ---> ${problem}`, { code: "Server" });
}

/** ASP.NET has its own message about a number in place of an enumeration's name. */
function enumerationProblem(element: ElementNode, value: unknown, { path }: ArgumentError): string | undefined {
  let { type } = element;
  let found: unknown = value;
  for (const step of path.split(/\.|(?=\[)/).slice(1)) {
    const index = /^\[(\d+)\]$/.exec(step)?.[1];
    if (typeof found !== "object" || found === null) return undefined;
    found = Reflect.get(found, index ?? step);
    if (index !== undefined) continue;
    const next = plainElements(type)?.find(({ key }) => key === step);
    if (!next) return undefined;
    ({ type } = next);
  }
  const simple = simpleTypeOf(type);
  const isText = simple?.variety.of === "restriction" && builtInOf(simple) === "string";
  if (typeof found !== "number" || !isText) return undefined;
  return `Instance validation error: '${found}' is not a valid value for ${simple.name?.local ?? "the enumeration"}.`;
}
