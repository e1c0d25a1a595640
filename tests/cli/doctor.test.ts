import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { type Front, startFront, textAt } from "soapwright-testing/doctor/front";
import { run } from "../../src/cli/run";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";

interface Printed {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

let sandbox: Sandbox;
const open: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
afterAll(() => sandbox.close());

async function doctor(line: string, environment: Record<string, string> = {}): Promise<Printed> {
  const printed = { out: "", err: "" };
  const exitCode = await run(["doctor", ...line.split(" ").filter(Boolean)], {
    environment: {
      EMPLOYEE_SERVICE_BASE_URL: sandbox.url,
      EMPLOYEE_SERVICE_USERNAME: "sandbox-user",
      EMPLOYEE_SERVICE_TOKEN: "sandbox-token",
      EMPLOYEE_SERVICE_DOMAIN: "sandbox",
      ...environment,
    },
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    stopped: async () => undefined,
  });
  return { exitCode, ...printed };
}

async function front(...parameters: Parameters<typeof startFront>): Promise<Front> {
  const started = await startFront(...parameters);
  open.push(started);
  return started;
}

test("a healthy sandbox has no finding", async () => {
  const own = await startSandbox();
  open.push(own);
  const { exitCode, out, err } = await doctor("", { EMPLOYEE_SERVICE_BASE_URL: own.url });
  // On a busy machine a check may take so long that the command says what it waits for.
  expect([exitCode, err.replaceAll(/^Waiting for .*\n/gm, "")]).toEqual([0, ""]);
  expect(out).toMatch(/Nothing is wrong\.\n$/);
  expect(out).not.toMatch(/^ {2}(?:error|warning)/m);
  expect(out).toContain(`v2.1 at ${own.url}/soap/v2.1/EmployeeService.asmx\n`);
  expect(out).toContain(`v3 at ${own.url}/soap/v3/EmployeeService.asmx\n`);
});

test("each version is read once: the employee that was named, else 0", async () => {
  const { url, requests } = await front(sandbox.url, () => undefined);
  const environment = { EMPLOYEE_SERVICE_BASE_URL: url, EMPLOYEE_SERVICE_NAMESPACE_BASE_URL: sandbox.url };
  const unknown = await doctor("", environment);
  expect(unknown.out).toContain('a fault that is not about credentials ("Employee not found: 0")');
  expect(requests.filter((request) => request.startsWith("POST")).sort()).toEqual([
    "POST /soap/v2.1/EmployeeService.asmx",
    "POST /soap/v3/EmployeeService.asmx",
  ]);
  const known = await doctor("--employee-id 1003", environment);
  expect(known.exitCode).toBe(0);
  expect(known.out.match(/A read succeeded/g)).toHaveLength(2);
});

test("--json prints every check, and nothing else", async () => {
  const { exitCode, out } = await doctor("--json --interface v3");
  expect(exitCode).toBe(0);
  const { outcome, versions } = JSON.parse(out);
  expect(outcome).toBe("ok");
  expect(versions).toHaveLength(1);
  expect(versions[0]).toMatchObject({ version: "v3", soapVersion: "1.1", outcome: "ok" });
  expect(versions[0].checks.map(({ name }: { name: string }) => name)).toEqual([
    "configuration",
    "proxy",
    "dns",
    "tcp",
    "tls",
    "http",
    "clock",
    "contract",
    "credentials",
    "namespaces",
  ]);
});

test("a wrong namespace names the variable", async () => {
  const { exitCode, out } = await doctor("--interface v3", {
    EMPLOYEE_SERVICE_NAMESPACE_BASE_URL: "https://wrong.example",
  });
  expect(exitCode).toBe(1);
  expect(out).toMatch(
    /error {4}namespaces .*Check EMPLOYEE_SERVICE_NAMESPACE_BASE_URL and EMPLOYEE_SERVICE_V3_NAMESPACE\./,
  );
});

test("a wrong base URL names the variable", async () => {
  const { exitCode, out } = await doctor("--interface v3", { EMPLOYEE_SERVICE_BASE_URL: `${sandbox.url}/elsewhere` });
  expect(exitCode).toBe(1);
  expect(out).toMatch(/error {4}credentials .*status 404.*Check EMPLOYEE_SERVICE_BASE_URL/);
});

test("a gateway's login page", async () => {
  const body = '<html><form><input type="password"></form></html>';
  const { url } = await front(sandbox.url, () => ({ headers: { "content-type": "text/html" }, body }));
  const { exitCode, out } = await doctor("", { EMPLOYEE_SERVICE_BASE_URL: url });
  expect(exitCode).toBe(1);
  expect(out).toContain("shows a login page instead of the service");
});

test("a changed contract, in words", async () => {
  const wsdl = await textAt(`${sandbox.url}/soap/v3/EmployeeService.asmx?wsdl`);
  const body = wsdl
    .replace(/name="PostalCode"/g, 'name="ZipCode"')
    .replace(/(<(?:\w+:)?complexType name="EmployeeAddress">[\s\S]*?name="Id" type="\w+:)int"/, '$1long"');
  const { url } = await front(sandbox.url, ({ method }) =>
    method === "GET" ? { headers: { "content-type": "text/xml; charset=utf-8" }, body } : undefined,
  );
  const { exitCode, out } = await doctor("--interface v3 --employee-id 1003", {
    EMPLOYEE_SERVICE_BASE_URL: url,
    EMPLOYEE_SERVICE_NAMESPACE_BASE_URL: sandbox.url,
  });
  expect(exitCode).toBe(1);
  expect(out).toContain(
    "EmployeeAddress.Id in the service's WSDL: xs:int -> xs:long. This breaks what the client reads",
  );
  expect(out).toContain("EmployeeAddress.PostalCode in the service's WSDL: removed. This breaks what the client reads");
  expect(out).toContain("do not break this client: EmployeeAddress.ZipCode: added, optional.");
  expect(out).toMatch(/Found 2 errors\.\n$/);
});

test("warnings alone have an exit code of their own", async () => {
  const { url } = await front(sandbox.url, ({ method }) => (method === "GET" ? { status: 404 } : undefined));
  const environment = { EMPLOYEE_SERVICE_BASE_URL: url, EMPLOYEE_SERVICE_NAMESPACE_BASE_URL: sandbox.url };
  const { exitCode, out } = await doctor("--interface v3", environment);
  expect(exitCode).toBe(8);
  expect(out).toMatch(/Found 1 warning\.\n$/);
});

test("wrong credentials are a finding, and no secret is printed", async () => {
  const secrets = { EMPLOYEE_SERVICE_USERNAME: "geheim-user", EMPLOYEE_SERVICE_TOKEN: "geheim-token" };
  for (const line of ["", "--json"]) {
    const { exitCode, out, err } = await doctor(line, secrets);
    expect(exitCode).toBe(1);
    expect(out).toContain("The service refuses the credentials");
    expect(out + err).not.toContain("geheim");
  }
});

test("checks are printed as they end, and kept when the doctor is stopped", async () => {
  const server = createServer((socket) => socket.on("error", () => {}).unref()).unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = new AbortController();
  let out = "";
  let err = "";
  const exitCode = await run(["doctor", "--interface", "v3"], {
    environment: {
      EMPLOYEE_SERVICE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      EMPLOYEE_SERVICE_USERNAME: "sandbox-user",
      EMPLOYEE_SERVICE_TOKEN: "sandbox-token",
      EMPLOYEE_SERVICE_DOMAIN: "sandbox",
    },
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
      if (/^Waiting/.test(text)) stop.abort();
    },
    stopped: () => new Promise(() => {}),
    signal: stop.signal,
  });
  expect(exitCode).toBe(7);
  expect(out).toMatch(/^v3 at http:.*\n {2}ok {7}configuration .*\n {2}ok {7}proxy .*\n(?:.*\n)* {2}ok {7}tcp .*\n/);
  expect(out).not.toContain("Nothing is wrong");
  expect(err).toMatch(
    /^Waiting for the check http of v3: http:\S+, time limit 10 s\.\nerror: The doctor was stopped before/,
  );
});

test("a proxy that asks for credentials: as the call says it", async () => {
  const proxy = createHttpServer().on("connect", (_, socket) =>
    socket.end("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"),
  );
  proxy.unref();
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { out } = await doctor("--interface v3", {
    EMPLOYEE_SERVICE_BASE_URL: "https://service.example",
    HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  });
  expect(out).toMatch(
    /proxy .*407\. It needs credentials\. Put them into HTTPS_PROXY, as in http:\/\/user:password@proxy\.example\.\n/,
  );
});

describe("what is not configured", () => {
  test("the base URL: one clear line, everything else says why it is skipped", async () => {
    const { exitCode, out } = await doctor("--interface v3", { EMPLOYEE_SERVICE_BASE_URL: "" });
    expect(exitCode).toBe(1);
    expect(out).toMatch(/error {4}configuration {2}.*EMPLOYEE_SERVICE_BASE_URL/);
    expect(out).toContain(
      "  skipped  proxy, dns, tcp, tls, http, clock, contract, credentials, namespaces: They are not made, because the check of configuration failed.\n",
    );
  });

  test("a base URL that is none", async () => {
    const { exitCode, out } = await doctor("--interface v3", {
      EMPLOYEE_SERVICE_BASE_URL: "https://user:geheim@service.example",
    });
    expect(exitCode).toBe(1);
    expect(out).toMatch(/error {4}configuration/);
    expect(out).not.toContain("geheim");
  });

  test("one version: it is left out, unless it is asked for", async () => {
    const none = { EMPLOYEE_SERVICE_USERNAME: "", EMPLOYEE_SERVICE_TOKEN: "" };
    const both = await doctor("", none);
    expect(both.exitCode).toBe(0);
    expect(both.out).toContain("its credentials are not set: EMPLOYEE_SERVICE_USERNAME, EMPLOYEE_SERVICE_TOKEN.");
    const { out } = await doctor("--json", none);
    const { versions } = JSON.parse(out) as { versions: { checks: object[] }[] };
    expect(versions.flatMap(({ checks }) => checks)).toContainEqual(
      expect.objectContaining({ name: "configuration", outcome: "skipped", reason: "not-examined" }),
    );
    const asked = await doctor("--interface v2.1", none);
    expect(asked.exitCode).toBe(1);
    expect(asked.out).toMatch(/error {4}configuration .*EMPLOYEE_SERVICE_USERNAME/);
  });

  test("one of two credentials", async () => {
    const { exitCode, out } = await doctor("", { EMPLOYEE_SERVICE_TOKEN: "" });
    expect(exitCode).toBe(1);
    expect(out).toMatch(/error {4}configuration .*EMPLOYEE_SERVICE_TOKEN/);
  });
});

test.each([
  ["--interface v9", /v9/],
  ["--employee-id abc", /integer/],
  ["--timeout 0", /500ms, 30s or 2m/],
  ["--timeout soon", /500ms, 30s or 2m/],
  ["--token x", /unknown option/],
])("%s is wrong usage", async (line, words) => {
  const { exitCode, err } = await doctor(line);
  expect(exitCode).toBe(2);
  expect(err).toMatch(words);
});

test("what a service shows cannot move the cursor", async () => {
  const fault = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault><faultcode>e:Server</faultcode><faultstring>a\u009b2Jb</faultstring></e:Fault></e:Body></e:Envelope>`;
  const { url } = await front(sandbox.url, ({ method }) =>
    method === "POST"
      ? { status: 500, headers: { "content-type": "text/xml; charset=utf-8" }, body: fault }
      : undefined,
  );
  const environment = { EMPLOYEE_SERVICE_BASE_URL: url, EMPLOYEE_SERVICE_NAMESPACE_BASE_URL: sandbox.url };
  const { out } = await doctor("--interface v3", environment);
  expect(out).toContain("a\\u009b2Jb");
});
