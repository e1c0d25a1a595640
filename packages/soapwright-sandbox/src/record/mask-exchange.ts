/** The recording of one exchange between a client and the real service, masked before it is written to a file. */

import type { ReceivedParts } from "soapwright-features/wire";
import type { MessageNode } from "soapwright-runtime/codecs";
import type { OperationNode } from "soapwright-runtime/tables";
import { childOf, elementsOf, namespaceIn, type TreeElement, textOf, treeText } from "../asmx/element-tree";
import { type RequestEnvelope, readEnvelope } from "../asmx/envelope-reader";
import { envelopeNamespaces } from "../asmx/envelope-text";
import { decodeRequest, parseContentType, type RequestContentType } from "../http/content-type";
import { isMultipart, unpackRequest } from "../http/multipart-request";
import type { HostedService } from "../service/hosted-service";
import { operationOf } from "../service/routing";
import { type MaskSettings, maskElement, maskOctets, noteValues } from "./mask-tree";
import type { Pseudonymizer } from "./pseudonymizer";
import { basePlaceholder, type RecordedFault, type RecordedParts, type Recording } from "./recording";

interface RawExchange {
  readonly requestType: string | undefined;
  readonly soapAction: string | undefined;
  readonly request: Uint8Array;
  readonly status: number;
  readonly responseType: string | undefined;
  readonly response: Uint8Array;
}

/** Records an exchange with masked values. Returns undefined if the request calls no operation of the service. */
export function maskedRecording(
  service: HostedService,
  raw: RawExchange,
  invention: Pseudonymizer,
  keep: readonly string[],
): Recording | undefined {
  const sent = messageOf(raw.request, raw.requestType);
  const request = sent?.envelope;
  const operation = sent && requestedOperation(service, sent, raw.soapAction);
  if (!request?.body || !operation) return undefined;
  const received = messageOf(raw.response, raw.responseType);
  const settings = { invention, rename: service.rename, keep, parts: received?.parts };
  const [requestElement] = elementsOf(request.body);
  const content = received?.envelope.body && elementsOf(received.envelope.body);
  // All real values are noted before the first value is invented, so that no invented value contains a later real one.
  for (const element of [requestElement, ...request.headers, ...(content ?? [])])
    if (element) noteValues(element, invention);
  const written = (element: TreeElement): string => treeText(element).replaceAll(service.baseUrl, basePlaceholder);
  const fault = content?.find((element) => element.name.local === "Fault" && isSoap(element.name.namespace));
  const outputs = operation.output?.body ?? [];
  const bodies = content?.map((element) => {
    const declared = outputs.find(({ name }) => name.local === element.name.local);
    return maskElement(element, declared?.type, settings);
  });
  const response = fault === undefined ? bodies : undefined;
  const requestSettings = { ...settings, parts: sent.parts };
  return {
    format: "soap-recording-1",
    path: service.options.path,
    operation: operation.name,
    soapVersion: request.version,
    request: requestElement ? written(maskElement(requestElement, operation.input.body[0]?.type, requestSettings)) : "",
    requestParts: partsOf(operation.input, requestSettings),
    status: raw.status,
    fault: fault && maskedFault(fault, operation, settings, written),
    response: response?.map(written).join(""),
    responseParts: response && partsOf(operation.output, settings),
  };
}

/** Only declared parts to which no element refers are masked here. */
function partsOf(
  message: MessageNode | undefined,
  settings: MaskSettings & { readonly parts: ReceivedParts | undefined },
): RecordedParts | undefined {
  const names = (message?.attachments ?? []).map((part) => part.name.local);
  const octets = settings.parts?.declared(names) ?? [];
  const found = names.flatMap((local, index) => {
    const partOctets = octets[index];
    return partOctets === undefined ? [] : [[local, maskOctets(partOctets, local, settings)] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** One side of an exchange. `contentType` is that of the envelope, also in a multipart message. */
interface Message {
  readonly envelope: RequestEnvelope;
  readonly contentType: RequestContentType;
  readonly parts: ReceivedParts | undefined;
}

/**
 * Returns undefined if the envelope cannot be read. References to parts become base64 text, which is masked like any
 * other value.
 */
function messageOf(bytes: Uint8Array, type: string | undefined): Message | undefined {
  const unpacked = isMultipart(type) ? unpackRequest(type, bytes) : undefined;
  const contentType = parseContentType(unpacked?.contentType ?? type);
  if (!contentType.version) return undefined;
  try {
    const text = decodeRequest(unpacked?.body ?? bytes, contentType);
    return { contentType, envelope: readEnvelope(text, unpacked?.parts), parts: unpacked?.parts };
  } catch {
    // A message that cannot be read cannot be masked, so it is not recorded.
    return undefined;
  }
}

function requestedOperation(
  service: HostedService,
  { envelope, contentType }: Message,
  soapAction: string | undefined,
): OperationNode | undefined {
  try {
    return operationOf(service, contentType, soapAction, envelope);
  } catch {
    return undefined;
  }
}

/** Codes that look like names stay, because programs branch on them. Texts, actors and nodes are dropped. */
function maskedFault(
  fault: TreeElement,
  operation: OperationNode,
  settings: MaskSettings,
  written: (element: TreeElement) => string,
): RecordedFault {
  const code = childOf(fault, "faultcode") ?? childOf(childOf(fault, "Code"), "Value");
  const subcodes: RecordedFault["code"][] = [];
  for (let sub = childOf(childOf(fault, "Code"), "Subcode"); sub; sub = childOf(sub, "Subcode")) {
    const value = childOf(sub, "Value");
    if (value) subcodes.push(codeOf(value));
  }
  const details = childOf(fault, "detail", "Detail");
  const detail = (details ? elementsOf(details) : []).map((element) => {
    const declared = operation.faults.find(({ detail: one }) => one.name.local === element.name.local);
    return written(maskElement(element, declared?.detail.type, settings));
  });
  return { code: code ? codeOf(code) : "Server", subcodes, detail: detail.join("") };
}

function codeOf(element: TreeElement): RecordedFault["code"] {
  const [local = "", prefix = ""] = textOf(element).trim().split(":").reverse();
  const namespace = namespaceIn(element, prefix) ?? "";
  if (!/^[A-Za-z_][\w.-]{0,63}$/.test(local)) return "Server";
  if (isSoap(namespace)) return { Sender: "Client", Receiver: "Server" }[local] ?? local;
  return prefix === "" ? local : { namespace, local };
}

function isSoap(namespace: string): boolean {
  return Object.values(envelopeNamespaces).includes(namespace);
}
