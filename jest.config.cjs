/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  testMatch: ["<rootDir>/tests/**/*.test.ts"],
  transform: {
    "^.+\\.tsx?$": ["@swc/jest", { jsc: { target: "es2022", parser: { syntax: "typescript" } }, sourceMaps: "inline" }],
  },
  testPathIgnorePatterns: [
    "/node_modules/",
    // Whole releases take minutes: `make publish-test`.
    ...(process.env.PUBLISH_TEST ? [] : ["<rootDir>/tests/publish/"]),
    // Wants the site: `make docs-test`.
    ...(process.env.DOCS_TEST ? [] : ["<rootDir>/tests/docs/"]),
  ],
  modulePathIgnorePatterns: ["<rootDir>/dist/"],
  // A hung test ends; a busy machine alone ends none.
  testTimeout: 120_000,
};
