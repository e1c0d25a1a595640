/** The value of the option `fairness`: the user's rule that assigns calls to tenants, and the limits of each tenant. */

import { ownValue } from "soapwright-runtime/codecs";
import { ConfigurationError } from "soapwright-runtime/errors";
import {
  checkFunction,
  checkKnown,
  checkObject,
  checkWithin,
  type Fairness,
  ignoreRejection,
  type NumberRange,
  type QueuedCall,
  REQUESTS_A_SECOND,
  type TenantStats,
  type TenantUse,
} from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";
import { TenantLimits } from "./tenant-limits";

/** How slots are shared among tenants, and the limits of each tenant. */
export interface FairnessOptions {
  /**
   * Returns the tenant of a queued call. With undefined, the tenant is determined by the call's credentials, or is the
   * `with()` client. Tenants are never shown.
   */
  readonly key?: ((call: QueuedCall) => string | undefined) | undefined;
  /** Returns the number of consecutive calls of a tenant while others wait: a whole number from 1 to 100. Default 1. */
  readonly weight?: ((key: string) => number) | undefined;
  /**
   * Returns the tenant's label in `client.stats()` and in metrics; undefined hides the tenant. Calls of tenants with
   * the same label are summed. Default: no tenant is shown.
   */
  readonly label?: ((key: string) => string | undefined) | undefined;
  /** Maximum number of requests of one tenant in flight, within `connections`. Default: no limit. */
  readonly maxInFlight?: number | undefined;
  /**
   * Maximum number of requests of one tenant that start per second, evenly spread, within `requestsPerSecond`. Default:
   * no limit.
   */
  readonly requestsPerSecond?: number | undefined;
}

type Label = (key: string) => string | undefined;

const MOST_WEIGHT = 100;
/** Metrics keep each label forever. */
const MAX_LABELS = 100;
const FUNCTIONS = ["key", "weight", "label"] as const;
const LIMITS = {
  maxInFlight: { least: 1, most: 1_000_000, unit: "requests" },
  requestsPerSecond: REQUESTS_A_SECOND,
} satisfies { readonly [name: string]: NumberRange };

/**
 * Returns a value for the option `fairness`. A function that throws, or returns an invalid value, rejects the call with
 * a `ConfigurationError`. A `label` that throws hides the tenant.
 *
 * @throws ConfigurationError naming the option that is wrong. A client throws one for a limit above that of all
 * tenants.
 */
export function fairness(options: FairnessOptions): Fairness {
  const checked = checkObject("fairness", options);
  checkKnown(checked, new Set([...FUNCTIONS, ...Object.keys(LIMITS)]), "fairness");
  const [key, weight, label] = FUNCTIONS.map((name) => {
    const value = ownValue(checked, name);
    if (value !== undefined) checkFunction(`fairness.${name}`, value);
    return value;
  }) as [FairnessOptions["key"], FairnessOptions["weight"], FairnessOptions["label"]];
  const limitOf = (name: keyof typeof LIMITS): number | undefined => {
    const value = ownValue(checked, name);
    return value === undefined ? undefined : checkWithin(`fairness.${name}`, value, LIMITS[name]);
  };
  const [maxInFlight, perSecond] = [limitOf("maxInFlight"), limitOf("requestsPerSecond")];
  return {
    keyOf: (call) => keyOf(key, call),
    open(origin) {
      refuseMore("maxInFlight", maxInFlight, "connections", origin.slots);
      refuseMore("requestsPerSecond", perSecond, "requestsPerSecond", origin.perSecond);
      // Labels need the counts of tenants even without limits.
      const isCounted = maxInFlight !== undefined || perSecond !== undefined || label !== undefined;
      return {
        weightOf: (tenant) => weightOf(weight, tenant),
        limits: isCounted ? new TenantLimits({ maxInFlight, perSecond }) : undefined,
        shown: label && ((uses) => labelledTenants(uses, label)),
      };
    },
  };
}

function refuseMore(ofTenant: string, each: number | undefined, ofAll: string, all: number | undefined): void {
  if (each === undefined || all === undefined || each <= all) return;
  const option = `fairness.${ofTenant}`;
  throw new ConfigurationError(`${option} (${each}) is more than ${ofAll} (${all}), the limit of all tenants.`, {
    reason: "tenant-limit",
    option,
  });
}

/** Throws a `ConfigurationError` if `key` throws or returns an invalid value. */
function keyOf(key: FairnessOptions["key"], call: QueuedCall): string | undefined {
  if (key === undefined) return undefined;
  const value: unknown = callUserFunction("key", () => key(call));
  // A tenant by credentials begins with U+0000, so a key of the user's must not.
  if (typeof value === "string") return value.charCodeAt(0) <= 1 ? `\x01${value}` : value;
  if (value === undefined) return value;
  throw wrong("key", `returned ${kindOf(value)}. Return a string, or undefined`);
}

/** Throws a `ConfigurationError` if `weight` throws or returns an invalid value. */
function weightOf(weight: FairnessOptions["weight"], tenant: unknown): number {
  if (weight === undefined || typeof tenant !== "string") return 1;
  const value: unknown = callUserFunction("weight", () => weight(keyText(tenant)));
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_WEIGHT) return value as number;
  const got = typeof value === "number" ? String(value) : kindOf(value);
  throw wrong("weight", `returned ${got}. Return a whole number from 1 to ${MOST_WEIGHT}`);
}

/** The busiest come first. A label function that throws hides the tenant, so that reading statistics never throws. */
function labelledTenants(uses: ReadonlyMap<unknown, TenantUse>, label: Label): TenantStats[] {
  const sums = new Map<string, { waiting: number; inFlight: number }>();
  for (const [tenant, { waiting, inFlight: inside }] of uses) {
    const text = typeof tenant === "string" ? labelOf(label, tenant) : undefined;
    if (text === undefined) continue;
    const sum = sums.get(text) ?? { waiting: 0, inFlight: 0 };
    sums.set(text, { waiting: sum.waiting + waiting, inFlight: sum.inFlight + inside });
  }
  const all = [...sums].map(([text, sum]) => ({ label: text, ...sum }));
  all.sort((one, other) => other.waiting + other.inFlight - one.waiting - one.inFlight);
  return all.slice(0, MAX_LABELS);
}

/** A tenant by credentials is shown as its domain and user name, joined by a slash. */
function keyText(tenant: string): string {
  if (tenant.startsWith("\x01")) return tenant.slice(1);
  return tenant.startsWith("\0") ? tenant.split("\0").filter(Boolean).join("/") : tenant;
}

function labelOf(label: Label, tenant: string): string | undefined {
  try {
    const text: unknown = ignoreRejection(label(keyText(tenant)));
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

function callUserFunction<T>(name: string, ask: () => T): T {
  try {
    return ignoreRejection(ask());
  } catch (cause) {
    throw wrong(name, "threw an error, see cause. Let it return a value for every call", cause);
  }
}

function wrong(name: string, what: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`fairness.${name} ${what}.`, {
    reason: "fairness-failed",
    option: "fairness",
    ...(cause === undefined ? {} : { cause }),
  });
}
