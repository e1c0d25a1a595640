/** The throttle of an export: lets one call run first, and pauses or stops all of them. */

import type { Verdict } from "./error-verdict";
import { ExportError } from "./export-error";
import { causeText, FirstSuccessGuard, hopeless, isPermanent } from "./failure-classification";

export interface ThrottleOptions {
  /** Most calls at a time. */
  readonly most: number;
  /** Refusals without a success in between that end the export. */
  readonly refusals: number;
  /** Longest outage of the service. */
  readonly patienceMs: number;
  /** The first wait during an outage; it doubles up to a minute. */
  readonly firstWaitMs: number;
  /** Errors do not end the export, even if no call has ever succeeded. */
  readonly keepGoing: boolean;
}

/** Errors that end an export or a worker if no call has ever succeeded. */
const MOST_BEFORE_SUCCESS = 10;
/** Troubles without a success in between that count as an outage. */
const AWAY = 3;
const LONGEST_WAIT = 60_000;

/**
 * A throttle that begins with a single call, so that wrong credentials are sent once and not sixteen times. In an
 * outage, or on `Retry-After`, no call begins for a while, and then a single one. How fast calls are made beside that is
 * up to the limits of the client: two mechanisms that slow down together would slow down twice.
 */
export class ExportThrottle {
  readonly #options: ThrottleOptions;
  #limit = 1;
  #inside = 0;
  /** When a call last ended, or began while no other was in flight, on the clock of `performance.now()`. */
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

  /** Current limit of calls at a time. */
  get limit(): number {
    return this.#limit;
  }

  get successes(): number {
    return this.#successes;
  }

  /** Milliseconds of pause left; 0 when a call may begin. */
  get waitsMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** Milliseconds since the last call ended, while some are in flight; 0 if none is. */
  get silentMs(): number {
    return this.#inside === 0 ? 0 : performance.now() - this.#heardAt;
  }

  /** The error of the last call while calls meet trouble; otherwise undefined. */
  get obstacle(): unknown {
    return this.#obstacle;
  }

  /** No call has succeeded so far, so failed inputs may have to be called again. */
  get isUnproved(): boolean {
    return this.#firstSuccess.isUnproved;
  }

  /** Why it has stopped; undefined while it runs, or if its owner stopped it. */
  get reason(): ExportError | undefined {
    return this.#reason;
  }

  /** True: a call may begin. Otherwise a promise of true when one may, or of false when the throttle has stopped. */
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

  /** A call has ended. */
  leave(): void {
    this.#inside--;
    this.#heardAt = performance.now();
    this.#wake();
  }

  /** A call has returned a result. */
  succeeded(): void {
    this.#hasResult = true;
    this.#firstSuccess.succeeded();
    this.#carriedOut();
  }

  /** A call was carried out and failed because of its input. True: only later calls show whether that is the cause. */
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

  /** A call that began at `begunAt`, on the clock of `performance.now()`, met trouble. */
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
    // Calls that were in flight when a pause began are about the same outage.
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

  /** Lets no more calls begin. */
  stop(reason?: ExportError): void {
    this.#reason ??= this.#isStopped ? undefined : reason;
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const wake of this.#resting) wake();
    this.#wake();
  }

  /** Waits for `delayMs`, or until the throttle has stopped. */
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
    // Timers may fire slightly early.
    this.#timer = setTimeout(() => this.#wake(), Math.min(delayMs + 1, 2 ** 31 - 1));
  }

  /** Wakes as many waiting calls as have room; each checks again. */
  #wake(): void {
    const room = this.#isStopped ? this.#waiting.length : this.limit - this.#inside;
    if (room <= 0) return;
    for (const wake of this.#waiting.splice(0, room)) wake();
  }
}
