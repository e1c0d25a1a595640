/** The steps from the bytes of one POST to its response: read, route, decode, run, encode, as ASP.NET does. */

import type { OutgoingParts, ReceivedParts } from "soapwright-features/wire";
import type { OperationNode } from "soapwright-runtime/tables";
import { isNamed } from "../asmx/asmx-request-reader";
import { UnreadableValue } from "../asmx/cursor";
import {
  envelopeInSlices,
  mustBeUnderstood,
  type RequestEnvelope,
  UnknownEnvelope,
  UnreadableRequest,
} from "../asmx/envelope-reader";
import { envelopeNamespaces, envelopeText, type SoapVersion } from "../asmx/envelope-text";
import { reasonOf, SandboxFault } from "../asmx/fault";
import { type Mistake, Mistakes, mistakeText } from "../asmx/mistakes";
import { argumentsOf, headersOf } from "../asmx/request-values";
import { detailXml, resultXml } from "../asmx/result-xml";
import { finish } from "../asmx/slices";
import { emptyResponse, faultResponse, type SoapResponse, soapResponse, withoutMaxAge } from "../asmx/soap-response";
import { tracedReason } from "../asmx/stack-trace";
import { decodeRequest, parseContentType, type RequestContentType, readsAsAscii } from "../http/content-type";
import { startParts } from "../http/multipart-request";
import { RawBody } from "../record/recording";
import type { HostedService } from "./hosted-service";
import { operationOf } from "./routing";
import { AddressingFault, RequestAddressing } from "./sandbox-addressing";
import type { ServiceSandboxOptions } from "./sandbox-options";
import type { OperationRequest } from "./service-options";

export interface Post {
  readonly contentType: string | undefined;
  readonly soapAction: string | undefined;
  readonly body: Uint8Array;
  /** Who has signed in. */
  readonly user?: string | undefined;
  /** The parts that the envelope refers to, and the collector of the response's parts. */
  readonly attachments?: { readonly received: ReceivedParts; readonly sent: OutgoingParts } | undefined;
}

type ResponseSettings = Pick<ServiceSandboxOptions, "strict" | "customErrors">;

export interface ReadPost {
  readonly service: HostedService;
  readonly envelope?: RequestEnvelope;
  readonly operation?: OperationNode | undefined;
  readonly request?: OperationRequest;
  /** Undefined if neither the request nor its response has WS-Addressing headers. */
  readonly addressing?: RequestAddressing | undefined;
  readonly parts?: OutgoingParts | undefined;
  readonly mistakes: readonly Mistake[];
  /** The response to send instead of running the operation. */
  readonly refusal?: SoapResponse;
}

const upgrade = `<soap12:Upgrade xmlns:soap12="${envelopeNamespaces["1.2"]}"><soap12:SupportedEnvelope qname="soap:Envelope" xmlns:soap="${envelopeNamespaces["1.1"]}" /><soap12:SupportedEnvelope qname="soap12:Envelope" xmlns:soap12="${envelopeNamespaces["1.2"]}" /></soap12:Upgrade>`;

/** Reads a POST as far as ASP.NET does before it runs the method. Errors become `refusal`. */
export function readPost(service: HostedService, post: Post, settings: ResponseSettings): ReadPost {
  return finish(postInSlices(service, post, settings));
}

/** Does what `readPost` does, in slices. */
export function* postInSlices(
  service: HostedService,
  post: Post,
  settings: ResponseSettings,
): Generator<void, ReadPost> {
  const contentType = parseContentType(post.contentType);
  const mistakes = new Mistakes();
  const refused = (refusal: SoapResponse): ReadPost => ({ service, mistakes: mistakes.all, refusal });
  if (!contentType.version) return refused(emptyResponse(415, post.soapAction === undefined ? "1.2" : "1.1"));
  let envelope: RequestEnvelope;
  try {
    envelope = yield* envelopeInSlices(decodeRequest(post.body, contentType), post.attachments?.received);
  } catch (error) {
    return refused(unreadableResponse(error, contentType));
  }
  const { version } = envelope;
  if (version === "1.1" && contentType.version === "1.2") return refused(emptyResponse(415, "1.1"));
  if (readsAsAscii(post.body, contentType)) {
    mistakes.add("Content-Type", "text/xml without a charset is read as ASCII: other letters become question marks.");
  }
  let operation: OperationNode | undefined;
  let addressing: RequestAddressing | undefined;
  try {
    addressing = RequestAddressing.of(service, undefined, envelope);
    if (!envelope.body) missingBody(version);
    operation = operationOf(service, contentType, post.soapAction, envelope);
    addressing = RequestAddressing.of(service, operation, envelope);
    addressing?.check(post.soapAction ?? contentType.action);
    if (envelope.hasMisplacedBody) missingBody("1.1");
    const headers = yield* headersOf(service, operation, envelope, mistakes);
    if (service.options.requireHeaders === true && version === "1.1") requireHeaders(operation, headers);
    const args = yield* argumentsOf(service, operation, envelope, mistakes, post.attachments?.received);
    if (settings.strict === true && mistakes.all.length > 0) throw strictFault(mistakes.all);
    const request = { operation: operation.name, args, headers, soapVersion: version, user: post.user };
    const { output } = operation;
    const hasParts = output?.attachments !== undefined || output?.refersToParts === true;
    const parts = post.attachments?.sent ?? (hasParts ? startParts(false) : undefined);
    return { service, envelope, operation, request, addressing, parts, mistakes: mistakes.all };
  } catch (error) {
    const refusal =
      error instanceof UnreadableValue
        ? emptyResponse(400, version)
        : asFaultResponse({ service, operation, addressing }, error, version, settings);
    return { ...refused(withoutMaxAge(refusal)), envelope, operation, addressing };
  }
}

