import { compareDurations, isDuration } from "../../src/xsd/durations";

const signs = { "<": -1, "=": 0, ">": 1, "?": undefined } as const;

test.each<[left: string, order: keyof typeof signs, right: string]>([
  ["P12Y", "=", "P144M"],
  ["P12Y", ">", "P143M"],
  ["P10Y10M", "<", "P131M"],
  ["P10DT10H", "=", "PT250H"],
  ["P1DT1H", "=", "PT25H"],
  ["P10D", ">", "PT239H"],
  ["PT12H34M", "=", "PT754M"],
  ["PT10H", "=", "PT36000S"],
  ["PT15M10S", "=", "PT910S"],
  ["PT1.5S", "=", "PT1.50S"],
  ["PT1.05S", "<", "PT1.5S"],
  ["PT1.05S", ">", "PT1S"],
  ["-P1D", "<", "PT0S"],
  ["-P1D", ">", "-P2D"],
  ["-P1M", "<", "P1M"],
  ["-PT1.5S", "<", "-PT1.25S"],
  // Examples of 3.2.6.2: a month has 28 to 31 days, a year 365 or 366.
  ["P1Y", ">", "P364D"],
  ["P1Y", "?", "P365D"],
  ["P1Y", "?", "P366D"],
  ["P1Y", "<", "P367D"],
  ["P1M", ">", "P27D"],
  ["P1M", "?", "P28D"],
  ["P1M", "?", "P29D"],
  ["P1M", "?", "P30D"],
  ["P1M", "?", "P31D"],
  ["P1M", "<", "P32D"],
  ["P5M", ">", "P149D"],
  ["P5M", "?", "P150D"],
  ["P5M", "?", "P153D"],
  ["P5M", "<", "P154D"],
  ["-P1M", "?", "-P30D"],
  ["-P1M", ">", "-P32D"],
  ["P1D", "?", "a day"],
  ["a day", "?", "P1D"],
])("%s %s %s", (left, order, right) => {
  expect(compareDurations(left, right)).toBe(signs[order]);
});

test("seconds count to thirty digits behind the point", () => {
  const close = (digits: string): string => `PT0.${"0".repeat(28)}${digits}S`;
  expect(compareDurations(close("01"), close("02"))).toBe(-1);
  expect(compareDurations(close("011"), close("012"))).toBe(0);
});

test.each([
  "P1Y",
  "P1M",
  "P1D",
  "PT1H",
  "PT1M",
  "PT1S",
  "PT1.5S",
  "-P1Y2M3DT4H5M6.7S",
  "P0D",
  "P12Y34M56DT78H90M12.34S",
])("%s is a duration", (text) => expect(isDuration(text)).toBe(true));

test.each([
  "",
  "P",
  "PT",
  "P1YT",
  "1Y",
  "P1",
  "+P1Y",
  "P-1Y",
  "P1S",
  "PT1D",
  "P1M1Y",
  "PT1S1M",
  "PT.5S",
  "PT1.S",
  "P1.5D",
  " P1Y",
  "P1Y ",
  "xP1Y",
  "P1Yx",
])("%j is none", (text) => expect(isDuration(text)).toBe(false));

test("a text of a thousand characters is read, and of more is not", () => {
  const long = (length: number): string => `P${"0".repeat(length - 3)}1D`;
  expect([isDuration(long(1000)), compareDurations(long(1000), "P1D")]).toEqual([true, 0]);
  expect([isDuration(long(1001)), compareDurations(long(1001), "P1D")]).toEqual([false, undefined]);
});
