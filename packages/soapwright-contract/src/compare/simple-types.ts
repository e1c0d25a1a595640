import { largeIntegers } from "soapwright-runtime/xsd";
import { remembered } from "../remembered";
import { compareLexical } from "../xsd/accepts";
import type { FacetName, SimpleType } from "../xsd/components";
import { facetValues, type Shape, shapeOf } from "../xsd/text-shape";
import type { JudgedChange, Verdict } from "./change";

const typescriptKind: (type: SimpleType) => string = remembered(buildKind);

function buildKind(type: SimpleType): string {
  const { variety } = shapeOf(type);
  if (variety.of === "list") return `${typescriptKind(variety.item)}[]`;
  if (variety.of === "union")
    return [...new Set(variety.members.flatMap((member) => typescriptKind(member).split(" | ")))].sort().join(" | ");
  const { name, builtIn } = variety;
  switch (builtIn.primitive) {
    case "float":
    case "double":
      return "number";
    case "boolean":
      return "boolean";
    case "decimal":
      if (!builtIn.integer) return "Decimal";
      return largeIntegers.has(name) ? "bigint" : "number";
    case "base64Binary":
    case "hexBinary":
      return "Uint8Array";
    case "QName":
    case "NOTATION":
      return "QName";
    case "string":
    case "anyURI":
      return "string";
    default:
      return builtIn.primitive;
  }
}

export function compareSimple(old: SimpleType, now: SimpleType): JudgedChange[] {
  const [before, after] = [shapeOf(old), shapeOf(now)];
  const kinds = [typescriptKind(old), typescriptKind(now)] as const;
  if (kinds[0] !== kinds[1]) return [typeChange(before, after, { writers: true, readers: true })];
  return [
    ...compareBuiltIn(before, after),
    ...compareEnumeration(before, after),
    ...compareFacets(before, after),
    ...comparePatterns(before, after),
    ...compareWhiteSpace(before, after),
  ];
}

function typeChange(old: Shape, now: Shape, verdict: Verdict): JudgedChange {
  return { reason: "value-type-changed", what: `${describeValues(old)} -> ${describeValues(now)}`, verdict };
}

function describeValues({ variety }: Shape): string {
  if (variety.of === "atomic") return `xs:${variety.name}`;
  return variety.of === "list" ? `list of ${describeValues(shapeOf(variety.item))}` : describeUnion(variety.members);
}

/** Caches by union, and removes duplicates, because a member may be reached by very many paths. */
const describeUnion = remembered((members: readonly SimpleType[]): string =>
  [...new Set(members.flatMap((member) => describeValues(shapeOf(member)).split(" | ")))].join(" | "),
);

function compareBuiltIn(old: Shape, now: Shape): JudgedChange[] {
  if (describeValues(old) === describeValues(now)) return [];
  const [before, after] = [rangeOf(old), rangeOf(now)];
  if (!before || !after) return [typeChange(old, now, { writers: true, readers: true })];
  const isWider = (a: readonly [string, string], b: readonly [string, string]): boolean =>
    compareLexical("decimal", a[0], b[0]) <= 0 && compareLexical("decimal", a[1], b[1]) >= 0;
  return [typeChange(old, now, { writers: !isWider(after, before), readers: !isWider(before, after) })];
}

function rangeOf({ variety }: Shape): readonly [string, string] | undefined {
  if (variety.of !== "atomic" || largeIntegers.has(variety.name)) return undefined;
  const { min, max } = variety.builtIn;
  return min === undefined || max === undefined ? undefined : [min, max];
}

function compareEnumeration(old: Shape, now: Shape): JudgedChange[] {
  const before = valuesOf(old);
  const after = valuesOf(now);
  if (before.length === 0 && after.length === 0) return [];
  if (before.length === 0)
    return [{ reason: "values-listed", what: `only ${after.length} values from now on`, verdict: { writers: true } }];
  if (after.length === 0)
    return [{ reason: "values-unlisted", what: "any value from now on", verdict: { readers: true } }];
  const removed = before.filter((value) => !after.includes(value));
  const added = after.filter((value) => !before.includes(value));
  const open = "values read are open";
  return [
    ...removed.map(
      (value): JudgedChange => ({
        reason: "value-removed",
        what: `value ${JSON.stringify(value)} removed`,
        verdict: { writers: true },
      }),
    ),
    ...added.map(
      (value): JudgedChange => ({
        reason: "value-added",
        what: `value ${JSON.stringify(value)} added`,
        verdict: { why: open },
      }),
    ),
  ];
}

