/** A circuit breaker: rejects requests to a failing service until trials succeed (Nygard, "Release It!", 2007). */

import { ConnectionError } from "soapwright-runtime/errors";
import type { BreakerState } from "soapwright-runtime/extend";

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
export type Verdict = "success" | "failure" | undefined;

interface Admitted {
  /** The generation of the breaker that gave it. */
  readonly generation: number;
  readonly isTrial: boolean;
  readonly tenant: unknown;
}

/** The window slides by whole buckets. */
const BUCKETS = 10;
const JITTER = 0.1;

interface Bucket {
  startedAt: number;
  success: number;
  failure: number;
  /** At most two: enough to know that failures are not limited to one tenant. */
  readonly failedTenants: Set<unknown>;
}

/**
 * The circuit breaker of one origin. When all failures in the window belong to one tenant, it opens for that tenant
 * only, because their cause may be that tenant's data. A client without tenants is the tenant `undefined`.
 */
export class Breaker {
  readonly #options: BreakerSettings;
  readonly #origin: string;
  readonly #onOpen: (tenant: unknown) => void;
  #state: BreakerState = "closed";
  /** The only tenant that it is open for; undefined if it is open for all. */
  #tenant: unknown;
  /** Incremented at each change of state. Outcomes of requests of an earlier generation are ignored. */
  #generation = 0;
  readonly #buckets: Bucket[] = [];
  /**
   * Reset by a success, and when no request ended within a window. It opens the breaker for slow traffic, which never
   * reaches `minimumRequests` within one window.
   */
  #consecutiveFailures = 0;
  #openedAt = 0;
  #trialAt = 0;
  #trialsUnderWay = 0;
  #trialsSucceeded = 0;

  /** @param onOpen Receives the tenant for which the breaker opens; undefined for all. */
  constructor(options: BreakerSettings, origin: string, onOpen: (tenant: unknown) => void) {
    this.#options = options;
    this.#origin = origin;
    this.#onOpen = onOpen;
  }

  get state(): BreakerState {
    return this.#state === "open" && performance.now() >= this.#trialAt ? "half-open" : this.#state;
  }

  /** Throws if a request would be refused at this moment. Reserves no trial. */
  check(cause?: unknown, tenant?: unknown): void {
    if (this.#isClosedFor(tenant) || this.#mayStartTrial()) return;
    throw this.refusal(cause);
  }

  /** Returns what the caller passes to `end`. Reserves a trial unless the breaker is closed; throws as `check` does. */
  begin(cause?: unknown, tenant?: unknown): Admitted {
    const isTrial = !this.#isClosedFor(tenant);
    if (isTrial) {
      this.check(cause, tenant);
      if (this.#state === "open") this.#enter("half-open");
      this.#trialsUnderWay++;
    }
    return { generation: this.#generation, isTrial, tenant };
  }

  end({ generation, isTrial, tenant }: Admitted, outcome: Verdict): void {
    if (generation !== this.#generation) return;
    if (isTrial) this.#endTrial(outcome);
    else if (outcome !== undefined) this.#count(outcome, tenant);
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
        reason: "breaker-open",
        sent: "no",
        breaker: { since, nextTrial },
        advice: [{ action: "repeat" }],
        ...(cause === undefined ? {} : { cause }),
      },
    );
  }

  #mayStartTrial(): boolean {
    return this.#state === "open"
      ? performance.now() >= this.#trialAt
      : this.#trialsUnderWay + this.#trialsSucceeded < this.#options.trials;
  }

  #endTrial(outcome: Verdict): void {
    this.#trialsUnderWay--;
    if (outcome === "failure") this.#open(this.#tenant);
    else if (outcome === "success" && ++this.#trialsSucceeded >= this.#options.trials) {
      this.#tenant = undefined;
      this.#buckets.length = 0;
      this.#enter("closed");
    }
  }

  #count(outcome: "success" | "failure", tenant: unknown): void {
    const { windowMs, minimumRequests, failureRate } = this.#options;
    const now = performance.now();
    const length = windowMs / BUCKETS;
    while (this.#buckets.length > 0 && this.#buckets[0]!.startedAt <= now - windowMs) this.#buckets.shift();
    if (this.#buckets.length === 0) this.#consecutiveFailures = 0;
    let bucket = this.#buckets.at(-1);
    if (bucket === undefined || now >= bucket.startedAt + length) {
      bucket = { startedAt: now, success: 0, failure: 0, failedTenants: new Set() };
      this.#buckets.push(bucket);
    }
    bucket[outcome]++;
    this.#consecutiveFailures = outcome === "success" ? 0 : this.#consecutiveFailures + 1;
    if (outcome === "success") return;
    if (bucket.failedTenants.size < 2) bucket.failedTenants.add(tenant);
    const failed = this.#buckets.reduce((sum, each) => sum + each.failure, 0);
    const all = this.#buckets.reduce((sum, each) => sum + each.success, failed);
    const isInWindow = all >= minimumRequests && failed / all >= failureRate;
    if (!isInWindow && this.#consecutiveFailures < minimumRequests) return;
    const [only, ...others] = new Set(this.#buckets.flatMap(({ failedTenants }) => [...failedTenants]));
    // A breaker that is open for one tenant counts the failures of others, so that a second tenant opens it for all.
    this.#open(others.length === 0 && this.#state === "closed" ? only : undefined);
  }

  #open(tenant: unknown): void {
    if (this.#state === "closed") this.#openedAt = performance.now();
    this.#tenant = tenant;
    this.#buckets.length = 0;
    this.#enter("open");
    this.#trialAt = performance.now() + this.#options.openMs * (1 + Math.random() * JITTER);
    this.#onOpen(tenant);
  }

  #enter(state: BreakerState): void {
    this.#state = state;
    this.#generation++;
    this.#consecutiveFailures = 0;
    this.#trialsUnderWay = 0;
    this.#trialsSucceeded = 0;
  }
}
