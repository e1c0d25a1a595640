/** Texts that a simple type may take: guesses, which the type itself then judges. */

import type { Random } from "../../random";
import type { BuiltInName, Facets, SimpleNode, SimpleRef } from "../../schema/codec";
import { patternedText } from "../../texts/patterned-texts";
import { builtInOf, stepsOf } from "../../tool-imports";
import { builtInOf as definitionOf } from "../../xsd/built-ins";

/** Guesses for a type, likely ones first. There is always a last one. */
export function* textsOf(ref: SimpleRef, random: Random): Generator<string> {
  const steps = stepsOf(ref);
  const facets = merged(steps);
  const base = steps.at(-1)!;
  if (facets.enumeration !== undefined) {
    yield random.pick(facets.enumeration);
    yield* facets.enumeration;
    return;
  }
  const patterns = steps.flatMap((step) => (step.facets?.patterns === undefined ? [] : [step.facets.patterns]));
  if (patterns.length > 0) {
    const builtIn = builtInOf(ref);
    const { length, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = facets;
    const patterned = {
      steps: patterns,
      builtIn: builtIn === "decimalNumber" ? "decimal" : builtIn,
      length: isText(builtIn) ? { min: length ?? minLength, max: length ?? maxLength } : undefined,
    };
    for (let attempt = 0; attempt < 60; attempt++) {
      const text = patternedText(patterned, random, random.pick(["any", "any", "least", "most"] as const));
      if (text !== undefined) yield text;
    }
  }
  for (let attempt = 0; attempt < 8; attempt++) yield* guesses(base, facets, random);
}

function* guesses({ variety }: SimpleNode, facets: Facets, random: Random): Generator<string> {
  if (variety.of === "list") yield items(variety.item, facets, random);
  else if (variety.of === "union") for (const member of variety.members) yield* firstOf(textsOf(member, random), 3);
  else if (variety.of === "atomic") yield* atomicTexts(variety.builtIn, facets, random);
}

/** Whose length is counted in characters. */
function isText(builtIn: string | undefined): boolean {
  return builtIn !== undefined && ["string", "anyURI"].includes(definitionOf(builtIn).primitive);
}

/** The facets of all steps; of two of a kind the one further down, which is the narrower. */
function merged(steps: readonly SimpleNode[]): Facets {
  return Object.assign({}, ...[...steps].reverse().map(({ facets }) => facets ?? {})) as Facets;
}

function items(item: SimpleRef, facets: Facets, random: Random): string {
  const count = facets.length ?? Math.max(facets.minLength ?? 0, Math.min(facets.maxLength ?? 2, 2));
  return Array.from({ length: count }, () => [...firstOf(textsOf(item, random), 1)][0] ?? "").join(" ");
}

function* firstOf<T>(values: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const value of values) {
    if (left-- <= 0) return;
    yield value;
  }
}

const words = ["Amber", "Birch", "Cedar", "Delta", "Ember", "Fjord", "Grove", "Haven"];

function* atomicTexts(builtIn: BuiltInName, facets: Facets, random: Random): Generator<string> {
  const { minInclusive, maxInclusive } = facets;
  const whole = numberRanges[builtIn];
  if (whole !== undefined) yield* wholeTexts(facets, whole, random);
  else if (Object.hasOwn(samples, builtIn)) {
    yield* samples[builtIn]!(random);
    for (const bound of [minInclusive, maxInclusive]) if (bound !== undefined) yield bound;
  } else yield sized(random.pick(words), facets);
}

/** What stands for a built-in type that is neither a whole number nor plain text. */
const samples: { readonly [name: string]: (random: Random) => readonly string[] } = {
  boolean: (random) => [random.pick(["true", "false"])],
  decimal: decimals,
  decimalNumber: decimals,
  float: decimals,
  double: decimals,
  dateTime: (random) => [`${day(random)}T${hour(random)}:30:00`, `${day(random)}T${hour(random)}:30:00Z`],
  date: (random) => [day(random)],
  time: (random) => [`${hour(random)}:30:00`],
  duration: (random) => [`P${random.integer(1, 27)}D`, "PT1H", "P1Y"],
  gYear: (random) => [String(random.integer(2020, 2029))],
  gYearMonth: (random) => [`${random.integer(2020, 2029)}-0${random.integer(1, 9)}`],
  gMonth: (random) => [`--0${random.integer(1, 9)}`],
  gMonthDay: (random) => [`--0${random.integer(1, 9)}-1${random.integer(0, 9)}`],
  gDay: (random) => [`---1${random.integer(0, 9)}`],
  base64Binary: (random) => [Buffer.from(random.pick(words)).toString("base64"), "AA==", "AAA=", "AAAA", ""],
  hexBinary: (random) => [Buffer.from(random.pick(words)).toString("hex").toUpperCase(), "00", "0000", "000000", ""],
  anyURI: (random) => [`https://example.org/${random.pick(words).toLowerCase()}`],
  language: () => ["en", "nl"],
  QName: (random) => [random.pick(words)],
  NOTATION: (random) => [random.pick(words)],
};

function decimals(random: Random): string[] {
  const cents = random.integer(0, 99);
  return [`${random.integer(1, 99)}.${cents < 10 ? "0" : ""}${cents}`, String(random.integer(0, 9)), "0", "0.5", "-1"];
}

function day(random: Random): string {
  return `202${random.integer(0, 9)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}`;
}

function hour(random: Random): string {
  return `1${random.integer(0, 9)}`;
}

type Range = readonly [least: bigint, most: bigint];
const numberRanges: { readonly [name: string]: Range | undefined } = {
  integer: [0n, 99_999n],
  nonPositiveInteger: [-99_999n, 0n],
  negativeInteger: [-99_999n, -1n],
  nonNegativeInteger: [0n, 99_999n],
  positiveInteger: [1n, 99_999n],
  long: [1n, 99_999n],
  int: [1n, 99_999n],
  short: [1n, 9_999n],
  byte: [1n, 99n],
  unsignedLong: [1n, 99_999n],
  unsignedInt: [1n, 99_999n],
  unsignedShort: [1n, 9_999n],
  unsignedByte: [1n, 99n],
};

function* wholeTexts(facets: Facets, [least, most]: Range, random: Random): Generator<string> {
  const low = bound(facets.minInclusive) ?? plus(bound(facets.minExclusive), 1n);
  const high = bound(facets.maxInclusive) ?? plus(bound(facets.maxExclusive), -1n);
  const from = low ?? (high !== undefined && high < least ? high - 99n : least);
  const to = high ?? (most < from ? from + 99n : most);
  const digits = facets.totalDigits;
  const cap = digits === undefined ? to : smaller(to, 10n ** BigInt(digits) - 1n);
  yield String(from + (BigInt(Math.floor(random.next() * 1_000_000)) * (cap - from)) / 1_000_000n);
  yield String(from);
  yield String(to);
}

function bound(text: string | undefined): bigint | undefined {
  return text !== undefined && /^[+-]?\d{1,40}$/.test(text) ? BigInt(text.replace("+", "")) : undefined;
}

function plus(value: bigint | undefined, more: bigint): bigint | undefined {
  return value === undefined ? undefined : value + more;
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** The word, cut or lengthened to what the facets take. */
function sized(word: string, { length, minLength, maxLength }: Facets): string {
  const least = Math.min(length ?? minLength ?? 0, 100_000);
  const text = word.length < least ? word.repeat(Math.ceil(least / word.length)).slice(0, least) : word;
  return text.slice(0, Math.max(length ?? maxLength ?? text.length, 0));
}
