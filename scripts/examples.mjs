// Installs the packages, packed as for publishing, beside the packages of examples/ in a temporary folder, and runs
// every example there: their types, their tests in jest and in vitest. The folder is removed at the end.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "employee-service-examples-"));
const npm = (...args) => run("npm", [...args, "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"]);

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}

try {
  cpSync("examples", folder, { recursive: true, filter: (path) => !path.includes("node_modules") });
  execFileSync("node_modules/.bin/ts-node", ["scripts/pack.ts", folder], { stdio: "inherit" });
  const archives = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  npm("ci", "--ignore-scripts");
  npm("install", "--no-save", "--no-package-lock", "--ignore-scripts", ...archives.map((name) => `./${name}`));
  run("npm", ["test"]);
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
