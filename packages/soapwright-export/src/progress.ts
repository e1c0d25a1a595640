import type { ServiceError } from "soapwright-runtime/errors";

/** The progress of an export. */
export interface ExportProgress {
  /** The number of inputs that have ended, including earlier runs. */
  readonly done: number;
  /** The number of inputs; undefined if it is unknown. */
  readonly total: number | undefined;
  /** The number of inputs that ended with an error. */
  readonly failed: number;
  /** The number of inputs without a row. */
  readonly nothing: number;
  readonly rows: number;
  /** The number of calls at a time that the throttle admits. */
  readonly concurrency: number;
  /** The number of inputs per second, averaged over about ten seconds. */
  readonly perSecond: number;
  /** The estimated time to the end at this rate, in milliseconds. */
  readonly remainingMs: number | undefined;
  /**
   * The time until the next call, in milliseconds, because of an outage or at the service's request. 0 if calls are
   * made.
   */
  readonly waitsMs: number;
  /** The time since the last call ended, in milliseconds. 0 if no call is in flight. */
  readonly silentMs: number;
  /** The error of the last call, while calls meet trouble. Its message says what happened, where, and what to do. */
  readonly waitsFor?: ServiceError | undefined;
}

/** The result of an export. */
export interface ExportSummary {
  /** `complete`: every input has ended. `stopped`: the signal stopped the export, and the same export resumes later. */
  readonly state: "complete" | "stopped";
  /** The number of inputs that have ended, including earlier runs. */
  readonly done: number;
  /** The number of inputs in `done` that ended in earlier runs. */
  readonly doneBefore: number;
  readonly failed: number;
  readonly nothing: number;
  readonly rows: number;
  /** The number of inputs in `failed` whose calls may have been made: the code is `MAYBE`. */
  readonly uncertain: number;
  readonly elapsedMs: number;
  /** The error of the last call, if the export was stopped while calls met trouble. */
  readonly waitsFor?: ServiceError | undefined;
}

/** The interval is in milliseconds; the other number is the weight of the latest measurement. */
const LOOK_MS = 500;
const NEWS = 0.1;

/** The rate of ended inputs, as a moving average. */
export class Meter {
  #lookedAt = performance.now();
  #seen = 0;
  #rate: number | undefined;

  /** `ended` counts the inputs since the meter was created. */
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
