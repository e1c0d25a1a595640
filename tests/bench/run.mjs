// The benchmark: `node tests/bench/run.mjs [--json] [--quick] [--only NAME]…`. Measures the built package (dist/) beside
// its rivals and prints every ratio with the figure asked for. Exit code 1 when something could not be measured.
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMet, printFigure, printSummary } from "./print.mjs";
import { startServer } from "./processes.mjs";
import { prepareRivals, rootFolder } from "./rivals.mjs";

const names = ["calls", "in-flight", "long-list", "decode", "growth", "stream", "cold-start", "codegen", "compile"];

const wrongUsage = (message) => {
  console.error(message);
  process.exit(2);
};

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        json: { type: "boolean", default: false },
        quick: { type: "boolean", default: false },
        only: { type: "string", multiple: true, default: [] },
      },
    });
    const unknown = values.only.find((name) => !names.includes(name));
    if (unknown !== undefined) wrongUsage(`--only ${unknown}: takes one of ${names.join(", ")}`);
    return values;
  } catch (error) {
    return wrongUsage(error.message);
  }
}

const { json, quick, only } = readArguments();
if (!existsSync(join(rootFolder, "dist/index.js"))) wrongUsage("dist/ is missing: run make build first");
await prepareRivals();

const server = await startServer();
const settings = { origin: server.origin, quick, rounds: quick ? 3 : 5, ms: quick ? 300 : 1000 };
const results = {};
const failures = {};
for (const name of names.filter((each) => only.length === 0 || only.includes(each))) {
  console.error(`measuring ${name} …`);
  try {
    const { run } = await import(`./figures/${name}.mjs`);
    results[name] = await run(settings);
    if (!json) printFigure(results[name]);
  } catch (error) {
    failures[name] = error instanceof Error ? error.message : String(error);
    console.error(`${name} was not measured: ${failures[name]}`);
  }
}
server.stop();

const ratios = Object.assign({}, ...Object.values(results).map((result) => result.ratios));
if (json) {
  for (const ratio of Object.values(ratios)) ratio.met = isMet(ratio);
  const figures = Object.fromEntries(Object.entries(results).map(([name, result]) => [name, result.figures]));
  const machine = { node: process.version, processors: availableParallelism() };
  console.log(JSON.stringify({ machine, quick, ratios, figures, failures }));
} else {
  printSummary(ratios);
}
process.exitCode = Object.keys(failures).length === 0 ? 0 : 1;
