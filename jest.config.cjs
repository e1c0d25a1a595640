/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  testMatch: ["<rootDir>/tests/**/*.test.ts"],
  transform: {
    "^.+\\.tsx?$": ["@swc/jest", { jsc: { target: "es2022", parser: { syntax: "typescript" } }, sourceMaps: "inline" }],
  },
  // Whole releases and installs take minutes: `make publish-test`, `make docker-test`.
  testPathIgnorePatterns: [
    "/node_modules/",
    ...(process.env.PUBLISH_TEST ? [] : ["<rootDir>/tests/publish/"]),
    ...(process.env.DOCKER_TEST ? [] : ["<rootDir>/tests/docker/"]),
  ],
  modulePathIgnorePatterns: ["<rootDir>/dist/"],
  // A hung test ends; a busy machine alone ends none.
  testTimeout: 120_000,
};
