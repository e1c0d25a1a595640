/** The parts of a request beside its envelope, and the multipart body that contains both. */
import { randomBytes } from "node:crypto";
import { ArgumentError } from "../errors/argument-error";
import type { PartsOut, SignedOctets } from "../feature";
import type { AttachmentSource, BlobLike, StreamedBody } from "../octets";
import { isAsyncIterable, isLength } from "./attachment-values";
import { quoted, readMimeType } from "./media-type";
import { XOP } from "./xop";

export interface Refusal {
  readonly expected: string;
  readonly received?: string;
}

/** The source is opened for each attempt. */
interface Part {
  readonly path: string;
  readonly contentId: string;
  /** The XML is canonical. */
  readonly element: string | undefined;
  readonly contentType: string;
  readonly length: number;
  readonly repeatable: boolean;
  open(): AsyncIterable<unknown> | readonly Uint8Array[];
}

/** The type of the envelope's part follows from the Content-Type without attachments. */
export interface EnvelopeType {
  /** `text/xml` or `application/soap+xml`. */
  readonly type: string;
  /** Set if SOAP 1.2 carries the SOAP action in the Content-Type. */
  readonly action: string | undefined;
}

/** RFC 2045 allows these values in a header field of a part. */
const PRINTABLE = /^[\x20-\x7e]+$/;

/** Collects the parts of one call's request, in document order. */
export class OutgoingParts implements PartsOut {
  readonly #thresholdBytes: number | undefined;
  readonly #isAlways: boolean;
  readonly #parts: Part[] = [];
  readonly #random = randomBytes(18).toString("hex");
  #isSpent = false;

  /**
   * @param thresholdBytes With it, the request is MTOM, and a shorter `Uint8Array` stays in the envelope as base64.
   * Without it, the request is SOAP with Attachments.
   * @param isAlways Whether the request is multipart even without parts.
   */
  constructor(thresholdBytes?: number, isAlways = true) {
    this.#thresholdBytes = thresholdBytes;
    this.#isAlways = isAlways;
  }

  get goesAlone(): boolean {
    return !this.#isAlways && this.isEmpty;
  }

