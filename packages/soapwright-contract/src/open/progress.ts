import { statusLine } from "soapwright-runtime/xsd";
import type { Streams } from "./streams";

export const patienceMs = 1000;
const intervalMs = 100;

/** The progress line on stderr: only on a terminal, and only after `patienceMs`. */
export class Progress {
  readonly #start = performance.now();
  #last = 0;

  constructor(
    private readonly streams: Streams,
    private readonly isQuiet: boolean,
  ) {}

  show(text: string): void {
    const now = performance.now();
    if (this.isQuiet || !this.streams.isTerminal) return;
    if (now - this.#start < patienceMs || now - this.#last < intervalMs) return;
    this.#last = now;
    this.streams.err(statusLine(text));
  }

  end(): void {
    if (this.#last > 0) this.streams.err(statusLine(""));
    this.#last = 0;
  }
}
