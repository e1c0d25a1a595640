import {
  type ErrorKind,
  isConnectionError,
  isFaultError,
  isHttpError,
  isResponseError,
  isServiceError,
  isTimeoutError,
} from "soapwright-runtime/errors";
import { isPermanent, type Verdict } from "./error-verdict";
import { ExportError } from "./export-error";
import type { ExportSettings } from "./export-options";
import type { ExportWords } from "./export-words";

type ThrottleOptions = Pick<
  ExportSettings<unknown>,
  "concurrency" | "refusals" | "patienceMs" | "firstWaitMs" | "keepGoing"
>;

/** A refused call. `begun` is its turn, and `isAgain` says that its input was refused before. */
interface Refusal {
  /** Undefined where the message of the error says it. */
  readonly reason: string | undefined;
  readonly error: unknown;
  readonly begun: number;
  readonly isAgain: boolean;
}

/** So many errors end an export or a worker in which no call has ever succeeded. */
const MOST_BEFORE_SUCCESS = 10;
/** The kinds of errors of a service that cannot be reached, or that says that it is overloaded or down. */
const AWAY_KINDS: ReadonlySet<ErrorKind> = new Set<ErrorKind>(["unreachable", "busy", "timeout"]);
/** So many troubles without a success in between count as an outage. */
const AWAY = 3;
const LONGEST_WAIT = 60_000;
const look = (words: ExportWords): string =>
  `Look for the cause with ${words.name("the doctor")}, then ${words.again()}.`;

/**
 * The gate that each call passes. It admits one call until the first has ended, so that wrong credentials are sent
 * once. In an outage, or on `Retry-After`, it admits no call for a while, and then a single one. The limits of the
 * client decide the rate: with two mechanisms, calls would slow down twice.
 */
export class ExportThrottle {
  readonly #options: ThrottleOptions;
  /** The number of calls at a time that may be in flight. */
  limit = 1;
  /** The number of calls that the service has carried out. */
  successes = 0;
  /** The error of the last call, while calls meet trouble. */
  obstacle: unknown;
  /** The reason is undefined while the throttle runs, or if its owner stopped it. */
  reason: ExportError | undefined;
  #inside = 0;
  /** The time when a call last ended, or started while no other was in flight, on the clock of `performance.now()`. */
  #heardAt = 0;
  #waiting: (() => void)[] = [];
  #until = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #pausedAt = 0;
  #troubles = 0;
  #waits = 0;
  #awaySince: number | undefined;
  /** The refusals in a row, without those of calls that were in flight at an earlier one. */
  #refusals = 0;
  /** The refused inputs that are to be called again. Meanwhile calls are made one at a time. */
  #held = 0;
  #turn = 0;
  /** The turn of the last refusal. */
  #refusedAt = 0;
  /** Whether a refused input was refused again since the last success. */
  #isSpared = false;
  #hasResult = false;
  /** A result proves the service, and so do different faults for two inputs. */
  #isProved: boolean;
  /** The errors until the service is proved. Faults count if all are equal. */
  #fruitless = 0;
  #fault: string | undefined;
  readonly #resting = new Set<() => void>();

  constructor(options: ThrottleOptions) {
    this.#options = options;
    this.#isProved = options.keepGoing;
  }

  /** The rest of the pause; 0 without a pause. */
  get waitsMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** The time since the last call ended; 0 if no call is in flight. */
  get silentMs(): number {
    return this.#inside === 0 ? 0 : performance.now() - this.#heardAt;
  }

  /** Without a success, failed inputs may have to be called again. */
  get isUnproved(): boolean {
    return !this.#isProved;
  }

  /**
   * Returns true if a call may start at once. Otherwise the promise is of true when one may start, or of false when the
   * throttle has stopped. `isAhead` passes the calls that wait.
   */
  enter(isAhead = false): true | Promise<boolean> {
    return this.#isEntered() || this.#entered(isAhead);
  }

