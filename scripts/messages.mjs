// Runs the tests that meet messages, and writes every message that they met to docs/messages.md: a table for each code, with
// cause and remedy, names, numbers and addresses replaced. `--keep` takes the messages of the last run. Ends with 1 when a test fails.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pageOf } from "./messages/page.mjs";

const require = createRequire(import.meta.url);
const folder = "reports/messages";
/** Where messages are met in use. The other tests meet the same ones, or make errors of their own. */
const folders = [
  ...["xml", "schema", "soap", "client", "transport", "addressing", "attachments", "security"],
  ...["sandbox", "cli", "contract", "wire", "codegen", "commands", "golden"],
];
/** Slow, and no message of their own. */
const leftOut = [
  ...["xml/agreement", "xml/conformance", "client/large-response", "client/way", "client/slices", "client/item-stream"],
  ...["transport/connections", "transport/max-queued", "transport/gate", "sandbox/made-values", "cli/process"],
  ...["commands/bounds", "commands/verify-bounds", "golden/verify"],
];

if (!process.argv.includes("--keep")) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const args = [
    ...folders.map((name) => `tests/${name}/`),
    ...["--config", "tests/messages/jest.config.cjs", "--maxWorkers=2", "--silent"],
    // Behind the folders: this option takes every word that follows it.
    ...["--testPathIgnorePatterns", ...leftOut.map((name) => `tests/${name}`)],
  ];
  const env = { ...process.env, MESSAGES: folder };
  const run = spawnSync(process.execPath, [require.resolve("jest/bin/jest"), ...args], { env, stdio: "inherit" });
  if (run.status !== 0) process.exit(1);
}
const recorded = readdirSync(folder)
  .flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n"))
  .map((line) => JSON.parse(line));
writeFileSync("docs/messages.md", pageOf(recorded));
