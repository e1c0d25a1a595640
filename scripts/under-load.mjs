// Runs the tests of the run time and its features ROUNDS times while four processes keep the processors busy, and prints
// how many rounds passed: no test may decide by which of two timers came first. ONLY names other folders, apart by spaces.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";

const jest = createRequire(import.meta.url).resolve("jest/bin/jest");
const rounds = Number(process.env.ROUNDS || 10);
const folders = (process.env.ONLY || "packages/soapwright-runtime/tests packages/soapwright-features/tests")
  .split(" ")
  .filter(Boolean);
const report = "reports/under-load.json";
mkdirSync("reports", { recursive: true });

// Each ends by itself when this process has ended, in whichever way: its standard input ends then.
const BUSY = `
process.stdin.on("end", () => process.exit()).resume();
const turn = () => {
  for (const end = Date.now() + 50; Date.now() < end; );
  setImmediate(turn);
};
turn();`;
const load = Array.from({ length: 4 }, () =>
  spawn(process.execPath, ["-e", BUSY], { stdio: ["pipe", "ignore", "ignore"] }),
);
let passed = 0;
try {
  for (let round = 1; round <= rounds; round++) {
    rmSync(report, { force: true });
    const started = Date.now();
    const args = [jest, "--json", `--outputFile=${report}`, "--maxWorkers=2", ...folders];
    const { status } = spawnSync(process.execPath, args, { stdio: "ignore" });
    const seconds = Math.round((Date.now() - started) / 1000);
    const { numPassedTests = 0, testResults = [] } = resultsOf(report);
    const isGreen = status === 0 && numPassedTests > 0;
    if (isGreen) passed++;
    console.log(`round ${round}: ${isGreen ? "green" : "failed"}, ${numPassedTests} tests in ${seconds} s`);
    for (const { name, message, assertionResults } of testResults) {
      const failed = assertionResults.filter((each) => each.status === "failed");
      if (failed.length === 0 && message !== "" && !isGreen) console.log(`  ${name}\n${message}`);
      for (const { fullName, failureMessages } of failed)
        console.log(
          `  ${name}: ${fullName}\n    ${failureMessages.join("\n").split("\n").slice(0, 12).join("\n    ")}`,
        );
    }
  }
} finally {
  for (const { pid } of load) process.kill(pid);
}
console.log(`${passed} of ${rounds}`);
process.exitCode = passed === rounds ? 0 : 1;

function resultsOf(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
