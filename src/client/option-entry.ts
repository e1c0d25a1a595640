/** How an option is described: the builders of the table of options. */
import { checkBoolean, checkOneOf, checkWithin, type NumberRange } from "./option-checks";

/** Where an option may be set: on a client alone, on a client and by `with`, by `with` and on one call, or everywhere. */
export type OptionPlace = "client" | "with" | "call" | "both";

export interface OptionEntry<T> {
  readonly place: OptionPlace;
  /** Type in the declaration. */
  readonly type: string;
  /** Value when it is not set; undefined for none. */
  readonly standard: T;
  /** The default in words, where it is not the value itself. */
  readonly standardWords?: string;
  /** Documentation: sentences. */
  readonly words: string;
  /** Unit or kind of value, for README's table. */
  readonly unit: string;
  /** Checks a value that is not undefined. Throws a `ConfigurationError` that names the option. */
  check(name: string, value: unknown): T;
}

/** What is said of an option. */
type Words = Pick<OptionEntry<unknown>, "place" | "words"> & { readonly standardWords?: string };

export function number(range: NumberRange, standard: number, words: Words): OptionEntry<number> {
  return {
    ...words,
    type: "number",
    unit: range.unit,
    standard,
    check: (name, value) => checkWithin(name, value, range),
  };
}

export function optionalNumber(range: NumberRange, words: Words): OptionEntry<number | undefined> {
  return { ...number(range, 0, words), standard: undefined };
}

export function flag(standard: boolean, unit: string, words: Words): OptionEntry<boolean> {
  return { ...words, type: "boolean", unit, standard, check: checkBoolean };
}

export function oneOf<const T extends readonly string[]>(
  values: T,
  standard: T[number],
  words: Words,
): OptionEntry<T[number]> {
  const type = values.map((value) => JSON.stringify(value)).join(" | ");
  return {
    ...words,
    type,
    unit: type.replaceAll(" | ", ", "),
    standard,
    check: (name, value) => checkOneOf(name, value, values),
  };
}

export function optional<T>(
  type: string,
  unit: string,
  words: Words,
  check: (name: string, value: unknown) => T,
): OptionEntry<T | undefined> {
  return { ...words, type, unit, standard: undefined, check };
}
