/** A circuit breaker: rejects requests to a failing service until trials succeed (Nygard, "Release It!", 2007). */
import type { BreakerState } from "../client/stats";
import { ConnectionError } from "../errors/connection-error";

/** Thresholds of the circuit breaker, and the times of its trials. */
export interface BreakerOptions {
  /** Ratio of the requests within the window that has to fail, from 0.01 to 1. Default 0.5. */
  readonly failureRate?: number | undefined;
  /** Number of requests within the window below which the breaker stays closed. Default 20. */
  readonly minimumRequests?: number | undefined;
  /** Length of the window that requests are counted in, in milliseconds. Default 10,000. */
  readonly windowMs?: number | undefined;
  /** Milliseconds before a trial, plus up to a tenth at random, so that processes do not coincide. Default 5,000. */
  readonly openMs?: number | undefined;
  /** Number of concurrent trials, all of which have to succeed. Default 1. */
  readonly trials?: number | undefined;
}

/** The options with defaults applied. */
export type BreakerSettings = { readonly [K in keyof BreakerOptions]-?: number };

/** Outcome of a request as a sign of health; undefined when it is not a sign. */
export type Health = "well" | "failed" | undefined;

/** Token of a request that the breaker let through, for `end`. */
export type Passage = number;

/** Number of pieces of the sliding window; the oldest piece is dropped as a whole. */
const PIECES = 10;
const SPREAD = 0.1;

interface Piece {
  startedAt: number;
  well: number;
  failed: number;
}

/** The breaker of one origin. */
export class Breaker {
  readonly #options: BreakerSettings;
  readonly #origin: string;
  readonly #onOpen: () => void;
  #state: BreakerState = "closed";
  /** Incremented with each change of state: the outcome of a request from an earlier state is ignored. */
  #passage: Passage = 0;
  readonly #pieces: Piece[] = [];
  /** Consecutive failures without a pause of `windowMs`: a rate limit may keep a window below `minimumRequests`. */
  #inRow = 0;
  #openedAt = 0;
  #trialAt = 0;
  #trialsUnderWay = 0;
  #trialsWell = 0;

  /** `onOpen` is called when the breaker opens. */
  constructor(options: BreakerSettings, origin: string, onOpen: () => void) {
    this.#options = options;
    this.#origin = origin;
    this.#onOpen = onOpen;
  }

  get state(): BreakerState {
    return this.#state === "open" && performance.now() >= this.#trialAt ? "half-open" : this.#state;
  }

  /** Throws a `ConnectionError` when no request may start now. Counts nothing. */
  check(cause?: unknown): void {
    if (this.#state === "closed" || this.#mayTry()) return;
    throw this.refusal(cause);
  }

  /** Lets a request through, or throws as `check`. The caller passes the returned token to `end`. */
  begin(cause?: unknown): Passage {
    if (this.#state !== "closed") {
      this.check(cause);
      if (this.#state === "open") this.#enter("half-open");
      this.#trialsUnderWay++;
    }
    return this.#passage;
  }

  end(passage: Passage, health: Health): void {
    if (passage !== this.#passage) return;
    if (this.#state === "half-open") this.#endTrial(health);
    else if (health !== undefined) this.#count(health);
  }

  /** Returns the error of a rejected request: a new one for each call. */
  refusal(cause?: unknown): ConnectionError {
    const now = Date.now();
    const waits = Math.max(0, this.#trialAt - performance.now());
    const since = new Date(now - (performance.now() - this.#openedAt));
    const nextTrial = new Date(now + waits);
    const when =
      waits > 0
        ? `The next trial is in ${Math.ceil(waits).toLocaleString("en-US")} ms, at ${nextTrial.toISOString()}`
        : "A trial is under way";
    return new ConnectionError(
      `No request is sent to ${this.#origin}, because too many failed: the breaker has been open since ${since.toISOString()}. ${when}.`,
      {
        sent: "no",
        breaker: { since, nextTrial },
        advice: [{ action: "repeat" }],
        ...(cause === undefined ? {} : { cause }),
      },
    );
  }

  #mayTry(): boolean {
    return this.#state === "open"
      ? performance.now() >= this.#trialAt
      : this.#trialsUnderWay + this.#trialsWell < this.#options.trials;
  }

  #endTrial(health: Health): void {
    this.#trialsUnderWay--;
    if (health === "failed") this.#open();
    else if (health === "well" && ++this.#trialsWell >= this.#options.trials) {
      this.#pieces.length = 0;
      this.#enter("closed");
    }
  }

  #count(health: "well" | "failed"): void {
    const { windowMs, minimumRequests, failureRate } = this.#options;
    const now = performance.now();
    const length = windowMs / PIECES;
    while (this.#pieces.length > 0 && this.#pieces[0]!.startedAt <= now - windowMs) this.#pieces.shift();
    if (this.#pieces.length === 0) this.#inRow = 0;
    let piece = this.#pieces.at(-1);
    if (piece === undefined || now >= piece.startedAt + length) {
      piece = { startedAt: now, well: 0, failed: 0 };
      this.#pieces.push(piece);
    }
    piece[health]++;
    this.#inRow = health === "well" ? 0 : this.#inRow + 1;
    if (health === "well") return;
    const failed = this.#pieces.reduce((sum, each) => sum + each.failed, 0);
    const all = this.#pieces.reduce((sum, each) => sum + each.well, failed);
    const isInWindow = all >= minimumRequests && failed / all >= failureRate;
    if (isInWindow || this.#inRow >= minimumRequests) this.#open();
  }

  #open(): void {
    if (this.#state === "closed") this.#openedAt = performance.now();
    this.#enter("open");
    this.#trialAt = performance.now() + this.#options.openMs * (1 + Math.random() * SPREAD);
    this.#onOpen();
  }

  #enter(state: BreakerState): void {
    this.#state = state;
    this.#passage++;
    this.#inRow = 0;
    this.#trialsUnderWay = 0;
    this.#trialsWell = 0;
  }
}
