import { AbortError } from "../errors/abort-error";
import type { ServiceError } from "../errors/service-error";
import { TimeoutError } from "../errors/timeout-error";
import type { CallSignal } from "./option-types";

/**
 * Returns the error with which `signal` ends `what`, by default a call: a `TimeoutError` if its reason is one, as that of
 * `AbortSignal.timeout()` is, else an `AbortError`. `startedAt` is on the clock of `performance.now()`.
 */
export function signalError(signal: CallSignal | undefined, what: string | undefined, startedAt: number): ServiceError {
  const cause = signal?.reason;
  if (!isTimeout(cause)) return new AbortError(`${what ?? "The call"} was aborted by its signal.`, { cause });
  const timeoutMs = Math.round(performance.now() - startedAt);
  const shown = timeoutMs.toLocaleString("en-US");
  return new TimeoutError(
    (_name, subject) =>
      `${what ?? subject("call")} was ended by the time limit of its signal, ${shown} ms after it began.`,
    {
      phase: "signal",
      timeoutMs,
      advice: [{ action: "raise", option: "signal" }, { action: "repeat" }],
      cause,
    },
  );
}

/** The class is not compared, because each realm has a `DOMException` of its own. */
function isTimeout(reason: unknown): boolean {
  try {
    return typeof reason === "object" && reason !== null && Reflect.get(reason, "name") === "TimeoutError";
  } catch {
    return false;
  }
}
