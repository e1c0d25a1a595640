/** Calls that the service refuses: whether the input is the cause, or credentials that end while calls are in flight. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exportCalls, FileJournal, ndjsonSink } from "soapwright-export";
import { FaultError, HttpError } from "soapwright-runtime/errors";
import { temporaryFolder } from "soapwright-testing/export/staff";

const folder = temporaryFolder();
afterAll(folder.remove);
let turn = 0;

const refusal = () => new HttpError("The service responded with status 401 and no SOAP fault.", { status: 401 });
const range = (count: number) => Array.from({ length: count }, (_, n) => n);
/** Lets other calls take steps, without a time. */
const steps = async (count: number) => {
  for (let n = 0; n < count; n++) await new Promise((done) => setImmediate(done));
};

function place() {
  const path = join(folder.path, `refused-${turn++}.ndjson`);
  const linesOf = (file: string) => readFileSync(file, "utf8").split("\n").filter(Boolean);
  return {
    rows: () => linesOf(path).map((line) => (JSON.parse(line) as { n: number }).n),
    failures: () => linesOf(`${path}.errors`).map((line) => JSON.parse(line) as { input: string; message: string }),
    run: (count: number, call: (n: number) => Promise<unknown>, more: object = {}) =>
      exportCalls({
        inputs: range(count),
        call,
        sink: ndjsonSink({ path }),
        journal: new FileJournal({ path: `${path}.journal`, errors: `${path}.errors` }),
        firstWaitMs: 1,
        concurrency: 16,
        ...more,
      }),
  };
}

/** Sorted, because calls end in any order. */
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

test("a success that began before a refusal does not make the input the cause", async () => {
  const at = place();
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let refused = 0;
  const call = async (n: number) => {
    if (n === 0) return [{ n }];
    if (n !== 1) {
      if (++refused === 1) release();
      throw refusal();
    }
    // It began before the first refusal, and succeeds after it.
    await held;
    await steps(3);
    return [{ n }];
  };
  await expect(at.run(100, call)).rejects.toMatchObject({ code: "REFUSED" });
  expect(at.failures()).toEqual([]);
  expect(await at.run(100, async (n) => [{ n }])).toMatchObject({ state: "complete", failed: 0, done: 100 });
  expect(sorted(at.rows())).toEqual(range(100));
});

test.each([1, 2, 16])(
  "credentials that end half-way, 20 runs of %i calls at a time: no input is lost",
  async (concurrency) => {
    for (let run = 0; run < 20; run++) {
      const at = place();
      const last = 40 + 8 * run;
      let arrived = 0;
      // The service looks at the credentials when a request arrives, and responds some time later.
      const call = async (n: number) => {
        const isAccepted = ++arrived <= last;
        await steps((n * 7 + run) % 11);
        if (!isAccepted) throw refusal();
        return [{ n }];
      };
      await expect(at.run(200, call, { concurrency })).rejects.toMatchObject({ code: "REFUSED" });
      expect([run, at.failures()]).toEqual([run, []]);
      expect(await at.run(200, async (n) => [{ n }])).toMatchObject({ state: "complete", failed: 0 });
      expect(sorted(at.rows())).toEqual(range(200));
    }
  },
);

test("credentials that end with the last inputs refuse the export, and not these inputs", async () => {
  const at = place();
  await expect(
    at.run(
      20,
      async (n) => {
        if (n >= 18) throw refusal();
        return [{ n }];
      },
      { repeatable: false },
    ),
  ).rejects.toMatchObject({ code: "REFUSED" });
  expect(at.failures()).toEqual([]);
  let isEnded = false;
  await expect(
    at.run(20, async (n) => {
      isEnded ||= n >= 18;
      if (isEnded) throw refusal();
      return [{ n }];
    }),
  ).rejects.toMatchObject({ code: "REFUSED" });
  expect(at.failures()).toEqual([]);
});

test.each([1, 16])(
  "credentials that end and are replaced in the same run, %i calls at a time: every input has its row",
  async (concurrency) => {
    const at = place();
    let token = 0;
    const asked = new Set<number>();
    const call = async (n: number) => {
      const own = token;
      if (n % 23 === 22 && !asked.has(n)) token++;
      asked.add(n);
      await steps(n % 5);
      if (own !== token) throw refusal();
      return [{ n }];
    };
    expect(await at.run(500, call, { concurrency })).toMatchObject({ state: "complete", failed: 0, rows: 500 });
    expect(sorted(at.rows())).toEqual(range(500));
  },
);

describe("an input that the service refuses for itself", () => {
  const isRefused = (n: number) => n % 20 === 3 || n === 199;
  const fault = () =>
    new FaultError("No.", {
      httpStatus: 500,
      fault: { code: { namespace: "urn:n", local: "FailedAuthentication" }, subcodes: [], reason: "No." } as never,
    });

  test.each([
    ["one call at a time", 1, refusal],
    ["sixteen calls at a time", 16, refusal],
    ["a fault", 16, fault],
  ])("is a failure that says why, also the last one: %s", async (_what, concurrency, error) => {
    const at = place();
    const call = async (n: number) => {
      await steps(n % 3);
      if (isRefused(n)) throw error();
      return [{ n }];
    };
    expect(await at.run(200, call, { concurrency })).toMatchObject({ state: "complete", failed: 11, rows: 189 });
    const failures = at.failures();
    expect(sorted(failures.map(({ input }) => Number(input)))).toEqual(range(200).filter(isRefused));
    for (const { message } of failures)
      expect(message).toMatch(
        /^The service refused this input again after it had accepted other calls, so the input is the cause, and not the credentials\. The service returned /,
      );
  });

  test.each([1, 2, 16])("is a failure also where the last five are, %i calls at a time", async (concurrency) => {
    const at = place();
    const call = async (n: number) => {
      await steps(n % 3);
      if (n >= 15 && n !== 17) throw refusal();
      return [{ n }];
    };
    expect(await at.run(20, call, { concurrency })).toMatchObject({ state: "complete", failed: 4, rows: 16 });
  });

  test("two in a row twice over do not stop the export", async () => {
    const at = place();
    const bad = new Set([3, 4, 6, 7]);
    const call = async (n: number) => {
      if (bad.has(n)) throw refusal();
      return [{ n }];
    };
    expect(await at.run(30, call, { concurrency: 1 })).toMatchObject({ state: "complete", failed: 4, rows: 26 });
  });

  test("is asked for no further when the probe, a done input, fails too", async () => {
    const at = place();
    let good = 0;
    const call = async (n: number) => {
      if (n === 9) throw refusal();
      if (++good > 9) throw new TypeError("The input was deleted.");
      return [{ n }];
    };
    await expect(at.run(10, call)).rejects.toMatchObject({ code: "REFUSED" });
    expect(at.failures()).toEqual([]);
  });
});
