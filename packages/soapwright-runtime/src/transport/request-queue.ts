/** The queue in front of a client's calls: limits concurrent requests, requests per second and waiting calls. */
import { OverloadError } from "../errors/overload-error";
import { FairQueue, type Tenant, type Waiter } from "./fair-queue";
import type { RateLimit, RateQueue } from "./rate-limit";

/** Limits that may change: they are read for each entry. */
interface Limits {
  /** Most concurrent requests. */
  readonly places: number;
  /** Most entries per second; undefined for no limit. */
  readonly perSecond: number | undefined;
}

/** Limits of each tenant. */
export interface TenantRules {
  /** Milliseconds until a request of `tenant` may start: 0 for now, infinite while another one has to end first. */
  waitOf(tenant: unknown): number;
  begin(tenant: unknown): void;
  end(tenant: unknown): void;
  /** Number of requests in flight, by tenant. */
  inFlight(): Iterable<readonly [tenant: unknown, inFlight: number]>;
}

export interface RequestQueueOptions extends Limits {
  /** Adaptive limits, in place of the two. */
  readonly limits?: Limits | undefined;
  /** Most waiting calls. */
  readonly maxQueued: number;
  /** A limit that other clients share. */
  readonly shared?: RateLimit | undefined;
  readonly tenants?: TenantRules | undefined;
  /** Consecutive turns of a tenant while others wait too, at least 1. Default 1. */
  readonly weight?: ((tenant: unknown) => number) | undefined;
}

/** A call that needs a slot. */
export interface Entrant {
  /** The tenant. Read only when the call has to wait, or when tenants have limits. */
  readonly tenant: unknown;
  /** `low`: gets a slot when no other call waits, or after a long wait. */
  readonly priority?: "low" | "normal" | undefined;
}

/** Waiting and running calls of one tenant. */
export interface TenantUse {
  readonly waiting: number;
  readonly inside: number;
}

/** A waiting call's place in the queue. */
export interface Turn {
  /** Resolves when the call has its slot; rejects when it never will. */
  readonly come: Promise<void>;
  /** Leaves the queue, or returns the slot when it was granted meanwhile. */
  giveUp(): void;
}

/** Longest burst after a busy event loop, in milliseconds of the rate: makes up for missed entries. */
const CATCH_UP = 8;
/** After a wait of this many milliseconds, calls of low priority get one slot in ten. */
const PATIENCE = 5_000;
const TURNS_OF_OTHERS = 9;

/** Grants slots: limited in number and rate, fair between tenants, and in the order of arrival for each tenant. */
export class RequestQueue {
  readonly #options: RequestQueueOptions;
  readonly #limits: Limits;
  readonly #tenants: TenantRules | undefined;
  /** Time before which no call enters, on the clock of `performance.now()`. */
  #heldUntil = 0;
  /** The same for each tenant that is held. */
  readonly #holds = new Map<unknown, number>();
  /** Number of holds at which past ones are evicted. */
  #sweepAt = 1_000;
  readonly #normal = new FairQueue<Waiting>();
  readonly #low = new FairQueue<Waiting>();
  #lowWaiting = 0;
  /** Slots of normal calls since the last slot of low priority. */
  #turnsOfOthers = 0;
  #waiting = 0;
  #inside = 0;
  /** Time of the next entry, on the clock of `performance.now()`. */
  #nextAt = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #leaveShared: (() => void) | undefined;

  constructor(options: RequestQueueOptions) {
    this.#options = options;
    this.#limits = options.limits ?? options;
    this.#tenants = options.tenants;
    this.#leaveShared = options.shared?.join(new Demand(this));
  }

