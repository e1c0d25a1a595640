import { FaultError } from "../errors/fault-error";
import { HttpError } from "../errors/http-error";
import { isResponseError, ResponseError } from "../errors/response-error";
import type { CallFeature, PartsIn, RootPart } from "../feature";
import { printable } from "../printable";
import type { DecodeScope, ResponseNote, ResponseNotes } from "../schema/codec";
import { displayAddress } from "../transport/address";
import type { ResponseHead } from "../transport/exchange";
import { parseRetryAfter } from "../transport/retry-after";
import { XmlReader } from "../xml/reader";
import { XmlTextDecoder } from "../xml/text-decoder";
import type { ReaderPlan } from "../xml/xml-namespaces";
import { EnvelopeReader } from "./envelope-reader";
import { Excerpt } from "./excerpt";
import type { Understood } from "./header-blocks";
import { maskAddress, maskDeep, type Secrets } from "./mask";
import type { ResponsePlan } from "./operation-plan";
import { challengeWording, remedyFor, type SeenResponse } from "./status-words";

/** The parts of a content type (RFC 9110, 8.3.1) that reading a response depends on. */
interface MediaType {
  /** The type is in lower case; empty when the header is missing. */
  readonly type: string;
  readonly charset: string | undefined;
}

let last: { readonly value: string; readonly media: MediaType } | undefined;

