/** The attachments of a response, read while they come. */
import { isServiceError, type ServiceError } from "../errors/service-error";
import { attachmentError, attachmentLimit, shownText } from "./attachment-error";
import { contentIdOf, contentIdsOfUrl, readMimeType } from "./media-type";
import { MultipartReader, type PartEvents, type PartHeaders } from "./multipart";
import type { AttachmentLimits, RootPart } from "./received";

/**
 * The octets of one attachment while they arrive: can be gone through once. Attachments come in the order in which the service
 * sends them; one that is asked for before its turn has those before it kept in memory, up to `maxResponseBytes`. Leave it with
 * `break`, `return()` or `await using`: when all of a response are left or read, its connection is free.
 */
export interface AttachmentStream extends AsyncIterableIterator<Uint8Array> {
  /** Media type of the part, once its first bytes were read; undefined before, and for octets that came as base64. */
  readonly contentType: string | undefined;
  /** The rest of it in memory. Rejects with a `ResponseError` where it is longer than `most` bytes: 67,108,864 by default. */
  bytes(most?: number): Promise<Uint8Array>;
  next(): Promise<IteratorResult<Uint8Array, undefined>>;
  return(): Promise<IteratorResult<Uint8Array, undefined>>;
  [Symbol.asyncIterator](): AttachmentStream;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A result of a call with `attachments: "stream"`: for each `Uint8Array` in it an `AttachmentStream`. */
export type WithAttachmentStreams<T> = T extends Uint8Array
  ? AttachmentStream
  : T extends readonly (infer I)[]
    ? WithAttachmentStreams<I>[]
    : T extends object
      ? { [K in keyof T]: WithAttachmentStreams<T[K]> }
      : T;

/** What a method returns instead of `R` with the options `S`: streams where they say `attachments: "stream"`. */
export type AttachmentsOf<R, S> = S extends { readonly attachments: "stream" } ? WithAttachmentStreams<R> : R;

/** Who is told what readers do. */
export interface Readers {
  /** A reader of the part that comes waits for bytes, or was given some. */
  onReader(isWaiting: boolean): void;
  /** All attachments were read or left, and some were left. */
  onLeft(): void;
}

/** With so many bytes of a part waiting no more are read; with so few, they are again. */
const HIGH = 262_144;
const LOW = 65_536;
const LONGEST_IN_MEMORY = 67_108_864;

interface Waiter {
  resolve(result: IteratorResult<Uint8Array, undefined>): void;
  reject(error: ServiceError): void;
  /** Held until then: a stream that someone waits for is not dropped. */
  readonly stream: object;
}

/** The bytes of one attachment between the response and its reader. */
class Flow {
  readonly #parts: StreamedParts;
  readonly #chunks: Uint8Array[] = [];
  readonly #waiters: Waiter[] = [];
  headers: PartHeaders | undefined;
  waitingBytes = 0;
  /** Somebody has asked for its bytes. */
  begun = false;
  /** All of it has come, or nobody wants it. */
  over = false;
  left = false;
  #error: ServiceError | undefined;

  constructor(parts: StreamedParts) {
    this.#parts = parts;
  }

  get isWaiting(): boolean {
    return this.#waiters.length > 0;
  }

  next(stream: object): Promise<IteratorResult<Uint8Array, undefined>> {
    this.begun = true;
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.waitingBytes -= chunk.byteLength;
      this.#parts.onRead(this);
      return Promise.resolve({ done: false, value: chunk });
    }
    if (this.#error !== undefined) return Promise.reject(this.#error);
    if (this.over) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject, stream });
      this.#parts.onRead(this);
    });
  }

  give(chunk: Uint8Array): void {
    if (this.left) return;
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) {
      waiter.resolve({ done: false, value: chunk });
      return;
    }
    this.#chunks.push(chunk);
    this.waitingBytes += chunk.byteLength;
  }

  end(error?: ServiceError): void {
    if (this.over) return;
    this.over = true;
    this.#error = error;
    for (const waiter of this.#waiters.splice(0)) {
      if (error === undefined) waiter.resolve({ done: true, value: undefined });
      else waiter.reject(error);
    }
  }

  leave(): void {
    if (this.left) return;
    const wasOver = this.over;
    this.left = true;
    this.#chunks.length = 0;
    this.waitingBytes = 0;
    this.#error = undefined;
    this.end();
    if (!wasOver) this.#parts.onLeft(this);
  }
}

