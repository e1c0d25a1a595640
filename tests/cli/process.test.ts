/** The built command as a process: proxies, Ctrl-C, pipes, slow readers, lists without end, and terminals. */

import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { createServer, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { sampleOf, slowTest } from "soapwright-testing/stage/slow";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";

const main = "dist/cli/main.js";
const addresses = [
  "call",
  "Address_GetList",
  "--interface",
  "v3",
  "--employee-id",
  "1",
  "--period",
  "1",
  "--year",
  "2026",
];

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function started(args: readonly string[], environment: Record<string, string>, node: readonly string[] = []) {
  return spawn(process.execPath, [...node, main, ...args], {
    env: {
      PATH: process.env.PATH,
      EMPLOYEE_SERVICE_USERNAME: "sandbox-user",
      EMPLOYEE_SERVICE_TOKEN: "sandbox-token",
      EMPLOYEE_SERVICE_DOMAIN: "sandbox",
      ...environment,
    },
  });
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}

const command = (args: readonly string[], environment: Record<string, string>) => ended(started(args, environment));

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

beforeAll(() => {
  if (!existsSync(main)) throw new Error("dist/ is absent: run `make build` first");
});

describe("a proxy", () => {
  const base = "http://service.example";
  let sandbox: Sandbox;
  let proxy: Server;
  let proxyUrl: string;
  let asked: string[];
  beforeAll(async () => {
    sandbox = await startSandbox({ namespaceBaseUrl: base });
    asked = [];
    // The proxy knows one host name, which resolves to nothing without it.
    proxy = createServer((incoming, response) => {
      asked.push(incoming.url ?? "");
      const target = new URL(incoming.url ?? "", "http://nowhere.example");
      if (target.hostname !== "service.example") response.writeHead(502).end();
      else {
        const { method, headers } = incoming;
        const path = sandbox.url + target.pathname;
        incoming.pipe(
          request(path, { method, headers: { ...headers, host: new URL(path).host } }, (answer) => {
            response.writeHead(answer.statusCode ?? 500, answer.headers);
            answer.pipe(response);
          }),
        );
      }
    });
    proxyUrl = await listening(proxy);
  });
  afterAll(async () => {
    await closed(proxy);
    await sandbox.close();
  });
  beforeEach(() => {
    asked.length = 0;
  });
  const call = ["cost-centers", "1002", "--allow-insecure", "--timeout", "20s"];

  test.each(
    sampleOf(
      [
        ["HTTP_PROXY", {}, []],
        ["http_proxy", {}, []],
        ["--proxy", {}, ["--proxy"]],
        ["--proxy over the environment", { HTTP_PROXY: "http://127.0.0.1:1" }, ["--proxy"]],
      ],
      3,
    ),
  )("is used: %s", async (name, environment, flags) => {
    const set = flags.length === 0 ? { [name]: proxyUrl } : environment;
    const words = flags.length === 0 ? call : [...call, "--proxy", proxyUrl];
    const { code, err } = await command(words, { EMPLOYEE_SERVICE_BASE_URL: base, ...set });
    expect([code, err]).toEqual([0, ""]);
    expect(asked).toEqual([`${base}/soap/v2.1/EmployeeService.asmx`]);
  });

  test.each([
    ["NO_PROXY leaves the host out", { NO_PROXY: "other.example,.example" }, []],
    ["--no-proxy", {}, ["--no-proxy"]],
  ])("is not used: %s", async (_what, environment, flags) => {
    // Port 1 of an address that is reached directly refuses connections.
    const words = [...call, ...flags, "--endpoint", "http://127.0.0.1.example:1/"];
    const { code } = await command(words, {
      EMPLOYEE_SERVICE_BASE_URL: base,
      HTTP_PROXY: proxyUrl,
      ...environment,
    });
    expect([code, asked]).toEqual([4, []]);
  });

  test("loopback is never proxied", async () => {
    const { code } = await command(["cost-centers", "1002"], {
      EMPLOYEE_SERVICE_BASE_URL: sandbox.url,
      EMPLOYEE_SERVICE_NAMESPACE_BASE_URL: base,
      HTTP_PROXY: "http://127.0.0.1:1",
    });
    expect(code).toBe(0);
  });

  slowTest("--endpoint and --namespace-base-url", async () => {
    const endpoint = `${sandbox.url}/soap/v2.1/EmployeeService.asmx`;
    const flags = ["--endpoint", endpoint, "--namespace-base-url", base];
    const { code, err } = await command(["cost-centers", "1002", ...flags], {
      EMPLOYEE_SERVICE_BASE_URL: "https://elsewhere.example",
    });
    expect([code, err]).toEqual([0, ""]);
  });

  slowTest("a wrong one is named as it was given", async () => {
    const environment = { EMPLOYEE_SERVICE_BASE_URL: base };
    const flag = await command([...call, "--proxy", "ftp://proxy.example"], environment);
    expect([flag.code, flag.err]).toEqual([2, expect.stringMatching(/^error: --proxy .*ftp.*\.\n$/)]);
    const variable = await command(call, { ...environment, HTTP_PROXY: "ftp://proxy.example" });
    expect([variable.code, variable.err]).toEqual([3, expect.stringMatching(/^error: HTTP_PROXY .*ftp.*\.\n$/)]);
  });
});

describe("a service that does not respond", () => {
  let silent: Server;
  let url: string;
  beforeAll(async () => {
    silent = createServer(() => {});
    url = await listening(silent);
  });
  afterAll(() => closed(silent));

  test("--timeout ends the call, and is what the message names", async () => {
    const { code, out, err } = await command(["cost-centers", "1", "--timeout", "100ms"], {
      EMPLOYEE_SERVICE_BASE_URL: url,
    });
    expect([code, out]).toEqual([4, ""]);
    expect(err).toBe(
      `error: The call to ${url}/soap/v2.1/EmployeeService.asmx took longer than --timeout (100 ms) with its retries and waits. Raise --timeout, or call again later.\n`,
    );
  });

  test.each(["SIGINT", "SIGTERM"] as const)("%s ends the call with exit code 7", async (signal) => {
    const asked = once(silent, "request");
    const child = started(["cost-centers", "1"], { EMPLOYEE_SERVICE_BASE_URL: url });
    const end = ended(child);
    await asked;
    child.kill(signal);
    expect(await end).toEqual({
      code: 7,
      out: "",
      err: "error: The command was stopped before the call was complete.\n",
    });
  });

  test("Ctrl-C while standard input is read", async () => {
    const child = started([...addresses, "--json-args", "-"], { EMPLOYEE_SERVICE_BASE_URL: url });
    const end = ended(child);
    // The text exceeds the buffer of a pipe, so the write ends only when the command reads.
    await new Promise((resolve) => child.stdin.write(" ".repeat(1 << 20), resolve));
    child.kill("SIGINT");
    expect((await end).code).toBe(7);
  });
});

describe("a list without end", () => {
  /** Resolves when more may be written, or the reader has closed the connection. */
  const room = (response: ServerResponse) =>
    new Promise<void>((resolve) => {
      const settle = () => {
        response.off("drain", settle).off("close", settle);
        resolve();
      };
      response.on("drain", settle).on("close", settle);
    });
  let server: Server;
  let environment: Record<string, string>;
  let sent: number;
  let wanted: number;
  /** Settles when the last response has ended, or its reader has left. */
  let left: Promise<unknown>;
  /** The second half of a response is not sent before. */
  let half: Promise<unknown>;
  /** The memory of the command itself, which grows with the contract. */
  let plainMb: number;
  const item = (id: number) =>
    `<EmployeeAddress><Id>${id}</Id><Default>true</Default><Street>Street ${"x".repeat(60)}</Street><Type>HomeAddress</Type></EmployeeAddress>`;
  beforeAll(async () => {
    server = createServer(async (incoming, response) => {
      incoming.resume();
      response.on("error", () => {});
      left = once(response, "close");
      response.writeHead(200, { "Content-Type": "text/xml; charset=utf-8" });
      const ns = `${environment.EMPLOYEE_SERVICE_BASE_URL}/soap/v3/EmployeeService`;
      response.write(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Address_GetListResponse xmlns="${ns}"><Address_GetListResult>`,
      );
      for (let id = 0; id < wanted && !response.destroyed; ) {
        if (id >= wanted / 2) await half;
        let text = "";
        for (const end = Math.min(wanted, id + 200); id < end; id++) text += item(id);
        sent += text.length;
        if (!response.write(text)) await room(response);
      }
      response.end("</Address_GetListResult></Address_GetListResponse></s:Body></s:Envelope>");
    });
    environment = {};
    environment = { EMPLOYEE_SERVICE_BASE_URL: await listening(server) };
    wanted = 1;
    half = Promise.resolve();
    const weigh = "process.on('exit', () => { gc(); console.error(process.memoryUsage().heapUsed); });";
    const flags = ["--expose-gc", "--import", `data:text/javascript,${encodeURIComponent(weigh)}`];
    const { code, err } = await ended(started([...addresses, "--format", "ndjson"], environment, flags));
    expect(code).toBe(0);
    plainMb = Math.ceil(Number(err) / 2 ** 20);
  });
  afterAll(() => closed(server));
  beforeEach(() => {
    sent = 0;
    wanted = 140_000;
    half = Promise.resolve();
  });

  test.each(sampleOf(["ndjson", "csv", "json"], 3))("%s is printed as it comes, in little memory", async (format) => {
    // 140,000 items as objects take more than this.
    const forItemsMb = 14;
    const child = started([...addresses, "--format", format], environment, [
      `--max-old-space-size=${plainMb + forItemsMb}`,
    ]);
    half = once(child.stdout, "data");
    let lines = 0;
    child.stdout.on("data", (bytes: Buffer) => {
      for (const byte of bytes) if (byte === 10) lines++;
    });
    child.stderr.pipe(process.stderr);
    const [code] = (await once(child, "close")) as [number];
    expect(code).toBe(0);
    expect(lines).toBe({ ndjson: wanted, csv: wanted + 1, json: wanted * 6 + 2 }[format]);
  });

  slowTest("a reader that waits makes the service wait", async () => {
    wanted = 1_000_000;
    const child = started([...addresses, "--format", "ndjson"], environment);
    child.stdout.pause();
    while (sent === 0) await wait(50);
    for (let before = -1; before !== sent; ) {
      before = sent;
      await wait(1_000);
    }
    // The command reads a tenth of it, and then no more.
    expect(sent).toBeLessThan(wanted * 10);
    child.kill("SIGKILL");
    await once(child, "exit");
  });

  test("a reader that leaves, such as head, ends the call in silence", async () => {
    wanted = Number.POSITIVE_INFINITY;
    const shell = spawn(
      "bash",
      [
        "--norc",
        "-c",
        `set -o pipefail; "${process.execPath}" ${main} ${addresses.join(" ")} --format ndjson | head -n 2`,
      ],
      {
        env: { PATH: process.env.PATH, EMPLOYEE_SERVICE_DOMAIN: "sandbox", ...environment },
      },
    );
    const { code, out, err } = await ended(shell);
    expect([code, out.split("\n").length, err]).toEqual([0, 3, ""]);
    await left;
  });

  slowTest("Ctrl-C in the middle is exit code 7, and what was there has been printed", async () => {
    wanted = 10_000_000;
    const child = started([...addresses, "--format", "ndjson"], environment);
    const end = ended(child);
    await once(child.stdout, "data");
    child.kill("SIGINT");
    const { code, out, err } = await end;
    expect(code).toBe(7);
    expect(JSON.parse(out.slice(0, out.indexOf("\n")))).toMatchObject({ Id: 0 });
    expect(JSON.parse(err)).toMatchObject({ error: { name: "AbortError", code: "ABORTED", exitCode: 7 } });
  });

  test("a full disk is an error", () => {
    const shell = spawnSync(process.execPath, [main, "--help"], {
      stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
      encoding: "utf8",
    });
    expect([shell.status, shell.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: Standard output cannot be written: .*ENOSPC.*\.\n$/),
    ]);
  });
});

describe("a terminal", () => {
  /** Returns what the command prints to a terminal of 60 columns, which script(1) provides. */
  async function onTerminal(args: string, environment: Record<string, string> = {}): Promise<string> {
    const sandbox = await startSandbox();
    try {
      const line = `stty cols 90; "${process.execPath}" ${main} ${args}`;
      const child = spawn("script", ["-qec", line, "/dev/null"], {
        env: {
          PATH: process.env.PATH,
          TERM: "xterm-256color",
          SHELL: "/bin/sh",
          EMPLOYEE_SERVICE_BASE_URL: sandbox.url,
          EMPLOYEE_SERVICE_USERNAME: "sandbox-user",
          EMPLOYEE_SERVICE_TOKEN: "sandbox-token",
          EMPLOYEE_SERVICE_DOMAIN: "sandbox",
          ...environment,
        },
      });
      return (await ended(child)).out.replaceAll("\r\n", "\n");
    } finally {
      await sandbox.close();
    }
  }

  test("gets colors and lines that fit", async () => {
    const text = await onTerminal("cost-centers 1003");
    expect(text).toContain("\u001b[1m");
    const plain = stripVTControlCharacters(text);
    expect(plain).toContain("2002");
    expect(Math.max(...plain.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(90);
  });

  slowTest("gets no colors with NO_COLOR, and as many columns as COLUMNS says", async () => {
    const text = await onTerminal("cost-centers 1003", { NO_COLOR: "1", COLUMNS: "70" });
    expect(text).not.toContain("\u001b");
    expect(Math.max(...text.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(70);
  });

  test("a file or a pipe gets neither", async () => {
    const text = await onTerminal("cost-centers 1003 | cat");
    expect(text).not.toContain("\u001b");
    expect(text).toMatch(/^ *Id +CostCenter\.Code +CostCenter\.Description +CostCenter\.Id +Kostensoort\.Code/);
  });
});

/** Starts a service that accepts connections and sends nothing. */
async function silent(): Promise<Server> {
  const server = createServer(() => {});
  await listening(server);
  return server;
}

test("Ctrl-C ends the doctor at once, with an exit code of its own, while the service is silent", async () => {
  const server = await silent();
  const heard = once(server, "connection");
  const child = started(["doctor"], {
    EMPLOYEE_SERVICE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  const end = ended(child);
  await heard;
  child.kill("SIGINT");
  const stopped = performance.now();
  expect(await end).toEqual({
    code: 7,
    out: expect.stringMatching(/^v2\.1 at http:/),
    err: "error: The doctor was stopped before it had seen everything.\n",
  });
  // The time limits of the started calls are 10 seconds and more.
  expect(performance.now() - stopped).toBeLessThan(5_000);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

slowTest("a command that is done ends: no connection keeps its process", async () => {
  const sandbox = await startSandbox();
  /** Returns the share of a call's time after its last output. */
  const lingered = async () => {
    const begun = performance.now();
    const child = started(["cost-centers", "1003", "--json"], { EMPLOYEE_SERVICE_BASE_URL: sandbox.url });
    let last = begun;
    child.stdout.on("data", () => {
      last = performance.now();
    });
    expect((await ended(child)).code).toBe(0);
    return (performance.now() - last) / (performance.now() - begun);
  };
  const parts: number[] = [];
  for (let turn = 0; turn < 5; turn++) parts.push(await lingered());
  await sandbox.close();
  // V8 compiles undici's parser a second time in the background, and Node.js waits for it.
  expect(Math.min(...parts)).toBeLessThan(0.5);
});

/** The reader has ended before the command begins, so that its first write fails. */
test.each([
  ["dist/cli/main.js", "--version"],
  ["dist/cli/main.js", "--help"],
  ["dist/cli/main.js", "completion bash"],
  ["dist/cli/main.js", "completion fish"],
  ["packages/soapwright/dist/cli.js", "--version"],
  ["packages/soapwright/dist/cli.js", "call --help"],
  ["packages/soapwright/dist/cli.js", "completion zsh"],
])("%s %s ends quietly when nobody reads", (command, words) => {
  const script = `exec 3> >(exit); wait $!; exec "$0" ${command} ${words} >&3`;
  // A locale that is not installed makes bash warn.
  const env = { ...process.env, LC_ALL: "C" };
  const { status, stderr } = spawnSync("bash", ["-c", script, process.execPath], { encoding: "utf8", env });
  expect([status, stderr]).toEqual([0, ""]);
});

test.each(["help genrate", "genrate --help", "genrate"])("soapwright %s names the command that is meant", (words) => {
  const args = ["packages/soapwright/dist/cli.js", ...words.split(" ")];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("error: unknown command 'genrate'. Did you mean generate?");
});
