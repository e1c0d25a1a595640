/** The commands `gateway` as processes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text as textOf } from "node:stream/consumers";
import { openService } from "soapwright";
import { openApiOf } from "soapwright-gateway";
import { mockService } from "soapwright-sandbox";
import { versions } from "../../../generated/versions";
import { parcelsWsdl } from "./parcels";
import { withoutPackage } from "./without-package";

const root = resolve(__dirname, "../../..");
const SOAPWRIGHT = [join(root, "packages/soapwright/dist/cli.js")];
const EMPLOYEES = [join(root, "dist/cli/main.js")];

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), "gateway-command-"));
const wsdl = join(folder, "parcels.wsdl");
const open: (() => unknown)[] = [];
beforeAll(() => writeFileSync(wsdl, parcelsWsdl()));
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  open.push(() => child.kill("SIGKILL"));
  return child;
}

/** Resolves to the address, the first line of the output. */
async function served(args: readonly string[], env?: Record<string, string>) {
  const child = start(args, env);
  const stderr = textOf(child.stderr!);
  const line = once(createInterface(child.stdout!), "line") as Promise<[string]>;
  const url = await Promise.race([line.then(([text]) => text), once(child, "exit")]);
  if (typeof url !== "string") throw new Error(`The command ended: ${await stderr}`);
  return { child, url };
}

async function ended(args: readonly string[], env?: Record<string, string>) {
  const child = start(args, env);
  const [stdout, stderr, [exitCode]] = await Promise.all([
    textOf(child.stdout!),
    textOf(child.stderr!),
    once(child, "exit"),
  ]);
  return { stdout, stderr, exitCode: exitCode as number };
}

const post = async (url: string, args: object, headers: Record<string, string> = {}) => {
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers } };
  const response = await fetch(url, { ...init, body: JSON.stringify(args) });
  return [response.status, await response.text()] as const;
};

describe("employee-service gateway", () => {
  test("serves all versions, beside the sandbox of the command", async () => {
    const sandbox = await served([...EMPLOYEES, "sandbox", "--port", "0"]);
    const env = {
      EMPLOYEE_SERVICE_BASE_URL: sandbox.url,
      EMPLOYEE_SERVICE_USERNAME: "sandbox-user",
      EMPLOYEE_SERVICE_TOKEN: "sandbox-token",
      EMPLOYEE_SERVICE_DOMAIN: "sandbox",
    };
    const { child, url } = await served([...EMPLOYEES, "gateway", "--port", "0"], env);
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as { readonly paths: object };
    // Of a version whose variables are not set, nothing is served.
    const all = versions
      .filter(({ name }) => ["v2.1", "v3"].includes(name))
      .flatMap(({ name, service }) => service.operations.map(({ method }) => `/${name}/${method}`));
    const [ofLines, others] = [true, false].map((isLines) =>
      Object.keys(document.paths).filter((path) => path.endsWith("/lines") === isLines),
    );
    expect(others!.sort()).toEqual(all.sort());
    // An operation whose result is a list has its lines at a path of their own.
    for (const path of ["/v2.1/costCenterGetCurrent", "/v3/addressGetList"]) {
      expect(all).toContain(path);
      expect(ofLines).toContain(`${path}/lines`);
    }
    const args = { EmployeeId: 1002, Period: 1, Year: 2026 };
    const words = ["--employee-id", "1002", "--period", "1", "--year", "2026", "--format", "json"];
    const direct = await ended([...EMPLOYEES, "call", "addressGetList", "--interface", "v3", ...words], env);
    const [status, addresses] = await post(`${url}/v3/addressGetList`, args);
    expect([status, JSON.parse(addresses)]).toEqual([200, [expect.objectContaining({ Id: 3001, City: "Den Haag" })]]);
    expect(JSON.parse(direct.stdout)).toEqual(JSON.parse(addresses));
    const lines = await post(`${url}/v3/addressGetList`, args, { accept: "application/x-ndjson" });
    expect(`[${lines[1].trim()}]`).toBe(addresses);
    const [, centers] = await post(`${url}/v2.1/costCenterGetCurrent`, { EmployeeId: 1002 });
    expect(JSON.parse(centers)).toEqual([expect.objectContaining({ Id: 2001, Percentage: "100" })]);
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
  });

  test("without its variables, it names them", async () => {
    const { stderr, exitCode } = await ended([...EMPLOYEES, "gateway", "--port", "0"]);
    expect(stderr).toContain("EMPLOYEE_SERVICE_BASE_URL");
    expect(exitCode).toBe(3);
  });

  test("open to other machines, it needs a token", async () => {
    const { stderr, exitCode } = await ended([...EMPLOYEES, "gateway", "--port", "0", "--host", "0.0.0.0"]);
    expect(stderr).toContain("Set EMPLOYEE_SERVICE_GATEWAY_TOKEN to the token that calls need.");
    expect(exitCode).toBe(2);
  });
});

