/** How far an export is. */
import type { ServiceError } from "soapwright-runtime";

/** How far an export is. */
export interface ExportProgress {
  /** Inputs that have ended, those of earlier runs included. */
  readonly done: number;
  /** All of them, where the inputs can be counted. */
  readonly total: number | undefined;
  /** Inputs that ended with an error. */
  readonly failed: number;
  /** Inputs without a row. */
  readonly nothing: number;
  readonly rows: number;
  /** Calls at a time that the service bears just now. */
  readonly concurrency: number;
  /** Inputs a second, over the last ten seconds or so. */
  readonly perSecond: number;
  /** What is left at this rate, in milliseconds. */
  readonly remainingMs: number | undefined;
  /** So long is no call made, because the service is away or has asked for it. 0: calls are made. */
  readonly waitsMs: number;
  /** For so many milliseconds no call has ended, while some are under way. 0: none is. */
  readonly silentMs: number;
  /** What the last call has failed with, while calls meet trouble: it says what happened, where, and what to do. */
  readonly waitsFor?: ServiceError | undefined;
}

/** What an export has come to. */
export interface ExportSummary {
  /** `complete`: every input has ended. `stopped`: by the signal; the same export goes on where it was. */
  readonly state: "complete" | "stopped";
  /** Inputs that have ended, those of earlier runs included. */
  readonly done: number;
  /** Of these, in earlier runs. */
  readonly doneBefore: number;
  readonly failed: number;
  readonly nothing: number;
  readonly rows: number;
  readonly elapsedMs: number;
  /** Of an export that was stopped while calls met trouble: what the last one has failed with. */
  readonly waitsFor?: ServiceError | undefined;
}

/** So often the rate is looked at, and so much of it is news. */
const LOOK_MS = 500;
const NEWS = 0.1;

/** Measures the rate. */
export class Meter {
  #lookedAt = performance.now();
  #seen = 0;
  #rate: number | undefined;

  /** The rate, when so many have ended since the meter was made. */
  perSecond(ended: number): number {
    const now = performance.now();
    const elapsedMs = now - this.#lookedAt;
    if (elapsedMs >= LOOK_MS) {
      const latest = ((ended - this.#seen) * 1000) / elapsedMs;
      const weight = 1 - (1 - NEWS) ** (elapsedMs / LOOK_MS);
      this.#rate = this.#rate === undefined ? latest : this.#rate + weight * (latest - this.#rate);
      this.#lookedAt = now;
      this.#seen = ended;
    }
    return this.#rate ?? (elapsedMs > 0 ? (ended * 1000) / elapsedMs : 0);
  }
}
