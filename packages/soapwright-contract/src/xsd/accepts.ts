import {
  type BuiltIn,
  boundRules,
  compareDecimals,
  compareDurations,
  compareMoments,
  compilePattern,
  digitRules,
  enumerationRule,
  floatOf,
  lengthRules,
  type Moment,
  normalize,
  type Primitive,
  parseMoment,
  patternRule,
} from "soapwright-runtime/xsd";
import { listItems } from "../xml/xml";
import type { Facet, SimpleType } from "./components";
import { type Shape, shapeOf } from "./text-shape";

/** Returns whether `text` is valid for the type, facets included. QName enumerations are compared by local names. */
export function accepts(type: SimpleType, text: string): boolean {
  const shape = shapeOf(type);
  if (shape.variety.of !== "union") return isAccepted(type, text);
  const texts = byType.get(type) ?? new Map<string, boolean>();
  byType.set(type, texts);
  const cached = texts.get(text);
  if (cached !== undefined) return cached;
  const accepted = isAccepted(type, text);
  if (texts.size > 100) texts.clear();
  texts.set(text, accepted);
  return accepted;
}

/** Caches the last texts of unions, because nested unions check a member several times. */
const byType = new WeakMap<SimpleType, Map<string, boolean>>();

function isAccepted(type: SimpleType, text: string): boolean {
  const shape = shapeOf(type);
  const value = normalize(text, shape.whiteSpace);
  return hasForm(shape, value) && shape.steps.every((step) => meetsStep(shape, step, value));
}

/** Returns whether `text` is valid for the built-in types that the type is made of, whatever its own facets are. */
export function isOfForm(type: SimpleType, text: string): boolean {
  const shape = shapeOf(type);
  return hasForm(shape, normalize(text, shape.whiteSpace));
}

/** Returns the built-in type or the facet that `text` violates, as text; undefined if it is valid. */
export function whyRefused(type: SimpleType, text: string): string | undefined {
  if (accepts(type, text)) return undefined;
  const shape = shapeOf(type);
  const value = normalize(text, shape.whiteSpace);
  const step = hasForm(shape, value) ? shape.steps.find((each) => !meetsStep(shape, each, value)) : undefined;
  if (step === undefined) return `it is no xs:${formName(shape)}`;
  const { isMatched, others } = sortedFacets(shape, step);
  const choices = isMatched(value) ? "enumeration" : "pattern";
  const broken = others.find((facet) => !meets(shape, facet, value)) ?? step.find(({ name }) => name === choices);
  return broken && `${broken.name} ${broken.value}`;
}

/** Returns the built-in type of the values, of the items of a list, or of the last member of a union. */
function formName({ variety }: Shape): string {
  if (variety.of === "atomic") return variety.name;
  const part = variety.of === "list" ? variety.item : variety.members.at(-1);
  return part === undefined ? "anySimpleType" : formName(shapeOf(part));
}

function hasForm({ variety }: Shape, value: string): boolean {
  if (variety.of === "list") return listItems(value).every((item) => accepts(variety.item, item));
  if (variety.of === "union") return variety.members.some((member) => accepts(member, value));
  return isOf(variety.builtIn, value);
}

function isOf(builtIn: BuiltIn, value: string): boolean {
  const { primitive, min, max } = builtIn;
  if (!builtIn.hasForm(value)) return false;
  if (min !== undefined && compareLexical(primitive, value, min) < 0) return false;
  return max === undefined || compareLexical(primitive, value, max) <= 0;
}

/** Patterns of a step are alternatives, and so are its enumeration values; all other facets must hold. */
function meetsStep(shape: Shape, step: readonly Facet[], value: string): boolean {
  const { isMatched, isListed, others } = sortedFacets(shape, step);
  return isMatched(value) && isListed(value) && others.every((facet) => meets(shape, facet, value));
}

interface SortedFacets {
  /** Whether a pattern matches, or there is none. */
  readonly isMatched: (value: string) => boolean;
  /** Whether an enumeration has the value, or there is none. */
  readonly isListed: (value: string) => boolean;
  readonly others: readonly Facet[];
}

