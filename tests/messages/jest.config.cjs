/** The same tests, with recorders in the places where messages are made: what `make messages` runs. @type {import("jest").Config} */
const base = require("../../jest.config.cjs");

module.exports = {
  ...base,
  rootDir: "../..",
  moduleNameMapper: {
    "(?:^\\./|errors/)service-error$": "<rootDir>/tests/messages/recorded-service-error.ts",
    "(?:^\\./|^(?:\\.\\./)+|codegen/)diagnostics$": "<rootDir>/tests/messages/recorded-diagnostics.ts",
    "(?:^\\./|cli/)complaint$": "<rootDir>/tests/messages/recorded-complaint.ts",
  },
};
