// Installs the packages, packed as for publishing, beside the current lines of OpenTelemetry in a temporary folder, and
// runs the proof of its spans there. `make test` runs it with the last lines for Node.js 20. The folder is removed at
// the end.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "employee-service-telemetry-"));

function run(command, args, options) {
  const { status } = spawnSync(command, args, { stdio: "inherit", ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}
const npm = (...args) => run("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });

try {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 22 || (major === 22 && minor < 15))
    throw new Error(`The current lines of OpenTelemetry need Node.js 22.15, but this is ${process.version}.`);
  cpSync("packages/soapwright-runtime/tests/telemetry/packages", folder, { recursive: true });
  execFileSync("node_modules/.bin/ts-node", ["scripts/pack.ts", folder], { stdio: "inherit" });
  const archives = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  npm("ci", "--ignore-scripts");
  npm("install", "--no-save", "--no-package-lock", "--ignore-scripts", ...archives.map((name) => `./${name}`));
  run(process.execPath, [require.resolve("jest/bin/jest"), "--runInBand", "tests/telemetry/traces.test.ts"], {
    env: { ...process.env, OTEL_FROM: folder },
  });
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
