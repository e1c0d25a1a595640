import { attachments } from "../attachments/loaded";
import type {
  Attachment,
  AttachmentLimits,
  CallAttachmentLimits,
  ReceivedParts,
  RootPart,
} from "../attachments/received";
import type { StreamedParts } from "../attachments/streamed";
import type { AttachedOctets, XopEvents } from "../attachments/xop";
import { FaultError } from "../errors/fault-error";
import { HttpError } from "../errors/http-error";
import { isResponseError, ResponseError } from "../errors/response-error";
import { printable } from "../printable";
import type { DecodeScope } from "../schema/codec";
import { displayAddress } from "../transport/address";
import type { ResponseHead } from "../transport/exchange";
import { parseRetryAfter } from "../transport/retry-after";
import type { ReaderPlan } from "../xml/namespaces";
import { XmlReader } from "../xml/reader";
import { XmlTextDecoder } from "../xml/text-decoder";
import { EnvelopeReader } from "./envelope-reader";
import { Excerpt } from "./excerpt";
import type { Understood } from "./header-blocks";
import { maskAddress, maskDeep, type Secrets } from "./mask";
import type { ResponsePlan } from "./operation-plan";
import { EMPTY, NO_ADVICE, offerWords, type SignInWords, STATUSES } from "./status-words";

/** A content type (RFC 9110, 8.3.1), as far as it decides how a response is read. */
interface MediaType {
  /** In lower case; empty when the header is missing. */
  readonly type: string;
  readonly charset: string | undefined;
}

let last: { readonly value: string; readonly media: MediaType } | undefined;

/** Reads a `Content-Type` header. */
export function readMediaType(value: string | undefined): MediaType {
  if (value === undefined) return { type: "", charset: undefined };
  // A service says the same every time.
  if (last?.value === value) return last.media;
  const [type = "", ...parameters] = value.split(";");
  let charset: string | undefined;
  for (const parameter of parameters) {
    const [, quoted, plain] = /^\s*charset\s*=\s*(?:"([^"]*)"|([^\s"]+))\s*$/i.exec(parameter) ?? [];
    charset ??= quoted ?? plain;
  }
  const media = { type: type.trim().toLowerCase(), charset };
  last = { value, media };
  return media;
}

/** What is kept of an envelope whose attachments are to come. */
interface Opened {
  readonly result: unknown;
  readonly headers: { readonly [key: string]: unknown } | undefined;
  readonly unverified: boolean;
}

/** How a response is read. */
interface ReadingTerms {
  readonly plan: ResponsePlan;
  readonly reading: ReaderPlan;
  readonly secrets: Secrets;
  /** So much of the text is kept for listeners, in UTF-16 code units. */
  readonly keptText: number;
  /** Takes the items of a list as they are read. */
  readonly onItem: ((item: unknown) => void) | undefined;
  /** Header blocks that are understood beside those that the WSDL declares. */
  readonly understood?: Understood | undefined;
  /** What the parts of a multipart response may come to. */
  readonly attachments: CallAttachmentLimits;
  /** Attachments are handed over while they come. */
  readonly streamed: boolean;
  /** Header fields of one part, in bytes. */
  readonly maxHeaderBytes: number;
  /** HTTP headers of the request, names and values in turn. */
  readonly sentHeaders?: readonly string[];
  /** What is said of a 401 where the option `security` signs in over HTTP. */
  readonly signInWords?: SignInWords | undefined;
  /** Nothing is read before it is verified: see `ResponseReader.held`. */
  readonly isHeld?: boolean;
}

/** All attachments of a response that are kept in memory, in bytes. */
const LONGEST_ATTACHMENTS = 67_108_864;

/** RFC 2387. */
const MULTIPART = "multipart/related";
const XML_TYPES = ["text/xml", "application/soap+xml", "application/xml"];

/**
 * Reads one response: head, bytes, end, and then the result or the error that it stands for. Whatever is wrong with it is
 * thrown, as early as it is known.
 */
