/** Stops requests to a service that fails, until trials succeed: the circuit breaker of Nygard's "Release It!" (2007). */
import { ConnectionError } from "../errors/connection-error";

/** When a client stops to send requests to a service that fails, and when it tries again. */
export interface BreakerOptions {
  /** Share of the requests within the window that has to fail, from 0.01 to 1. Default 0.5. */
  readonly failureRate?: number | undefined;
  /** Requests within the window below which nothing is stopped. Default 20. */
  readonly minimumRequests?: number | undefined;
  /** Length of the window that requests are counted in, in milliseconds. Default 10,000. */
  readonly windowMs?: number | undefined;
  /** How long nothing is sent before a trial, in milliseconds; up to a tenth more at random, so that processes do not try together. Default 5,000. */
  readonly openMs?: number | undefined;
  /** Requests that are let through as trials at a time; so many have to succeed. Default 1. */
  readonly trials?: number | undefined;
}

/** The options, complete. */
export type BreakerSettings = { readonly [K in keyof BreakerOptions]-?: number };

/** `closed`: requests pass; `open`: none does; `half-open`: trials alone do. */
export type BreakerState = "closed" | "open" | "half-open";

/** What a request has come to: whether the service is well. Undefined: the request does not say. */
export type Health = "well" | "failed" | undefined;

/** A request that was let through, for `end`. */
export type Passage = number;

/** The window is counted in so many pieces, the oldest of which is forgotten at a time. */
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
  /** Changes with the state: what was begun before says nothing of now. */
  #passage: Passage = 0;
  readonly #pieces: Piece[] = [];
  /** Failures in a row, with no pause as long as the window: a limit of requests may leave fewer than `minimumRequests` in a window. */
  #inRow = 0;
  #openedAt = 0;
  #trialAt = 0;
  #trialsUnderWay = 0;
  #trialsWell = 0;

  /** `onOpen` is told when requests are stopped. */
  constructor(options: BreakerSettings, origin: string, onOpen: () => void) {
    this.#options = options;
    this.#origin = origin;
    this.#onOpen = onOpen;
  }

  get state(): BreakerState {
    return this.#state === "open" && performance.now() >= this.#trialAt ? "half-open" : this.#state;
  }

  /** Throws the `ConnectionError` where no request may begin now. Nothing is counted. */
  check(cause?: unknown): void {
    if (this.#state === "closed" || this.#mayTry()) return;
    throw this.refusal(cause);
  }

  /** Lets a request through, or throws as `check`. `end` has to be called with what this returns. */
  begin(cause?: unknown): Passage {
    if (this.#state !== "closed") {
      this.check(cause);
      if (this.#state === "open") this.#enter("half-open");
      this.#trialsUnderWay++;
    }
    return this.#passage;
  }

  /** The request is over. */
  end(passage: Passage, health: Health): void {
    if (passage !== this.#passage) return;
    if (this.#state === "half-open") this.#endTrial(health);
    else if (health !== undefined) this.#count(health);
  }

  /** Why nothing is sent: a new error for each call. */
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
