/** NestJS finds out what to inject by decorator metadata, which swc writes. @type {import("jest").Config} */
module.exports = {
  roots: ["<rootDir>/hmac", "<rootDir>/jest", "<rootDir>/nestjs", "<rootDir>/own-service"],
  testMatch: ["**/*.test.ts"],
  transform: {
    "\\.ts$": [
      "@swc/jest",
      {
        jsc: {
          target: "es2022",
          parser: { syntax: "typescript", decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
      },
    ],
  },
};
