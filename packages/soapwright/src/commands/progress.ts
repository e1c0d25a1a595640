import type { Streams } from "./streams";

/** A run that takes longer than this shows what it is at. */
export const patienceMs = 1000;
const intervalMs = 100;

/** One line on stderr that says how far a run is: only on a terminal, only when it takes its time. */
export class Progress {
  readonly #streams: Streams;
  readonly #isShown: boolean;
  readonly #start = performance.now();
  #last = 0;

  constructor(streams: Streams, quiet: boolean) {
    this.#streams = streams;
    this.#isShown = streams.isTerminal && !quiet;
  }

  show(text: string): void {
    const now = performance.now();
    if (!this.#isShown || now - this.#start < patienceMs || now - this.#last < intervalMs) return;
    this.#last = now;
    this.#streams.err(`\r\u001b[K${text}`);
  }

  /** Clears the line. */
  end(): void {
    if (this.#last > 0) this.#streams.err("\r\u001b[K");
    this.#last = 0;
  }
}
