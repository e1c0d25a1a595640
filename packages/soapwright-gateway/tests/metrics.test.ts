/** `--metrics-port` of both commands: what Prometheus reads of a running gateway. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text as textOf } from "node:stream/consumers";
import { startSandbox } from "employee-service-client/sandbox";
import { parcelsWsdl } from "./parcels";
import { withoutPackage } from "./without-package";

const root = resolve(__dirname, "../../..");
const EMPLOYEES = [join(root, "dist/cli/main.js"), "gateway", "--interface", "v2.1", "--port", "0"];
const folder = mkdtempSync(join(tmpdir(), "gateway-metrics-"));
const wsdl = join(folder, "parcels.wsdl");
const SOAPWRIGHT = [join(root, "packages/soapwright/dist/cli.js"), "gateway", wsdl, "--port", "0"];
const children: ChildProcess[] = [];
let sandbox: Awaited<ReturnType<typeof startSandbox>>;

jest.setTimeout(120_000);
beforeAll(async () => {
  writeFileSync(wsdl, parcelsWsdl());
  sandbox = await startSandbox();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(args: readonly string[]): ChildProcess {
  const env = {
    PATH: process.env.PATH ?? "",
    EMPLOYEE_SERVICE_BASE_URL: sandbox.url,
    EMPLOYEE_SERVICE_USERNAME: "sandbox-user",
    EMPLOYEE_SERVICE_DOMAIN: "sandbox",
    EMPLOYEE_SERVICE_TOKEN: "sandbox-token",
  };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  return child;
}

/** Resolves to the addresses of a gateway and of its metrics. */
async function served(args: readonly string[]) {
  const child = start(args);
  const metrics = new Promise<string>((done) => {
    createInterface(child.stderr!).on("line", (line) => {
      const [, url] = /^Metrics: (\S+)$/.exec(line) ?? [];
      if (url !== undefined) done(url);
    });
  });
  const [url] = (await once(createInterface(child.stdout!), "line")) as [string];
  return { child, url, metrics: await metrics };
}

async function ended(args: readonly string[]) {
  const child = start(args);
  const [stderr, [exitCode]] = await Promise.all([textOf(child.stderr!), once(child, "exit")]);
  return { stderr: stderr.trim(), exitCode: exitCode as number };
}

test("employee-service gateway serves the metrics of its calls and of its callers, on loopback", async () => {
  const { child, url, metrics } = await served([...EMPLOYEES, "--metrics-port", "0"]);
  expect(metrics).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  expect((await fetch(`${url}/v2.1/costCenterGetCurrent?EmployeeId=1001`)).status).toBe(200);
  expect((await fetch(`${url}/v2.1/costCenterGetCurrent?EmployeeId=x`)).status).toBe(400);
  const response = await fetch(metrics);
  const text = await response.text();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain"]);
  expect(text).toMatch(/^rpc_client_call_duration_count\{[^}]*rpc_method="[^"]*\/CostCenter_GetCurrent"[^}]*\} 1$/m);
  expect(text).toMatch(/^http_server_request_duration_count\{[^}]*http_response_status_code="200"[^}]*\} 1$/m);
  expect(text).toMatch(/^http_server_request_duration_count\{[^}]*http_response_status_code="400"[^}]*\} 1$/m);
  expect(text).toMatch(/^http_client_open_connections\{/m);
  expect(text).not.toMatch(/1001|sandbox-token|sandbox-user/);
  expect((await fetch(new URL("/", metrics))).status).toBe(404);
  // Its port is of its own: callers of the gateway do not see it.
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
});

test("soapwright gateway serves them too, at the address that it is told", async () => {
  const args = ["--endpoint", "http://127.0.0.1:9/parcels", "--metrics-port", "0", "--metrics-host", "127.0.0.2"];
  const { url, metrics } = await served([...SOAPWRIGHT, ...args]);
  expect(metrics).toMatch(/^http:\/\/127\.0\.0\.2:/);
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  const { status } = await fetch(`${url}/parcels/countParcels`, init);
  const text = await (await fetch(metrics)).text();
  expect(text).toContain(`http_response_status_code="${status}"`);
  expect(text).toMatch(/^rpc_client_call_duration_count\{[^}]*error_type="[^"]+"/m);
});

test("a port in use and absent packages are said before anything is served", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const port = String((other.address() as AddressInfo).port);
  try {
    for (const args of [EMPLOYEES, SOAPWRIGHT]) {
      const { stderr, exitCode } = await ended([...args, "--metrics-port", port]);
      expect(stderr).toContain(`--metrics-port ${port}: cannot listen at 127.0.0.1 (EADDRINUSE). Choose another port.`);
      expect(exitCode).toBe(2);
    }
  } finally {
    other.close();
  }
  const absent = withoutPackage(folder, "@opentelemetry/exporter-prometheus");
  for (const [args, name] of [
    [EMPLOYEES, "employee-service"],
    [SOAPWRIGHT, "soapwright"],
  ] as const) {
    const { stderr, exitCode } = await ended([...absent, ...args, "--metrics-port", "0"]);
    expect(stderr).toContain(
      `${name} gateway --metrics-port needs the package @opentelemetry/exporter-prometheus, which is not installed. ` +
        "Install it: npm install @opentelemetry/api @opentelemetry/sdk-metrics @opentelemetry/exporter-prometheus",
    );
    expect(exitCode).toBe(2);
  }
});
