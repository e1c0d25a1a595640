/** Parses and compares durations (XML Schema Part 2, 3.2.6). */
import { daysBefore, floorDivide } from "./calendar";

const MAX_LENGTH = 1000;
const LEXICAL =
  /^(?<sign>-?)P(?=[0-9T])(?:(?<years>[0-9]+)Y)?(?:(?<months>[0-9]+)M)?(?:(?<days>[0-9]+)D)?(?:T(?=[0-9])(?:(?<hours>[0-9]+)H)?(?:(?<minutes>[0-9]+)M)?(?:(?<seconds>[0-9]+)(?:\.(?<fraction>[0-9]+))?S)?)?$/;

type Groups = { readonly [name: string]: string | undefined };

/** Seconds in units of ten to the minus `DIGITS`, so that all arithmetic is on integers. */
interface Duration {
  readonly months: bigint;
  readonly units: bigint;
}
const DIGITS = 30;
const SECOND = 10n ** BigInt(DIGITS);
const DAY = 86_400n * SECOND;

export function isDuration(text: string): boolean {
  return text.length <= MAX_LENGTH && LEXICAL.test(text);
}

function durationOf(text: string): Duration | undefined {
  const groups: Groups | undefined = text.length > MAX_LENGTH ? undefined : LEXICAL.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const {
    sign,
    years = "0",
    months = "0",
    days = "0",
    hours = "0",
    minutes = "0",
    seconds = "0",
    fraction = "",
  } = groups;
  const factor = sign === "-" ? -1n : 1n;
  const whole = ((BigInt(days) * 24n + BigInt(hours)) * 60n + BigInt(minutes)) * 60n + BigInt(seconds);
  const units = whole * SECOND + BigInt(fraction.slice(0, DIGITS).padEnd(DIGITS, "0"));
  return { months: factor * (BigInt(years) * 12n + BigInt(months)), units: factor * units };
}

/** XML Schema Part 2, 3.2.6.2. Months of 28, 29, 30 and 31 days follow these moments. */
const REFERENCES: readonly (readonly [year: bigint, month: bigint])[] = [
  [1696n, 9n],
  [1697n, 2n],
  [1903n, 3n],
  [1903n, 7n],
];

function unitsFrom([year, month]: readonly [bigint, bigint], duration: Duration): bigint {
  const months = year * 12n + (month - 1n) + duration.months;
  const target = floorDivide(months, 12n);
  return daysBefore(target, Number(months - target * 12n) + 1) * DAY + duration.units;
}

/** Returns a text that is the same exactly for equal durations; `undefined` for an invalid lexical. */
export function durationKey(text: string): string | undefined {
  const duration = durationOf(text);
  return duration && `${duration.months}:${duration.units}`;
}

/**
 * Returns a number below 0, 0 or above 0; `undefined` for an incomparable pair: one month is neither more nor less than
 * 30 days.
 */
export function compareDurations(left: string, right: string): number | undefined {
  const [a, b] = [durationOf(left), durationOf(right)];
  if (a === undefined || b === undefined) return undefined;
  const orders = REFERENCES.map((reference) => {
    const [from, to] = [unitsFrom(reference, a), unitsFrom(reference, b)];
    return from < to ? -1 : from > to ? 1 : 0;
  });
  return orders.every((order) => order === orders[0]) ? orders[0] : undefined;
}
