/** The options of a worker are checked before it connects to a server. */

import { redisRateLimit } from "soapwright-runtime";
import { startWorker, type WorkerOptions } from "../src/queue";

const options: WorkerOptions = {
  queue: "redis://127.0.0.1:1",
  to: "postgres://127.0.0.1:1/payroll",
  concurrency: 8,
  requestMs: 30_000,
  patienceMs: 60_000,
  open() {
    throw new Error("No task was taken.");
  },
};

const RATE = "a number from 0.001 to 1000000 (requests a second)";
const WHOLE = "a whole number from";
test.each<[string, unknown, string]>([
  ["perSecond", 1e9, `${RATE}, but is 1000000000.`],
  ["perSecond", 0, `${RATE}, but is 0.`],
  ["perSecond", -1, `${RATE}, but is -1.`],
  ["perSecond", 1e-9, `${RATE}, but is 1e-9.`],
  ["perSecond", Number.NaN, `${RATE}, but is NaN.`],
  ["perSecond", Number.POSITIVE_INFINITY, `${RATE}, but is Infinity.`],
  ["perSecond", "10", `${RATE}, but is a string.`],
  ["concurrency", 0, `${WHOLE} 1 to 9007199254740991 (calls at a time), but is 0.`],
  ["concurrency", 1.5, `${WHOLE} 1 to 9007199254740991 (calls at a time), but is 1.5.`],
  ["concurrency", undefined, `${WHOLE} 1 to 9007199254740991 (calls at a time), but is absent.`],
  ["requestMs", Number.POSITIVE_INFINITY, `${WHOLE} 1 to 2147483647 (milliseconds), but is Infinity.`],
  ["patienceMs", Number.NaN, `${WHOLE} 0 to 9007199254740991 (milliseconds), but is NaN.`],
  ["keepGoing", "no", "true or false, but is a string."],
  ["faultText", 1, "true or false, but is a number."],
  ["open", {}, "a function, but is an object."],
])("%s of a worker is not %p", async (option, value, message) => {
  const wrong = { ...options, [option]: value } as WorkerOptions;
  await expect(startWorker(wrong)).rejects.toMatchObject({
    name: "ConfigurationError",
    message: `${option} takes ${message}`,
  });
});

test.each([1e9, 0, -1, 1e-9, Number.NaN, Number.POSITIVE_INFINITY])(
  "a rate for all processes is not %p",
  (perSecond) => {
    const client = { call: () => Promise.resolve() };
    expect(() => redisRateLimit({ client, name: "service", perSecond })).toThrow(
      `perSecond of redisRateLimit must be a number from 0.001 to 1,000,000, but is ${perSecond}.`,
    );
  },
);
