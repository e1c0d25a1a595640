import { execFileSync } from "node:child_process";
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

test("each form of a date is in GMT, wherever the process runs", () => {
  const dates = ["Sun, 06 Nov 2094 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 2094"];
  const file = require.resolve("../../src/transport/retry-after");
  const script = `Date.now = () => Date.UTC(2094, 10, 6, 8, 49, 30);
    process.stdout.write(JSON.stringify(${JSON.stringify(dates)}.map(require(${JSON.stringify(file)}).parseRetryAfter)));`;
  const options = { env: { ...process.env, TZ: "America/New_York" }, encoding: "utf8" } as const;
  const waits = execFileSync(process.execPath, ["-r", "ts-node/register", "-e", script], options);
  // Two digits of a year are of the last century.
  expect(waits).toBe("[7000,0,7000]");
});
