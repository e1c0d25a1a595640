import type { TextShape } from "soapwright-contract";
import { decimalText, type Primitive } from "soapwright-runtime/xsd";
import { atomic, boundsOf, type DecimalRange, decimalRange, lengthRange, patternedOf } from "./limits";
import { patternedText, usualText } from "./patterned-texts";
import type { Random } from "./random";

/** A text of a simple type, and the namespaces of its prefixes. */
export interface DrawnText {
  readonly text: string;
  readonly prefixes: ReadonlyMap<string, string>;
}

/** `wild`: the full range of a type; `tame`: plausible values, for samples and mocks. */
export type Manner = "wild" | "tame";

/** Maximum of attempts before a type is treated as a type without texts. */
export const attempts = 60;

/** Maximum length of a text, in characters or items, as patterns have it. */
const longestText = 100_000;

const none: ReadonlyMap<string, string> = new Map();

/**
 * Returns a random text for a shape, which the caller validates against the type. `make` returns a text of an item or
 * member. Returns undefined if an item or member has no text, or if the text would be too long.
 */
export function drawText<T>(
  shape: TextShape<T>,
  random: Random,
  manner: Manner,
  make: (type: T) => DrawnText | undefined,
): DrawnText | undefined {
  const { variety } = shape;
  if (lengthRange(shape).min > longestText) return undefined;
  const patterned = patternedOf(shape);
  if (patterned.steps.length > 0 && random.chance(0.9)) {
    const text = patternedText(patterned, random, random.pick(["any", "any", "any", "least", "most"] as const));
    if (text !== undefined) return { text, prefixes: prefixesOf(shape, text) };
  }
  if (variety.of === "union") return variety.members.length > 0 ? make(random.pick(variety.members)) : undefined;
  if (variety.of === "list") return drawList(shape, random, () => make(variety.item));
  return drawAtom(shape, random, manner);
}

/** Declares each prefix that a pattern requires. In lists and unions any text like a QName may be a QName. */
export function prefixesOf({ variety }: TextShape<unknown>, text: string): DrawnText["prefixes"] {
  const mayHaveNames = variety.of !== "atomic" || ["QName", "NOTATION"].includes(variety.builtIn.primitive);
  const prefixes = mayHaveNames ? [...text.matchAll(/(?<!\S)([\p{L}_][^\s:]*):[^\s:]+(?!\S)/gu)] : [];
  return new Map(
    prefixes.map(([, prefix = ""]) => [
      prefix,
      prefix === "xml" ? "http://www.w3.org/XML/1998/namespace" : "urn:example:names",
    ]),
  );
}

function drawList(shape: TextShape<unknown>, random: Random, make: () => DrawnText | undefined): DrawnText | undefined {
  const { min, max } = lengthRange(shape);
  const items: string[] = [];
  const prefixes = new Map<string, string>();
  for (let count = random.integer(min, Math.min(max, min + 3)); count > 0; count--) {
    const item = makeListItem(make);
    if (!item) return undefined;
    items.push(item.text);
    for (const [prefix, namespace] of item.prefixes) prefixes.set(prefix, namespace);
  }
  return { text: items.join(" "), prefixes };
}

/** Returns an item without white space that is not empty, because lists separate items by white space. */
function makeListItem(make: () => DrawnText | undefined): DrawnText | undefined {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const drawn = make();
    if (drawn && drawn.text !== "" && !/\s/.test(drawn.text)) return drawn;
  }
  return undefined;
}

function drawAtom(shape: TextShape<unknown>, random: Random, manner: Manner): DrawnText {
  const isName = ["QName", "NOTATION"].includes(atomic(shape).builtIn.primitive);
  if (isName && manner === "wild") return { text: "q:name", prefixes: new Map([["q", "urn:example:names"]]) };
  return { text: atomText(shape, random, manner === "tame"), prefixes: none };
}