/** What a reader holds of a flow: when nobody can reach it any more, the flow is left. */
class FlowStream implements AttachmentStream {
  readonly #flow: Flow;

  constructor(flow: Flow) {
    this.#flow = flow;
    dropped.register(this, flow);
  }

  get contentType(): string | undefined {
    return this.#flow.headers?.get("content-type");
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    return this.#flow.next(this);
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#flow.leave();
    return { done: true, value: undefined };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#flow.leave();
  }

  async bytes(most = LONGEST_IN_MEMORY): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of this) {
      length += chunk.byteLength;
      if (length > most) throw attachmentError(`one is longer than the ${most} bytes that bytes() was to keep`);
      chunks.push(chunk);
    }
    return new Uint8Array(Buffer.concat(chunks));
  }
}

const dropped = new FinalizationRegistry<Flow>((flow) => flow.leave());

/**
 * Takes the bytes of a multipart response whose attachments are handed over while they come. What comes before the envelope is
 * kept in memory: nothing is known of it. Parts that no element refers to are passed over.
 */
export class StreamedParts implements PartEvents {
  readonly #reader: MultipartReader | undefined;
  readonly #limits: AttachmentLimits;
  readonly #start: string | undefined;
  readonly #ids = new Set<string>();
  /** Those that elements refer to, by Content-ID. */
  readonly #flows = new Map<string, Flow>();
  /** Parts that came before the envelope. */
  readonly #early = new Map<string, Flow>();
  #readers: Readers | undefined;
  #parts = 0;
  #isRoot = false;
  #rootHeaders: PartHeaders | undefined;
  readonly #rootChunks: Buffer[] = [];
  #hasRoot = false;
  /** Takes the envelope, when all of it is there. */
  onRoot: ((root: RootPart) => void) | undefined;
  #current: Flow | undefined;
  #attachedBytes = 0;
  #onRoom: (() => void) | undefined;

  /** `contentType` is the header of a multipart response; undefined where there are no parts. */
  constructor(contentType: string | undefined, limits: AttachmentLimits) {
    this.#limits = limits;
    if (contentType === undefined) return;
    const { parameters } = readMimeType(contentType);
    const start = parameters.get("start");
    this.#start = start === undefined || start === "" ? undefined : contentIdOf(start);
    const { maxAttachments, maxHeaderBytes } = limits;
    const each = { maxParts: maxAttachments + 1, maxHeaderBytes };
    this.#reader = new MultipartReader(parameters.get("boundary") ?? "", each, this);
  }

  /** From now on `readers` is told of what readers do. */
  open(readers: Readers): void {
    this.#readers = readers;
  }