  #isEntered(): boolean {
    if (this.#isStopped || this.#inside >= this.limit || this.waitsMs > 0) return false;
    if (this.#inside++ === 0) this.#heardAt = performance.now();
    return true;
  }

  async #entered(isAhead: boolean): Promise<boolean> {
    while (!this.#isStopped) {
      const rest = this.waitsMs;
      if (rest === 0 && this.#isEntered()) return true;
      await new Promise<void>((resolve) => {
        if (isAhead) this.#waiting.unshift(resolve);
        else this.#waiting.push(resolve);
        if (rest > 0) this.#wakeAfter(rest);
      });
    }
    return false;
  }

  leave(): void {
    this.#inside--;
    this.#heardAt = performance.now();
    this.#wake();
  }

  /** Returns a number greater than those of all calls and refusals so far, because two moments may have one time. */
  nextTurn(): number {
    return ++this.#turn;
  }

  /** `begun` is the turn at which the call began. */
  succeeded(begun: number): void {
    this.#hasResult = true;
    this.#isProved = true;
    this.#carriedOut(begun);
  }

  /**
   * The call was carried out and failed because of its input. Returns true if only later calls can show whether the
   * input is the cause.
   */
  failed(error: unknown, begun: number): boolean {
    this.#carriedOut(begun);
    return this.#isFruitless(error);
  }

  #carriedOut(begun: number): void {
    this.successes++;
    this.obstacle = undefined;
    this.#troubles = 0;
    this.#waits = 0;
    this.#awaySince = undefined;
    // A call that was in flight at a refusal may have been accepted before the credentials ended.
    if (begun < this.#refusedAt) return;
    this.#refusals = 0;
    this.#isSpared = false;
    if (this.#held === 0) this.limit = this.#options.concurrency;
  }

  /** The inputs of so many refused calls have ended. */
  release(count: number): void {
    this.#held -= count;
    if (this.#held > 0 || this.#refusals > 0 || this.waitsMs > 0) return;
    this.limit = this.#options.concurrency;
    this.#wake();
  }

  /**
   * Returns the turn of the refusal. Calls that were in flight at an earlier refusal, and the first input since a success
   * that is refused again, tell nothing new and are not counted.
   */
  refused({ reason, error, begun, isAgain }: Refusal): number {
    this.limit = 1;
    this.obstacle = error;
    const isKnown = begun < this.#refusedAt || (isAgain && !this.#isSpared);
    if (isAgain) this.#isSpared = true;
    else this.#held++;
    this.#refusedAt = this.nextTurn();
    if (isKnown || ++this.#refusals < this.#options.refusals) return this.#refusedAt;
    const refusals = this.#refusals;
    this.stop(
      new ExportError(
        "REFUSED",
        (words) =>
          `The service refused ${refusals} calls one after another: ${reason === undefined ? words.quote(error) : `${reason}.`} No more were made, so that no account is locked. Check the credentials and the address, then ${words.again()}.`,
        { cause: error },
      ),
    );
    return this.#refusedAt;
  }

  /** `begunAt` is on the clock of `performance.now()`. */
  troubled(
    { retryAfterMs, isDown, isHeld }: Verdict & { readonly kind: "trouble" },
    begunAt: number,
    error?: unknown,
  ): void {
    this.obstacle = error;
    if (!this.#hasResult && !this.#options.keepGoing && isPermanent(error)) {
      const text = (words: ExportWords) => `${words.quote(error)} No call has succeeded so far. ${look(words)}`;
      this.stop(new ExportError("UNAVAILABLE", text, { cause: error }));
      return;
    }
    this.#isFruitless(error);
    const now = performance.now();
    this.#awaySince ??= now;
    // Calls that were in flight when a pause began met the same outage.
    const isNews = begunAt >= this.#pausedAt;
    this.#troubles++;
    if (retryAfterMs !== undefined) this.#pause(Math.min(retryAfterMs, this.#options.patienceMs));
    else if (!isHeld && isNews && (this.#troubles >= AWAY || (isDown && this.limit === 1))) {
      const longest = Math.min(LONGEST_WAIT, this.#options.firstWaitMs * 2 ** this.#waits++);
      this.#pause(longest * (0.5 + Math.random() / 2));
    }
    const awayMs = now - this.#awaySince;
    if (awayMs <= this.#options.patienceMs) return;
    this.stop(
      new ExportError(
        "UNAVAILABLE",
        (words) =>
          `The service has not carried out a call for ${Math.round(awayMs / 1000).toLocaleString("en-US")} seconds. ${error === undefined ? "" : `${words.quote(error)} `}${capital(words.again(" when it is back"))}.`,
        { cause: error },
      ),
    );
  }

  #isFruitless(error: unknown): boolean {
    if (this.#isProved) return false;
    if (isFaultError(error)) {
      const text = `${error.fault.code.local} ${error.fault.reason}`;
      this.#fault ??= text;
      this.#isProved = this.#fault !== text;
      if (this.#isProved) return false;
    } else if (!isOfService(error)) return false;
    if (++this.#fruitless < MOST_BEFORE_SUCCESS) return true;
    const failures = this.#fruitless;
    this.stop(
      new ExportError(
        isServiceError(error) && AWAY_KINDS.has(error.kind) ? "UNAVAILABLE" : "REFUSED",
        (words) =>
          `Nothing has ever succeeded: ${failures} calls of this run failed, the last one so: ${words.quote(error)} ${look(words)} To continue despite such errors, use ${words.name("keepGoing")}.`,
        { cause: error },
      ),
    );
    return true;
  }

  /** The first `reason` counts. */
  stop(reason?: ExportError): void {
    this.reason ??= this.#isStopped ? undefined : reason;
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const wake of this.#resting) wake();
    this.#wake();
  }

  async rest(delayMs: number): Promise<void> {
    if (this.#isStopped) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#resting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, delayMs);
      this.#resting.add(wake);
    });
  }

  #pause(delayMs: number): void {
    this.#until = Math.max(this.#until, performance.now() + delayMs);
    this.#pausedAt = performance.now();
    this.limit = 1;
    this.#wakeAfter(this.waitsMs);
  }

  #wakeAfter(delayMs: number): void {
    clearTimeout(this.#timer);
    // Timers may fire up to a millisecond early.
    this.#timer = setTimeout(() => this.#wake(), Math.min(delayMs + 1, 2 ** 31 - 1));
  }

  /** Each call that is woken checks the limit again. */
  #wake(): void {
    // Who is woken in a pause would wait again behind the others.
    if (!this.#isStopped && this.waitsMs > 0) {
      this.#wakeAfter(this.waitsMs);
      return;
    }
    const room = this.#isStopped ? this.#waiting.length : this.limit - this.#inside;
    if (room <= 0) return;
    for (const wake of this.#waiting.splice(0, room)) wake();
  }
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function isOfService(error: unknown): boolean {
  if (isTimeoutError(error)) return error.phase === "connect";
  return isConnectionError(error) || isHttpError(error) || isResponseError(error);
}
