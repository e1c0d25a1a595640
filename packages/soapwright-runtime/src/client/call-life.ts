import { AbortError } from "../errors/abort-error";
import type { ServiceError } from "../errors/service-error";
import { TimeoutError } from "../errors/timeout-error";
import type { TransportSignal } from "../transport/transport";
import type { CallLimits } from "./settings";
import { type AbortListener, leave, listenTo } from "./shared-signals";
import { runInSlices } from "./yield-to-event-loop";

/** Where a call is. */
type CallState = "queued" | "connecting" | "sent" | "reading" | "done";

/** Something that a call waits for: told to, it rejects with `error`. */
interface Stoppable {
  stop(error: ServiceError): void;
}

/** Which limit of time counts just now. */
type Limit = "deadline" | "attempt" | "consumer";

/** What the service has to keep while a stream waits for bytes. */
interface Due {
  readonly limit: Limit;
  /** On the clock of `performance.now()`. */
  readonly at: number;
}

/**
 * The life of one call: its state, its limits of time, and the one place that ends it from outside. Whatever the call waits
 * for, it waits for by `until`; a signal, a limit or `close` makes that wait reject, and the call unwinds from there.
 */
export class CallLife implements RosterEntry, AbortListener {
  place = -1;
  state: CallState = "queued";
  /** Requests begun. */
  attempts = 0;
  readonly startedAt = performance.now();
  readonly #settings: CallLimits;
  /** Why the call is to end, whatever it does. */
  #ended: ServiceError | undefined;
  /** What is waited for just now. */
  #awaited: Stoppable | undefined;
  /** The attempt has taken too long: whatever it waits for next is not waited for. */
  #late: ServiceError | undefined;
  #rejectAround: ((error: ServiceError) => void) | undefined;
  #isInside = false;
  #onCancel: ((error: ServiceError) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #limit: Limit = "deadline";
  /** While a stream waits for bytes; else undefined. */
  #due: Due | undefined;
  #controller: AbortController | undefined;
  /** When a stream's reader was last seen, on the clock of `performance.now()`; `Infinity` while it waits for an item. */
  consumerActiveAt = 0;
  /** The client is closing: a stream that is left alone is not waited for. */
  #closing = false;

  constructor(settings: CallLimits) {
    this.#settings = settings;
  }

