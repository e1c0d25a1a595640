/** The parts of a request beside its envelope, and the multipart body that contains both. */
import { randomBytes } from "node:crypto";
import type { AttachmentSource, BlobLike } from "soapwright-runtime";
import { ArgumentError } from "soapwright-runtime/errors";
import type { PartsOut, SignedOctets, StreamedBody } from "soapwright-runtime/extend";
import { isAsyncIterable, isLength } from "./attachment-values";
import { quoted, readMimeType } from "./media-type";
import { XOP } from "./xop";

interface Refusal {
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
  open(): AsyncIterable<unknown>;
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

  /**
   * Returns undefined if the value is to be written as base64. Octets are not copied: they are read when the request is
   * sent.
   */
  attach(value: unknown, path: string, mediaType?: string): string | Refusal | undefined {
    if (this.#thresholdBytes === undefined) return undefined;
    if (value instanceof Uint8Array && value.byteLength < this.#thresholdBytes) return undefined;
    const contentId = this.#newId();
    const element = `<xop:Include xmlns:xop="${XOP}" href="cid:${contentId}"></xop:Include>`;
    return this.#add(value, "xs:base64Binary", { path, contentId, element }, mediaType) ?? element;
  }

  /** The Content-ID contains the name (WS-I Attachments Profile 1.0, 3.8). */
  attachPart(name: string, value: unknown, path: string, [declared]: readonly string[]): Refusal | undefined {
    const contentId = `${encodeURIComponent(name)}=${this.#newId()}`;
    return this.#add(value, "an attachment", { path, contentId, element: undefined }, declared);
  }

  /** Returns the URL that refers to the part (WS-I Attachments Profile 1.0, 4.4). */
  refer(value: unknown, path: string, mediaType?: string): string | Refusal {
    const contentId = this.#newId();
    return this.#add(value, "an attachment", { path, contentId, element: undefined }, mediaType) ?? `cid:${contentId}`;
  }

  /** `what` names the expected value in the refusal, and `mediaType` is the type of a source without one. */
  #add(
    value: unknown,
    what: string,
    part: Pick<Part, "path" | "contentId" | "element">,
    mediaType: string | undefined,
  ): Refusal | undefined {
    const source = sourceOf(value, what);
    if ("expected" in source) return source;
    const { contentType: given = "" } = source;
    const contentType = given === "" ? mediaType || "application/octet-stream" : given;
    if (typeof contentType !== "string" || !PRINTABLE.test(contentType)) {
      return { expected: "a contentType of printable ASCII characters", received: "another contentType" };
    }
    this.#parts.push({ ...source, ...part, contentType });
    return undefined;
  }

  #newId(): string {
    return `${this.#parts.length + 1}.${this.#random}@soap.invalid`;
  }

