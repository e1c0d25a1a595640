import { joinBytes } from "#platform";
import { isResponseError, ResponseError, type ResponseErrorReason } from "../errors/response-error";
import type { PartsIn, RootPart } from "../feature";
import type { ResponseNote, ResponseNotes } from "../schema/codec";
import { printable } from "../text/printable";
import type { ResponseHead } from "../transport/exchange";
import type { EnvelopeReader } from "./envelope-reader";
import { EnvelopeText, type TextTerms } from "./envelope-text";
import { beginsWithEnvelope, beginsWithSoap, Excerpt, holdsEnvelope } from "./excerpt";
import type { Secrets } from "./mask";
import { type MediaType, readMediaType } from "./media-type";
import { type Reading, readingOf } from "./reading";
import { faultError, httpError, noEnvelope, type RefusedResponse, refusedRoot, refusedStatus } from "./response-errors";

/** What is kept of an envelope that was handed over before its parts came. */
interface Opened {
  readonly result: unknown;
  readonly headers: { readonly [key: string]: unknown } | undefined;
  readonly notes: ResponseNotes | undefined;
  readonly unverified: boolean;
  readonly text: string;
}

interface ReadingTerms extends TextTerms {
  readonly secrets: Pick<Secrets, "mask">;
  /** HTTP headers of the request, as alternating names and values. */
  readonly sentHeaders?: readonly string[];
}

/** Length of the texts of a note, in UTF-16 code units. */
const MAX_SHOWN = 100;
const XML_TYPES = ["text/xml", "application/soap+xml", "application/xml"];
/** Servers give these types to a response whose program names none, so that they say nothing of its content. */
const DEFAULT_TYPES = ["text/html", "text/plain", "application/octet-stream", "binary/octet-stream"];

/**
 * Reads one response: first its head, then `bytes`, then `end`. Returns the result or throws the error as soon as it is
 * known; if parts follow the envelope, `takeOpened` returns the result. What is `held` is decoded by `release`, after
 * features have verified it. Reads no socket. Text of the response enters an error only masked by
 * `secrets`.
 */
export class ResponseReader {
  readonly #terms: ReadingTerms;
  readonly #head: ResponseHead;
  readonly #type: string;
  /** Undefined for a body that is no XML; before the first part of a multipart response, and after it was handed over. */
  #text: EnvelopeText | undefined;
  readonly reading: Reading;
  readonly readsXml: boolean;
  #heldBytes: Uint8Array[] | undefined;
  #opened: Opened | undefined;
  readonly #excerpt: Excerpt | undefined;
  /** Whether the operation has no output, or the response is sent to another address. */
  readonly #isOneWay: boolean;
  readonly #repliesElsewhere: boolean;
  /** Whether the content type says nothing of the body, which may be an envelope all the same. */
  readonly #isDoubtful: boolean;
  /** Why the body is ignored: its XML is invalid, and the response is an HTTP error or a page anyway. */
  #unreadable: Error | undefined;
  /** Why the body of an HTTP error could not be decompressed. */
  #compressed: ResponseError | undefined;
  #size = 0;

