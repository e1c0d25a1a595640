/** Limits of requests for each tenant, within those of a client. */

export interface TenantLimitOptions {
  /** Most requests of one tenant at a time; undefined for no limit. */
  readonly maxInFlight: number | undefined;
  /** Most requests of one tenant begun a second; undefined for no limit. */
  readonly perSecond: number | undefined;
}

/** So many are known. More use nothing just now, and the least recent of these are forgotten: their limits begin anew. */
const MOST = 100_000;

interface Use {
  inFlight: number;
  /** When the next may begin, on the clock of `performance.now()`. */
  nextAt: number;
}

/** What each tenant uses just now. One that uses nothing is forgotten. */
export class TenantLimits {
  readonly #maxInFlight: number;
  /** Milliseconds between two requests of a tenant. */
  readonly #interval: number;
  readonly #uses = new Map<unknown, Use>();
  /** Those that use nothing any more go when there are so many. */
  #sweepAt = 1_000;

  constructor({ maxInFlight = Number.POSITIVE_INFINITY, perSecond }: TenantLimitOptions) {
    this.#maxInFlight = maxInFlight;
    this.#interval = perSecond === undefined ? 0 : 1_000 / perSecond;
  }

  /** Milliseconds until a request of `tenant` may begin: 0 for now, infinite where one of its own has to end first. */
  waitOf(tenant: unknown): number {
    const use = this.#uses.get(tenant);
    if (use === undefined) return 0;
    if (use.inFlight >= this.#maxInFlight) return Number.POSITIVE_INFINITY;
    return Math.max(0, use.nextAt - performance.now());
  }

  /** A request of `tenant` begins. */
  begin(tenant: unknown): void {
    const use = this.#used(tenant);
    use.inFlight++;
    use.nextAt = Math.max(use.nextAt, performance.now()) + this.#interval;
  }

  /** A request of `tenant` is over. */
  end(tenant: unknown): void {
    const use = this.#uses.get(tenant);
    if (use === undefined) return;
    // One that began before its tenant was held is not counted.
    use.inFlight = Math.max(0, use.inFlight - 1);
    if (use.inFlight === 0 && use.nextAt <= performance.now()) this.#uses.delete(tenant);
  }

  /** No request of `tenant` begins for so long. */
  hold(tenant: unknown, ms: number): void {
    const use = this.#used(tenant);
    use.nextAt = Math.max(use.nextAt, performance.now() + ms);
  }

  /** Requests under way, by tenant. */
  *inFlight(): IterableIterator<readonly [tenant: unknown, inFlight: number]> {
    for (const [tenant, { inFlight }] of this.#uses) if (inFlight > 0) yield [tenant, inFlight];
  }

  /** How many tenants are known. */
  get size(): number {
    return this.#uses.size;
  }

  #used(tenant: unknown): Use {
    let use = this.#uses.get(tenant);
    if (use === undefined) {
      if (this.#uses.size >= this.#sweepAt) this.#sweep();
      use = { inFlight: 0, nextAt: 0 };
    } else if (this.#uses.size > MOST / 2) {
      // The most recent is the last.
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
    // Twice as many before the next: each of them is looked at once in the long run.
    this.#sweepAt = Math.max(1_000, this.#uses.size * 2);
  }
}
