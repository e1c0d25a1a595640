/** Calls functions of features and admissions. What they do wrong becomes a `ConfigurationError` that names them. */
import { ConfigurationError } from "../errors/configuration-error";
import { isServiceError, type ServiceError } from "../errors/service-error";
import { ignoreRejection } from "../ignore-rejection";
import { kindOf } from "../kind-of";
import { printable } from "../text/printable";
import { isThenable } from "./credential-source";

/** The owner of functions that a program passed to a client, for example `The feature "tracing"`. */
export interface Giver {
  readonly option: string;
  readonly label: string;
}

/** Characters of a name that a message shows. */
const MAX_NAME = 100;

export function giver(option: string, kind: string, name: string): Giver {
  return { option, label: `The ${kind} ${printable(JSON.stringify(name.slice(0, MAX_NAME)))}` };
}

/** Returns the result of a function that must not be asynchronous. Throws a `ConfigurationError` that names it. */
export function callGiven<T>(
  { option, label }: Giver,
  method: string,
  call: () => T,
  check: (value: unknown) => boolean,
  expected: string,
): T {
  let value: T;
  try {
    value = call();
  } catch (error) {
    throw failureOf({ option, label }, method, error);
  }
  if (isThenable(value)) ignoreRejection(value);
  else if (check(value)) return value;
  throw wrongResult({ option, label }, method, value, expected);
}

/** Calls a function whose result is ignored, also if it is a promise. Throws a `ConfigurationError` that names it. */
export function notifyGiven(owner: Giver, method: string, call: () => unknown): void {
  try {
    ignoreRejection(call());
  } catch (error) {
    throw failureOf(owner, method, error);
  }
}

/** Returns the result of a function that may be asynchronous, as `callGiven` does. */
export async function awaitGiven<T>(
  owner: Giver,
  method: string,
  call: () => T | PromiseLike<T>,
  check: (value: unknown) => boolean,
  expected: string,
): Promise<T> {
  let value: T;
  try {
    value = await call();
  } catch (error) {
    throw failureOf(owner, method, error);
  }
  if (check(value)) return value;
  throw wrongResult(owner, method, value, expected);
}

export function failureOf({ option, label }: Giver, method: string, cause: unknown): ServiceError {
  if (isServiceError(cause)) return cause;
  return new ConfigurationError(`${label} failed in ${method}. Its error is the cause.`, {
    reason: "given-method-failed",
    option,
    cause,
  });
}

function wrongResult({ option, label }: Giver, method: string, value: unknown, expected: string): ConfigurationError {
  const kind = value === undefined ? "nothing" : isThenable(value) ? "a promise" : kindOf(value);
  return new ConfigurationError(`${label} returned ${kind} from ${method}. Return ${expected}.`, {
    reason: "given-method-result",
    option,
  });
}

export function isAnything(): boolean {
  return true;
}

export function isAbsentOr(check: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === undefined || check(value);
}

export function isText(value: unknown): boolean {
  return typeof value === "string";
}

export function isFunction(value: unknown): value is (...args: never[]) => unknown {
  return typeof value === "function";
}

/** Whether all of the methods that `value` has are functions. */
export function hasMethods(value: unknown, required: readonly string[], optional: readonly string[] = []): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (
    required.every((name) => isFunction(memberOf(value, name))) &&
    optional.every((name) => isAbsentOr(isFunction)(memberOf(value, name)))
  );
}

/** A member of an object or its class; what another package has put on `Object.prototype` is none. */
export function memberOf(value: object, name: string): unknown {
  const member: unknown = Reflect.get(value, name);
  return member === Reflect.get(Object.prototype, name) ? undefined : member;
}
