/** A system of JavaScript in a process of its own: `js-side.ts NAME FILE`, where each line of the file is a contract. */
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
// What a system logs must not stand between outcomes.
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
process.on("unhandledRejection", () => {});
runSide(contracts, open, (outcome) => print(`${JSON.stringify(outcome)}\n`)).then(() =>
  // What is still in the pipe has to leave it first.
  print("", () => process.exit(0)),
);
