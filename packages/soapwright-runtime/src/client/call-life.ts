import { runLater } from "#platform";
import { AbortError } from "../errors/abort-error";
import type { ServiceError } from "../errors/service-error";
import { TimeoutError } from "../errors/timeout-error";
import type { TransportSignal } from "../transport/transport";
import type { CallLimits } from "./settings";
import { type AbortListener, leave, listenTo } from "./shared-signals";
import { signalError } from "./signal-error";
import { runInSlices } from "./yield-to-event-loop";

type CallState = "queued" | "connecting" | "sent" | "reading" | "done";

/** What the call waits for. */
interface Awaited {
  stop(error: ServiceError): void;
  /** The limit of this wait alone. */
  readonly limit?: OwnLimit | undefined;
}

/** `deadlineMs`, `timeoutMs` and `limits.streamIdleMs`. */
type Limit = "deadline" | "attempt" | "consumer";
type OwnLimit = Exclude<Limit, "attempt">;

interface Due {
  readonly limit: Limit;
  readonly at: number;
}

/**
 * The life of one call: its state, its time limits, and the only way to end it from outside. Three time limits and the
 * caller's signal come in, and one wait goes out: `until`, which rejects when a signal, a limit or `close` ends the call,
 * so that the call unwinds by `finally`. Owns the timer of the limit in force and the listener of the signal.
 *
 * `begin` and `end` are around everything. A wait names the limit that it has. In an attempt, from `beginAttempt` to
 * `endAttempt`, waits without a limit of their own share the attempt's, and so do those of the exchange that has
 * `enter`ed it. The call sets `state` and `consumerActiveAt`.
 */
export class CallLife implements RosterEntry, AbortListener {
  place = -1;
  state: CallState = "queued";
  attempts = 0;
  readonly startedAt = performance.now();
  readonly #settings: CallLimits;
  #ended: ServiceError | undefined;
  #awaited: Awaited | undefined;
  /** Set when an attempt exceeds its time limit, so that its next wait rejects. */
  #late: ServiceError | undefined;
  #rejectAround: ((error: ServiceError) => void) | undefined;
  #isInside = false;
  #onCancel: ((error: ServiceError) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #limit: Limit = "deadline";
  /** Set while a stream waits for bytes. */
  #due: Due | undefined;
  #controller: AbortController | undefined;
  /**
   * When the reader of a stream was last active, on the clock of `performance.now()`; infinite while it waits for an
   * item.
   */
  consumerActiveAt = 0;
  #closing = false;

  constructor(settings: CallLimits) {
    this.#settings = settings;
  }