  /** A stream that was opened cannot be sent again. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  get isXop(): boolean {
    return this.#thresholdBytes !== undefined;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  get length(): number {
    return this.#parts.reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * Returns undefined if the value is to be written as base64. Octets are not copied: they are read when the request is
   * sent.
   */
  attach(value: unknown, path: string, mediaType?: string): string | Refusal | undefined {
    if (this.#thresholdBytes === undefined) return undefined;
    if (value instanceof Uint8Array && value.byteLength < this.#thresholdBytes) return undefined;
    const opened = sourceOf(value, "xs:base64Binary");
    if ("expected" in opened) return opened;
    const source = withPrintable({ ...opened, contentType: opened.contentType ?? mediaType });
    if ("expected" in source) return source;
    const contentId = this.#newId();
    const element = `<xop:Include xmlns:xop="${XOP}" href="cid:${contentId}"></xop:Include>`;
    this.#parts.push({ ...source, path, contentType: source.contentType ?? OCTETS, contentId, element });
    return element;
  }

  /** The Content-ID contains the name (WS-I Attachments Profile 1.0, 3.8). */
  attachPart(name: string, value: unknown, path: string, [declared]: readonly string[]): Refusal | undefined {
    const source = sourceOf(value, "an attachment");
    if ("expected" in source) return source;
    const contentId = `${encodeURIComponent(name)}=${this.#newId()}`;
    const contentType = source.contentType ?? declared ?? OCTETS;
    this.#parts.push({ ...source, path, contentType, contentId, element: undefined });
    return undefined;
  }

  /** Returns the URL that refers to the part (WS-I Attachments Profile 1.0, 4.4). */
  refer(value: unknown, path: string, mediaType?: string): string | Refusal {
    const source = sourceOf(value, "an attachment");
    if ("expected" in source) return source;
    const contentId = this.#newId();
    const contentType = source.contentType ?? mediaType ?? OCTETS;
    this.#parts.push({ ...source, path, contentType, contentId, element: undefined });
    return `cid:${contentId}`;
  }

  #newId(): string {
    return `${this.#parts.length + 1}.${this.#random}@soap.invalid`;
  }

  /**
   * Throws an `ArgumentError` for a stream that cannot be read twice, once for the signature and once for the request.
   */
  references(): SignedOctets {
    const bodies: OutgoingBody[] = [];
    const octets = this.#parts.flatMap((part) => {
      const { element, repeatable, path } = part;
      if (element === undefined) return [];
      if (!repeatable)
        throw new ArgumentError(
          `${path} is a stream that can be read once. It is read twice where the request is signed: once for the signature. Give a Uint8Array, a Blob, or attachmentOf with a function that returns a new stream each time.`,
          { path, expected: "octets that can be read twice", received: "a stream that can be read once" },
        );
      const body = new OutgoingBody([part], nothing, "Nothing was sent.");
      bodies.push(body);
      return [{ element, base64: () => base64Of(body) }];
    });
    return {
      octets,
      isWhole: octets.length === this.#parts.length,
      close: () => {
        for (const body of bodies) body.close();
      },
    };
  }

  pack(envelope: Uint8Array, contentType: string): { readonly body: StreamedBody; readonly contentType: string } {
    const { type, parameters } = readMimeType(contentType);
    const parts = { type, action: parameters.get("action") };
    return { body: this.body(envelope, parts), contentType: this.contentType(parts) };
  }

  /** RFC 2387; SOAP 1.1 Binding for MTOM; SOAP 1.2 MTOM, section 3.2; SOAP Messages with Attachments. */
  contentType({ type, action }: EnvelopeType): string {
    const shown = action === undefined ? "" : `; action=${quoted(action)}`;
    const [root, info] = this.isXop ? ["application/xop+xml", `; start-info="${type}"`] : [type, ""];
    return `multipart/related; type="${root}"; boundary="${this.#boundary}"; start="<${this.#root}>"${info}${shown}`;
  }

  body(envelope: Uint8Array, { type }: EnvelopeType): StreamedBody {
    const rootType = this.isXop ? `application/xop+xml; charset=UTF-8; type="${type}"` : `${type}; charset=UTF-8`;
    const rootHead = `--${this.#boundary}\r\nContent-Type: ${rootType}\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <${this.#root}>\r\n\r\n`;
    const pieces: Piece[] = [Buffer.from(rootHead), envelope];
    for (const part of this.#parts) {
      const { contentType, contentId } = part;
      const head = `\r\n--${this.#boundary}\r\nContent-Type: ${contentType}\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <${contentId}>\r\n\r\n`;
      pieces.push(Buffer.from(head), part);
    }
    pieces.push(Buffer.from(`\r\n--${this.#boundary}--\r\n`));
    return new OutgoingBody(pieces, (part) => {
      this.#isSpent ||= !part.repeatable;
    });
  }

  get #boundary(): string {
    return `part_${this.#random}`;
  }

  get #root(): string {
    return `0.${this.#random}@soap.invalid`;
  }
}

const NONE = Buffer.alloc(0);
const OCTETS = "application/octet-stream";

type Source = Pick<Part, "length" | "repeatable" | "open">;

/** `what` names the expected value in the refusal. */
function sourceOf(value: unknown, what: string): (Source & { readonly contentType: string | undefined }) | Refusal {
  if (value instanceof Uint8Array) {
    return { length: value.byteLength, contentType: undefined, repeatable: true, open: () => [value] };
  }
  if (isBlob(value)) {
    const { size, type } = value;
    const contentType = type === "" ? undefined : type;
    return withPrintable({ length: size, contentType, repeatable: true, open: () => streamOf(value) });
  }
  if (!isAsyncIterable(value))
    return { expected: `${what}, as a Uint8Array, a Blob or an async iterable with a length` };
  const { length, contentType, repeatable } = value as AttachmentSource;
  if (!isLength(length)) {
    return { expected: `${what}, as an async iterable with a length in bytes`, received: "one without a length" };
  }
  const declaredType = contentType === "" ? undefined : contentType;
  return withPrintable({ length, contentType: declaredType, repeatable: repeatable === true, open: () => value });
}

function withPrintable<S extends { readonly contentType: string | undefined }>(source: S): S | Refusal {
  const { contentType } = source;
  if (contentType === undefined || (typeof contentType === "string" && PRINTABLE.test(contentType))) return source;
  return { expected: "a contentType of printable ASCII characters", received: "another contentType" };
}

type Piece = Uint8Array | Part;

function isPart(piece: Piece): piece is Part {
  return !(piece instanceof Uint8Array);
}

