/** Candidate texts for a simple type of the tables. The type itself then validates them. */
import type { TextFacet, TextShape } from "soapwright-contract";
import type { BuiltInName, Facets, SimpleNode, SimpleRef } from "soapwright-runtime/codecs";
import { stepsOf, valueOfText } from "soapwright-runtime/codecs";
import { xs } from "soapwright-runtime/tables";
import { type BuiltIn, builtInOf } from "soapwright-runtime/xsd";
import { attempts, type DrawnText, drawText, type Random } from "soapwright-verify";

/** Likely candidates come first. */
export function* textsOf(ref: SimpleRef, random: Random): Generator<DrawnText> {
  const facets = stepsOf(ref).find((step) => step.facets?.enumeration !== undefined)?.facets;
  if (facets?.enumeration !== undefined) {
    const prefixes = new Map(Object.entries(facets.prefixes ?? {}));
    for (const text of [random.pick(facets.enumeration), ...facets.enumeration]) yield { text, prefixes };
    return;
  }
  const shape = shapeOf(ref);
  // A narrow type may refuse all natural texts, and accept a random one.
  for (const manner of ["tame", "wild"] as const) {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const candidate = drawText(shape, random, manner, (type) => findText(type, random));
      if (candidate !== undefined) yield candidate;
    }
  }
  for (const { name, value } of shape.steps.flat())
    if (name.endsWith("clusive")) yield { text: value, prefixes: new Map() };
}

function findText(ref: SimpleRef, random: Random): DrawnText | undefined {
  for (const candidate of textsOf(ref, random))
    if ("value" in valueOfText(ref, candidate.text, "all", candidate.prefixes)) return candidate;
  return undefined;
}

function shapeOf(ref: SimpleRef): TextShape<SimpleRef> {
  const steps = [...stepsOf(ref)].reverse();
  const { variety } = steps[0]!;
  const facets = steps.map((step) => facetsOf(step.facets ?? {}));
  // XML Schema Part 2, 3.3.5: built-in lists are not empty.
  const least = variety.of === "atomic" && definitionOf(variety).listOf !== undefined ? [[atLeastOne]] : [];
  return { variety: varietyOf(variety), steps: [...least, ...facets.filter(({ length }) => length > 0)] };
}

function varietyOf(variety: SimpleNode["variety"]): TextShape<SimpleRef>["variety"] {
  if (variety.of === "list") return { of: "list", item: variety.item };
  if (variety.of === "union") return { of: "union", members: variety.members };
  if (variety.of === "restriction") throw new TypeError("a chain of restrictions ends with something else");
  const builtIn = definitionOf(variety);
  if (builtIn.listOf === undefined) return { of: "atomic", name: nameOf(variety), builtIn };
  return { of: "list", item: xs[builtIn.listOf as BuiltInName] };
}

type AtomicVariety = Extract<SimpleNode["variety"], { of: "atomic" }>;

function definitionOf(variety: AtomicVariety): BuiltIn {
  return builtInOf(nameOf(variety));
}

function nameOf({ builtIn }: AtomicVariety): string {
  return builtIn === "decimalNumber" ? "decimal" : builtIn;
}

const atLeastOne: TextFacet = { name: "minLength", value: "1" };

const facetNames: readonly (keyof Facets & string)[] = [
  "length",
  "minLength",
  "maxLength",
  "minInclusive",
  "minExclusive",
  "maxInclusive",
  "maxExclusive",
  "totalDigits",
  "fractionDigits",
];

function facetsOf(facets: Facets): readonly TextFacet[] {
  return [
    ...(facets.patterns ?? []).map((value) => ({ name: "pattern", value })),
    ...facetNames.flatMap((name) => (facets[name] === undefined ? [] : [{ name, value: String(facets[name]) }])),
  ];
}
