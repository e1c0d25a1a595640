/** The command `export` as a process: its formats, exit codes and messages. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import {
  costCentersOf,
  environmentOf,
  rowsOfRange,
  runCommand,
  sortedLines,
  startStaff,
  temporaryFolder,
} from "soapwright-testing/export/staff";
import { slowTest } from "soapwright-testing/stage/slow";
import { BarView } from "../../packages/soapwright-cli/src/service/export/progress-bar";
import { LineView, type ViewOutput } from "../../packages/soapwright-cli/src/service/export/progress-view";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox";
import { runHere } from "./run-here";

const folder = temporaryFolder();
const staff = { sandbox: undefined as Sandbox | undefined, calls: [] as number[] };

beforeAll(async () => {
  staff.sandbox = await startStaff({ onCall: (id) => staff.calls.push(id) });
});
beforeEach(() => {
  staff.calls.length = 0;
});
afterAll(async () => {
  await staff.sandbox?.close();
  folder.remove();
});

const path = (name: string) => join(folder.path, name);
const write = (name: string, text: string) => writeFileSync(path(name), text);
const read = (name: string) => readFileSync(path(name), "utf8");
const run = (words: string, { env, input }: { readonly env?: NodeJS.ProcessEnv; readonly input?: string } = {}) => {
  const options = { cwd: folder.path, env: { ...environmentOf(staff.sandbox?.url ?? ""), ...env } };
  const args = ["export", ...words.split(" ")];
  return input === undefined ? runHere(args, options) : runCommand(args, { ...options, input });
};

test("CSV in, CSV out: a row for each item, failed inputs beside it, exit code 1", async () => {
  write("staff.csv", "Name;EmployeeId\nA;1001\nB;1067\nC;1005\n");
  // A slow machine has told its progress before.
  const { code, err } = await run("cost-centers --ids staff.csv --out staff-out.csv");
  expect(err).toMatch(
    /^Complete: 3 inputs, 3 rows, 1 input without rows, 1 failed, in .*\nThe failed inputs are in staff-out\.csv\.errors\.ndjson\./m,
  );
  expect(code).toBe(1);
  expect(read("staff-out.csv")).toBe(
    "EmployeeId,Id,CostCenter.Code,CostCenter.Description,CostCenter.Id,Kostensoort.Code,Kostensoort.Description,Percentage,Default\r\n" +
      costCentersOf(1001)
        .map(
          ({ Id, CostCenter, Percentage, Default }) =>
            `1001,${Id},${CostCenter.Code},"Sales, ""1001""",${CostCenter.Id ?? ""},,,${Percentage},${Default}\r\n`,
        )
        .join(""),
  );
  expect(JSON.parse(read("staff-out.csv.errors.ndjson"))).toEqual({
    row: 2,
    input: "1067",
    class: "FaultError",
    code: "FAULT",
    message: "The service returned a fault (Client, HTTP status 500).",
  });
});

test.each([
  ["a range", "--ids 1001-1003", undefined],
  ["ids alone on standard input", "--ids -", "1001\r\n1002\r\n1003"],
  ["NDJSON on standard input", "--ids -", '{"EmployeeId":1001}\n{"EmployeeId":"1002"}\n\n{"EmployeeId":1003}\n'],
  ["a column that is named", "--ids named.csv --id-column Nr", undefined],
  ["CSV with a byte order mark and quotes", "--ids bom.csv", undefined],
])("ids come from %s", async (_what, words, input) => {
  write("named.csv", "Nr,EmployeeId\n1001,1\n1002,2\n1003,3\n");
  write("bom.csv", '\ufeff"Name","employee id"\r\n"a, b","1001"\r\n\r\n"c","1002"\r\n"d","1003"\r\n');
  const { code, err } = await run(
    `CostCenter_GetCurrent ${words} --out ids.ndjson --restart --quiet`,
    input === undefined ? {} : { input },
  );
  expect([code, err]).toEqual([0, ""]);
  expect(staff.calls.sort()).toEqual([1001, 1002, 1003]);
  const rows = sortedLines(read("ids.ndjson"))
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { EmployeeId: number; Id: number });
  expect(rows).toHaveLength(rowsOfRange(1001, 1003));
  expect(rows[0]).toEqual({ EmployeeId: 1001, ...costCentersOf(1001)[0] });
});

test("arguments come from columns, by name or by --from, and from options", async () => {
  write("periods.csv", "id,Period,Jaar\n1003,11,2026\n1003,12,2026\n");
  const { code, err } = await run(
    "addresses --ids periods.csv --id-column id --from year=Jaar --out periods.ndjson --quiet",
  );
  expect([code, err]).toEqual([0, ""]);
  const rows = sortedLines(read("periods.ndjson"))
    .filter(Boolean)
    .map((line) => JSON.parse(line) as object);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatchObject({ EmployeeId: 1003, Year: 2026 });
  expect(await run("addresses --ids 1003-1003 --period 11 --year 2026 --out fixed.csv --quiet")).toMatchObject({
    code: 0,
  });
  expect(read("fixed.csv")).toMatch(/^EmployeeId,Id,Default,Street/);
});

test("--json prints events, the last of which is the end", async () => {
  const { code, out, err } = await run("cost-centers --ids 1001-1010 --out events.csv --json");
  expect([code, err]).toEqual([0, ""]);
  const events = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { event: string });
  expect(events[0]).toMatchObject({ event: "start" });
  expect(events.at(-1)).toMatchObject({
    event: "end",
    state: "complete",
    done: 10,
    failed: 0,
    rows: rowsOfRange(1001, 1010),
  });
});

test("--retry-errors calls for the failed inputs alone", async () => {
  await run("cost-centers --ids 1060-1070 --out retried.csv --quiet");
  staff.calls.length = 0;
  const { code } = await run("cost-centers --ids 1060-1070 --out retried.csv --quiet --retry-errors");
  expect(code).toBe(1);
  expect(staff.calls).toEqual([1067]);
});

describe("bad input: one line that says what to do, and an exit code by class", () => {
  const cases: readonly (readonly [what: string, words: string, code: number, line: RegExp])[] = [
    [
      "an id that is no number",
      "--ids not-a-number.csv --out x.csv",
      2,
      /^error: not-a-number\.csv, line 3, column EmployeeId: EmployeeId takes .*Correct the line/,
    ],
    [
      "a missing column",
      "--ids no-column.csv --out x.csv",
      2,
      /^error: no-column\.csv has no column EmployeeId\. It has Nr, Name\. Name the column with the ids with --id-column/,
    ],
    ["a column that is not there", "--ids staff-2.csv --id-column X --out x.csv", 2, /has no column X\. It has/],
    [
      "values that are not those of the columns",
      "--ids ragged.csv --out x.csv",
      2,
      /^error: ragged\.csv, line 3: the number of values is not that of the columns/,
    ],
    [
      "a quotation mark that is not closed",
      "--ids quote.csv --out x.csv",
      2,
      /^error: quote\.csv, line \d+: a quotation mark is not closed/,
    ],
    ["JSON that is none", "--ids broken.ndjson --out x.csv", 2, /^error: broken\.ndjson, line 2: this is not JSON/],
    [
      "a name that is empty",
      "--ids staff-2.csv --out x.csv --errors=",
      2,
      /option '--errors' takes a file, and is empty/,
    ],
    ["an empty file", "--ids empty.csv --out x.csv", 2, /^error: empty\.csv is empty/],
    [
      "a file that is not there",
      "--ids absent.csv --out x.csv",
      2,
      /^error: Cannot read absent\.csv: there is no such file or folder\. Check the path/,
    ],
    ["a range from its upper end", "--ids 9-1 --out x.csv", 2, /--ids.*1-9/],
    [
      "a range beyond the type",
      "--ids 2147483647-2147483648 --out x.csv",
      2,
      /--ids.*EmployeeId: xs:int from -2147483648 to 2147483647\. 2147483648 is not one\./,
    ],
    ["no output", "--ids 1-2", 2, /--out/],
    [
      "an output in a folder that is not there",
      "--ids 1001-1002 --out no/such/x.csv",
      9,
      /^error: Cannot write no\/such\/x\.csv.*there is no such file or folder/,
    ],
    [
      "an output that is a folder",
      "--ids 1001-1002 --out folder.csv",
      9,
      /^error: Cannot (?:read|write) folder\.csv: it is a folder/,
    ],
    [
      "an output that no journal belongs to",
      "--ids 1001-1002 --out theirs.csv",
      8,
      /^error: theirs\.csv already exists.*--restart/,
    ],
    [
      "a journal that is none",
      "--ids 1001-1002 --out x.csv --journal theirs.csv",
      8,
      /^error: theirs\.csv is not a journal/,
    ],
    [
      "an option that the operation does not have",
      "--ids 1001-1002 --out x.csv --perod 3",
      2,
      /unknown option '--perod'/,
    ],
    [
      "an option that the command has by nearly that name",
      "--ids 1001-1002 --out x.csv --error y",
      2,
      /unknown option '--error'\. Did you mean --errors\?\n/,
    ],
    [
      "a certificate of the database that is not there",
      "--ids 1001-1002 --to postgres://me@127.0.0.1:1/rows?sslrootcert=/no/ca.pem",
      4,
      /^error: The address of PostgreSQL at 127\.0\.0\.1:1\/rows names \/no\/ca\.pem, which cannot be read \(ENOENT\)\./,
    ],
    ["a concurrency that is none", "--ids 1001-1002 --out x.csv --concurrency 0", 2, /--concurrency/],
  ];
  beforeAll(() => {
    write("not-a-number.csv", "EmployeeId\n1001\nJan\n");
    write("no-column.csv", "Nr,Name\n1,a\n");
    write("staff-2.csv", "EmployeeId,Name\n1001,a\n");
    write("ragged.csv", "EmployeeId,Name\n1001,a\n1002,b,c\n");
    write("quote.csv", 'EmployeeId,Name\n1001,"a\n1002,b\n');
    write("broken.ndjson", '{"EmployeeId":1001}\n{"EmployeeId":\n');
    write("empty.csv", "");
    write("theirs.csv", "theirs\n");
    mkdirSync(path("folder.csv"));
  });
  test.each(cases)("%s", async (_what, words, code, line) => {
    const ran = await run(`cost-centers ${words}`);
    expect(ran.err.trim().split("\n")).toHaveLength(1);
    expect(ran.err).toMatch(line);
    expect(ran.code).toBe(code);
    // The message contains neither personal data nor a call.
    expect(ran.err).not.toContain("Jan");
    expect(staff.calls).toEqual([]);
    expect(read("theirs.csv")).toBe("theirs\n");
    expect(existsSync(path("x.csv"))).toBe(false);
  });

  test("an operation that there is not, or without its arguments", async () => {
    expect(await run("persons --ids 1-2 --out x.csv")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/unknown operation 'persons'.*CostCenter_GetCurrent/),
    });
    expect(await run("addresses --ids 1-2 --out x.csv")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/takes Period.*--period/),
    });
  });

  test("wrong credentials: three requests, exit code 8, and it goes on with the right ones", async () => {
    const own = await startSandbox();
    try {
      const env = environmentOf(own.url);
      const words = "cost-centers --ids 1001-1006 --out refused.csv";
      const wrong = await run(words, { env: { ...env, EMPLOYEE_SERVICE_TOKEN: "wrong" } });
      expect(wrong).toMatchObject({
        code: 8,
        err: expect.stringMatching(/^error: The service refused 3 calls.*credentials.*resumes where it stopped\.\n$/),
      });
      expect(own.requestCount).toBe(3);
      expect(await run(words, { env })).toMatchObject({ code: 0, err: expect.stringContaining("6 inputs") });
    } finally {
      await own.close();
    }
  });

  test("a variable that is missing: exit code 3", async () => {
    const ran = await run("cost-centers --ids 1001-1002 --out x.csv", { env: { EMPLOYEE_SERVICE_TOKEN: "" } });
    expect(ran).toMatchObject({ code: 3, err: expect.stringMatching(/^error: .*EMPLOYEE_SERVICE_TOKEN.*\.\n$/) });
    expect(existsSync(path("x.csv"))).toBe(false);
  });

  test("a service that is not there: exit code 4", async () => {
    const ran = await run("cost-centers --ids 1001-1002 --out away.csv --patience 1", {
      env: environmentOf("http://127.0.0.1:9"),
    });
    expect(ran).toMatchObject({
      code: 4,
      err: expect.stringMatching(
        /^error: http:\/\/127\.0\.0\.1:9\/.* refused the connection .* No call has succeeded so far\./,
      ),
    });
  });

  test("a folder without permission", async () => {
    mkdirSync(path("closed"));
    chmodSync(path("closed"), 0o555);
    chmodSync(folder.path, 0o755);
    // Root may write anywhere, so the command changes its user after it is loaded.
    write(
      "as-nobody.cjs",
      "if (process.getuid() === 0) setImmediate(() => { process.setgid(65534); process.setuid(65534); });",
    );
    const ran = await runCommand(["export", "cost-centers", "--ids", "1001-1002", "--out", "closed/x.csv"], {
      cwd: folder.path,
      env: environmentOf(staff.sandbox?.url ?? ""),
      nodeArguments: ["--require", path("as-nobody.cjs")],
    });
    expect(ran).toMatchObject({
      code: 9,
      err: expect.stringMatching(
        /^error: Cannot write closed\/x\.csv.*: permission denied\. Check the permissions.*\n$/,
      ),
    });
    expect(staff.calls).toEqual([]);
  });
});

/** The number of inputs, which is larger than what is called before the signal. */
const changing = 3000;

