/** Whose queue a call waits in, by the user's own rule: the option `fairness`. */

import { ConfigurationError } from "../errors/configuration-error";
import { kindOf } from "../kind-of";
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
}

const MOST_WEIGHT = 100;

/** The option, checked. Its functions are the user's: what they do wrong rejects the call. */
export class FairRule {
  readonly #fairness: Fairness;

  constructor(name: string, value: unknown) {
    const given = checkObject(name, value);
    checkKnown(given, new Set(["key", "weight"]), name);
    const [key, weight] = [ownValue(given, "key"), ownValue(given, "weight")];
    if (key !== undefined) checkFunction(`${name}.key`, key);
    if (weight !== undefined) checkFunction(`${name}.weight`, weight);
    this.#fairness = { key, weight } as Fairness;
  }

  /** Throws a `ConfigurationError`. */
  keyOf(call: QueuedCall): string | undefined {
    const { key } = this.#fairness;
    if (key === undefined) return undefined;
    const value: unknown = asked("key", () => key(call));
    if (value === undefined || typeof value === "string") return value;
    throw wrong("key", `returned ${kindOf(value)}. Return a string, or undefined`);
  }

  /** Throws a `ConfigurationError`. */
  weightOf(tenant: unknown): number {
    const { weight } = this.#fairness;
    if (weight === undefined || typeof tenant !== "string") return 1;
    const value: unknown = asked("weight", () => weight(tenant));
    if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_WEIGHT) return value as number;
    const got = typeof value === "number" ? String(value) : kindOf(value);
    throw wrong("weight", `returned ${got}. Return a whole number from 1 to ${MOST_WEIGHT}`);
  }
}

function asked<T>(name: string, ask: () => T): T {
  try {
    return ask();
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
