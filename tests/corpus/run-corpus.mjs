// Runs the proofs on the corpus on both cores, and prints the findings of each suite.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const tables = "reports/corpus-tables";
rmSync(tables, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [require.resolve("jest/bin/jest"), "--maxWorkers=2", "tests/corpus"], {
  env: { ...process.env, CORPUS: "all" },
  stdio: ["ignore", "inherit", "inherit"],
});
for (const name of ["wsdls", "tables", "broken", "databinding", "xsts"]) {
  const path = join(tables, `${name}.txt`);
  console.log(existsSync(path) ? `\n${readFileSync(path, "utf8").trimEnd()}` : `\n${name}: nothing was found`);
}
process.exit(status ?? 1);