  /** Some attachment is to be read from the response yet. */
  get isOpen(): boolean {
    for (const flow of this.#flows.values()) if (!flow.over) return true;
    return false;
  }

  write(chunk: Uint8Array): void {
    this.#reader?.write(chunk);
  }

  get attachedBytes(): number {
    return this.#attachedBytes;
  }

  /** The body is over. */
  end(): void {
    this.#reader?.end();
    if (!this.#hasRoot) {
      throw attachmentError(`no part has the Content-ID ${shownText(this.#start ?? "")} that start names`);
    }
    for (const [id, flow] of this.#flows) {
      if (flow.headers === undefined && !flow.left)
        throw attachmentError(`no part has the Content-ID ${shownText(id)}`);
    }
  }

  /** The response cannot be read on: whoever reads an attachment is told. */
  fail(error: unknown): void {
    if (!isServiceError(error)) return;
    for (const flow of this.#flows.values()) flow.end(error);
  }

  /** The attachment that a `cid:` URL refers to. */
  take(url: string): AttachmentStream {
    const ids = contentIdsOfUrl(url);
    if (ids === undefined) throw attachmentError(`${shownText(url)} is not the cid: URL of a part`);
    const known = ids.find((id) => this.#ids.has(id));
    if (known !== undefined && !this.#early.has(known)) {
      throw attachmentError(`${shownText(url)} refers to the envelope itself`);
    }
    if (ids.some((id) => this.#flows.has(id)))
      throw attachmentError(`two elements refer to the part ${shownText(url)}`);
    const flow = (known === undefined ? undefined : this.#early.get(known)) ?? new Flow(this);
    // Which of the two a part that is still to come has is not known: it is found by either.
    for (const id of known === undefined ? ids : [known]) this.#flows.set(id, flow);
    return new FlowStream(flow);
  }

  /** Octets that came in the envelope, as a stream. */
  octets(bytes: Uint8Array): AttachmentStream {
    const flow = new Flow(this);
    if (bytes.byteLength > 0) flow.give(bytes);
    flow.end();
    return new FlowStream(flow);
  }

  startPart(headers: PartHeaders): void {
    const written = headers.get("content-id");
    const id = written === undefined ? undefined : contentIdOf(written);
    if (id !== undefined) {
      if (this.#ids.has(id)) throw attachmentError(`two parts have the Content-ID ${shownText(id)}`);
      this.#ids.add(id);
    }
    this.#isRoot = !this.#hasRoot && (this.#start === undefined ? this.#parts === 0 : id === this.#start);
    this.#parts++;
    if (this.#isRoot) {
      this.#rootHeaders = headers;
      return;
    }
    let flow = id === undefined ? undefined : this.#flows.get(id);
    if (flow === undefined && !this.#hasRoot && id !== undefined) {
      flow = new Flow(this);
      this.#early.set(id, flow);
    }
    if (flow === undefined) return;
    flow.headers = headers;
    this.#current = flow;
    this.#readers?.onReader(flow.isWaiting);
  }

  bytes(chunk: Buffer): void {
    if (this.#isRoot) {
      this.#rootChunks.push(chunk);
      return;
    }
    this.#attachedBytes += chunk.length;
    const { maxAttachmentBytes } = this.#limits;
    if (this.#attachedBytes > maxAttachmentBytes) {
      throw attachmentLimit("longer attachments", "maxAttachmentBytes", maxAttachmentBytes, "bytes");
    }
    this.#current?.give(chunk);
    if (this.#current !== undefined) this.#readers?.onReader(this.#current.isWaiting);
  }

  endPart(): void {
    if (this.#isRoot) {
      const { type, parameters } = readMimeType(this.#rootHeaders?.get("content-type") ?? "");
      this.#isRoot = false;
      this.#hasRoot = true;
      // Before the next part starts: what it is depends on what the envelope says.
      this.onRoot?.({ type, charset: parameters.get("charset"), chunks: this.#rootChunks.splice(0) });
    }
    this.#current?.end();
    this.#current = undefined;
  }

  /** Bytes in memory that nobody has taken. */
  get waitingBytes(): number {
    let waiting = 0;
    for (const flow of new Set([...this.#flows.values(), ...this.#early.values()])) waiting += flow.waitingBytes;
    return waiting;
  }

  /** No more is to be read just now: the part that comes has a reader who is slower, or nobody reads anything. */
  get isFull(): boolean {
    const current = this.#current;
    if (current === undefined || current.waitingBytes < HIGH) return false;
    return current.begun || !this.#isOtherAwaited;
  }

  get #isOtherAwaited(): boolean {
    for (const flow of this.#flows.values()) if (flow !== this.#current && flow.isWaiting) return true;
    return false;
  }

  /** Settles when more can be read. */
  room(): Promise<void> {
    return new Promise((resolve) => {
      this.#onRoom = resolve;
    });
  }

  /** A reader has taken bytes of `flow`, or waits for some. */
  onRead(flow: Flow): void {
    if (flow === this.#current || this.#current === undefined) this.#readers?.onReader(flow.isWaiting);
    const isDrained = this.#current === undefined || this.#current.waitingBytes <= LOW;
    if (isDrained || (flow !== this.#current && flow.isWaiting)) this.#makeRoom();
  }

  onLeft(_flow: Flow): void {
    this.#makeRoom();
    if (!this.isOpen) this.#readers?.onLeft();
  }

  #makeRoom(): void {
    this.#onRoom?.();
    this.#onRoom = undefined;
  }
}
