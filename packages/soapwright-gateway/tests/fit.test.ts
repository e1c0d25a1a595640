import { isConfigurationError } from "soapwright-runtime";
import { gateway, openApiOf, startGateway } from "../src/index";
import { toolServer } from "../src/tools/index";

/** The core is what it is; the range of this package in its manifest is one that it does not fit. */
jest.mock("../package.json", () => ({
  ...jest.requireActual("../package.json"),
  dependencies: { "soapwright-runtime": ">=99.0.0 <100" },
}));

const sentence = new RegExp(
  `^soapwright-gateway [\\d.]+ met soapwright-runtime [\\d.]+, and needs 99\\.0\\.0 or newer, below 100\\.0\\.0\\. ` +
    `Install one that fits: npm install "soapwright-runtime@>=99\\.0\\.0 <100"\\.$`,
);

test.each([
  ["gateway", () => gateway({ client: [] })],
  ["openApiOf", () => openApiOf({ client: [] })],
  ["startGateway", () => startGateway({ client: [] })],
  ["toolServer", () => toolServer({ client: [] })],
])("%s says which versions met, and what to install", async (option, use) => {
  const error = await (async () => use())().catch((thrown: unknown) => thrown);
  expect(isConfigurationError(error) && [error.option, error.message]).toEqual([
    option,
    expect.stringMatching(sentence),
  ]);
});
