/** Streams the attachments of a response while they arrive. */

import type { AttachmentStream } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
import type { PartsIn, RootPart } from "soapwright-runtime/extend";
import { attachmentError, shownText } from "./attachment-error";
import { Flow, FlowStream } from "./attachment-stream";
import { DeclaredParts } from "./declared-parts";
import type { PartHeaders } from "./multipart";
import { ResponseParts } from "./response-parts";

interface Readers {
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
 * Streams the attachments of a response. Parts before the envelope are kept in memory, because their role is still
 * unknown. Parts without a reference are skipped.
 */
export class StreamedParts extends ResponseParts implements PartsIn {
  /** The keys are Content-IDs, and for declared parts `DECLARED` and the name. */
  readonly #flows = new Map<string, Flow>();
  readonly #early = new Map<string, Flow>();
  #declared: { readonly parts: DeclaredParts; readonly flows: readonly Flow[] } | undefined;
  #readers: Readers | undefined;
  /** Receives the envelope once. It is cleared then, so that streams do not keep the result alive. */
  onRoot: ((root: RootPart) => void) | undefined;
  #current: Flow | undefined;
  #onRoom: (() => void) | undefined;

  open(readers: Readers): void {
    this.#readers = readers;
  }

  get isOpen(): boolean {
    for (const flow of this.#flows.values()) if (!flow.isEnded) return true;
    return false;
  }

  end(): undefined {
    this.endBody();
    for (const [id, flow] of this.#flows) {
      if (flow.headers !== undefined || flow.left) continue;
      if (!id.startsWith(DECLARED)) throw attachmentError(`no part has the Content-ID ${shownText(id)}`);
      // Only the reader of this part fails, because some stacks omit parts that are null.
      flow.end(attachmentError(`it has no part ${shownText(id.slice(1))}, which the WSDL declares`));
    }
  }

  fail(error: unknown): void {
    if (!isServiceError(error)) return;
    for (const flow of this.#flows.values()) flow.end(error);
  }

  take(url: string): AttachmentStream {
    const ids = this.contentIds(url);
    if (ids.some((id) => this.#flows.has(id)))
      throw attachmentError(`two elements refer to the part ${shownText(url)}`);
    const flow = this.#early.get(ids[0]!) ?? new Flow(this);
    // The form of a future part's Content-ID is unknown, so the flow is registered under both forms.
    for (const id of ids) this.#flows.set(id, flow);
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

  octets(bytes: Uint8Array): AttachmentStream {
    const flow = new Flow(this);
    if (bytes.byteLength > 0) flow.give(bytes);
    flow.end();
    return new FlowStream(flow);
  }

  protected startAttachment(headers: PartHeaders, id: string | undefined): void {
    let flow = id === undefined ? undefined : this.#flows.get(id);
    if (flow === undefined && !this.hasRoot && id !== undefined) {
      flow = new Flow(this);
      this.#early.set(id, flow);
    }
    flow ??= this.#declared?.flows[this.#declared.parts.take(id) ?? -1];
    if (flow === undefined) return;
    flow.headers = headers;
    this.#current = flow;
    this.#readers?.onReader(flow.isWaiting);
  }

  protected give(chunk: Buffer): void {
    if (this.#current === undefined) return;
    this.#current.give(chunk);
    this.#readers?.onReader(this.#current.isWaiting);
  }

  protected endAttachment(): void {
    this.#current?.end();
    this.#current = undefined;
  }

  /** The envelope is read before the next part starts, because it determines the part's role. */
  protected endRoot(root: RootPart): void {
    const { onRoot } = this;
    this.onRoot = undefined;
    onRoot?.(root);
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
