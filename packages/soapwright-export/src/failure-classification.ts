/** Causes that prevent every call of an export, and whether waiting can help. */
import {
  isConnectionError,
  isFaultError,
  isHttpError,
  isResponseError,
  isServiceError,
  isTimeoutError,
} from "soapwright-runtime";
import { errorCode } from "./error-code";
import { ExportError } from "./export-error";
import { failureMessage } from "./failed-input";

/** No server listens, or the host is unknown. Until a call has succeeded these codes count as a typing error. */
const NOBODY: ReadonlySet<string | undefined> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** Waiting cannot fix a certificate, a proxy or a wrong address. */
export function isPermanent(error: unknown): boolean {
  if (!isConnectionError(error) || error.sent !== "no") return false;
  return error.kind === "configuration" || NOBODY.has(errorCode(error.cause));
}

/**
 * The counter of errors until the first success. It ends an export in which nothing works. Faults count if all are
 * equal.
 */
export class FirstSuccessGuard {
  readonly #most: number;
  #count = 0;
  #fault: string | undefined;
  /** A different response to two inputs proves the service too. */
  #isProved = false;

  constructor(most: number) {
    this.#most = most;
  }

  get isUnproved(): boolean {
    return !this.#isProved && this.#most !== Number.POSITIVE_INFINITY;
  }

  succeeded(): void {
    this.#isProved = true;
  }

  /** No error counts once a call has succeeded. */
  counts(error: unknown): boolean {
    if (this.#isProved || this.#most === Number.POSITIVE_INFINITY) return false;
    if (isFaultError(error)) {
      const { code, reason } = error.fault;
      const text = `${code.local} ${reason}`;
      this.#fault ??= text;
      this.#isProved = this.#fault !== text;
      if (this.#isProved) return false;
    } else if (!isOfService(error)) return false;
    this.#count++;
    return true;
  }

  /** Returns undefined while the export may continue. */
  reason(error: unknown): ExportError | undefined {
    if (this.#isProved || this.#count < this.#most) return undefined;
    const code = isConnectionError(error) || isTimeoutError(error) ? "UNAVAILABLE" : "REFUSED";
    return new ExportError(
      code,
      `Nothing has ever succeeded: ${this.#count} calls of this run failed, the last one so: ${causeText(error)} ${LOOK} To continue despite such errors, use keepGoing.`,
      { cause: error },
    );
  }
}

const LOOK = "Look for the cause with the doctor, then run the same export again: it resumes where it stopped.";

export function hopeless(error: unknown): ExportError {
  return new ExportError("UNAVAILABLE", `${causeText(error)} No call has succeeded so far. ${LOOK}`, { cause: error });
}

/** The text of the service is left out. */
export function causeText(error: unknown): string {
  if (!isServiceError(error)) return "The call failed.";
  return isFaultError(error) ? failureMessage(error) : error.message;
}

function isOfService(error: unknown): boolean {
  if (isTimeoutError(error)) return error.phase === "connect";
  return isConnectionError(error) || isHttpError(error) || isResponseError(error);
}
