import type { Random } from "../random";
import { binaryText, decimalWithin, realText, smallNumber, stringText, word } from "./atoms";
import { atomic, boundsOf, decimalRange, lengthRange, patternedOf } from "./limits";
import { longestText } from "./pattern-text";
import { patternedText, usualText } from "./patterned-texts";
import type { TextShape } from "./text-shape";

/** A text of a simple type, and the namespaces of its prefixes. */
export interface DrawnText {
  readonly text: string;
  readonly prefixes: ReadonlyMap<string, string>;
}

/** `wild`: the full range of a type; `tame`: plausible values, for samples and mocks. */
export type Manner = "wild" | "tame";

/** Maximum of attempts before a type is treated as a type without texts. */
export const attempts = 60;

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
