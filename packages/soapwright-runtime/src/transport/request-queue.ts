/** The queue in front of a client's calls: limits of requests at a time and a second, and `maxQueued`, decide who may go on. */
import { OverloadError } from "../errors/overload-error";
import { FairQueue, type Tenant, type Waiter } from "./fair-queue";
import type { RateLimit, RateQueue } from "./rate-limit";
import { TenantLimits } from "./tenant-limits";

/** Limits that may change: they are read for each entry. */
interface Limits {
  /** Most at a time. */
  readonly places: number;
  /** Most entries a second; undefined for no limit. */
  readonly perSecond: number | undefined;
}

export interface RequestQueueOptions extends Limits {
  /** In the place of the two, where they follow something. */
  readonly limits?: Limits | undefined;
  /** Most that wait. */
  readonly maxQueued: number;
  /** A limit that others share. */
  readonly shared?: RateLimit | undefined;
  /** Limits of each tenant. */
  readonly tenants?: TenantLimits | undefined;
  /** Turns in a row of a tenant while others wait too, at least 1. Default 1. */
  readonly weight?: (tenant: unknown) => number;
}

/** Whoever wants to enter. */
export interface Entrant {
  /** Whose queue it waits in. Asked for only when it has to wait, or when each tenant has limits. */
  readonly tenant: unknown;
  /** `low`: its turn comes when nobody else waits, and in the end. */
  readonly priority?: "low" | "normal" | undefined;
}

/** What one tenant has at a gate. */
export interface TenantUse {
  readonly waiting: number;
  readonly inside: number;
}

/** Someone's turn that has not come yet. */
export interface Turn {
  /** Settles when it has come; rejects when it never will. */
  readonly come: Promise<void>;
  /** Waits no longer, or hands the place back when the turn has come meanwhile. */
  giveUp(): void;
}

/** After a busy event loop so much of what was missed is made up for, in milliseconds: at most a burst of this length. */
const CATCH_UP = 8;
/** Whoever has low priority and has waited for so long, in milliseconds, gets one turn in so many. */
const PATIENCE = 5_000;
const TURNS_OF_OTHERS = 9;

