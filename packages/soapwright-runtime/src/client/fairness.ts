/** The option `fairness`: the user's rule that assigns calls to tenants. */

import { ConfigurationError } from "../errors/configuration-error";
import { ignoreRejection } from "../ignore-rejection";
import { kindOf } from "../kind-of";
import type { TenantUse } from "../transport/request-queue";
import { checkFunction, checkKnown, checkObject, ownValue } from "./option-checks";

/** A call in the queue. */
export interface QueuedCall {
  /** The operation's name in the WSDL. */
  readonly operation: string;
  /** The argument of the method. */
  readonly args: unknown;
}

/** The rule by which queued calls are shared out among tenants. */
export interface Fairness {
  /**
   * Returns the tenant of a queued call; undefined means by its credentials, or by the `with()` client. Tenants are
   * never shown.
   */
  readonly key?: ((call: QueuedCall) => string | undefined) | undefined;
  /** Returns the number of consecutive calls of a tenant while others wait: a whole number from 1 to 100. Default 1. */
  readonly weight?: ((key: string) => number) | undefined;
  /**
   * Returns the tenant's label in `client.stats()` and in metrics; undefined hides the tenant. Calls of tenants with
   * the same label are summed. Default: no tenant is shown.
   */
  readonly label?: ((key: string) => string | undefined) | undefined;
}

/** The calls of one tenant. */
export interface TenantStats {
  /** The result of `fairness.label`. Tenants with the same label are summed. */
  readonly label: string;
  /** Calls in the queue. */
  readonly waiting: number;
  /** Requests in flight. */
  readonly inFlight: number;
}

const MOST_WEIGHT = 100;
/** Most labels at a time, because metrics keep each label forever. */
const MOST_LABELS = 100;

/** The checked option. A failure of its functions rejects the call. */
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

  /** Returns the tenant of a call. Throws a `ConfigurationError`. */
  keyOf(call: QueuedCall): string | undefined {
    const { key } = this.#fairness;
    if (key === undefined) return undefined;
    const value: unknown = asked("key", () => key(call));
    // A tenant by credentials begins with U+0000, so the user's keys must not.
    if (typeof value === "string") return value.charCodeAt(0) <= 1 ? `\x01${value}` : value;
    if (value === undefined) return value;
    throw wrong("key", `returned ${kindOf(value)}. Return a string, or undefined`);
  }

  /** Returns the tenant's weight. Throws a `ConfigurationError`. */
  weightOf(tenant: unknown): number {
    const { weight } = this.#fairness;
    if (weight === undefined || typeof tenant !== "string") return 1;
    const value: unknown = asked("weight", () => weight(keyText(tenant)));
    if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_WEIGHT) return value as number;
    const got = typeof value === "number" ? String(value) : kindOf(value);
    throw wrong("weight", `returned ${got}. Return a whole number from 1 to ${MOST_WEIGHT}`);
  }

  /** Whether tenants are shown. */
  get hasLabels(): boolean {
    return this.#fairness.label !== undefined;
  }

  /**
   * Returns the labelled tenants of `uses`, busiest first. A failing label function counts as no label, so that reading
   * statistics never throws.
   */
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

/** Returns the key for user functions. A tenant by credentials is its domain and user name, joined by a slash. */
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
