import { utf8Bytes } from "#platform";
import type { CallWriter, EnvelopeCall, EnvelopeWriter, WrittenEnvelope } from "../envelope-writer";
import { ConfigurationError } from "../errors/configuration-error";
import { isServiceError, type ServiceError } from "../errors/service-error";
import type { CallFeature, OutgoingMessage, Packaging, PartsOut, SignedOctets } from "../feature";
import type { StreamedBody } from "../octets";
import { type Address, queryOf } from "../transport/address";
import { ACCEPTED_CODINGS } from "../transport/content-coding";
import type { ResponseHead } from "../transport/exchange";
import { isHeaderName, isHeaderValue } from "../transport/header-text";
import { writeEnvelope } from "./envelope";
import { type ExtraBlocks, namesOfBlocks } from "./extra-headers";
import type { Secrets } from "./mask";
import type { OperationPlan } from "./operation-plan";
import { ResponseReader } from "./response-reader";
import type { PlannedOperation, ServicePlan } from "./service-plan";

export type HttpHeaders = { readonly [name: string]: string } | undefined;

/** The header blocks of a call: those that the WSDL declares, and others. */
export interface HeaderBlockOptions {
  readonly blocks: unknown;
  readonly extra: ExtraBlocks | undefined;
  /** `blocks` as XML, if they are the same in all calls. */
  readonly xml?: string | undefined;
}

/** The call that a message belongs to. */
interface MessageCall {
  readonly core: { readonly writer: EnvelopeWriter | undefined; readonly contract: ServicePlan };
  readonly args: unknown;
  readonly address: Address;
  readonly features: readonly CallFeature[];
  readonly packaging: Packaging | undefined;
  /** See `understoodNames`. */
  readonly understood: ReadonlySet<string>;
  readonly secrets: Secrets;
  readonly hasOwnHeaders: boolean;
}

/** What a call sends: its encoded Body, and the plans of its operation. */
export interface PreparedRequest {
  readonly plan: PlannedOperation;
  readonly body: string;
}

/** A request as it is sent. */
export interface SentRequest {
  /** Alternating names and values; the first pair is the Content-Type. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | StreamedBody;
  readonly envelopeBytes: number;
  /** The option `tls` of the connection; undefined for the client's. */
  readonly tls: object | undefined;
}

interface SentEnvelope extends SentRequest {
  readonly body: Uint8Array;
}

/**
 * The message of one call, from the encoding of its Header to the last response. Writes the envelopes and HTTP headers
 * of its attempts, or has the client's writer do it, and makes the response readers.
 */
export class CallMessage {
  readonly features: readonly CallFeature[];
  /** Undefined when the request is the envelope alone. */
  readonly parts: PartsOut | undefined;
  readonly #call: MessageCall;
  readonly #plan: PlannedOperation;
  readonly #body: string;
  #writer: { readonly of: EnvelopeWriter; readonly call: CallWriter } | undefined;
  #exchangeId = 0;
  #header: string;
  /** Whether the next envelope is a new message to features. */
  #isNew = false;
  /** The last envelope, and the headers that it was written with. */
  #sent: SentEnvelope | undefined;
  #httpHeaders: HttpHeaders;
  #envelope: string | undefined;
  /** The parts of the requests so far that may contain secrets, until text has to be masked. */
  #ownXml = "";
  #ownBlocks: object[] = NONE;
  #extraBlocks: ExtraBlocks[] = NONE;
  #foreignBlocks: string[] = NONE;
  #sentHeaders: (readonly string[])[] = NONE;

  /** Throws a `ConfigurationError` for headers that do not fit. */
  constructor(call: MessageCall, { plan, body }: PreparedRequest, headers: HeaderBlockOptions) {
    this.#call = call;
    this.#plan = plan;
    this.#body = body;
    this.features = call.features;
    const out = call.packaging?.out;
    this.parts = out?.goesAlone === true ? undefined : out;
    if (call.features.length > 0) checkHeaderOptions(call.features, plan.request, headers);
    this.#header = this.#encodeHeaders(headers);
  }

