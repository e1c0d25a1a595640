/** Streams the attachments of a response while they arrive. */
import { isServiceError } from "../errors/service-error";
import type { PartsIn, RootPart } from "../feature";
import type { AttachmentStream } from "../octets";
import type { XmlEvents } from "../xml/events";
import { attachmentError, attachmentLimit, shownText } from "./attachment-error";
import { Flow, FlowStream } from "./attachment-stream";
import { DeclaredParts } from "./declared-parts";
import { contentIdOf, contentIdsOfUrl, readMimeType } from "./media-type";
import { MultipartReader, type PartEvents, type PartHeaders } from "./multipart";
import type { AttachmentLimits } from "./received";
import { XopEvents } from "./xop";

export interface Readers {
  onReader(isWaiting: boolean): void;
  /** Called when all attachments were read or abandoned, and at least one was abandoned. */
  onLeft(): void;
}

/** No Content-ID contains this prefix. */
const DECLARED = "\0";
/** Reading pauses at this number of buffered bytes, and resumes at `LOW`. */
const HIGH = 262_144;
const LOW = 65_536;

/**
 * Reads a multipart response and streams its attachments. Parts before the envelope are kept in memory, because their
 * role is still unknown. Parts without a reference are skipped.
 */
export class StreamedParts implements PartEvents, PartsIn {
  readonly #reader: MultipartReader | undefined;
  readonly #limits: AttachmentLimits;
  readonly #start: string | undefined;
  readonly #ids = new Set<string>();
  /** The keys are Content-IDs, and for declared parts `DECLARED` and the name. */
  readonly #flows = new Map<string, Flow>();
  readonly #early = new Map<string, Flow>();
  #declared: { readonly parts: DeclaredParts; readonly flows: readonly Flow[] } | undefined;
  #readers: Readers | undefined;
  #parts = 0;
  #isRoot = false;
  #rootHeaders: PartHeaders | undefined;
  readonly #rootChunks: Buffer[] = [];
  #hasRoot = false;
  /** Receives the envelope once. It is cleared then, so that streams do not keep the result alive. */
  onRoot: ((root: RootPart) => void) | undefined;
  #current: Flow | undefined;
  #attachedBytes = 0;
  #onRoom: (() => void) | undefined;

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

  open(readers: Readers): void {
    this.#readers = readers;
  }

  get isOpen(): boolean {
    for (const flow of this.#flows.values()) if (!flow.isEnded) return true;
    return false;
  }

  write(chunk: Uint8Array): void {
    this.#reader?.write(chunk);
  }

  get attachedBytes(): number {
    return this.#attachedBytes;
  }

  end(): undefined {
    if (this.#reader === undefined) return;
    this.#reader.end();
    if (!this.#hasRoot) {
      throw attachmentError(`no part has the Content-ID ${shownText(this.#start ?? "")} that start names`);
    }
    for (const [id, flow] of this.#flows) {
      if (flow.headers !== undefined || flow.left) continue;
      if (!id.startsWith(DECLARED)) throw attachmentError(`no part has the Content-ID ${shownText(id)}`);
      // Only the reader of this part fails, because some stacks omit parts that are null.
      flow.end(attachmentError(`it has no part ${shownText(id.slice(1))}, which the WSDL declares`));
    }
  }

  events(inner: XmlEvents): XopEvents {
    return new XopEvents(inner, this);
  }

  fail(error: unknown): void {
    if (!isServiceError(error)) return;
    for (const flow of this.#flows.values()) flow.end(error);
  }

  take(url: string): AttachmentStream {
    const ids = contentIdsOfUrl(url);
    if (ids === undefined) throw attachmentError(`${shownText(url)} is not the cid: URL of a part`);
    const expectedId = ids.find((id) => this.#ids.has(id));
    if (expectedId !== undefined && !this.#early.has(expectedId)) {
      throw attachmentError(`${shownText(url)} refers to the envelope itself`);
    }
    if (ids.some((id) => this.#flows.has(id)))
      throw attachmentError(`two elements refer to the part ${shownText(url)}`);
    const flow = (expectedId === undefined ? undefined : this.#early.get(expectedId)) ?? new Flow(this);
    // The form of a future part's Content-ID is unknown, so the flow is registered under both forms.
    for (const id of expectedId === undefined ? ids : [expectedId]) this.#flows.set(id, flow);
    return new FlowStream(flow);
  }

  /** A stream fails if its part is missing. */
  declared(names: readonly string[]): AttachmentStream[] {
    const parts = new DeclaredParts(names);
    const flows = names.map(() => new Flow(this));
    for (const [id, flow] of this.#early) {
      if (this.#flows.has(id)) continue;
      const index = parts.take(id);
      if (index !== undefined) flows[index] = flow;
    }
    names.forEach((name, index) => void this.#flows.set(DECLARED + name, flows[index]!));
    this.#declared = { parts, flows };
    return flows.map((flow) => new FlowStream(flow));
  }

  #declaredFlow(id: string | undefined): Flow | undefined {
    const index = this.#declared?.parts.take(id);
    return index === undefined ? undefined : this.#declared?.flows[index];
  }

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
    flow ??= this.#declaredFlow(id);
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
      // The envelope is read before the next part starts, because it determines the part's role.
      const { onRoot } = this;
      this.onRoot = undefined;
      onRoot?.({ type, charset: parameters.get("charset"), chunks: this.#rootChunks.splice(0) });
    }
    this.#current?.end();
    this.#current = undefined;
  }

  get waitingBytes(): number {
    let waiting = 0;
    for (const flow of new Set([...this.#flows.values(), ...this.#early.values()])) waiting += flow.waitingBytes;
    return waiting;
  }

  /** True when the current part's reader is slow, or no reader waits. */
  get isFull(): boolean {
    const current = this.#current;
    if (current === undefined || current.waitingBytes < HIGH) return false;
    return current.isStarted || !this.#isOtherAwaited;
  }

  get #isOtherAwaited(): boolean {
    for (const flow of this.#flows.values()) if (flow !== this.#current && flow.isWaiting) return true;
    return false;
  }

  room(): Promise<void> {
    return new Promise((resolve) => {
      this.#onRoom = resolve;
    });
  }

  onRead(flow: Flow): void {
    if (flow === this.#current || this.#current === undefined) this.#readers?.onReader(flow.isWaiting);
    const isDrained = this.#current === undefined || this.#current.waitingBytes <= LOW;
    if (isDrained || (flow !== this.#current && flow.isWaiting)) this.#makeRoom();
  }

  onLeft(): void {
    this.#makeRoom();
    if (!this.isOpen) this.#readers?.onLeft();
  }

  #makeRoom(): void {
    this.#onRoom?.();
    this.#onRoom = undefined;
  }
}
