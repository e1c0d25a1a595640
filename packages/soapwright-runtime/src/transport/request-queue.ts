/** Limits concurrent requests, requests per second and waiting calls. */
import { OverloadError } from "../errors/overload-error";
import { FairQueue, MAX_TIMER_MS, type Tenant, type Waiter } from "./fair-queue";
import type { RateLimit } from "./rate-limit";

interface Limits {
  /** Maximum number of requests in flight. */
  readonly slots: number;
  /** Undefined for no limit. */
  readonly perSecond: number | undefined;
}

/** The limits of each tenant. */
export interface TenantRules {
  /**
   * Returns the milliseconds until a request of `tenant` may start: 0 for now, infinity until another request of the
   * tenant ends.
   */
  waitOf(tenant: unknown): number;
  begin(tenant: unknown): void;
  end(tenant: unknown): void;
  /** Returns the number of requests in flight of each tenant. */
  inFlight(): Iterable<readonly [tenant: unknown, inFlight: number]>;
}

export interface RequestQueueOptions extends Limits {
  /** Adaptive limits, which replace `slots` and `perSecond`. */
  readonly limits?: Limits | undefined;
  readonly maxQueued: number;
  readonly shared?: RateLimit | undefined;
  readonly tenants?: TenantRules | undefined;
  /** Returns the number of consecutive slots that a tenant gets while others wait too, at least 1. Default 1. */
  readonly weight?: ((tenant: unknown) => number) | undefined;
}

export interface SlotRequest {
  /** The tenant of the call. Read only when the call has to wait, or when tenants have limits. */
  readonly tenant: unknown;
  /** A call of priority `low` gets a slot when no other call waits, or after a long wait. */
  readonly priority?: "low" | "normal" | undefined;
}

/** The number of calls of one tenant, waiting and in flight. */
export interface TenantUse {
  readonly waiting: number;
  readonly inFlight: number;
}

export interface WaitingCall {
  /** Resolves when the call has its slot. Rejects with the error because of which it will not get one. */
  readonly granted: Promise<void>;
  /** Also releases the slot when it was granted in the meantime. */
  cancel(): void;
}

/** Maximum burst after the event loop was busy, in milliseconds of the rate. It makes up for missed slots. */
const MAX_BURST_MS = 8;
/** Wait in milliseconds after which calls of low priority get one slot in ten, although other calls wait. */
const LOW_PRIORITY_WAIT_MS = 5_000;
/** Number of slots for normal calls before one for a call of low priority that has waited long. */
const NORMAL_PER_LOW_PRIORITY = 9;

/**
 * The in-memory queue of one origin, shared by a client and its `with` clients. Grants slots: limited in number and
 * rate, fair between tenants, and in the order of arrival for each tenant. It owns its waiting calls, its counters, one
 * timer, and through `FairQueue` a timer for each held tenant; it opens no connection.
 */
export class RequestQueue {
  readonly #options: RequestQueueOptions;
  readonly #limits: Limits;
  readonly #tenants: TenantRules | undefined;
  /** The time is on the clock of `performance.now()`. */
  #heldUntil = 0;
  /** The times are on the same clock, by tenant. */
  readonly #holds = new Map<unknown, number>();
  /** Number of holds at which the expired ones are evicted. */
  #sweepAt = 1_000;
  readonly #normal = new FairQueue<QueuedCall>();
  readonly #low = new FairQueue<QueuedCall>();
  #lowWaiting = 0;
  #normalSinceLow = 0;
  #waiting = 0;
  #inFlight = 0;
  /** The time is on the clock of `performance.now()`. */
  #nextSlotAt = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #leaveShared: (() => void) | undefined;