  constructor(terms: ReadingTerms, head: ResponseHead) {
    const { plan, secrets, features } = terms;
    const { status } = head;
    this.#terms = terms;
    this.#head = head;
    const refusal = status >= 206 ? refusedStatus(head, secrets) : undefined;
    if (refusal !== undefined) throw refusal;
    const contentType = head.header("content-type");
    // Nearly all services write it as the request does.
    const isUsual = contentType === plan.terms.contentType;
    const mediaType: MediaType = isUsual ? plan.terms : readMediaType(contentType);
    const { type, charset, isRepeated = false } = mediaType;
    this.#type = isRepeated ? `${type}, ${type}` : type;
    const hasFeatures = features.length > 0;
    this.#repliesElsewhere = hasFeatures && features.some(({ repliesElsewhere }) => repliesElsewhere !== undefined);
    this.reading = readingOf(head, type, features, plan.operation);
    const { isInParts, parts } = this.reading;
    const isHeld = this.reading.of === "held";
    this.#isDoubtful = status < 300 && isDoubtfulType(mediaType);
    this.#isOneWay = this.#repliesElsewhere || plan.operation.output === undefined;
    if (isInParts) parts!.onRoot = (root) => this.#readEarly(root);
    // With a missing content type, the recipient may examine the body (RFC 9110, 8.3). Some services send faults as
    // plain text, and PHP as HTML; a body that is no envelope is then ignored. A page is not verified.
    else if (
      type === "" ||
      (XML_TYPES.includes(type) && !isRepeated) ||
      this.#isGuess ||
      (status >= 300 && (type === "text/plain" || (!isHeld && !type.startsWith("multipart/"))))
    )
      this.#text = new EnvelopeText(terms, charset, isHeld, parts, false);
    this.readsXml = this.#text !== undefined || isInParts;
    if (isHeld && this.readsXml) this.#heldBytes = [];
    if (status >= 300 || !this.readsXml || this.#isGuess) this.#excerpt = new Excerpt();
  }

  /** Whether the envelope is complete, so that the rest of the response is its parts. */
  get isOpened(): boolean {
    return this.#opened !== undefined;
  }
  /** Removes the result from this reader, so that a stream that the caller drops can be collected. */
  takeOpened(): unknown {
    const opened = this.#opened;
    this.#opened = opened && { ...opened, result: undefined };
    return opened?.result;
  }
  /** Number of bytes received outside the envelope. */
  get attachedBytes(): number {
    return this.reading.parts?.attachedBytes ?? 0;
  }
  get parts(): PartsIn | undefined {
    return this.reading.isInParts ? this.reading.parts : undefined;
  }
  get heldBytes(): Uint8Array {
    return joinBytes(this.#heldBytes ?? []);
  }
  get #envelope(): EnvelopeReader | undefined {
    return this.#text?.envelope;
  }
  /** The text that is kept for listeners. */
  get text(): string {
    return this.#text?.text ?? this.#opened?.text ?? "";
  }
  get headers(): { readonly [key: string]: unknown } | undefined {
    return this.#opened === undefined ? this.#envelope?.header?.values : this.#opened.headers;
  }
  /** Whether the result has a header block that was read and not verified. */
  get unverified(): boolean {
    return this.#opened === undefined ? this.#envelope?.header?.unverified === true : this.#opened.unverified;
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
    return this.#envelope === undefined ? this.reading.isInParts : this.#envelope.body === undefined;
  }

  /** Throws the error of the response as soon as it is known. */
  bytes(chunk: Uint8Array): void {
    this.#size += chunk.length;
    this.#heldBytes?.push(chunk);
    if (this.readsXml && this.#unreadable === undefined) {
      try {
        if (this.reading.isInParts) this.reading.parts!.write(chunk);
        else this.#text!.write(chunk);
      } catch (error) {
        this.rethrowOrIgnore(error);
      }
    }
    if (this.#excerpt === undefined) return;
    this.#excerpt.add(chunk);
    // The rest of a long page is not needed.
    if (this.#excerpt.isFull && (!this.readsXml || this.#unreadable !== undefined || this.#isPage)) this.end();
  }

  /** Called when the body of an HTTP error is lost, before `end`. */
  failBody(error: unknown): void {
    if (isResponseError(error) && error.reason === "content-encoding") this.#compressed = error;
  }

  /**
   * Returns the text to verify: of a multipart response, the envelope, which refers to `parts`. Returns undefined when
   * there is none to decode.
   */
  held(): string | undefined {
    if (!this.readsXml || this.#unreadable !== undefined || this.#size === 0 || this.#isAccepted) return undefined;
    try {
      this.#endParts();
      const text = this.#text?.held() ?? "";
      if (!this.#isGuess || beginsWithEnvelope(text)) return text;
      throw noEnvelope(this.#refused, this.#terms);
    } catch (error) {
      this.rethrowOrIgnore(error);
      return undefined;
    }
  }

  /** Decodes `text`, which was verified. */
  release(text: string): void {
    this.#text?.release(text);
  }

  /** `error` is the error of reading the text. */
  isErrorPage(error: unknown): boolean {
    return this.#head.status >= 300 && isResponseError(error) && NO_MESSAGE.includes(error.reason);
  }

  /** Throws a `FaultError`, `HttpError` or `ResponseError`, and always throws for a status of 300 or more. */
  end(): unknown {
    if (this.#isOneWay && this.#isAccepted) return undefined;
    if (this.reading.isInParts && this.#size > 0 && this.#unreadable === undefined) {
      try {
        this.#endParts();
      } catch (error) {
        this.rethrowOrIgnore(error);
      }
    }
    if (this.#opened !== undefined) return undefined;
    if (this.#text === undefined || this.#unreadable !== undefined || (this.#isGuess && this.#size === 0))
      throw noEnvelope(this.#refused, this.#terms);
    if (this.#size > 0) return this.#result(this.#text);
    throw this.#head.status === 200 ? this.#emptyResponse() : httpError(this.#refused, this.#terms);
  }

  #result(text: EnvelopeText): unknown {
    const { status } = this.#head;
    try {
      text.end();
    } catch (error) {
      if (this.#isMoreInformative(error) || text.envelope.body?.outranksStatus === true) throw error;
      this.#unreadable = error as Error;
      throw noEnvelope(this.#refused, this.#terms);
    }
    if (this.#isGuess) this.#noteType(text);
    const { fault, values } = text.envelope.body!;
    if (fault !== undefined) throw faultError(fault.fault(), status, this.#terms.secrets);
    if (status >= 300) throw httpError(this.#refused, this.#terms);
    if (this.#repliesElsewhere) return undefined;
    return this.#terms.plan.result(values, this.parts);
  }

  /**
   * A one-way request is accepted by an empty body, or by status 202, with which any body except an envelope is
   * ignored.
   */
  get #isAccepted(): boolean {
    return this.#isOneWay && this.#head.status < 300 && (this.#size === 0 || this.#needsNoEnvelope);
  }

  get #needsNoEnvelope(): boolean {
    return this.#isOneWay && this.#head.status === 202 && this.#envelope?.isEnvelope !== true;
  }

  #endParts(): void {
    if (!this.reading.isInParts || this.#text !== undefined) return;
    const root = this.reading.parts?.end();
    if (root !== undefined) this.#readRoot(root);
  }

  #readRoot(root: RootPart): EnvelopeText {
    if (root.type !== "" && root.type !== "application/xop+xml" && !XML_TYPES.includes(root.type))
      throw refusedRoot(root);
    const text = new EnvelopeText(this.#terms, root.charset, this.reading.of === "held", this.reading.parts, true);
    this.#text = text;
    for (const chunk of root.chunks) text.write(chunk);
    return text;
  }

  #readEarly(root: RootPart): void {
    const text = this.#readRoot(root);
    const result = this.#result(text);
    const { header, notes } = text.envelope;
    this.#opened = { result, headers: header?.values, notes, unverified: header?.unverified === true, text: text.text };
    this.#text = undefined;
  }

  /** Throws `error`, unless the HTTP status or the content type says more than an error in the body. */
  rethrowOrIgnore(error: unknown): void {
    if (!(error instanceof Error) || (this.#isMoreInformative(error) && !this.#needsNoEnvelope)) throw error;
    this.#unreadable = error;
  }

  #isMoreInformative(error: unknown): boolean {
    if (this.#isGuess && this.#envelope?.isEnvelope !== true && isResponseError(error)) return false;
    if (this.#head.status < 300 || !isResponseError(error)) return true;
    return error.reason === "limit" && this.#envelope?.isEnvelope === true;
  }

  #emptyResponse(): ResponseError {
    const { name } = this.#terms.plan.operation;
    return new ResponseError(`The response to ${name} cannot be read: it is empty.`, { reason: "envelope" });
  }

  /** Whether the body is read only if it is an envelope. `strict` reads no body of such a type. */
  get #isGuess(): boolean {
    return this.#isDoubtful && this.#terms.plan.codec.settings.validation !== "strict";
  }

  /** Whether the body is well-formed XML so far, with another root than an Envelope. */
  get #isPage(): boolean {
    return this.#isGuess && this.#envelope?.isRefused === true && !this.#envelope.isEnvelope;
  }

  #noteType({ envelope }: EnvelopeText): void {
    const came = this.#head.header("content-type") ?? "";
    envelope.note({ place: "content type", came, read: "the SOAP envelope in it", path: () => "Envelope" });
  }

  get #refused(): RefusedResponse {
    const isEnvelope = this.#envelope?.isEnvelope === true;
    const excerpt = this.#excerpt?.text() ?? "";
    return {
      head: this.#head,
      type: this.#type,
      isEmpty: this.#size === 0 && this.#compressed === undefined,
      begins: isEnvelope || this.#excerpt === undefined ? undefined : excerpt,
      unread: this.#compressed ?? (isEnvelope || holdsEnvelope(excerpt) ? this.#whyUnread() : undefined),
      isMistyped: this.#isDoubtful && !this.#isGuess && beginsWithSoap(excerpt),
    };
  }

  /** Returns the error of an envelope that may be a fault. */
  #whyUnread(): ResponseError | undefined {
    const error = this.#unreadable;
    if (!isResponseError(error)) return undefined;
    if (error.reason === "xml") return error;
    const { isEnvelope = false, body } = this.#envelope ?? {};
    return isEnvelope && (body === undefined || body.fault !== undefined) ? error : undefined;
  }
}

/** Reasons that an error page has too. */
const NO_MESSAGE: readonly ResponseErrorReason[] = ["xml", "envelope", "header-not-understood"];

/** Whether the content type says nothing of the body, or is there twice. */
function isDoubtfulType({ type, isRepeated }: MediaType): boolean {
  return DEFAULT_TYPES.includes(type) || (isRepeated === true && XML_TYPES.includes(type));
}
