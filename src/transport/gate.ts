/** Someone who waits at the gate. */
export interface Ticket {
  /** Called once, when it is this one's turn. */
  enter(): void;
}

/** Lets a limited number in at a time, in the order of arrival, and no faster than a given rate. */
export class Gate {
  readonly #places: number;
  /** Milliseconds between two entries. */
  readonly #interval: number;
  readonly #queue: Ticket[] = [];
  #inside = 0;
  /** When the next one may enter, on the clock of `performance.now()`. */
  #nextAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(places: number, perSecond: number | undefined) {
    this.#places = places;
    this.#interval = perSecond === undefined ? 0 : 1000 / perSecond;
  }

  /** Enters at once when there is room. */
  wait(ticket: Ticket): void {
    if (this.#interval === 0 && this.#inside < this.#places && this.#queue.length === 0) {
      this.#inside++;
      ticket.enter();
    } else {
      this.#queue.push(ticket);
      this.#admit();
    }
  }

  /** Someone inside has gone. */
  leave(): void {
    this.#inside--;
    if (this.#queue.length > 0) this.#admit();
  }

  /** Someone gives up waiting. Returns false when that one is not in the queue. */
  giveUp(ticket: Ticket): boolean {
    const index = this.#queue.indexOf(ticket);
    if (index < 0) return false;
    this.#queue.splice(index, 1);
    if (this.#queue.length === 0) this.#stopTimer();
    return true;
  }

  #admit(): void {
    while (this.#queue.length > 0 && this.#inside < this.#places) {
      if (this.#interval > 0) {
        const now = performance.now();
        if (now < this.#nextAt) {
          this.#timer ??= setTimeout(() => {
            this.#timer = undefined;
            this.#admit();
          }, this.#nextAt - now);
          return;
        }
        this.#nextAt = now + this.#interval;
      }
      this.#inside++;
      this.#queue.shift()?.enter();
    }
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
