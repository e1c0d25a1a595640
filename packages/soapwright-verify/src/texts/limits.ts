import { facetValues, type TextShape } from "soapwright-contract";
import { compareDecimals, decimalText, scaled } from "soapwright-runtime/xsd";
import type { LengthRange, Patterned } from "./patterned-texts";

type Shape = TextShape<unknown>;
type Atomic = Extract<Shape["variety"], { of: "atomic" }>;

/** The range of a decimal type, as integers in units of the last digit. */
export interface DecimalRange {
  readonly min: bigint;
  readonly max: bigint;
  readonly scale: number;
}

/** Digits of an unlimited number, which any validator can read. */
const freeDigits = 15;
const freeFraction = 3;

/** Returns the range within bounds and digits, for a shape whose primitive is decimal. */
export function decimalRange(shape: Shape): DecimalRange {
  const { builtIn } = atomic(shape);
  const fraction = least(facetValues(shape, "fractionDigits"));
  const total = least(facetValues(shape, "totalDigits"));
  const scale = builtIn.integer ? 0 : Math.min(fraction ?? freeFraction, total ?? freeFraction, boundScale(shape));
  const most = 10n ** BigInt(Math.min(total ?? freeDigits, 30)) - 1n;
  let [min, max] = [-most, most];
  const raise = (bound: string, step: bigint): void => {
    const at = toScale(bound, scale, "up") + step;
    if (at > min) min = at;
  };
  const lower = (bound: string, step: bigint): void => {
    const at = toScale(bound, scale, "down") - step;
    if (at < max) max = at;
  };
  if (builtIn.min !== undefined) raise(builtIn.min, 0n);
  if (builtIn.max !== undefined) lower(builtIn.max, 0n);
  for (const { text, side, exclusive } of boundsOf(shape)) {
    const step = exclusive && isAt(text, scale) ? 1n : 0n;
    if (side === "min") raise(text, step);
    else lower(text, step);
  }
  return { min, max, scale };
}

/** Returns the bounds of a float, double or moment as written. */
export function boundsOf(
  shape: Shape,
): { readonly text: string; readonly side: "min" | "max"; readonly exclusive: boolean }[] {
  return (["minInclusive", "minExclusive", "maxInclusive", "maxExclusive"] as const).flatMap((name) =>
    facetValues(shape, name).map((text) => ({
      text: text.trim(),
      side: name.startsWith("min") ? ("min" as const) : ("max" as const),
      exclusive: name.endsWith("Exclusive"),
    })),
  );
}

/** Returns the range that `length`, `minLength` and `maxLength` set. */
export function lengthRange(shape: Shape): LengthRange {
  const exact = facetValues(shape, "length").map(Number);
  const min = Math.max(0, ...exact, ...facetValues(shape, "minLength").map(Number));
  const max = Math.min(Infinity, ...exact, ...facetValues(shape, "maxLength").map(Number));
  return { min, max };
}

/** Returns the constraints on texts of a shape with patterns. */
export function patternedOf(shape: Shape): Patterned {
  const { variety, steps } = shape;
  const patterns = steps.map((step) => step.filter(({ name }) => name === "pattern").map(({ value }) => value));
  const isText = variety.of === "atomic" && ["string", "anyURI"].includes(variety.builtIn.primitive);
  return {
    steps: patterns.filter(({ length }) => length > 0),
    builtIn: variety.of === "atomic" ? variety.name : undefined,
    length: isText ? lengthRange(shape) : undefined,
  };
}

/** @throws TypeError for a list or a union. */
export function atomic(shape: Shape): Atomic {
  if (shape.variety.of !== "atomic") throw new TypeError(`an atomic type is needed, not a ${shape.variety.of}`);
  return shape.variety;
}

function least(values: readonly string[]): number | undefined {
  return values.length === 0 ? undefined : Math.min(...values.map(Number));
}

/** Returns the fraction digits that represent every bound, at least 2 for values between two bounds. */
function boundScale(shape: Shape): number {
  const scales = boundsOf(shape).map(({ text }) => scaled(text).scale);
  return scales.length === 0 ? freeFraction : Math.max(2, ...scales);
}

function isAt(bound: string, scale: number): boolean {
  return compareDecimals(decimalText(toScale(bound, scale, "down"), scale), bound) === 0;
}

function toScale(bound: string, scale: number, rounding: "up" | "down"): bigint {
  const { digits, scale: boundScale } = scaled(bound);
  if (boundScale <= scale) return digits * 10n ** BigInt(scale - boundScale);
  const divisor = 10n ** BigInt(boundScale - scale);
  const quotient = digits / divisor;
  if (quotient * divisor === digits) return quotient;
  if (rounding === "up") return digits > 0n ? quotient + 1n : quotient;
  return digits < 0n ? quotient - 1n : quotient;
}
