import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { brokenCases } from "./broken-cases";
import { corpusFolder, corpusTable, describeCorpus, everything } from "./corpus-folder";

const root = resolve(__dirname, "../..");

/** The command line in a process of its own, as a user starts it, with a memory of 512 MB. */
function generateAlone(file: string, out: string) {
  const started = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      "--max-old-space-size=448",
      join(root, "node_modules/ts-node/dist/bin.js"),
      join(root, "codegen/cli.ts"),
      "generate",
      file,
      "--out",
      out,
      "--quiet",
    ],
    { cwd: root, encoding: "utf8", timeout: 60_000 },
  );
  return { status, stderr, seconds: (performance.now() - started) / 1000 };
}

describeCorpus("broken WSDLs, each in a process of its own", () => {
  const names = corpusTable("wsdl/broken/BROKEN.tsv").map(([file]) => file ?? "");
  const chosen = everything ? names : names.filter((name) => /wsimport_5|ADC_BibCode/.test(name));

  test.each(chosen)(
    "%s",
    (file) => {
      const folder = mkdtempSync(join(tmpdir(), "broken-"));
      try {
        const out = join(folder, "out");
        const { status, stderr, seconds } = generateAlone(join(corpusFolder, "wsdl/broken", file), out);
        const refused = brokenCases.some(([name]) => name === file);
        expect(status).toBe(refused ? 1 : 0);
        expect(existsSync(out)).toBe(!refused);
        if (refused) expect(stderr).toMatch(/:\d+:\d+: error: /);
        // Compiling the generator on the fly takes most of it.
        if (everything) expect(seconds).toBeLessThan(15);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    90_000,
  );
});
