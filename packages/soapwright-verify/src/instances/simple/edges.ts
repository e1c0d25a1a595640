import {
  accepts,
  type Facet,
  facetValues,
  isQName,
  lengthOf,
  type QName,
  remembered,
  type Shape,
  type SimpleType,
  shapeOf,
} from "soapwright-contract";
import { alternativesOf, decimalText } from "soapwright-runtime/xsd";
import { type DrawnText, drawText, prefixesOf } from "../../texts/drawn-text";
import { atomic, boundsOf, decimalRange, patternedOf } from "../../texts/limits";
import { isAttainable, patternedText, type Reach } from "../../texts/patterned-texts";
import { Random } from "../../texts/random";
import { canonicalText, type Prefixes } from "./typed";

interface Edge {
  /** Name and value of the facet: `maxLength 10`. */
  readonly label: string;
  /** Text and prefixes are absent if the type has no value at this edge. */
  readonly text?: string;
  readonly prefixes?: Prefixes;
}

type Alternative = ReturnType<typeof alternativesOf>[number];

type AttainableEdge = Edge & DrawnText;

/** Longest text or list generated for a length facet, in characters or items. */
const longest = 4000;
/** Edge values of built-in types, and values that implementations often get wrong. */
const builtInEdges: Readonly<Record<string, readonly string[]>> = {
  string: ["", " ", "a  b", "<&>\"']]>", "é中😀", "\t\n\r"],
  normalizedString: ["", "  a  b  "],
  token: ["", "a b"],
  boolean: ["true", "false"],
  decimal: ["0", "-1.50", "12345678901234.123456", "0.000001"],
  integer: ["0", "-123456789012345678901", "123456789012345678901"],
  float: ["0", "-1.5", "INF", "-INF", "NaN"],
  double: ["0", "1e+21", "5e-324", "1.7976931348623157e+308", "INF", "-INF", "NaN"],
  dateTime: ["2024-02-29T23:59:59.999Z", "1999-12-31T00:00:00", "2026-01-01T12:00:00+14:00"],
  date: ["2024-02-29", "0001-01-01", "2026-01-01Z"],
  time: ["00:00:00", "23:59:59.999-14:00"],
  duration: ["P0D", "-P1Y2M3DT4H5M6.7S"],
  base64Binary: ["", "AA==", "AAE=", "AAEC"],
  hexBinary: ["", "00FF"],
};

/** Returns one value for each edge of the type's facets; without facets, the edge values of the built-in type. */
export const edgesOf: (type: SimpleType) => readonly Edge[] = remembered(buildEdges);

export const attainableEdges: (type: SimpleType) => readonly AttainableEdge[] = remembered((type) =>
  edgesOf(type).filter(hasText),
);

function buildEdges(type: SimpleType): Edge[] {
  const shape = shapeOf(type);
  const facets = shape.steps.flat().filter(({ name }) => name !== "whiteSpace");
  if (facets.length === 0)
    return builtInTexts(shape)
      .map((text) => edge(type, `value ${JSON.stringify(text)}`, text))
      .filter(hasText);
  const random = new Random(type.name?.local ?? "", type.position.line, type.position.column);
  return facets.flatMap((facet) => {
    const edges = facetEdges(type, shape, facet, random);
    return type.facets.includes(facet) ? edges : edges.filter(hasText);
  });
}

function hasText(edge: Edge): edge is AttainableEdge {
  return edge.text !== undefined;
}

function builtInTexts({ variety }: Shape): readonly string[] {
  if (variety.of !== "atomic") return [];
  const { min, max } = variety.builtIn;
  return builtInEdges[variety.name] ?? [min, max].filter((bound) => bound !== undefined);
}

function edge(type: SimpleType, label: string, ...texts: readonly string[]): Edge {
  for (const each of texts) {
    const text = settled(type, each);
    if (text !== undefined) return { label, text, prefixes: prefixesOf(shapeOf(type), text) };
  }
  return { label };
}

/** Returns the canonical text; undefined if the type does not accept the text in both forms. */
export function settled(type: SimpleType, text: string): string | undefined {
  if (!accepts(type, text)) return undefined;
  const canonical = canonicalText(type, text);
  return accepts(type, canonical) ? canonical : undefined;
}

