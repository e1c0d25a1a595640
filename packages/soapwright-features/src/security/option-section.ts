/** The checks that the options of `security` share. Every error message names the option, and none contains a value. */
import type { Credential } from "soapwright-runtime";
import { findIllegalCharacter, ownValue } from "soapwright-runtime/codecs";
import { checkKnown, checkObject, checkOneOf, checkWithin, wrongOption } from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";
import { wrong } from "./security-error";

/** Checks the value of `option`, and returns it. Throws a `ConfigurationError`. */
export type Check<T> = (option: string, value: unknown) => T;

/** The options of one object: their names, checks and defaults. */
type Table = { readonly [name: string]: Check<unknown> };

/** Returns the check of an object that has only the options of the table. It returns the value of each of them. */
export function section<T extends Table>(table: T): Check<{ readonly [N in keyof T]: ReturnType<T[N]> }> {
  const names = new Set(Object.keys(table));
  return (option, value) => {
    const given = checkObject(option, value);
    checkKnown(given, names, option);
    const values = Object.entries(table).map(([name, check]) => [
      name,
      check(`${option}.${name}`, ownValue(given, name)),
    ]);
    return Object.fromEntries(values);
  };
}

/** Returns the check of an option that is `standard` if it is not set. */
export function optional<T>(check: Check<T>): Check<T | undefined>;
export function optional<T>(check: Check<T>, standard: NoInfer<T>): Check<T>;
export function optional<T>(check: Check<T>, standard?: T): Check<T | undefined> {
  return (option, value) => (value === undefined ? standard : check(option, value));
}

export function required<T>(check: Check<T>): Check<T> {
  return (option, value) => {
    if (value === undefined) throw missing(option);
    return check(option, value);
  };
}

export function missing(option: string): Error {
  return wrong(option, `${option} is missing. Set it.`);
}

/** Returns the check of an option that is off if it is `false`. */
export function orFalse<T>(check: Check<T>): Check<T | undefined> {
  return (option, value) => (value === false ? undefined : check(option, value));
}

/** What depends on other options is checked after them. */
export const asGiven: Check<unknown> = (_option, value) => value;

export function oneOf<const T extends readonly string[]>(names: T): Check<T[number]> {
  return (option, value) => checkOneOf(option, value, names);
}

export function listOf<T>(what: string, check: Check<T>): Check<readonly T[]> {
  return (option, value) => {
    if (Array.isArray(value) && value.length > 0) {
      return value.map((each: unknown, index) => check(`${option}[${index}]`, each));
    }
    throw wrongOption(option, `a list of ${what}`, Array.isArray(value) ? "an empty list" : kindOf(value));
  };
}

export function milliseconds(least: number): Check<number> {
  return (option, value) => checkWithin(option, value, { least, most: 2_147_483_647, unit: "milliseconds" });
}

/** Throws a `ConfigurationError` for a value that XML cannot represent. */
export function text(option: string, value: unknown): string {
  if (typeof value !== "string" || value === "") throw wrongOption(option, "text", kindOf(value));
  if (findIllegalCharacter(value) >= 0) throw wrongOption(option, "text that XML can carry", "another string");
  return value;
}

export function credential(option: string, value: unknown): Credential {
  if (typeof value === "function") return value as Credential;
  return value === "" ? value : text(option, value);
}
