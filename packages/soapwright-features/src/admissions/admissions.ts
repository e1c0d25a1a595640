/**
 * The admissions of this package: circuit breaker, adaptive limits, a rate that processes share, and holds for
 * `Retry-After`.
 */

import type { Admission } from "soapwright-runtime";
import { ownValue } from "soapwright-runtime/codecs";
import {
  ConfigurationError,
  type ErrorKind,
  isHttpError,
  isResponseError,
  isServiceError,
  isTimeoutError,
  type ServiceError,
} from "soapwright-runtime/errors";
import {
  checkBoolean,
  checkKnown,
  checkMethods,
  checkObject,
  checkOneOf,
  checkWithin,
  ignoreRejection,
  type NumberRange,
  type RateLimit,
} from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";
import { type AdaptiveOptions, CubicRate, GradientLimit } from "./adaptive";
import { Breaker, type BreakerOptions, type BreakerSettings, type Verdict } from "./breaker";

const RANGES: { readonly [K in keyof BreakerOptions]-?: NumberRange & { readonly standard: number } } = {
  failureRate: { least: 0.01, most: 1, unit: "share of requests", fraction: true, standard: 0.5 },
  minimumRequests: { least: 1, most: 1_000_000, unit: "requests", standard: 20 },
  windowMs: { least: 10, most: 3_600_000, unit: "milliseconds", standard: 10_000 },
  openMs: { least: 1, most: 3_600_000, unit: "milliseconds", standard: 5_000 },
  trials: { least: 1, most: 1_000, unit: "requests", standard: 1 },
};

/**
 * Returns a circuit breaker for each origin. While it is open, calls reject at once with a `ConnectionError` that has
 * `breaker`, except for occasional trials. An unreachable, broken or busy service and exceeded time limits count as
 * failures; status 429 does not. With `fairness`, failures of only one tenant open the breaker for that tenant only.
 *
 * @throws ConfigurationError naming the option that is wrong.
 */
export function breaker(options: BreakerOptions = {}): Admission {
  checkKnown(checkObject("breaker", options), new Set(Object.keys(RANGES)), "breaker");
  const entries = Object.entries(RANGES).map(([key, range]) => {
    const value = ownValue(options, key);
    return [key, value === undefined ? range.standard : checkWithin(`breaker.${key}`, value, range)];
  });
  const settings = Object.fromEntries(entries) as BreakerSettings;
  return {
    name: "breaker",
    open({ origin, refuse }) {
      const breaker = new Breaker(settings, origin, (tenant) => refuse(() => breaker.refusal(), tenant));
      return {
        check: (cause, tenant) => breaker.check(cause, tenant),
        begin(cause, tenant) {
          const admitted = breaker.begin(cause, tenant);
          return (outcome) => breaker.end(admitted, outcome && (outcome.error ? verdictOf(outcome.error) : "success"));
        },
        stats: () => ({ breaker: breaker.state }),
      };
    },
  };
}

/**
 * Returns adaptive limits for each origin, below `requestsPerSecond` and `connections`. `rate` backs off when the
 * service throttles, and `concurrency` follows response times. Default: both. A tenant that is throttled slows all
 * tenants of the client.
 *
 * @throws ConfigurationError naming the option that is wrong.
 */
