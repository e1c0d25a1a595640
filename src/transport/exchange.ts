import { AbortError } from "../errors/abort-error";
import { ConnectionError } from "../errors/connection-error";
import { isServiceError, type ServiceError } from "../errors/service-error";
import { TimeoutError } from "../errors/timeout-error";
import { Attempt, type AttemptOwner } from "./attempt";
import type { Gate, Ticket } from "./gate";
import type { ConnectionPool } from "./pool";
import type { ResponseSink } from "./response-sink";
import type { RetryPolicy } from "./retry-policy";

/** What is sent, how often, and how long it may take. */
export interface ExchangeRequest {
  readonly envelope: string;
  /** Names and values in turn. `Host` and `Content-Length` are added. */
  readonly headers: readonly string[];
  /** The request may be repeated although it may have arrived. */
  readonly safe: boolean;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  /** When the call began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly retries: number;
  readonly retryTimeouts: boolean;
  readonly maxBytes: number;
  readonly maxBytesOption: string;
  /** Limits of time count from one portion of bytes to the next, once something was delivered. */
  readonly streaming: boolean;
  /** A reader for the answer to the next attempt. */
  newSink(): ResponseSink;
  onAttempt?(attempt: number): void;
  /** Called once, whatever happens. `error` undefined: the last sink has read the answer. */
  onOver(error: ServiceError | undefined): void;
}

/** What all exchanges of one client share. */
export interface ExchangeContext {
  readonly gate: Gate;
  readonly pool: ConnectionPool;
  readonly policy: RetryPolicy;
  readonly path: string;
  /** Headers for a proxy that gets the whole address. */
  readonly proxyHeaders: readonly string[];
  readonly endpoint: string;
  readonly connectTimeoutMs: number;
  readonly maxHeaderBytes: number;
}

/** Its reactions run as microtasks do, at a third of the price of `queueMicrotask`. */
const SETTLED = Promise.resolve();

/** One request with its retries, from the gate to the last byte of the answer. */
export class Exchange implements Ticket, AttemptOwner {
  readonly #context: ExchangeContext;
  readonly #request: ExchangeRequest;
  readonly #deadlineAt: number;
  #bytes: Buffer | undefined;
  #attempt: Attempt | undefined;
  #sink: ResponseSink | undefined;
  #timer: NodeJS.Timeout | undefined;
  #waiting = false;
  #over = false;
  attempts = 0;
  /** Bytes of bodies received, as they came over the wire. */
  wireBytes = 0;

  constructor(context: ExchangeContext, request: ExchangeRequest) {
    this.#context = context;
    this.#request = request;
    this.#deadlineAt = request.startedAt + request.deadlineMs;
  }

  get endpoint(): string {
    return this.#context.endpoint;
  }
  get connectTimeoutMs(): number {
    return this.#context.connectTimeoutMs;
  }
  get maxHeaderBytes(): number {
    return this.#context.maxHeaderBytes;
  }
  get maxBytes(): number {
    return this.#request.maxBytes;
  }
  get maxBytesOption(): string {
    return this.#request.maxBytesOption;
  }