const sorted = new WeakMap<readonly Facet[], SortedFacets>();

function sortedFacets(shape: Shape, step: readonly Facet[]): SortedFacets {
  let facets = sorted.get(step);
  if (facets === undefined) {
    const of = (wanted: string): string[] => step.flatMap(({ name, value }) => (name === wanted ? [value] : []));
    const values = of("enumeration").map((value) => normalize(value, shape.whiteSpace));
    const others = step.filter(({ name }) => name !== "pattern" && name !== "enumeration");
    facets = {
      isMatched: patternRule(of("pattern"), compilePattern),
      isListed: values.length === 0 ? () => true : enumerationRule(values, (each, value) => isSame(shape, each, value)),
      others,
    };
    sorted.set(step, facets);
  }
  return facets;
}

function meets(shape: Shape, { name, value: limit }: Facet, value: string): boolean {
  switch (name) {
    // Section 4.3.1: length facets are deprecated for QName and NOTATION, and have no effect.
    case "length":
    case "minLength":
    case "maxLength":
      return isQName(shape) || lengthRules[name](lengthOf(shape, value), Number(limit));
    case "totalDigits":
    case "fractionDigits":
      return digitRules[name](value, Number(limit));
    case "minInclusive":
    case "minExclusive":
    case "maxInclusive":
    case "maxExclusive":
      return boundRules[name](comparison(shape, value, limit));
    default:
      return true;
  }
}

function comparison({ variety }: Shape, value: string, bound: string): number {
  return variety.of === "atomic" ? compareLexical(variety.builtIn.primitive, value, bound.trim()) : NaN;
}

/** Whether values are qualified names. */
export function isQName({ variety }: Shape): boolean {
  return variety.of === "atomic" && (variety.builtIn.primitive === "QName" || variety.builtIn.primitive === "NOTATION");
}

/** Returns the length in characters, octets or items. */
export function lengthOf({ variety }: Shape, value: string): number {
  if (variety.of === "list") return listItems(value).length;
  if (variety.of === "union") return Array.from(value).length;
  if (variety.builtIn.primitive === "hexBinary") return value.length / 2;
  if (variety.builtIn.primitive === "base64Binary") return Buffer.from(value, "base64").length;
  return Array.from(value).length;
}

function isSame({ variety }: Shape, value: string, right: string): boolean {
  if (variety.of !== "atomic") return false;
  const { primitive } = variety.builtIn;
  if (primitive === "string" || primitive === "anyURI") return false;
  if (primitive === "QName" || primitive === "NOTATION") return localPart(value) === localPart(right);
  if (primitive === "boolean") return ["true", "1"].includes(value) === ["true", "1"].includes(right);
  if (primitive === "hexBinary") return value.toLowerCase() === right.toLowerCase();
  if (primitive === "base64Binary") return value.replaceAll(" ", "") === right.replaceAll(" ", "");
  return compareLexical(primitive, value, right) === 0;
}

function localPart(text: string): string {
  return text.slice(text.indexOf(":") + 1);
}

/**
 * XML Schema Part 2, 3.2: returns a number below, equal to or above 0 as `left` is less than, equal to or more than
 * `right`, or NaN.
 */
export function compareLexical(primitive: Primitive, left: string, right: string): number {
  if (primitive === "decimal") return compareDecimals(left, right);
  if (primitive === "float" || primitive === "double") return difference(floatOf(left), floatOf(right));
  if (primitive === "duration") return compareDurations(left, right) ?? NaN;
  const [a, b] = [momentOf(primitive, left), momentOf(primitive, right)];
  return (a && b && compareMoments(a, b)) ?? NaN;
}

function momentOf(primitive: Exclude<Primitive, "duration">, text: string): Moment | undefined {
  switch (primitive) {
    case "string":
    case "boolean":
    case "decimal":
    case "float":
    case "double":
    case "base64Binary":
    case "hexBinary":
    case "anyURI":
    case "QName":
    case "NOTATION":
      return undefined;
    default:
      return parseMoment(primitive, text);
  }
}

function difference(left: number, right: number): number {
  return left === right ? 0 : left - right;
}
