// Runs jest, prints the slowest files, and ends with one line of counts: `N passed, N failed`. A suite that does not
// load counts as a failed test, and a run without any test is a failure.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { relative } from "node:path";

const require = createRequire(import.meta.url);
const report = "reports/jest.json";
mkdirSync("reports", { recursive: true });
rmSync(report, { force: true });
// Two workers spend a fifth of their time waiting for sockets and timers, so a third one is used.
const workers = Math.min(4, availableParallelism() + 1);
const run = spawnSync(
  process.execPath,
  [
    require.resolve("jest/bin/jest"),
    "--json",
    `--outputFile=${report}`,
    `--maxWorkers=${workers}`,
    ...process.argv.slice(2),
  ],
  { stdio: ["ignore", "ignore", "inherit"] },
);
let counted;
try {
  counted = JSON.parse(readFileSync(report, "utf8"));
} catch {
  console.log("0 passed, 1 failed");
  process.exit(1);
}
const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000;
const longest = counted.testResults.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, 10);
console.log(
  `${counted.testResults.length} files in ${Math.round((Date.now() - counted.startTime) / 1000)} s. The longest:`,
);
for (const file of longest) {
  console.log(`${seconds(file).toFixed(1).padStart(7)} s  ${relative(process.cwd(), file.name)}`);
}
const failed = counted.numFailedTests + counted.numRuntimeErrorTestSuites;
const skipped = counted.numPendingTests + counted.numTodoTests;
const none = counted.numPassedTests === 0;
console.log(
  `${counted.numPassedTests} passed, ${none ? Math.max(1, failed) : failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
);
process.exit(run.status !== 0 || failed > 0 || none ? 1 : 0);
