/** How many calls run at a time, and whether any may: one brake for all calls of an export. */

import type { Verdict } from "./error-verdict";
import { ExportError } from "./export-error";
import { causeText, FirstSuccessGuard, hopeless, isPermanent } from "./failure-classification";

export interface BrakeOptions {
  /** Most calls at a time. */
  readonly most: number;
  /** So many refusals without a success in between end the export. */
  readonly refusals: number;
  /** So long may the service be away. */
  readonly patienceMs: number;
  /** The first wait when the service is away; it doubles up to a minute. */
  readonly firstWaitMs: number;
  /** Errors do not end the export, also when nothing has ever succeeded. */
  readonly keepGoing: boolean;
}

/** So many errors end an export or a worker for which nothing has ever succeeded. */
const FRUITLESS = 10;
/** So many troubles without a success in between mean that the service is away. */
const AWAY = 3;
const LONGEST_WAIT = 60_000;

/**
 * Begins with one call at a time, so that wrong credentials go out once and not sixteen times; each success lets in one
 * more. Trouble halves the number, at most once for the calls that were under way together; from there it grows by one
 * for as many successes as there are calls. When the service is away, or says `Retry-After`, nobody is let in for a while,
 * and then one.
 */
export class ExportThrottle {
  readonly #options: BrakeOptions;
  #limit = 1;
  /** Below it the number grows by one with each success. */
  #threshold: number;
  #inside = 0;
  /** When a call ended last, or began while no other was under way, on the clock of `performance.now()`. */
  #heardAt = 0;
  #waiting: (() => void)[] = [];
  #until = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #reason: ExportError | undefined;
  #slowedAt = 0;
  #troubles = 0;
  #waits = 0;
  #awaySince: number | undefined;
  #refusals = 0;
  #successes = 0;
  readonly #fruitless: FirstSuccessGuard;
  #hasResult = false;
  #obstacle: unknown;
  readonly #resting = new Set<() => void>();

  constructor(options: BrakeOptions) {
    this.#options = options;
    this.#threshold = options.most;
    this.#fruitless = new FirstSuccessGuard(options.keepGoing ? Number.POSITIVE_INFINITY : FRUITLESS);
  }

  /** Calls at a time, just now. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** Calls that have succeeded. */
  get successes(): number {
    return this.#successes;
  }

  /** Milliseconds for which nobody is let in; 0 when someone may be. */
  get waitsMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** For so many milliseconds no call has ended, while some are under way; 0 where none is. */
  get silentMs(): number {
    return this.#inside === 0 ? 0 : performance.now() - this.#heardAt;
  }

  /** What the last call has failed with, as long as calls meet trouble; undefined where they do not. */
  get obstacle(): unknown {
    return this.#obstacle;
  }

  /** Nothing has worked so far: what failed may have to be called for again. */
  get isUnproved(): boolean {
    return this.#fruitless.isUnproved;
  }

  /** Why it lets in nobody any more; undefined where it does, or was asked to stop. */
  get reason(): ExportError | undefined {
    return this.#reason;
  }

  /** True: a call may begin. Else resolves to that when one may, to false when none may any more. */
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

  /** The call is over. */
  leave(): void {
    this.#inside--;
    this.#heardAt = performance.now();
    this.#wake();
  }

  /** A call has brought a result. */
  succeeded(): void {
    this.#hasResult = true;
    this.#fruitless.succeeded();
    this.#carriedOut();
  }

  /** A call has been carried out, and has failed for reasons of its own. True: only what comes will tell whether it has. */
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
    this.#limit = Math.min(this.#options.most, this.#limit + (this.#limit < this.#threshold ? 1 : 1 / this.#limit));
  }

  refused(reason: string, error: unknown = undefined): void {
    this.#limit = 1;
    this.#refusals++;
    this.#obstacle = error;
    if (this.#refusals < this.#options.refusals) return;
    this.stop(
      new ExportError(
        "REFUSED",
        `The service refused ${this.#refusals} calls one after another: ${reason.replace(/\.$/, "")}. No more were made, so that no account is locked. Check the credentials and the address, then run the same export again: it goes on where it was.`,
        { cause: error },
      ),
    );
  }

  /** A call that began at `begunAt`, on the clock of `performance.now()`, has met trouble. */
  troubled(
    { retryAfterMs, isDown }: Verdict & { readonly kind: "trouble" },
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
    const isNews = begunAt >= this.#slowedAt;
    if (isNews) {
      this.#slowedAt = now;
      this.#threshold = Math.max(1, this.#limit / 2);
      this.#limit = this.#threshold;
    }
    this.#troubles++;
    if (retryAfterMs !== undefined) this.#pause(Math.min(retryAfterMs, this.#options.patienceMs));
    else if (isNews && (this.#troubles >= AWAY || (isDown && this.limit === 1))) {
      const longest = Math.min(LONGEST_WAIT, this.#options.firstWaitMs * 2 ** this.#waits++);
      this.#pause(longest * (0.5 + Math.random() / 2));
    }
    const awayMs = now - this.#awaySince;
    if (awayMs <= this.#options.patienceMs) return;
    this.stop(
      new ExportError(
        "UNAVAILABLE",
        `The service has not carried out a call for ${Math.round(awayMs / 1000).toLocaleString("en-US")} seconds. ${error === undefined ? "" : `${causeText(error)} `}Run the same export again when it is back: it goes on where it was.`,
        { cause: error },
      ),
    );
  }

  #isFruitless(error: unknown): boolean {
    if (!this.#fruitless.counts(error)) return false;
    const reason = this.#fruitless.reason(error);
    if (reason !== undefined) this.stop(reason);
    return true;
  }

  /** Lets in nobody any more. */
  stop(reason?: ExportError): void {
    this.#reason ??= this.#isStopped ? undefined : reason;
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const wake of this.#resting) wake();
    this.#wake();
  }

  /** Waits, but no longer than until it lets in nobody any more. */
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
    this.#limit = 1;
    this.#threshold = Math.max(1, this.#options.most / 2);
    this.#wakeAfter(this.waitsMs);
  }

  #wakeAfter(delayMs: number): void {
    clearTimeout(this.#timer);
    // Timers may come a moment early.
    this.#timer = setTimeout(() => this.#wake(), Math.min(delayMs + 1, 2 ** 31 - 1));
  }

  /** As many as there is room for; each looks for itself. */
  #wake(): void {
    const room = this.#isStopped ? this.#waiting.length : this.limit - this.#inside;
    if (room <= 0) return;
    for (const wake of this.#waiting.splice(0, room)) wake();
  }
}