/** Returns the values of the last step that lists any, because they are a subset of the earlier values. */
function valuesOf({ steps }: Shape): string[] {
  const last = steps.findLast((facets) => facets.some(({ name }) => name === "enumeration")) ?? [];
  return last.filter(({ name }) => name === "enumeration").map(({ value }) => value);
}

/** XML Schema Part 2, 4.3.4: patterns of one step are alternatives; every step must match. */
function comparePatterns(old: Shape, now: Shape): JudgedChange[] {
  const stepsOf = ({ steps }: Shape): string[] =>
    steps
      .map((facets) => facets.filter(({ name }) => name === "pattern").map(({ value }) => value))
      .filter((patterns) => patterns.length > 0)
      .map((patterns) => patterns.sort().join("|"));
  const [before, after] = [stepsOf(old), stepsOf(now)];
  if (before.join("\n") === after.join("\n")) return [];
  const list = (patterns: readonly string[]): string => patterns.join(" and ");
  const reason = "pattern-changed";
  if (before.length === 0) return [{ reason, what: `pattern ${list(after)} added`, verdict: { writers: true } }];
  if (after.length === 0) return [{ reason, what: `pattern ${list(before)} removed`, verdict: looser }];
  return [{ reason, what: `pattern ${list(before)} -> ${list(after)}`, verdict: others }];
}

function compareWhiteSpace(old: Shape, now: Shape): JudgedChange[] {
  if (old.whiteSpace === now.whiteSpace || describeValues(old) !== describeValues(now)) return [];
  const why = "values may differ in white space";
  return [
    { reason: "white-space-changed", what: `whiteSpace ${old.whiteSpace} -> ${now.whiteSpace}`, verdict: { why } },
  ];
}

const isLooserWhenHigher: Readonly<Partial<Record<FacetName, boolean>>> = {
  minLength: false,
  maxLength: true,
  minInclusive: false,
  minExclusive: false,
  maxInclusive: true,
  maxExclusive: true,
  totalDigits: true,
  fractionDigits: true,
};
const facetNames = [...Object.keys(isLooserWhenHigher), "length"] as FacetName[];

function compareFacets(old: Shape, now: Shape): JudgedChange[] {
  return facetNames.flatMap((name) => {
    const before = facetValues(old, name)[0];
    const after = facetValues(now, name)[0];
    if (before === after) return [];
    if (before === undefined) return [facetChange(`${name} ${after} added`, { writers: true })];
    if (after === undefined) return [facetChange(`${name} ${before} removed`, looser)];
    const what = `${name} ${before} -> ${after}`;
    const higher = isLooserWhenHigher[name];
    if (higher === undefined) return [facetChange(what, others)];
    const primitive = old.variety.of === "atomic" && /clusive$/.test(name) ? old.variety.builtIn.primitive : "decimal";
    const difference = sign(primitive, after, before);
    if (Number.isNaN(difference)) return [facetChange(what, others)];
    return [facetChange(what, difference > 0 === higher ? looser : { writers: true })];
  });
}

function facetChange(what: string, verdict: Verdict): JudgedChange {
  return { reason: verdict.writers === true ? "facet-narrowed" : "facet-widened", what, verdict };
}

/** Returns NaN for a facet that is not a valid value, which the schema's reader has reported. */
function sign(primitive: Parameters<typeof compareLexical>[0], left: string, right: string): number {
  const isNumber = (text: string): boolean => /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text);
  if (primitive === "decimal" && !(isNumber(left) && isNumber(right))) return NaN;
  return compareLexical(primitive, left, right);
}

const looser: Verdict = { why: "readers may get values that did not fit before" };
const others: Verdict = { writers: true, why: "other values are let in than before" };
