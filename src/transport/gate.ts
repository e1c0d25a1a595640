/** The queue in front of a client's calls: `connections`, `maxCallsPerSecond` and `maxQueued` decide who may go on. */
import { OverloadError } from "../errors/overload-error";
import { FairQueue, type Tenant, type Waiter } from "./fair-queue";
import type { RateLimit, RateQueue } from "./rate-limit";

export interface GateOptions {
  /** Most at a time. */
  readonly places: number;
  /** Most entries a second; undefined for no limit. */
  readonly perSecond: number | undefined;
  /** Most that wait. */
  readonly maxQueued: number;
  /** A limit that others share. */
  readonly shared?: RateLimit | undefined;
  /** Turns in a row of a tenant while others wait too, at least 1. Default 1. */
  readonly weight?: (tenant: unknown) => number;
}

/** Whoever wants to enter. */
export interface Entrant {
  /** Whose queue it waits in. Asked for only when it has to wait. */
  readonly tenant: unknown;
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

/** Lets a limited number in at a time, tenant by tenant and each tenant's in the order of arrival, and no faster than a given rate. */
export class Gate implements RateQueue {
  readonly #options: GateOptions;
  /** Milliseconds between two entries. */
  readonly #interval: number;
  readonly #queue = new FairQueue<Waiting>();
  #waiting = 0;
  #inside = 0;
  /** When the next one may enter, on the clock of `performance.now()`. */
  #nextAt = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #leaveShared: (() => void) | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#leaveShared = options.shared?.join(this);
    this.#interval = options.perSecond === undefined ? 0 : 1000 / options.perSecond;
  }

  /**
   * Undefined: entered. When too many wait already, the newest of the tenant with the longest queue gets an `OverloadError`:
   * this throws it, or a turn that waits ends with it.
   */
  enter(entrant?: Entrant): Turn | undefined {
    if (this.#waiting === 0 && this.#inside < this.#options.places && this.#isDue() && this.#begins()) {
      this.#take(false);
      return undefined;
    }
    const tenant = entrant?.tenant;
    if (this.#waiting >= this.#options.maxQueued) this.#makeRoom(tenant);
    const turn = new Waiting(this);
    this.#queue.push(turn, tenant, this.#options.weight ?? once);
    this.#waiting++;
    this.#admit();
    return turn;
  }

  #makeRoom(tenant: unknown): void {
    const { maxQueued } = this.#options;
    const overload = new OverloadError(
      `${this.#waiting.toLocaleString("en-US")} calls wait already, which is maxQueued. Nothing was sent.`,
      {
        queued: this.#waiting,
        maxQueued,
        advice: [{ action: "slow-down" }, { action: "raise", option: "maxQueued" }],
      },
    );
    if (this.#queue.lengthOf(tenant) + 1 >= this.#queue.longest) throw overload;
    const newest = this.#queue.newestOfLongest();
    if (newest === undefined) throw overload;
    this.remove(newest);
    newest.fail(overload);
  }

  /** Someone inside has gone. */
  leave(): void {
    this.#inside--;
    this.#options.shared?.end();
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

  /** Nobody who waits gets a turn: each turn ends with an error of its own. */
  refuse(make: () => unknown): void {
    while (this.#waiting > 0) this.#shift()?.fail(make());
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** No more will come. */
  close(): void {
    this.#leaveShared?.();
  }

  /** For turns. */
  remove(turn: Waiting): void {
    this.#queue.remove(turn);
    this.#waiting--;
    if (this.#waiting === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  }

  #admit(): void {
    try {
      while (this.#waiting > 0 && this.#inside < this.#options.places) {
        if (!this.#isDue()) {
          this.#timer ??= setTimeout(() => {
            this.#timer = undefined;
            this.#admit();
          }, this.#nextAt - performance.now());
          return;
        }
        if (!this.#begins()) return;
        this.#take(true);
        this.#shift()?.admit();
      }
    } catch (error) {
      this.refuse(() => error);
    }
  }

  #shift(): Waiting | undefined {
    this.#waiting--;
    return this.#queue.shift();
  }

  /** Whether the rate allows one more now. */
  #isDue(): boolean {
    return this.#interval === 0 || performance.now() >= this.#nextAt;
  }

  #begins(): boolean {
    return this.#options.shared?.begin() ?? true;
  }

  /** Takes a place and the allowance of the rate. Entries are planned at equal distances. */
  #take(waiting: boolean): void {
    this.#inside++;
    if (this.#interval === 0) return;
    const now = performance.now();
    // Nothing was missed while nobody waited.
    this.#nextAt = Math.max(this.#nextAt, waiting ? now - CATCH_UP : now) + this.#interval;
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
  readonly #gate: Gate;
  #state: "waits" | "entered" | "failed" = "waits";
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(gate: Gate) {
    this.#gate = gate;
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
    if (this.#state === "entered") this.#gate.leave();
    else if (this.#state === "waits") this.#gate.remove(this);
  }
}
