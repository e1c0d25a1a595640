import type { Primitive } from "../../src/xsd/built-ins";

const zoneAtEnd = /(Z|[+-]\d\d:\d\d)$/;

export function hasZone(text: string): boolean {
  return zoneAtEnd.test(text);
}

/** Where a date or time stands on one line of milliseconds; without a zone it counts as UTC. `undefined`: it is none. */
export function momentOf(primitive: Primitive, text: string): number | undefined {
  const zone = zoneAtEnd.exec(text)?.[1];
  const bare = zone === undefined ? text : text.slice(0, -zone.length);
  const parts = partsOf(primitive, bare);
  if (!parts) return undefined;
  const { year, month, day, milliseconds } = parts;
  if (day > daysIn(year, month)) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() + milliseconds - offset(zone);
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly milliseconds: number;
}

function partsOf(primitive: Primitive, text: string): Parts | undefined {
  const of = (year: string | undefined, month = "1", day = "1", milliseconds = 0): Parts => ({
    year: Number(year ?? 2000),
    month: Number(month),
    day: Number(day),
    milliseconds,
  });
  const match = (expression: RegExp): RegExpExecArray | null => expression.exec(text);
  let found: RegExpExecArray | null;
  switch (primitive) {
    case "dateTime":
      found = match(/^(-?\d+)-(\d\d)-(\d\d)T(.*)$/);
      return found ? of(found[1], found[2], found[3], clock(found[4] ?? "")) : undefined;
    case "date":
      found = match(/^(-?\d+)-(\d\d)-(\d\d)/);
      return found ? of(found[1], found[2], found[3]) : undefined;
    case "time":
      return of("1972", "12", "31", clock(text));
    case "gYear":
      found = match(/^(-?\d+)/);
      return found ? of(found[1]) : undefined;
    case "gYearMonth":
      found = match(/^(-?\d+)-(\d\d)/);
      return found ? of(found[1], found[2]) : undefined;
    case "gMonth":
      return of("1972", text.slice(2, 4));
    case "gMonthDay":
      return of("1972", text.slice(2, 4), text.slice(5, 7));
    case "gDay":
      return of("1972", "1", text.slice(3, 5));
    default:
      return undefined;
  }
}

function clock(text: string): number {
  const [hours, minutes, seconds] = text.split(":").map(Number);
  return ((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1000;
}

function offset(zone: string | undefined): number {
  if (zone === undefined || zone === "Z") return 0;
  const sign = zone.startsWith("-") ? -1 : 1;
  return sign * clock(`${zone.slice(1)}:0`);
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (((year % 400) + 400) % 400), month, 0)).getUTCDate();
}

/** Months and seconds of a duration; a year is twelve months. */
export function durationOf(text: string): { readonly months: number; readonly seconds: number } | undefined {
  const found = /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(text);
  if (!found) return undefined;
  const [, minus, ...counts] = found;
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = counts.map((count) =>
    Number(count ?? 0),
  );
  const sign = minus === "-" ? -1 : 1;
  return {
    months: sign * (years * 12 + months),
    seconds: sign * (((days * 24 + hours) * 60 + minutes) * 60 + seconds),
  };
}
