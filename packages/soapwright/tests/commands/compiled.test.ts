import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

const root = resolve(__dirname, "../../../..");

/** The generator as `make build` leaves it. */
const compiled = (...words: string[]): string =>
  execFileSync(process.execPath, ["packages/soapwright/dist/cli.js", ...words], { cwd: root, encoding: "utf8" });

describe("the compiled generator", () => {
  it("writes what the sources write", () => {
    expect(compiled("generate", "--check")).toBe("");
  });

  it("finds the runtime that it verifies with", () => {
    expect(compiled("verify", "packages/soapwright/tests/commands/two-operations/v3.wsdl", "--instances", "2")).toMatch(
      /libxml2 judged 1 of 1 operation/,
    );
  });
});
