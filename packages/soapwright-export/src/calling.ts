import { isHttpError, isResponseError } from "soapwright-runtime/errors";
import { type CallSignal, ignoreRejection } from "soapwright-runtime/extend";
import type { CallRecord, JournalEntry } from "./contracts";
import { isPermanent, judge, type Verdict } from "./error-verdict";
import type { ExportSettings } from "./export-options";
import type { ExportThrottle } from "./export-throttle";
import { failedInput, uncertain } from "./failed-input";
import type { Asked } from "./inputs/asked-inputs";
import type { Ended } from "./ledger";

/**
 * `begun` and `at` are turns of the throttle. A `refused` input may be the cause, or the credentials: see `AskedInputs`.
 * An `unproved` failure is one if the service carries out another call. A `pending` input is to be called in another
 * run.
 */
type Outcome =
  | (Extract<Ended, { readonly kind: "rows" }> & { readonly begun: number })
  | Exclude<Ended, { readonly kind: "rows" }>
  | { readonly kind: "refused"; readonly failure: JournalEntry["failed"][number]; readonly at: number }
  | { readonly kind: "unproved"; readonly failure: Ended }
  | { readonly kind: "pending" };

/** With `keepGoing`, a refused call is a failure of its input, unless the credentials were refused. */
export interface CallingOptions<I>
  extends Pick<ExportSettings<I>, "call" | "describe" | "repeatable" | "firstWaitMs" | "faultText" | "keepGoing"> {
  /** Lets other callers of the same service pause too. */
  /** The record of calls that may change data, which are made at most once. */
  readonly record?: CallRecord | undefined;
  readonly onTrouble?: (trouble: Verdict & { readonly kind: "trouble" }) => void;
}

/**
 * Attempts for one input in trouble: `others` while calls for other inputs succeed, `any` unless the service is down.
 * An input whose call was not sent cannot be the cause.
 */
const REPEATS = { others: 3, any: 6 };
const PENDING = { kind: "pending" } as const;
const DOWN: Verdict = { kind: "trouble", retryAfterMs: undefined, isDown: true, isHeld: false, isSent: false };

/**
 * Makes the call for one input behind the throttle. Only this function retries: the client makes each request once. A
 * failed call does not reject.
 */
export async function callInput<I>(
  { input, index, refusals }: Asked<I>,
  { call, describe, repeatable, firstWaitMs, onTrouble, faultText, keepGoing, record }: CallingOptions<I>,
  throttle: ExportThrottle,
  signal: CallSignal,
): Promise<Outcome> {
  const described = ignoreRejection(describe(input));
  let firstTrouble: number | undefined;
  for (let met = 1; ; met++) {
    const entered = throttle.enter(refusals > 0);
    if (entered !== true && !(await entered)) return PENDING;
    try {
      await record?.begin(index);
    } catch (error) {
      throttle.leave();
      throw error;
    }
    const begunAt = performance.now();
    const begun = throttle.nextTurn();
    try {
      const result = await call(input, { signal });
      throttle.succeeded(begun);
      return { kind: "rows", input: described, index, items: itemsOf(result), begun };
    } catch (error) {
      if (signal.aborted) return PENDING;
      const failed = failedInput(described, index, error, faultText);
      const failure: Ended = { kind: "failed", failure: failed };
      const verdict = isPermanent(error) ? DOWN : judge(error);
      const goesOn = keepGoing && verdict.kind === "refusal" && !isOfCaller(error);
      if (verdict.kind === "failure" || goesOn)
        return throttle.failed(error, begun) ? { kind: "unproved", failure } : failure;
      if (verdict.kind === "refusal") {
        const at = throttle.refused({ reason: verdict.reason, error, begun, isAgain: refusals > 0 });
        record?.free(index);
        return { kind: "refused", failure: failed, at };
      }
      throttle.troubled(verdict, begunAt, error);
      onTrouble?.(verdict);
      if (!verdict.isSent) record?.free(index);
      firstTrouble ??= throttle.successes;
      const othersAreWell = throttle.successes > firstTrouble;
      const isOver =
        (verdict.isSent && !repeatable) ||
        (met >= REPEATS.others && othersAreWell && verdict.isSent) ||
        (met >= REPEATS.any && !verdict.isDown);
      if (isOver) {
        const isUncertain = verdict.isSent && !repeatable;
        const ended: Ended = isUncertain ? { kind: "failed", failure: uncertain(failed) } : failure;
        return throttle.isUnproved ? { kind: "unproved", failure: ended } : ended;
      }
    } finally {
      throttle.leave();
    }
    await throttle.rest(Math.min(60_000, firstWaitMs * 2 ** (met - 1)) * Math.random());
  }
}

/** Repeating a refusal of the caller may lock an account. */
function isOfCaller(error: unknown): boolean {
  if (isHttpError(error)) return [401, 403, 407].includes(error.status);
  return !isResponseError(error);
}

/** A single result is one item, and no result is no item. */
function itemsOf(result: unknown): readonly unknown[] {
  if (result === undefined || result === null) return [];
  return Array.isArray(result) ? result : [result];
}
