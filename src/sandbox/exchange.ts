/** One POST from its bytes to its answer: read, route, decode, run, encode, as an `.asmx` stack does. */
import { isResponseError } from "../errors/response-error";
import type { ElementNode, OperationNode } from "../schema/codec";
import { decodeRequest, parseContentType, type RequestContentType } from "./content-type";
import { attributeOf, type TreeElement, TreeTeller, textOf } from "./element-tree";
import { type RequestEnvelope, readEnvelope, UnknownEnvelope, UnreadableRequest } from "./envelope-reader";
import { contentTypes, envelopeNamespaces, envelopeText, inStackForm, type SoapVersion } from "./envelope-text";
import { faultText, SandboxFault } from "./fault";
import type { HostedService } from "./hosted-service";
import { operationOf } from "./routing";
import { asStackReads } from "./tolerance";

/** A POST to a service. */
export interface Post {
  readonly contentType: string | undefined;
  readonly soapAction: string | undefined;
  readonly body: Uint8Array;
}

/** What goes back. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** The operation that ran, when one was found. */
  readonly operation?: string;
}

const upgrade = `<soap12:Upgrade xmlns:soap12="${envelopeNamespaces["1.2"]}"><soap12:SupportedEnvelope qname="soap:Envelope" xmlns:soap="${envelopeNamespaces["1.1"]}" /><soap12:SupportedEnvelope qname="soap12:Envelope" xmlns:soap12="${envelopeNamespaces["1.2"]}" /></soap12:Upgrade>`;

/** Answers a POST. */
export async function answerPost(service: HostedService, post: Post): Promise<Answer> {
  const contentType = parseContentType(post.contentType);
  const fallback: SoapVersion = post.soapAction === undefined ? "1.2" : "1.1";
  if (!contentType.version) return emptyAnswer(415, fallback);
  let envelope: RequestEnvelope;
  try {
    envelope = readEnvelope(decodeRequest(post.body, contentType));
  } catch (error) {
    return unreadableAnswer(error, contentType);
  }
  if (envelope.version === "1.1" && contentType.version === "1.2") return emptyAnswer(415, "1.1");
  try {
    const body = bodyOf(envelope);
    const operation = operationOf(service, contentType, post.soapAction, envelope);
    return await run(service, operation, body, envelope);
  } catch (error) {
    return faultAnswer(error, envelope.version);
  }
}

function emptyAnswer(status: number, version: SoapVersion): Answer {
  return { status, contentType: contentTypes[version], body: "" };
}

function unreadableAnswer(error: unknown, contentType: RequestContentType): Answer {
  if (error instanceof UnknownEnvelope) {
    const fault = new SandboxFault(error.message, { code: "VersionMismatch" });
    return { status: 500, contentType: contentTypes["1.1"], body: faultText(fault, "1.1", upgrade) };
  }
  if (!(error instanceof UnreadableRequest)) return faultAnswer(error, contentType.version ?? "1.1");
  const isFault = contentType.version === "1.2" && contentType.action === undefined && !error.reachedBody;
  if (!isFault) return emptyAnswer(400, contentType.version ?? "1.1");
  return faultAnswer(error, "1.2");
}

function faultAnswer(error: unknown, version: SoapVersion): Answer {
  const fault =
    error instanceof SandboxFault
      ? error
      : new SandboxFault(`Server was unable to process request. ---> ${messageOf(error)}`, { code: "Server" });
  return { status: fault.options.status ?? 500, contentType: contentTypes[version], body: faultText(fault, version) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function bodyOf(envelope: RequestEnvelope): readonly TreeElement[] {
  if (envelope.body) return envelope.body;
  const missing = "Request format is invalid: Missing required soap:Body element.";
  if (envelope.version === "1.2") throw new Error(missing);
  throw new SandboxFault(`Server was unable to read request. ---> ${missing}`);
}

async function run(
  service: HostedService,
  operation: OperationNode,
  body: readonly TreeElement[],
  envelope: RequestEnvelope,
): Promise<Answer> {
  const [declared] = operation.input.body;
  const handler = service.options.operations[operation.name];
  if (!handler) throw new SandboxFault(`The sandbox has no operation ${operation.name}.`, { code: "Server" });
  const args = declared && decode(service, declared, lastOf(service, declared, body));
  const headers: Record<string, unknown> = {};
  for (const block of operation.input.headers) {
    const found = envelope.headers.find((element) => isElement(service, block, element));
    if (found) headers[block.key] = decode(service, block, found);
  }
  const result = await handler({ operation: operation.name, args, headers, soapVersion: envelope.version });
  refuseUnknownHeaders(service, operation, envelope);
  const text = operation.output === undefined ? "" : encodeResult(service, operation, result);
  return {
    status: operation.output === undefined ? 202 : 200,
    contentType: contentTypes[envelope.version],
    body: operation.output === undefined ? "" : envelopeText(inStackForm(text), envelope.version),
    operation: operation.name,
  };
}

/** Of two operation elements the last counts; without one the operation runs with defaults. */
function lastOf(service: HostedService, declared: ElementNode, body: readonly TreeElement[]): TreeElement {
  const found = body.findLast((element) => isElement(service, declared, element));
  const name = { ...declared.name, raw: declared.name.local, namespace: service.rename(declared.name.namespace) };
  return found ?? { name, attributes: [], children: [], prefixes: new Map(), line: 1, column: 1 };
}

function isElement(service: HostedService, declared: ElementNode, { name }: TreeElement): boolean {
  return name.local === declared.name.local && name.namespace === service.rename(declared.name.namespace);
}

function decode(service: HostedService, declared: ElementNode, element: TreeElement): unknown {
  const teller = new TreeTeller(asStackReads(element, declared, service.rename));
  try {
    const decoder = service.codec.decoder(declared, teller);
    teller.tell(decoder);
    return decoder.value;
  } catch (error) {
    if (!isResponseError(error)) throw error;
    const place = `There is an error in XML document (${error.line ?? 1}, ${error.column ?? 1}).`;
    throw new SandboxFault(`Server was unable to read request. ---> ${place} ---> ${complaint(teller)}`);
  }
}

function complaint(teller: TreeTeller): string {
  const isNumber = /^\s*[+-]?\d+\s*$/.test(textOf(teller.current));
  return isNumber
    ? "Value was either too large or too small for an Int32."
    : "Input string was not in a correct format.";
}

/** After the operation ran, as the stack does it. */
function refuseUnknownHeaders(service: HostedService, operation: OperationNode, envelope: RequestEnvelope): void {
  for (const element of envelope.headers) {
    const isKnown = operation.input.headers.some((block) => isElement(service, block, element));
    const isDemanded = ["1", "true"].includes(
      attributeOf(element, envelopeNamespaces[envelope.version], "mustUnderstand") ?? "",
    );
    if (!isKnown && isDemanded) {
      const message = `SOAP header ${element.name.local} was not understood.`;
      throw new SandboxFault(message, { code: "MustUnderstand", withoutDetail: true });
    }
  }
}

function encodeResult(service: HostedService, operation: OperationNode, result: unknown): string {
  const { body, unwrap } = operation.output!;
  const [element] = body;
  if (!element) return "";
  const keys = result === undefined ? [] : unwrap.slice(1).reverse();
  const value = keys.reduce<unknown>((inner, key) => ({ [key]: inner }), result === undefined ? {} : result);
  return service.codec.encode(element, value, element.name.local);
}
