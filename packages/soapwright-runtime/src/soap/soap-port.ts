import type { AddressedMessage } from "../addressing/addressed-message";
import { attachments as loadAttachments } from "../attachments/loaded";
import type { OutgoingParts, StreamedBody } from "../attachments/outgoing";
import type { CallAttachmentLimits } from "../attachments/received";
import { ConfigurationError } from "../errors/configuration-error";
import { isServiceError, type ServiceError } from "../errors/service-error";
import { Codec, type OperationNode, type ServiceNode, type Validation } from "../schema/codec";
import type { ConnectTls } from "../transport/connector";
import type { ResponseHead } from "../transport/exchange";
import type { ReaderPlan } from "../xml/namespaces";
import { Engine, ShownResponse, type SoapRequest, TableWsdl } from "./engine";
import { namesOfBlocks } from "./extra-headers";
import { Secrets } from "./mask";
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
import { soapActionOf } from "./soap-action";
import type { SoapClient } from "./soap-client";
import type { SignInWords } from "./status-words";

export interface SoapPortOptions {
  readonly service: ServiceNode;
  readonly soapVersion: SoapVersion;
  readonly location: string;
  /** Query of the address posted to: it may hold a key. */
  readonly query: string;
  readonly rename: (namespace: string) => string;
  readonly validation: Validation;
  readonly reading: ReaderPlan;
  /** Header fields of one part of a multipart response, in bytes. */
  readonly maxHeaderBytes: number;
  readonly exposeEnvelopes: boolean;
  readonly compression: boolean;
  /** Local names of header elements whose text is no secret. */
  readonly plainHeaders: readonly string[];
  readonly setTls: (tls: ConnectTls) => void;
}

/** An operation of one client: how its request is written and its response read. */
export interface PortOperation {
  readonly request: OperationPlan;
  readonly response: ResponsePlan;
}

let ports = 0;

/** A port of a service: its operations, spoken over one SOAP version to one address. */
export class SoapPort {
  readonly #options: SoapPortOptions;
  readonly #terms: SoapVersionTerms;
  readonly #operations: Map<OperationNode, PortOperation>;
  readonly #plainHeaders: ReadonlySet<string>;
  readonly #engine: Engine;
  readonly #usualHeaders: Map<string, readonly string[]>;
  readonly #id = (ports++).toString(36);
  #calls = 0;

