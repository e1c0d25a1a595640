// Figures of exports, on the built package: node packages/soapwright-export/tests/figures.cjs [inputs] [postgres://...]
// Measures calls per second beside those of mapConcurrent with the same concurrency, and the memory at 50,000 and 1,000,000 inputs.
const { spawn } = require("node:child_process");
const { mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

const [task, ...words] = process.argv.slice(2);

const tasks = {
  /** A service in a process of its own. */
  async service() {
    const { startSandbox } = require("employee-service-client/sandbox");
    const row = (EmployeeId) => ({
      ...{ Id: EmployeeId, Percentage: "100.00", Default: true },
      CostCenter: { Code: "C1", Description: "Sales", Id: 1 },
    });
    const sandbox = await startSandbox({
      ...{ keepAlive: true, keepExchanges: 0, keepRequests: 0 },
      handlers: { costCenterGetCurrent: ({ EmployeeId }) => [row(EmployeeId)] },
    });
    console.log(sandbox.url);
  },

  /** One run: how long it took, and the processor time of this process. */
  async run(kind, url, inputs, place) {
    const { createEmployeeServiceV21, mapConcurrent } = require("employee-service-client");
    const own = require("soapwright-export");
    const { costCenterGetCurrent } = require("employee-service-client/v2.1").schemas;
    const client = createEmployeeServiceV21({
      baseUrl: url,
      username: "sandbox-user",
      token: "sandbox-token",
      retries: 0,
    });
    const call = (EmployeeId) => client.costCenterGetCurrent({ EmployeeId });
    const ids = Array.from({ length: Number(inputs) }, (_, index) => index + 1);
    for await (const _ of mapConcurrent(ids.slice(0, 1000), (id) => call(id), { concurrency: 16 }));
    const started = performance.now();
    const cpu = process.cpuUsage();
    if (kind === "map") for await (const _ of mapConcurrent(ids, (id) => call(id), { concurrency: 16 }));
    else {
      const columns = own.columnsOf(costCenterGetCurrent);
      const path = join(place, "rows.ndjson");
      const destination =
        kind === "ndjson"
          ? {
              sink: own.ndjsonSink({ path }),
              journal: new own.FileJournal({ path: `${path}.journal`, errors: `${path}.errors` }),
            }
          : { sink: own.postgresSink({ address: place, table: "figures", columns }) };
      await own.exportCalls({ inputs: ids, call, ...destination, concurrency: 16 });
    }
    const { user, system } = process.cpuUsage(cpu);
    console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000, cpuMs: (user + system) / 1000 }));
    await client.close();
  },

  /** Returns the rows per second that PostgreSQL accepts, for calls that cost nothing and return ten rows each. */
  async rows(inputs, address) {
    const own = require("soapwright-export");
    const { costCenterGetCurrent } = require("employee-service-client/v2.1").schemas;
    const items = Array.from({ length: 10 }, (_, index) => ({
      ...{ Id: index, Percentage: "10.00", Default: index === 0 },
      CostCenter: { Code: "C1", Description: "Sales", Id: 1 },
    }));
    const started = performance.now();
    await own.exportCalls({
      inputs: Array.from({ length: Number(inputs) }, (_, index) => index + 1),
      call: async () => items,
      sink: own.postgresSink({ address, table: "rows", columns: own.columnsOf(costCenterGetCurrent) }),
      concurrency: 16,
    });
    console.log(JSON.stringify({ rowsPerSecond: (Number(inputs) * 10_000) / (performance.now() - started) }));
  },

  /** The highest memory of an export whose calls cost nothing. */
  async memory(inputs, place) {
    const own = require("soapwright-export");
    const path = join(place, `memory-${inputs}.ndjson`);
    function* ids() {
      for (let id = 0; id < Number(inputs); id++) yield id;
    }
    const started = performance.now();
    await own.exportCalls({
      inputs: ids(),
      call: async (id) => [
        { Id: id, Percentage: "100.00", Default: true, CostCenter: { Code: "C1", Description: "Sales" } },
      ],
      sink: own.ndjsonSink({ path }),
      journal: new own.FileJournal({ path: `${path}.journal`, errors: `${path}.errors` }),
      concurrency: 16,
    });
    console.log(
      JSON.stringify({
        inputs: Number(inputs),
        megabytes: process.resourceUsage().maxRSS / 1024,
        seconds: (performance.now() - started) / 1000,
      }),
    );
  },

  async all(inputs = "10000", postgres = undefined) {
    const place = mkdtempSync(join(tmpdir(), "figures-"));
    const service = spawn(process.execPath, [__filename, "service"], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      const url = await new Promise((resolve) => service.stdout.once("data", (text) => resolve(String(text).trim())));
      const kinds = ["map", "ndjson", ...(postgres === undefined ? [] : ["postgres"])];
      const rounds = [];
      for (let round = 0; round < 7; round++) {
        for (const kind of kinds)
          rounds.push({ kind, ...(await child("run", kind, url, inputs, kind === "postgres" ? postgres : place)) });
      }
      const median = (kind, of) =>
        rounds
          .filter((each) => each.kind === kind)
          .map(of)
          .sort((a, b) => a - b)[3];
      for (const kind of kinds) {
        const perSecond = Number(inputs) / median(kind, ({ seconds }) => seconds);
        const share = median("map", ({ seconds }) => seconds) / median(kind, ({ seconds }) => seconds);
        const cpu = (median(kind, ({ cpuMs }) => cpuMs) * 1000) / Number(inputs);
        console.log(
          `${kind}: ${perSecond.toFixed(0)} calls a second, ${share.toFixed(2)} of mapConcurrent, ${cpu.toFixed(0)} µs of processor time a call`,
        );
      }
      if (postgres !== undefined) {
        const { rowsPerSecond } = await child("rows", inputs, postgres);
        console.log(`PostgreSQL: ${rowsPerSecond.toFixed(0)} rows a second`);
      }
      for (const size of ["50000", "200000", "1000000"]) {
        const { megabytes, seconds } = await child("memory", size, place);
        console.log(`${size} inputs: ${megabytes.toFixed(0)} MB at most, ${seconds.toFixed(1)} s`);
      }
    } finally {
      service.kill();
      rmSync(place, { recursive: true, force: true });
    }
  },
};

/** A process of its own, so that its memory is its own. */
function child(...words) {
  const run = spawn(process.execPath, [__filename, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  run.stdout.on("data", (text) => {
    out += text;
  });
  return new Promise((resolve, reject) =>
    run.on("close", (code) =>
      code === 0 ? resolve(JSON.parse(out)) : reject(new Error(`${words.join(" ")}: ${code}`)),
    ),
  );
}

void (task in tasks ? tasks[task](...words) : tasks.all(...process.argv.slice(2)));
