/** Sections 3.2.6 and 3.3.6, a Value Constraint Valid: checks of form, numeric bounds and enumerations. */
import { builtInOf } from "soapwright-runtime/xsd";
import type { Facet, SimpleType, TypeDefinition } from "./components";
import { rootOf } from "./type-parts";

/** Characters. JavaScript's engine fails on expressions over millions; nobody writes such a value by hand. */
const longestExamined = 100_000;

/** Returns the problem of a default or fixed value, as text; undefined if none was found. */
export function wrongValue(type: TypeDefinition, lexical: string): string | undefined {
  const simple = type.kind === "simpleType" ? type : type.content.kind === "simple" ? type.content.type : undefined;
  if (simple === undefined || lexical.length > longestExamined) return undefined;
  const text = lexical.replace(/[\t\r\n ]+/g, " ").trim();
  const unread = unreadAs(simple, text);
  if (unread !== undefined) return `it is no xs:${unread}`;
  const facet = brokenFacet(simple, text);
  return facet && `${facet.name} ${facet.value}`;
}

/** The built-in type whose form `text` does not have; for a union the last member's. */
function unreadAs({ variety, name }: SimpleType, text: string): string | undefined {
  switch (variety.of) {
    case "restriction":
      return unreadAs(variety.base, text);
    case "list":
      return text === "" ? undefined : firstOf(text.split(" "), (item) => unreadAs(variety.item, item));
    case "union": {
      const unread = variety.members.map((member) => unreadAs(member, text));
      return unread.includes(undefined) ? undefined : unread.at(-1);
    }
    default:
      return builtInOf(name?.local ?? "").hasForm(text) ? undefined : name?.local;
  }
}

function firstOf(items: readonly string[], find: (item: string) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The facet that a default or fixed value violates. */
function brokenFacet(type: SimpleType, text: string): Facet | undefined {
  let at: SimpleType | undefined = type;
  const numeric = isNumeric(type);
  while (at !== undefined) {
    const found = numeric ? brokenBound(at, Number(text)) : undefined;
    const broken = found ?? brokenEnumeration(at, text, numeric);
    if (broken !== undefined) return broken;
    at = at.variety.of === "restriction" ? at.variety.base : undefined;
  }
  return undefined;
}

function isNumeric(type: SimpleType): boolean {
  const { variety, name } = rootOf(type);
  return (
    variety.of === "builtIn" &&
    /^(?:decimal|float|double|.*nteger|unsigned.*|long|int|short|byte)$/.test(name?.local ?? "")
  );
}

function brokenBound(type: SimpleType, value: number): Facet | undefined {
  return type.facets.find((facet) => {
    const bound = Number(facet.value);
    if (facet.name === "minInclusive") return value < bound;
    if (facet.name === "maxInclusive") return value > bound;
    if (facet.name === "minExclusive") return value <= bound;
    return facet.name === "maxExclusive" && value >= bound;
  });
}

function brokenEnumeration(type: SimpleType, text: string, numeric: boolean): Facet | undefined {
  const values = type.facets.filter((facet) => facet.name === "enumeration");
  // A QName may have another prefix, and white space may be significant, so only certain differences count.
  const same = (facet: Facet) =>
    facet.qname !== undefined && text.includes(":")
      ? true
      : facet.value.replace(/[\t\r\n ]+/g, " ").trim() === text || (numeric && Number(facet.value) === Number(text));
  return values.some(same) ? undefined : values[0];
}