  /** Listens to the caller's signal from now on. Throws when it has aborted, or the call was ended, already. */
  begin(): void {
    if (this.#ended !== undefined) throw this.#ended;
    const { signal } = this.#settings;
    if (signal === undefined) return;
    if (signal.aborted) throw this.#abortError();
    listenTo(signal, this);
  }

  /** Aborted when the call is given up. Made when someone asks for it. */
  get signal(): TransportSignal {
    this.#controller ??= new AbortController();
    if (this.#ended !== undefined) this.#controller.abort(this.#ended);
    return this.#controller.signal;
  }

  /** Something has ended the call: it only unwinds. */
  get isEnding(): boolean {
    return this.#ended !== undefined;
  }

  /** Milliseconds until `deadlineMs` has passed; less than 1 afterwards. */
  get remainingMs(): number {
    return this.startedAt + this.#settings.deadlineMs - performance.now();
  }

  /** Its signal or its deadline has ended it, and it is about to be told. */
  get isOverdue(): boolean {
    return this.#settings.signal?.aborted === true || this.remainingMs <= 0;
  }

  /** Waits for `step`, unless the call is ended meanwhile. */
  until<T>(step: PromiseLike<T>): Promise<T> {
    const ended = this.#ended ?? this.#late;
    if (ended !== undefined) {
      step.then(undefined, nothing);
      return Promise.reject(ended);
    }
    return new Promise((resolve, reject) => {
      this.#awaited = { stop: reject };
      step.then(resolve, reject);
    });
  }

  /** What is waited for from now on is `awaited`'s. Throws when the call is ended already. */
  enter(awaited: Stoppable): void {
    if (this.#ended !== undefined) throw this.#ended;
    this.#awaited = awaited;
  }

  /**
   * Waits for interceptors around an attempt. The attempt itself unwinds when the call is ended; what they do before and
   * behind it is not waited for any more then, nor longer than the deadline.
   */
  async around(interceptors: () => Promise<unknown>): Promise<void> {
    this.limitToDeadline();
    const ended = new Promise<never>((_resolve, reject) => {
      this.#rejectAround = reject;
    });
    ended.catch(nothing);
    try {
      await Promise.race([interceptors(), ended]);
    } finally {
      this.#rejectAround = undefined;
      this.clearLimit();
    }
  }

  /** Waits for the attempt inside those. */
  async inside<T>(attempt: Promise<T>): Promise<T> {
    this.#isInside = true;
    try {
      return await attempt;
    } finally {
      this.#isInside = false;
      if (this.#ended === undefined) this.limitToDeadline();
      // Who passes the attempt's own error on shall do so first.
      else setImmediate(() => this.#endAround());
    }
  }

  #endAround(): void {
    if (this.#ended !== undefined) this.#rejectAround?.(this.#ended);
  }

  /** Waits for `ms`. */
  pause(ms: number): Promise<void> {
    this.clearLimit();
    return this.until(
      new Promise((resolve) => {
        this.#timer = setTimeout(resolve, ms);
      }),
    );
  }

  /** From now on `deadlineMs` alone counts. */
  limitToDeadline(): void {
    this.#arm("deadline", this.remainingMs);
  }

  /** From now on an attempt is under way: `timeoutMs` counts, and the deadline. */
  limitAttempt(): void {
    const { timeoutMs } = this.#settings;
    const { remainingMs } = this;
    this.#arm(remainingMs < timeoutMs ? "deadline" : "attempt", Math.min(timeoutMs, remainingMs));
  }

  /** Attachments are being sent, and the service has taken some more of them: its time begins anew. */
  limitUpload(): void {
    if (this.state !== "sent" || this.#limit === "consumer" || this.#late !== undefined || this.isEnding) return;
    const { timeoutMs, deadlineMs } = this.#settings;
    this.#arm(deadlineMs < timeoutMs ? "deadline" : "attempt", Math.min(timeoutMs, deadlineMs));
  }

  /** From now on a stream waits for bytes; it has waited for `waitedMs` since its last item. */
  limitWait(waitedMs: number): void {
    const { timeoutMs, deadlineMs } = this.#settings;
    const remainingMs = deadlineMs - waitedMs;
    const limit = remainingMs < timeoutMs ? "deadline" : "attempt";
    this.#limitStream({ limit, at: performance.now() + Math.min(timeoutMs, remainingMs) });
  }

  /** From now on a stream waits for its reader. */
  limitConsumer(): void {
    this.#limitStream(undefined);
  }

  /** A reader may leave a stream alone whether or not the service goes on. */
  #limitStream(due: Due | undefined): void {
    const idleAt = this.consumerActiveAt + this.#patience;
    const { limit, at }: Due = due !== undefined && due.at <= idleAt ? due : { limit: "consumer", at: idleAt };
    this.#arm(limit, at - performance.now());
    this.#due = due;
  }

  clearLimit(): void {
    this.#late = undefined;
    this.#due = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Waits for interceptors around the whole call: they are ended with it, also where they stand still themselves. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this.#settings;
    const listener = { onAbort: () => this.cancel(this.#abortError()) };
    const timer = setTimeout(() => this.cancel(this.#deadlineError()), Math.max(1, this.remainingMs + 1));
    const ended = new Promise<never>((_resolve, reject) => {
      // The call's own way of ending comes first.
      this.#onCancel = (error) => setImmediate(() => reject(error));
    });
    ended.catch(nothing);
    if (signal !== undefined && !signal.aborted) listenTo(signal, listener);
    try {
      return await Promise.race([work(), ended]);
    } finally {
      clearTimeout(timer);
      this.#onCancel = undefined;
      if (signal !== undefined) leave(signal, listener);
    }
  }

  /** Ends the call with `error`, wherever it is. */
  cancel(error: ServiceError): void {
    this.#onCancel?.(error);
    if (this.state === "done" || this.#ended !== undefined) return;
    this.#ended = error;
    this.#controller?.abort(error);
    this.#awaited?.stop(error);
    if (!this.#isInside) this.#endAround();
  }

  onAbort(): void {
    this.cancel(this.#abortError());
  }

  /** The client waits for its calls: a stream that its reader has left alone gets a short time more. */
  onClosing(): void {
    this.#closing = true;
    if (this.#timer !== undefined && (this.#limit === "consumer" || this.#due !== undefined))
      this.#limitStream(this.#due);
  }

  /** The call is over: nothing of it is left behind. */
  end(): void {
    this.state = "done";
    this.clearLimit();
    if (this.#settings.signal !== undefined) leave(this.#settings.signal, this);
  }

  get #patience(): number {
    const { streamIdleMs } = this.#settings;
    return this.#closing ? Math.min(streamIdleMs, PATIENCE_OF_CLOSE) : streamIdleMs;
  }

  #arm(limit: Limit, ms: number): void {
    this.clearLimit();
    this.#limit = limit;
    const timer = setTimeout(() => runInSlices(() => this.#onLimit(timer)), Math.max(0, ms));
    this.#timer = timer;
  }

  #onLimit(timer: NodeJS.Timeout): void {
    if (this.#timer !== timer || this.state === "done") return;
    if (this.#limit === "consumer" && performance.now() < this.consumerActiveAt + this.#patience) {
      this.#limitStream(this.#due);
      return;
    }
    this.#timer = undefined;
    const error = this.#limitError();
    // Another attempt may follow one that took too long; the other limits are the call's own.
    if (this.#limit !== "attempt") {
      this.cancel(error);
      return;
    }
    this.#late = error;
    this.#awaited?.stop(error);
  }

  #limitError(): ServiceError {
    const { timeoutMs, streamIdleMs } = this.#settings;
    if (this.#limit === "attempt") {
      return new TimeoutError(
        (name) => `The service did not respond completely within ${name("timeoutMs")} (${inWords(timeoutMs)}).`,
        { phase: "attempt", timeoutMs, advice: [{ action: "raise", option: "timeoutMs" }, { action: "repeat" }] },
      );
    }
    if (this.#limit === "consumer") {
      if (this.#closing) return new AbortError("The client was closed while nobody read the stream.");
      return new TimeoutError(
        `Nobody has read from the stream for streamIdleMs (${inWords(streamIdleMs)}), while it held a connection. Read it to its end, or leave it with return().`,
        { phase: "consumer", timeoutMs: streamIdleMs, advice: [{ action: "raise", option: "streamIdleMs" }] },
      );
    }
    return this.#deadlineError();
  }

  #deadlineError(): TimeoutError {
    const { deadlineMs } = this.#settings;
    const where = this.attempts === 0 ? "before a request was sent" : "with its retries and waits";
    return new TimeoutError(
      (name) => `The call took longer than ${name("deadlineMs")} (${inWords(deadlineMs)}) ${where}.`,
      {
        phase: "deadline",
        timeoutMs: deadlineMs,
        advice: [{ action: "raise", option: "deadlineMs" }, { action: "repeat" }],
      },
    );
  }

  #abortError(): AbortError {
    return new AbortError("The call was aborted by its signal.", { cause: this.#settings.signal?.reason });
  }
}

/** How long `close` waits for the reader of a stream, in milliseconds. */
const PATIENCE_OF_CLOSE = 2_000;

function inWords(ms: number): string {
  return `${ms.toLocaleString("en-US")} ms`;
}

function nothing(): void {}

/** What can stand on a roster: it keeps its own place there, -1 when it does not stand on it. */
export interface RosterEntry {
  place: number;
}

/**
 * Who is at work. Not a `Set`: under steady adding and deleting V8 replaces a set's table every few entries, each old table
 * keeps the next one and what stood in it, and so finished calls pile up until the next full collection.
 */
export class ActiveCalls<T extends RosterEntry> {
  readonly #entries: T[] = [];

  get size(): number {
    return this.#entries.length;
  }

  add(entry: T): void {
    if (entry.place === -1) entry.place = this.#entries.push(entry) - 1;
  }

  delete(entry: T): void {
    const { place } = entry;
    if (place === -1) return;
    const last = this.#entries.pop();
    if (last === undefined) return;
    if (last !== entry) {
      this.#entries[place] = last;
      last.place = place;
    }
    entry.place = -1;
  }

  /** Everyone on the roster now. */
  all(): T[] {
    return [...this.#entries];
  }
}
