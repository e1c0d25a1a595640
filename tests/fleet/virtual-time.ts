/** Virtual time: timers and `performance.now()` of this process advance, in order, when nothing else is left to do. */
import { AsyncLocalStorage } from "node:async_hooks";

/** The owner of timers. While it is paused, none of its timers fires. */
export interface Owner {
  pausedUntil: number;
}

interface Timer {
  at: number;
  readonly number: number;
  readonly fire: () => void;
  readonly owner: Owner | undefined;
  isCleared: boolean;
}

const real = { immediate: setImmediate };

/** The clock of this process, from `start` on. */
export class VirtualTime {
  now = 1_000;
  /** The number of requests to a real server that must end before time advances. */
  pending = 0;
  #made = 0;
  readonly #owners = new AsyncLocalStorage<Owner>();
  /** The timers by time, a binary heap. */
  readonly #heap: Timer[] = [];

  start(): void {
    performance.now = () => this.now;
    globalThis.setTimeout = ((fire: (...words: unknown[]) => void, ms = 0, ...words: unknown[]) =>
      this.#add(() => fire(...words), Math.max(1, ms))) as unknown as typeof setTimeout;
    globalThis.clearTimeout = ((timer: Timer | undefined) => {
      if (timer !== undefined) timer.isCleared = true;
    }) as unknown as typeof clearTimeout;
  }

  at(ms: number, fire: () => void): void {
    this.#add(fire, ms - this.now);
  }

  /** Runs `fire`. Timers that it sets belong to `owner`. */
  as(owner: Owner, fire: () => void): void {
    this.#owners.run(owner, () => this.#add(fire, 0));
  }

  async runUntil(end: number): Promise<void> {
    for (;;) {
      do await new Promise((resolve) => real.immediate(resolve));
      while (this.pending > 0);
      const next = this.#heap[0];
      if (next === undefined || next.at > end) break;
      this.#drop();
      if (next.isCleared) continue;
      const { owner } = next;
      if (owner !== undefined && owner.pausedUntil > next.at) {
        next.at = owner.pausedUntil;
        this.#push(next);
        continue;
      }
      this.now = Math.max(this.now, next.at);
      if (owner === undefined) next.fire();
      else this.#owners.run(owner, next.fire);
    }
    this.now = end;
  }

  #add(fire: () => void, ms: number): Timer & { unref(): unknown } {
    const owner = this.#owners.getStore();
    const timer = { at: this.now + ms, number: this.#made++, fire, owner, isCleared: false, unref: () => timer };
    this.#push(timer);
    return timer;
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    heap.push(timer);
    for (let i = heap.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (!isBefore(heap[i]!, heap[parent]!)) break;
      [heap[i], heap[parent]] = [heap[parent]!, heap[i]!];
      i = parent;
    }
  }

  #drop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last;
    for (let i = 0; ; ) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < heap.length && isBefore(heap[child]!, heap[least]!)) least = child;
      if (least === i) return;
      [heap[i], heap[least]] = [heap[least]!, heap[i]!];
      i = least;
    }
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.number < other.number);
}
