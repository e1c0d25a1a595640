/** An export reports why it waits, and ends if waiting does not help. */

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { exportCalls, FileJournal, ndjsonSink } from "soapwright-export";
import { ConnectionError, FaultError, HttpError, ResponseError } from "soapwright-runtime/errors";
import { SandboxFault, type Trouble } from "soapwright-sandbox";
import { startFront } from "soapwright-testing/doctor/front";
import { environmentOf, runCommand, startStaff, temporaryFolder } from "soapwright-testing/export/staff";
import type { Sandbox } from "../../src/sandbox/start-sandbox";
import { runHere } from "./run-here";

const folder = temporaryFolder();
let sandbox: Sandbox;
let onRequest: () => Trouble | undefined = () => undefined;
let requests = 0;
beforeAll(async () => {
  sandbox = await startStaff({
    onRequest() {
      requests++;
      return onRequest();
    },
  });
});
beforeEach(() => {
  onRequest = () => undefined;
  requests = 0;
});
afterAll(async () => {
  await sandbox.close();
  folder.remove();
});

let turn = 0;
const run = (words: string, env: NodeJS.ProcessEnv = {}, name = `out-${turn++}`) => {
  const args = ["export", "cost-centers", "--ids", "1-40", "--out", `${name}.csv`, ...words.split(" ").filter(Boolean)];
  const options = { cwd: folder.path, env: { ...environmentOf(sandbox.url), ...env } };
  // Node.js reads NODE_EXTRA_CA_CERTS at the start of a process.
  return env.NODE_EXTRA_CA_CERTS === undefined ? runHere(args, options) : runCommand(args, options);
};

async function closedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Whether a text is one line that ends with what to do next. */
const ends =
  /^error: [^\n]* No call has succeeded so far\. Look for the cause with employee-service doctor, then run the same export again: it resumes where it stopped\.\n$/;