  constructor(options: RequestQueueOptions) {
    this.#options = options;
    this.#limits = options.limits ?? options;
    this.#tenants = options.tenants;
    const demand = (): number => this.#demand;
    this.#leaveShared = options.shared?.join({
      get waiting() {
        return demand();
      },
      wake: () => this.#grantSlots(),
    });
  }

  /**
   * Returns undefined when the call has a slot at once. When the queue is full, the newest call of the tenant with the
   * longest queue, calls of low priority first, fails with an `OverloadError`, which is thrown here if that is the new
   * call. Rethrows an error of `weight`.
   */
  requestSlot(request?: SlotRequest): WaitingCall | undefined {
    const { maxQueued } = this.#options;
    const tenants = this.#tenants;
    if (this.#waiting === 0 && this.#inFlight < this.#limits.slots) {
      const isFree = (tenants === undefined && this.#holds.size === 0) || this.#waitOf(request?.tenant) <= 0;
      const isPaced = this.#heldUntil > 0 || this.#limits.perSecond !== undefined;
      if (isFree && (!isPaced || this.#isSlotDue()) && this.#options.shared?.begin() !== false) {
        if (isPaced || tenants !== undefined) this.#takeSlot(false, tenants && request?.tenant);
        else this.#inFlight++;
        return undefined;
      }
    }
    const tenant = request?.tenant;
    const isLow = request?.priority === "low";
    const queue = isLow ? this.#low : this.#normal;
    let { weight = () => 1 } = this.#options;
    if (this.#waiting >= maxQueued) {
      // `weight` belongs to the user and may throw, so it is called before another call is evicted.
      const ownWeight = weight(tenant);
      weight = () => ownWeight;
      this.#evictOne(tenant, isLow);
    }
    const call = new QueuedCall(this, isLow, request);
    queue.push(call, tenant, weight);
    this.#waiting++;
    if (isLow) this.#lowWaiting++;
    this.#holdBusy(queue, tenant);
    this.#grantSlots();
    return call;
  }

  #evictOne(tenant: unknown, isLow: boolean): void {
    const { maxQueued } = this.#options;
    const overload = new OverloadError(
      `${this.#waiting.toLocaleString("en-US")} calls wait already, which is limits.queued. Nothing was sent.`,
      {
        queued: this.#waiting,
        maxQueued,
        advice: [{ action: "slow-down" }, { action: "raise", option: "limits.queued" }],
      },
    );
    const queue = isLow || this.#lowWaiting > 0 ? this.#low : this.#normal;
    if (isLow === (queue === this.#low) && queue.lengthOf(tenant) + 1 >= queue.longest) throw overload;
    const newest = queue.newestOfLongest();
    if (newest === undefined) throw overload;
    this.remove(newest);
    newest.fail(overload);
  }

  #waitOf(tenant: unknown): number {
    const heldMs = (this.#holds.get(tenant) ?? 0) - performance.now();
    return Math.max(heldMs, this.#tenants?.waitOf(tenant) ?? 0);
  }

  #holdBusy(queue: FairQueue<QueuedCall>, tenant: unknown): void {
    const waitMs = this.#waitOf(tenant);
    if (waitMs <= 0) return;
    queue.hold(tenant, waitMs, () => {
      // The hold may have been extended in the meantime.
      this.#holdBusy(queue, tenant);
      this.#grantSlots();
    });
  }

  /** `request` is the value that was passed to `requestSlot`. */
  releaseSlot(request?: SlotRequest): void {
    this.#inFlight--;
    try {
      this.#options.shared?.end();
    } finally {
      this.#passSlotOn(request);
    }
  }

  #passSlotOn(request: SlotRequest | undefined): void {
    const tenants = this.#tenants;
    if (tenants !== undefined) {
      const tenant = request?.tenant;
      tenants.end(tenant);
      for (const queue of [this.#normal, this.#low]) {
        queue.release(tenant);
        this.#holdBusy(queue, tenant);
      }
    }
    if (this.#waiting > 0) this.#grantSlots();
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** The queue's demand on the shared limit. It excludes calls that another limit holds. */
  get #demand(): number {
    const { slots, perSecond = Number.POSITIVE_INFINITY } = this.#limits;
    return Math.min(this.#waiting, Math.max(0, slots - this.#inFlight), Math.ceil(perSecond));
  }

  /** Undefined `tenant` holds every tenant. Calls in flight continue. */
  hold(ms: number, tenant?: unknown): void {
    const now = performance.now();
    if (tenant === undefined) {
      this.#heldUntil = Math.max(this.#heldUntil, now + ms);
      return;
    }
    const holds = this.#holds;
    if (holds.size >= this.#sweepAt) {
      for (const [each, until] of holds) if (until <= now) holds.delete(each);
      // The number doubles, so that eviction takes constant time for each hold.
      this.#sweepAt = Math.max(1_000, holds.size * 2);
    }
    holds.set(tenant, Math.max(holds.get(tenant) ?? 0, now + ms));
    for (const queue of [this.#normal, this.#low]) this.#holdBusy(queue, tenant);
  }

  /** Undefined `tenant` rejects every waiting call. Each gets an error of its own from `make`. */
  refuse(make: () => unknown, tenant?: unknown): void {
    for (const queue of [this.#normal, this.#low]) {
      const next = () => (tenant === undefined ? queue.newestOfLongest() : queue.newestOf(tenant));
      for (let call = next(); call !== undefined; call = next()) {
        this.remove(call);
        call.fail(make());
      }
    }
  }

  close(): void {
    this.#leaveShared?.();
  }

  /** Calls in flight are counted only when tenants have limits. */
  uses(): ReadonlyMap<unknown, TenantUse> {
    const uses = new Map<unknown, { waiting: number; inFlight: number }>();
    const of = (tenant: unknown) => {
      const use = uses.get(tenant) ?? { waiting: 0, inFlight: 0 };
      uses.set(tenant, use);
      return use;
    };
    for (const queue of [this.#normal, this.#low])
      for (const [tenant, length] of queue.lengths()) of(tenant).waiting += length;
    for (const [tenant, inFlight] of this.#tenants?.inFlight() ?? []) of(tenant).inFlight += inFlight;
    return uses;
  }

  /** A tenant that waits with both priorities counts twice. */
  get waitingTenants(): number {
    return this.#normal.tenants + this.#low.tenants;
  }

  get longestQueue(): number {
    return Math.max(this.#normal.longest, this.#low.longest);
  }

  get slots(): number {
    return this.#limits.slots;
  }

  /** Undefined for no limit. */
  get perSecond(): number | undefined {
    return this.#limits.perSecond;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  remove(call: QueuedCall): void {
    (call.isLow ? this.#low : this.#normal).remove(call);
    this.#uncount(call);
    if (this.#waiting === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  }

  #uncount({ isLow }: QueuedCall): void {
    this.#waiting--;
    if (isLow) this.#lowWaiting--;
  }

  #grantSlots(): void {
    const tenants = this.#tenants;
    try {
      while (this.#waiting > 0 && this.#inFlight < this.#limits.slots) {
        const queue = this.#nextQueue();
        if (queue === undefined) return;
        if (!this.#isSlotDue()) {
          this.#timer ??= setTimeout(
            () => {
              this.#timer = undefined;
              this.#grantSlots();
            },
            Math.min(MAX_TIMER_MS, Math.max(this.#nextSlotAt, this.#heldUntil) - performance.now()),
          );
          return;
        }
        if (this.#options.shared?.begin() === false) return;
        const call = queue.shift();
        if (call === undefined) return;
        this.#uncount(call);
        this.#normalSinceLow = call.isLow ? 0 : this.#normalSinceLow + 1;
        const tenant = call.request?.tenant;
        this.#takeSlot(true, tenant);
        if (tenants !== undefined) for (const each of [this.#normal, this.#low]) this.#holdBusy(each, tenant);
        call.grant();
      }
    } catch (error) {
      this.refuse(() => error);
    }
  }

  /** Low priority gets a slot when no other call may get one, or after a long wait. */
  #nextQueue(): FairQueue<QueuedCall> | undefined {
    const [normal, low] = [this.#normal, this.#low];
    if (!low.hasNext) return normal.hasNext ? normal : undefined;
    if (!normal.hasNext) return low;
    const hasWaitedLong = performance.now() - (low.head?.since ?? 0) >= LOW_PRIORITY_WAIT_MS;
    return hasWaitedLong && this.#normalSinceLow >= NORMAL_PER_LOW_PRIORITY ? low : normal;
  }

  #isSlotDue(): boolean {
    if (this.#heldUntil > 0) {
      if (performance.now() < this.#heldUntil) return false;
      this.#heldUntil = 0;
    }
    return this.#limits.perSecond === undefined || performance.now() >= this.#nextSlotAt;
  }

  /** Slots are planned at equal distances. */
  #takeSlot(waiting: boolean, tenant: unknown): void {
    this.#inFlight++;
    this.#tenants?.begin(tenant);
    const { perSecond } = this.#limits;
    if (perSecond === undefined) return;
    const now = performance.now();
    // A queue without waiting calls has nothing to make up for.
    this.#nextSlotAt = Math.max(this.#nextSlotAt, waiting ? now - MAX_BURST_MS : now) + 1_000 / perSecond;
  }
}

/** A call that waits in the queue for its slot. */
class QueuedCall implements WaitingCall, Waiter {
  readonly granted: Promise<void>;
  tenant: Tenant | undefined;
  before: Waiter | undefined;
  behind: Waiter | undefined;
  readonly isLow: boolean;
  readonly request: SlotRequest | undefined;
  /** The time is on the clock of `performance.now()`; it is 0 for normal priority, which does not need it. */
  readonly since: number;
  readonly #queue: RequestQueue;
  #state: "waits" | "granted" | "failed" = "waits";
  #resolve!: () => void;
  #reject!: (error: unknown) => void;

  constructor(queue: RequestQueue, isLow: boolean, request: SlotRequest | undefined) {
    this.#queue = queue;
    this.isLow = isLow;
    this.request = request;
    this.since = isLow ? performance.now() : 0;
    this.granted = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  grant(): void {
    this.#state = "granted";
    this.#resolve();
  }

  fail(error: unknown): void {
    this.#state = "failed";
    this.#reject(error);
  }

  cancel(): void {
    if (this.#state === "granted") this.#queue.releaseSlot(this.request);
    else if (this.#state === "waits") this.#queue.remove(this);
  }
}