  /** Throws the call's error if the signal is aborted or the call has ended. */
  begin(): void {
    if (this.#ended !== undefined) throw this.#ended;
    const { signal } = this.#settings;
    if (signal === undefined) return;
    if (signal.aborted) throw this.#signalError();
    listenTo(signal, this);
  }

  get signal(): TransportSignal {
    this.#controller ??= new AbortController();
    if (this.#ended !== undefined) this.#controller.abort(this.#ended);
    return this.#controller.signal;
  }

  /** Whether the call was ended and is unwinding. */
  get isEnding(): boolean {
    return this.#ended !== undefined;
  }

  get remainingMs(): number {
    return this.startedAt + this.#settings.deadlineMs - performance.now();
  }

  /** Whether the signal or the deadline has ended the call, although the call was not notified yet. */
  get isOverdue(): boolean {
    return this.#settings.signal?.aborted === true || this.remainingMs <= 0;
  }

  /**
   * Returns a promise of `step` that rejects with the call's error if the call ends first. `limit` is in force during
   * this wait alone; without it, the limit before stays in force.
   */
  until<T>(step: PromiseLike<T>, limit?: OwnLimit): Promise<T> {
    if (limit !== undefined && this.#ended === undefined) this.#limitTo(limit);
    const ended = this.#ended ?? this.#late;
    if (ended !== undefined) {
      step.then(undefined, nothing);
      return Promise.reject(ended);
    }
    return new Promise((resolve, reject) => {
      const outer = this.#awaited;
      const wait = { stop: reject, limit };
      this.#awaited = wait;
      // A wait may be inside another, as that of a feature is inside the wait for all features.
      const leave = (): void => {
        if (this.#awaited !== wait) return;
        this.#awaited = outer;
        if (outer?.limit !== undefined) this.#limitTo(outer.limit);
        else if (limit !== undefined) this.#clearLimit();
      };
      step.then(
        (value) => {
          leave();
          resolve(value);
        },
        (error) => {
          leave();
          reject(error);
        },
      );
    });
  }

  /** Begins an attempt with its time limit, which restarts when the service accepts bytes of attachments. */
  beginAttempt(): void {
    this.attempts++;
    this.#limitAttempt(this.startedAt);
  }

  /** Has the end of the call stop the exchange, also after waits in between. Throws the call's error if it has ended. */
  enter(exchange: Pick<Awaited, "stop">): void {
    if (this.#ended !== undefined) throw this.#ended;
    this.#awaited = exchange;
  }

  endAttempt(): void {
    this.#awaited = undefined;
    this.#clearLimit();
  }

  /**
   * Waits for the interceptors of an attempt. When the call ends, the attempt inside them unwinds; the code of the
   * interceptors before and after it is not awaited, and never beyond the deadline.
   */
  async around(interceptors: () => Promise<unknown>): Promise<void> {
    this.#limitTo("deadline");
    const ended = new Promise<never>((_resolve, reject) => {
      this.#rejectAround = reject;
    });
    ended.catch(nothing);
    try {
      await Promise.race([interceptors(), ended]);
    } finally {
      this.#rejectAround = undefined;
      this.#clearLimit();
    }
  }

  async inside<T>(attempt: Promise<T>): Promise<T> {
    this.#isInside = true;
    try {
      return await attempt;
    } finally {
      this.#isInside = false;
      if (this.#ended === undefined) this.#limitTo("deadline");
      // Deferred, so that an interceptor that rethrows the attempt's own error rejects first.
      else runLater(() => this.#endAround());
    }
  }

  #endAround(): void {
    if (this.#ended !== undefined) this.#rejectAround?.(this.#ended);
  }

  /** Waits before a retry, which begins within the deadline: see `remainingMs`. */
  pause(ms: number): Promise<void> {
    this.#clearLimit();
    return this.until(
      new Promise((resolve) => {
        this.#timer = setTimeout(resolve, ms);
      }),
    );
  }

  #limitTo(limit: OwnLimit): void {
    if (limit === "consumer") this.#limitStream(undefined);
    else this.#arm("deadline", this.remainingMs);
  }

  #limitAttempt(beganAt: number): void {
    const { timeoutMs, deadlineMs } = this.#settings;
    const remainingMs = beganAt + deadlineMs - performance.now();
    this.#arm(remainingMs < timeoutMs ? "deadline" : "attempt", Math.min(timeoutMs, remainingMs));
  }

  /** Restarts both time limits, because the service has accepted more bytes of attachments. */
  limitUpload(): void {
    if (this.state !== "sent" || this.#limit === "consumer" || this.#late !== undefined || this.isEnding) return;
    this.#limitAttempt(performance.now());
  }

  /** Limits the exchange's wait for bytes of a stream. `waitedMs` is the time since the last item. */
  limitWait(waitedMs: number): void {
    const { timeoutMs, deadlineMs } = this.#settings;
    const remainingMs = deadlineMs - waitedMs;
    const limit = remainingMs < timeoutMs ? "deadline" : "attempt";
    this.#limitStream({ limit, at: performance.now() + Math.min(timeoutMs, remainingMs) });
  }

  /** Starts the limit that ends first: the reader of a stream may be idle whether or not the service sends. */
  #limitStream(due: Due | undefined): void {
    const idleAt = this.consumerActiveAt + this.#patience;
    const { limit, at }: Due = due !== undefined && due.at <= idleAt ? due : { limit: "consumer", at: idleAt };
    this.#arm(limit, at - performance.now());
    this.#due = due;
  }

  #clearLimit(): void {
    this.#late = undefined;
    this.#due = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Waits for the interceptors of the whole call. They end with the call, even if they hang. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this.#settings;
    const listener = { onAbort: () => this.cancel(this.#signalError()) };
    const timer = setTimeout(() => this.cancel(this.#deadlineError()), Math.max(1, this.remainingMs + 1));
    const ended = new Promise<never>((_resolve, reject) => {
      // Deferred, so that the call's own error rejects first.
      this.#onCancel = (error) => runLater(() => reject(error));
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

  cancel(error: ServiceError): void {
    this.#onCancel?.(error);
    if (this.state === "done" || this.#ended !== undefined) return;
    this.#ended = error;
    this.#controller?.abort(error);
    this.#awaited?.stop(error);
    if (!this.#isInside) this.#endAround();
  }

  onAbort(): void {
    this.cancel(this.#signalError());
  }

  onClosing(): void {
    this.#closing = true;
    if (this.#timer !== undefined && (this.#limit === "consumer" || this.#due !== undefined))
      this.#limitStream(this.#due);
  }

  end(): void {
    this.state = "done";
    if (this.#timer !== undefined) this.#clearLimit();
    if (this.#settings.signal !== undefined) leave(this.#settings.signal, this);
  }

  get #patience(): number {
    const { streamIdleMs } = this.#settings;
    return this.#closing ? Math.min(streamIdleMs, CLOSE_STREAM_WAIT_MS) : streamIdleMs;
  }

  #arm(limit: Limit, ms: number): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#late = undefined;
    this.#due = undefined;
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
    // An attempt that timed out may be retried. The other limits end the call.
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
        (name, subject) =>
          `${subject("service")} did not respond completely within ${name("timeoutMs")} (${inWords(timeoutMs)}).`,
        { phase: "attempt", timeoutMs, advice: [{ action: "raise", option: "timeoutMs" }, { action: "repeat" }] },
      );
    }
    if (this.#limit === "consumer") {
      if (this.#closing)
        return new AbortError("The client was closed while nobody read the stream.", { reason: "closed-while-idle" });
      return new TimeoutError(
        `Nobody has read from the stream for limits.streamIdleMs (${inWords(streamIdleMs)}), while it held a connection. Read it to its end, or leave it with return().`,
        { phase: "consumer", timeoutMs: streamIdleMs, advice: [{ action: "raise", option: "limits.streamIdleMs" }] },
      );
    }
    return this.#deadlineError();
  }

  #deadlineError(): TimeoutError {
    const { deadlineMs } = this.#settings;
    const where = this.attempts === 0 ? "before a request was sent" : "with its retries and waits";
    return new TimeoutError(
      (name, subject) => `${subject("call")} took longer than ${name("deadlineMs")} (${inWords(deadlineMs)}) ${where}.`,
      {
        phase: "deadline",
        timeoutMs: deadlineMs,
        advice: [{ action: "raise", option: "deadlineMs" }, { action: "repeat" }],
      },
    );
  }

  #signalError(): ServiceError {
    return signalError(this.#settings.signal, undefined, this.startedAt);
  }
}

/** Time that `close` waits for the reader of a stream, in milliseconds. */
const CLOSE_STREAM_WAIT_MS = 2_000;

function inWords(ms: number): string {
  return `${ms.toLocaleString("en-US")} ms`;
}

function nothing(): void {}

/** An entry of `ActiveCalls`. `place` is its index there, or -1. */
export interface RosterEntry {
  place: number;
}

/**
 * The calls of a client that are running. Not a `Set`: under steady adding and deleting V8 replaces a set's table every
 * few entries. Each old table keeps the next one and its entries alive, so finished calls pile up until the next full
 * collection.
 */
export class ActiveCalls<T extends RosterEntry> {
  readonly #entries: T[] = [];

  get size(): number {
    return this.#entries.length;
  }

  add(entry: T): void {
    if (entry.place === -1) entry.place = this.#entries.push(entry) - 1;
  }

  /** Returns the number of entries that are left. */
  delete(entry: T): number {
    const { place } = entry;
    const last = place === -1 ? undefined : this.#entries.pop();
    if (last !== undefined) {
      if (last !== entry) {
        this.#entries[place] = last;
        last.place = place;
      }
      entry.place = -1;
    }
    return this.#entries.length;
  }

  all(): T[] {
    return [...this.#entries];
  }
}
