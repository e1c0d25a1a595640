import type { Primitive } from "../../src/xsd/built-ins";
import { compareDecimals } from "../../src/xsd/decimals";
import { durationOf, hasZone, momentOf } from "./moments";

/** XML Schema Part 2, 3.2: negative, 0 or positive as `left` is less than, equal to or more than `right`; else NaN. */
export function compareLexical(primitive: Primitive, left: string, right: string): number {
  if (primitive === "decimal") return compareDecimals(left, right);
  if (primitive === "float" || primitive === "double") return difference(realOf(left), realOf(right));
  if (primitive === "duration") {
    const a = durationOf(left);
    const b = durationOf(right);
    return a && b ? a.months * 2629746 + a.seconds - (b.months * 2629746 + b.seconds) : Number.NaN;
  }
  const between = difference(momentOf(primitive, left) ?? Number.NaN, momentOf(primitive, right) ?? Number.NaN);
  // 3.2.7.4: without a zone, a moment may be anywhere within 14 hours.
  const isSure = hasZone(left) === hasZone(right) || Math.abs(between) > 14 * 3_600_000;
  return isSure ? between : Number.NaN;
}

/** `xs:float` and `xs:double` as a number. */
export function realOf(text: string): number {
  if (text === "INF") return Number.POSITIVE_INFINITY;
  return text === "-INF" ? Number.NEGATIVE_INFINITY : Number(text);
}

/** Digits that count (no leading zeros, no trailing ones of the fraction), and those of them in the fraction. */
export function digitCounts(text: string): { readonly total: number; readonly fraction: number } {
  const [whole = "", fraction = ""] = text.replace(/^[+-]/, "").split(".");
  const shortened = fraction.replace(/0+$/, "");
  return { total: `${whole.replace(/^0+/, "")}${shortened}`.length, fraction: shortened.length };
}

function difference(left: number, right: number): number {
  return left === right ? 0 : left - right;
}
