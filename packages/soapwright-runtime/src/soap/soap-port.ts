import { ConfigurationError } from "../errors/configuration-error";
import { isServiceError, type ServiceError } from "../errors/service-error";
import type { CallFeature, OutgoingMessage, PartsOut, SignedOctets } from "../feature";
import type { StreamedBody } from "../octets";
import { Codec, type OperationNode, type ServiceNode, type Validation } from "../schema/codec";
import type { ConnectTls } from "../transport/connector";
import type { ResponseHead } from "../transport/exchange";
import type { ReaderPlan } from "../xml/xml-namespaces";
import { namesOfBlocks } from "./extra-headers";
import { Secrets } from "./mask";
import { definitionsOf, GeneratedWsdl, NodeSoapAdapter, type WrittenRequest } from "./node-soap-adapter";
import {
  type HeaderBlockOptions,
  headerKeys,
  OperationPlan,
  ResponsePlan,
  SOAP_TERMS,
  type SoapVersion,
  type SoapVersionTerms,
} from "./operation-plan";
import { ResponseReader } from "./response-reader";
import { SECURITY_BLOCK } from "./security-objects";
import { soapActionOf } from "./soap-action";
import type { SoapClient } from "./soap-client";

/** The message of one call, from its encoding to the last response. `SoapPort` updates it at each attempt. */
export interface SoapCallMessage {
  readonly operation: PortOperation;
  readonly secrets: Secrets;
  readonly exchangeId: string;
  readonly isForeign: boolean;
  header: string;
  readonly body: string;
  /** See `understoodNames`. */
  readonly understood: ReadonlySet<string>;
  readonly features: readonly CallFeature[];
  /** Whether the next envelope is a new message to features. */
  isNewMessage: boolean;
  request: WrittenRequest | undefined;
  /** The time is on the clock of `performance.now()`. */
  writtenAt: number;
  sent: SentEnvelope | undefined;
  /** Undefined when the request is the envelope alone. */
  readonly parts: PartsOut | undefined;
}

export interface SoapPortOptions {
  readonly service: ServiceNode;
  readonly soapVersion: SoapVersion;
  readonly location: string;
  /** The query may hold a key, so it is masked. */
  readonly query: string;
  readonly rename: (namespace: string) => string;
  readonly validation: Validation;
  readonly reading: ReaderPlan;
  readonly exposeEnvelopes: boolean;
  readonly plainHeaders: readonly string[];
  readonly setTls: (tls: ConnectTls) => void;
}

/** The request and response plans of one operation, shared by the clients of `with`. */
export interface PortOperation {
  readonly request: OperationPlan;
  readonly response: ResponsePlan;
}

/** Makes the exchange ids of all ports in this process distinct. */
let nextPortId = 0;

/**
 * Writes the envelopes and HTTP headers of a service's requests through node-soap, makes the response readers, and
 * notifies the listeners of `client.soap`. Opens no connection. Changes the `SoapCallMessage` that it is given.
 */
export class SoapPort {
  readonly #options: SoapPortOptions;
  readonly #terms: SoapVersionTerms;
  readonly #operations: Map<OperationNode, PortOperation>;
  readonly #plainHeaders: ReadonlySet<string>;
  readonly #adapter: NodeSoapAdapter;
  #otherOriginAdapter: NodeSoapAdapter | undefined;
  readonly #usualHeaders: Map<string, readonly string[]>;
  readonly #id = (nextPortId++).toString(36);
  #calls = 0;

