import { builtInOf, textOfPattern, textOfPatterns } from "soapwright-runtime/xsd";
import { Random } from "./random";

type Alternative = Parameters<typeof textOfPattern>[0];

/** How often repeatable parts repeat: the minimum, the maximum, or a random number. */
export type Reach = Parameters<typeof textOfPattern>[2];

/** In characters. */
export type LengthRange = Parameters<typeof textOfPatterns>[2];

/** The constraints on a text besides its type. */
export interface Patterned {
  /** The patterns of each derivation step; patterns of a step are alternatives. */
  readonly steps: readonly (readonly Alternative[])[];
  /** Name of the built-in type that an atomic type restricts. */
  readonly builtIn?: string | undefined;
  /** In characters; absent if length facets count another unit. */
  readonly length?: LengthRange | undefined;
}

const anyLength: LengthRange = { min: 0, max: Infinity };

/**
 * Returns a candidate, which the caller validates against the type, or undefined if every matching text is too long.
 */
export function patternedText(
  { steps, builtIn, length = anyLength }: Patterned,
  random: Random,
  reach: Reach,
): string | undefined {
  const patterns = steps.filter((patterns) => patterns.length > 0);
  for (const form of builtIn === undefined ? [] : formsOf(builtIn)) {
    const text = textOfPatterns([...patterns, [form]], random, length, reach);
    if (text !== undefined) return text;
  }
  const text = textOfPatterns(patterns, random, length, reach);
  if (text !== undefined) return text;
  const short = patterns.flat().filter(isAttainable);
  if (short.length === 0) return undefined;
  return textOfPattern(random.pick(short), random, reach);
}

/** Returns whether a text matches the pattern that is not too long. */
export function isAttainable(pattern: Alternative): boolean {
  return textOfPattern(pattern, new Random(), "least") !== undefined;
}

/** Returns a text of a built-in type without facets. */
export function usualText(builtIn: string, random: Random, reach: Reach): string {
  return textOfPattern(formsOf(builtIn)[0]!, random, reach)!;
}

const year = "20[0-3][0-9]";
const month = "(0[1-9]|1[0-2])";
const day = "(0[1-9]|1[0-9]|2[0-8])";
const zone = "(Z|[+\\-](0[0-9]|1[0-3]):[0-5][0-9])?";
const clock = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?";
const scheme = "[A-Za-z][A-Za-z0-9+.\\-]*";
const host = "[A-Za-z0-9][A-Za-z0-9.\\-]*(:[1-9][0-9]{0,3})?";
const ending = "(\\?[A-Za-z0-9=&._\\-]*)?(#[A-Za-z0-9._\\-]*)?";
const segments = "(/[A-Za-z0-9._~@:\\-]+)*/?";
const name = "[A-Za-z_][A-Za-z0-9_.\\-]*";

/** From the most usual to the widest pattern, by primitive. */
const forms: { readonly [primitive: string]: readonly string[] } = {
  boolean: ["true|false", "1|0"],
  decimal: ["-?(0|[1-9][0-9]{0,11})(\\.[0-9]{1,6})?", "[+\\-]?[0-9]+(\\.[0-9]*)?", "[+\\-]?[0-9]*\\.[0-9]+"],
  float: ["-?(0|[1-9][0-9]{0,5})(\\.[0-9]?[1-9])?", "[+\\-]?[0-9]+(\\.[0-9]*)?([Ee][+\\-]?[0-9]{1,2})?", "-?INF|NaN"],
  dateTime: [`${year}-${month}-${day}T${clock}${zone}`, `-?[0-9]{4,6}-${month}-${day}T${clock}${zone}`],
  date: [`${year}-${month}-${day}${zone}`, `-?[0-9]{4,6}-${month}-${day}${zone}`],
  time: [`${clock}${zone}`],
  gYear: [`${year}${zone}`, `-?[0-9]{4,6}${zone}`],
  gYearMonth: [`${year}-${month}${zone}`, `-?[0-9]{4,6}-${month}${zone}`],
  gMonth: [`--${month}${zone}`],
  gMonthDay: [`--${month}-${day}${zone}`],
  gDay: [`---${day}${zone}`],
  duration: [
    "-?P[0-9]{1,2}[YMD]|-?PT[0-9]{1,2}[HMS]",
    "-?P([0-9]+Y)?([0-9]+M)?([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]+)?S)?)?",
  ],
  anyURI: [
    `${scheme}:(//${host}${segments}|[A-Za-z0-9][A-Za-z0-9._~@:/\\-]*)${ending}`,
    `(/?[A-Za-z0-9._~\\-]+${segments})?${ending}`,
    "([A-Za-z0-9._~:/?@!$&'()*+,;=\\-]|%[0-9A-F]{2})*(#([A-Za-z0-9._~:/?@!$&'()*+,;=\\-]|%[0-9A-F]{2})*)?",
  ],
  hexBinary: ["([0-9A-F]{2})*", "([0-9A-Fa-f]{2})*"],
  base64Binary: ["([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?"],
  QName: [name, `${name}:${name}`],
};
const narrowForms: { readonly [builtIn: string]: readonly string[] } = {
  token: ["([^ \\t\\n\\r]+( [^ \\t\\n\\r]+)*)?"],
  normalizedString: ["[^\\t\\n\\r]*"],
  language: ["[a-z]{2}(-[A-Z]{2})?", "[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*"],
  Name: [name],
  NCName: [name],
  ID: [name],
  IDREF: [name],
  ENTITY: [name],
  NMTOKEN: ["[A-Za-z0-9_.:\\-]+"],
};

function formsOf(builtIn: string): readonly string[] {
  const { primitive, integer } = builtInOf(builtIn);
  if (Object.hasOwn(narrowForms, builtIn)) return narrowForms[builtIn]!;
  if (integer) return ["-?(0|[1-9][0-9]{0,17})", "[+\\-]?[0-9]+"];
  return forms[primitive === "double" ? "float" : primitive === "NOTATION" ? "QName" : primitive] ?? [];
}