  start(): void {
    this.#waiting = true;
    this.#context.gate.wait(this);
    if (this.#waiting) this.#limitWait();
  }

  /** Ends the exchange with `error`, wherever it is. */
  cancel(error: ServiceError): void {
    if (this.#over) return;
    const attempt = this.#attempt;
    if (attempt !== undefined) this.#leave(attempt, false);
    this.#end(error);
  }

  /** The reader of the answer takes bytes again. */
  resume(): void {
    const attempt = this.#attempt;
    if (attempt === undefined || this.#over) return;
    if (this.#timer === undefined) this.#limitAttempt();
    attempt.resume();
  }

  enter(): void {
    this.#waiting = false;
    clearTimeout(this.#timer);
    const { pool, path, proxyHeaders } = this.#context;
    this.attempts++;
    this.#request.onAttempt?.(this.attempts);
    if (this.#over) {
      this.#context.gate.leave();
      return;
    }
    this.#bytes ??= Buffer.from(this.#request.envelope, "utf8");
    this.#sink = this.#request.newSink();
    const connection = pool.take();
    const attempt = new Attempt(connection, this.#sink, this);
    this.#attempt = attempt;
    this.#limitAttempt();
    connection.client.dispatch(
      {
        method: "POST",
        path,
        headers: proxyHeaders.concat(this.#request.headers),
        body: this.#bytes,
        idempotent: false,
        blocking: false,
      },
      attempt,
    );
  }

  onProgress(paused: boolean): void {
    if (!this.#request.streaming || this.#over) return;
    if (paused) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    } else if (this.#sink?.delivered === true) {
      this.#limitAttempt();
    }
  }

  onOver(thrown: unknown, reusable: boolean): void {
    const attempt = this.#attempt;
    if (this.#over || attempt === undefined) return;
    this.#leave(attempt, reusable);
    if (thrown === undefined) {
      this.#context.policy.succeeded();
      this.#end(undefined);
      return;
    }
    const error = isServiceError(thrown) ? thrown : unexpected(thrown, this.endpoint);
    if (!this.#retry(error, attempt)) this.#end(error);
  }

  #retry(error: ServiceError, attempt: Attempt): boolean {
    const { retries, safe, retryTimeouts } = this.#request;
    // An answer that has begun with a success commits the call.
    const begun = attempt.status >= 200 && attempt.status < 300;
    if (this.attempts > retries || begun) return false;
    const remaining = this.#deadlineAt - performance.now();
    const delay = this.#context.policy.delayAfter(error, this.attempts, { safe, retryTimeouts }, remaining);
    if (delay === undefined) return false;
    this.#timer = setTimeout(() => this.start(), delay);
    return true;
  }

  /** The time at the gate counts towards the deadline. */
  #limitWait(): void {
    const { deadlineMs } = this.#request;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.cancel(deadlineError(deadlineMs)),
      Math.max(0, this.#deadlineAt - performance.now()),
    );
  }

  #limitAttempt(): void {
    const { timeoutMs, deadlineMs, streaming } = this.#request;
    clearTimeout(this.#timer);
    const flowing = streaming && this.#sink?.delivered === true;
    const remaining = flowing ? deadlineMs : Math.max(0, this.#deadlineAt - performance.now());
    this.#timer = setTimeout(() => this.#onTimeout(remaining < timeoutMs), Math.min(timeoutMs, remaining));
  }

  #onTimeout(deadline: boolean): void {
    const attempt = this.#attempt;
    if (attempt === undefined || this.#over) return;
    const { timeoutMs, deadlineMs } = this.#request;
    const error = deadline
      ? deadlineError(deadlineMs)
      : new TimeoutError(`No whole answer within timeoutMs of ${timeoutMs} ms.`, { phase: "attempt", timeoutMs });
    this.#leave(attempt, false);
    if (deadline || !this.#retry(error, attempt)) this.#end(error);
  }

  /**
   * Gives connection and place back, a little later: undici is in the middle of this answer, and a request that it were
   * handed now would skip its check for stray bytes on the connection.
   */
  #leave(attempt: Attempt, reusable: boolean): void {
    const { pool, gate } = this.#context;
    attempt.abandon();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#attempt = undefined;
    this.wireBytes += attempt.wireBytes;
    SETTLED.then(() => {
      if (reusable) pool.give(attempt.connection);
      else pool.drop(attempt.connection);
      gate.leave();
    });
  }

  #end(error: ServiceError | undefined): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting) this.#context.gate.giveUp(this);
    this.#waiting = false;
    this.#request.onOver(error);
  }
}

function deadlineError(deadlineMs: number): TimeoutError {
  return new TimeoutError(`The call took longer than deadlineMs of ${deadlineMs} ms.`, {
    phase: "deadline",
    timeoutMs: deadlineMs,
  });
}

/** An error that is not ours would be a defect of this package: it is shown as a failed exchange, with its cause. */
function unexpected(thrown: unknown, endpoint: string): ServiceError {
  return new ConnectionError(`The answer of ${endpoint} could not be read. The request may have reached the service.`, {
    sent: "maybe",
    cause: thrown,
  });
}

/** The caller's signal ended an exchange. */
export function abortError(reason: unknown): AbortError {
  return new AbortError("The call was aborted by its signal.", { cause: reason });
}