  /**
   * Returns undefined when the call has entered, else its place. When the queue is full, the newest call of the tenant
   * with the longest queue, calls of low priority first, fails with an `OverloadError`: thrown here, or rejected by
   * `come`.
   */
  enter(entrant?: Entrant): Turn | undefined {
    const { maxQueued } = this.#options;
    const tenants = this.#tenants;
    if (this.#waiting === 0 && this.#inside < this.#limits.places) {
      const isFree = !this.#hasRules || this.#waitOf(entrant?.tenant) <= 0;
      if (isFree && this.#isDue() && this.#begins()) {
        this.#take(false, tenants && entrant?.tenant);
        return undefined;
      }
    }
    const tenant = entrant?.tenant;
    const isLow = entrant?.priority === "low";
    const queue = isLow ? this.#low : this.#normal;
    let { weight = once } = this.#options;
    if (this.#waiting >= maxQueued) {
      // `weight` is the user's and may throw: call it before another call is evicted.
      const asked = weight(tenant);
      weight = () => asked;
      this.#makeRoom(tenant, isLow);
    }
    const turn = new Waiting(this, isLow, entrant);
    queue.push(turn, tenant, weight);
    this.#waiting++;
    if (isLow) this.#lowWaiting++;
    if (this.#hasRules) this.#holdBusy(queue, tenant);
    this.#admit();
    return turn;
  }

  #makeRoom(tenant: unknown, isLow: boolean): void {
    const { maxQueued } = this.#options;
    const overload = new OverloadError(
      `${this.#waiting.toLocaleString("en-US")} calls wait already, which is maxQueued. Nothing was sent.`,
      {
        queued: this.#waiting,
        maxQueued,
        advice: [{ action: "slow-down" }, { action: "raise", option: "maxQueued" }],
      },
    );
    const queue = isLow || this.#lowWaiting > 0 ? this.#low : this.#normal;
    if (isLow === (queue === this.#low) && queue.lengthOf(tenant) + 1 >= queue.longest) throw overload;
    const newest = queue.newestOfLongest();
    if (newest === undefined) throw overload;
    this.remove(newest);
    newest.fail(overload);
  }

  get #hasRules(): boolean {
    return this.#tenants !== undefined || this.#holds.size > 0;
  }

  #waitOf(tenant: unknown): number {
    const heldMs = (this.#holds.get(tenant) ?? 0) - performance.now();
    return Math.max(heldMs, this.#tenants?.waitOf(tenant) ?? 0);
  }

  /** Holds the tenant while its own limits, or a hold, require it. */
  #holdBusy(queue: FairQueue<Waiting>, tenant: unknown): void {
    const waitMs = this.#waitOf(tenant);
    if (waitMs <= 0) return;
    queue.hold(tenant, waitMs, () => {
      // The hold may have been extended meanwhile.
      this.#holdBusy(queue, tenant);
      this.#admit();
    });
  }

  /** Returns a slot; `entrant` as passed to `enter`. */
  leave(entrant?: Entrant): void {
    this.#inside--;
    this.#options.shared?.end();
    const tenants = this.#tenants;
    if (tenants !== undefined) {
      const tenant = entrant?.tenant;
      tenants.end(tenant);
      for (const queue of [this.#normal, this.#low]) {
        queue.release(tenant);
        this.#holdBusy(queue, tenant);
      }
    }
    this.#admit();
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Called by the shared limit when it may allow a request. An error of the limit rejects all waiting calls. */
  wake(): void {
    this.#admit();
  }

  /** Lets no call enter for `ms` milliseconds; no call of `tenant` unless that is undefined. Running calls stay. */
  hold(ms: number, tenant?: unknown): void {
    const now = performance.now();
    if (tenant === undefined) {
      this.#heldUntil = Math.max(this.#heldUntil, now + ms);
      return;
    }
    const holds = this.#holds;
    if (holds.size >= this.#sweepAt) {
      for (const [each, until] of holds) if (until <= now) holds.delete(each);
      // Doubled, so that the cost of eviction is constant for each hold.
      this.#sweepAt = Math.max(1_000, holds.size * 2);
    }
    holds.set(tenant, Math.max(holds.get(tenant) ?? 0, now + ms));
    for (const queue of [this.#normal, this.#low]) this.#holdBusy(queue, tenant);
  }

  /** Rejects every waiting call, or every one of `tenant` unless that is undefined, each with its own error. */
  refuse(make: () => unknown, tenant?: unknown): void {
    for (const queue of [this.#normal, this.#low]) {
      const next = () => (tenant === undefined ? queue.newestOfLongest() : queue.newestOf(tenant));
      for (let turn = next(); turn !== undefined; turn = next()) {
        this.remove(turn);
        turn.fail(make());
      }
    }
  }

  close(): void {
    this.#leaveShared?.();
  }

  /** Returns the use of each tenant with waiting calls and, when tenants have limits, running calls. */
  uses(): ReadonlyMap<unknown, TenantUse> {
    const uses = new Map<unknown, { waiting: number; inside: number }>();
    const of = (tenant: unknown) => {
      const use = uses.get(tenant) ?? { waiting: 0, inside: 0 };
      uses.set(tenant, use);
      return use;
    };
    for (const queue of [this.#normal, this.#low])
      for (const [tenant, length] of queue.lengths()) of(tenant).waiting += length;
    for (const [tenant, inside] of this.#tenants?.inFlight() ?? []) of(tenant).inside += inside;
    return uses;
  }

  /** Number of tenants with waiting calls; one that waits with both priorities counts twice. */
  get waitingTenants(): number {
    return this.#normal.tenants + this.#low.tenants;
  }

  /** Number of waiting calls of the tenant that has most. */
  get longestQueue(): number {
    return Math.max(this.#normal.longest, this.#low.longest);
  }

  /** Limit of running calls now. */
  get places(): number {
    return this.#limits.places;
  }

  /** Limit of entries per second now; undefined for no limit. */
  get perSecond(): number | undefined {
    return this.#limits.perSecond;
  }

  get inside(): number {
    return this.#inside;
  }

  /** Removes a waiting call; called by `Waiting`. */
  remove(turn: Waiting): void {
    (turn.isLow ? this.#low : this.#normal).remove(turn);
    this.#forget(turn);
    if (this.#waiting === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  }

  #forget({ isLow }: Waiting): void {
    this.#waiting--;
    if (isLow) this.#lowWaiting--;
  }

  #admit(): void {
    const tenants = this.#tenants;
    try {
      while (this.#waiting > 0 && this.#inside < this.#limits.places) {
        const queue = this.#next();
        if (queue === undefined) return;
        if (!this.#isDue()) {
          this.#timer ??= setTimeout(() => {
            this.#timer = undefined;
            this.#admit();
          }, Math.max(this.#nextAt, this.#heldUntil) - performance.now());
          return;
        }
        if (!this.#begins()) return;
        const turn = queue.shift();
        if (turn === undefined) return;
        this.#forget(turn);
        this.#turnsOfOthers = turn.isLow ? 0 : this.#turnsOfOthers + 1;
        const tenant = turn.entrant?.tenant;
        this.#take(true, tenant);
        if (tenants !== undefined) for (const each of [this.#normal, this.#low]) this.#holdBusy(each, tenant);
        turn.admit();
      }
    } catch (error) {
      this.refuse(() => error);
    }
  }

  /** Returns the queue with the next turn: low priority when no other call may enter, or after a long wait. */
  #next(): FairQueue<Waiting> | undefined {
    const [normal, low] = [this.#normal, this.#low];
    if (!low.hasTurn) return normal.hasTurn ? normal : undefined;
    if (!normal.hasTurn) return low;
    const isPatient = performance.now() - (low.head?.since ?? 0) >= PATIENCE;
    return isPatient && this.#turnsOfOthers >= TURNS_OF_OTHERS ? low : normal;
  }

  /** Whether the rate allows one more entry now. */
  #isDue(): boolean {
    if (this.#heldUntil > 0) {
      if (performance.now() < this.#heldUntil) return false;
      this.#heldUntil = 0;
    }
    return this.#limits.perSecond === undefined || performance.now() >= this.#nextAt;
  }

  #begins(): boolean {
    return this.#options.shared?.begin() ?? true;
  }

  /** Takes a slot and schedules the next entry. Entries are planned at equal distances. */
  #take(waiting: boolean, tenant: unknown): void {
    this.#inside++;
    this.#tenants?.begin(tenant);
    const { perSecond } = this.#limits;
    if (perSecond === undefined) return;
    const now = performance.now();
    // No entry was missed while the queue was empty.
    this.#nextAt = Math.max(this.#nextAt, waiting ? now - CATCH_UP : now) + 1_000 / perSecond;
  }
}

/** The queue's demand on a shared limit: without calls that another limit holds. */
class Demand implements RateQueue {
  readonly #gate: RequestQueue;

  constructor(gate: RequestQueue) {
    this.#gate = gate;
  }

  get waiting(): number {
    const { waiting, places, inside, perSecond = Number.POSITIVE_INFINITY } = this.#gate;
    return Math.min(waiting, Math.max(0, places - inside), Math.ceil(perSecond));
  }

  wake(): void {
    this.#gate.wake();
  }
}

function once(): number {
  return 1;
}

class Waiting implements Turn, Waiter {
  readonly come: Promise<void>;
  tenant: Tenant | undefined;
  before: Waiter | undefined;
  behind: Waiter | undefined;
  readonly isLow: boolean;
  readonly entrant: Entrant | undefined;
  /** Time of arrival, on the clock of `performance.now()`; 0 for normal priority, where it is not needed. */
  readonly since: number;
  readonly #gate: RequestQueue;
  #state: "waits" | "entered" | "failed" = "waits";
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(gate: RequestQueue, isLow: boolean, entrant: Entrant | undefined) {
    this.#gate = gate;
    this.isLow = isLow;
    this.entrant = entrant;
    this.since = isLow ? performance.now() : 0;
    this.come = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  admit(): void {
    this.#state = "entered";
    this.#resolve();
  }

  fail(error: unknown): void {
    this.#state = "failed";
    this.#reject(error);
  }

  giveUp(): void {
    if (this.#state === "entered") this.#gate.leave(this.entrant);
    else if (this.#state === "waits") this.#gate.remove(this);
  }
}