/** Reads the value of `Content-Type`: media type and charset in lower case. */
export function readMediaType(value: string | undefined): MediaType {
  if (value === undefined) return { type: "", charset: undefined };
  // The last value is cached, because a service repeats the same value.
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

interface Opened {
  readonly result: unknown;
  readonly headers: { readonly [key: string]: unknown } | undefined;
  readonly notes: ResponseNotes | undefined;
}

interface ReadingTerms {
  readonly plan: ResponsePlan;
  readonly reading: ReaderPlan;
  readonly secrets: Pick<Secrets, "mask">;
  /** Maximum length of the text that is kept for listeners, in UTF-16 code units. */
  readonly keptText: number;
  /** Called as soon as an item is decoded. */
  readonly onItem: ((item: unknown) => void) | undefined;
  readonly understood?: Understood | undefined;
  readonly features: readonly CallFeature[];
  /** HTTP headers of the request, as alternating names and values. */
  readonly sentHeaders?: readonly string[];
}

/** The content type of a response with parts (RFC 2387). */
const MULTIPART = "multipart/related";
/** Length of the texts of a note, in UTF-16 code units. */
const MAX_SHOWN = 100;
const XML_TYPES = ["text/xml", "application/soap+xml", "application/xml"];

/**
 * Reads one response: first its head, then `bytes`, then `end`. Returns the result or throws the error as soon as it is
 * known; if parts follow the envelope, `takeOpened` returns the result. With `isHeld`, decodes nothing before `release`,
 * so that a feature can verify the bytes first. Reads no socket. Text of the response enters an error only masked by
 * `secrets`.
 */
export class ResponseReader {
  readonly #terms: ReadingTerms;
  readonly #head: ResponseHead;
  readonly #status: number;
  readonly #type: string;
  /** As `#reader` and `#envelope`, set in the constructor or, for a multipart response, after the envelope. */
  #decoder: XmlTextDecoder | undefined;
  #reader: XmlReader | undefined;
  #envelope: EnvelopeReader | undefined;
  readonly #parts: PartsIn | undefined;
  /** The bytes of parts have their own limit. */
  readonly isMultipart: boolean;
  readonly readsXml: boolean;
  #opened: Opened | undefined;
  /** Whether the envelope is complete, so that the rest of the response is its parts. */
  isOpened = false;
  /** Whether the result has a header block that was read and not verified. */
  unverified = false;
  readonly #excerpt: Excerpt | undefined;
  readonly #repliesElsewhere: boolean = false;
  /** Whether the operation has no output, or the response is sent to another address. */
  readonly #isOneWay: boolean;
  /** The body is ignored if its XML is invalid and the response is an HTTP error anyway. */
  #unreadable = false;
  #size = 0;
  /** The text that is kept for listeners. */
  text = "";
  /** Whether a feature verifies the text before it is decoded. */
  readonly isHeld: boolean = false;
  /** Undefined when text is decoded as it arrives. */
  #held: string[] | undefined;
  #heldBytes: Uint8Array[] | undefined;

  constructor(terms: ReadingTerms, head: ResponseHead) {
    const { plan, reading, onItem, understood, features } = terms;
    this.#terms = terms;
    this.#head = head;
    this.#status = head.status;
    if (head.status >= 206) this.#refuseStatus();
    const { type, charset } = readMediaType(head.header("content-type"));
    this.#type = type;
    let isMultipart = false;
    if (features.length > 0) {
      this.#repliesElsewhere = features.some(({ repliesElsewhere }) => repliesElsewhere !== undefined);
      this.isHeld = features.some(({ verify }) => verify !== undefined);
      this.#parts = this.#startParts(type === MULTIPART);
      isMultipart = type === MULTIPART && this.#parts !== undefined;
    }
    this.#isOneWay = this.#repliesElsewhere || plan.operation.output === undefined;
    this.isMultipart = isMultipart;
    if (isMultipart) this.#parts!.onRoot = (root) => this.#readEarly(root);
    // With a missing content type, the recipient may examine the body (RFC 9110, 8.3). Some services send faults as
    // plain text; a body that is no envelope is then ignored.
    if (type === "" || XML_TYPES.includes(type) || (head.status >= 300 && type === "text/plain")) {
      this.#decoder = new XmlTextDecoder(charset, reading);
      this.#envelope = new EnvelopeReader(plan, onItem, understood);
      this.#reader = new XmlReader(this.#envelope, reading);
      this.#envelope.scope = this.#parts === undefined ? this.#reader : this.#scopeOf(this.#reader);
    }
    this.readsXml = this.#reader !== undefined || isMultipart;
    if (this.isHeld && this.readsXml) {
      this.#held = [];
      this.#heldBytes = [];
    }
    if (this.isHeld && isMultipart && this.#parts?.inlined === undefined)
      throw new ResponseError(
        `The response to ${plan.operation.name} comes in parts that are read as streams, so that it cannot be verified before. Read it whole.`,
        { reason: "security" },
      );
    if (head.status >= 300 || !this.readsXml) this.#excerpt = new Excerpt();
  }

  /** Removes the result from this reader, so that a stream that the caller drops can be collected. */
  takeOpened(): unknown {
    const opened = this.#opened;
    this.#opened = opened && { ...opened, result: undefined };
    return opened?.result;
  }
  /** Number of bytes received outside the envelope. */
  get attachedBytes(): number {
    return this.#parts?.attachedBytes ?? 0;
  }
  get parts(): PartsIn | undefined {
    return this.isMultipart ? this.#parts : undefined;
  }
  get heldBytes(): Uint8Array {
    return Buffer.concat(this.#heldBytes ?? []);
  }
  get headers(): { readonly [key: string]: unknown } | undefined {
    return this.#opened === undefined ? this.#envelope?.blocks?.values : this.#opened.headers;
  }
  /** Undefined when the response does not depart from the schema. */
  get notes(): readonly ResponseNote[] | undefined {
    const { notes } = this.#envelope ?? this.#opened ?? {};
    if (notes === undefined) return undefined;
    const shown = (text: string): string => printable(this.#terms.secrets.mask(text));
    return notes.list.map((note) => ({
      ...note,
      path: shown(note.path),
      came: shown(note.came).slice(0, MAX_SHOWN),
      read: shown(note.read).slice(0, MAX_SHOWN),
    }));
  }
  get beforeBody(): boolean {
    return this.#envelope === undefined ? this.isMultipart : !this.#envelope.inBody;
  }

  /** Throws the error of the response as soon as it is known. */
  bytes(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#held !== undefined) this.#heldBytes?.push(chunk);
    if (this.readsXml && !this.#unreadable) {
      try {
        if (this.isMultipart) this.#parts?.write(chunk);
        else this.#write(this.#decoder?.write(chunk) ?? "");
      } catch (error) {
        this.rethrowOrIgnore(error);
      }
    }
    if (this.#excerpt === undefined) return;
    this.#excerpt.add(chunk);
    // The rest of a long error page is not needed.
    if (this.#excerpt.isFull && (!this.readsXml || this.#unreadable)) this.end();
  }

  /**
   * Returns the text to verify: of a multipart response, the envelope, which refers to `parts`. Returns undefined when
   * there is none to decode.
   */
  held(): string | undefined {
    const held = this.#held;
    if (held === undefined || this.#unreadable || this.#size === 0 || this.#isAccepted) return undefined;
    try {
      this.#endParts();
      this.#write(this.#decoder?.end() ?? "");
    } catch (error) {
      this.rethrowOrIgnore(error);
    }
    this.#decoder = undefined;
    return this.#unreadable ? undefined : held.join("");
  }

  /** Decodes `text`, which was verified. */
  release(text: string): void {
    this.#held = undefined;
    this.#write(text);
  }

  /** `error` is the error of reading the text. */
  isErrorPage(error: unknown): boolean {
    return this.#status >= 300 && isResponseError(error) && (error.reason === "xml" || error.reason === "envelope");
  }

  /** Throws a `FaultError`, `HttpError` or `ResponseError`, and always throws for a status of 300 or more. */
  end(): unknown {
    const status = this.#status;
    if (this.#isOneWay && this.#isAccepted) return undefined;
    if (this.isMultipart && this.#size > 0 && !this.#unreadable) {
      try {
        this.#endParts();
      } catch (error) {
        this.rethrowOrIgnore(error);
      }
    }
    if (this.#opened !== undefined) return undefined;
    if (this.#reader === undefined || this.#unreadable) throw this.#unread();
    if (this.#size === 0) throw status === 200 ? this.#refuse("it is empty") : this.#httpError();
    return this.#result();
  }

  #result(): unknown {
    const status = this.#status;
    try {
      this.#write(this.#decoder?.end() ?? "");
      this.#reader?.end();
      this.#envelope?.end();
    } catch (error) {
      const { faultBeside = false, isMisrelated = false } = this.#envelope ?? {};
      if (this.#isMoreInformative(error) || faultBeside || isMisrelated) throw error;
      throw this.#httpError();
    }
    const fault = this.#envelope?.fault;
    if (fault !== undefined) throw this.#faultError(fault.fault());
    if (status >= 300) throw this.#httpError();
    this.unverified = this.#envelope?.blocks?.unverified === true;
    if (this.#repliesElsewhere) return undefined;
    return this.#terms.plan.result(this.#envelope?.values, this.isMultipart ? this.#parts : undefined);
  }

  /** Redirects are not followed, and partial content was not requested. */
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
      const message = "The service responded with status 206, a part of a response, although the whole was asked for.";
      throw new HttpError(message, { status });
    }
  }

  /**
   * A one-way request is accepted by an empty body, or by status 202, with which any body except an envelope is
   * ignored.
   */
  get #isAccepted(): boolean {
    return this.#isOneWay && this.#status < 300 && (this.#size === 0 || this.#needsNoEnvelope);
  }

  get #needsNoEnvelope(): boolean {
    return this.#isOneWay && this.#status === 202 && this.#envelope?.isEnvelope !== true;
  }

  #startParts(isMultipart: boolean): PartsIn | undefined {
    const packaging = this.#terms.features.find((feature) => feature.packaging !== undefined)?.packaging;
    try {
      return packaging?.receive(this.#head.header("content-type") ?? "", isMultipart);
    } catch (error) {
      if (this.#isMoreInformative(error)) throw error;
      return undefined;
    }
  }

  #endParts(): void {
    if (!this.isMultipart || this.#reader !== undefined) return;
    const root = this.#parts?.end();
    if (root !== undefined) this.#readRoot(root);
  }

  #scopeOf(reader: XmlReader, xop?: ReturnType<PartsIn["events"]>): DecodeScope {
    const parts = this.#parts;
    return {
      resolvePrefix: (prefix) => reader.resolvePrefix(prefix),
      position: () => reader.position(),
      attached: xop?.attached,
      partOf: xop && parts && ((url) => parts.take(url)),
      octets: parts?.octets && ((bytes) => parts.octets!(bytes)),
    };
  }

  #readRoot(root: RootPart): void {
    this.#refuseRoot(root);
    const { plan, reading, onItem, understood } = this.#terms;
    this.#decoder = new XmlTextDecoder(root.charset, reading);
    const envelope = new EnvelopeReader(plan, onItem, understood);
    const xop = this.#parts!.events(envelope);
    const reader = new XmlReader(xop, reading);
    envelope.scope = this.#scopeOf(reader, xop);
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

  #readEarly(root: RootPart): void {
    this.#readRoot(root);
    const result = this.#result();
    this.#opened = { result, headers: this.headers, notes: this.#envelope?.notes };
    this.isOpened = true;
    this.#decoder = undefined;
    this.#reader = undefined;
    this.#envelope = undefined;
  }

  /** Throws `error`, unless the HTTP status says more than an error in the body. */
  rethrowOrIgnore(error: unknown): void {
    if (this.#isMoreInformative(error) && !this.#needsNoEnvelope) throw error;
    this.#unreadable = true;
  }

  #isMoreInformative(error: unknown): boolean {
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
    if (this.text.length < keptText) this.text += text.slice(0, keptText - this.text.length);
    this.#reader?.write(text);
  }

  #unread(): HttpError | ResponseError {
    if (this.#status !== 200) return this.#httpError();
    const excerpt = this.#shownExcerpt();
    const type = printable(this.#type).slice(0, 100);
    const happened = `The response has status 200 and content type ${type}, which is not that of a SOAP envelope.`;
    const { advice } = remedyFor(this.#seen);
    return new ResponseError(excerpt === undefined ? happened : `${happened} The response begins: ${excerpt}`, {
      reason: "content-type",
      logged: happened,
      advice,
    });
  }

  #httpError(): HttpError {
    const status = this.#status;
    const retryAfterMs = parseRetryAfter(this.#head.header("retry-after"));
    const { sentence: said = "", advice, showsBody } = remedyFor(this.#seen);
    const wait =
      retryAfterMs === undefined
        ? ""
        : ` The service asks to wait ${Math.ceil(retryAfterMs / 1000).toLocaleString("en-US")} s (Retry-After).`;
    const offer =
      status === 401 ? challengeWording(this.#head.header("www-authenticate") ?? "", this.#terms) : undefined;
    const sentences = `${wait}${offer?.sentence ?? ""}${said}`;
    const logged = `The service responded with status ${status} and no SOAP fault.${sentences}`;
    const excerpt = this.#shownExcerpt();
    const begins = showsBody === true && excerpt !== undefined ? textOfPage(excerpt) : "";
    return new HttpError(begins === "" ? logged : `${logged} The response begins: ${begins}`, {
      status,
      logged,
      excerpt,
      retryAfterMs,
      advice: offer === undefined ? advice : [...offer.advice, ...advice],
    });
  }

  get #seen(): SeenResponse {
    const proxyChallenge = this.#head.header("proxy-authenticate");
    return { status: this.#status, type: this.#type, isEmpty: this.#size === 0, proxyChallenge };
  }

  /** Returns undefined for an envelope, which may hold personal data. */
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
    const code = fault.code.local === "" ? "" : ` (${printable(mask(fault.code.local).slice(0, 200))})`;
    const shownReason =
      reason.trim() === "" ? "no reason is given" : printable(reason.trim().slice(0, 1000)).slice(0, 1000);
    const stop = /[.!?]$/.test(shownReason) ? "" : ".";
    return new FaultError(`The service responded with a fault${code}: ${shownReason}${stop}`, {
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

/** Returns the text of a page without its markup. */
function textOfPage(excerpt: string): string {
  const text = excerpt.replace(/<(style|script)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, " ").replace(/<[^>]*(?:>|$)/g, " ");
  return text.replace(/(?:\\n|\s)+/g, " ").trim();
}