  #encodeHeaders(headers: HeaderBlockOptions): string {
    const xml = headers.xml ?? this.#plan.request.encodeHeaders(headers.blocks, this.#call);
    this.#ownXml += xml;
    if (xml !== "") this.#ownBlocks = [...this.#ownBlocks, headers.blocks as object];
    if (headers.extra === undefined) return xml;
    this.#extraBlocks = [...this.#extraBlocks, headers.extra];
    return xml + headers.extra.xml;
  }

  /** A client of `with()` has a writer of its own from the first use of its `soap`, perhaps while calls run. */
  get #callWriter(): CallWriter | undefined {
    const { writer } = this.#call.core;
    if (writer === undefined) return undefined;
    this.#exchangeId ||= ++lastExchangeId;
    if (this.#writer?.of !== writer)
      this.#writer = { of: writer, call: writer.call(writtenCall(this.#call, this.#plan, this.#exchangeId)) };
    return this.#writer.call;
  }

  /** Collected on demand, because most calls succeed and need no masking. */
  get secrets(): Secrets {
    const { secrets, address } = this.#call;
    secrets.addQuery(queryOf(address));
    // The XML is what was sent, whatever the caller has made of the object since. It joins the items of lists.
    secrets.addBlock(this.#ownXml, true);
    for (const blocks of this.#ownBlocks)
      for (const { key } of this.#plan.request.operation.input.headers)
        if (Object.hasOwn(blocks, key)) secrets.addValue(Reflect.get(blocks, key), key);
    for (const extra of this.#extraBlocks) extra.collect(secrets);
    for (const xml of this.#foreignBlocks) secrets.addBlock(xml);
    for (const headers of this.#sentHeaders) secrets.addHttpHeaders(headers);
    this.#ownXml = "";
    this.#ownBlocks = this.#extraBlocks = this.#foreignBlocks = this.#sentHeaders = NONE;
    return secrets;
  }

  mask(text: string): string {
    return this.secrets.mask(text);
  }

  /** Called because a credential expired or was rejected. Throws a `ConfigurationError`. */
  renew(headers: HeaderBlockOptions): void {
    this.#header = this.#encodeHeaders(headers);
    this.markAsNew();
  }

  /** Features treat the next envelope as a new message (for example, with a new message id). */
  markAsNew(): void {
    this.#isNew = true;
    this.#sent = undefined;
  }

  /**
   * Reuses the last attempt's envelope unless a security object or header function may return another block. Throws a
   * `ConfigurationError` when one of these fails.
   */
  request(httpHeaders: HttpHeaders): SentEnvelope {
    const writer = this.#callWriter;
    const varies = writer?.varies === true;
    if (this.#sent !== undefined && this.#httpHeaders === httpHeaders && !varies) return this.#sent;
    // An envelope that is written again for a retry is a new message.
    const isAnew = this.#isNew || (this.#envelope !== undefined && varies);
    this.#isNew = false;
    this.#httpHeaders = httpHeaders;
    this.#sent = undefined;
    let header = this.#header;
    for (const feature of this.features) header += feature.blocks?.(isAnew) ?? "";
    const { envelope, headers, tls } =
      writer === undefined ? this.#write(header, httpHeaders) : this.#written(writer, header, httpHeaders);
    if (headers !== this.#plan.request.httpHeaders) this.#sentHeaders = [...this.#sentHeaders, headers];
    this.#envelope = envelope;
    const body = utf8Bytes(envelope);
    this.#sent = { headers, body, envelopeBytes: body.length, tls };
    return this.#sent;
  }

  #write(header: string, httpHeaders: HttpHeaders): EnvelopeAndHeaders {
    const { request } = this.#plan;
    const { terms } = request;
    return {
      envelope: writeEnvelope(terms, header, this.#body),
      headers: ownHeaders(httpHeaders, request),
      tls: undefined,
    };
  }

  #written(writer: CallWriter, header: string, httpHeaders: HttpHeaders): EnvelopeAndHeaders {
    let written: WrittenEnvelope;
    try {
      written = writer.write(header, this.#body, httpHeaders);
    } catch (error) {
      throw foreignFailure(error);
    }
    const { envelope, secretBlocks, tls } = written;
    if (secretBlocks.length > 0) {
      this.#foreignBlocks = [...this.#foreignBlocks, ...secretBlocks];
      checkForeignBlocks(this.features, secretBlocks);
    }
    return { envelope, headers: headersOf(written.httpHeaders, this.#plan.request), tls };
  }

  async withFeatures(sent: SentEnvelope): Promise<SentRequest> {
    const out = new Outgoing(sent, this.#envelope!, this.parts);
    for (const feature of this.features) await feature.secure?.(out);
    out.pack(this.#plan.request.contentType);
    for (const feature of this.features) await feature.request?.(out);
    this.#sentHeaders = [...this.#sentHeaders, out.headers];
    return out;
  }

  /** What the log says of a header block in the response that was not verified. */
  get unverifiedNote(): string {
    return this.#callWriter?.unverified?.note ?? "";
  }

  /** Throws when the status or headers alone are an error. */
  reader(
    head: ResponseHead,
    onItem: ((item: unknown) => void) | undefined,
    sentHeaders: readonly string[],
  ): ResponseReader {
    const { features } = this;
    const { wantsText = false, unverified } = this.#callWriter ?? {};
    const keptText = wantsText ? (onItem === undefined ? Number.POSITIVE_INFINITY : KEPT_OF_STREAM) : 0;
    const { understood, core } = this.#call;
    const { reading } = core.contract;
    return new ResponseReader(
      {
        plan: this.#plan.response,
        reading,
        secrets: this,
        keptText,
        onItem,
        understood,
        unverified: unverified?.name,
        features,
        sentHeaders,
      },
      head,
    );
  }

  /** Notifies the client's writer of a response, or of its absence. */
  responded(head: ResponseHead | undefined, reader: ResponseReader | undefined): void {
    const writer = this.#callWriter;
    if (writer === undefined) return;
    const text = reader?.text ?? "";
    const shown = text === "" ? null : this.#call.core.contract.exposeEnvelopes ? text : this.mask(text);
    writer.responded(shown, head);
  }

  failed(head: ResponseHead | undefined, reader: ResponseReader | undefined, error: ServiceError): void {
    if (this.#envelope !== undefined) this.responded(head, reader);
    this.#callWriter?.failed(error);
  }
}

const NONE: never[] = [];

interface EnvelopeAndHeaders {
  readonly envelope: string;
  readonly headers: readonly string[];
  readonly tls: object | undefined;
}

/** Makes the exchange ids of this process distinct. */
let lastExchangeId = 0;

function writtenCall({ args, address }: MessageCall, plan: PlannedOperation, id: number): EnvelopeCall {
  const exchangeId = id.toString(36);
  const { operation: table, escapedAction: soapAction, contentType } = plan.request;
  return { exchangeId, table, args, soapAction, contentType, origin: address.origin, location: address.display };
}

/** The request of one attempt while features change it. */
class Outgoing implements OutgoingMessage, SentRequest {
  envelope: string;
  readonly references: (() => SignedOctets) | undefined;
  body: Uint8Array | StreamedBody;
  headers: readonly string[];
  envelopeBytes: number;
  readonly tls: object | undefined;
  readonly #parts: PartsOut | undefined;
  readonly #written: string;

  constructor({ headers, body, envelopeBytes, tls }: SentEnvelope, envelope: string, parts: PartsOut | undefined) {
    this.envelope = envelope;
    this.#written = envelope;
    this.#parts = parts;
    this.references = parts && (() => parts.references());
    this.body = body;
    this.headers = headers;
    this.envelopeBytes = envelopeBytes;
    this.tls = tls;
  }

  pack(envelopeType: string): void {
    if (this.envelope !== this.#written) this.body = utf8Bytes(this.envelope);
    this.envelopeBytes = this.body.length;
    if (this.#parts === undefined) return;
    const { body, contentType } = this.#parts.pack(this.body as Uint8Array, envelopeType);
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

/** Returns the HTTP headers of an envelope of the run time's own. Throws a `ConfigurationError` as `headersOf` does. */
function ownHeaders(httpHeaders: HttpHeaders, plan: OperationPlan): readonly string[] {
  if (httpHeaders === undefined) return plan.httpHeaders;
  const { contentType, escapedAction, terms } = plan;
  const action = terms.version === "1.1" ? { SOAPAction: `"${escapedAction}"` } : {};
  return headersOf({ "Content-Type": contentType, ...action, ...httpHeaders }, plan);
}

/**
 * Returns the headers as alternating names and values. Throws a `ConfigurationError` for a header that HTTP does not
 * allow.
 */
function headersOf(headers: { readonly [name: string]: unknown }, { httpHeaders }: OperationPlan): readonly string[] {
  const names = Object.keys(headers);
  const isPlain = names.every(
    (name, index) => name === httpHeaders[2 * index] && headers[name] === httpHeaders[2 * index + 1],
  );
  if (isPlain && names.length === httpHeaders.length / 2 - 1) return httpHeaders;
  const flat = names.flatMap((name) => [name, checkedHeader(name, headers[name], "A security object")]);
  const hasCoding = names.some((name) => name.toLowerCase() === "accept-encoding");
  if (!hasCoding) flat.push("Accept-Encoding", ACCEPTED_CODINGS);
  return flat;
}

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
function checkedHeader(name: string, value: unknown, whose: string): string {
  const text = String(value);
  const shown = JSON.stringify(name);
  if (!isHeaderName(name)) {
    throw new ConfigurationError(`${whose} sets ${shown}, which cannot be the name of an HTTP header.`, {
      reason: "security-header-name",
      option: "setSecurity",
    });
  }
  if (FRAMING.has(name.toLowerCase())) {
    throw new ConfigurationError(`${whose} sets the HTTP header ${shown}, which belongs to the connection.`, {
      reason: "security-header-reserved",
      option: "setSecurity",
    });
  }
  if (!isHeaderValue(text)) {
    throw new ConfigurationError(`The HTTP header ${shown} has a character in it that a header cannot carry.`, {
      reason: "http-header-value",
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
  if (judges.length === 0) return;
  for (const names of blocks.map(namesOfBlocks)) for (const feature of judges) feature.beside?.(names, "addSoapHeader");
}

function foreignFailure(error: unknown): ServiceError {
  if (isServiceError(error)) return error;
  return new ConfigurationError(
    "A security object or a header function given to client.soap failed, so nothing was sent. Its error is the cause.",
    { reason: "soap-object-failed", option: "soap", cause: error },
  );
}
