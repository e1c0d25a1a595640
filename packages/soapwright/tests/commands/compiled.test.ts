import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sampleOf } from "soapwright-testing/stage/slow";

const root = resolve(__dirname, "../../../..");

const compiled = (...words: string[]): string =>
  execFileSync(process.execPath, ["packages/soapwright/dist/cli.js", ...words], { cwd: root, encoding: "utf8" });

describe("the compiled generator", () => {
  it("writes what the sources write", () => {
    const out = mkdtempSync(join(tmpdir(), "compiled-"));
    const golden = "packages/soapwright-testing/src/golden/cases/wrapped-list";
    compiled("generate", `${golden}/service.wsdl`, "--out", out, "--quiet");
    for (const name of readdirSync(out)) {
      // The first line names the WSDL by its path, which differs.
      const text = (folder: string) => readFileSync(join(folder, name), "utf8").replace(/^.*\n/, "");
      expect(text(out)).toBe(text(golden));
    }
    rmSync(out, { recursive: true });
  });

  const readers: readonly [words: string, reader: string][] = [
    ["--help", "true"],
    ["--help", "head -n 1"],
    ["generate --help", "true"],
    ["--version", "true"],
    ["inspect wsdl/employee-service.v3.wsdl", "head -n 1"],
  ];
  it.each(sampleOf(readers, 4))("ends %s in silence when its reader, %s, leaves early", (words, reader) => {
    const line = `set -o pipefail; "${process.execPath}" packages/soapwright/dist/cli.js ${words} | ${reader}`;
    const { status, stderr } = spawnSync("bash", ["--norc", "-c", line], { cwd: root, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("reports a full disk in one line", () => {
    const { status, stderr } = spawnSync(process.execPath, ["packages/soapwright/dist/cli.js", "--help"], {
      cwd: root,
      stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^error: Standard output cannot be written: .*ENOSPC.*\.\n$/),
    ]);
  });

  it("finds the runtime that it verifies with", () => {
    expect(compiled("verify", "packages/soapwright/tests/commands/two-operations/v3.wsdl", "--instances", "2")).toMatch(
      /libxml2 judged 1 of 1 operation/,
    );
  });
});
