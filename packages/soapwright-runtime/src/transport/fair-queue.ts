/** Calls that wait, a queue for each tenant, and whose turn is next. */

/** Someone who waits. A tenant's own order is that of arrival. */
export interface Waiter {
  /** Where it stands: set by the queue. */
  tenant: Tenant | undefined;
  before: Waiter | undefined;
  behind: Waiter | undefined;
}

/** Those of one tenant who wait. It is forgotten when nobody does. */
export interface Tenant {
  readonly key: unknown;
  /** Turns in a row, when others wait too. */
  readonly weight: number;
  /** Of those, how many are left. */
  credit: number;
  length: number;
  /** It may not have a turn just now: it is out of the circle. */
  held: boolean;
  /** Lets it back in. */
  timer: NodeJS.Timeout | undefined;
  first: Waiter | undefined;
  last: Waiter | undefined;
  /** Its neighbours among the tenants who wait. */
  next: Tenant;
  previous: Tenant;
}

/**
 * Deficit round robin (Shreedhar and Varghese, 1995), where each call costs one: tenants are served in a circle, each as many
 * times in a row as its weight says. Every step takes the same time, however many wait.
 */
export class FairQueue<W extends Waiter> {
  readonly #tenants = new Map<unknown, Tenant>();
  /** Whose turn it is. */
  #current: Tenant | undefined;
  /** Tenants by the length of their queues. */
  readonly #byLength = new Map<number, Set<Tenant>>();
  #longest = 0;

  lengthOf(key: unknown): number {
    return this.#tenants.get(key)?.length ?? 0;
  }

  /** How many wait, by tenant. */
  *lengths(): IterableIterator<readonly [key: unknown, length: number]> {
    for (const [key, { length }] of this.#tenants) yield [key, length];
  }

  /** Tenants who wait. */
  get tenants(): number {
    return this.#tenants.size;
  }

  /** The length of the longest queue. */
  get longest(): number {
    return this.#longest;
  }

  /** `weight` is asked for a tenant who has nobody else waiting. */
  push(waiter: W, key: unknown, weight: (key: unknown) => number): void {
    const tenant = this.#tenants.get(key) ?? this.#join(key, weight(key));
    waiter.tenant = tenant;
    waiter.before = tenant.last;
    if (tenant.last === undefined) tenant.first = waiter;
    else tenant.last.behind = waiter;
    tenant.last = waiter;
    this.#resize(tenant, tenant.length + 1);
  }

  /** Whether it is somebody's turn: not when all who wait are held. */
  get hasTurn(): boolean {
    return this.#current !== undefined;
  }

  /** Whose turn it would be. */
  get head(): W | undefined {
    return this.#current?.first as W | undefined;
  }

  /** No turns for the tenant of `key`, until it is released or nobody of it waits; after `ms` it is released by itself, and `onRelease` is told. */
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

  /** Whose turn it is, who waits no longer then. */
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

  /** Whoever came last of the tenant with the longest queue. */
  newestOfLongest(): W | undefined {
    const [tenant] = this.#byLength.get(this.#longest) ?? [];
    return tenant?.last as W | undefined;
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

  /** Whoever comes is the last of the circle. */
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
    // One fewer at a time: whoever was the longest is now as long as that.
    else if (!this.#byLength.has(this.#longest)) this.#longest--;
  }
}
