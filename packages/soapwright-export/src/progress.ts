import type { ServiceError } from "soapwright-runtime";

/** Progress of an export. */
export interface ExportProgress {
  /** Inputs that have ended, in earlier runs too. */
  readonly done: number;
  /** The number of inputs, if they can be counted. */
  readonly total: number | undefined;
  /** Inputs that ended with an error. */
  readonly failed: number;
  /** Inputs without a row. */
  readonly nothing: number;
  readonly rows: number;
  /** Calls at a time that the service currently handles. */
  readonly concurrency: number;
  /** Inputs a second, averaged over about ten seconds. */
  readonly perSecond: number;
  /** Estimated rest at this rate, in milliseconds. */
  readonly remainingMs: number | undefined;
  /** Milliseconds until the next call, because of an outage or at the service's request. 0: calls are made. */
  readonly waitsMs: number;
  /** Milliseconds since the last call ended, while some are in flight. 0: none is. */
  readonly silentMs: number;
  /** The error of the last call, while calls meet trouble. Its message says what happened, where, and what to do. */
  readonly waitsFor?: ServiceError | undefined;
}

/** Result of an export. */
export interface ExportSummary {
  /** `complete`: every input has ended. `stopped`: by the signal; the same export resumes later. */
  readonly state: "complete" | "stopped";
  /** Inputs that have ended, in earlier runs too. */
  readonly done: number;
  /** Of these, in earlier runs. */
  readonly doneBefore: number;
  readonly failed: number;
  readonly nothing: number;
  readonly rows: number;
  readonly elapsedMs: number;
  /** If the export was stopped while calls met trouble: the error of the last call. */
  readonly waitsFor?: ServiceError | undefined;
}

/** Interval between measurements in milliseconds, and the weight of the latest. */
const LOOK_MS = 500;
const NEWS = 0.1;

/** Measures the rate as a moving average. */
export class Meter {
  #lookedAt = performance.now();
  #seen = 0;
  #rate: number | undefined;

  /** The rate, given the number of inputs that have ended since the meter was created. */
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
