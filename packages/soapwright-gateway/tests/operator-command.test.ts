/** The command `employee-service gateway` for its operator: a line for each call, and credentials from a file. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { startSandbox } from "employee-service-client/sandbox";

const root = resolve(__dirname, "../../..");
const PATH = "/v2.1/costCenterGetCurrent?EmployeeId=1001";

jest.setTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), "gateway-operator-"));
const file = join(folder, "credentials");
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let child: ChildProcess | undefined;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(() => child?.kill("SIGKILL"));
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the gateway. `until` resolves to the first entry of the log that fits, also an earlier one. */
async function start(args: readonly string[]) {
  const words = ["gateway", "--interface", "v2.1", "--port", "0", "--log", "json", ...args];
  child = spawn(process.execPath, [join(root, "dist/cli/main.js"), ...words], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      EMPLOYEE_SERVICE_BASE_URL: sandbox.url,
      EMPLOYEE_SERVICE_USERNAME: "sandbox-user",
      EMPLOYEE_SERVICE_DOMAIN: "sandbox",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const entries: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  createInterface(child.stderr!).on("line", (line) => {
    entries.push(JSON.parse(line) as Record<string, unknown>);
    for (const look of waiting) look();
  });
  const until = (fits: (entry: Record<string, unknown>) => boolean) =>
    new Promise<Record<string, unknown>>((done) => {
      const look = () => {
        const found = entries.find(fits);
        if (found === undefined) return;
        waiting.delete(look);
        done(found);
      };
      waiting.add(look);
      look();
    });
  const [url] = (await once(createInterface(child.stdout!), "line")) as [string];
  const ready = async () => {
    const response = await fetch(`${url}/ready`);
    return [response.status, ((await response.json()) as { status: string }).status];
  };
  const says = (reason: string, message: string) =>
    until((entry) => entry.reason === reason && entry.message === message);
  return { url, entries, until, says, ready, call: async () => (await fetch(url + PATH)).status };
}

test("credentials of a file are taken when it changes and at SIGHUP, and each set is tried once", async () => {
  writeFileSync(file, "EMPLOYEE_SERVICE_TOKEN=wrong\n");
  const gateway = await start(["--credentials-file", file]);
  expect(await gateway.call()).toBe(502);
  await gateway.says("gateway-credentials-refused", "credentials of the gateway were refused");
  expect(await gateway.ready()).toEqual([200, "warn"]);

  const before = sandbox.requestCount;
  writeFileSync(file, "EMPLOYEE_SERVICE_TOKEN=wrong-too\n");
  await gateway.says(
    "gateway-credentials-unusable",
    "credentials of the gateway were refused, and so were the new ones",
  );
  expect(sandbox.requestCount).toBe(before + 1);
  expect(await gateway.ready()).toEqual([503, "fail"]);
  await gateway.says("gateway-credentials-read", "new credentials were read");

  writeFileSync(file, "EMPLOYEE_SERVICE_TOKEN\n");
  child!.kill("SIGHUP");
  await gateway.says(
    "gateway-credentials-not-read",
    "new credentials were not read: Line 1 of the credentials is not NAME=value.",
  );

  writeFileSync(file, "# of today\nEMPLOYEE_SERVICE_TOKEN=sandbox-token\n");
  child!.kill("SIGHUP");
  await gateway.says("gateway-credentials-accepted", "credentials of the gateway are accepted again");
  expect(await gateway.ready()).toEqual([200, "pass"]);
  expect(await gateway.call()).toBe(200);

  const call = await gateway.until((entry) => entry.event === "call" && entry.status === 200);
  expect(call).toEqual({
    at: expect.any(String),
    event: "call",
    service: expect.any(String),
    operation: "CostCenter_GetCurrent",
    status: 200,
    ms: expect.any(Number),
    attempts: 1,
    caller: expect.stringMatching(/^[\da-f]{16}$/),
  });
  expect(JSON.stringify(gateway.entries)).not.toMatch(/1001|sandbox-token|wrong-too/);
});

test("credentials of a command are asked for when the service refuses the present ones", async () => {
  writeFileSync(file, "EMPLOYEE_SERVICE_TOKEN=wrong\n");
  const gateway = await start(["--credentials-command", `cat '${file}'`]);
  writeFileSync(file, "EMPLOYEE_SERVICE_TOKEN=sandbox-token\n");
  expect(await gateway.call()).toBe(502);
  await gateway.says("gateway-credentials-accepted", "credentials of the gateway are accepted again");
  expect(await gateway.call()).toBe(200);
});

test("it says where its page, its document and its metrics are", async () => {
  writeFileSync(file, "EMPLOYEE_SERVICE_TOKEN=sandbox-token\n");
  const { url, until } = await start(["--credentials-file", file, "--metrics-port", "0"]);
  await until((entry) => entry.reason === "gateway-metrics");
  const said = async (reason: string) => (await until((entry) => entry.reason === reason)).message;
  expect(await said("gateway-page")).toContain(`${url}/page`);
  expect(await said("gateway-openapi")).toContain(`${url}/openapi.json`);
  expect(await said("gateway-metrics")).toMatch(/^Metrics: http:\/\/127\.0\.0\.1:\d+/);
});

test("after --drain a call in flight is ended by force", async () => {
  writeFileSync(file, "EMPLOYEE_SERVICE_TOKEN=sandbox-token\n");
  const gateway = await start(["--credentials-file", file, "--drain", "100ms"]);
  sandbox.addTrouble({ trouble: { kind: "delay", delayMs: 100_000 }, times: 1 });
  const asked = sandbox.requestCount;
  const answered = gateway.call().catch(() => "ended");
  while (sandbox.requestCount === asked) await new Promise((done) => setTimeout(done, 5));
  const ended = once(child!, "exit");
  child!.kill("SIGTERM");
  expect(await answered).not.toBe(200);
  expect(await ended).toEqual([0, null]);
});
