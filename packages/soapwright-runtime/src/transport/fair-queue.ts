/** Fair queuing: one queue for each tenant, served round robin. */

/** The longest delay of a timer, in milliseconds. A longer one would fire at once. Waits are computed anew when it fires. */
export const MAX_TIMER_MS = 2_147_483_647;

/** The waiting calls of one tenant are in the order of arrival. */
export interface Waiter {
  tenant: Tenant | undefined;
  before: Waiter | undefined;
  behind: Waiter | undefined;
}

/** A tenant is removed when its queue is empty. */
export interface Tenant {
  readonly key: unknown;
  /** Number of consecutive slots that the tenant gets while other tenants wait too. */
  readonly weight: number;
  /** Number of those slots that remain. */
  credit: number;
  length: number;
  /** A held tenant is not in the circle. */
  held: boolean;
  timer: NodeJS.Timeout | undefined;
  first: Waiter | undefined;
  last: Waiter | undefined;
  next: Tenant;
  previous: Tenant;
}

/**
 * The waiting calls of all tenants, in the order in which they get slots: deficit round robin (Shreedhar and Varghese,
 * 1995) with a cost of one for each call. Tenants are served in a circle, each with as many consecutive slots as its
 * weight. Every operation takes constant time. Owns a timer for each held tenant.
 */
export class FairQueue<W extends Waiter> {
  readonly #tenants = new Map<unknown, Tenant>();
  #current: Tenant | undefined;
  readonly #byLength = new Map<number, Set<Tenant>>();
  #longest = 0;

  lengthOf(key: unknown): number {
    return this.#tenants.get(key)?.length ?? 0;
  }

  *lengths(): IterableIterator<readonly [key: unknown, length: number]> {
    for (const [key, { length }] of this.#tenants) yield [key, length];
  }

  get tenants(): number {
    return this.#tenants.size;
  }

  get longest(): number {
    return this.#longest;
  }

  /** Calls `weight` only if the tenant's queue is empty, and rethrows its error. */
  push(waiter: W, key: unknown, weight: (key: unknown) => number): void {
    const tenant = this.#tenants.get(key) ?? this.#addTenant(key, weight(key));
    waiter.tenant = tenant;
    waiter.before = tenant.last;
    if (tenant.last === undefined) tenant.first = waiter;
    else tenant.last.behind = waiter;
    tenant.last = waiter;
    this.#resize(tenant, tenant.length + 1);
  }

  /** False when all waiting tenants are held. */
  get hasNext(): boolean {
    return this.#current !== undefined;
  }

  get head(): W | undefined {
    return this.#current?.first as W | undefined;
  }

  /** The tenant is released after `ms` milliseconds, or when its queue is empty. */
  hold(key: unknown, ms: number, onRelease: () => void): void {
    const tenant = this.#tenants.get(key);
    if (tenant === undefined || tenant.held) return;
    tenant.held = true;
    this.#leaveCircle(tenant);
    if (ms === Number.POSITIVE_INFINITY) return;
    tenant.timer = setTimeout(
      () => {
        this.release(key);
        onRelease();
      },
      Math.min(MAX_TIMER_MS, Math.ceil(ms)),
    );
  }

  release(key: unknown): void {
    const tenant = this.#tenants.get(key);
    if (tenant === undefined || !tenant.held) return;
    tenant.held = false;
    clearTimeout(tenant.timer);
    this.#enterCircle(tenant);
  }

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

  newestOfLongest(): W | undefined {
    const [tenant] = this.#byLength.get(this.#longest) ?? [];
    return tenant?.last as W | undefined;
  }

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
    if (tenant.length === 0) this.#removeTenant(tenant);
  }

  #addTenant(key: unknown, weight: number): Tenant {
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

  #removeTenant(tenant: Tenant): void {
    this.#tenants.delete(tenant.key);
    clearTimeout(tenant.timer);
    if (!tenant.held) this.#leaveCircle(tenant);
  }

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