  /** The port of a first client; with `first`, one that shares its operations. */
  constructor(options: SoapPortOptions, first?: SoapPort, isForeign = false) {
    this.#options = options;
    this.#terms = SOAP_TERMS[options.soapVersion];
    this.#operations = first === undefined ? new Map() : first.#operations;
    this.#usualHeaders = first === undefined ? new Map() : first.#usualHeaders;
    this.#plainHeaders = first === undefined ? new Set(options.plainHeaders) : first.#plainHeaders;
    if (first !== undefined) {
      this.#engine = first.#engine.own(isForeign);
      return;
    }
    const { service, rename, validation } = options;
    const codec = new Codec({ validation, rename });
    const known = headerKeys(service);
    for (const operation of service.operations) {
      this.#operations.set(operation, {
        request: new OperationPlan(operation, codec, this.#terms, soapActionOf(operation, options), known),
        response: new ResponsePlan(operation, codec, this.#terms, rename),
      });
    }
    const plans = [...this.#operations.values()].map(({ request }) => request);
    this.#engine = new Engine(TableWsdl.of(service.name, plans, rename(service.targetNamespace), options.location), {
      terms: this.#terms,
      location: options.location,
      exposeEnvelopes: options.exposeEnvelopes,
      setTls: options.setTls,
    });
  }

  /** A port for a client of `with`, whose `client` starts from what this one's has; of another origin, from its listeners alone. */
  own(isForeign: boolean): SoapPort {
    return new SoapPort(this.#options, this, isForeign);
  }

  get client(): SoapClient {
    // node-soap declares its events one overload each; the interface of ours says the same in one.
    return this.#engine as SoapClient;
  }

  /** Whether node-soap's client has a security object. */
  get hasSecurity(): boolean {
    return this.#engine.hasSecurity;
  }

  operation(operation: OperationNode): PortOperation {
    const found = this.#operations.get(operation);
    if (found === undefined) throw new TypeError(`${operation.name} is not an operation of this service`);
    return found;
  }

  /**
   * The message of one call: its Header is written here, its Body was before. Throws a `ConfigurationError` for headers
   * that do not fit.
   */
  message(
    operation: PortOperation,
    headers: GivenHeaders,
    body: string,
    { understood, addressing, attachments, query = this.#options.query, isForeign = false }: MessageTerms,
  ): SoapCallMessage {
    const secrets = new Secrets(this.#plainHeaders);
    secrets.addQuery(query);
    if (addressing !== undefined) {
      checkBeside(addressing, operation.request, headers);
      addressing.collect(secrets, this.#plainHeaders);
    }
    const header = operation.request.encodeHeaders(headers, secrets, this.#plainHeaders);
    const exchangeId = `${this.#id}-${(this.#calls++).toString(36)}`;
    return {
      operation,
      secrets,
      exchangeId,
      header,
      body,
      understood,
      addressing,
      attachments,
      isForeign,
      request: undefined,
      sent: undefined,
    };
  }

  /** Another Header for the next request of `message`: a credential has expired, or was refused. Throws a `ConfigurationError`. */
  renew(message: SoapCallMessage, headers: GivenHeaders): void {
    message.addressing?.renew();
    message.header = message.operation.request.encodeHeaders(headers, message.secrets, this.#plainHeaders);
    message.sent = undefined;
  }

  /** The next request is another message than the last, because it is secured anew. */
  anew(message: SoapCallMessage): void {
    if (message.addressing === undefined) return;
    message.addressing.renew();
    message.sent = undefined;
  }

  /**
   * The envelope that goes out for `message`: made by node-soap, and made anew for each attempt where a security object or a header
   * function may say something else each time. Throws a `ConfigurationError` when one of those fails.
   */
  request(message: SoapCallMessage, httpHeaders: HttpHeaders): SentEnvelope {
    const before = message.sent;
    if (before !== undefined && before.httpHeaders === httpHeaders && !this.#engine.varies) return before;
    const { operation, body, exchangeId, secrets, addressing, isForeign } = message;
    // A request that is made anew for its next attempt is another message.
    if (message.request !== undefined && this.#engine.varies) addressing?.renew();
    const header = addressing === undefined ? message.header : message.header + addressing.blocks;
    const { methodKey, contentType } = operation.request;
    let request: SoapRequest;
    try {
      request = this.#engine.request({ methodKey, header, body, httpHeaders, exchangeId, isForeign });
    } catch (error) {
      throw foreignFailure(error);
    }
    const headers = this.#httpHeaders(request.headers, contentType);
    secrets.setHttpHeaders(headers);
    for (const block of request.foreignBlocks) secrets.addBlock(block);
    if (addressing !== undefined) checkForeign(addressing, request.foreignBlocks);
    message.request = request;
    const envelope = Buffer.from(request.envelope, "utf8");
    const sent = { headers, body: envelope, httpHeaders, envelopeBytes: envelope.length };
    message.sent = sent;
    return sent;
  }

  /** The request as MTOM: `sent` has the envelope alone. Its body is for one attempt. */
  withAttachments({ operation }: SoapCallMessage, sent: SentEnvelope, attachments: OutgoingParts): SentRequest {
    const { type, parameters } = loadAttachments().readMimeType(operation.request.contentType);
    const envelope = { type, action: parameters.get("action") };
    const body = attachments.body(sent.body, envelope);
    const contentType = ["Content-Type", attachments.contentType(envelope)];
    return { ...sent, headers: [...contentType, ...sent.headers.slice(2)], body };
  }

  /** Whoever reads the response to `message`. Throws what its head alone is an error for. */
  reader(
    message: SoapCallMessage,
    head: ResponseHead,
    onItem: ((item: unknown) => void) | undefined,
    settings: CallAttachmentLimits,
    streamed: boolean,
    sentHeaders: readonly string[],
    security: ResponseSecurity | undefined,
  ): ResponseReader {
    const { operation, secrets } = message;
    const understood = {
      names: message.understood,
      security: this.#engine.hasSecurity || security !== undefined,
      addressing: message.addressing,
    };
    const keptText = this.#engine.wantsText ? (onItem === undefined ? Number.POSITIVE_INFINITY : KEPT_OF_STREAM) : 0;
    const { reading, maxHeaderBytes } = this.#options;
    const plan = operation.response;
    const terms = {
      plan,
      reading,
      secrets,
      keptText,
      onItem,
      understood,
      attachments: settings,
      maxHeaderBytes,
      isHeld: security?.verifies === true,
      streamed,
      sentHeaders,
      signInWords: security?.signInWords,
    };
    return new ResponseReader(terms, head);
  }

  /** Hands the result to node-soap, which tells its listeners, and returns what it makes of it. */
  respond(message: SoapCallMessage, head: ResponseHead, reader: ResponseReader, result: unknown): unknown {
    const shown = this.#shown(message, head, reader);
    const passedOn = message.request?.respond(shown, result);
    // node-soap says null for an operation without an output.
    const isOneWay = message.operation.response.operation.output === undefined;
    return isOneWay || message.addressing?.repliesElsewhere === true ? undefined : passedOn;
  }

  /** Tells node-soap and its listeners that the call has failed with `error`. */
  fail(
    message: SoapCallMessage,
    head: ResponseHead | undefined,
    reader: ResponseReader | undefined,
    error: Error,
  ): void {
    message.request?.fail(this.#shown(message, head, reader), error);
    this.#engine.emit("soapError", error, message.exchangeId);
  }

  #shown(
    message: SoapCallMessage,
    head: ResponseHead | undefined,
    reader: ResponseReader | undefined,
  ): ShownResponse | undefined {
    const text = reader?.text ?? "";
    const shownText = text === "" ? null : this.#options.exposeEnvelopes ? text : message.secrets.mask(text);
    const shown = head === undefined ? undefined : new ShownResponse(shownText, head);
    this.#engine.keepResponse(shown);
    return shown;
  }

  /** node-soap always speaks of SOAP 1.1 here: its own way to 1.2 adds an `action` that not every WSDL asks for. */
  #httpHeaders(headers: { readonly [name: string]: unknown }, contentType: string): readonly string[] {
    const names = Object.keys(headers);
    const action = headers.SOAPAction;
    // Nearly every call of an operation has these two headers alone: their list is made once.
    const usual = names.length === 2 && typeof action === "string" && "Content-Type" in headers;
    const key = this.#terms.version === "1.1" ? String(action) : contentType;
    const known = usual ? this.#usualHeaders.get(key) : undefined;
    if (known !== undefined) return known;
    const flat = ["Content-Type", contentType];
    for (const name of names) {
      if (name === "Content-Type" || (name === "SOAPAction" && this.#terms.version === "1.2")) continue;
      flat.push(name, checkedHeader(name, headers[name]));
    }
    if (this.#options.compression) flat.push("Accept-Encoding", "gzip, deflate, br");
    if (usual && this.#usualHeaders.size < this.#operations.size) this.#usualHeaders.set(key, flat);
    return flat;
  }
}

/** What the `security` of a request says of its response. */
interface ResponseSecurity {
  /** Nothing is read before it is verified. */
  readonly verifies: boolean;
  readonly signInWords: SignInWords | undefined;
}

export type HttpHeaders = { readonly [name: string]: string } | undefined;

/** What goes over HTTP. */
export interface SentRequest {
  /** Names and values in turn, the Content-Type first. */
  readonly headers: readonly string[];
  readonly body: Buffer | StreamedBody;
  readonly envelopeBytes: number;
  /** Those of the headers that were added for this request. */
  readonly httpHeaders: HttpHeaders;
}

/** What a message needs to know of its call. */
export interface MessageTerms extends Pick<SoapCallMessage, "understood" | "addressing" | "attachments"> {
  /** Query of the address posted to, where that is not the client's. */
  readonly query?: string | undefined;
  /** It goes to another origin: the security object and header blocks of `client.soap` are not for it. */
  readonly isForeign?: boolean | undefined;
}

export interface SentEnvelope extends SentRequest {
  readonly body: Buffer;
}

/** One call's message, from its encoding to the last response. */
export interface SoapCallMessage {
  readonly operation: PortOperation;
  readonly secrets: Secrets;
  readonly exchangeId: string;
  readonly isForeign: boolean;
  header: string;
  readonly body: string;
  /** The header blocks of the response that are understood beside those that the WSDL declares: see `understoodNames`. */
  readonly understood: ReadonlySet<string>;
  /** Undefined: the call is not addressed. */
  readonly addressing: AddressedMessage | undefined;
  /** Of the last attempt. */
  request: SoapRequest | undefined;
  sent: SentEnvelope | undefined;
  /** What travels beside the envelope; undefined where the request is the envelope alone. */
  readonly attachments: OutgoingParts | undefined;
}

/** So much of a stream's text is kept for listeners, in UTF-16 code units: a stream may be longer than a text can be. */
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

/** Headers of security objects are the user's own: checked here, because undici would show what is wrong with them. */
function checkedHeader(name: string, value: unknown): string {
  const text = String(value);
  const shown = JSON.stringify(name);
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) {
    throw new ConfigurationError(`A security object sets ${shown}, which cannot be the name of an HTTP header.`, {
      option: "setSecurity",
    });
  }
  if (FRAMING.has(name.toLowerCase())) {
    throw new ConfigurationError(
      `A security object sets the HTTP header ${shown}, which belongs to the connection. Remove it from addHeaders.`,
      { option: "setSecurity" },
    );
  }
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) {
    throw new ConfigurationError(`The HTTP header ${shown} has a character in it that a header cannot carry.`, {
      option: "httpHeaders",
    });
  }
  return text;
}

/** Header blocks that the options give may not be those of addressing. */
function checkBeside(
  addressing: AddressedMessage,
  { operation }: OperationPlan,
  { blocks, extra }: GivenHeaders,
): void {
  if (extra !== undefined) addressing.checkBeside(extra.names, "extraHeaders");
  if (typeof blocks !== "object" || blocks === null) return;
  const declared = operation.input.headers.filter(({ key }) => Object.hasOwn(blocks, key));
  addressing.checkBeside(
    declared.map(({ name }) => name),
    "headers",
  );
}

/** As `checkBeside`, of blocks that were added to node-soap's client. */
function checkForeign(addressing: AddressedMessage, blocks: readonly string[]): void {
  for (const block of blocks) {
    if (!block.includes("/addressing")) continue;
    addressing.checkBeside(namesOfBlocks(block), "addSoapHeader");
  }
}

function foreignFailure(error: unknown): ServiceError {
  if (isServiceError(error)) return error;
  return new ConfigurationError(
    "A security object or a header function given to client.soap failed, so nothing was sent. Its error is the cause.",
    { option: "soap", cause: error },
  );
}
