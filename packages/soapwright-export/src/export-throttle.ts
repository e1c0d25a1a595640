/** The throttle of an export: limits the calls at a time, and pauses or stops them. */

import type { Verdict } from "./error-verdict";
import { ExportError } from "./export-error";
import { causeText, FirstSuccessGuard, hopeless, isPermanent } from "./failure-classification";

export interface ThrottleOptions {
  readonly most: number;
  readonly refusals: number;
  readonly patienceMs: number;
  readonly firstWaitMs: number;
  readonly keepGoing: boolean;
}

/** So many errors end an export or a worker in which no call has ever succeeded. */
const MOST_BEFORE_SUCCESS = 10;
/** So many troubles without a success in between count as an outage. */
const AWAY = 3;
const LONGEST_WAIT = 60_000;

/**
 * The gate that each call passes. It admits one call until the first has ended, so that wrong credentials are sent
 * once. In an outage, or on `Retry-After`, it admits no call for a while, and then a single one. The limits of the
 * client decide the rate: with two mechanisms, calls would slow down twice.
 */
export class ExportThrottle {
  readonly #options: ThrottleOptions;
  #limit = 1;
  #inside = 0;
  /** The time when a call last ended, or started while no other was in flight, on the clock of `performance.now()`. */
  #heardAt = 0;
  #waiting: (() => void)[] = [];
  #until = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #reason: ExportError | undefined;
  #pausedAt = 0;
  #troubles = 0;
  #waits = 0;
  #awaySince: number | undefined;
  #refusals = 0;
  #successes = 0;
  readonly #firstSuccess: FirstSuccessGuard;
  #hasResult = false;
  #obstacle: unknown;
  readonly #resting = new Set<() => void>();

  constructor(options: ThrottleOptions) {
    this.#options = options;
    this.#firstSuccess = new FirstSuccessGuard(options.keepGoing ? Number.POSITIVE_INFINITY : MOST_BEFORE_SUCCESS);
  }

  get limit(): number {
    return this.#limit;
  }

  get successes(): number {
    return this.#successes;
  }

  /** The rest of the pause; 0 without a pause. */
  get waitsMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** The time since the last call ended; 0 if no call is in flight. */
  get silentMs(): number {
    return this.#inside === 0 ? 0 : performance.now() - this.#heardAt;
  }

  get obstacle(): unknown {
    return this.#obstacle;
  }

  /** Without a success, failed inputs may have to be called again. */
  get isUnproved(): boolean {
    return this.#firstSuccess.isUnproved;
  }

  /** The reason is undefined while the throttle runs, or if its owner stopped it. */
  get reason(): ExportError | undefined {
    return this.#reason;
  }

  /**
   * Returns true if a call may start at once. Otherwise the promise is of true when one may start, or of false when the
   * throttle has stopped.
   */
  enter(): true | Promise<boolean> {
    return this.#isEntered() || this.#entered();
  }

  #isEntered(): boolean {
    if (this.#isStopped || this.#inside >= this.limit || this.waitsMs > 0) return false;
    if (this.#inside++ === 0) this.#heardAt = performance.now();
    return true;
  }

  async #entered(): Promise<boolean> {
    while (!this.#isStopped) {
      const rest = this.waitsMs;
      if (rest === 0 && this.#isEntered()) return true;
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
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

  succeeded(): void {
    this.#hasResult = true;
    this.#firstSuccess.succeeded();
    this.#carriedOut();
  }

  /**
   * The call was carried out and failed because of its input. Returns true if only later calls can show whether the
   * input is the cause.
   */
  failed(error: unknown): boolean {
    this.#carriedOut();
    return this.#isFruitless(error);
  }

  #carriedOut(): void {
    this.#successes++;
    this.#obstacle = undefined;
    this.#troubles = 0;
    this.#waits = 0;
    this.#refusals = 0;
    this.#awaySince = undefined;
    this.#limit = this.#options.most;
  }

  refused(reason: string, error: unknown = undefined): void {
    this.#limit = 1;
    this.#refusals++;
    this.#obstacle = error;
    if (this.#refusals < this.#options.refusals) return;
    this.stop(
      new ExportError(
        "REFUSED",
        `The service refused ${this.#refusals} calls one after another: ${reason.replace(/\.$/, "")}. No more were made, so that no account is locked. Check the credentials and the address, then run the same export again: it resumes where it stopped.`,
        { cause: error },
      ),
    );
  }

  /** `begunAt` is on the clock of `performance.now()`. */
  troubled(
    { retryAfterMs, isDown, isHeld }: Verdict & { readonly kind: "trouble" },
    begunAt: number,
    error: unknown = undefined,
  ): void {
    this.#obstacle = error;
    if (!this.#hasResult && !this.#options.keepGoing && isPermanent(error)) {
      this.stop(hopeless(error));
      return;
    }
    this.#isFruitless(error);
    const now = performance.now();
    this.#awaySince ??= now;
    // Calls that were in flight when a pause began met the same outage.
    const isNews = begunAt >= this.#pausedAt;
    this.#troubles++;
    if (retryAfterMs !== undefined) this.#pause(Math.min(retryAfterMs, this.#options.patienceMs));
    else if (!isHeld && isNews && (this.#troubles >= AWAY || (isDown && this.#limit === 1))) {
      const longest = Math.min(LONGEST_WAIT, this.#options.firstWaitMs * 2 ** this.#waits++);
      this.#pause(longest * (0.5 + Math.random() / 2));
    }
    const awayMs = now - this.#awaySince;
    if (awayMs <= this.#options.patienceMs) return;
    this.stop(
      new ExportError(
        "UNAVAILABLE",
        `The service has not carried out a call for ${Math.round(awayMs / 1000).toLocaleString("en-US")} seconds. ${error === undefined ? "" : `${causeText(error)} `}Run the same export again when it is back: it resumes where it stopped.`,
        { cause: error },
      ),
    );
  }

  #isFruitless(error: unknown): boolean {
    if (!this.#firstSuccess.counts(error)) return false;
    const reason = this.#firstSuccess.reason(error);
    if (reason !== undefined) this.stop(reason);
    return true;
  }

  /** The first `reason` counts. */
  stop(reason?: ExportError): void {
    this.#reason ??= this.#isStopped ? undefined : reason;
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
    this.#limit = 1;
    this.#wakeAfter(this.waitsMs);
  }

  #wakeAfter(delayMs: number): void {
    clearTimeout(this.#timer);
    // Timers may fire up to a millisecond early.
    this.#timer = setTimeout(() => this.#wake(), Math.min(delayMs + 1, 2 ** 31 - 1));
  }

  /** Each call that is woken checks the limit again. */
  #wake(): void {
    const room = this.#isStopped ? this.#waiting.length : this.limit - this.#inside;
    if (room <= 0) return;
    for (const wake of this.#waiting.splice(0, room)) wake();
  }
}
