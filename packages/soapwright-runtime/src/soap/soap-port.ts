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
import { definitionsOf, GeneratedWsdl, type MadeRequest, NodeSoapAdapter } from "./node-soap-adapter";
import {
  type GivenHeaders,
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

export interface SoapPortOptions {
  readonly service: ServiceNode;
  readonly soapVersion: SoapVersion;
  readonly location: string;
  /** Query of the request's address: it may hold a key. */
  readonly query: string;
  readonly rename: (namespace: string) => string;
  readonly validation: Validation;
  readonly reading: ReaderPlan;
  readonly exposeEnvelopes: boolean;
  /** Local names of header elements whose text is not secret. */
  readonly plainHeaders: readonly string[];
  readonly setTls: (tls: ConnectTls) => void;
}

/** An operation of one client: writes its request and reads its response. */
export interface PortOperation {
  readonly request: OperationPlan;
  readonly response: ResponsePlan;
}

let ports = 0;

/** A port of a service: its operations over one SOAP version at one address. */
export class SoapPort {
  readonly #options: SoapPortOptions;
  readonly #terms: SoapVersionTerms;
  readonly #operations: Map<OperationNode, PortOperation>;
  readonly #plainHeaders: ReadonlySet<string>;
  readonly #adapter: NodeSoapAdapter;
  /** For requests to another origin; lazy. */
  #elsewhere: NodeSoapAdapter | undefined;
  readonly #usualHeaders: Map<string, readonly string[]>;
  readonly #id = (ports++).toString(36);
  #calls = 0;

  /** Creates the port of a first client; with `first`, a port that shares its operations. */
  constructor(options: SoapPortOptions, first?: SoapPort, isForeign = false) {
    this.#options = options;
    this.#terms = SOAP_TERMS[options.soapVersion];
    this.#operations = first === undefined ? new Map() : first.#operations;
    this.#usualHeaders = first === undefined ? new Map() : first.#usualHeaders;
    this.#plainHeaders = first === undefined ? new Set(options.plainHeaders) : first.#plainHeaders;
    if (first !== undefined) {
      this.#adapter = first.#adapter.own(isForeign);
      return;
    }
    const { service, rename, validation } = options;
    const { soapEncoding } = service;
    const codec = new Codec({ validation, rename, soapEncoding });
    const known = headerKeys(service);
    for (const operation of service.operations) {
      this.#operations.set(operation, {
        request: new OperationPlan(operation, codec, this.#terms, soapActionOf(operation, options), known),
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
   * Returns a port for a client of `with`, whose `client` starts with this one's state; if foreign, with its listeners.
   */
  own(isForeign: boolean): SoapPort {
    return new SoapPort(this.#options, this, isForeign);
  }

  get client(): SoapClient {
    // node-soap declares its events as one overload each, our interface as one generic.
    return this.#adapter as SoapClient;
  }

  get hasSecurity(): boolean {
    return this.#adapter.hasSecurity;
  }

  operation(operation: OperationNode): PortOperation {
    const found = this.#operations.get(operation);
    if (found === undefined) throw new TypeError(`${operation.name} is not an operation of this service`);
    return found;
  }

  /**
   * Returns the message of one call: the Header is encoded here, `body` is encoded already. Throws a
   * `ConfigurationError` for headers that do not fit.
   */
  message(
    operation: PortOperation,
    headers: GivenHeaders,
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
    checkBeside(features, operation.request, headers);
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
      isAnew: false,
      request: undefined,
      madeAt: 0,
      sent: undefined,
    };
  }

  secrets(): Secrets {
    return new Secrets(this.#plainHeaders);
  }

  /** Replaces the next Header, because a credential expired or was rejected. Throws a `ConfigurationError`. */
  renew(message: SoapCallMessage, headers: GivenHeaders): void {
    message.header = message.operation.request.encodeHeaders(headers, message.secrets, this.#plainHeaders);
    this.anew(message);
  }

  /** Marks the next request as another message than the last. */
  anew(message: SoapCallMessage): void {
    message.isAnew = true;
    message.sent = undefined;
  }

  /**
   * Returns the envelope for `message`, written by node-soap; written again for each attempt when a security object or
   * header function may return another block each time. A promise when node-soap is asynchronous. Throws or rejects
   * with a `ConfigurationError` when one of those fails.
   */
  request(message: SoapCallMessage, httpHeaders: HttpHeaders): SentEnvelope | Promise<SentEnvelope> {
    const adapter = this.#adapterFor(message);
    const before = message.sent;
    if (before !== undefined && before.httpHeaders === httpHeaders && !adapter.varies) return before;
    const { operation, body, exchangeId, features } = message;
    // A request that is written again for its next attempt is another message.
    const isAnew = message.isAnew || (message.request !== undefined && adapter.varies);
    message.isAnew = false;
    let { header } = message;
    for (const feature of features) header += feature.blocks?.(isAnew) ?? "";
    const { methodKey } = operation.request;
    let request: MadeRequest | Promise<MadeRequest>;
    try {
      request = adapter.request({ methodKey, header, body, httpHeaders, exchangeId });
    } catch (error) {
      throw foreignFailure(error);
    }
    if (!(request instanceof Promise)) return this.#sent(message, request, httpHeaders);
    return request.then((made) => this.#sent(message, made, httpHeaders));
  }

  #adapterFor({ isForeign }: SoapCallMessage): NodeSoapAdapter {
    if (!isForeign) return this.#adapter;
    this.#elsewhere ??= this.#adapter.elsewhere();
    return this.#elsewhere;
  }

  #sent(message: SoapCallMessage, request: MadeRequest, httpHeaders: HttpHeaders): SentEnvelope {
    const { operation, secrets, features } = message;
    const headers = this.#httpHeaders(request.headers, operation.request.contentType);
    secrets.setHttpHeaders(headers);
    for (const block of request.foreignBlocks) secrets.addBlock(block);
    if (features.length > 0) checkForeign(features, request.foreignBlocks);
    message.request = request;
    message.madeAt = performance.now();
    const envelope = Buffer.from(request.envelope, "utf8");
    const sent = { headers, body: envelope, httpHeaders, envelopeBytes: envelope.length };
    message.sent = sent;
    return sent;
  }

  /** Returns the request after its features changed it, for one attempt. Rejects with a feature's error. */
  async withFeatures(message: SoapCallMessage, sent: SentEnvelope): Promise<SentRequest> {
    const out = new Outgoing(message, sent);
    for (const feature of message.features) await feature.secure?.(out);
    out.pack(message);
    for (const feature of message.features) await feature.request?.(out);
    message.secrets.setHttpHeaders(out.headers);
    return out;
  }

  /** Returns the reader of the response to `message`. Throws when the head alone is an error. */
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

  /** Notifies listeners of the response, and returns the result of the call. */
  respond(message: SoapCallMessage, head: ResponseHead, reader: ResponseReader, result: unknown): unknown {
    this.#tell(message, head, reader);
    const isOneWay = message.operation.response.operation.output === undefined;
    return isOneWay || message.features.some((each) => each.repliesElsewhere !== undefined) ? undefined : result;
  }

  /** Notifies listeners that the call failed with `error`. */
  fail(
    message: SoapCallMessage,
    head: ResponseHead | undefined,
    reader: ResponseReader | undefined,
    error: Error,
  ): void {
    if (message.request !== undefined) this.#tell(message, head, reader);
    this.#adapterFor(message).emit("soapError", error, message.exchangeId);
  }

  #tell(message: SoapCallMessage, head: ResponseHead | undefined, reader: ResponseReader | undefined): void {
    const text = reader?.text ?? "";
    const shownText = text === "" ? null : this.#options.exposeEnvelopes ? text : message.secrets.mask(text);
    const shown = head === undefined ? undefined : { text: shownText, head };
    this.#adapterFor(message).responded(shown, performance.now() - message.madeAt, message.exchangeId);
  }

  /** node-soap always writes SOAP 1.1 here: for 1.2 it adds an `action` that not every WSDL requires. */
  #httpHeaders(headers: { readonly [name: string]: unknown }, contentType: string): readonly string[] {
    const names = Object.keys(headers);
    const action = headers.SOAPAction;
    // Nearly every call has these two headers alone, so their list is cached by operation.
    const usual = names.length === 2 && typeof action === "string" && "Content-Type" in headers;
    const key = this.#terms.version === "1.1" ? String(action) : contentType;
    const known = usual ? this.#usualHeaders.get(key) : undefined;
    if (known !== undefined) return known;
    const flat = ["Content-Type", contentType];
    for (const name of names) {
      if (name === "Content-Type" || (name === "SOAPAction" && this.#terms.version === "1.2")) continue;
      flat.push(name, checkedHeader(name, headers[name]));
    }
    const isCodingGiven = !usual && names.some((name) => name.toLowerCase() === "accept-encoding");
    if (!isCodingGiven) flat.push("Accept-Encoding", "gzip, deflate, br");
    if (usual && this.#usualHeaders.size < this.#operations.size) this.#usualHeaders.set(key, flat);
    return flat;
  }
}

export type HttpHeaders = { readonly [name: string]: string } | undefined;

/** The body and headers of an HTTP request. */
export interface SentRequest {
  /** Names and values in turn, the Content-Type first. */
  readonly headers: readonly string[];
  readonly body: Buffer | StreamedBody;
  readonly envelopeBytes: number;
  /** The headers that were added for this request. */
  readonly httpHeaders: HttpHeaders;
}

/** The data of a call that its message needs. */
export interface MessageTerms extends Pick<SoapCallMessage, "secrets" | "understood" | "parts"> {
  readonly features?: readonly CallFeature[];
  /** Query of the request's address, when it differs from the client's. */
  readonly query?: string | undefined;
  /** Whether it goes to another origin: the security object and header blocks of `client.soap` are then left out. */
  readonly isForeign?: boolean | undefined;
}

export interface SentEnvelope extends SentRequest {
  readonly body: Buffer;
}

/** The message of one call, from its encoding to the last response. */
export interface SoapCallMessage {
  readonly operation: PortOperation;
  readonly secrets: Secrets;
  readonly exchangeId: string;
  readonly isForeign: boolean;
  header: string;
  readonly body: string;
  /** Header blocks of the response that are understood in addition to the declared blocks: see `understoodNames`. */
  readonly understood: ReadonlySet<string>;
  /** Features that apply to the call. */
  readonly features: readonly CallFeature[];
  /** Whether the next request is another message than the last. */
  isAnew: boolean;
  /** The request of the last attempt. */
  request: MadeRequest | undefined;
  /** Time when `request` was written, on the clock of `performance.now()`. */
  madeAt: number;
  sent: SentEnvelope | undefined;
  /** Parts beside the envelope; undefined when the request is the envelope alone. */
  readonly parts: PartsOut | undefined;
}

const NO_FEATURES: readonly CallFeature[] = [];

/** A request that features may change. */
class Outgoing implements OutgoingMessage, SentRequest {
  envelope: string;
  readonly references: (() => SignedOctets) | undefined;
  readonly httpHeaders: HttpHeaders;
  readonly #made: string;
  body: Buffer | StreamedBody;
  headers: readonly string[];
  envelopeBytes: number;

  constructor({ request, parts }: SoapCallMessage, { headers, body, httpHeaders, envelopeBytes }: SentEnvelope) {
    this.envelope = request?.envelope ?? body.toString("utf8");
    this.#made = this.envelope;
    this.references = parts && (() => parts.references());
    this.body = body;
    this.headers = headers;
    this.httpHeaders = httpHeaders;
    this.envelopeBytes = envelopeBytes;
  }

  /** Joins the parts to the finished envelope. */
  pack({ operation, parts }: SoapCallMessage): void {
    const envelope =
      this.envelope === this.#made && Buffer.isBuffer(this.body) ? this.body : Buffer.from(this.envelope, "utf8");
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

/** Limit of a stream's text kept for listeners, in UTF-16 code units: a stream may exceed the longest string. */
const KEPT_OF_STREAM = 65_536;

/** Headers that belong to HTTP: a security object that sets one would break the request's framing. */
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

/** Throws a `ConfigurationError` for a user's invalid header, because undici's own error would show the value. */
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

/** Lets features check the header blocks of the options. */
function checkBeside(
  features: readonly CallFeature[],
  { operation }: OperationPlan,
  { blocks, extra }: GivenHeaders,
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

/** As `checkBeside`, for blocks that were added to node-soap's client. */
function checkForeign(features: readonly CallFeature[], blocks: readonly string[]): void {
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
