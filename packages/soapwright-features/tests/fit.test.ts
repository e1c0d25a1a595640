import { isConfigurationError } from "soapwright-runtime";
import { addressing } from "../src/addressing/index";
import { adaptive, breaker, fairness, redisRateLimit, retryAfterHold, sharedRate } from "../src/admissions/index";
import { attachments } from "../src/attachments/index";

/** The core is what it is; the range of this package in its manifest is one that it does not fit. */
jest.mock("../package.json", () => ({
  ...jest.requireActual("../package.json"),
  dependencies: { "soapwright-runtime": ">=99.0.0 <100" },
}));

const sentence = new RegExp(
  `^soapwright-features [\\d.]+ met soapwright-runtime [\\d.]+, and needs 99\\.0\\.0 or newer, below 100\\.0\\.0\\. ` +
    `Install one that fits: npm install "soapwright-runtime@>=99\\.0\\.0 <100"\\.$`,
);

test.each([
  ["addressing", () => addressing()],
  ["attachments", () => attachments()],
  ["breaker", () => breaker()],
  ["adaptive", () => adaptive()],
  ["retryAfterHold", () => retryAfterHold("origin")],
  ["sharedRate", () => sharedRate({ join: () => () => undefined, begin: () => true, end: () => undefined })],
  ["redisRateLimit", () => redisRateLimit({ client: { call: async () => 1 }, name: "fit", perSecond: 1 })],
  ["fairness", () => fairness({})],
])("%s says which versions met, and what to install", (option, use) => {
  let error: unknown;
  try {
    use();
  } catch (thrown) {
    error = thrown;
  }
  expect(isConfigurationError(error) && [error.option, error.message]).toEqual([
    option,
    expect.stringMatching(sentence),
  ]);
});
