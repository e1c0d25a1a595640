/** The options of calls: the same on every command that makes them. */
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { costCentersOf, temporaryFolder } from "soapwright-testing/export/staff";
import { run } from "../../src/cli/run";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox";

const base = "http://service.example";
const folder = temporaryFolder();
const calling = ["call", "cost-centers", "addresses", "export", "worker", "doctor", "record"];

let sandbox: Sandbox;
let proxy: Server;
let proxyUrl: string;
const asked: string[] = [];

/** The proxy knows one host name, which resolves to nothing without it. */
beforeAll(async () => {
  sandbox = await startSandbox({
    namespaceBaseUrl: base,
    handlers: { costCenterGetCurrent: ({ EmployeeId }) => costCentersOf(EmployeeId) },
  });
  proxy = createServer((incoming, response) => {
    asked.push(incoming.url ?? "");
    const target = new URL(incoming.url ?? "", "http://nowhere.example");
    const { method, headers } = incoming;
    const there = new URL(sandbox.url + target.pathname + target.search);
    incoming.pipe(
      request(there, { method, headers: { ...headers, host: there.host } }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await sandbox.close();
  folder.remove();
});

async function command(words: readonly string[], environment: Record<string, string> = {}) {
  const printed = { out: "", err: "" };
  const exitCode = await run(words, {
    environment: {
      EMPLOYEE_SERVICE_BASE_URL: base,
      EMPLOYEE_SERVICE_USERNAME: "sandbox-user",
      EMPLOYEE_SERVICE_TOKEN: "sandbox-token",
      EMPLOYEE_SERVICE_DOMAIN: "sandbox",
      COLUMNS: "200",
      ...environment,
    },
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    stopped: () => new Promise(() => {}),
  });
  return { exitCode, ...printed };
}

const exportTo = (name: string) => ["export", "cost-centers", "--ids", "1001-1003", "--out", join(folder.path, name)];

test.each(calling)("%s has them, with examples and its own exit codes", async (name) => {
  const { out } = await command([name, "--help"]);
  for (const option of [
    "--endpoint <url>",
    "--namespace-base-url <url>",
    "--timeout <time>",
    "--proxy <url>",
    "--no-proxy",
    "--allow-insecure",
  ])
    expect(out).toContain(option);
  expect(out).toMatch(/500ms, 30s, 2m/);
  expect(out).toMatch(new RegExp(`Examples:\n  employee-service ${name}`));
  expect(out).toMatch(/Exit codes:\n {2}0 {2}/);
});

test.each([
  ["worker", /8 {2}refused: by the service, for example the credentials.*with doctor, 8 is warnings alone/],
  ["export", /8 {3}refused: by the service/],
  ["doctor", /8 {2}there are warnings alone \(with worker and export, 8 is a refusal\)/],
  ["", /8 {2}doctor: there are warnings alone; export and worker: refused/],
])("the help of '%s' says what exit code 8 is", async (name, words) => {
  const { out } = await command([...(name === "" ? [] : [name]), "--help"]);
  expect(out).toMatch(words);
});

describe("export", () => {
  test("a plain http: service takes --allow-insecure, as its message says", async () => {
    const refused = await command([...exportTo("refused.csv"), "--proxy", proxyUrl]);
    expect([refused.exitCode, refused.err]).toEqual([3, expect.stringContaining("--allow-insecure")]);
    const allowed = await command([...exportTo("allowed.csv"), "--proxy", proxyUrl, "--allow-insecure"]);
    expect([allowed.exitCode, allowed.err]).toEqual([0, expect.stringContaining("Complete: 3 inputs")]);
    expect(asked).toHaveLength(3);
  });

  test("goes through the environment's proxy, as a call does", async () => {
    const words = [...exportTo("environment.csv"), "--allow-insecure"];
    expect((await command(words, { HTTP_PROXY: proxyUrl })).exitCode).toBe(0);
    expect(asked).toHaveLength(3);
  });

  test("posts to --endpoint, in the namespace of --namespace-base-url", async () => {
    const { exitCode, err } = await command(
      [
        ...exportTo("endpoint.csv"),
        "--endpoint",
        `${sandbox.url}/soap/v2.1/EmployeeService.asmx`,
        "--namespace-base-url",
        base,
      ],
      { EMPLOYEE_SERVICE_BASE_URL: "https://elsewhere.example" },
    );
    expect([exitCode, err]).toEqual([0, expect.stringContaining("Complete: 3 inputs")]);
  });

  test("--timeout needs a unit, because it never had one", async () => {
    const { exitCode, err } = await command([...exportTo("bare.csv"), "--timeout", "30"]);
    expect([exitCode, err]).toEqual([2, expect.stringContaining("30ms, 30s or 30m")]);
    const { exitCode: code } = await command([
      ...exportTo("unit.csv"),
      "--timeout",
      "20s",
      "--patience",
      "2m",
      "--endpoint",
      `${sandbox.url}/soap/v2.1/EmployeeService.asmx`,
    ]);
    expect(code).toBe(0);
  });

  test("for a queue they belong to the workers", async () => {
    const words = ["export", "cost-centers", "--ids", "1-2", "--to", "postgres://h/d", "--queue", "redis://h"];
    const { exitCode, err } = await command([...words, "--timeout", "5s"]);
    expect([exitCode, err]).toEqual([2, expect.stringMatching(/'--timeout'.*workers/)]);
  });
});

describe("a --timeout without a unit", () => {
  const direct = () => ({ EMPLOYEE_SERVICE_BASE_URL: sandbox.url, EMPLOYEE_SERVICE_NAMESPACE_BASE_URL: base });

  test.each([["cost-centers", "1003"], ["doctor"], ["worker"], ["record"]])("is refused by %s", async (...words) => {
    const { exitCode, err } = await command([...words, "--timeout", "30"], direct());
    expect([exitCode, err]).toEqual([2, expect.stringMatching(/^error: .*--timeout.* 30ms, 30s or 30m\.\n$/)]);
  });

  test("with one it is taken", async () => {
    const { exitCode, err } = await command(["cost-centers", "1003", "--timeout", "20s"], direct());
    expect([exitCode, err]).toEqual([0, ""]);
  });
});

describe("doctor", () => {
  test("goes through the environment's proxy, as calls do", async () => {
    const { out } = await command(["doctor", "--interface", "v3", "--allow-insecure"], { HTTP_PROXY: proxyUrl });
    expect(out).toMatch(/ok +proxy +The proxy http:\/\/127\.0\.0\.1:\d+ accepts connections/);
    expect(out).toMatch(/ok +credentials/);
    expect(asked).toContain(`${base}/soap/v3/EmployeeService.asmx`);
  });

  test.each(["/soap/v3/EmployeeService.asmx", "/soap/v2.1/employeeservice.asmx/", "/gateway/EmployeeService.asmx"])(
    "recognizes a base URL that is a whole endpoint: %s",
    async (path) => {
      const environment = { EMPLOYEE_SERVICE_BASE_URL: sandbox.url + path };
      const { exitCode, out } = await command(["doctor", "--interface", "v3"], environment);
      expect([exitCode, out]).toEqual([1, expect.stringMatching(/EMPLOYEE_SERVICE_BASE_URL is the whole address/)]);
      const call = await command(["addresses", "1003", "--period", "11", "--year", "2026"], environment);
      expect([call.exitCode, call.err]).toEqual([3, expect.stringMatching(/EMPLOYEE_SERVICE_BASE_URL is the whole/)]);
    },
  );

  test("--fail-on error lets a pipeline go on in spite of warnings", async () => {
    const words = ["doctor", "--interface", "v3", "--allow-insecure", "--proxy", proxyUrl];
    expect((await command(words)).exitCode).toBe(8);
    const { exitCode, out } = await command([...words, "--fail-on", "error", "--json"]);
    expect([exitCode, JSON.parse(out).outcome]).toEqual([0, "warning"]);
  });
});

test("--endpoint of a command for several versions needs to know of which", async () => {
  for (const words of [
    ["doctor", "--endpoint", "https://gateway.example/"],
    ["worker", "--queue", "redis://h", "--to", "postgres://h/d", "--endpoint", "https://gateway.example/"],
  ]) {
    const { exitCode, err } = await command(words);
    expect([exitCode, err]).toEqual([2, expect.stringContaining("--interface")]);
  }
});
