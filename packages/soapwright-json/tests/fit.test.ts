import { isConfigurationError } from "soapwright-runtime";
import { message, type OperationNode, operation, xs } from "soapwright-runtime/tables";
import { fromJson, jsonSchemaDocument, jsonSchemaOf, jsonSchemaOfType, standardSchema, toJson } from "../src/index";

/** The core is what it is; the range of this package in its manifest is one that it does not fit. */
jest.mock("../package.json", () => ({
  ...jest.requireActual("../package.json"),
  dependencies: { "soapwright-runtime": ">=99.0.0 <100" },
}));

const sentence = new RegExp(
  `^soapwright-json [\\d.]+ met soapwright-runtime [\\d.]+, and needs 99\\.0\\.0 or newer, below 100\\.0\\.0\\. ` +
    `Install one that fits: npm install "soapwright-runtime@>=99\\.0\\.0 <100"\\.$`,
);

const ping = operation<OperationNode>({
  name: "ping",
  method: "ping",
  style: "document",
  use: "literal",
  soapAction: {},
  safe: true,
  input: message([], []),
  output: message([], []),
  faults: [],
});

test.each([
  ["toJson", () => toJson(xs.string, "a")],
  ["fromJson", () => fromJson(xs.string, "a")],
  ["jsonSchemaOf", () => jsonSchemaOf(ping)],
  ["jsonSchemaOfType", () => jsonSchemaOfType(xs.string)],
  ["jsonSchemaDocument", () => jsonSchemaDocument("all", [])],
  ["standardSchema", () => standardSchema(ping)],
])("%s says which versions met, and what to install", (option, use) => {
  const error = (() => {
    try {
      return use();
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(isConfigurationError(error) && [error.option, error.message]).toEqual([
    option,
    expect.stringMatching(sentence),
  ]);
});
