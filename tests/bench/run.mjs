// The benchmark: `node tests/bench/run.mjs [--json] [--quick] [--only NAME]…`. Measures the built package (dist/) beside
// its rivals, prints every ratio with the figure asked for. Exit code 1 when a figure could not be measured.
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { printFigure, printSummary } from "./print.mjs";
import { startServer } from "./processes.mjs";
import { prepareRivals, rootFolder } from "./rivals.mjs";

const names = ["calls", "in-flight", "long-list", "decode", "growth", "stream", "cold-start", "codegen"];

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
  },
});
const chosen = names.filter((name) => values.only.length === 0 || values.only.includes(name));
if (chosen.length === 0) throw new Error(`--only takes one of ${names.join(", ")}`);
if (!existsSync(join(rootFolder, "dist/src/index.js"))) throw new Error("dist/ is missing: run make build first");

prepareRivals();
const server = await startServer();
const settings = {
  origin: server.origin,
  quick: values.quick,
  rounds: values.quick ? 3 : 5,
  ms: values.quick ? 300 : 1000,
};
const results = {};
const failures = {};
for (const name of chosen) {
  console.error(`measuring ${name} …`);
  try {
    const { run } = await import(`./figures/${name}.mjs`);
    results[name] = await run(settings);
    if (!values.json) printFigure(results[name]);
  } catch (error) {
    failures[name] = error instanceof Error ? error.message : String(error);
    console.error(`${name} was not measured: ${failures[name]}`);
  }
}
server.stop();

const ratios = Object.assign({}, ...Object.values(results).map((result) => result.ratios));
if (values.json) {
  const figures = Object.fromEntries(Object.entries(results).map(([name, result]) => [name, result.figures]));
  const machine = { node: process.version, processors: availableParallelism() };
  console.log(JSON.stringify({ machine, quick: values.quick, ratios, figures, failures }));
} else {
  printSummary(ratios);
}
process.exitCode = Object.keys(failures).length === 0 ? 0 : 1;
