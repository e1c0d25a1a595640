/** Fair queuing: one queue for each tenant, served in turn. */

/** A waiting entry. The entries of one tenant are in the order of arrival. */
export interface Waiter {
  /** Links of the list, set by the queue. */
  tenant: Tenant | undefined;
  before: Waiter | undefined;
  behind: Waiter | undefined;
}

/** The queue of one tenant; removed when it is empty. */
export interface Tenant {
  readonly key: unknown;
  /** Number of consecutive turns while other tenants wait too. */
  readonly weight: number;
  /** Remaining turns of `weight`. */
  credit: number;
  length: number;
  /** Whether the tenant is held, that is, out of the circle. */
  held: boolean;
  /** Releases the tenant. */
  timer: NodeJS.Timeout | undefined;
  first: Waiter | undefined;
  last: Waiter | undefined;
  /** Siblings in the circle of waiting tenants. */
  next: Tenant;
  previous: Tenant;
}

/**
 * Deficit round robin (Shreedhar and Varghese, 1995) with a cost of one for each call: tenants are served in a circle,
 * each for as many consecutive turns as its weight. Every operation takes constant time.
 */
export class FairQueue<W extends Waiter> {
  readonly #tenants = new Map<unknown, Tenant>();
  /** The tenant with the current turn. */
  #current: Tenant | undefined;
  readonly #byLength = new Map<number, Set<Tenant>>();
  #longest = 0;

  lengthOf(key: unknown): number {
    return this.#tenants.get(key)?.length ?? 0;
  }

  /** Number of waiting entries, by tenant. */
  *lengths(): IterableIterator<readonly [key: unknown, length: number]> {
    for (const [key, { length }] of this.#tenants) yield [key, length];
  }

  get tenants(): number {
    return this.#tenants.size;
  }

  get longest(): number {
    return this.#longest;
  }

  /** `weight` is called for a tenant with an empty queue. */
  push(waiter: W, key: unknown, weight: (key: unknown) => number): void {
    const tenant = this.#tenants.get(key) ?? this.#join(key, weight(key));
    waiter.tenant = tenant;
    waiter.before = tenant.last;
    if (tenant.last === undefined) tenant.first = waiter;
    else tenant.last.behind = waiter;
    tenant.last = waiter;
    this.#resize(tenant, tenant.length + 1);
  }

  /** Whether a tenant has the turn; false when all waiting tenants are held. */
  get hasTurn(): boolean {
    return this.#current !== undefined;
  }

  /** The next entry. */
  get head(): W | undefined {
    return this.#current?.first as W | undefined;
  }

  /** Holds a tenant until it is released or its queue is empty. `ms` later it is released, and `onRelease` called. */
  hold(key: unknown, ms: number, onRelease: () => void): void {
    const tenant = this.#tenants.get(key);
    if (tenant === undefined || tenant.held) return;
    tenant.held = true;
    this.#leaveCircle(tenant);
    if (ms === Number.POSITIVE_INFINITY) return;
    tenant.timer = setTimeout(() => {
      this.release(key);
      onRelease();
    }, Math.ceil(ms));
  }

  release(key: unknown): void {
    const tenant = this.#tenants.get(key);
    if (tenant === undefined || !tenant.held) return;
    tenant.held = false;
    clearTimeout(tenant.timer);
    this.#enterCircle(tenant);
  }

  /** Removes and returns the next entry. */
  shift(): W | undefined {
    const tenant = this.#current;
    if (tenant === undefined) return undefined;
    const waiter = tenant.first as W;
    tenant.credit--;
    if (tenant.credit < 1) {
      tenant.credit = tenant.weight;
      this.#current = tenant.next;
    }
    this.remove(waiter);
    return waiter;
  }

  /** Returns the newest entry of the longest queue. */
  newestOfLongest(): W | undefined {
    const [tenant] = this.#byLength.get(this.#longest) ?? [];
    return tenant?.last as W | undefined;
  }

  /** Returns the newest entry of a tenant. */
  newestOf(key: unknown): W | undefined {
    return this.#tenants.get(key)?.last as W | undefined;
  }

  remove(waiter: W): void {
    const { tenant, before, behind } = waiter;
    if (tenant === undefined) return;
    if (before === undefined) tenant.first = behind;
    else before.behind = behind;
    if (behind === undefined) tenant.last = before;
    else behind.before = before;
    waiter.tenant = undefined;
    waiter.before = undefined;
    waiter.behind = undefined;
    this.#resize(tenant, tenant.length - 1);
    if (tenant.length === 0) this.#part(tenant);
  }

  #join(key: unknown, weight: number): Tenant {
    const tenant = {
      key,
      weight,
      credit: weight,
      length: 0,
      held: false,
      timer: undefined,
      first: undefined,
      last: undefined,
    } as unknown as Tenant;
    this.#enterCircle(tenant);
    this.#tenants.set(key, tenant);
    return tenant;
  }

  #part(tenant: Tenant): void {
    this.#tenants.delete(tenant.key);
    clearTimeout(tenant.timer);
    if (!tenant.held) this.#leaveCircle(tenant);
  }

  /** A tenant enters as the last of the circle. */
  #enterCircle(tenant: Tenant): void {
    const current = this.#current;
    tenant.next = current ?? tenant;
    tenant.previous = current?.previous ?? tenant;
    tenant.previous.next = tenant;
    tenant.next.previous = tenant;
    this.#current ??= tenant;
  }

  #leaveCircle(tenant: Tenant): void {
    tenant.previous.next = tenant.next;
    tenant.next.previous = tenant.previous;
    if (this.#current === tenant) this.#current = tenant.next === tenant ? undefined : tenant.next;
  }

  #resize(tenant: Tenant, length: number): void {
    const before = this.#byLength.get(tenant.length);
    before?.delete(tenant);
    if (before?.size === 0) this.#byLength.delete(tenant.length);
    tenant.length = length;
    if (length > 0) {
      const others = this.#byLength.get(length);
      if (others === undefined) this.#byLength.set(length, new Set([tenant]));
      else others.add(tenant);
    }
    if (length > this.#longest) this.#longest = length;
    // Lengths decrease by one at a time, so the new longest queue is one shorter.
    else if (!this.#byLength.has(this.#longest)) this.#longest--;
  }
}
