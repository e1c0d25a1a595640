/** A circuit breaker: rejects requests to a failing service until trials succeed (Nygard, "Release It!", 2007). */
import type { BreakerState } from "../client/stats";
import { ConnectionError } from "../errors/connection-error";

/** Thresholds of the circuit breaker, and the times of its trials. */
export interface BreakerOptions {
  /** Ratio of the requests within the window that has to fail to open the breaker, from 0.01 to 1. Default 0.5. */
  readonly failureRate?: number | undefined;
  /** Number of requests within the window below which the breaker stays closed. Default 20. */
  readonly minimumRequests?: number | undefined;
  /** Length of the window in which requests are counted, in milliseconds. Default 10,000. */
  readonly windowMs?: number | undefined;
  /** Milliseconds before a trial, plus up to a tenth at random, so that processes do not coincide. Default 5,000. */
  readonly openMs?: number | undefined;
  /** Number of concurrent trials, all of which have to succeed. Default 1. */
  readonly trials?: number | undefined;
}

export type BreakerSettings = { readonly [K in keyof BreakerOptions]-?: number };

/** Undefined when the outcome says nothing about the service. */
export type Health = "well" | "failed" | undefined;

export interface Passage {
  readonly at: number;
  readonly isTrial: boolean;
  readonly tenant: unknown;
}

/** The oldest piece of the sliding window is dropped as a whole. */
const PIECES = 10;
const SPREAD = 0.1;

interface Piece {
  startedAt: number;
  well: number;
  failed: number;
  /** Two failed tenants are enough to know that there are several. */
  readonly tenants: Set<unknown>;
}

/**
 * The circuit breaker of one origin. When all failures in the window belong to one tenant, it opens for that tenant
 * only, because their cause may be that tenant's data. A tenant of `undefined` stands for all callers.
 */
export class Breaker {
  readonly #options: BreakerSettings;
  readonly #origin: string;
  readonly #onOpen: (tenant: unknown) => void;
  #state: BreakerState = "closed";
  /** Undefined for all tenants. */
  #tenant: unknown;
  /** The number grows with each change of state. The outcome of a request from an earlier state is ignored. */
  #passage = 0;
  readonly #pieces: Piece[] = [];
  /**
   * Counts failures without a pause of `windowMs`. It opens the breaker when a rate limit keeps the window below
   * `minimumRequests`.
   */
  #inRow = 0;
  #openedAt = 0;
  #trialAt = 0;
  #trialsUnderWay = 0;
  #trialsWell = 0;

  /** @param onOpen Receives the tenant for which the breaker opens; undefined for all. */
  constructor(options: BreakerSettings, origin: string, onOpen: (tenant: unknown) => void) {
    this.#options = options;
    this.#origin = origin;
    this.#onOpen = onOpen;
  }

  get state(): BreakerState {
    return this.#state === "open" && performance.now() >= this.#trialAt ? "half-open" : this.#state;
  }

  /** Unlike `begin`, does not count a request. */
  check(cause?: unknown, tenant?: unknown): void {
    if (this.#isClosedFor(tenant) || this.#mayTry()) return;
    throw this.refusal(cause);
  }

  /** The caller passes the result to `end`. Throws as `check` does. */
  begin(cause?: unknown, tenant?: unknown): Passage {
    const isTrial = !this.#isClosedFor(tenant);
    if (isTrial) {
      this.check(cause, tenant);
      if (this.#state === "open") this.#enter("half-open");
      this.#trialsUnderWay++;
    }
    return { at: this.#passage, isTrial, tenant };
  }

  end({ at, isTrial, tenant }: Passage, health: Health): void {
    if (at !== this.#passage) return;
    if (isTrial) this.#endTrial(health);
    else if (health !== undefined) this.#count(health, tenant);
  }

  #isClosedFor(tenant: unknown): boolean {
    return this.#state === "closed" || (this.#tenant !== undefined && this.#tenant !== tenant);
  }

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
      `No request${this.#tenant === undefined ? "" : " of this tenant"} is sent to ${this.#origin}, because too many failed: the breaker has been open since ${since.toISOString()}. ${when}.`,
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
    if (health === "failed") this.#open(this.#tenant);
    else if (health === "well" && ++this.#trialsWell >= this.#options.trials) {
      this.#tenant = undefined;
      this.#pieces.length = 0;
      this.#enter("closed");
    }
  }

  #count(health: "well" | "failed", tenant: unknown): void {
    const { windowMs, minimumRequests, failureRate } = this.#options;
    const now = performance.now();
    const length = windowMs / PIECES;
    while (this.#pieces.length > 0 && this.#pieces[0]!.startedAt <= now - windowMs) this.#pieces.shift();
    if (this.#pieces.length === 0) this.#inRow = 0;
    let piece = this.#pieces.at(-1);
    if (piece === undefined || now >= piece.startedAt + length) {
      piece = { startedAt: now, well: 0, failed: 0, tenants: new Set() };
      this.#pieces.push(piece);
    }
    piece[health]++;
    this.#inRow = health === "well" ? 0 : this.#inRow + 1;
    if (health === "well") return;
    if (piece.tenants.size < 2) piece.tenants.add(tenant);
    const failed = this.#pieces.reduce((sum, each) => sum + each.failed, 0);
    const all = this.#pieces.reduce((sum, each) => sum + each.well, failed);
    const isInWindow = all >= minimumRequests && failed / all >= failureRate;
    if (!isInWindow && this.#inRow < minimumRequests) return;
    const [only, ...others] = new Set(this.#pieces.flatMap(({ tenants }) => [...tenants]));
    // A breaker that is open for one tenant counts the failures of others, so that a second tenant opens it for all.
    this.#open(others.length === 0 && this.#state === "closed" ? only : undefined);
  }

  #open(tenant: unknown): void {
    if (this.#state === "closed") this.#openedAt = performance.now();
    this.#tenant = tenant;
    this.#pieces.length = 0;
    this.#enter("open");
    this.#trialAt = performance.now() + this.#options.openMs * (1 + Math.random() * SPREAD);
    this.#onOpen(tenant);
  }

  #enter(state: BreakerState): void {
    this.#state = state;
    this.#passage++;
    this.#inRow = 0;
    this.#trialsUnderWay = 0;
    this.#trialsWell = 0;
  }
}