  /**
   * Throws an `ArgumentError` for a stream that cannot be read twice, once for the signature and once for the request.
   */
  references(): SignedOctets {
    const bodies: OutgoingBody[] = [];
    const open = (part: Part): OutgoingBody => {
      requireRepeatable(part);
      const body = new OutgoingBody([part], nothing, "Nothing was sent.");
      bodies.push(body);
      return body;
    };
    const octets = this.#parts.flatMap((part) => {
      const { element } = part;
      if (element === undefined) return [];
      const body = open(part);
      return [{ element, base64: () => base64Of(body) }];
    });
    const others = this.#parts.filter(({ element }) => element === undefined);
    return {
      octets,
      attachments: others.map((part) => ({
        contentId: part.contentId,
        contentType: part.contentType,
        bytes: () => open(part),
      })),
      close: () => {
        for (const body of bodies) body.close();
      },
    };
  }

  /** RFC 2387; SOAP 1.1 Binding for MTOM; SOAP 1.2 MTOM, section 3.2; SOAP Messages with Attachments. */
  pack(envelope: Uint8Array, contentType: string): { readonly body: StreamedBody; readonly contentType: string } {
    const { type, parameters } = readMimeType(contentType);
    // SOAP 1.2 has the SOAP action in the Content-Type.
    const action = parameters.get("action");
    const boundary = `part_${this.#random}`;
    const root = `0.${this.#random}@soap.invalid`;
    const headOf = (partType: string, contentId: string) =>
      `--${boundary}\r\nContent-Type: ${partType}\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <${contentId}>\r\n\r\n`;
    const rootType = this.isXop ? `application/xop+xml; charset=UTF-8; type="${type}"` : `${type}; charset=UTF-8`;
    const pieces: Piece[] = [Buffer.from(headOf(rootType, root)), envelope];
    for (const part of this.#parts) {
      pieces.push(Buffer.from(`\r\n${headOf(part.contentType, part.contentId)}`), part);
    }
    pieces.push(Buffer.from(`\r\n--${boundary}--\r\n`));
    const body = new OutgoingBody(pieces, (part) => {
      this.#isSpent ||= !part.repeatable;
    });
    const [shownType, info] = this.isXop ? ["application/xop+xml", `; start-info="${type}"`] : [type, ""];
    const shownAction = action === undefined ? "" : `; action=${quoted(action)}`;
    return {
      body,
      contentType: `multipart/related; type="${shownType}"; boundary="${boundary}"; start="<${root}>"${info}${shownAction}`,
    };
  }
}

function requireRepeatable({ repeatable, path }: Part): void {
  if (repeatable) return;
  throw new ArgumentError(
    `${path} is a stream that can be read once. It is read twice where the request is signed: once for the signature. Give a Uint8Array, a Blob, or attachmentOf with a function that returns a new stream each time.`,
    {
      reason: "stream-read-twice",
      path,
      expected: "octets that can be read twice",
      received: "a stream that can be read once",
    },
  );
}

const NONE = Buffer.alloc(0);

type Source = Pick<Part, "length" | "repeatable" | "open"> & { readonly contentType?: string | undefined };

function sourceOf(value: unknown, what: string): Source | Refusal {
  if (value instanceof Uint8Array) {
    return {
      length: value.byteLength,
      repeatable: true,
      async *open() {
        yield value;
      },
    };
  }
  if (isBlob(value)) {
    return { length: value.size, contentType: value.type, repeatable: true, open: () => streamOf(value) };
  }
  if (!isAsyncIterable(value))
    return { expected: `${what}, as a Uint8Array, a Blob or an async iterable with a length` };
  const { length, contentType, repeatable } = value as AttachmentSource;
  if (!isLength(length)) {
    return { expected: `${what}, as an async iterable with a length in bytes`, received: "one without a length" };
  }
  return { length, contentType, repeatable: repeatable === true, open: () => value };
}

type Piece = Uint8Array | Part;

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
      if (piece instanceof Uint8Array) yield piece;
      else yield* this.#read(piece);
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
    const { path, length } = part;
    const broken = (what: string, cause?: unknown): ArgumentError =>
      new ArgumentError(`The stream at ${path} ${what} (${sent} of ${length} bytes were read). ${this.#outcome}`, {
        reason: "stream-failed",
        path,
        expected: `a stream of ${length} bytes`,
        received: `one that ${what}`,
        cause,
      });
    let source: AsyncIterator<unknown>;
    try {
      source = part.open()[Symbol.asyncIterator]();
    } catch (cause) {
      throw broken("cannot be read", cause);
    }
    this.#source = source;
    try {
      for (;;) {
        let next: IteratorResult<unknown>;
        try {
          next = await source.next();
        } catch (cause) {
          throw broken("failed", cause);
        }
        if (this.#closed) return;
        if (next.done === true) break;
        const { value } = next;
        if (!(value instanceof Uint8Array)) throw broken("gave something other than a Uint8Array");
        sent += value.byteLength;
        if (sent > length) throw broken("has more bytes than its length says");
        this.onProgress?.();
        for (let at = 0; at < value.byteLength; at += SLICE) yield value.subarray(at, at + SLICE);
      }
      this.#source = undefined;
      if (sent < length) throw broken("ended before its length");
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
