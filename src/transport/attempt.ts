import type { Dispatcher } from "undici";
import { ResponseError } from "../errors/response-error";
import type { ServiceError } from "../errors/service-error";
import { connectionFailure } from "./connection-failure";
import { contentCoding, Inflate } from "./inflate";
import type { Connection } from "./pool";
import { RawHead } from "./raw-head";
import type { ResponseSink } from "./response-sink";

/** What an attempt needs to know of its call, and whom it tells. */
export interface AttemptOwner {
  readonly endpoint: string;
  readonly connectTimeoutMs: number;
  readonly maxHeaderBytes: number;
  readonly maxBytes: number;
  /** The option behind `maxBytes`. */
  readonly maxBytesOption: string;
  /** Bytes came and were read; `paused`: the sink wants no more for now. */
  onProgress(paused: boolean): void;
  /** `error` undefined: the sink has read a whole answer. `reusable`: the connection can carry another request. */
  onOver(error: unknown, reusable: boolean): void;
}

/** One request and its answer: undici's handler, in its older and faster form. */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly connection: Connection;
  readonly #sink: ResponseSink;
  readonly #owner: AttemptOwner;
  #sent: "no" | "maybe" = "no";
  #status = 0;
  #received = 0;
  #over = false;
  #resume: (() => void) | undefined;
  #paused = false;
  #inflate: Inflate | undefined;
  /** The coding of a failed status is not known: its body is not looked at. */
  #opaque = false;
  /** Bytes of the body as they came over the wire. */
  wireBytes = 0;

  constructor(connection: Connection, sink: ResponseSink, owner: AttemptOwner) {
    this.connection = connection;
    this.#sink = sink;
    this.#owner = owner;
  }

  get status(): number {
    return this.#status;
  }

  /** Nothing more is told to the owner. */
  abandon(): void {
    this.#over = true;
    this.#inflate?.destroy();
  }

  /** The sink is ready for more. */
  resume(): void {
    if (this.#over) return;
    this.#inflate?.resume();
    this.#unpause();
  }

  onConnect(_abort: (error?: Error) => void): void {
    this.#sent = "maybe";
  }

  onHeaders(status: number, raw: Buffer[], resume: () => void): boolean {
    if (status < 200 || this.#over) return true;
    this.#status = status;
    this.#resume = resume;
    try {
      const head = new RawHead(status, raw);
      this.#openBody(head.header("content-encoding"));
      this.#checkLength(head.header("content-length"));
      this.#sink.head(head);
    } catch (error) {
      this.#end(error, false);
      return false;
    }
    return true;
  }

  onData(chunk: Buffer): boolean {
    if (this.#over) return false;
    this.wireBytes += chunk.length;
    if (this.#opaque) return true;
    if (this.#inflate === undefined) return this.#deliver(chunk);
    if (this.wireBytes > this.#owner.maxBytes) {
      this.#end(this.#tooLong(), false);
      return false;
    }
    const ready = this.#inflate.write(chunk);
    if (!ready) this.#paused = true;
    return ready;
  }

  onComplete(): void {
    if (this.#over) return;
    if (this.#inflate === undefined || this.wireBytes === 0) this.#finish(true);
    else this.#inflate.end();
  }

  onError(error: Error): void {
    if (this.#over) return;
    // The status is known already, and says more than the loss of the rest.
    if (this.#status >= 300) this.#finish(false);
    else {
      this.#end(
        connectionFailure(error, {
          sent: this.#sent,
          endpoint: this.#owner.endpoint,
          connectTimeoutMs: this.#owner.connectTimeoutMs,
          maxHeaderBytes: this.#owner.maxHeaderBytes,
        }),
        false,
      );
    }
  }

  #openBody(value: string | undefined): void {
    let coding: string | undefined;
    try {
      coding = contentCoding(value);
    } catch (error) {
      if (this.#status < 300) throw error;
      this.#opaque = true;
    }
    if (coding === undefined) return;
    this.#inflate = new Inflate(coding, {
      onBytes: (bytes) => this.#over || this.#deliver(bytes),
      onEnd: () => this.#finish(true),
      onError: (error) => (this.#status >= 300 ? this.#finish(false) : this.#end(error, false)),
      onDrain: () => this.#unpause(),
    });
  }

  #checkLength(value: string | undefined): void {
    if (value !== undefined && this.#inflate === undefined && Number(value) > this.#owner.maxBytes) {
      throw this.#tooLong();
    }
  }

  #deliver(bytes: Uint8Array): boolean {
    this.#received += bytes.length;
    if (this.#received > this.#owner.maxBytes) {
      this.#end(this.#tooLong(), false);
      return false;
    }
    let ready: boolean;
    try {
      ready = this.#sink.bytes(bytes);
    } catch (error) {
      this.#end(error, false);
      return false;
    }
    if (!ready) this.#paused = true;
    this.#owner.onProgress(!ready);
    return ready;
  }

  #unpause(): void {
    if (!this.#paused || this.#over) return;
    this.#paused = false;
    this.#resume?.();
  }

  #finish(reusable: boolean): void {
    if (this.#over) return;
    try {
      this.#sink.end();
    } catch (error) {
      this.#end(error, reusable);
      return;
    }
    this.#end(undefined, reusable);
  }

  #end(error: unknown, reusable: boolean): void {
    if (this.#over) return;
    this.#over = true;
    this.#inflate?.destroy();
    this.#owner.onOver(error, reusable);
  }

  #tooLong(): ServiceError {
    const { maxBytes, maxBytesOption } = this.#owner;
    return new ResponseError(
      `The answer is over ${maxBytesOption} of ${maxBytes} bytes; raise ${maxBytesOption} if that is expected.`,
      { reason: "limit" },
    );
  }
}
