/** XML Schema Part 2, 3.2.7 to 3.2.14: dateTime and its parts, as their lexical text. */
import { compareMoments, type Moment, parseMoment } from "./calendar";
import { Mismatch } from "./mismatch";
import type { Primitive } from "./primitive";

const YEAR = "(?<year>-?(?:[1-9][0-9]{4,}|[0-9]{4}))";
const MONTH = "(?<month>[0-9]{2})";
const DAY = "(?<day>[0-9]{2})";
const CLOCK = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})(?:\\.(?<fraction>[0-9]+))?";
const ZONE = "(?<zone>Z|[+-][0-9]{2}:[0-5][0-9])?";

function calendarType(name: string, lexical: string, example: string): Primitive {
  const expression = new RegExp(`^${lexical}${ZONE}$`);
  const expected = `xs:${name}, for example ${example}`;
  const parse = (text: string): Moment => parseMoment(text, expression, expected);
  return {
    expected,
    whiteSpace: "collapse",
    parse(text) {
      parse(text);
      return text;
    },
    format(value) {
      if (typeof value !== "string") throw new Mismatch(expected);
      parse(value);
      return value;
    },
    compare(left, right) {
      return typeof left === "string" && typeof right === "string"
        ? compareMoments(parse(left), parse(right))
        : undefined;
    },
  };
}

const lexicalDateTime = calendarType("dateTime", `${YEAR}-${MONTH}-${DAY}T${CLOCK}`, "2026-11-21T08:30:00Z");

/** A `Date` is taken as an argument, in UTC. Years beyond 9999 only as text: few services read them. */
export const dateTimeType: Primitive = {
  ...lexicalDateTime,
  format(value, scope) {
    return lexicalDateTime.format(value instanceof Date ? lexicalOf(value) : value, scope);
  },
};

function lexicalOf(date: Date): string {
  const time = Date.prototype.getTime.call(date);
  if (Number.isNaN(time)) throw new Mismatch("xs:dateTime, as a valid Date");
  const text = Date.prototype.toISOString.call(date);
  if (/^[+-]/.test(text)) throw new Mismatch("xs:dateTime, as a Date from year 1 to 9999", "Date out of range");
  return text.replace(/\.000Z$/, "Z");
}

export const dateType = calendarType("date", `${YEAR}-${MONTH}-${DAY}`, "2026-11-21");
export const timeType = calendarType("time", CLOCK, "08:30:00");
export const gYearMonthType = calendarType("gYearMonth", `${YEAR}-${MONTH}`, "2026-11");
export const gYearType = calendarType("gYear", YEAR, "2026");
export const gMonthDayType = calendarType("gMonthDay", `--${MONTH}-${DAY}`, "--11-21");
export const gDayType = calendarType("gDay", `---${DAY}`, "---21");
/** The first edition's `--11--` is read too: services and the W3C's own suite use it. */
export const gMonthType = calendarType("gMonth", `--${MONTH}(?:--)?`, "--11");
