import { decimalText, type Primitive } from "soapwright-runtime/xsd";
import type { Random } from "../random";
import { boundsOf, type DecimalRange, lengthRange } from "./limits";
import type { TextShape } from "./text-shape";

const plain = Array.from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
const special = Array.from(" &<>\"']/éßЖ中😀");
const breaks = Array.from("\t\n\r");

/** Returns the characters that the built-in string type `name` allows at any position. */
function alphabetOf(name: string): readonly string[] {
  if (name === "string" || name === "anySimpleType") return [...plain, ...special, ...breaks];
  if (name === "normalizedString" || name === "token") return [...plain, ...special];
  return plain;
}

/** Returns a text of `length` characters for a type whose primitive is string. */
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

/** Returns `octets` random bytes as the text of a binary type. */
export function binaryText(primitive: Primitive, octets: number, random: Random): string {
  const bytes = Buffer.from(Array.from({ length: octets }, () => random.integer(0, 255)));
  return primitive === "hexBinary" ? bytes.toString("hex").toUpperCase() : bytes.toString("base64");
}

/** Returns a float or double, near the bounds if there are any. */
export function realText(primitive: Primitive, shape: TextShape<unknown>, random: Random): string {
  const bounds = boundsOf(shape);
  const low = Math.max(-1e6, ...bounds.filter(({ side }) => side === "min").map(({ text }) => Number(text)));
  const high = Math.min(1e6, ...bounds.filter(({ side }) => side === "max").map(({ text }) => Number(text)));
  const drawn = low <= high ? low + random.next() * (high - low) : bounds.length > 0 ? Math.max(low, high) : 0;
  const shortened = random.chance(0.5) ? Math.round(drawn) : Number(drawn.toPrecision(6));
  return String(primitive === "float" ? Math.fround(shortened) : shortened);
}

export function decimalWithin({ min, max, scale }: DecimalRange, random: Random): string {
  const isNearZero = random.chance(0.5) && min <= 1000n && max >= -1000n;
  const low = isNearZero && min < -1000n ? -1000n : min;
  const high = isNearZero && max > 1000n ? 1000n : max;
  return decimalText(random.bigInteger(low, high), scale);
}

/** Returns a positive number up to 1,000 with at most two decimals, as far as the limits allow. */
export function smallNumber({ min, max, scale }: DecimalRange, random: Random): string {
  const unit = 10n ** BigInt(scale);
  const low = min > unit ? min : max < unit ? min : unit;
  const high = max < 1000n * unit ? max : low > 1000n * unit ? low : 1000n * unit;
  const drawn = random.bigInteger(low, high);
  return decimalText(scale > 2 ? drawn - (drawn % 10n ** BigInt(scale - 2)) : drawn, scale).replace(
    /(\.\d\d)\d+$/,
    "$1",
  );
}

const vocabulary = "alpha beta gamma delta omega Amsterdam Utrecht green blue paper river stone".split(" ");

/** Returns a word of a length that the shape allows. */
export function word(shape: TextShape<unknown>, random: Random): string {
  const { min, max } = lengthRange(shape);
  const fitting = vocabulary.filter(({ length }) => length >= min && length <= max);
  if (fitting.length > 0) return random.pick(fitting);
  return stringText("NMTOKEN", Math.max(min, Math.min(max, 8)), random);
}
