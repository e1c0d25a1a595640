// Runs the tests ROUNDS times under each condition of a machine that is not this one, and prints a table, and failures on
// stderr: a test that fails under one of them is decided by this machine. ONLY names conditions, FOLDERS what to run, SEED
// the random order.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { relative, resolve } from "node:path";

const jest = createRequire(import.meta.url).resolve("jest/bin/jest");
const report = "reports/anywhere.json";
const seed = Number(process.env.SEED || Date.now() % 1_000_000);
const relay = (way) => ({ NODE_OPTIONS: `--require=${resolve("tests/anywhere/relay.cjs")}`, RELAY: way });

/** What each condition puts before the command, adds to its environment and its words, and runs beside it. */
const conditions = {
  alone: {},
  "one-processor": { before: ["taskset", "-c", "0"] },
  busy: { busy: 4 },
  slowed: { isSlowed: true },
  "buffering-proxy": { environment: relay("all") },
  "slow-proxy": { environment: relay("4096") },
  "clock-ahead": { before: ["faketime", "-m", "--exclude-monotonic", "-f", "+1h"] },
  elsewhere: { environment: { TZ: "Pacific/Chatham", LC_ALL: "C.UTF-8" } },
  "absent-locale": { environment: { TZ: "America/St_Johns", LC_ALL: "tr_TR.UTF-8" } },
  "random-order": {
    words: ["--randomize", `--seed=${seed}`, `--testSequencer=${resolve("tests/anywhere/random-order.cjs")}`],
  },
};
const listOf = (text = "") => text.split(" ").filter(Boolean);
const names = listOf(process.env.ONLY || Object.keys(conditions).join(" "));
const folders = listOf(process.env.FOLDERS);
const rounds = Number(process.env.ROUNDS || 2);
const unknown = names.filter((name) => !Object.hasOwn(conditions, name));
if (unknown.length > 0) {
  console.error(`ONLY=${unknown.join(" ")} is not known. Conditions: ${Object.keys(conditions).join(", ")}.`);
  process.exit(2);
}

// Each ends by itself when this process has ended, in whichever way: its standard input ends then.
const BUSY = `
process.stdin.on("end", () => process.exit()).resume();
const turn = () => {
  for (const end = Date.now() + 50; Date.now() < end; );
  setImmediate(turn);
};
turn();`;

async function runUnder({ before = [], environment = {}, words = [], busy = 0, isSlowed = false }) {
  const load = Array.from({ length: busy }, () =>
    spawn(process.execPath, ["-e", BUSY], { stdio: ["pipe", "ignore", "ignore"] }),
  );
  rmSync(report, { force: true });
  const started = Date.now();
  const workers = Math.min(4, availableParallelism() + 1);
  const [command, ...args] = [...before, process.execPath, jest, "--json", `--outputFile=${report}`];
  const run = spawn(command, [...args, `--maxWorkers=${workers}`, ...words, ...folders], {
    stdio: "ignore",
    // A group of its own, which is stopped and goes on with all of its processes.
    detached: true,
    env: { ...process.env, SEED: String(seed), ...environment },
  });
  running = run;
  const slower = isSlowed ? slow(run) : undefined;
  const error = await new Promise((resolve) => run.on("error", resolve).on("close", () => resolve(undefined)));
  running = undefined;
  clearInterval(slower);
  if (isSlowed) signal(run.pid, "SIGCONT");
  for (const { pid } of load) process.kill(pid);
  if (error) throw new Error(`${command} does not run here: ${error.message}`);
  return { seconds: Math.round((Date.now() - started) / 1000), ...resultsOf(report) };
}

/** Lets the processes of `run` have a quarter of the time, as cpulimit does for one process. */
function slow({ pid }) {
  let tick = 0;
  return setInterval(() => signal(pid, tick++ % 4 === 0 ? "SIGCONT" : "SIGSTOP"), 25);
}

function signal(pid, name) {
  try {
    process.kill(-pid, name);
  } catch {
    // The last of them has ended.
  }
}

function resultsOf(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { success: false, numPassedTests: 0, numFailedTests: 1, numRuntimeErrorTestSuites: 0, testResults: [] };
  }
}

// What is stopped when this process is ended would never end.
let running;
for (const name of ["SIGINT", "SIGTERM"]) {
  process.on(name, () => {
    for (const each of running ? ["SIGTERM", "SIGCONT"] : []) signal(running.pid, each);
    process.exit(1);
  });
}
mkdirSync("reports", { recursive: true });
console.log(
  `seed of the random order: ${seed}\n\n| condition | round | passed | failed | seconds |\n|---|--:|--:|--:|--:|`,
);
let [red, runs] = [0, 0];
for (let round = 1; round <= rounds; round++) {
  for (const name of names) {
    const ran = await runUnder(conditions[name]);
    const isGreen = ran.success && ran.numPassedTests > 0;
    const failed = ran.numFailedTests + ran.numRuntimeErrorTestSuites;
    runs++;
    if (!isGreen) red++;
    console.log(
      `| ${name} | ${round} | ${ran.numPassedTests} | ${isGreen ? 0 : Math.max(1, failed)} | ${ran.seconds} |`,
    );
    for (const file of ran.testResults) {
      const path = relative(process.cwd(), file.name);
      const tests = file.assertionResults.filter((each) => each.status === "failed");
      if (tests.length === 0 && file.status === "failed") console.error(`\n${name}: ${path}\n${file.message}`);
      for (const { fullName, failureMessages } of tests)
        console.error(
          `\n${name}: ${path}: ${fullName}\n    ${failureMessages.join("\n").split("\n").slice(0, 14).join("\n    ")}`,
        );
    }
  }
}
console.log(`\n${red} of ${runs} runs are red.`);
process.exitCode = red === 0 ? 0 : 1;
