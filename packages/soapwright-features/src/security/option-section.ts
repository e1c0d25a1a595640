/** The checks that the options of `security` share. Every error message names the option, and none contains a value. */
import type { Credential } from "soapwright-runtime";
import { findIllegalCharacter, ownValue } from "soapwright-runtime/codecs";
import { checkKnown, checkObject, checkOneOf, checkWithin, wrongOption } from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";
import { wrong } from "./security-error";
import { WSSE, WSU } from "./security-namespaces";

export const KEY_REFERENCES = [
  "BinarySecurityToken",
  "SubjectKeyIdentifier",
  "ThumbprintSHA1",
  "IssuerSerial",
] as const;

/** Checks the value of `option`, and returns it. Throws a `ConfigurationError`. */
export type Check<T> = (option: string, value: unknown) => T;

/** An object of options, which has only the options `names`. */
export class Section {
  readonly values: object;
  readonly #option: string;

  constructor(option: string, value: unknown, names: readonly string[]) {
    this.#option = option;
    this.values = checkObject(option, value);
    checkKnown(this.values, new Set(names), option);
  }

  at(name: string): { readonly option: string; readonly value: unknown } {
    return { option: `${this.#option}.${name}`, value: ownValue(this.values, name) };
  }

  optional<T>(name: string, check: Check<T>): T | undefined {
    const { option, value } = this.at(name);
    return value === undefined ? undefined : check(option, value);
  }

  required<T>(name: string, check: Check<T>): T {
    const { option, value } = this.at(name);
    if (value === undefined) throw wrong(option, `${option} is missing. Set it.`);
    return check(option, value);
  }
}

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

/** A part by its name. Throws a `ConfigurationError`. */
export function namedPart(option: string, value: unknown): { readonly namespace: string; readonly name: string } {
  const options = new Section(option, value, ["namespace", "name"]);
  const name = options.required("name", text);
  const namespace = options.required("namespace", text);
  if (/[\s:<>{}"'/&]/.test(name)) {
    throw wrongOption(`${option}.name`, "a local name without a prefix", "another string");
  }
  if (namespace === WSSE || namespace === WSU) {
    throw wrong(
      option,
      `${option} is in the namespace of WS-Security. Name such a part without its namespace: "Timestamp", "UsernameToken" or "BinarySecurityToken".`,
    );
  }
  return { namespace, name };
}
