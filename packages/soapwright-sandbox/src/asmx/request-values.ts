/** Arguments and header blocks of a request: read as ASP.NET reads them, then decoded by the service's codec. */

import type { ReceivedParts } from "soapwright-features/wire";
import { builtInOf, type ElementNode, type Rename, replayReferences, setOwn } from "soapwright-runtime/codecs";
import { isResponseError } from "soapwright-runtime/errors";
import type { OperationNode, XmlElement } from "soapwright-runtime/tables";
import type { HostedService } from "../service/hosted-service";
import { AsmxRequestReader, isNamed, unreadable } from "./asmx-request-reader";
import { isElement, type TreeElement, TreeReplay, textOf } from "./element-tree";
import type { RequestEnvelope } from "./envelope-reader";
import { SandboxFault } from "./fault";
import { type Mistakes, templateOf } from "./mistakes";
import { unwrapMessage } from "./sandbox-messages";

export type MimeParts = Pick<ReceivedParts, "take" | "declared">;

/** Works in slices. Throws `SandboxFault` with ASP.NET's text if a value cannot be read. */
export function* argumentsOf(
  service: HostedService,
  { input, use }: OperationNode,
  envelope: RequestEnvelope,
  mistakes: Mistakes,
  parts?: MimeParts,
): Generator<void, unknown> {
  const body = envelope.body?.children ?? [];
  const values: Record<string, unknown> = {};
  if (use === "encoded") {
    const [declared] = input.body;
    if (declared) setOwn(values, declared.key, decodeEncoded(service, declared, body.filter(isElement)));
    return unwrapMessage(input, values);
  }
  for (const declared of input.body) {
    // Each part (wsdl:part) of a Body with several is read apart, so that its siblings are not unexpected elements.
    const partElements =
      input.body.length === 1
        ? body
        : body.filter((node) => !isElement(node) || isNamed(service.rename, declared, node));
    const reader = new AsmxRequestReader(partElements, service.rename, mistakes);
    setOwn(values, declared.key, decode(service, declared, yield* reader.operation(declared), reader, parts));
  }
  const { attachments = [] } = input;
  const octets = parts?.declared(attachments.map(({ name }) => name.local)) ?? [];
  attachments.forEach(({ key, name }, index) => {
    if (octets[index] !== undefined) setOwn(values, key, octets[index]);
    else mistakes.add(`attachment ${name.local}`, "The part is absent: its value is undefined.");
  });
  return unwrapMessage(input, values);
}

export function* headersOf(
  service: HostedService,
  operation: OperationNode,
  envelope: RequestEnvelope,
  mistakes: Mistakes,
): Generator<void, Readonly<Record<string, unknown>>> {
  const headers: Record<string, unknown> = {};
  const { rename } = service;
  reportSkippedElements(rename, operation, envelope, mistakes);
  for (const declared of operation.input.headers) {
    const { local } = declared.name;
    const namespace = rename(declared.name.namespace);
    const sameName = envelope.headers.filter(({ name }) => name.local === local);
    const [found, ...more] = sameName.filter(({ name }) => name.namespace === namespace);
    const path = `Header/${local}`;
    const template = () => templateOf(declared, rename);
    if (more.length > 0) mistakes.add(path, "The header occurs twice: the first one counts.", template);
    if (sameName.some(({ name }) => name.namespace !== namespace)) {
      const expected = () => `<${local} xmlns="${namespace}">`;
      mistakes.add(path, "The header is in another namespace: it is skipped.", expected);
    }
    if (envelope.unseenHeaders.some((block) => isNamed(rename, declared, block))) {
      mistakes.add(path, "The Header comes after the Body, where ASP.NET does not look.", template);
    }
    if (!found) continue;
    const reader = new AsmxRequestReader([found], rename, mistakes);
    setOwn(headers, declared.key, decode(service, declared, yield* reader.header(declared), reader));
  }
  return headers;
}

function reportSkippedElements(
  rename: Rename,
  { input: { headers: declared } }: OperationNode,
  { headers, unseen }: RequestEnvelope,
  mistakes: Mistakes,
): void {
  const declaredNamespaces = new Set(["", ...declared.map(({ name }) => rename(name.namespace))]);
  const expected = (): string => declared.map((element) => templateOf(element, rename)).join("");
  for (const { name } of headers) {
    if (mistakes.isFull) return;
    // A block in a foreign namespace is for another receiver.
    if (!declaredNamespaces.has(name.namespace) || declared.some((element) => element.name.local === name.local))
      continue;
    const message = "The operation has no such header: it is skipped.";
    mistakes.add(`Header/${name.local}`, message, declared.length === 0 ? undefined : expected);
  }
  for (const { name } of unseen) {
    if (mistakes.isFull) return;
    mistakes.add(`Envelope/${name.local}`, "The element comes after the Body, where ASP.NET does not look.");
  }
}

function decode(
  service: HostedService,
  declared: ElementNode,
  element: TreeElement,
  reader: AsmxRequestReader,
  parts?: MimeParts,
): unknown {
  const replay = new TreeReplay(parts && ((url) => parts.take(url)));
  try {
    const decoder = service.codec.decoder(declared, replay);
    replay.run(element, decoder);
    return decoder.value;
  } catch (error) {
    if (!isResponseError(error)) throw error;
    const { current } = replay;
    throw unreadable(current, dotNetMessage(current, reader.declarations.get(current), error.message));
  }
}

const dotNetTypes: Readonly<Record<string, string>> = {
  int: "an Int32",
  long: "an Int64",
  short: "an Int16",
  byte: "a signed byte",
  unsignedInt: "a UInt32",
  unsignedLong: "a UInt64",
  unsignedShort: "a UInt16",
  unsignedByte: "an unsigned byte",
  decimal: "a Decimal",
  double: "a Double",
  float: "a Single",
};

/** Returns .NET's message about a value; for types that .NET lacks, the codec's. */
function dotNetMessage(element: TreeElement, declared: ElementNode | undefined, message: string): string {
  const builtIn = declared && builtInOf(declared.type);
  const text = textOf(element);
  if (builtIn === "boolean") return `The string '${text.trim()}' is not a valid Boolean value.`;
  if (/^(dateTime|date|time)$/.test(builtIn ?? "")) return `The string '${text.trim()}' is not a valid AllXsd value.`;
  const kind = dotNetTypes[builtIn ?? ""];
  if (kind === undefined) return message;
  return /^[ \t\r\n]*[+-]?\d+[ \t\r\n]*$/.test(text)
    ? `Value was either too large or too small for ${kind}.`
    : "Input string was not in a correct format.";
}

/** Values may follow the operation's element, and be referred to (SOAP 1.1, 5.4.1). */
function decodeEncoded(service: HostedService, declared: ElementNode, elements: readonly TreeElement[]): unknown {
  const root = elements.find((element) => isNamed(service.rename, declared, element));
  if (!root) throw new SandboxFault(`The Body has no element ${declared.name.local}.`);
  const body: XmlElement = { name: { namespace: "", local: "Body" }, attributes: [], children: elements };
  const position = { line: root.line, column: root.column };
  try {
    return replayReferences(body, root, (scope) => service.codec.decoder(declared, scope, { encoded: true }), {
      position,
    }).value;
  } catch (error) {
    if (isResponseError(error)) throw unreadable(root, error.message);
    throw error;
  }
}
