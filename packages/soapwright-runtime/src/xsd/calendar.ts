/** Validates and compares dates and times (XML Schema Part 2, 3.2.7 to 3.2.14). */

/** The fields of a date or time. Fields that its type lacks are absent. */
export interface Moment {
  readonly year?: string | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
  readonly hour?: number | undefined;
  readonly minute?: number | undefined;
  readonly second?: number | undefined;
  /** Digits after the point, without trailing zeros. */
  readonly fraction: string;
  /** Minutes east of UTC; `undefined` without a time zone. */
  readonly offset: number | undefined;
}

/** Maximum length of a lexical, because years and fractions are unbounded. */
const MAX_LENGTH = 1000;
const MAX_OFFSET = 14 * 60;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

type Groups = { readonly [name: string]: string | undefined };

const YEAR = "(?<year>-?(?:[1-9][0-9]{4,}|[0-9]{4}))";
const MONTH = "(?<month>[0-9]{2})";
const DAY = "(?<day>[0-9]{2})";
const CLOCK = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})(?:\\.(?<fraction>[0-9]+))?";
const ZONE = "(?<zone>Z|[+-][0-9]{2}:[0-5][0-9])?";

function lexical(source: string): RegExp {
  return new RegExp(`^${source}${ZONE}$`);
}

/** The groups have the names of the fields of `Moment`. */
const LEXICAL = {
  dateTime: lexical(`${YEAR}-${MONTH}-${DAY}T${CLOCK}`),
  date: lexical(`${YEAR}-${MONTH}-${DAY}`),
  time: lexical(CLOCK),
  gYearMonth: lexical(`${YEAR}-${MONTH}`),
  gYear: lexical(YEAR),
  gMonthDay: lexical(`--${MONTH}-${DAY}`),
  gDay: lexical(`---${DAY}`),
  /** The form `--11--` of the first edition is accepted too, because services and the W3C's own suite use it. */
  gMonth: lexical(`--${MONTH}(?:--)?`),
};

/** The date and time types. */
export type MomentName = keyof typeof LEXICAL;

/** Returns `undefined` for an invalid form, `nonexistent` for a day or time that does not exist. */
export function readMoment(name: MomentName, text: string): Moment | "nonexistent" | undefined {
  const groups: Groups | undefined = text.length > MAX_LENGTH ? undefined : LEXICAL[name].exec(text)?.groups;
  if (groups === undefined) return undefined;
  const moment: Moment = {
    year: groups.year,
    month: numberOf(groups.month),
    day: numberOf(groups.day),
    hour: numberOf(groups.hour),
    minute: numberOf(groups.minute),
    second: numberOf(groups.second),
    fraction: (groups.fraction ?? "").replace(/0+$/, ""),
    offset: offsetOf(groups.zone),
  };
  return isOnCalendar(moment) && isOnClock(moment) ? moment : "nonexistent";
}

/** Returns the fields of a lexical; `undefined` when it is not valid for the type. */
export function parseMoment(name: MomentName, text: string): Moment | undefined {
  const moment = readMoment(name, text);
  return moment === "nonexistent" ? undefined : moment;
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined;
  if (zone === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return zone.startsWith("-") ? -minutes : minutes;
}

function isOnCalendar({ year, month, day }: Moment): boolean {
  // There is no year 0000 (XML Schema Part 2, 3.2.7.1).
  if (year !== undefined && /^-?0+$/.test(year)) return false;
  if (month !== undefined && (month < 1 || month > 12)) return false;
  return day === undefined || (day >= 1 && day <= daysIn(year, month));
}

function daysIn(year: string | undefined, month: number | undefined): number {
  if (month === undefined) return 31;
  return month === 2 && (year === undefined || isLeap(year)) ? 29 : DAYS[month - 1]!;
}

/** The last four digits decide, because 10,000 years are 25 cycles of 400. */
function isLeap(year: string): boolean {
  const cycle = Number(year.slice(-4).replace("-", ""));
  return cycle % 4 === 0 && (cycle % 100 !== 0 || cycle % 400 === 0);
}

function isOnClock({ hour = 0, minute = 0, second = 0, fraction, offset = 0 }: Moment): boolean {
  if (Math.abs(offset) > MAX_OFFSET) return false;
  if (hour === 24) return minute === 0 && second === 0 && fraction === "";
  return hour < 24 && minute < 60 && second < 60;
}

/** The seconds are in UTC. Absent fields are taken from 1972-01-01T00:00:00. */
function timeline(moment: Moment, offset: number): { readonly seconds: bigint; readonly fraction: string } {
  const { month = 1, day = 1, hour = 0, minute = 0, second = 0, fraction } = moment;
  const days = daysBefore(BigInt(moment.year ?? "1972"), month) + BigInt(day - 1);
  const seconds = days * 86_400n + BigInt(hour * 3600 + (minute - offset) * 60 + second);
  return { seconds, fraction };
}

/** Returns the days from 0001-01-01 to the first of the month, in the proleptic Gregorian calendar. */
export function daysBefore(year: bigint, month: number): bigint {
  const before = year - 1n;
  let days = before * 365n + floorDivide(before, 4n) - floorDivide(before, 100n) + floorDivide(before, 400n);
  for (let index = 1; index < month; index++) days += BigInt(index === 2 ? daysIn(String(year), 2) : DAYS[index - 1]!);
  return days;
}

export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

/**
 * Returns a number below 0, 0 or above 0; `undefined` for an incomparable pair: a moment without time zone may be 14
 * hours off either way (XML Schema Part 2, 3.2.7.4).
 */
export function compareMoments(left: Moment, right: Moment): number | undefined {
  if ((left.offset === undefined) === (right.offset === undefined)) {
    return compareInstants(timeline(left, left.offset ?? 0), timeline(right, right.offset ?? 0));
  }
  if (left.offset === undefined) {
    const reverse = compareMoments(right, left);
    return reverse === undefined ? undefined : -reverse;
  }
  const instant = timeline(left, left.offset);
  if (compareInstants(instant, timeline(right, MAX_OFFSET)) < 0) return -1;
  return compareInstants(instant, timeline(right, -MAX_OFFSET)) > 0 ? 1 : undefined;
}

/** Returns a text that is the same exactly for equal moments; `undefined` for an invalid lexical. */
export function instantKey(name: MomentName, text: string): string | undefined {
  const moment = parseMoment(name, text);
  if (moment === undefined) return undefined;
  const { seconds, fraction } = timeline(moment, moment.offset ?? 0);
  return `${seconds}.${fraction}${moment.offset === undefined ? "" : "Z"}`;
}

type Instant = ReturnType<typeof timeline>;

function compareInstants(left: Instant, right: Instant): number {
  if (left.seconds !== right.seconds) return left.seconds < right.seconds ? -1 : 1;
  // Fractions are compared as text, because 0.5 is more than 0.25.
  return left.fraction === right.fraction ? 0 : left.fraction < right.fraction ? -1 : 1;
}
