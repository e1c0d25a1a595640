/** Exports whose process, disk or power fails at any moment: committed results are neither lost nor doubled. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import {
  environmentOf,
  killAtRandom,
  type Ran,
  rowsOfRange,
  runCommand,
  sortedLines,
  startStaff,
  temporaryFolder,
} from "soapwright-testing/export/staff";
import { isSlow, slowTest } from "soapwright-testing/stage/slow";
import type { Sandbox } from "../../src/sandbox/start-sandbox";

/** The number of kills. `EXPORT_KILLS=50` takes a minute or two. */
const kills = Number(process.env.EXPORT_KILLS ?? (isSlow ? 20 : 2));
const inputs = 250 * Math.max(4, kills);
const words = ["export", "cost-centers", "--ids", `1-${inputs}`, "--quiet"];

const folder = temporaryFolder();
let sandbox: Sandbox;
/** The same employees, with calls that take longer than any time limit of these tests. */
let slow: Sandbox;
let onCall: () => void = () => {};
let undisturbed: string;
let undisturbedErrors: string;

beforeAll(async () => {
  sandbox = await startStaff({ onCall: () => onCall(), delayMs: 2 });
  slow = await startStaff({ onCall: () => onCall(), delayMs: 100_000 });
  const ran = await run("whole.csv");
  expect(ran.code).toBe(1);
  undisturbed = read("whole.csv");
  undisturbedErrors = read("whole.csv.errors.ndjson");
});
afterAll(async () => {
  await sandbox.close();
  await slow.close();
  folder.remove();
});

const read = (name: string) => readFileSync(join(folder.path, name), "utf8");

function run(
  out: string,
  { more: moreWords = [], ...more }: Partial<Parameters<typeof runCommand>[1]> & { readonly more?: string[] } = {},
): Promise<Ran> {
  return runCommand([...words, ...moreWords, "--out", out], {
    cwd: folder.path,
    env: environmentOf(sandbox.url),
    ...more,
  });
}

/** Kills the process at a random time after its start, or after its first call. */
function runAndKill(out: string, more: Partial<Parameters<typeof runCommand>[1]> = {}): Promise<Ran> {
  return run(out, {
    ...more,
    onStart(child) {
      onCall = killAtRandom(child);
    },
  }).finally(() => {
    onCall = () => {};
  });
}

test("the undisturbed run has each row once", () => {
  expect(undisturbed.split("\r\n").length - 2).toBe(rowsOfRange(1, inputs));
  expect(undisturbedErrors.split("\n").length - 1).toBe(Math.floor(inputs / 97));
});

test(`${kills} kills at random moments: the result is that of the undisturbed run, byte for byte after sorting`, async () => {
  let killed = 0;
  for (let turn = 0; turn < kills; turn++) {
    const { code } = await runAndKill("killed.csv");
    if (code !== null) break;
    killed++;
  }
  const last = await run("killed.csv");
  expect([last.code, last.err]).toEqual([1, ""]);
  expect(killed).toBeGreaterThan(kills / 3);
  expect(sortedLines(read("killed.csv"))).toEqual(sortedLines(undisturbed));
  expect(sortedLines(read("killed.csv.errors.ndjson"))).toEqual(sortedLines(undisturbedErrors));
}, 600_000);

slowTest(
  "lost power: files that are cut back to what had been made to stay",
  async () => {
    if (!existsSync("/proc/self/fd")) return;
    const log = join(folder.path, "fsync.log");
    let lost = 0;
    for (let turn = 0; turn < Math.ceil(kills / 2); turn++) {
      const { code } = await runAndKill("power.csv", {
        env: { ...environmentOf(sandbox.url), FSYNC_LOG: log },
        nodeArguments: ["--require", resolve("packages/soapwright-export/tests/fsync-log.cjs")],
      });
      if (code !== null) break;
      lost++;
      const lengths = existsSync(log)
        ? new Map(
            read("fsync.log")
              .trim()
              .split("\n")
              .map((line) => JSON.parse(line) as [string, number]),
          )
        : new Map<string, number>();
      for (const name of ["power.csv", "power.csv.errors.ndjson", "power.csv.journal"]) {
        const path = join(folder.path, name);
        const length = lengths.get(path);
        if (existsSync(path) && length !== undefined && length < statSync(path).size) truncateSync(path, length);
      }
    }
    expect((await run("power.csv")).code).toBe(1);
    expect(lost).toBeGreaterThan(0);
    expect(sortedLines(read("power.csv"))).toEqual(sortedLines(undisturbed));
    expect(sortedLines(read("power.csv.errors.ndjson"))).toEqual(sortedLines(undisturbedErrors));
  },
  600_000,
);

