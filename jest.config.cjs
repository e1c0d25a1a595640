/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  testMatch: ["<rootDir>/tests/**/*.test.ts"],
  transform: {
    "^.+\\.tsx?$": ["@swc/jest", { jsc: { target: "es2022", parser: { syntax: "typescript" } }, sourceMaps: "inline" }],
  },
  // Whole releases take minutes: `make publish-test`. Others need servers: `make queue-test`.
  testPathIgnorePatterns: [
    "/node_modules/",
    ...(process.env.PUBLISH_TEST ? [] : ["<rootDir>/tests/publish/"]),
    ...(process.env.QUEUE_TEST ? [] : ["<rootDir>/tests/queue/"]),
  ],
  modulePathIgnorePatterns: ["<rootDir>/dist/"],
  // A hung test ends; a busy machine alone ends none.
  testTimeout: 120_000,
};
