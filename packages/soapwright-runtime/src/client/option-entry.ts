/** Builders for the entries of the table of options. */
import { checkBoolean, checkOneOf, checkWithin, type NumberRange } from "./option-checks";

/**
 * The places where an option may be set: a client only, a client and `with`, `with` only, `with` and one call, or
 * everywhere.
 */
export type OptionPlace = "client" | "with" | "onlyWith" | "call" | "both";

export interface OptionEntry<T, P extends OptionPlace = OptionPlace> {
  readonly place: P;
  /** Whether the value is merged with the layer below instead of replacing it. */
  readonly layered?: boolean;
  /** Whether the option concerns the client's own connections, so that it excludes `transport`. */
  readonly ofConnections?: boolean;
  /** The type in the declaration. */
  readonly type: string;
  /** The default; undefined for none. */
  readonly standard: T;
  /** The unit or kind of value, for the table of `docs/options.md`. */
  readonly unit: string;
  /** Returns the checked value. Throws a `ConfigurationError` that names the option. */
  check(name: string, value: unknown): T;
}

/** The place of an option and how its layers combine. */
type Placement<P extends OptionPlace> = Pick<OptionEntry<unknown, P>, "place" | "layered" | "ofConnections">;

export function number<const P extends OptionPlace>(
  range: NumberRange,
  standard: number,
  placement: Placement<P>,
): OptionEntry<number, P> {
  return {
    ...placement,
    type: "number",
    unit: range.unit,
    standard,
    check: (name, value) => checkWithin(name, value, range),
  };
}

export function optionalNumber<const P extends OptionPlace>(
  range: NumberRange,
  placement: Placement<P>,
): OptionEntry<number | undefined, P> {
  return { ...number(range, 0, placement), standard: undefined };
}

export function flag<const P extends OptionPlace>(
  standard: boolean,
  unit: string,
  placement: Placement<P>,
): OptionEntry<boolean, P> {
  return { ...placement, type: "boolean", unit, standard, check: checkBoolean };
}

export function oneOf<const T extends readonly string[], const P extends OptionPlace>(
  values: T,
  standard: T[number],
  placement: Placement<P>,
): OptionEntry<T[number], P> {
  const type = values.map((value) => JSON.stringify(value)).join(" | ");
  return {
    ...placement,
    type,
    unit: type.replaceAll(" | ", ", "),
    standard,
    check: (name, value) => checkOneOf(name, value, values),
  };
}

export function optional<T, const P extends OptionPlace>(
  type: string,
  unit: string,
  placement: Placement<P>,
  check: (name: string, value: unknown) => T,
): OptionEntry<T | undefined, P> {
  return { ...placement, type, unit, standard: undefined, check };
}