describe("an outage that outlives the patience is exit code 4", () => {
  test.each([
    ["status 503", { kind: "status", status: 503 }],
    ["status 503 with Retry-After", { kind: "status", status: 503, retryAfterSeconds: 100 }],
  ] satisfies [string, Trouble][])("%s, and the advice names options of the export", async (_what, trouble) => {
    onRequest = () => trouble;
    const ran = await run("--patience 1");
    expect(ran).toMatchObject({ code: 4, err: expect.stringContaining("or raise --patience.") });
    expect(ran.err).not.toContain("--timeout");
  });

  test("status 503 from the first call on, ten times", async () => {
    const call = async () => {
      throw new HttpError("The service responded with status 503 and no SOAP fault.", { status: 503 } as never);
    };
    const path = join(folder.path, "away.ndjson");
    const journal = new FileJournal({ path: `${path}.journal`, errors: `${path}.errors` });
    const promise = exportCalls({ inputs: [1, 2, 3], call, sink: ndjsonSink({ path }), journal, firstWaitMs: 1 });
    await expect(promise).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});

describe("what no waiting heals ends an export at once, with cause, address and remedy", () => {
  test("a port on which no server listens", async () => {
    const port = await closedPort();
    const ran = await run("", { EMPLOYEE_SERVICE_BASE_URL: `http://127.0.0.1:${port}` });
    expect(ran).toMatchObject({
      code: 4,
      out: "",
      err: expect.stringMatching(
        new RegExp(
          `^error: http://127\\.0\\.0\\.1:${port}/\\S+ refused the connection \\(ECONNREFUSED\\)\\..* Check EMPLOYEE_SERVICE_BASE_URL.* No call has succeeded so far\\. Look for the cause with employee-service doctor, then run the same export again: it resumes where it stopped\\.\\n$`,
        ),
      ),
    });
  });

  test("an unknown host", async () => {
    const ran = await run("", { EMPLOYEE_SERVICE_BASE_URL: "https://no-such-host.invalid" });
    expect(ran).toMatchObject({
      code: 4,
      err: expect.stringMatching(/^error: .*no-such-host\.invalid.*EMPLOYEE_SERVICE_BASE_URL/),
    });
  });

  const certificates = join(__dirname, "../../packages/soapwright-testing/src/certificates");
  const pem = (name: string) => readFileSync(join(certificates, name));

  test.each([
    ["that nobody trusts", "server", {}, /certificate.*NODE_EXTRA_CA_CERTS/],
    ["of another host", "wrong-name", { NODE_EXTRA_CA_CERTS: join(certificates, "ca.crt") }, /for another host/],
    ["that has expired", "expired", { NODE_EXTRA_CA_CERTS: join(certificates, "ca.crt") }, /expired/],
  ])("a certificate %s", async (_what, name, env, says) => {
    const front = await startFront(sandbox.url, () => undefined, { key: pem(`${name}.key`), cert: pem(`${name}.crt`) });
    const ran = await run("", { ...env, EMPLOYEE_SERVICE_BASE_URL: front.url });
    await front.close();
    expect(ran).toMatchObject({ code: 4, out: "", err: expect.stringMatching(ends) });
    expect(ran.err).toMatch(says);
    expect(front.requests).toEqual([]);
  });

  test("a proxy that refuses, and one that is dead: the advice is about the proxy", async () => {
    const proxy = createServer((_, response) => response.writeHead(407).end()).on("connect", (_, socket) =>
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"),
    );
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const refusing = `http://127.0.0.1:${(proxy.address() as { port: number }).port}`;
    const dead = `http://127.0.0.1:${await closedPort()}`;
    const base = { EMPLOYEE_SERVICE_BASE_URL: "https://service.example" };
    for (const [address, says] of [
      [refusing, /407/],
      [dead, /ECONNREFUSED/],
    ] as const) {
      const ran = await run("", { ...base, HTTPS_PROXY: address });
      expect(ran).toMatchObject({ code: 4, err: expect.stringMatching(ends) });
      expect(ran.err).toMatch(says);
      expect(ran.err).toMatch(/proxy.*HTTPS_PROXY/);
      expect(ran.err).not.toContain("Check EMPLOYEE_SERVICE_BASE_URL");
    }
    await new Promise((resolve) => proxy.close(resolve));
  });

  test("plain http, before anything is sent or written", async () => {
    const ran = await run("", { EMPLOYEE_SERVICE_BASE_URL: "http://service.example" }, "plain");
    expect(ran).toMatchObject({ out: "", err: expect.stringMatching(/^error: .*https:.*--allow-insecure.*\n$/) });
    expect([2, 3]).toContain(ran.code);
    expect(existsSync(join(folder.path, "plain.csv"))).toBe(false);
  });

  test("--json says it as the last event", async () => {
    const ran = await run("--json", { EMPLOYEE_SERVICE_BASE_URL: `http://127.0.0.1:${await closedPort()}` });
    expect(ran.code).toBe(4);
    expect(JSON.parse(ran.out.trim().split("\n").at(-1)!)).toMatchObject({
      event: "error",
      exitCode: 4,
      message: expect.stringMatching(/ECONNREFUSED.*employee-service doctor/),
    });
  });
});

test("after the first success it waits, says why, and goes on", async () => {
  const refused = () =>
    new ConnectionError("https://service.example refused the connection (ECONNREFUSED).", {
      sent: "no",
      cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }),
    });
  const reasons = new Set<string | undefined>();
  let calls = 0;
  const summary = await exportCalls({
    inputs: [1, 2, 3, 4],
    call: async (n) => {
      calls++;
      // The outage lasts until its reason was told.
      if (calls > 2 && !reasons.has(refused().message)) throw refused();
      return [{ n }];
    },
    sink: ndjsonSink({ path: join(folder.path, "waits.ndjson") }),
    journal: new FileJournal({ path: join(folder.path, "waits.journal"), errors: join(folder.path, "waits.errors") }),
    firstWaitMs: 400,
    onProgress: ({ waitsFor }) => reasons.add(waitsFor?.message),
  });
  expect(summary).toMatchObject({ state: "complete", failed: 0, rows: 4 });
  expect([...reasons]).toContain(refused().message);
  expect([...reasons].at(-1) === undefined || reasons.has(undefined)).toBe(true);
  expect(summary).not.toHaveProperty("waitsFor");
});

test("stopped while it waits, its last line and its last event say what for", async () => {
  for (const more of ["", "--json"]) {
    onRequest = () => (requests > 20 ? { kind: "status", status: 503 } : undefined);
    requests = 0;
    let said = "";
    let isStopping = false;
    const words = [
      "export",
      "cost-centers",
      "--ids",
      "1-40",
      "--out",
      `stopped${more}.csv`,
      ...more.split(" ").filter(Boolean),
    ];
    const ran = await runCommand(words, {
      cwd: folder.path,
      env: environmentOf(sandbox.url),
      onStart(child) {
        for (const stream of [child.stdout, child.stderr])
          stream?.on("data", (text: Buffer) => {
            said += text.toString();
            // A second signal would end the process at once.
            if (!isStopping && /waiting|"wait"/.test(said)) isStopping = child.kill("SIGINT");
          });
      },
    });
    expect(ran.code).toBe(7);
    if (more === "") expect(ran.err).toMatch(/\nIt waited for the service: .*status 503.*\nRun the same command again/);
    else {
      const events = ran.out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { event: string });
      const waitsFor = {
        code: "HTTP",
        address: expect.stringContaining(sandbox.url),
        message: expect.stringContaining("503"),
      };
      expect(events.find(({ event }) => event === "wait")).toMatchObject({ waitsFor });
      expect(events.at(-1)).toMatchObject({ event: "end", state: "stopped", waitsFor });
    }
  }
}, 60_000);