export class ResponseReader {
  readonly #terms: ReadingTerms;
  readonly #head: ResponseHead;
  readonly #status: number;
  readonly #type: string;
  /** These three from the start, or of a multipart response when all of it has come. */
  #decoder: XmlTextDecoder | undefined;
  #reader: XmlReader | undefined;
  #envelope: EnvelopeReader | undefined;
  /** Of a multipart response that is kept whole. */
  readonly #parts: ReceivedParts | undefined;
  /** Of a response whose octets are streamed, multipart or not. */
  readonly #streams: StreamedParts | undefined;
  /** The one of them that takes the parts of a multipart response. */
  readonly #multipart: ReceivedParts | StreamedParts | undefined;
  /** It has parts: their bytes have a limit of their own. */
  readonly isMultipart: boolean;
  /** Its content type is one of an envelope. */
  readonly readsXml: boolean;
  /** The result, where the envelope was over before the response. */
  #opened: Opened | undefined;
  readonly #excerpt: Excerpt | undefined;
  readonly #repliesElsewhere: boolean;
  /** There is something wrong with the XML of a response that is an HTTP error anyway. */
  #unreadable = false;
  #size = 0;
  #text = "";
  /** The text until it is verified; undefined where it is read as it comes. */
  #held: string[] | undefined;