/** The multipart body of a request, which reads its streamed parts as it is sent. */
class OutgoingBody implements StreamedBody {
  readonly length: number;
  onProgress: (() => void) | undefined;
  readonly #pieces: readonly Piece[];
  readonly #onBegin: (part: Part) => void;
  readonly #outcome: string;
  #source: AsyncIterator<unknown> | undefined;
  #closed = false;

  constructor(
    pieces: readonly Piece[],
    onBegin: (part: Part) => void,
    outcome = "The request was broken off: the service may have received a part of it.",
  ) {
    this.#pieces = pieces;
    this.#onBegin = onBegin;
    this.#outcome = outcome;
    this.length = pieces.reduce((sum, { length }) => sum + length, 0);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for (const piece of this.#pieces) {
      if (this.#closed) return;
      if (isPart(piece)) yield* this.#read(piece);
      else yield piece;
    }
  }

  close(): void {
    this.#closed = true;
    const source = this.#source;
    this.#source = undefined;
    try {
      source?.return?.()?.then(undefined, nothing);
    } catch {
      // A failure to close an unused source has no effect on the call.
    }
  }

  async *#read(part: Part): AsyncGenerator<Uint8Array, void, undefined> {
    this.#onBegin(part);
    let sent = 0;
    const broken = (what: string, cause?: unknown) => brokenSource(part, sent, what, this.#outcome, cause);
    const source = iteratorOf(part, broken);
    this.#source = source;
    try {
      for (;;) {
        const next = await nextOf(source, broken);
        if (this.#closed) return;
        if (next.done === true) break;
        const { value } = next;
        if (!(value instanceof Uint8Array)) throw broken("gave something other than a Uint8Array");
        sent += value.byteLength;
        if (sent > part.length) throw broken("has more bytes than its length says");
        this.onProgress?.();
        for (let at = 0; at < value.byteLength; at += SLICE) yield value.subarray(at, at + SLICE);
      }
      this.#source = undefined;
      if (sent < part.length) throw broken("ended before its length");
    } finally {
      if (this.#source === source) {
        this.#source = undefined;
        // The result is not awaited, because a stalled source must not block the request.
        void Promise.resolve(source.return?.()).catch(nothing);
      }
    }
  }
}

/** Number of bytes written at a time, so that the socket can apply backpressure in between. */
const SLICE = 262_144;

type Broken = (what: string, cause?: unknown) => ArgumentError;

function iteratorOf(part: Part, broken: Broken): AsyncIterator<unknown> {
  try {
    const source = part.open();
    return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : fromList(source);
  } catch (cause) {
    throw broken("cannot be read", cause);
  }
}

async function* fromList(list: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* list;
}

async function nextOf(source: AsyncIterator<unknown>, broken: Broken): Promise<IteratorResult<unknown>> {
  try {
    return await source.next();
  } catch (cause) {
    throw broken("failed", cause);
  }
}

function brokenSource(
  { path, length }: Part,
  sent: number,
  what: string,
  outcome: string,
  cause: unknown,
): ArgumentError {
  return new ArgumentError(`The stream at ${path} ${what} (${sent} of ${length} bytes were read). ${outcome}`, {
    path,
    expected: `a stream of ${length} bytes`,
    received: `one that ${what}`,
    cause,
  });
}

/** Yields to the event loop after each piece. */
async function* base64Of(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let rest = NONE;
  for await (const bytes of body) {
    const whole = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const length = whole.byteLength - (whole.byteLength % 3);
    yield Buffer.from(whole.buffer, whole.byteOffset, length).toString("base64");
    // The bytes are copied, because the source may reuse its buffer.
    rest = Buffer.from(whole.subarray(length));
    await new Promise<void>((settle) => setImmediate(settle));
  }
  yield rest.toString("base64");
}

function isBlob(value: unknown): value is BlobLike {
  if (typeof value !== "object" || value === null) return false;
  const tag = Object.prototype.toString.call(value);
  return (tag === "[object Blob]" || tag === "[object File]") && typeof Reflect.get(value, "stream") === "function";
}

function streamOf(blob: BlobLike): AsyncIterable<unknown> {
  const stream = blob.stream();
  if (isAsyncIterable(stream)) return stream;
  throw new TypeError("its stream() is no async iterable");
}

function nothing(): void {}
