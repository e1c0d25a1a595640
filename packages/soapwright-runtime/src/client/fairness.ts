/** Whose queue a call waits in, by the user's own rule: the option `fairness`. */

import { ConfigurationError } from "../errors/configuration-error";
import { ignoreRejection } from "../ignore-rejection";
import { kindOf } from "../kind-of";
import type { TenantUse } from "../transport/request-queue";
import { checkFunction, checkKnown, checkObject, ownValue } from "./option-checks";

/** A call that has to wait. */
export interface QueuedCall {
  /** Name of the operation as the WSDL has it. */
  readonly operation: string;
  /** What the method was given. */
  readonly args: unknown;
}

/** How calls that wait are shared out among tenants. */
export interface Fairness {
  /** The tenant of a call that has to wait; undefined: by its credentials, or by the client of `with()`. It is never shown. */
  readonly key?: ((call: QueuedCall) => string | undefined) | undefined;
  /** Calls of a tenant in a row while others wait too: a whole number from 1 to 100. Default 1 for each. */
  readonly weight?: ((key: string) => number) | undefined;
  /**
   * What a tenant is called in `client.stats()` and in metrics; undefined: it is not in them. Of several tenants with one label
   * the calls are added up. Default: no tenant is shown.
   */
  readonly label?: ((key: string) => string | undefined) | undefined;
}

/** The calls of one tenant. */
export interface TenantStats {
  /** What `fairness.label` returned. Several tenants may have one label: they are added up. */
  readonly label: string;
  /** Calls that wait for their turn. */
  readonly waiting: number;
  /** Requests under way. */
  readonly inFlight: number;
}

const MOST_WEIGHT = 100;
/** Labels that are shown at a time: metrics keep each for ever. */
const MOST_LABELS = 100;

/** The option, checked. Its functions are the user's: what they do wrong rejects the call. */
export class FairRule {
  readonly #fairness: Fairness;

  constructor(name: string, value: unknown) {
    const given = checkObject(name, value);
    checkKnown(given, new Set(["key", "weight", "label"]), name);
    const [key, weight, label] = ["key", "weight", "label"].map((each) => ownValue(given, each));
    if (key !== undefined) checkFunction(`${name}.key`, key);
    if (weight !== undefined) checkFunction(`${name}.weight`, weight);
    if (label !== undefined) checkFunction(`${name}.label`, label);
    this.#fairness = { key, weight, label } as Fairness;
  }

  /** Throws a `ConfigurationError`. */
  keyOf(call: QueuedCall): string | undefined {
    const { key } = this.#fairness;
    if (key === undefined) return undefined;
    const value: unknown = asked("key", () => key(call));
    // A tenant by its credentials begins with U+0000, and no key of the user's does.
    if (typeof value === "string") return value.charCodeAt(0) <= 1 ? `\x01${value}` : value;
    if (value === undefined) return value;
    throw wrong("key", `returned ${kindOf(value)}. Return a string, or undefined`);
  }

  /** Throws a `ConfigurationError`. */
  weightOf(tenant: unknown): number {
    const { weight } = this.#fairness;
    if (weight === undefined || typeof tenant !== "string") return 1;
    const value: unknown = asked("weight", () => weight(keyText(tenant)));
    if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_WEIGHT) return value as number;
    const got = typeof value === "number" ? String(value) : kindOf(value);
    throw wrong("weight", `returned ${got}. Return a whole number from 1 to ${MOST_WEIGHT}`);
  }

  /** Tenants are to be seen. */
  get hasLabels(): boolean {
    return this.#fairness.label !== undefined;
  }

  /** Those of `uses` that have a label, the busiest first. A label that cannot be had is none: whoever looks at a client does not break it. */
  labelled(uses: ReadonlyMap<unknown, TenantUse>): TenantStats[] {
    const { label } = this.#fairness;
    const sums = new Map<string, { waiting: number; inFlight: number }>();
    for (const [tenant, { waiting, inside }] of uses) {
      const text = typeof tenant === "string" ? labelOf(label, tenant) : undefined;
      if (text === undefined) continue;
      const sum = sums.get(text) ?? { waiting: 0, inFlight: 0 };
      sums.set(text, { waiting: sum.waiting + waiting, inFlight: sum.inFlight + inside });
    }
    const all = [...sums].map(([text, sum]) => ({ label: text, ...sum }));
    all.sort((one, other) => other.waiting + other.inFlight - one.waiting - one.inFlight);
    return all.slice(0, MOST_LABELS);
  }
}

/** A tenant by its credentials is its domain and user name, with a slash in between. */
function keyText(tenant: string): string {
  if (tenant.startsWith("\x01")) return tenant.slice(1);
  return tenant.startsWith("\0") ? tenant.split("\0").filter(Boolean).join("/") : tenant;
}

function labelOf(label: Fairness["label"], tenant: string): string | undefined {
  try {
    const text: unknown = ignoreRejection(label?.(keyText(tenant)));
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

function asked<T>(name: string, ask: () => T): T {
  try {
    return ignoreRejection(ask());
  } catch (cause) {
    throw wrong(name, "threw an error, see cause. Let it return a value for every call", cause);
  }
}

function wrong(name: string, what: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`fairness.${name} ${what}.`, {
    option: "fairness",
    ...(cause === undefined ? {} : { cause }),
  });
}
