import { parseRetryAfter } from "../../src/transport/retry-after";

test.each([
  ["7", 7_000],
  [" 0 ", 0],
  ["9".repeat(11), 99_999_999_999_000],
  ["9".repeat(400), Number.MAX_SAFE_INTEGER],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ["-5", undefined],
  ["1.5", undefined],
  ["soon", undefined],
  ["", undefined],
  [undefined, undefined],
])("%p is %p milliseconds", (value, wanted) => {
  expect(parseRetryAfter(value)).toBe(wanted);
});

test("a date is a wait from now on", () => {
  const inMinutes = new Date(Date.now() + 600_000).toUTCString();
  expect(Math.abs(parseRetryAfter(inMinutes)! - 600_000)).toBeLessThan(60_000);
});