/** Lets a limited number in at a time, tenant by tenant and each tenant's in the order of arrival, and no faster than a given rate. */
export class RequestQueue {
  readonly #options: RequestQueueOptions;
  readonly #limits: Limits;
  #tenants: TenantLimits | undefined;
  /** Nobody enters before, on the clock of `performance.now()`. */
  #heldUntil = 0;
  readonly #normal = new FairQueue<Waiting>();
  readonly #low = new FairQueue<Waiting>();
  #lowWaiting = 0;
  /** Turns of others since one of low priority had one. */
  #turnsOfOthers = 0;
  #waiting = 0;
  #inside = 0;
  /** When the next one may enter, on the clock of `performance.now()`. */
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
   * Undefined: entered. When too many wait already, the newest of the tenant with the longest queue gets an `OverloadError`:
   * this throws it, or a turn that waits ends with it. Those of low priority are the first.
   */
  enter(entrant?: Entrant): Turn | undefined {
    const { maxQueued } = this.#options;
    const tenants = this.#tenants;
    if (this.#waiting === 0 && this.#inside < this.#limits.places) {
      const isFree = tenants === undefined || tenants.waitOf(entrant?.tenant) === 0;
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
      // It is the user's and may throw: nobody's call ends for one that does not enter.
      const asked = weight(tenant);
      weight = () => asked;
      this.#makeRoom(tenant, isLow);
    }
    const turn = new Waiting(this, isLow, entrant);
    queue.push(turn, tenant, weight);
    this.#waiting++;
    if (isLow) this.#lowWaiting++;
    if (tenants !== undefined) this.#holdBusy(queue, tenant, tenants);
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

  /** Holds back the tenant while its own limits say so. */
  #holdBusy(queue: FairQueue<Waiting>, tenant: unknown, tenants: TenantLimits): void {
    const waitMs = tenants.waitOf(tenant);
    if (waitMs > 0) queue.hold(tenant, waitMs, () => this.#admit());
  }

  /** Someone inside has gone: what `enter` was given. */
  leave(entrant?: Entrant): void {
    this.#inside--;
    this.#options.shared?.end();
    const tenants = this.#tenants;
    if (tenants !== undefined) {
      const tenant = entrant?.tenant;
      tenants.end(tenant);
      for (const queue of [this.#normal, this.#low]) {
        queue.release(tenant);
        this.#holdBusy(queue, tenant, tenants);
      }
    }
    this.#admit();
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The limit that others share may let someone in. What it throws is for all who wait. */
  wake(): void {
    this.#admit();
  }

  /** Nobody enters for so long, in milliseconds; with `entrant`, nobody of its tenant. Those who are inside stay. */
  hold(ms: number, entrant?: Entrant): void {
    if (entrant === undefined) {
      this.#heldUntil = Math.max(this.#heldUntil, performance.now() + ms);
      return;
    }
    // Those inside were not counted so far, and are not when they leave.
    this.#tenants ??= new TenantLimits({ maxInFlight: undefined, perSecond: undefined });
    const { tenant } = entrant;
    this.#tenants.hold(tenant, ms);
    for (const queue of [this.#normal, this.#low]) this.#holdBusy(queue, tenant, this.#tenants);
  }

  /** Nobody who waits gets a turn: each turn ends with an error of its own. */
  refuse(make: () => unknown): void {
    for (const queue of [this.#normal, this.#low]) {
      for (let turn = queue.newestOfLongest(); turn !== undefined; turn = queue.newestOfLongest()) {
        this.remove(turn);
        turn.fail(make());
      }
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** No more will come. */
  close(): void {
    this.#leaveShared?.();
  }

  /** Each tenant who waits or, where tenants are counted, is inside. */
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

  /** Tenants whose calls wait; one that waits with both priorities counts twice. */
  get waitingTenants(): number {
    return this.#normal.tenants + this.#low.tenants;
  }

  /** Calls of the tenant that has most of them waiting. */
  get longestQueue(): number {
    return Math.max(this.#normal.longest, this.#low.longest);
  }

  /** Most inside at a time just now. */
  get places(): number {
    return this.#limits.places;
  }

  /** Most entries a second just now; undefined for no limit. */
  get perSecond(): number | undefined {
    return this.#limits.perSecond;
  }

  /** How many are inside. */
  get inside(): number {
    return this.#inside;
  }

  /** For turns. */
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
        if (tenants !== undefined) for (const each of [this.#normal, this.#low]) this.#holdBusy(each, tenant, tenants);
        turn.admit();
      }
    } catch (error) {
      this.refuse(() => error);
    }
  }

  /** Whose turn it is: of those with low priority when nobody else may, or when they have waited long enough. */
  #next(): FairQueue<Waiting> | undefined {
    const [normal, low] = [this.#normal, this.#low];
    if (!low.hasTurn) return normal.hasTurn ? normal : undefined;
    if (!normal.hasTurn) return low;
    const isPatient = performance.now() - (low.head?.since ?? 0) >= PATIENCE;
    return isPatient && this.#turnsOfOthers >= TURNS_OF_OTHERS ? low : normal;
  }

  /** Whether the rate allows one more now. */
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

  /** Takes a place and the allowance of the rate. Entries are planned at equal distances. */
  #take(waiting: boolean, tenant: unknown): void {
    this.#inside++;
    this.#tenants?.begin(tenant);
    const { perSecond } = this.#limits;
    if (perSecond === undefined) return;
    const now = performance.now();
    // Nothing was missed while nobody waited.
    this.#nextAt = Math.max(this.#nextAt, waiting ? now - CATCH_UP : now) + 1_000 / perSecond;
  }
}

/** The queue as a limit that others share sees it: calls that something else holds ask for nothing. */
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
  /** On the clock of `performance.now()`; 0 where nobody asks. */
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
