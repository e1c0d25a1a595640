/** How an option is described: the builders of the table of options. */
import { checkBoolean, checkOneOf, checkWithin, type NumberRange } from "./option-checks";

/**
 * Where an option may be set: on a client alone, on a client and by `with`, by `with` alone, by `with` and on one call, or
 * everywhere.
 */
export type OptionPlace = "client" | "with" | "onlyWith" | "call" | "both";

export interface OptionEntry<T, P extends OptionPlace = OptionPlace> {
  readonly place: P;
  /** It does not replace the value of the layer below, but adds to it. */
  readonly layered?: boolean;
  /** It is about the client's own connections, so it has no meaning beside an own `transport`. */
  readonly ofConnections?: boolean;
  /** Type in the declaration. */
  readonly type: string;
  /** Value when it is not set; undefined for none. */
  readonly standard: T;
  /** Unit or kind of value, for the table of `docs/options.md`. */
  readonly unit: string;
  /** Checks a value that is not undefined. Throws a `ConfigurationError` that names the option. */
  check(name: string, value: unknown): T;
}

/** Where an option may be set, and how its layers meet. */
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
