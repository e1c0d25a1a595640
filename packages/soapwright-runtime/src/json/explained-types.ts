import { momentPatterns } from "./moment-patterns";

/** What a schema says of a built-in type whose values are texts of a form in JSON. */
export interface Explained {
  readonly pattern: string;
  readonly description: string;
  readonly examples: readonly string[];
}

const DIGITS = "^[+-]?[0-9]+$";
const DECIMAL = String.raw`^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$`;

const ZONE = "The time zone (Z, +02:00) may be absent.";

const moments = {
  dateTime: [`A date and a time. ${ZONE}`, "2026-11-21T08:30:00Z", "2026-11-21T08:30:00.5"],
  date: [`A date. ${ZONE}`, "2026-11-21", "2026-11-21Z"],
  time: [`A time of day. ${ZONE}`, "08:30:00", "08:30:00+02:00"],
  duration: ["A duration: years, months, days, hours, minutes and seconds.", "P1DT2H", "-P1Y"],
  gYearMonth: [`A month of a year. ${ZONE}`, "2026-11"],
  gYear: [`A year. ${ZONE}`, "2026"],
  gMonthDay: [`A day of every year. ${ZONE}`, "--11-21"],
  gDay: [`A day of every month. ${ZONE}`, "---21"],
  gMonth: [`A month of every year. ${ZONE}`, "--11"],
} as const;

const integers = [
  "integer",
  "nonPositiveInteger",
  "negativeInteger",
  "nonNegativeInteger",
  "positiveInteger",
  "long",
  "unsignedLong",
] as const;

const explained: ReadonlyMap<string, Explained> = new Map<string, Explained>([
  ...Object.entries(moments).map(([local, [description, ...examples]]): [string, Explained] => [
    local,
    { pattern: momentPatterns[local]!, description, examples },
  ]),
  [
    "decimal",
    { pattern: DECIMAL, description: "A decimal number, as a string of plain digits.", examples: ["12.50", "-3"] },
  ],
  ...integers.map((local): [string, Explained] => [
    local,
    {
      pattern: DIGITS,
      description: "A whole number, as a string of digits.",
      examples: [/^n(?:egative|onPositive)/.test(local) ? "-12" : "12"],
    },
  ]),
]);

/** By the local name of the built-in type; undefined for a type whose JSON explains itself. */
export function explainedType(local: string): Explained | undefined {
  return explained.get(local);
}