function facetEdges(type: SimpleType, shape: Shape, facet: Facet, random: Random): Edge[] {
  const label = `${facet.name} ${JSON.stringify(facet.value)}`;
  switch (facet.name) {
    case "enumeration":
      return [isQName(shape) && facet.qname ? qnameEdge(label, facet.qname) : edge(type, label, facet.value)];
    case "pattern":
      if (!isAttainable(facet.value)) return [{ label }];
      return alternativesOf(facet.value)
        .slice(0, 12)
        .map((alternative, at) =>
          edge(
            type,
            at === 0 ? label : `${label}, alternative ${at + 1}`,
            ...patternTexts(shape, facet.value, random, alternative),
          ),
        );
    case "length":
    case "minLength":
    case "maxLength": {
      const items = Number(facet.value);
      return items > longest ? [] : [edge(type, label, ...lengthTexts(shape, items, random))];
    }
    default:
      return [edge(type, label, ...numberTexts(shape, facet))];
  }
}

function qnameEdge(label: string, { namespace, local }: QName): Edge {
  if (namespace === "") return { label, text: local, prefixes: new Map() };
  return { label, text: `e:${local}`, prefixes: new Map([["e", namespace]]) };
}

function patternTexts(shape: Shape, pattern: string, random: Random, alternative: Alternative): string[] {
  if (!isAttainable(alternative)) return [];
  const reaches: Reach[] = ["any", "least", "most", ...Array.from({ length: 30 }, (): Reach => "any")];
  const { steps, ...type } = patternedOf(shape);
  const others = steps.filter((patterns) => !patterns.includes(pattern));
  const patterned = { ...type, steps: [[alternative], ...others] };
  return reaches.flatMap((reach) => patternedText(patterned, random, reach) ?? []);
}

function lengthTexts(shape: Shape, length: number, random: Random): string[] {
  const { variety } = shape;
  if (variety.of === "union") return [];
  if (variety.of === "list") {
    const texts = attainableEdges(variety.item).map(({ text }) => text);
    const item =
      texts.find((text) => text !== "" && !/\s/.test(text)) ?? [..."a1"].find((text) => accepts(variety.item, text));
    return item === undefined ? [] : [Array.from({ length }, () => item).join(" ")];
  }
  const wide = variety.name === "string" && length > 0 ? [`${"a".repeat(length - 1)}😀`] : [];
  const exact = { ...shape, steps: [...shape.steps, [{ name: "length", value: String(length) }]] };
  const drawn = Array.from({ length: 30 }, () => drawText(exact, random, "wild", () => undefined)?.text ?? "");
  const texts = [...wide, "a".repeat(length), "1".repeat(length), ...facetValues(shape, "enumeration"), ...drawn];
  return texts.filter((text) => lengthOf(shape, text) === length);
}

function numberTexts(shape: Shape, facet: Facet): string[] {
  const { builtIn } = atomic(shape);
  if (builtIn.primitive !== "decimal") return boundTexts(shape, facet);
  const { min, max, scale } = decimalRange(shape);
  const within = (digits: bigint): bigint => (digits < min ? min : digits > max ? max : digits);
  if (facet.name.startsWith("min")) return [decimalText(min, scale)];
  if (facet.name.startsWith("max")) return [decimalText(max, scale)];
  if (facet.name === "totalDigits") {
    const nines = 10n ** BigInt(Math.min(Number(facet.value), 24)) - 1n;
    return [decimalText(within(nines), scale), decimalText(within(-nines), scale)];
  }
  return [decimalText(within(10n ** BigInt(scale) + 1n), scale), decimalText(max, scale), decimalText(min, scale)];
}

/** Returns the bound; if the bound is exclusive, values next to it. */
function boundTexts(shape: Shape, facet: Facet): string[] {
  const { primitive } = atomic(shape).builtIn;
  const bound = facet.value.trim();
  if (facet.name.endsWith("Inclusive")) return [bound];
  if (primitive !== "float" && primitive !== "double") return [];
  const others = boundsOf(shape).map(({ text }) => Number(text));
  const step = facet.name.startsWith("min") ? 1 : -1;
  const near = [Number(bound) + step, ...others.map((other) => (other + Number(bound)) / 2)];
  return near.map((value) => String(primitive === "float" ? Math.fround(value) : value));
}
