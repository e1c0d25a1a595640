// A test that runs make runs it as a person does, whichever make has started the tests.
for (const name of ["MAKEFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "MFLAGS", "NAME", "PACKAGES"]) delete process.env[name];

/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "<rootDir>/packages/soapwright-testing/src/stage/shared-scripts.cjs",
  // Packages are imported by name and run from their sources.
  testEnvironmentOptions: { customExportConditions: ["soapwright-source", "node", "node-addons"] },
  testMatch: ["<rootDir>/tests/**/*.test.ts", "<rootDir>/packages/*/tests/**/*.test.ts"],
  transform: {
    "^.+\\.tsx?$": ["@swc/jest", { jsc: { target: "es2022", parser: { syntax: "typescript" } }, sourceMaps: "inline" }],
  },
  // The suites of interop again, with every feature handed in: EVERY_FEATURE=1 make interop.
  setupFilesAfterEnv: process.env.EVERY_FEATURE
    ? ["<rootDir>/packages/soapwright-testing/src/stage/every-feature-setup.ts"]
    : [],
  // Whole releases and installs take minutes, and a browser is not on every machine: targets of their own run these.
  testPathIgnorePatterns: [
    "/node_modules/",
    ...(process.env.PUBLISH_TEST ? [] : ["<rootDir>/tests/publish/"]),
    ...(process.env.PAGE_TEST ? [] : ["<rootDir>/tests/page/", "<rootDir>/packages/[^/]+/tests/page/"]),
    ...(process.env.DOCKER_TEST ? [] : ["<rootDir>/tests/docker/"]),
    ...(process.env.FIRST_TASKS ? [] : ["<rootDir>/tests/first-tasks/"]),
    ...(process.env.DOCS_TEST ? [] : ["<rootDir>/tests/docs/"]),
    ...(process.env.SLOW_TEST || process.env.QUEUE_TEST ? [] : ["<rootDir>/tests/slow/"]),
    ...(process.env.SLOW_TEST || process.env.SOAK ? [] : ["<rootDir>/tests/soak/"]),
    ...(process.env.SLOW_TEST || process.env.MIGRATING ? [] : ["<rootDir>/tests/migrating/"]),
    ...(process.env.GATEWAY_TEST ? [] : ["<rootDir>/packages/soapwright-gateway/tests/slow/"]),
    ...(process.env.QUEUE_TEST ? [] : ["<rootDir>/tests/queue/", "<rootDir>/packages/soapwright-export/tests/queue/"]),
  ],
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/packages/[^/]+/dist/"],
  // A hung test ends; a busy machine alone ends none.
  testTimeout: 120_000,
  // What a worker keeps of earlier files makes garbage collections longer: some files took up to four times as long. A new
  // worker compiles every module again, so the limit leaves room for a dozen files.
  workerIdleMemoryLimit: "600MB",
};
