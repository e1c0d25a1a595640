/** The queue in front of a client's calls: `connections`, `maxCallsPerSecond` and `maxQueued` decide who may go on. */
import { OverloadError } from "../errors/overload-error";
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
}

/** Someone's turn that has not come yet. */
export interface Turn {
  /** Settles when it has come. */
  readonly come: Promise<void>;
  /** Waits no longer, or hands the place back when the turn has come meanwhile. */
  giveUp(): void;
}

/** After a busy event loop so much of what was missed is made up for, in milliseconds: at most a burst of this length. */
const CATCH_UP = 8;

/** Lets a limited number in at a time, in the order of arrival, and no faster than a given rate. */
export class Gate implements RateQueue {
  readonly #options: GateOptions;
  /** Milliseconds between two entries. */
  readonly #interval: number;
  /** Waiting turns from `#first` on; undefined where one was given up. */
  #queue: (Waiting | undefined)[] = [];
  #first = 0;
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

  /** Undefined: entered. Throws an `OverloadError` when too many wait already. */
  enter(): Turn | undefined {
    if (this.#waiting === 0 && this.#inside < this.#options.places && this.#isDue() && this.#begins()) {
      this.#take(false);
      return undefined;
    }
    const { maxQueued } = this.#options;
    if (this.#waiting >= maxQueued) {
      throw new OverloadError(
        `${this.#waiting.toLocaleString("en-US")} calls wait already, which is maxQueued. Nothing was sent.`,
        {
          queued: this.#waiting,
          maxQueued,
          advice: [{ action: "slow-down" }, { action: "raise", option: "maxQueued" }],
        },
      );
    }
    const turn = new Waiting(this, this.#queue.length);
    this.#queue.push(turn);
    this.#waiting++;
    this.#admit();
    return turn;
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

  /** No more will come. */
  close(): void {
    this.#leaveShared?.();
  }

  /** For turns. */
  remove(turn: Waiting): void {
    this.#queue[turn.index] = undefined;
    this.#waiting--;
    if (this.#waiting === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    this.#tidy();
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
      while (this.#waiting > 0) this.#shift()?.fail(error);
    }
  }

  #shift(): Waiting | undefined {
    while (this.#queue[this.#first] === undefined) this.#first++;
    const turn = this.#queue[this.#first];
    this.#queue[this.#first++] = undefined;
    this.#waiting--;
    this.#tidy();
    return turn;
  }

  /** Throws out the places of those who have gone, so seldom that it costs nothing for each. */
  #tidy(): void {
    if (this.#queue.length < 1024 || this.#queue.length < this.#waiting * 2) return;
    this.#queue = this.#queue.filter((turn) => turn !== undefined);
    this.#first = 0;
    for (const [index, turn] of this.#queue.entries()) if (turn !== undefined) turn.index = index;
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

class Waiting implements Turn {
  readonly come: Promise<void>;
  /** Where it stands in the queue of its gate; -1 when its turn has come, -2 when it never will. */
  index: number;
  readonly #gate: Gate;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(gate: Gate, index: number) {
    this.#gate = gate;
    this.index = index;
    this.come = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  admit(): void {
    this.index = -1;
    this.#resolve();
  }

  fail(error: unknown): void {
    this.index = -2;
    this.#reject(error);
  }

  giveUp(): void {
    if (this.index === -1) this.#gate.leave();
    else if (this.index >= 0) this.#gate.remove(this);
  }
}