const fault = (reason: string) =>
  new FaultError("x", {
    fault: {
      code: { namespace: "", local: "Client" },
      subcodes: [],
      reason,
      actor: undefined,
      node: undefined,
      role: undefined,
      detail: undefined,
    } as never,
    httpStatus: 500,
    soapVersion: "1.1",
  } as never);

describe("when nothing has ever succeeded", () => {
  const exportOf = (name: string, call: (n: number) => Promise<unknown>, more: object = {}) =>
    exportCalls({
      inputs: Array.from({ length: 50 }, (_, n) => n),
      call,
      sink: ndjsonSink({ path: join(folder.path, name) }),
      journal: new FileJournal({
        path: join(folder.path, `${name}.journal`),
        errors: join(folder.path, `${name}.errors`),
      }),
      firstWaitMs: 1,
      concurrency: 1,
      ...more,
    });

  test.each([
    ["equal faults", () => fault("Unknown domain"), "REFUSED"],
    ["responses that are not SOAP's", () => new ResponseError("no XML", { reason: "xml" }), "REFUSED"],
    ["status 500", () => new HttpError("status 500", { status: 500 } as never), "REFUSED"],
    ["lost connections", () => new ConnectionError("lost", { sent: "maybe" }), "UNAVAILABLE"],
  ])("%s: the export ends after ten, and the inputs are not done", async (what, error, code) => {
    const name = what.replaceAll(/\W/g, "-");
    let calls = 0;
    const call = async () => {
      calls++;
      throw error();
    };
    await expect(exportOf(name, call)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/^Nothing has ever succeeded: 10 calls .* doctor, .* keepGoing\.$/),
    });
    expect(calls).toBe(10);
    // Without the cause, all inputs are called.
    expect(await exportOf(name, async (n) => [{ n }])).toMatchObject({ state: "complete", failed: 0, rows: 50 });
  });

  test("keepGoing goes on", async () => {
    const call = async () => {
      throw fault("Unknown domain");
    };
    expect(await exportOf("kept-going", call, { keepGoing: true })).toMatchObject({ state: "complete", failed: 50 });
    const refused = async () => {
      throw new HttpError("status 404", { status: 404 } as never);
    };
    expect(await exportOf("kept-going-404", refused, { keepGoing: true })).toMatchObject({ failed: 50 });
    // Refused credentials lock accounts, so they count.
    const locked = async () => {
      throw new HttpError("status 401", { status: 401 } as never);
    };
    await expect(exportOf("locked", locked, { keepGoing: true })).rejects.toMatchObject({ code: "REFUSED" });
  });

  test("faults that differ, and one success among equal ones, are failures of their inputs", async () => {
    const differing = async (n: number) => {
      throw fault(`Employee ${n} is unknown`);
    };
    expect(await exportOf("differing", differing)).toMatchObject({ state: "complete", failed: 50 });
    const mostly = async (n: number) => {
      if (n === 5) return [{ n }];
      throw fault("Unknown employee");
    };
    expect(await exportOf("mostly", mostly)).toMatchObject({ state: "complete", failed: 49, rows: 1 });
  });

  test("fewer inputs than that end as failures", async () => {
    const call = async () => {
      throw fault("Unknown employee");
    };
    expect(await exportOf("few", call, { inputs: [1, 2, 3] })).toMatchObject({ state: "complete", failed: 3 });
  });

  test("the command ends with exit code 8, and --keep-going goes on", async () => {
    onRequest = () => ({ kind: "fault", fault: new SandboxFault("1099: No such administration of Jan Jansen") });
    const ran = await run("", {}, "never");
    expect(ran).toMatchObject({
      code: 8,
      err: expect.stringMatching(
        /^error: Nothing has ever succeeded: .*employee-service doctor.*use --keep-going\.\n$/,
      ),
    });
    expect(ran.err).not.toContain("Jansen");
    expect(await run("--keep-going", {}, "never")).toMatchObject({
      code: 1,
      err: expect.stringContaining("40 failed"),
    });
    expect(readFileSync(join(folder.path, "never.csv.errors.ndjson"), "utf8")).not.toContain("Jansen");
    await run("--keep-going --fault-text --retry-errors", {}, "never");
    expect(readFileSync(join(folder.path, "never.csv.errors.ndjson"), "utf8").match(/Jansen/g)).toHaveLength(40);
  }, 60_000);
});
