/** Options of limits that have parts of their own. */
import type { AdaptiveOptions } from "../transport/adaptive";
import type { BreakerOptions, BreakerSettings } from "../transport/breaker";
import { checkBoolean, checkKnown, checkObject, checkWithin, type NumberRange, ownValue } from "./option-checks";

const RANGES: { readonly [K in keyof BreakerOptions]-?: NumberRange & { readonly standard: number } } = {
  failureRate: { least: 0.01, most: 1, unit: "share of requests", fraction: true, standard: 0.5 },
  minimumRequests: { least: 1, most: 1_000_000, unit: "requests", standard: 20 },
  windowMs: { least: 10, most: 3_600_000, unit: "milliseconds", standard: 10_000 },
  openMs: { least: 1, most: 3_600_000, unit: "milliseconds", standard: 5_000 },
  trials: { least: 1, most: 1_000, unit: "requests", standard: 1 },
};

/** The option `breaker`, complete; undefined for `false`. Throws a `ConfigurationError`. */
export function checkBreaker(name: string, value: unknown): BreakerSettings | undefined {
  if (value === false) return undefined;
  const given = value === true ? {} : checkObject(name, value);
  checkKnown(given, new Set(Object.keys(RANGES)), name);
  const entries = Object.entries(RANGES).map(([key, range]) => {
    const own = ownValue(given, key);
    return [key, own === undefined ? range.standard : checkWithin(`${name}.${key}`, own, range)];
  });
  return Object.fromEntries(entries) as BreakerSettings;
}

/** The option `adaptive`, complete; undefined for `false`. Throws a `ConfigurationError`. */
export function checkAdaptive(name: string, value: unknown): AdaptiveOptions | undefined {
  if (value === false) return undefined;
  const given = value === true ? { rate: true, concurrency: true } : checkObject(name, value);
  const known = ["rate", "concurrency"];
  checkKnown(given, new Set(known), name);
  const entries = known.map((key) => [key, checkBoolean(`${name}.${key}`, ownValue(given, key) ?? false)]);
  return Object.fromEntries(entries) as AdaptiveOptions;
}
