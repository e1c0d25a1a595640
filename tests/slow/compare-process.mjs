// What compare.test.ts asserts: a built tree beside itself ten times, and beside a copy of it whose calls cost 10 % more.
// Prints the rows of each comparison and its exit code as JSON.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { compareTrees, exitCodeOf, tableOf } from "../compare/compare.mjs";
import { builtTree, commitOfFiles, copyTree } from "../compare/trees.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const row = "call/small-1.1";
const pairs = 9;

/** The factory of the client whose small call is measured, with a loop before each call. */
const slowedMain = (main, us) => `const whole = require(${JSON.stringify(main)});
function loop() {
  const end = performance.now() + ${us / 1000};
  while (performance.now() < end);
}
exports.createEmployeeServiceV3 = (options) => {
  const client = whole.createEmployeeServiceV3(options);
  return {
    addressGetList(args) {
      loop();
      return client.addressGetList(args);
    },
  };
};
`;

/** Puts a busy loop of so many microseconds before each call of the tree's own client. */
function slowDown(tree, us) {
  const file = join(tree, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const slowed = "dist/slowed.js";
  if (existsSync(join(tree, slowed))) throw new Error(`${slowed} is a built file, so the loop needs another name.`);
  writeFileSync(join(tree, slowed), slowedMain(resolve(tree, manifest.main), us));
  // A copy may share its files with the tree, so the manifest is a new file.
  rmSync(file);
  writeFileSync(file, JSON.stringify({ ...manifest, main: `./${slowed}` }));
}

async function compared(base, here, size) {
  const rows = await compareTrees(base, here, { pairs, size, only: [row] });
  console.error(tableOf(rows));
  return { rows, exitCode: exitCodeOf(rows) };
}

const tree = builtTree(root, commitOfFiles(root));
const folder = mkdtempSync(join(tmpdir(), "soapwright-slowed-"));
try {
  const same = [];
  for (let time = 0; time < 10; time++) same.push(await compared(tree, tree, 0.25));
  const costs = same.map(({ rows }) => rows[0].base).sort((a, b) => a - b);
  const copy = copyTree(tree, join(folder, "tree"));
  slowDown(copy, costs[5] * 0.1);
  const slowed = await compared(tree, copy, 0.5);
  process.stdout.write(JSON.stringify({ same, slowed }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
