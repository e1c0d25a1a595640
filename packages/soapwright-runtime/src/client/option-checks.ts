import { ConfigurationError } from "../errors/configuration-error";
import { kindOf } from "../kind-of";
import { ownValue } from "../schema/own-property";
import { type ExtraBlocks, readExtraBlocks } from "../soap/extra-headers";
import { isHeaderName, isHeaderValue } from "../transport/header-text";
import { nearName } from "../xsd/near-name";
import type { Asked, CallSignal, CredentialRequest, HeaderBlockName, HttpHeaders } from "./option-types";

// Inherited properties do not count, because another package may have changed Object.prototype.
export { ownValue };

/** The range of a number option. */
export interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly unit: string;
  readonly fraction?: boolean;
}

/** Returns the error of an option: what it takes, and the kind of what it got, never the value. */
export function wrongOption(option: string, takes: string, got: string): ConfigurationError {
  return new ConfigurationError((name) => `${name(option)} takes ${takes}, but is ${got}.`, {
    reason: "option-value",
    option,
  });
}

export function definedOptions<O extends object>(options: O): Partial<O> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<O>;
}

/** What the error of an unknown property says beside its name. */
export interface KnownWords {
  /** Further names that are known. */
  readonly more?: readonly PropertyKey[];
  /** Goes before the name in the `option` of the error, for example `limits.`. */
  readonly prefix?: string;
  /** Returns what to write for a name that belongs elsewhere, before similar names are looked for. */
  readonly placed?: (name: string) => string | undefined;
  /** Returns a similar name as the error shows it. */
  readonly shown?: (name: string) => string;
}

/** Throws a `ConfigurationError` for the first property that is not in `allowedKeys`, with the one that may be meant. */
export function checkKnown(
  options: object,
  allowedKeys: ReadonlySet<PropertyKey>,
  whose: string,
  { more = [], prefix = "", placed, shown = String }: KnownWords = {},
): void {
  for (const key of Reflect.ownKeys(options)) {
    if (allowedKeys.has(key) || more.includes(key)) continue;
    const name = String(key);
    const names = [...allowedKeys, ...more].filter((each) => typeof each === "string");
    const similar = placed?.(name) ?? nearName(name, names);
    const hint = similar === undefined ? "" : ` Did you mean ${shown(similar)}?`;
    throw new ConfigurationError(`${JSON.stringify(name)} is not an option of ${whose}.${hint}`, {
      reason: "option-unknown",
      option: prefix + name,
    });
  }
}

/** Returns an object that is no list. Throws a `ConfigurationError` for any other value. */
export function checkObject(option: string, value: unknown): object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrongOption(option, "an object", kindOf(value));
  }
  return value;
}

/** The range of rates, in requests a second. */
export const REQUESTS_A_SECOND: NumberRange = {
  least: 0.001,
  most: 1_000_000,
  unit: "requests a second",
  fraction: true,
};

/** Returns the number if it is within `range`. Throws a `ConfigurationError` that names `option`. */
export function checkWithin(option: string, value: unknown, range: NumberRange): number {
  const { least, most, unit, fraction = false } = range;
  if (typeof value === "number" && value >= least && value <= most && (fraction || Number.isInteger(value))) {
    return value;
  }
  const takes = `${fraction ? "a number" : "a whole number"} from ${least} to ${most} (${unit})`;
  throw wrongOption(option, takes, typeof value === "number" ? String(value) : kindOf(value));
}

/** Returns a boolean. Throws a `ConfigurationError` for any other value. */
export function checkBoolean(option: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw wrongOption(option, "true or false", kindOf(value));
}

/** Returns a function. Throws a `ConfigurationError` for any other value. */
export function checkFunction(option: string, value: unknown): unknown {
  if (typeof value === "function") return value;
  throw wrongOption(option, "a function", kindOf(value));
}

