/**
 * For mutation testing: the tests of the rooms that are mutated, without those that are slow for being thorough.
 *
 * @type {import("jest").Config}
 */
module.exports = {
  ...require("./jest.config.cjs"),
  testMatch: [
    "<rootDir>/tests/schema/**/*.test.ts",
    "<rootDir>/tests/xml/**/*.test.ts",
    "<rootDir>/tests/errors/**/*.test.ts",
  ],
  testPathIgnorePatterns: ["long-texts", "conformance", "agreement"],
};
