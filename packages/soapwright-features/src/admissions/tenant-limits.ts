/** Limits of requests for each tenant, below the limits of a client. */

import type { TenantRules } from "soapwright-runtime/extend";

export interface TenantLimitOptions {
  readonly maxInFlight: number | undefined;
  readonly perSecond: number | undefined;
}

/** Beyond this number, the least recently used idle records are evicted, so that their limits restart. */
const MAX_RECORDS = 100_000;

interface Use {
  inFlight: number;
  /** The time is on the clock of `performance.now()`. */
  nextAt: number;
}

/** Counts the requests of each tenant and enforces the limits of each. A record without use is evicted. */
export class TenantLimits implements TenantRules {
  readonly #maxInFlight: number;
  readonly #interval: number;
  readonly #uses = new Map<unknown, Use>();
  /** Number of records at which unused ones are evicted. */
  #sweepAt = 1_000;

  constructor({ maxInFlight = Number.POSITIVE_INFINITY, perSecond }: TenantLimitOptions) {
    this.#maxInFlight = maxInFlight;
    this.#interval = perSecond === undefined ? 0 : 1_000 / perSecond;
  }

  /** Returns milliseconds: 0 for now, infinity until another request of the tenant ends. */
  waitOf(tenant: unknown): number {
    const use = this.#uses.get(tenant);
    if (use === undefined) return 0;
    if (use.inFlight >= this.#maxInFlight) return Number.POSITIVE_INFINITY;
    return Math.max(0, use.nextAt - performance.now());
  }

  begin(tenant: unknown): void {
    const use = this.#used(tenant);
    use.inFlight++;
    use.nextAt = Math.max(use.nextAt, performance.now()) + this.#interval;
  }

  end(tenant: unknown): void {
    const use = this.#uses.get(tenant);
    if (use === undefined) return;
    use.inFlight--;
    if (use.inFlight === 0 && use.nextAt <= performance.now()) this.#uses.delete(tenant);
  }

  *inFlight(): IterableIterator<readonly [tenant: unknown, inFlight: number]> {
    for (const [tenant, { inFlight }] of this.#uses) if (inFlight > 0) yield [tenant, inFlight];
  }

  get size(): number {
    return this.#uses.size;
  }

  #used(tenant: unknown): Use {
    let use = this.#uses.get(tenant);
    if (use === undefined) {
      if (this.#uses.size >= this.#sweepAt) this.#sweep();
      use = { inFlight: 0, nextAt: 0 };
    } else if (this.#uses.size > MAX_RECORDS / 2) {
      // Keeps the map in the order of use, the most recently used last.
      this.#uses.delete(tenant);
    } else return use;
    this.#uses.set(tenant, use);
    return use;
  }

  #sweep(): void {
    const now = performance.now();
    for (const [tenant, { inFlight, nextAt }] of this.#uses) {
      if (inFlight === 0 && nextAt <= now) this.#uses.delete(tenant);
    }
    for (const [tenant, { inFlight }] of this.#uses) {
      if (this.#uses.size <= MAX_RECORDS / 2) break;
      if (inFlight === 0) this.#uses.delete(tenant);
    }
    // The number doubles, so that eviction takes constant time for each record.
    this.#sweepAt = Math.max(1_000, this.#uses.size * 2);
  }
}
