/** What stands in the way of every call of an export, and whether waiting can help. */
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

/** Nobody listens there, or nobody is called so: a typing error, as long as no call has ever succeeded. */
const NOBODY: ReadonlySet<string | undefined> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** Whether `error` is of the way to the service, and waiting does not change that: a certificate, a proxy, a wrong address. */
export function isPermanent(error: unknown): boolean {
  if (!isConnectionError(error) || error.sent !== "no") return false;
  return error.kind === "configuration" || NOBODY.has(errorCode(error.cause));
}

/** Errors that say that nothing works, where nothing has worked so far. Faults do when all of them are the same. */
export class FirstSuccessGuard {
  readonly #most: number;
  #count = 0;
  #fault: string | undefined;
  /** Something has worked, or the service has told one input from another. */
  #isProved = false;

  /** So many errors end the export. */
  constructor(most: number) {
    this.#most = most;
  }

  get isUnproved(): boolean {
    return !this.#isProved && this.#most !== Number.POSITIVE_INFINITY;
  }

  succeeded(): void {
    this.#isProved = true;
  }

  /** Whether the error counts; what it is about is known when it is proved that something works. */
  counts(error: unknown): boolean {
    if (this.#isProved || this.#most === Number.POSITIVE_INFINITY) return false;
    if (isFaultError(error)) {
      const { code, reason } = error.fault;
      const words = `${code.local} ${reason}`;
      this.#fault ??= words;
      this.#isProved = this.#fault !== words;
      if (this.#isProved) return false;
    } else if (!isOfService(error)) return false;
    this.#count++;
    return true;
  }

  /** Why the export is to end; undefined where it is not. */
  reason(error: unknown): ExportError | undefined {
    if (this.#isProved || this.#count < this.#most) return undefined;
    const code = isConnectionError(error) || isTimeoutError(error) ? "UNAVAILABLE" : "REFUSED";
    return new ExportError(
      code,
      `Nothing has ever succeeded: ${this.#count} calls of this run failed, the last one so: ${causeText(error)} ${LOOK} To go on in spite of such errors, use keepGoing.`,
      { cause: error },
    );
  }
}

const LOOK = "Look for the cause with the doctor, then run the same export again: it goes on where it was.";

/** What never heals, before anything has succeeded. */
export function hopeless(error: unknown): ExportError {
  return new ExportError("UNAVAILABLE", `${causeText(error)} No call has succeeded so far. ${LOOK}`, { cause: error });
}

/** What happened, where, and what to do, without the words of the service. */
export function causeText(error: unknown): string {
  if (!isServiceError(error)) return "The call failed.";
  return isFaultError(error) ? failureMessage(error) : error.message;
}

function isOfService(error: unknown): boolean {
  if (isTimeoutError(error)) return error.phase === "connect";
  return isConnectionError(error) || isHttpError(error) || isResponseError(error);
}
