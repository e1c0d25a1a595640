import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildSync } from "esbuild";

/** The bundle of a client. */
test("a client runs from one file, without what it does not import", () => {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  try {
    const out = join(folder, "out.cjs");
    const entry = resolve(__dirname, "../../soapwright-testing/src/golden/cases/wrapped-list/index.ts");
    buildSync({
      entryPoints: [entry],
      outfile: out,
      bundle: true,
      minify: true,
      platform: "node",
      conditions: ["soapwright-source"],
      logLevel: "error",
    });
    const script = `const all = require(${JSON.stringify(out)}); const [Client] = Object.values(all).filter((each) => typeof each === "function"); const client = new Client({ endpoint: "http://127.0.0.1:9/" }); void client.stats(); console.log(require("fs").statSync(${JSON.stringify(out)}).size, require("fs").readFileSync(${JSON.stringify(out)}, "utf8").includes("The type that encode was given"));`;
    const [size, hasAnyTypes] = execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }).trim().split(" ");
    expect(Number(size)).toBeLessThan(620_000);
    expect(hasAnyTypes).toBe("false");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
