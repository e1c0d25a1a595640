/** The loop of an export: how inputs end, which are retried, and what stops the export. */
import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { columnsOf, csvSink, type ExportOptions, exportCalls, FileJournal, ndjsonSink } from "soapwright-export";
import { ConnectionError, HttpError } from "soapwright-runtime/errors";
import { temporaryFolder } from "soapwright-testing/export/staff";
import * as v21 from "../../generated/v2.1/index";

const folder = temporaryFolder();
afterAll(folder.remove);
let turn = 0;

/** Returns a new folder for an export. */
function place() {
  const path = join(folder.path, `export-${turn++}.ndjson`);
  return {
    path,
    errors: `${path}.errors`,
    rows: () =>
      readFileSync(path, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { input: string; n: number }),
    failures: () =>
      readFileSync(`${path}.errors`, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { row: number; class: string }),
    parts: () => ({
      sink: ndjsonSink({ path }),
      journal: new FileJournal({ path: `${path}.journal`, errors: `${path}.errors` }),
    }),
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const fast = { firstWaitMs: 1, concurrency: 8 };

test("each input ends as rows, as nothing, or as a line among the errors, and once", async () => {
  const at = place();
  const summary = await exportCalls({
    inputs: range(0, 2999),
    call: async (n) => {
      if (n % 10 === 7) throw new TypeError("Jan Jansen is unknown");
      return n % 10 === 5 ? [] : [{ n }, { n: n + 0.5 }];
    },
    ...at.parts(),
    ...fast,
  });
  expect(summary).toMatchObject({
    state: "complete",
    done: 3000,
    doneBefore: 0,
    failed: 300,
    nothing: 300,
    rows: 4800,
  });
  const rows = at.rows();
  expect(new Set(rows.map(({ n }) => n)).size).toBe(4800);
  expect(rows).toHaveLength(4800);
  expect(at.failures()).toHaveLength(300);
  expect(at.failures()[0]).toEqual({
    row: 8,
    input: "7",
    class: "TypeError",
    code: "ERROR",
    message: "The call failed with a TypeError.",
  });
  expect(readFileSync(at.errors, "utf8")).not.toContain("Jansen");
});

test("a stopped export says so, and resumes where it stopped", async () => {
  const at = place();
  const stop = new AbortController();
  const called: number[] = [];
  const options = (signal?: AbortSignal): ExportOptions<number> => ({
    inputs: range(0, 999),
    call: async (n) => {
      called.push(n);
      if (called.length === 300) stop.abort();
      return [{ n }];
    },
    ...at.parts(),
    ...fast,
    ...(signal === undefined ? {} : { signal }),
  });
  const first = await exportCalls(options(stop.signal));
  expect(first.state).toBe("stopped");
  expect(first.done).toBe(at.rows().length);
  const second = await exportCalls(options());
  expect(second).toMatchObject({ state: "complete", done: 1000, doneBefore: first.done });
  // Calls in flight at the signal were awaited: no input was called twice.
  expect(called).toHaveLength(1000);
  expect(
    at
      .rows()
      .map(({ n }) => n)
      .sort((a, b) => a - b),
  ).toEqual(range(0, 999));
});

test("a stop does not wait for inputs that do not come", async () => {
  const at = place();
  const stop = new AbortController();
  async function* slow() {
    yield 1;
    setTimeout(() => stop.abort(), 20);
    await new Promise(() => {});
  }
  const summary = await exportCalls({ inputs: slow(), call: async (n) => [{ n }], ...at.parts(), signal: stop.signal });
  expect(summary).toMatchObject({ state: "stopped", done: 1 });
});

test("failed inputs are taken up again when asked, and only those", async () => {
  const at = place();
  let isWell = false;
  const called: number[] = [];
  const run = (retryErrors: boolean) =>
    exportCalls({
      inputs: range(0, 99),
      call: async (n) => {
        called.push(n);
        if (n % 10 === 0 && !isWell) throw new RangeError("no");
        if (n === 50) throw new RangeError("never");
        return [{ n }];
      },
      ...at.parts(),
      ...fast,
      retryErrors,
    });
  expect(await run(false)).toMatchObject({ failed: 10 });
  isWell = true;
  called.length = 0;
  expect(await run(true)).toMatchObject({ state: "complete", failed: 1, done: 100 });
  expect(called.sort((a, b) => a - b)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
  expect(at.failures().map(({ row }) => row)).toEqual([51]);
  expect(at.rows()).toHaveLength(99);
});

test("an export that was complete begins anew, and replaces what there was", async () => {
  const at = place();
  const run = (factor: number) =>
    exportCalls({ inputs: range(0, 9), call: async (n) => [{ n: n * factor }], ...at.parts(), ...fast });
  await run(1);
  await run(100);
  expect(
    at
      .rows()
      .map(({ n }) => n)
      .sort((a, b) => a - b),
  ).toEqual(range(0, 9).map((n) => n * 100));
});

test("a complete export of another operation is not replaced unasked", async () => {
  const at = place();
  const run = (operation: string, more: object = {}) =>
    exportCalls({
      inputs: range(0, 2),
      call: async (n) => [{ n, operation }],
      ...at.parts(),
      ...fast,
      identity: { operation, arguments: operation },
      ...more,
    });
  await run("a");
  await expect(run("b")).rejects.toMatchObject({
    code: "JOURNAL",
    message: expect.stringContaining("operation was a, and is b now"),
  });
  expect(at.rows()).toHaveLength(3);
  expect(at.rows()[0]).toMatchObject({ operation: "a" });
  await run("b", { restart: true });
  expect(at.rows()[0]).toMatchObject({ operation: "b" });
});

describe("the throttle", () => {
  const refusal = () => new HttpError("The service responded with status 401 and no SOAP fault.", { status: 401 });

  test("wrong credentials end the export after three requests, and the inputs stay to be done", async () => {
    const at = place();
    let calls = 0;
    const run = (call: (n: number) => Promise<unknown>) =>
      exportCalls({ inputs: range(0, 99), call, ...at.parts(), ...fast });
    await expect(
      run(async () => {
        calls++;
        throw refusal();
      }),
    ).rejects.toMatchObject({
      code: "REFUSED",
      reason: "service-refuses",
      message: expect.stringMatching(/3 calls.*HTTP status 401.*credentials/),
    });
    expect(calls).toBe(3);
    expect(await run(async (n) => [{ n }])).toMatchObject({ state: "complete", done: 100, failed: 0 });
  });

  test("credentials that expire on the way end it after what is under way", async () => {
    const at = place();
    let refused = 0;
    const promise = exportCalls({
      inputs: range(0, 999),
      call: async (n) => {
        await new Promise((done) => setTimeout(done, 1));
        if (n < 200) return [{ n }];
        refused++;
        throw refusal();
      },
      ...at.parts(),
      ...fast,
    });
    await expect(promise).rejects.toMatchObject({ code: "REFUSED" });
    expect(refused).toBeLessThanOrEqual(8 + 2);
    expect(at.rows()).toHaveLength(200);
  });

  test("single refusals among successes are failures of their inputs", async () => {
    const at = place();
    const summary = await exportCalls({
      inputs: range(0, 199),
      call: async (n) => {
        if (n % 20 === 3) throw refusal();
        return [{ n }];
      },
      ...at.parts(),
      ...fast,
    });
    expect(summary).toMatchObject({ state: "complete", failed: 10, rows: 190 });
  });

  test("while the service is away nothing fails, few calls are made, and it goes on by itself", async () => {
    const at = place();
    let away = 0;
    const down = () => new ConnectionError("The service cannot be reached.", { sent: "no" });
    const summary = await exportCalls({
      inputs: range(0, 299),
      call: async (n) => {
        await new Promise((done) => setTimeout(done, 1));
        if (n >= 100 && away < 10) {
          away++;
          throw down();
        }
        return [{ n }];
      },
      ...at.parts(),
      ...fast,
    });
    expect(summary).toMatchObject({ state: "complete", failed: 0, rows: 300 });
  });

  test("Retry-After is obeyed by all calls", async () => {
    const at = place();
    let askedAt = 0;
    const after: number[] = [];
    await exportCalls({
      inputs: range(0, 99),
      call: async (n) => {
        await new Promise((done) => setTimeout(done, 2));
        if (n === 40 && askedAt === 0) {
          askedAt = performance.now();
          throw new HttpError("Too many requests.", { status: 429, retryAfterMs: 300 });
        }
        if (askedAt > 0) after.push(performance.now() - askedAt);
        return [{ n }];
      },
      ...at.parts(),
      ...fast,
    });
    // At most the calls in flight end before that.
    expect(after.filter((ms) => ms < 295).length).toBeLessThanOrEqual(8);
    expect(after.filter((ms) => ms >= 295).length).toBeGreaterThan(40);
  });

  test("single trouble changes nothing for the other calls", async () => {
    const at = place();
    let running = 0;
    let most = 0;
    let failures = 0;
    await exportCalls({
      inputs: range(0, 399),
      call: async (n) => {
        running++;
        if (failures > 0) most = Math.max(most, running);
        await new Promise((done) => setTimeout(done, 1));
        running--;
        if (n === 200 && failures++ === 0) throw new HttpError("Bad gateway.", { status: 502 });
        return [{ n }];
      },
      ...at.parts(),
      firstWaitMs: 1,
      concurrency: 16,
    });
    expect(most).toBe(16);
  });

  test("a service that stays away ends the export, which goes on later", async () => {
    const at = place();
    const down = () => new ConnectionError("The service cannot be reached.", { sent: "no" });
    const promise = exportCalls({
      inputs: range(0, 9),
      call: async () => {
        throw down();
      },
      ...at.parts(),
      ...fast,
      patienceMs: 50,
    });
    await expect(promise).rejects.toMatchObject({ code: "UNAVAILABLE", reason: "service-unavailable" });
  });

  test("an input that the service cannot bear fails by itself", async () => {
    const at = place();
    let tries = 0;
    const summary = await exportCalls({
      inputs: range(0, 99),
      call: async (n) => {
        if (n !== 13) return [{ n }];
        tries++;
        throw new HttpError("The service responded with status 500 and no SOAP fault.", { status: 500 });
      },
      ...at.parts(),
      ...fast,
    });
    expect(summary).toMatchObject({ state: "complete", failed: 1 });
    expect(tries).toBeGreaterThan(1);
  });

  test("what may not be repeated is not, once it can have reached the service", async () => {
    const at = place();
    const called: number[] = [];
    await exportCalls({
      inputs: range(0, 9),
      call: async (n) => {
        called.push(n);
        if (n === 4) throw new ConnectionError("The connection was lost.", { sent: "maybe" });
        return [{ n }];
      },
      repeatable: false,
      ...at.parts(),
      ...fast,
    });
    expect(called.filter((n) => n === 4)).toHaveLength(1);
    expect(at.failures().map(({ row }) => row)).toEqual([5]);
  });
});

describe("what a journal refuses", () => {
  /** Returns an export that was stopped after about a third. */
  async function left(inputs: readonly number[] = range(0, 2999)) {
    const at = place();
    const stop = new AbortController();
    await exportCalls({
      inputs,
      call: async (n) => {
        if (n === 1000) stop.abort();
        return [{ n }];
      },
      identity: { operation: "a" },
      ...at.parts(),
      ...fast,
      signal: stop.signal,
    });
    return at;
  }
  const again = (at: ReturnType<typeof place>, more: Partial<ExportOptions<number>> = {}) =>
    exportCalls({
      inputs: range(0, 2999),
      call: async (n) => [{ n }],
      identity: { operation: "a" },
      ...at.parts(),
      ...fast,
      ...more,
    });

  test("inputs that have changed, before anything is called for", async () => {
    const at = await left();
    let calls = 0;
    const call = async (n: number) => {
      calls++;
      return [{ n }];
    };
    const changed = range(0, 2999).map((n) => (n === 500 ? -1 : n));
    await expect(again(at, { inputs: changed, call })).rejects.toMatchObject({
      code: "CHANGED",
      reason: "inputs-changed",
    });
    await expect(again(at, { inputs: range(0, 99), call })).rejects.toMatchObject({ code: "CHANGED" });
    expect(calls).toBe(0);
    // With the restored file, the export resumes.
    expect(await again(at)).toMatchObject({ state: "complete", done: 3000, rows: 3000 });
  });

  test("another export, with what differs", async () => {
    const at = await left();
    const promise = again(at, { identity: { operation: "b" } });
    await expect(promise).rejects.toMatchObject({
      code: "JOURNAL",
      message: expect.stringContaining("operation was a, and is b now"),
    });
    expect(await again(at, { identity: { operation: "b" }, restart: true })).toMatchObject({
      state: "complete",
      doneBefore: 0,
    });
  });

  test("a file that is no journal, and leaves it as it is", async () => {
    const at = place();
    writeFileSync(`${at.path}.journal`, "something else\n");
    await expect(again(at)).rejects.toMatchObject({ code: "JOURNAL" });
    expect(readFileSync(`${at.path}.journal`, "utf8")).toBe("something else\n");
  });

  test("an output that is shorter than the journal says", async () => {
    const at = await left();
    truncateSync(at.path, 100);
    await expect(again(at)).rejects.toMatchObject({
      code: "JOURNAL",
      reason: "journal-differs",
      message: expect.stringContaining("shorter"),
    });
  });

  test("an output that no journal belongs to, and leaves it as it is", async () => {
    const at = place();
    writeFileSync(at.path, "mine\n");
    await expect(again(at)).rejects.toMatchObject({ code: "JOURNAL" });
    expect(readFileSync(at.path, "utf8")).toBe("mine\n");
    expect(existsSync(`${at.path}.journal`)).toBe(false);
  });

  test("a second run of the same process", async () => {
    const at = place();
    let second: Promise<unknown> | undefined;
    const first = again(at, {
      call: async (n) => {
        second ??= again(at).catch((error: unknown) => error);
        await second;
        return [{ n }];
      },
    });
    expect(await first).toMatchObject({ state: "complete" });
    expect(await second).toMatchObject({ code: "LOCKED", reason: "export-locked" });
  });
});

test("what is committed is there after a torn write, whatever its length", async () => {
  const whole = place();
  await exportCalls({ inputs: range(0, 2499), call: async (n) => [{ n }], ...whole.parts(), ...fast });
  const journal = readFileSync(`${whole.path}.journal`);
  for (const length of [journal.length - 1, journal.length - 20, journal.length - 60, Math.floor(journal.length / 2)]) {
    writeFileSync(`${whole.path}.journal`, Buffer.concat([journal.subarray(0, length), Buffer.alloc(7)]));
    const run = await exportCalls({ inputs: range(0, 2499), call: async (n) => [{ n }], ...whole.parts(), ...fast });
    expect(run).toMatchObject({ state: "complete", done: 2500 });
    expect(
      whole
        .rows()
        .map(({ n }) => n)
        .sort((a, b) => a - b),
    ).toEqual(range(0, 2499));
  }
});

test("wrong options are refused before anything is opened", async () => {
  const at = place();
  const base = { inputs: [1], call: async () => [], ...at.parts() };
  await expect(exportCalls({ ...base, concurrency: 0 })).rejects.toMatchObject({ code: "CONFIGURATION" });
  await expect(exportCalls({ ...base, inputs: 5 as never })).rejects.toMatchObject({ code: "CONFIGURATION" });
  await expect(exportCalls({ ...base, unknown: 1 } as never)).rejects.toMatchObject({ code: "CONFIGURATION" });
  await expect(exportCalls({ inputs: [1], call: async () => [], sink: base.sink })).rejects.toMatchObject({
    code: "CONFIGURATION",
  });
  expect(existsSync(at.path)).toBe(false);
});

describe("columns and rows", () => {
  test("the columns of a result come from the tables of its operation", () => {
    expect(columnsOf(v21.schemas.costCenterGetCurrent).map(({ name, type }) => `${name} ${type}`)).toEqual([
      "Id int",
      "CostCenter.Code text",
      "CostCenter.Description text",
      "CostCenter.Id int",
      "Kostensoort.Code text",
      "Kostensoort.Description text",
      "Percentage decimal",
      "Default boolean",
    ]);
  });

  test("CSV is RFC 4180, and no cell is a formula", async () => {
    const path = join(folder.path, "guarded.csv");
    const item = (Code: string) => ({
      Id: 1,
      CostCenter: { Code, Description: 'a "b"\r\nc', Id: null },
      Percentage: "-1.5",
      Default: false,
    });
    await exportCalls({
      inputs: ["=cmd()", "+31612345678", "@x", "-", "\tx", "plain"],
      call: async (code) => [item(code)],
      sink: csvSink({ path, columns: columnsOf(v21.schemas.costCenterGetCurrent) }),
      journal: new FileJournal({ path: `${path}.journal`, errors: `${path}.errors` }),
      concurrency: 1,
    });
    const text = readFileSync(path, "utf8");
    const tail = '"a ""b""\r\nc",,,,-1.5,false';
    expect(text).toBe(
      [
        "input,Id,CostCenter.Code,CostCenter.Description,CostCenter.Id,Kostensoort.Code,Kostensoort.Description,Percentage,Default",
        `'=cmd(),1,'=cmd(),${tail}`,
        `+31612345678,1,+31612345678,${tail}`,
        `'@x,1,'@x,${tail}`,
        `-,1,-,${tail}`,
        `"'\tx",1,"'\tx",${tail}`,
        `plain,1,plain,${tail}`,
        "",
      ].join("\r\n"),
    );
  });

  test("NDJSON keeps decimals, large integers and bytes", async () => {
    const at = place();
    await exportCalls({
      inputs: [1],
      call: async () => [
        { d: "12345678901234567.123456789", l: 9007199254740993n, b: Uint8Array.of(1, 2), n: null, x: Number.NaN },
        5n,
        null,
      ],
      ...at.parts(),
    });
    expect(readFileSync(at.path, "utf8")).toBe(
      '{"input":"1","d":"12345678901234567.123456789","l":"9007199254740993","b":"AQI=","n":null,"x":"NaN"}\n{"input":"1","value":"5"}\n{"input":"1","value":null}\n',
    );
  });
});