slowTest(
  "a second Ctrl-C ends at once, a closed terminal too, and the same command goes on",
  async () => {
    for (const [turn, signals] of (["SIGINT SIGINT", "SIGTERM SIGTERM", "SIGHUP"] as const).entries()) {
      let err = "";
      const ran = run("signals.csv", {
        onStart(child) {
          const [first, second] = signals.split(" ") as NodeJS.Signals[];
          const toldOf = (what: string) => () => {
            if (second === undefined || !err.includes(what)) return;
            child.kill(second);
          };
          child.stdout?.on("data", (text: Buffer) => {
            err += text.toString();
            toldOf('"stop"')();
          });
          onCall = () => {
            onCall = () => {};
            child.kill(first);
          };
        },
        more: ["--json"],
        env: { ...environmentOf(slow.url) },
      });
      // The signal itself ended the process: the calls in flight would have taken longer than this test may.
      expect([turn, (await ran).code]).toEqual([turn, null]);
    }
    expect((await run("signals.csv")).code).toBe(1);
    expect(sortedLines(read("signals.csv"))).toEqual(sortedLines(undisturbed));
  },
  120_000,
);

test("a full disk stops it with one line; with room again it goes on", async () => {
  const disk = join(folder.path, "disk");
  mkdirSync(disk);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], { stdio: "pipe" });
  } catch {
    console.warn("A small disk needs root and the right to mount: this test was left out.");
    return;
  }
  try {
    const full = await run("disk/full.csv");
    expect(full.code).toBe(9);
    expect(full.err).toMatch(
      /^error: Cannot write disk\/full\.\S+: the disk is full\. Free some space, then run the same export again\.\n$/,
    );
    execFileSync("mount", ["-o", "remount,size=64m", disk]);
    expect((await run("disk/full.csv")).code).toBe(1);
    expect(sortedLines(read("disk/full.csv"))).toEqual(sortedLines(undisturbed));
    expect(sortedLines(read("disk/full.csv.errors.ndjson"))).toEqual(sortedLines(undisturbedErrors));
  } finally {
    execFileSync("umount", [disk]);
  }
}, 300_000);

test("the service is lost in the middle, and comes back", async () => {
  const { url } = sandbox;
  let calls = 0;
  onCall = () => {
    if (++calls !== 300) return;
    sandbox.addTrouble({ trouble: { kind: "reset", when: "before" }, times: 6 });
    sandbox.addTrouble({ trouble: { kind: "status", status: 503, retryAfterSeconds: 1 }, times: 3 });
  };
  expect((await run("network.csv")).code).toBe(1);
  expect(sandbox.url).toBe(url);
  expect(sortedLines(read("network.csv"))).toEqual(sortedLines(undisturbed));
  expect(sortedLines(read("network.csv.errors.ndjson"))).toEqual(sortedLines(undisturbedErrors));
}, 300_000);

test("two runs at once: one goes on, the other is refused and says who has the journal", async () => {
  const ran = await Promise.all([run("twice.csv"), run("twice.csv")]);
  const [one, other] = ran.sort((a, b) => (a.code ?? 0) - (b.code ?? 0));
  expect([one?.code, other?.code]).toEqual([1, 8]);
  expect(other?.err).toMatch(
    /^error: Process \d+ of \S+ is running this export: it holds twice\.csv\.journal\.lock\. Wait until it has ended/,
  );
  expect(sortedLines(read("twice.csv"))).toEqual(sortedLines(undisturbed));
}, 300_000);

test("the lock of a dead process is taken over, also when its number is used again", async () => {
  const few = () =>
    runCommand(["export", "cost-centers", "--ids", "1-3", "--out", "locked.csv", "--quiet"], {
      cwd: folder.path,
      env: environmentOf(sandbox.url),
    });
  const lock = (holder: object) => writeFileSync(join(folder.path, "locked.csv.journal.lock"), JSON.stringify(holder));
  // This process has the process id of the lock, but another start time.
  lock({ host: hostname(), pid: process.pid, started: "another-boot/1" });
  expect((await few()).code).toBe(0);
  lock({ host: hostname(), pid: 2 ** 22 + 1, started: "x" });
  expect((await few()).code).toBe(0);
  writeFileSync(join(folder.path, "locked.csv.journal.lock"), "");
  expect((await few()).code).toBe(0);
  lock({ host: "another-machine", pid: 1, started: "x" });
  expect(await few()).toMatchObject({ code: 8, err: expect.stringContaining("If it has ended, remove") });
  expect(existsSync(join(folder.path, "locked.csv.journal.lock"))).toBe(true);
}, 300_000);