slowTest("a file of inputs that has changed is refused, whatever has been done of it", async () => {
  write("changing.csv", `EmployeeId\n${Array.from({ length: changing }, (_, n) => 2000 + n).join("\n")}\n`);
  const words = ["export", "cost-centers", "--ids", "changing.csv", "--out", "changing-out.csv"];
  const options = { cwd: folder.path, env: environmentOf(staff.sandbox?.url ?? "") };
  const first = await runCommand(words, {
    ...options,
    onStart: (child) => {
      const timer = setInterval(() => {
        if (staff.calls.length < 100) return;
        clearInterval(timer);
        child.kill("SIGINT");
      }, 5);
    },
  });
  expect(first.code).toBe(7);
  expect(first.err).toMatch(
    /Stopping: .*\nStopped: .*\n(?:.*\n)?Run the same command again: it resumes where it stopped\.\n$/s,
  );
  const before = read("changing.csv");
  write("changing.csv", before.replace(`${1998 + changing}`, `${1997 + changing}`));
  expect(await runCommand(words, options)).toMatchObject({
    code: 8,
    err: expect.stringMatching(/^error: The inputs have changed.*--restart/),
  });
  write("changing.csv", before);
  const again = await runCommand(words, options);
  expect(again.code).toBe(1);
  expect(read("changing-out.csv").split("\r\n").length - 2).toBe(rowsOfRange(2000, 1999 + changing));
  // After Ctrl-C, calls in flight are completed: no input was called twice.
  expect(new Set(staff.calls).size).toBe(staff.calls.length);
});

