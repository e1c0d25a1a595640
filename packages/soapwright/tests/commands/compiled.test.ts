import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../../../..");

/** The generator as `make build` leaves it. */
const compiled = (...words: string[]): string =>
  execFileSync(process.execPath, ["packages/soapwright/dist/cli.js", ...words], { cwd: root, encoding: "utf8" });

describe("the compiled generator", () => {
  it("writes what the sources write", () => {
    const out = mkdtempSync(join(tmpdir(), "compiled-"));
    const golden = "packages/soapwright-testing/src/golden/cases/wrapped-list";
    compiled("generate", `${golden}/service.wsdl`, "--out", out, "--quiet");
    for (const name of readdirSync(out)) {
      // The first line names the WSDL as it was given.
      const text = (folder: string) => readFileSync(join(folder, name), "utf8").replace(/^.*\n/, "");
      expect(text(out)).toBe(text(golden));
    }
    rmSync(out, { recursive: true });
  });

  it("finds the runtime that it verifies with", () => {
    expect(compiled("verify", "packages/soapwright/tests/commands/two-operations/v3.wsdl", "--instances", "2")).toMatch(
      /libxml2 judged 1 of 1 operation/,
    );
  });
});
