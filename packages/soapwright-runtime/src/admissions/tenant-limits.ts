/** Limits of requests for each tenant, below the limits of a client. */

import type { TenantRules } from "../transport/request-queue";

export interface TenantLimitOptions {
  /** Most concurrent requests of one tenant; undefined for no limit. */
  readonly maxInFlight: number | undefined;
  /** Most requests of one tenant per second; undefined for no limit. */
  readonly perSecond: number | undefined;
}

/** Most tenants with a record. Beyond it, the least recently used idle records are evicted: their limits restart. */
const MOST = 100_000;

interface Use {
  inFlight: number;
  /** Time of the next request, on the clock of `performance.now()`. */
  nextAt: number;
}

/** The current use of each tenant; a record without use is evicted. */
export class TenantLimits implements TenantRules {
  readonly #maxInFlight: number;
  /** Milliseconds between two requests of a tenant. */
  readonly #interval: number;
  readonly #uses = new Map<unknown, Use>();
  /** Number of records at which unused ones are evicted. */
  #sweepAt = 1_000;

  constructor({ maxInFlight = Number.POSITIVE_INFINITY, perSecond }: TenantLimitOptions) {
    this.#maxInFlight = maxInFlight;
    this.#interval = perSecond === undefined ? 0 : 1_000 / perSecond;
  }

  /** Milliseconds until a request of `tenant` may start: 0 for now, infinite while another one has to end first. */
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

  /** Number of requests in flight, by tenant. */
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
    } else if (this.#uses.size > MOST / 2) {
      // Keeps the map in the order of use, most recent last.
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
      if (this.#uses.size <= MOST / 2) break;
      if (inFlight === 0) this.#uses.delete(tenant);
    }
    // Doubled, so that the cost of eviction is constant for each record.
    this.#sweepAt = Math.max(1_000, this.#uses.size * 2);
  }
}
