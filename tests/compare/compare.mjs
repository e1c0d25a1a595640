// `node tests/compare/compare.mjs COMMIT [--json] [--quick] [--pairs N] [--only NAMES]`: builds the commit and this folder's
// files, and measures both in turn. Exit code 1 when a figure here is larger by more than 3 %, 2 when nothing can be compared.
// In a workflow the table is the summary of the job too.
import { appendFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startServer } from "../bench/processes.mjs";
import { short } from "../bench/statistics.mjs";
import { measurements, prepareTree } from "./measurements.mjs";
import { pairedRatio } from "./statistics.mjs";
import { builtTree, commitOf, commitOfFiles } from "./trees.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
/** An interval wholly above this ratio is worse. */
const worseAbove = 1.03;
const leastPairs = 9;

/**
 * Measures two built trees in turn, each pair in the other order than the one before, and returns the rows of the table.
 * `only` has beginnings of names of measurements.
 */
export async function compareTrees(base, here, { pairs, size = 1, only = [], report = () => {} }) {
  const server = await startServer();
  const sides = [];
  try {
    for (const tree of [base, here]) sides.push(prepareTree(tree));
    const all = Object.entries(measurements(server.origin, size));
    const chosen = all.filter(([name]) => only.length === 0 || only.some((start) => name.startsWith(start)));
    const unknown = only.find((start) => !all.some(([name]) => name.startsWith(start)));
    if (unknown !== undefined)
      throw new Error(`ONLY=${unknown} names no row. The rows are ${all.map(([name]) => name).join(", ")}.`);
    const rows = [];
    for (const [name, measurement] of chosen) {
      report(`measuring ${name} …`);
      rows.push(...(await measureInTurn(name, measurement, sides, measurement.exact ? 1 : pairs)));
    }
    return rows;
  } finally {
    for (const side of sides) side.remove();
    server.stop();
  }
}

async function measureInTurn(name, { figures, measure }, sides, pairs) {
  const seen = [];
  for (let pair = 0; pair < pairs; pair++) {
    const values = [];
    for (const at of pair % 2 === 0 ? [0, 1] : [1, 0]) {
      try {
        values[at] = await measure(sides[at]);
      } catch (error) {
        const missing = `${at === 0 ? "the commit" : "this tree"}: ${error.message}`;
        // What only the commit can do is lost here.
        return [{ row: name, missing, worse: at === 1 }];
      }
    }
    seen.push(values);
  }
  return Object.entries(figures).map(([figure, unit]) => {
    const result = pairedRatio(seen.map(([before, after]) => [before[figure], after[figure]]));
    return { row: figure === "" ? name : `${name} ${figure}`, unit, ...result, worse: result.low > worseAbove };
  });
}

const heads = ["row", "unit", "commit", "here", "ratio", "95 % interval", ""];

/** Returns the table as Markdown, which is text that a terminal and a summary of a workflow both show. */
export function tableOf(rows) {
  const cells = rows.map((row) =>
    row.missing === undefined
      ? [
          ...[row.row, row.unit, short(row.base), short(row.here), row.ratio.toFixed(3)],
          ...[`${row.low.toFixed(3)} to ${row.high.toFixed(3)}`, row.worse ? "WORSE" : ""],
        ]
      : [row.row, "", "", "", "", "not measured", row.worse ? "WORSE" : ""],
  );
  const widths = heads.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at].length), 3));
  const line = (row) =>
    `| ${row.map((cell, at) => (at < 2 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(" | ")} |`;
  const rule = `|${widths.map((width, at) => (at < 2 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  const missing = rows.filter((row) => row.missing).map((row) => `${row.row} was not measured. ${row.missing}`);
  return [line(heads), rule, ...cells.map(line), ...missing].join("\n");
}

/** 1 when a row is worse. */
export function exitCodeOf(rows) {
  return rows.some((row) => row.worse) ? 1 : 0;
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      pairs: { type: "string" },
      only: { type: "string", default: "" },
    },
  });
  if (positionals.length !== 1) throw new Error("Name one commit to compare with: make compare REV=main.");
  const pairs = Number(values.pairs ?? (values.quick ? 5 : leastPairs));
  if (!Number.isInteger(pairs) || pairs < 1) throw new Error(`PAIRS=${values.pairs} is no whole number above 0.`);
  return { ...values, commit: positionals[0], pairs, only: values.only.split(",").filter((name) => name !== "") };
}

async function main() {
  const { commit, json, quick, pairs, only } = readArguments();
  const base = builtTree(root, commitOf(root, commit));
  const here = builtTree(root, commitOfFiles(root));
  const report = (line) => console.error(line);
  const rows = await compareTrees(base, here, { pairs, only, size: quick ? 0.4 : 1, report });
  if (json) console.log(JSON.stringify({ commit, pairs, quick, node: process.version, rows }));
  else console.log(tableOf(rows));
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (summary) appendFileSync(summary, `${tableOf(rows)}\n`);
  return exitCodeOf(rows);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }
}