/** Errors of the handler become faults. */
export async function runPost(read: ReadPost, settings: ResponseSettings): Promise<SoapResponse> {
  const { service, envelope, operation, request, refusal, addressing } = read;
  if (refusal || !envelope || !operation || !request) return refusal ?? emptyResponse(400, "1.1");
  const { version } = envelope;
  try {
    let result: unknown;
    try {
      result = await service.run(operation, request);
    } finally {
      // ASP.NET checks for unknown headers only after it has run the method, even if that failed.
      refuseHeaders(service, operation, envelope, addressing);
    }
    const header = addressing?.blocks() ?? "";
    if (result instanceof RawBody) {
      return soapResponse(result.status, version, envelopeText(result.at(service.baseUrl), version, header));
    }
    if (!operation.output) return soapResponse(202, version, "");
    const body = resultXml(service, operation, result, version, read.parts);
    return soapResponse(200, version, envelopeText(body, version, header));
  } catch (error) {
    return asFaultResponse(read, error, version, settings);
  }
}

export function asFaultResponse(
  { service, operation, addressing }: Pick<ReadPost, "service" | "operation" | "addressing">,
  error: unknown,
  version: SoapVersion,
  { customErrors = true }: ResponseSettings,
): SoapResponse {
  const fault =
    error instanceof SandboxFault
      ? error
      : new SandboxFault(`Server was unable to process request. ---> ${reasonOf(error)}`, { code: "Server" });
  const header = addressing?.blocks(fault) ?? "";
  const { detail } = fault.options;
  try {
    return faultResponse(fault, version, {
      detail: typeof detail === "object" ? detailXml(service, operation, detail) : undefined,
      reason: customErrors ? undefined : tracedReason(error, service.options.service.name, operation),
      header,
      detailName: fault instanceof AddressingFault ? "soap:Detail" : undefined,
    });
  } catch (unwritable) {
    if (!(unwritable instanceof SandboxFault)) throw unwritable;
    return faultResponse(unwritable, version, { header });
  }
}

function unreadableResponse(error: unknown, contentType: RequestContentType): SoapResponse {
  if (error instanceof UnknownEnvelope) {
    const fault = new SandboxFault(error.message, { code: "VersionMismatch" });
    return withoutMaxAge(faultResponse(fault, "1.1", { header: upgrade }));
  }
  if (!(error instanceof UnreadableRequest)) throw error;
  const isFault = contentType.version === "1.2" && contentType.action === undefined && !error.reachedBody;
  if (!isFault) return emptyResponse(400, contentType.version ?? "1.1");
  const text = `Server was unable to process request. ---> ${error.message}`;
  return withoutMaxAge(faultResponse(new SandboxFault(text, { code: "Server" }), "1.2"));
}

function missingBody(version: SoapVersion): never {
  const missing = "Request format is invalid: Missing required soap:Body element.";
  if (version === "1.2") throw new Error(missing);
  throw new SandboxFault(`Server was unable to read request. ---> ${missing}`);
}

function requireHeaders(operation: OperationNode, headers: Readonly<Record<string, unknown>>): void {
  const missing = operation.input.headers.find(({ key }) => headers[key] === undefined);
  if (!missing) return;
  const message = `Missing required header '${missing.name.local}'.`;
  throw new SandboxFault(message, { code: "MustUnderstand", withoutDetail: true });
}

function refuseHeaders(
  service: HostedService,
  operation: OperationNode,
  envelope: RequestEnvelope,
  addressing: RequestAddressing | undefined,
): void {
  for (const block of envelope.headers) {
    if (!mustBeUnderstood(block, envelope.version)) continue;
    const isKnown =
      addressing?.knows(block) === true ||
      operation.input.headers.some((declared) => isNamed(service.rename, declared, block));
    if (!isKnown) {
      const message = `SOAP header ${block.name.local} was not understood.`;
      throw new SandboxFault(message, { code: "MustUnderstand", withoutDetail: true });
    }
  }
}

function strictFault(mistakes: readonly Mistake[]): SandboxFault {
  const [first, ...more] = mistakes.map(mistakeText);
  const rest = more.length === 0 ? "" : ` And ${more.length} more: ${more.join(" ")}`;
  return new SandboxFault(
    `The sandbox is strict, and the request has a mistake that the real service forgives in silence. ${first}${rest}`,
  );
}