  constructor(options: SoapPortOptions, first?: SoapPort, isForeign = false) {
    this.#options = options;
    this.#terms = SOAP_TERMS[options.soapVersion];
    this.#operations = first === undefined ? new Map() : first.#operations;
    this.#usualHeaders = first === undefined ? new Map() : first.#usualHeaders;
    this.#plainHeaders = first === undefined ? new Set(options.plainHeaders) : first.#plainHeaders;
    if (first !== undefined) {
      this.#adapter = first.#adapter.derive(isForeign);
      return;
    }
    const { service, rename, validation } = options;
    const { soapEncoding } = service;
    const codec = new Codec({ validation, rename, soapEncoding });
    const serviceKeys = headerKeys(service);
    for (const operation of service.operations) {
      this.#operations.set(operation, {
        request: new OperationPlan(operation, codec, this.#terms, soapActionOf(operation, options), serviceKeys),
        response: new ResponsePlan(operation, codec, this.#terms, rename),
      });
    }
    const plans = [...this.#operations.values()].map(({ request }) => request);
    const definitions = definitionsOf(service.name, plans, rename(service.targetNamespace), options.location);
    this.#adapter = new NodeSoapAdapter(new GeneratedWsdl(definitions), {
      terms: this.#terms,
      location: options.location,
      exposeEnvelopes: options.exposeEnvelopes,
      setTls: options.setTls,
    });
  }

  /**
   * Returns the port of a client of `with`, whose `client.soap` starts with the security object, header blocks and
   * listeners of this port's; with the listeners alone if `isForeign`, because the others may hold credentials.
   */
  derive(isForeign: boolean): SoapPort {
    return new SoapPort(this.#options, this, isForeign);
  }

  get client(): SoapClient {
    // node-soap declares one overload for each event, and our interface declares one generic method.
    return this.#adapter as SoapClient;
  }

  get hasSecurity(): boolean {
    return this.#adapter.hasSecurity;
  }

  operation(operation: OperationNode): PortOperation {
    const plans = this.#operations.get(operation);
    if (plans === undefined) throw new TypeError(`${operation.name} is not an operation of this service`);
    return plans;
  }

  /**
   * Encodes the Header; `body` is encoded already. Adds the secrets of the request to `secrets`. Throws a
   * `ConfigurationError` for headers that do not fit.
   */
  message(
    operation: PortOperation,
    headers: HeaderBlockOptions,
    body: string,
    {
      secrets,
      understood,
      features = NO_FEATURES,
      parts,
      query = this.#options.query,
      isForeign = false,
    }: MessageTerms,
  ): SoapCallMessage {
    secrets.addQuery(query);
    checkHeaderOptions(features, operation.request, headers);
    const header = operation.request.encodeHeaders(headers, secrets, this.#plainHeaders);
    const exchangeId = `${this.#id}-${(this.#calls++).toString(36)}`;
    return {
      operation,
      secrets,
      exchangeId,
      header,
      body,
      understood,
      features,
      parts,
      isForeign,
      isNewMessage: false,
      request: undefined,
      writtenAt: 0,
      sent: undefined,
    };
  }

  secrets(): Secrets {
    return new Secrets(this.#plainHeaders);
  }

  /** Called because a credential expired or was rejected. Throws a `ConfigurationError`. */
  renew(message: SoapCallMessage, headers: HeaderBlockOptions): void {
    message.header = message.operation.request.encodeHeaders(headers, message.secrets, this.#plainHeaders);
    this.markAsNew(message);
  }

  /** Features treat the next envelope as a new message (for example, with a new message id). */
  markAsNew(message: SoapCallMessage): void {
    message.isNewMessage = true;
    message.sent = undefined;
  }

  /**
   * Reuses the last attempt's envelope unless a security object or header function may return another block. Throws or
   * rejects with a `ConfigurationError` when one of these fails.
   */
  request(message: SoapCallMessage, httpHeaders: HttpHeaders): SentEnvelope | Promise<SentEnvelope> {
    const adapter = this.#adapterFor(message);
    const lastSent = message.sent;
    if (lastSent !== undefined && lastSent.httpHeaders === httpHeaders && !adapter.varies) return lastSent;
    const { operation, body, exchangeId, features } = message;
    // An envelope that is written again for a retry is a new message.
    const isAnew = message.isNewMessage || (message.request !== undefined && adapter.varies);
    message.isNewMessage = false;
    let { header } = message;
    for (const feature of features) header += feature.blocks?.(isAnew) ?? "";
    const { methodKey } = operation.request;
    let request: WrittenRequest | Promise<WrittenRequest>;
    try {
      request = adapter.request({ methodKey, header, body, httpHeaders, exchangeId });
    } catch (error) {
      throw foreignFailure(error);
    }
    if (!(request instanceof Promise)) return this.#sent(message, request, httpHeaders);
    return request.then((written) => this.#sent(message, written, httpHeaders));
  }

  #adapterFor({ isForeign }: SoapCallMessage): NodeSoapAdapter {
    if (!isForeign) return this.#adapter;
    this.#otherOriginAdapter ??= this.#adapter.forOtherOrigin();
    return this.#otherOriginAdapter;
  }

  #sent(message: SoapCallMessage, request: WrittenRequest, httpHeaders: HttpHeaders): SentEnvelope {
    const { operation, secrets, features } = message;
    const headers = this.#httpHeaders(request.headers, operation.request.contentType);
    secrets.setHttpHeaders(headers);
    for (const block of request.foreignBlocks) secrets.addBlock(block);
    if (features.length > 0) checkForeignBlocks(features, request.foreignBlocks);
    message.request = request;
    message.writtenAt = performance.now();
    const envelope = Buffer.from(request.envelope, "utf8");
    const sent = { headers, body: envelope, httpHeaders, envelopeBytes: envelope.length };
    message.sent = sent;
    return sent;
  }

  async withFeatures(message: SoapCallMessage, sent: SentEnvelope): Promise<SentRequest> {
    const out = new Outgoing(message, sent);
    for (const feature of message.features) await feature.secure?.(out);
    out.pack(message);
    for (const feature of message.features) await feature.request?.(out);
    message.secrets.setHttpHeaders(out.headers);
    return out;
  }

  /** Throws when the status or headers alone are an error. */
  reader(
    message: SoapCallMessage,
    head: ResponseHead,
    onItem: ((item: unknown) => void) | undefined,
    sentHeaders: readonly string[],
  ): ResponseReader {
    const { operation, secrets, features } = message;
    const adapter = this.#adapterFor(message);
    const understood = {
      names: message.understood,
      unverified: adapter.hasSecurity ? SECURITY_BLOCK : undefined,
      features,
    };
    const keptText = adapter.wantsText ? (onItem === undefined ? Number.POSITIVE_INFINITY : KEPT_OF_STREAM) : 0;
    const plan = operation.response;
    const isHeld = features.some(({ verify }) => verify !== undefined);
    const { reading } = this.#options;
    return new ResponseReader(
      { plan, reading, secrets, keptText, onItem, understood, features, isHeld, sentHeaders },
      head,
    );
  }

  /** Returns undefined for a one-way operation and when the response is sent to another address. */
  respond(message: SoapCallMessage, head: ResponseHead, reader: ResponseReader, result: unknown): unknown {
    this.#notifyResponse(message, head, reader);
    const isOneWay = message.operation.response.operation.output === undefined;
    return isOneWay || message.features.some((each) => each.repliesElsewhere !== undefined) ? undefined : result;
  }

  fail(
    message: SoapCallMessage,
    head: ResponseHead | undefined,
    reader: ResponseReader | undefined,
    error: Error,
  ): void {
    if (message.request !== undefined) this.#notifyResponse(message, head, reader);
    this.#adapterFor(message).emit("soapError", error, message.exchangeId);
  }

  #notifyResponse(message: SoapCallMessage, head: ResponseHead | undefined, reader: ResponseReader | undefined): void {
    const text = reader?.text ?? "";
    const shownText = text === "" ? null : this.#options.exposeEnvelopes ? text : message.secrets.mask(text);
    const shown = head === undefined ? undefined : { text: shownText, head };
    this.#adapterFor(message).responded(shown, performance.now() - message.writtenAt, message.exchangeId);
  }

  /**
   * Replaces node-soap's content type by `contentType` and drops its SOAPAction for SOAP 1.2, where `action` is a
   * parameter of the content type. Throws a `ConfigurationError` for a header that HTTP does not allow.
   */
  #httpHeaders(headers: { readonly [name: string]: unknown }, contentType: string): readonly string[] {
    const names = Object.keys(headers);
    const action = headers.SOAPAction;
    // Nearly every call has only these two headers, so their list is cached by operation.
    const usual = names.length === 2 && typeof action === "string" && "Content-Type" in headers;
    const key = this.#terms.version === "1.1" ? String(action) : contentType;
    const cachedHeaders = usual ? this.#usualHeaders.get(key) : undefined;
    if (cachedHeaders !== undefined) return cachedHeaders;
    const flat = ["Content-Type", contentType];
    for (const name of names) {
      if (name === "Content-Type" || (name === "SOAPAction" && this.#terms.version === "1.2")) continue;
      flat.push(name, checkedHeader(name, headers[name]));
    }
    const hasCoding = !usual && names.some((name) => name.toLowerCase() === "accept-encoding");
    if (!hasCoding) flat.push("Accept-Encoding", "gzip, deflate, br");
    if (usual && this.#usualHeaders.size < this.#operations.size) this.#usualHeaders.set(key, flat);
    return flat;
  }
}

export type HttpHeaders = { readonly [name: string]: string } | undefined;

export interface SentRequest {
  /** Alternating names and values; the first pair is the Content-Type. */
  readonly headers: readonly string[];
  readonly body: Buffer | StreamedBody;
  readonly envelopeBytes: number;
  /** A request with other headers is written again. */
  readonly httpHeaders: HttpHeaders;
}

export interface MessageTerms extends Pick<SoapCallMessage, "secrets" | "understood" | "parts"> {
  readonly features?: readonly CallFeature[];
  readonly query?: string | undefined;
  /** A request to another origin omits the security object and header blocks of `client.soap`. */
  readonly isForeign?: boolean | undefined;
}

export interface SentEnvelope extends SentRequest {
  readonly body: Buffer;
}

const NO_FEATURES: readonly CallFeature[] = [];

/** The request of one attempt while features change it. */
class Outgoing implements OutgoingMessage, SentRequest {
  envelope: string;
  readonly references: (() => SignedOctets) | undefined;
  readonly httpHeaders: HttpHeaders;
  readonly #written: string;
  body: Buffer | StreamedBody;
  headers: readonly string[];
  envelopeBytes: number;

  constructor({ request, parts }: SoapCallMessage, { headers, body, httpHeaders, envelopeBytes }: SentEnvelope) {
    this.envelope = request?.envelope ?? body.toString("utf8");
    this.#written = this.envelope;
    this.references = parts && (() => parts.references());
    this.body = body;
    this.headers = headers;
    this.httpHeaders = httpHeaders;
    this.envelopeBytes = envelopeBytes;
  }

  pack({ operation, parts }: SoapCallMessage): void {
    const envelope =
      this.envelope === this.#written && Buffer.isBuffer(this.body) ? this.body : Buffer.from(this.envelope, "utf8");
    this.body = envelope;
    this.envelopeBytes = envelope.length;
    if (parts === undefined) return;
    const { body, contentType } = parts.pack(envelope, operation.request.contentType);
    this.body = body;
    this.headers = ["Content-Type", contentType, ...this.headers.slice(2)];
  }

  header(name: string): string | undefined {
    const place = this.headers.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name.toLowerCase());
    return place < 0 ? undefined : this.headers[place + 1];
  }

  setHeader(name: string, value: string): void {
    this.headers = [...this.headers, name, checkedHeader(name, value, "A feature")];
  }
}

/**
 * Maximum length of a stream's text that is kept for listeners, in UTF-16 code units. The whole text may be longer than
 * the longest string.
 */
const KEPT_OF_STREAM = 65_536;

/** Headers that the HTTP connection sets. A security object that sets one would break the request's framing. */
const FRAMING: ReadonlySet<string> = new Set([
  "content-length",
  "transfer-encoding",
  "connection",
  "host",
  "upgrade",
  "expect",
  "keep-alive",
  "te",
  "trailer",
]);

/** Throws a `ConfigurationError`, because undici's own error would show the value. */
function checkedHeader(name: string, value: unknown, whose = "A security object"): string {
  const text = String(value);
  const shown = JSON.stringify(name);
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) {
    throw new ConfigurationError(`${whose} sets ${shown}, which cannot be the name of an HTTP header.`, {
      option: "setSecurity",
    });
  }
  if (FRAMING.has(name.toLowerCase())) {
    throw new ConfigurationError(`${whose} sets the HTTP header ${shown}, which belongs to the connection.`, {
      option: "setSecurity",
    });
  }
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) {
    throw new ConfigurationError(`The HTTP header ${shown} has a character in it that a header cannot carry.`, {
      option: "httpHeaders",
    });
  }
  return text;
}

function checkHeaderOptions(
  features: readonly CallFeature[],
  { operation }: OperationPlan,
  { blocks, extra }: HeaderBlockOptions,
): void {
  for (const feature of features) {
    if (extra !== undefined) feature.beside?.(extra.names, "extraHeaders");
    if (typeof blocks !== "object" || blocks === null) continue;
    const declared = operation.input.headers.filter(({ key }) => Object.hasOwn(blocks, key));
    feature.beside?.(
      declared.map(({ name }) => name),
      "headers",
    );
  }
}

function checkForeignBlocks(features: readonly CallFeature[], blocks: readonly string[]): void {
  const judges = features.filter(({ beside }) => beside !== undefined);
  if (judges.length === 0 || blocks.length === 0) return;
  for (const names of blocks.map(namesOfBlocks)) for (const feature of judges) feature.beside?.(names, "addSoapHeader");
}

function foreignFailure(error: unknown): ServiceError {
  if (isServiceError(error)) return error;
  return new ConfigurationError(
    "A security object or a header function given to client.soap failed, so nothing was sent. Its error is the cause.",
    { option: "soap", cause: error },
  );
}