export function checkMethods(option: string, value: unknown, names: readonly string[]): object {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  const missing = names.find((name) => !isObject || typeof Reflect.get(value, name) !== "function");
  if (isObject && missing === undefined) return value;
  const takes = `an object with the functions ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  throw wrongOption(option, takes, isObject ? `one without ${missing}` : kindOf(value));
}

/** Returns the checked items of a list. `checkItem` receives the name of each item, for example `understands[0]`. */
export function checkList<T>(
  option: string,
  value: unknown,
  what: string,
  checkItem: (option: string, value: unknown) => T,
): readonly T[] {
  if (!Array.isArray(value)) throw wrongOption(option, `a list of ${what}`, kindOf(value));
  return value.map((each: unknown, index) => checkItem(`${option}[${index}]`, each));
}

const BLOCK_NAME: ReadonlySet<string> = new Set(["namespace", "name"]);

export function checkBlockNames(option: string, value: unknown): readonly HeaderBlockName[] {
  return checkList(option, value, "{ namespace, name }", (at, each) => {
    const object = checkObject(at, each);
    checkKnown(object, BLOCK_NAME, at);
    const namespace = ownValue(object, "namespace");
    if (typeof namespace !== "string") throw wrongOption(`${at}.namespace`, "a string", kindOf(namespace));
    const name = checkText(`${at}.name`, ownValue(object, "name"));
    if (/[\s:<>{}"'/&]/.test(name)) throw wrongOption(`${at}.name`, "a local name without a prefix", "another string");
    return { namespace, name };
  });
}

type UserFunction = (request: CredentialRequest) => Asked<unknown>;

export function checkExtraHeaders(option: string, value: unknown): ExtraBlocks | UserFunction {
  return typeof value === "function" ? (value as UserFunction) : readExtraBlocks(option, value);
}

export function checkText(option: string, value: unknown): string {
  const isText = typeof value === "string" && value !== "";
  if (isText && !/\p{Cc}/u.test(value)) return value;
  throw wrongOption(option, "text without control characters", isText ? "a string with one" : kindOf(value));
}

/** Returns an `AbortSignal`, or undefined. Throws a `ConfigurationError` for any other value. */
export function checkSignal(value: unknown): CallSignal | undefined {
  if (value === undefined) return undefined;
  const signal = Object(value) as CallSignal;
  const methods = [signal.addEventListener, signal.removeEventListener];
  if (typeof signal.aborted === "boolean" && methods.every((method) => typeof method === "function")) return signal;
  throw wrongOption("signal", "an AbortSignal", kindOf(value));
}

/** Returns one of `allowed`. Throws a `ConfigurationError` that lists them for any other value. */
export function checkOneOf<const T extends readonly string[]>(option: string, value: unknown, allowed: T): T[number] {
  if (typeof value === "string" && allowed.includes(value)) return value;
  const takes = allowed.map((text) => JSON.stringify(text)).join(" or ");
  throw wrongOption(option, takes, typeof value === "string" ? "another string" : kindOf(value));
}

/** Names of HTTP headers that SOAP, HTTP or the transport sets. */
const RESERVED = new Set([
  "host",
  "content-length",
  "content-type",
  "content-encoding",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "upgrade",
  "expect",
  "te",
  "trailer",
  "soapaction",
  "proxy-authorization",
  "proxy-connection",
]);

export function checkHttpHeaderSource(value: unknown): HttpHeaders | UserFunction {
  return typeof value === "function" ? (value as UserFunction) : checkHttpHeaders(value);
}

/** Messages never show the values. */
export function checkHttpHeaders(value: unknown): HttpHeaders {
  const source = checkObject("httpHeaders", value);
  const headers: { [name: string]: string } = Object.create(null);
  for (const name of Object.keys(source)) {
    const option = `httpHeaders.${name}`;
    if (!isHeaderName(name)) {
      throw new ConfigurationError("httpHeaders has a name in it that cannot be one of an HTTP header.", {
        reason: "http-header-name",
        option: "httpHeaders",
      });
    }
    if (RESERVED.has(name.toLowerCase())) {
      throw new ConfigurationError(`${option} cannot be set: SOAP or HTTP sets this header.`, {
        reason: "http-header-reserved",
        option,
      });
    }
    const text: unknown = ownValue(source, name);
    if (typeof text !== "string") throw wrongOption(option, "a string", kindOf(text));
    if (!isHeaderValue(text)) {
      throw wrongOption(option, "text that a header can carry", "one with a line break or another such character");
    }
    headers[name] = text;
  }
  return headers;
}