const outputTo = (err: ViewOutput["err"]): ViewOutput => ({ out() {}, err, words: String, way: "the service" });

test("on a terminal a bar shows rate, time left, errors and concurrency", () => {
  let shown = "";
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
  stream.on("data", (text: Buffer) => {
    shown += text.toString();
  });
  const view = new BarView(
    stream,
    outputTo((text) => stream.write(text)),
  );
  const base = { total: 50_000, nothing: 10, rows: 30_000, concurrency: 16, perSecond: 310.4, waitsMs: 0, silentMs: 0 };
  view.progress({ ...base, done: 12_500, failed: 3, remainingMs: 157_000 });
  expect(shown).toContain(
    "█████░░░░░░░░░░░░░░░ 25 %  12,500 of 50,000 inputs, 3 failed, 310 a second, 16 at a time, 2 min 37 s left",
  );
  view.ended(
    {
      state: "complete",
      done: 50_000,
      doneBefore: 0,
      failed: 3,
      nothing: 10,
      uncertain: 0,
      rows: 120_000,
      elapsedMs: 161_000,
    },
    "e.ndjson",
  );
  expect(shown).toMatch(/Complete: 50,000 inputs, 120,000 rows, 10 inputs without rows, 3 failed, in 2 min 41 s\.\n/);
});

test("elsewhere a line comes after two seconds, and then every ten", () => {
  jest.useFakeTimers({ now: 0 });
  try {
    const lines: string[] = [];
    const printedAt: number[] = [];
    const view = new LineView(
      outputTo((text) => {
        lines.push(text);
        printedAt.push(performance.now());
      }),
    );
    for (let at = 0; at < 25_000; at += 250) {
      jest.advanceTimersByTime(250);
      view.progress({
        done: 1,
        total: undefined,
        failed: 0,
        nothing: 0,
        rows: 1,
        concurrency: 2,
        perSecond: 3,
        remainingMs: undefined,
        waitsMs: 0,
        silentMs: 0,
      });
    }
    expect(printedAt).toEqual([2_000, 12_000, 22_000]);
    expect(lines).toEqual([
      "1 input, 0 failed, 3 a second, 2 at a time\n",
      "1 input, 0 failed, 3 a second, 2 at a time\n",
      "1 input, 0 failed, 3 a second, 2 at a time\n",
    ]);
  } finally {
    jest.useRealTimers();
  }
});