  constructor(terms: ReadingTerms, head: ResponseHead) {
    this.#terms = terms;
    this.#head = head;
    this.#status = head.status;
    this.#refuseStatus();
    const { type, charset } = readMediaType(head.header("content-type"));
    this.#type = type;
    this.#repliesElsewhere = terms.understood?.addressing?.repliesElsewhere === true;
    const hasParts = type === MULTIPART;
    if (terms.streamed)
      this.#streams = this.#startParts((type, limits) => startStreams(hasParts ? type : undefined, limits));
    const streams = this.#streams;
    if (hasParts && streams !== undefined) streams.onRoot = (root) => this.#readEarly(streams, root);
    // A missing content type says nothing: RFC 9110, 8.3 lets the recipient look at the body.
    if (type === "" || XML_TYPES.includes(type)) {
      const { plan, reading, onItem, understood } = terms;
      this.#decoder = new XmlTextDecoder(charset, reading);
      this.#envelope = new EnvelopeReader(plan, onItem, understood);
      this.#reader = new XmlReader(this.#envelope, reading);
      this.#envelope.scope = this.#streams === undefined ? this.#reader : this.#scopeOf(this.#reader);
      if (terms.isHeld) this.#held = [];
    } else if (hasParts) {
      if (terms.isHeld && terms.streamed)
        throw new ResponseError(
          `The response to ${terms.plan.operation.name} is read as streams, so that security.verify cannot verify it. Set attachments: "buffer" for this call.`,
          { reason: "security" },
        );
      if (terms.isHeld) this.#held = [];
      if (!terms.streamed) this.#parts = this.#startParts(startReceived);
      this.#multipart = this.#parts ?? this.#streams;
    }
    this.isMultipart = this.#multipart !== undefined;
    this.readsXml = this.#reader !== undefined || this.isMultipart;
    if (this.#status >= 300 || !this.readsXml) this.#excerpt = new Excerpt();
  }

  get head(): ResponseHead {
    return this.#head;
  }
  /** The text of the response, as far as it was to be kept. */
  get text(): string {
    return this.#text;
  }
  /** The envelope is over, and attachments are to come: who takes them. */
  get opened(): StreamedParts | undefined {
    return this.#opened === undefined ? undefined : this.#streams;
  }
  /** The result, with streams in it. It is given away: a stream that the caller drops is not held here. */
  takeOpened(): unknown {
    const opened = this.#opened;
    this.#opened = opened && { ...opened, result: undefined };
    return opened?.result;
  }
  /** Bytes that have come beside the envelope. */
  get attachedBytes(): number {
    return this.#multipart?.attachedBytes ?? 0;
  }
  /** The parts of a multipart response that is kept whole. */
  get parts(): ReceivedParts | undefined {
    return this.#parts;
  }
  /** The parts of a multipart response that no element of its envelope refers to. */
  get attachments(): readonly Attachment[] | undefined {
    return this.#parts?.others;
  }
  get headers(): { readonly [key: string]: unknown } | undefined {
    return this.#opened === undefined ? this.#envelope?.blocks?.values : this.#opened.headers;
  }
  /** A `wsse:Security` was read, and not verified. */
  get unverified(): boolean {
    return (this.#opened ?? this.#envelope?.blocks)?.unverified === true;
  }
  /** What has come so far is before the Body. */
  get beforeBody(): boolean {
    return this.#envelope === undefined ? this.isMultipart : !this.#envelope.inBody;
  }

  /** Takes the next bytes, decompressed. */
  bytes(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.readsXml && !this.#unreadable) {
      try {
        this.#read(chunk);
      } catch (error) {
        this.passOver(error);
      }
    }
    if (this.#excerpt === undefined) return;
    this.#excerpt.add(chunk);
    // Nothing is to be learned from the rest of a long error page.
    if (this.#excerpt.isFull && (!this.readsXml || this.#unreadable)) this.end();
  }

  /**
   * The whole text of a response that is not read before it was verified, when all of it has come; undefined where there is no
   * text that could become a value. Of a multipart response it is that of the envelope, which refers to `parts`.
   */
  held(): string | undefined {
    const held = this.#held;
    if (held === undefined || this.#unreadable || this.#size === 0 || this.#isAccepted()) return undefined;
    try {
      this.#endParts();
      this.#write(this.#decoder?.end() ?? "");
    } catch (error) {
      this.passOver(error);
    }
    this.#decoder = undefined;
    return this.#unreadable ? undefined : held.join("");
  }

  /** Reads `text`, which was verified. */
  release(text: string): void {
    this.#held = undefined;
    this.#write(text);
  }

  /** Whether the response is an HTTP error without an envelope, `error` being what is wrong with its text. */
  isErrorPage(error: unknown): boolean {
    return this.#status >= 300 && isResponseError(error) && (error.reason === "xml" || error.reason === "envelope");
  }

  /** The response is complete: returns what the method returns. Always throws for a status over 299. */
  end(): unknown {
    const status = this.#status;
    if (this.#isAccepted()) return undefined;
    if (this.isMultipart && this.#size > 0 && !this.#unreadable) {
      try {
        this.#endParts();
      } catch (error) {
        this.passOver(error);
      }
    }
    if (this.#opened !== undefined) return undefined;
    if (this.#reader === undefined || this.#unreadable) throw this.#unread();
    if (this.#size === 0) throw status === 200 ? this.#refuse("it is empty") : this.#httpError();
    return this.#result();
  }

  /** What the envelope comes to, when all of it was read. */
  #result(): unknown {
    const status = this.#status;
    try {
      this.#write(this.#decoder?.end() ?? "");
      this.#reader?.end();
      this.#envelope?.end();
    } catch (error) {
      const { faultBeside = false, isMisrelated = false } = this.#envelope ?? {};
      if (this.#saysMore(error) || faultBeside || isMisrelated) throw error;
      throw this.#httpError();
    }
    const fault = this.#envelope?.fault;
    if (fault !== undefined) throw this.#faultError(fault.fault());
    if (status >= 300) throw this.#httpError();
    if (this.#repliesElsewhere) return undefined;
    return this.#terms.plan.result(this.#envelope?.values, this.#multipart);
  }

  /** Redirects are not followed, and no part of a response was asked for. */
  #refuseStatus(): void {
    const status = this.#status;
    if (status >= 300 && status < 400) {
      const target = this.#head.header("location");
      const address = target === undefined ? undefined : displayAddress(target);
      const location = address && maskAddress(address, (text) => this.#terms.secrets.mask(text));
      throw new HttpError(
        `The service responded with status ${status}, a redirect${location === undefined ? "" : ` to ${location}`}. Redirects are not followed, because credentials would travel along.`,
        { status, location, advice: [{ action: "set", option: "endpoint" }] },
      );
    }
    if (status === 206) {
      throw new HttpError(
        "The service responded with status 206, a part of a response, although the whole was asked for.",
        {
          status,
        },
      );
    }
  }

  /** A one-way request was taken: nothing is expected in the body, and 202 says so whatever is in it. */
  #isAccepted(): boolean {
    if (!this.#isOneWay || this.#status >= 300) return false;
    return this.#size === 0 || this.#needsNoEnvelope;
  }

  /** Nothing comes back but that the request was taken. */
  get #isOneWay(): boolean {
    return this.#terms.plan.operation.output === undefined || this.#repliesElsewhere;
  }

  get #needsNoEnvelope(): boolean {
    return this.#isOneWay && this.#status === 202 && this.#envelope?.isEnvelope !== true;
  }

  #startParts<P>(start: (contentType: string, limits: AttachmentLimits) => P): P | undefined {
    try {
      const { attachments, maxHeaderBytes, streamed } = this.#terms;
      const { maxAttachments, maxStreamBytes } = attachments;
      const maxAttachmentBytes = attachments.maxAttachmentBytes ?? (streamed ? maxStreamBytes : LONGEST_ATTACHMENTS);
      const limits = { maxAttachments, maxAttachmentBytes, maxHeaderBytes };
      return start(this.#head.header("content-type") ?? "", limits);
    } catch (error) {
      if (this.#saysMore(error)) throw error;
      return undefined;
    }
  }

  #endParts(): void {
    if (!this.isMultipart) return;
    if (this.#parts === undefined) this.#streams?.end();
    else if (this.#reader === undefined) this.#readRoot(this.#parts.end(), this.#parts);
  }

  /** What the elements of an envelope are read with: `xop` where it has parts. */
  #scopeOf(reader: XmlReader, xop?: XopEvents, parts?: AttachedOctets): DecodeScope {
    const streams = this.#streams;
    return {
      resolvePrefix: (prefix) => reader.resolvePrefix(prefix),
      position: () => reader.position(),
      attached: xop?.attached,
      partOf: parts && ((url) => parts.take(url)),
      octets: streams && ((bytes) => streams.octets(bytes)),
    };
  }

  /** The envelope of a multipart response, when all of it is there. */
  #readRoot(root: RootPart, parts: AttachedOctets): void {
    this.#refuseRoot(root);
    const { plan, reading, onItem, understood } = this.#terms;
    this.#decoder = new XmlTextDecoder(root.charset, reading);
    const envelope = new EnvelopeReader(plan, onItem, understood);
    const xop = new (attachments().XopEvents)(envelope, parts);
    const reader = new XmlReader(xop, reading);
    envelope.scope = this.#scopeOf(reader, xop, parts);
    this.#envelope = envelope;
    this.#reader = reader;
    for (const chunk of root.chunks) this.#write(this.#decoder.write(chunk));
  }

  #refuseRoot({ type }: RootPart): void {
    if (type === "" || type === "application/xop+xml" || XML_TYPES.includes(type)) return;
    throw new ResponseError(
      `The envelope of the multipart response has content type ${printable(type).slice(0, 100)}, which is not that of a SOAP envelope.`,
      { reason: "content-type", advice: [{ action: "check", option: "endpoint" }] },
    );
  }

  #read(chunk: Uint8Array): void {
    const parts = this.#multipart;
    if (parts !== undefined) parts.write(chunk);
    else this.#write(this.#decoder?.write(chunk) ?? "");
  }

  /** The envelope has come before its attachments. */
  #readEarly(streams: StreamedParts, root: RootPart): void {
    this.#readRoot(root, streams);
    const result = this.#result();
    const { headers, unverified } = this;
    this.#opened = { result, headers, unverified };
    this.#decoder = undefined;
    this.#reader = undefined;
    this.#envelope = undefined;
  }

  /** Throws what was thrown while reading, or goes on without the envelope where the status says more. */
  passOver(error: unknown): void {
    if (this.#saysMore(error) && !this.#needsNoEnvelope) throw error;
    this.#unreadable = true;
  }

  /** Whether `error` says more than the status does. */
  #saysMore(error: unknown): boolean {
    if (this.#status < 300 || !isResponseError(error)) return true;
    return error.reason === "limit" && this.#envelope?.isEnvelope === true;
  }

  #write(text: string): void {
    if (text === "") return;
    if (this.#held !== undefined) {
      this.#held.push(text);
      return;
    }
    const { keptText } = this.#terms;
    if (this.#text.length < keptText) this.#text += text.slice(0, keptText - this.#text.length);
    this.#reader?.write(text);
  }

  /** A response that is not XML, or an HTTP error whose body is not. */
  #unread(): HttpError | ResponseError {
    if (this.#status !== 200) return this.#httpError();
    const excerpt = this.#shownExcerpt();
    const type = printable(this.#type).slice(0, 100);
    const happened = `The response has status 200 and content type ${type}, which is not that of a SOAP envelope.`;
    return new ResponseError(excerpt === undefined ? happened : `${happened} The response begins: ${excerpt}`, {
      reason: "content-type",
      logged: happened,
      advice: [{ action: "check", option: "endpoint" }],
    });
  }

  #httpError(): HttpError {
    const status = this.#status;
    const retryAfterMs = parseRetryAfter(this.#head.header("retry-after"));
    const { said = "", advice = NO_ADVICE } =
      this.#size === 0 ? (EMPTY[status] ?? STATUSES[status] ?? {}) : (STATUSES[status] ?? {});
    const asked =
      retryAfterMs === undefined
        ? ""
        : ` The service asks to wait ${Math.ceil(retryAfterMs / 1000).toLocaleString("en-US")} s (Retry-After).`;
    const offer =
      status === 401
        ? offerWords(this.#head.header("www-authenticate") ?? "", this.#terms.sentHeaders, this.#terms.signInWords)
        : undefined;
    const told = `${asked}${offer?.said ?? ""}${said}`;
    return new HttpError(`The service responded with status ${status} and no SOAP fault.${told}`, {
      status,
      excerpt: this.#shownExcerpt(),
      retryAfterMs,
      advice: offer === undefined ? advice : [...offer.advice, ...advice],
    });
  }

  /** Never from an envelope: there may be personal data in it. */
  #shownExcerpt(): string | undefined {
    if (this.#envelope?.isEnvelope === true) return undefined;
    const excerpt = this.#excerpt?.text();
    if (excerpt === undefined || /<([\w.-]+:)?Envelope[\s>]/i.test(excerpt)) return undefined;
    const shown = printable(this.#terms.secrets.mask(excerpt.trim())).slice(0, 300);
    return shown === "" ? undefined : shown;
  }

  #faultError(fault: ReturnType<NonNullable<EnvelopeReader["fault"]>["fault"]>): FaultError {
    const mask = (text: string) => this.#terms.secrets.mask(text);
    const reason = mask(fault.reason);
    const code = fault.code.local === "" ? "" : ` (${printable(mask(fault.code.local))})`;
    const told = reason.trim() === "" ? "no reason is given" : printable(reason.trim()).slice(0, 1000);
    const stop = /[.!?]$/.test(told) ? "" : ".";
    return new FaultError(`The service responded with a fault${code}: ${told}${stop}`, {
      logged: `The service responded with a fault${code}.`,
      fault: maskDeep({ ...fault, reason }, mask) as typeof fault,
      httpStatus: this.#status,
    });
  }

  #refuse(what: string): ResponseError {
    return new ResponseError(`The response to ${this.#terms.plan.operation.name} cannot be read: ${what}.`, {
      reason: "envelope",
    });
  }
}

function startReceived(contentType: string, limits: AttachmentLimits): ReceivedParts {
  return new (attachments().ReceivedParts)(contentType, limits);
}

function startStreams(contentType: string | undefined, limits: AttachmentLimits): StreamedParts {
  return new (attachments().StreamedParts)(contentType, limits);
}
