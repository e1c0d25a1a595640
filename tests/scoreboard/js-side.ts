/** Runs a JavaScript system in its own process: `js-side.ts NAME FILE`. Each line of the file is a contract. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Contract } from "./board";
import { type Opened, runSide } from "./systems/system";

const [name = "", file = ""] = process.argv.slice(2);
const contracts = readFileSync(file, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Contract);
const { open } = require(join(__dirname, "systems", name)) as { open: (contract: Contract) => Promise<Opened> };
// The output of a system must not get between the outcomes.
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
process.on("unhandledRejection", () => {});
runSide(contracts, open, (outcome) => print(`${JSON.stringify(outcome)}\n`)).then(() =>
  // The pipe must be empty before the process exits.
  print("", () => process.exit(0)),
);
