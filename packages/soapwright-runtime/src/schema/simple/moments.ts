/** dateTime and its parts, and duration (XML Schema Part 2, 3.2.6 to 3.2.14), as their lexical. */
import { compareMoments, type MomentName, parseMoment, readMoment } from "../../xsd/calendar";
import { compareDurations, isDuration } from "../../xsd/durations";
import { meantMoment } from "./deviations";
import { Mismatch } from "./mismatch";
import type { Primitive } from "./simple-type";

/** `refusal` returns the expected form for an invalid text; undefined for a valid one. */
function textType(
  expected: string,
  refusal: (text: string) => string | undefined,
  compare: (left: string, right: string) => number | undefined,
): Primitive {
  const requireForm = (text: string): string => {
    const refused = refusal(text);
    if (refused !== undefined) throw new Mismatch(refused);
    return text;
  };
  return {
    expected,
    parse: requireForm,
    format(value) {
      if (typeof value !== "string") throw new Mismatch(expected);
      return requireForm(value);
    },
    compare: (left, right) =>
      typeof left === "string" && typeof right === "string" ? compare(left, right) : undefined,
  };
}

export function momentType(name: MomentName, example: string): Primitive {
  const expected = `xs:${name}, for example ${example}`;
  const refusal = (text: string): string | undefined => {
    const moment = readMoment(name, text);
    if (moment === undefined) return expected;
    return moment === "nonexistent" ? `xs:${name} that exists in the calendar, for example ${example}` : undefined;
  };
  const type = textType(expected, refusal, (left, right) => {
    const [a, b] = [parseMoment(name, left), parseMoment(name, right)];
    return a === undefined || b === undefined ? undefined : compareMoments(a, b);
  });
  if (name !== "dateTime" && name !== "date" && name !== "time") return type;
  return { ...type, forgive: (text) => meantMoment(name, text) };
}

/** Accepts a `Date` as an argument, in UTC; years beyond 9999 only as text, because few services accept them. */
export function dateTimeType(): Primitive {
  const lexical = momentType("dateTime", "2026-11-21T08:30:00Z");
  return {
    ...lexical,
    format: (value, scope) => lexical.format(value instanceof Date ? lexicalOf(value) : value, scope),
  };
}

function lexicalOf(date: Date): string {
  const time = Date.prototype.getTime.call(date);
  if (Number.isNaN(time)) throw new Mismatch("xs:dateTime, as a valid Date");
  const text = Date.prototype.toISOString.call(date);
  if (/^[+-]/.test(text)) throw new Mismatch("xs:dateTime, as a Date from year 1 to 9999", "a Date out of range");
  return text.replace(/\.000Z$/, "Z");
}

const EXPECTED_DURATION = "xs:duration, for example P1DT2H";

export function durationType(): Primitive {
  return textType(EXPECTED_DURATION, (text) => (isDuration(text) ? undefined : EXPECTED_DURATION), compareDurations);
}
