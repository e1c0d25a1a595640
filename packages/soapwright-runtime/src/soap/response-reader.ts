import { isResponseError, ResponseError } from "../errors/response-error";
import type { CallFeature, PartsIn, RootPart } from "../feature";
import { printable } from "../printable";
import type { DecodeScope, ResponseNote, ResponseNotes } from "../schema/codec";
import type { ResponseHead } from "../transport/exchange";
import { XmlReader } from "../xml/reader";
import { XmlTextDecoder } from "../xml/text-decoder";
import type { ReaderPlan } from "../xml/xml-namespaces";
import { EnvelopeReader } from "./envelope-reader";
import { Excerpt } from "./excerpt";
import type { Understood } from "./header-blocks";
import type { Secrets } from "./mask";
import type { ResponsePlan } from "./operation-plan";
import { faultError, httpError, noEnvelope, type RefusedResponse, refusedRoot, refusedStatus } from "./response-errors";

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
    const refusal = head.status >= 206 ? refusedStatus(head, terms.secrets) : undefined;
    if (refusal !== undefined) throw refusal;
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
    if (this.#reader === undefined || this.#unreadable) throw noEnvelope(this.#refused, this.#terms);
    if (this.#size === 0) throw status === 200 ? this.#emptyResponse() : httpError(this.#refused, this.#terms);
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
      throw httpError(this.#refused, this.#terms);
    }
    const fault = this.#envelope?.fault;
    if (fault !== undefined) throw faultError(fault.fault(), status, this.#terms.secrets);
    if (status >= 300) throw httpError(this.#refused, this.#terms);
    this.unverified = this.#envelope?.blocks?.unverified === true;
    if (this.#repliesElsewhere) return undefined;
    return this.#terms.plan.result(this.#envelope?.values, this.isMultipart ? this.#parts : undefined);
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
    if (root.type !== "" && root.type !== "application/xop+xml" && !XML_TYPES.includes(root.type))
      throw refusedRoot(root);
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

  #emptyResponse(): ResponseError {
    const { name } = this.#terms.plan.operation;
    return new ResponseError(`The response to ${name} cannot be read: it is empty.`, { reason: "envelope" });
  }

  get #refused(): RefusedResponse {
    const begins = this.#envelope?.isEnvelope === true ? undefined : this.#excerpt?.text();
    return { head: this.#head, type: this.#type, isEmpty: this.#size === 0, begins };
  }
}