function atomText(shape: TextShape<unknown>, random: Random, isTame: boolean): string {
  const { name, builtIn } = atomic(shape);
  const { primitive } = builtIn;
  const { min, max } = lengthRange(shape);
  const length = (): number => random.integer(min, Math.min(max, min + 12));
  switch (primitive) {
    case "string":
      if (isTame) return name === "language" ? random.pick(["en", "nl"]) : word(shape, random);
      return stringText(name, name === "string" || min > 0 ? length() : Math.max(1, length()), random);
    case "anyURI":
      if (isTame) return random.pick(["https://example.org/", "https://example.org/a/b", "urn:example:a"]);
      return stringText("anyURI", Math.min(Math.max(min, 12), max), random);
    case "boolean":
      return random.pick(["true", "false"]);
    case "decimal": {
      const range = decimalRange(shape);
      if (range.min > range.max) return "0";
      return isTame ? smallNumber(range, random) : decimalWithin(range, random);
    }
    case "float":
    case "double":
      if (isTame && boundsOf(shape).length === 0) return String(random.integer(1, 200) / 2);
      return realText(primitive, shape, random);
    case "hexBinary":
    case "base64Binary":
      return binaryText(primitive, isTame ? Math.max(min, Math.min(max, 6)) : length(), random);
    case "QName":
    case "NOTATION":
      return "name";
    default:
      return usualText(name, random, isTame ? "least" : "any");
  }
}

const plain = Array.from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
const special = Array.from(" &<>\"']/éßЖ中😀");
const breaks = Array.from("\t\n\r");

/** Returns the characters that the built-in string type `name` allows at any position. */
function alphabetOf(name: string): readonly string[] {
  if (name === "string" || name === "anySimpleType") return [...plain, ...special, ...breaks];
  if (name === "normalizedString" || name === "token") return [...plain, ...special];
  return plain;
}

function stringText(name: string, length: number, random: Random): string {
  if (length === 0) return "";
  if (name === "language") return random.pick(["en", "nl-NL", "de-CH-1996"]);
  if (name === "anyURI") return `urn:a:${"b".repeat(Math.max(1, length - 6))}`.slice(0, length);
  const alphabet = alphabetOf(name);
  const inner = (): string => random.pick(random.chance(0.6) ? plain : alphabet);
  const edge = (): string => random.pick(plain.slice(0, 52));
  const text = Array.from({ length }, (_, at) => (at === 0 || at === length - 1 ? edge() : inner())).join("");
  return name === "token" ? text.replace(/ {2,}/g, (spaces) => "_".repeat(spaces.length)) : text;
}

function binaryText(primitive: Primitive, octets: number, random: Random): string {
  const bytes = Buffer.from(Array.from({ length: octets }, () => random.integer(0, 255)));
  return primitive === "hexBinary" ? bytes.toString("hex").toUpperCase() : bytes.toString("base64");
}

/** Returns a float or double, near the bounds if there are any. */
function realText(primitive: Primitive, shape: TextShape<unknown>, random: Random): string {
  const bounds = boundsOf(shape);
  const low = Math.max(-1e6, ...bounds.filter(({ side }) => side === "min").map(({ text }) => Number(text)));
  const high = Math.min(1e6, ...bounds.filter(({ side }) => side === "max").map(({ text }) => Number(text)));
  const drawn = low <= high ? low + random.next() * (high - low) : bounds.length > 0 ? Math.max(low, high) : 0;
  const shortened = random.chance(0.5) ? Math.round(drawn) : Number(drawn.toPrecision(6));
  return String(primitive === "float" ? Math.fround(shortened) : shortened);
}

function decimalWithin({ min, max, scale }: DecimalRange, random: Random): string {
  const isNearZero = random.chance(0.5) && min <= 1000n && max >= -1000n;
  const low = isNearZero && min < -1000n ? -1000n : min;
  const high = isNearZero && max > 1000n ? 1000n : max;
  return decimalText(random.bigInteger(low, high), scale);
}

/** Returns a positive number up to 1,000 with at most two decimals, as far as the limits allow. */
function smallNumber({ min, max, scale }: DecimalRange, random: Random): string {
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

function word(shape: TextShape<unknown>, random: Random): string {
  const { min, max } = lengthRange(shape);
  const fitting = vocabulary.filter(({ length }) => length >= min && length <= max);
  if (fitting.length > 0) return random.pick(fitting);
  return stringText("NMTOKEN", Math.max(min, Math.min(max, 8)), random);
}
