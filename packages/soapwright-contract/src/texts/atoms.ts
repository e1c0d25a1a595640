/** Random texts of built-in types, with the full range of their characters. */

import type { Primitive } from "soapwright-runtime/xsd";
import { decimalText } from "soapwright-runtime/xsd";
import type { Random } from "../random";
import { boundsOf } from "./limits";
import type { TextShape } from "./text-shape";

const plain = Array.from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
const special = Array.from(" &<>\"']/éßЖ中😀");
const breaks = Array.from("\t\n\r");

/** Characters that the built-in string type `name` allows at any position. */
function alphabetOf(name: string): readonly string[] {
  if (name === "string" || name === "anySimpleType") return [...plain, ...special, ...breaks];
  if (name === "normalizedString" || name === "token") return [...plain, ...special];
  return plain;
}

/** A text of `length` characters for a type whose primitive is string. */
export function stringText(name: string, length: number, random: Random): string {
  if (length === 0) return "";
  if (name === "language") return random.pick(["en", "nl-NL", "de-CH-1996"]);
  if (name === "anyURI") return `urn:a:${"b".repeat(Math.max(1, length - 6))}`.slice(0, length);
  const alphabet = alphabetOf(name);
  const inner = (): string => random.pick(random.chance(0.6) ? plain : alphabet);
  const edge = (): string => random.pick(plain.slice(0, 52));
  const text = Array.from({ length }, (_, at) => (at === 0 || at === length - 1 ? edge() : inner())).join("");
  return name === "token" ? text.replace(/ {2,}/g, (spaces) => "_".repeat(spaces.length)) : text;
}

/** `octets` random bytes as the text of a binary type. */
export function binaryText(primitive: Primitive, octets: number, random: Random): string {
  const bytes = Buffer.from(Array.from({ length: octets }, () => random.integer(0, 255)));
  return primitive === "hexBinary" ? bytes.toString("hex").toUpperCase() : bytes.toString("base64");
}

/** A float or double, near the bounds if there are any. */
export function realText(primitive: Primitive, shape: TextShape<unknown>, random: Random): string {
  const bounds = boundsOf(shape);
  const low = Math.max(-1e6, ...bounds.filter(({ side }) => side === "min").map(({ text }) => Number(text)));
  const high = Math.min(1e6, ...bounds.filter(({ side }) => side === "max").map(({ text }) => Number(text)));
  const drawn = low <= high ? low + random.next() * (high - low) : bounds.length > 0 ? Math.max(low, high) : 0;
  const shortened = random.chance(0.5) ? Math.round(drawn) : Number(drawn.toPrecision(6));
  return String(primitive === "float" ? Math.fround(shortened) : shortened);
}

export function decimalWithin(
  range: { readonly min: bigint; readonly max: bigint; readonly scale: number },
  random: Random,
): string {
  const { min, max, scale } = range;
  const near = random.chance(0.5) && min <= 1000n && max >= -1000n;
  const low = near && min < -1000n ? -1000n : min;
  const high = near && max > 1000n ? 1000n : max;
  return decimalText(random.bigInteger(low, high), scale);
}

/** A date, time or duration of this century. */
export function momentText(primitive: Primitive, random: Random): string {
  const two = (min: number, max: number): string => String(random.integer(min, max)).padStart(2, "0");
  const year = String(random.integer(2000, 2030));
  const zone = random.pick(["", "", "Z", "+01:00", "-05:30"]);
  const clock = `${two(0, 23)}:${two(0, 59)}:${two(0, 59)}${random.pick(["", "", ".5", ".123"])}`;
  switch (primitive) {
    case "dateTime":
      return `${year}-${two(1, 12)}-${two(1, 28)}T${clock}${zone}`;
    case "date":
      return `${year}-${two(1, 12)}-${two(1, 28)}${zone}`;
    case "time":
      return `${clock}${zone}`;
    case "gYear":
      return `${year}${zone}`;
    case "gYearMonth":
      return `${year}-${two(1, 12)}${zone}`;
    case "gMonth":
      return `--${two(1, 12)}${zone}`;
    case "gMonthDay":
      return `--${two(1, 12)}-${two(1, 28)}${zone}`;
    case "gDay":
      return `---${two(1, 28)}${zone}`;
    default:
      return random.pick(["P1D", "PT2H30M", "P1Y2M3DT4H5M6.7S", "-P3D", "P0D"]);
  }
}
