// Runs rows of the tables of proofs and steps, or lists a table: `make soak`, `make proof NAME="soak fuzz"`, `make release STEP=tag`.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { proofs } from "./proofs.mjs";
import { steps } from "./steps.mjs";

const [word, ...names] = process.argv.slice(2);
const tables = { "proof NAME": proofs, "release STEP": steps, "": { ...proofs, ...steps } };
const rows = tables[word];
const unknown = names.find((name) => !Object.hasOwn(rows, name));
const log = "reports/minutes.json";

/** Minutes that rows took on this machine, by name. */
function minutes() {
  try {
    return JSON.parse(readFileSync(log, "utf8"));
  } catch {
    return {};
  }
}

function list() {
  const taken = minutes();
  const line = ([name, { says }]) =>
    `  ${name.padEnd(16)}${says}${taken[name] === undefined ? "" : ` (${taken[name]} min)`}`;
  return Object.entries(rows).map(line).join("\n");
}

function run(program, words) {
  const { status, signal } = spawnSync(program, words, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? (signal === "SIGINT" ? 130 : 1));
}

if (unknown !== undefined) {
  console.error(
    word === ""
      ? `make has no target ${unknown}: make help, make proof and make release STEP=? list what there is.`
      : `${word}=${unknown} is not known. It is one of:\n${list()}`,
  );
  process.exit(2);
}
if (names.length === 0) console.log(list());
for (const name of names) {
  const { needs = [], command } = rows[name];
  if (needs.length > 0) run("make", ["--no-print-directory", ...needs]);
  const began = Date.now();
  run("sh", ["-ec", command]);
  if (!Object.hasOwn(proofs, name)) continue;
  mkdirSync("reports", { recursive: true });
  writeFileSync(log, JSON.stringify({ ...minutes(), [name]: Math.ceil((Date.now() - began) / 60_000) }));
}