export function adaptive(options: AdaptiveOptions = { rate: true, concurrency: true }): Admission {
  checkKnown(checkObject("adaptive", options), new Set(["rate", "concurrency"]), "adaptive");
  const of = (key: keyof AdaptiveOptions) => checkBoolean(`adaptive.${key}`, ownValue(options, key) ?? false);
  const [isRateAdaptive, isConcurrencyAdaptive] = [of("rate"), of("concurrency")];
  return {
    name: "adaptive",
    open({ slots, perSecond }) {
      const rate = isRateAdaptive ? new CubicRate(perSecond) : undefined;
      const concurrency = isConcurrencyAdaptive ? new GradientLimit(slots) : undefined;
      return {
        limits: {
          get slots() {
            return concurrency?.slots ?? slots;
          },
          get perSecond() {
            const least = rate?.perSecond ?? perSecond;
            return least === Number.POSITIVE_INFINITY ? undefined : least;
          },
        },
        begin: () => (outcome) => {
          if (outcome === undefined || (outcome.streaming && outcome.error === undefined)) return;
          const { error, ms, inFlight } = outcome;
          const sign = error === undefined ? "success" : error.kind === "busy" ? "throttled" : verdictOf(error);
          if (sign === undefined) return;
          rate?.ended(sign, performance.now());
          concurrency?.ended(sign, ms, inFlight);
        },
      };
    },
  };
}

/** Returns an admission for a rate limit that other clients share, for example all processes by `redisRateLimit`. */
export function sharedRate(limit: RateLimit): Admission {
  checkMethods("sharedRate", limit, ["join", "begin", "end"]);
  return { name: "sharedRate", open: () => ({ shared: namingOption(limit) }) };
}

/** The unit is milliseconds. One wrong response must not stop all calls for a day. */
const MAX_HOLD_MS = 60_000;

/**
 * Returns an admission that delays further requests after a busy response with `Retry-After`, for at most a minute: all
 * requests of the same `tenant`, or all to the same `origin`. Tenants are determined as in the queue.
 *
 * @throws ConfigurationError for another scope.
 */
export function retryAfterHold(scope: "tenant" | "origin"): Admission {
  checkOneOf("retryAfterHold", scope, ["tenant", "origin"]);
  return {
    name: "retryAfterHold",
    open: ({ hold }) => ({
      begin: () => (outcome) => {
        if (outcome?.error?.kind !== "busy" || outcome.retryAfterMs === undefined) return;
        hold(Math.min(outcome.retryAfterMs, MAX_HOLD_MS), scope === "tenant" ? outcome.tenant : undefined);
      },
    }),
  };
}

/** A rate limit and a mistake of the caller are not failures of the service. */
function verdictOf(error: ServiceError): Verdict {
  if (isTimeoutError(error)) return error.phase === "consumer" ? undefined : "failure";
  if (isHttpError(error) && error.status === 429) return undefined;
  if (isResponseError(error) && error.reason === "limit") return "success";
  return VERDICTS[error.kind];
}

const VERDICTS: { readonly [K in ErrorKind]: Verdict } = {
  argument: undefined,
  configuration: undefined,
  aborted: undefined,
  refused: "success",
  "not-permitted": "success",
  "not-found": "success",
  rejected: "success",
  busy: "failure",
  broken: "failure",
  unreachable: "failure",
  timeout: "failure",
};

/** The errors name the option. */
function namingOption(limit: RateLimit): RateLimit {
  const ask = <T>(method: keyof RateLimit, call: () => T): T => {
    try {
      return ignoreRejection(call());
    } catch (cause) {
      if (isServiceError(cause)) throw cause;
      throw wrongLimit(method, "threw an error, see cause. Let it return in any case", cause);
    }
  };
  return {
    join(queue) {
      const leave: unknown = ask("join", () => limit.join(queue));
      if (typeof leave === "function") return () => void ignoreRejection(leave());
      throw wrongLimit(
        "join",
        `returned ${leave === undefined ? "nothing" : kindOf(leave)}. Return a function that takes the queue away again`,
      );
    },
    begin() {
      const isAllowed: unknown = ask("begin", () => limit.begin());
      if (typeof isAllowed === "boolean") return isAllowed;
      throw wrongLimit("begin", `returned ${kindOf(isAllowed)}. Return true or false`);
    },
    end: () => ask("end", () => limit.end()),
  };
}

function wrongLimit(method: keyof RateLimit, what: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`sharedRate.${method} ${what}.`, {
    reason: "shared-rate-failed",
    option: "sharedRate",
    ...(cause !== undefined && { cause }),
  });
}
