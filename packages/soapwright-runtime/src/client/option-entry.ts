/** Builders for the entries of the table of options. */
import { kindOf } from "../kind-of";
import type { Admission } from "./admission";
import { checkBoolean, checkOneOf, checkWithin, type NumberRange, wrongOption } from "./option-checks";

/**
 * Where an option may be set: on a client only, on a client and `with`, on `with` only, on `with` and one call, or
 * everywhere.
 */
export type OptionPlace = "client" | "with" | "onlyWith" | "call" | "both";

export interface OptionEntry<T, P extends OptionPlace = OptionPlace> extends Handling {
  readonly place: P;
  readonly standard: T;
  readonly unit?: string;
  readonly values?: readonly string[];
  check(name: string, value: unknown): T;
}

interface Handling {
  /** Whether the value is merged with the value of the layer below instead of replacing it. */
  readonly layered?: boolean;
  /** Whether the option concerns the client's own connections, so that it cannot be set with `transport`. */
  readonly ofConnections?: boolean;
}

export function number<const P extends OptionPlace>(
  range: NumberRange,
  standard: number,
  place: P,
  handling?: Handling,
): OptionEntry<number, P> {
  return { place, standard, unit: range.unit, check: (name, value) => checkWithin(name, value, range), ...handling };
}

export function optionalNumber<const P extends OptionPlace>(
  range: NumberRange,
  place: P,
): OptionEntry<number | undefined, P> {
  return { ...number(range, 0, place), standard: undefined };
}

export function flag<const P extends OptionPlace>(place: P): OptionEntry<boolean, P> {
  return { place, standard: false, check: checkBoolean };
}

export function oneOf<const T extends readonly string[], const P extends OptionPlace>(
  values: T,
  standard: T[number],
  place: P,
): OptionEntry<T[number], P> {
  return { place, standard, values, check: (name, value) => checkOneOf(name, value, values) };
}

export function optional<T, const P extends OptionPlace>(
  place: P,
  check: (name: string, value: unknown) => T,
  handling?: Handling,
): OptionEntry<T | undefined, P> {
  return { place, standard: undefined, check, ...handling };
}

export function asGiven(_name: string, value: unknown): unknown {
  return value;
}

/** Returns the check of a value that a factory creates. It is structural, so that copies of a package work together. */
export function madeBy<T>(
  factory: string,
  ...methods: readonly (string & keyof T)[]
): (name: string, value: unknown) => T {
  return (name, value) => {
    const object = Object(value) as T;
    if (methods.every((method) => typeof object[method] === "function")) return object;
    throw wrongOption(name, `the result of ${factory}`, kindOf(value));
  };
}

export function checkAdmission(name: string, value: unknown): readonly Admission[] {
  if (!Array.isArray(value)) throw wrongOption(name, "a list of admissions", kindOf(value));
  const names = new Set<string>();
  return value.map((each: unknown, index) => {
    const admission = Object(each) as Partial<Admission>;
    if (typeof admission.name !== "string" || typeof admission.open !== "function") {
      throw wrongOption(`${name}[${index}]`, "an admission: { name, open }", kindOf(each));
    }
    if (names.has(admission.name))
      throw wrongOption(`${name}[${index}]`, "one of each name", `a second ${admission.name}`);
    names.add(admission.name);
    return each as Admission;
  });
}