describe("soapwright gateway", () => {
  test("has the options of the client of call", async () => {
    const help = async (command: string) => {
      const { stdout } = await ended([...SOAPWRIGHT, command, "--help"]);
      return [...stdout.matchAll(/^ {2}(--[\w-]+(?: <\w+>)?) /gm)].map(([, option]) => option!);
    };
    const [call, gateway] = [await help("call"), await help("gateway")];
    const shared = ["--endpoint <url>", "--soap-version <version>", "--username <name>", "--password-env <variable>"];
    shared.push("--auth <kind>", "--header <text>", "--soap-headers <file>", "--timeout <time>", "--proxy <url>");
    shared.push("--no-proxy", "--allow-insecure", "--service <name>");
    for (const option of shared) expect([call, gateway]).toEqual([0, 1].map(() => expect.arrayContaining([option])));
    expect(new Set(gateway).size).toBe(gateway.length);
  });

  test("the paths of the command are those of the plugin, whatever the file is called", async () => {
    const renamed = join(folder, "input.wsdl");
    writeFileSync(renamed, readFileSync(wsdl));
    const { stdout } = await ended([...SOAPWRIGHT, "openapi", renamed, "--api-version", "2.3.0", "--title", "Post"]);
    const client = await openService(renamed);
    const document = JSON.parse(stdout);
    expect(Object.keys(document.paths)).toEqual(Object.keys(openApiOf({ client }).paths));
    expect(document.info).toMatchObject({ title: "Post", version: "2.3.0" });
    await client.close();
  });

  test("calls with its options", async () => {
    const mock = await mockService(wsdl, { sandbox: { latencyMs: 1_000 } });
    open.push(() => mock.close());
    const endpoint = mock.url + mock.places[0]!.path;
    const args = [...SOAPWRIGHT, "gateway", wsdl, "--port", "0", "--endpoint", endpoint, "--timeout", "100ms"];
    const { url } = await served(args);
    const [status, text] = await post(`${url}/parcels/countParcels`, {});
    expect([status, JSON.parse(text)]).toEqual([504, expect.objectContaining({ kind: "timeout" })]);
    const bare = await ended([...SOAPWRIGHT, "gateway", wsdl, "--timeout", "5"]);
    expect([bare.stderr, bare.exitCode]).toEqual([expect.stringContaining("It must have a unit: 5ms, 5s or 5m."), 2]);
    const user = await ended([...SOAPWRIGHT, "gateway", wsdl, "--username", "u"]);
    expect([user.stderr, user.exitCode]).toEqual([expect.stringContaining("--username needs --password-env"), 2]);
  });
});

test("a header block of the service forges no line of the log, and writes no controls", async () => {
  const block = '<x xmlns="urn:&#10;CountParcels: 500: forged line&#10;&#x202e;&#x9b;2J" s:mustUnderstand="1"/>';
  const service = createServer((request, response) => {
    request.resume().on("end", () => {
      response.setHeader("content-type", "text/xml");
      response.end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>${block}</s:Header><s:Body/></s:Envelope>`,
      );
    });
  }).listen(0, "127.0.0.1");
  open.push(
    () => service.closeAllConnections(),
    () => service.close(),
  );
  await once(service, "listening");
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  for (const log of [[], ["--log", "json"]]) {
    const child = start([...SOAPWRIGHT, "gateway", wsdl, "--port", "0", "--endpoint", endpoint, ...log]);
    const stderr = textOf(child.stderr!);
    const [url] = (await once(createInterface(child.stdout!), "line")) as [string];
    expect((await post(`${url}/parcels/countParcels`, {}))[0]).toBe(502);
    child.kill("SIGTERM");
    const written = await stderr;
    expect(written).toContain("forged line");
    expect(written).not.toMatch(/^CountParcels: 500|[\u202e\u009b]/m);
  }
});

test("without the package, each command prints the line that installs it", async () => {
  const absent = withoutPackage(folder);
  for (const [args, name, code] of [
    [[...SOAPWRIGHT, "gateway", wsdl], "soapwright gateway", 2],
    [[...SOAPWRIGHT, "openapi", wsdl], "soapwright openapi", 2],
    [[...EMPLOYEES, "gateway"], "employee-service gateway", 2],
  ] as const) {
    const { exitCode, stderr, stdout } = await ended([...absent, ...args]);
    expect(stderr).toContain(
      `${name} needs the package soapwright-gateway, which is not installed. Install it: npm install soapwright-gateway`,
    );
    expect({ name, exitCode, stdout }).toEqual({ name, exitCode: code, stdout: "" });
  }
});

test("a pattern of --safe that matches nothing is said", async () => {
  const wanted = "--safe Fnd* matches no operation.";
  const document = await ended([...SOAPWRIGHT, "openapi", wsdl, "--safe", "Get*,Fnd*", "--json"]);
  expect([document.exitCode, JSON.parse(document.stderr)]).toEqual([
    0,
    expect.objectContaining({ severity: "note", reason: "safe-idle", message: wanted }),
  ]);
  const gateway = start([...SOAPWRIGHT, "gateway", wsdl, "--port", "0", "--safe", "Fnd*", "--safe", "Find*"]);
  const [said] = (await once(createInterface(gateway.stderr!), "line")) as [string];
  expect(said).toBe(wanted);
  const tools = start([...SOAPWRIGHT, "mcp", wsdl, "--http", "0", "--safe", "Fnd*,Get*"]);
  const [first] = (await once(createInterface(tools.stderr!), "line")) as [string];
  expect(first).toBe(wanted);
});
