/** Files of exports. The options of a worker are read from their source, because users hand them over inline. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { csvSink, exportCalls, FileJournal, ndjsonSink, parquetSink, startWorker } from "soapwright-export";
import { redisRateLimit } from "soapwright-features";
import { temporaryFolder } from "soapwright-testing/export/staff";
import { sampleOf } from "soapwright-testing/stage/slow";
import type { WorkerOptions } from "../src/queue/worker-options";

/** An export never replaces a file that belongs to something else. */
describe("files", () => {
  const root = temporaryFolder();
  afterAll(root.remove);
  let turn = 0;
  let folder = "";
  beforeEach(() => {
    folder = join(root.path, String(turn++));
    mkdirSync(folder);
  });

  const path = (name: string) => join(folder, name);
  const read = (name: string) => readFileSync(path(name), "utf8");
  const theirs = "kept for years\n";

  interface Run {
    readonly out?: string;
    readonly journal?: string;
    readonly errors?: string;
    readonly fails?: boolean;
    readonly restart?: boolean;
    readonly inputFiles?: readonly string[];
    readonly inputs?: readonly number[];
  }

  let calls = 0;
  function run({ out = "out.ndjson", fails = false, inputs = [1, 2], inputFiles = [], ...more }: Run = {}) {
    calls = 0;
    const name = out.split(".")[0]!;
    const sinkOf = out.endsWith(".csv") ? csvSink : out.endsWith(".parquet") ? parquetSink : ndjsonSink;
    return exportCalls({
      inputs,
      inputFiles: inputFiles.map(path),
      call: async (n) => {
        calls++;
        if (fails && n === 2) throw new TypeError("no");
        return [{ n }];
      },
      sink: sinkOf({ path: path(out), columns: [] }),
      journal: new FileJournal({
        path: path(more.journal ?? `${out}.journal`),
        errors: path(more.errors ?? `${name}.errors.ndjson`),
      }),
      restart: more.restart ?? false,
    });
  }

  const isThere = (name: string) =>
    expect.objectContaining({
      code: "JOURNAL",
      message: `${path(name)} already exists, and no journal belongs to it. Name another place, or replace it with restart.`,
    });

  describe("a file that no journal belongs to is never replaced", () => {
    test.each([
      ["the output", "out.ndjson", {}],
      ["the file of errors", "out.errors.ndjson", {}],
      ["a file of errors that is named", "mine.txt", { errors: "mine.txt" }],
      ["the rows of Parquet", "out.parquet.rows", { out: "out.parquet" }],
      ["Parquet in the making", "out.parquet.part", { out: "out.parquet" }],
    ] as const)("%s", async (_what, name, options) => {
      writeFileSync(path(name), theirs);
      await expect(run(options)).rejects.toEqual(isThere(name));
      expect([read(name), calls, readdirSync(folder)]).toEqual([theirs, 0, [name]]);
      // The same holds for a symbolic link in its place.
      renameSync(path(name), path("elsewhere"));
      symlinkSync("elsewhere", path(name));
      await expect(run(options)).rejects.toEqual(isThere(name));
      expect([read("elsewhere"), calls]).toEqual([theirs, 0]);
      // Jest does not load the ES module that writes Parquet.
      if (!name.includes("parquet"))
        expect(await run({ ...options, restart: true })).toMatchObject({ state: "complete" });
    });

    test.each(["restart", "a first run"])("what is called journal and is none, with %s", async (how) => {
      writeFileSync(path("mine"), theirs);
      await expect(run({ journal: "mine", restart: how === "restart" })).rejects.toMatchObject({ code: "JOURNAL" });
      expect([read("mine"), calls]).toEqual([theirs, 0]);
    });

    test("what is called lock and is none, as file, link and link to nowhere", async () => {
      writeFileSync(path("mine"), theirs);
      const lock = "out.ndjson.journal.lock";
      linkSync(path("mine"), path(lock));
      const foreign = { code: "JOURNAL", message: expect.stringContaining("is not the lock of an export") };
      await expect(run()).rejects.toMatchObject(foreign);
      for (const target of ["mine", "nowhere"]) {
        renameSync(path(lock), path(`old-${target}`));
        symlinkSync(target, path(lock));
        await expect(run()).rejects.toMatchObject(foreign);
      }
      expect([read("mine"), calls, existsSync(path("nowhere"))]).toEqual([theirs, 0, false]);
    });

    test("a lock that was torn by a crash is taken over", async () => {
      for (const torn of sampleOf(['{"ho', "", '{"host":"h","pid":', "\0\0\0\0"], 4)) {
        writeFileSync(path("out.ndjson.journal.lock"), torn);
        expect(await run({ restart: true })).toMatchObject({ state: "complete" });
      }
    }, 30_000);

    test("what is called like a new journal, also behind a link", async () => {
      writeFileSync(path("mine"), theirs);
      symlinkSync("mine", path("out.ndjson.journal.new"));
      expect(await run()).toMatchObject({ state: "complete" });
      expect([read("mine"), read("out.ndjson.journal.new")]).toEqual([theirs, theirs]);
      expect(readdirSync(folder).filter((name) => name.endsWith(".new"))).toEqual(["out.ndjson.journal.new"]);
    });
  });

  describe("what cannot be a file of an export is refused before anything is written", () => {
    test.each([
      ["it is a folder", "a folder"],
      ["there is no such file or folder", "a folder that is not there/file"],
      ["a part of the path is not a folder", "a file/below"],
      ["it is not a regular file", "a FIFO"],
      ["its symbolic links lead in a circle", "a circle"],
      ["the name is longer than the system allows", "n".repeat(300)],
    ])("%s", async (what, name) => {
      mkdirSync(path("a folder"));
      writeFileSync(path("a file"), theirs);
      execFileSync("mkfifo", [path("a FIFO")]);
      symlinkSync("a circle", path("a circle"));
      const before = readdirSync(folder);
      for (const options of [{ out: name }, { errors: name }, { journal: name }])
        for (const restart of [false, true])
          await expect(run({ ...options, restart })).rejects.toMatchObject({
            code: "STORAGE",
            reason: "storage-failed",
            message: expect.stringMatching(`^Cannot (?:read|write) .*: ${what}`),
          });
      expect([calls, readdirSync(folder)]).toEqual([0, before]);
    });
  });

  describe("two exports with one file of errors", () => {
    test.each([true, false])("the second is refused, and the first goes on (failures: %s)", async (fails) => {
      expect(await run({ out: "z.csv", fails })).toMatchObject({ state: "complete" });
      const errors = read("z.errors.ndjson");
      await expect(run({ out: "z.ndjson", fails })).rejects.toEqual(isThere("z.errors.ndjson"));
      expect([calls, existsSync(path("z.ndjson")), read("z.errors.ndjson")]).toEqual([0, false, errors]);
      expect(await run({ out: "z.ndjson", fails, errors: "z2.errors" })).toMatchObject({ state: "complete" });
      // The same export runs again in another month.
      expect(await run({ out: "z.csv", inputs: [1, 3] })).toMatchObject({ state: "complete", failed: 0 });
    });

    test("at the same moment", async () => {
      const both = await Promise.allSettled([
        run({ out: "z.csv", fails: true }),
        run({ out: "z.ndjson", fails: true }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(read("z.errors.ndjson").trim().split("\n")).toHaveLength(1);
    });

    test("an export that goes on with another file of errors is another export", async () => {
      const stop = new AbortController();
      const parts = (errors: string) => ({
        sink: ndjsonSink({ path: path("out.ndjson") }),
        journal: new FileJournal({ path: path("out.journal"), errors: path(errors) }),
      });
      await exportCalls({
        inputs: [1, 2],
        call: async () => stop.abort(),
        ...parts("one"),
        concurrency: 1,
        signal: stop.signal,
      });
      writeFileSync(path("other"), theirs);
      const again = { inputs: [1, 2], call: async () => [] };
      await expect(exportCalls({ ...again, ...parts("other") })).rejects.toMatchObject({
        code: "JOURNAL",
        message: expect.stringContaining("errors was one, and is other now"),
      });
      expect(read("other")).toBe(theirs);
      expect(await exportCalls({ ...again, ...parts("one") })).toMatchObject({ state: "complete" });
    });
  });

  test("one journal for another output does not replace that output", async () => {
    await run({ out: "a.ndjson", journal: "j", errors: "e" });
    writeFileSync(path("b.ndjson"), theirs);
    await expect(run({ out: "b.ndjson", journal: "j", errors: "e" })).rejects.toEqual(isThere("b.ndjson"));
    expect(read("b.ndjson")).toBe(theirs);
  });

  test("a copy by hard link stays when the output is made anew", async () => {
    await run({ fails: true });
    linkSync(path("out.ndjson"), path("october.ndjson"));
    linkSync(path("out.errors.ndjson"), path("october.errors"));
    await run({ inputs: [7] });
    expect(read("october.ndjson")).toBe('{"input":"1","n":1}\n');
    expect(read("october.errors")).toContain('"row":2');
    expect(read("out.ndjson")).toBe('{"input":"7","n":7}\n');
  });

  test("a folder that is moved with all that is in it goes on", async () => {
    await run({ fails: true });
    const moved = join(root.path, "moved");
    renameSync(folder, moved);
    folder = moved;
    const output = { sink: path("out.ndjson") };
    expect(existsSync(output.sink)).toBe(true);
    // The output has the same name, relative to where the command runs.
    const before = process.cwd();
    process.chdir(moved);
    try {
      const parts = () => ({
        sink: ndjsonSink({ path: "r.ndjson" }),
        journal: new FileJournal({ path: "r.journal", errors: "r.errors" }),
      });
      await exportCalls({ inputs: [1], call: async () => [{}], ...parts() });
      const again = join(root.path, "moved-again");
      renameSync(moved, again);
      process.chdir(again);
      expect(await exportCalls({ inputs: [1, 2], call: async () => [{}], ...parts() })).toMatchObject({ rows: 2 });
    } finally {
      process.chdir(before);
    }
  });

  test.each(["output", "errors", "journal"])("the inputs as %s, by a hard link and a symbolic one", async (what) => {
    writeFileSync(path("in.csv"), theirs);
    linkSync(path("in.csv"), path("hard"));
    symlinkSync("in.csv", path("soft"));
    for (const name of ["hard", "soft"]) {
      const options = what === "output" ? { out: name } : { [what]: name };
      await expect(run({ ...options, inputFiles: ["in.csv"], restart: true })).rejects.toMatchObject({
        code: "OPTION",
        reason: "export-option",
        message: expect.stringContaining(`is the file of the inputs and of the ${what}.`),
      });
    }
    expect([read("in.csv"), calls, statSync(path("in.csv")).nlink]).toEqual([theirs, 0, 2]);
  });

  test.each([
    ["the output", "out.ndjson"],
    ["the journal", "out.ndjson.journal"],
    ["the lock of the journal", "out.ndjson.journal.lock"],
  ])("a link as errors, to %s, which is not there yet", async (what, target) => {
    mkdirSync(path("elsewhere"));
    symlinkSync(`../${target}`, path("elsewhere/second"));
    symlinkSync("elsewhere/second", path("first"));
    await expect(run({ errors: "first" })).rejects.toMatchObject({
      code: "OPTION",
      message: `${path("first")} is the file of ${what} and of the errors. Name another for one of them.`,
    });
    expect([readdirSync(folder).sort(), calls]).toEqual([["elsewhere", "first"], 0]);
  });
});

/** The options of a worker are checked before it connects to a server. */
describe("worker options", () => {
  const options: WorkerOptions = {
    queue: "redis://127.0.0.1:1",
    to: "postgres://127.0.0.1:1/payroll",
    concurrency: 8,
    requestMs: 30_000,
    patienceMs: 60_000,
    open() {
      throw new Error("No task was taken.");
    },
  };

  const RATE = "a number from 0.001 to 1000000 (requests a second)";
  const WHOLE = "a whole number from";
  test.each<[string, unknown, string]>([
    ["perSecond", 1e9, `${RATE}, but is 1000000000.`],
    ["perSecond", 0, `${RATE}, but is 0.`],
    ["perSecond", -1, `${RATE}, but is -1.`],
    ["perSecond", 1e-9, `${RATE}, but is 1e-9.`],
    ["perSecond", Number.NaN, `${RATE}, but is NaN.`],
    ["perSecond", Number.POSITIVE_INFINITY, `${RATE}, but is Infinity.`],
    ["perSecond", "10", `${RATE}, but is a string.`],
    ["concurrency", 0, `${WHOLE} 1 to 9007199254740991 (calls at a time), but is 0.`],
    ["concurrency", 1.5, `${WHOLE} 1 to 9007199254740991 (calls at a time), but is 1.5.`],
    ["concurrency", undefined, `${WHOLE} 1 to 9007199254740991 (calls at a time), but is absent.`],
    ["requestMs", Number.POSITIVE_INFINITY, `${WHOLE} 1 to 2147483647 (milliseconds), but is Infinity.`],
    ["patienceMs", Number.NaN, `${WHOLE} 0 to 9007199254740991 (milliseconds), but is NaN.`],
    ["keepGoing", "no", "true or false, but is a string."],
    ["faultText", 1, "true or false, but is a number."],
    ["open", {}, "a function, but is an object."],
  ])("%s of a worker is not %p", async (option, value, message) => {
    const wrong = { ...options, [option]: value } as WorkerOptions;
    await expect(startWorker(wrong)).rejects.toMatchObject({
      name: "ConfigurationError",
      message: `${option} takes ${message}`,
    });
  });

  test.each([1e9, 0, -1, 1e-9, Number.NaN, Number.POSITIVE_INFINITY])(
    "a rate for all processes is not %p",
    (perSecond) => {
      const client = { call: () => Promise.resolve() };
      expect(() => redisRateLimit({ client, name: "service", perSecond })).toThrow(
        expect.objectContaining({
          reason: "redis-rate-option",
          message: `perSecond of redisRateLimit must be a number from 0.001 to 1,000,000, but is ${perSecond}.`,
        }),
      );
    },
  );
});
