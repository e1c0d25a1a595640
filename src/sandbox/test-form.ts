/** The test form of the help pages: `POST …asmx/Operation` with the arguments as form fields, from this machine alone. */
import type { IncomingMessage } from "node:http";
import { isResponseError } from "../errors/response-error";
import type { ElementNode } from "../schema/nodes";
import { resultXml } from "./answer-xml";
import { builtInOf, plainElements, valueTypeOf } from "./declarations";
import { type TreeElement, TreeTeller } from "./element-tree";
import { reasonOf, SandboxFault } from "./fault";
import type { HostedService } from "./hosted-service";
import type { HttpAnswer } from "./http-writer";
import { unwrapMessage } from "./messages";
import { textAnswer, xmlPage } from "./pages";

const mostBytes = 1_000_000;

/** Runs an operation with the fields of the form. It knows no headers, so what asks for credentials is refused. */
export async function runTestForm(service: HostedService, name: string, request: IncomingMessage): Promise<HttpAnswer> {
  const operation = service.options.service.operations.find((one) => one.name === name);
  if (!operation) return textAnswer(500, `${name} Web Service method name is not valid.`);
  const fields = new URLSearchParams(await textOf(request));
  const [declared] = operation.input.body;
  try {
    const values = declared ? { [declared.key]: argumentsOf(service, declared, fields) } : {};
    const args = unwrapMessage(operation.input, values);
    const result = await service.run(operation, { operation: name, args, headers: {}, soapVersion: "1.1" });
    return xmlPage(`<?xml version="1.0" encoding="utf-8"?>\n${resultXml(service, operation, result, "1.1")}`);
  } catch (error) {
    if (isResponseError(error)) return textAnswer(500, error.message);
    return textAnswer(500, error instanceof SandboxFault ? reasonOf(error) : `System.Exception: ${reasonOf(error)}`);
  }
}

function argumentsOf(service: HostedService, declared: ElementNode, fields: URLSearchParams): unknown {
  const { type } = valueTypeOf(declared.type);
  const members = type.kind === "complex" ? (plainElements(type) ?? []) : [];
  const children = members.flatMap((member) => {
    const texts = fields.getAll(member.name.local);
    const { type: memberType } = valueTypeOf(member.type);
    if (memberType.kind !== "simple")
      throw new SandboxFault("The test form is only available for methods with primitive types.");
    if (texts.length === 0) {
      if (member.min === 0) return [];
      throw new SandboxFault(`Missing parameter: ${member.name.local}.`);
    }
    return texts.map((text) => elementOf(service, member, [text]));
  });
  const teller = new TreeTeller(elementOf(service, declared, children));
  const decoder = service.codec.decoder(declared, teller);
  try {
    teller.tell(decoder);
  } catch (error) {
    const [text] = teller.current.children;
    const member = members.find(({ name }) => name.local === teller.current.name.local);
    if (!isResponseError(error) || !member || typeof text !== "string") throw error;
    const memberType = valueTypeOf(member.type).type;
    const kind = memberType.kind === "simple" ? builtInOf(memberType) : undefined;
    throw new SandboxFault(`Cannot convert ${text} to ${kind ?? "its type"}. Parameter name: ${member.name.local}.`);
  }
  return decoder.value;
}

function elementOf(service: HostedService, { name }: ElementNode, children: TreeElement["children"]): TreeElement {
  const { local, namespace } = name;
  return {
    name: { local, namespace: service.rename(namespace), raw: local },
    attributes: [],
    children,
    prefixes: new Map(),
    line: 1,
    column: 1,
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length <= mostBytes) chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}
