/** The commands `sandbox` and `record`: the effect of their options, and one clear line for each mistake. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askAddresses, exchange } from "soapwright-testing/sandbox/raw-exchange";
import { run } from "../../src/cli/run";
import { startSandbox } from "../../src/sandbox/index";

const folder = mkdtempSync(join(tmpdir(), "sandbox-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command. `during` receives its address once it is printed. */
async function command(
  args: readonly string[],
  during: (url: string) => Promise<void> = async () => undefined,
  environment: Record<string, string> = {},
) {
  const printed = { out: "", err: "" };
  const exitCode = await run(args, {
    environment,
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    stopped: () => during(printed.out.trim()),
  });
  return { exitCode, ...printed };
}

const mistaken = async (url: string) => {
  const ns = `${url}/soap/v3/EmployeeService`;
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><AuthHeaderWithDomain xmlns="${ns}"><Domain>sandbox</Domain></AuthHeaderWithDomain></s:Header><s:Body><Address_GetList xmlns="${ns}"><EmployeeId>1002</EmployeeId><X/><Period>1</Period><Year>2026</Year></Address_GetList></s:Body></s:Envelope>`;
  return exchange(`${ns}.asmx`, { method: "POST", headers: { "Content-Type": "text/xml; charset=utf-8" }, body });
};

test("it forgives and says so, unless --strict", async () => {
  const lenient = await command(["sandbox", "--port", "0"], async (url) => {
    expect((await mistaken(url)).status).toBe(200);
  });
  expect([lenient.exitCode, lenient.err]).toEqual([
    0,
    expect.stringContaining("Address_GetList/X: The element is unknown"),
  ]);
  await command(["sandbox", "--port", "0", "--strict"], async (url) => {
    expect((await mistaken(url)).status).toBe(500);
  });
});

test("--compression, --no-custom-errors", async () => {
  const flags = ["--port", "0", "--compression", "--no-custom-errors"];
  const { exitCode } = await command(["sandbox", ...flags], async (url) => {
    const { headers } = await askAddresses(url, 1002, "sandbox", { "Accept-Encoding": "gzip" });
    expect(headers["content-encoding"]).toBe("gzip");
    expect((await askAddresses(url, 77)).body.toString()).toContain("SoapException: Employee not found: 77\n   at ");
  });
  expect(exitCode).toBe(0);
});

test("the control token from the environment, which no list of processes shows", async () => {
  const control = (url: string, token: string) =>
    exchange(`${url}/control`, { headers: { Authorization: `Bearer ${token}` } }).then(({ status }) => status);
  await command(
    ["sandbox", "--port", "0"],
    async (url) => {
      expect([await control(url, "from-environment"), await control(url, "other")]).toEqual([200, 403]);
    },
    { EMPLOYEE_SANDBOX_CONTROL_TOKEN: "from-environment" },
  );
});

test("record writes what --replay serves", async () => {
  const real = await startSandbox();
  const out = join(folder, "recordings");
  const keep = ["--keep", "Address_GetList/EmployeeId", "Address_GetList/Period", "Address_GetList/Year"];
  const recorded = await command(
    ["record", "--upstream", real.url, "--out", out, "--port", "0", ...keep],
    async (url) => {
      const { status } = await exchange(`${url}/soap/v3/EmployeeService.asmx`, {
        method: "POST",
        headers: { "Content-Type": "text/xml; charset=utf-8" },
        body: requestTo(real.url),
      });
      expect(status).toBe(200);
    },
  );
  expect([recorded.exitCode, recorded.err]).toEqual([0, expect.stringContaining("1 recorded.")]);
  expect(readdirSync(out)).toEqual(["00001-Address_GetList.json"]);
  await real.close();
  const replayed = await command(["sandbox", "--port", "0", "--replay", out], async (url) => {
    const { status, body } = await askAddresses(url, 1002, "any");
    expect([status, body.toString()]).toEqual([200, expect.stringContaining("<EmployeeAddress>")]);
    expect(body.toString()).not.toContain("Lange Voorhout");
  });
  expect(replayed.err).toContain(
    `with the recordings of ${out}, which respond to:\n  v3 Address_GetList {"EmployeeId":1002,"Period":1,"Year":2026}\nEvery other call`,
  );
  expect(replayed.err).not.toContain("employees 1001");
});

function requestTo(base: string): string {
  const ns = `${base}/soap/v3/EmployeeService`;
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><AuthHeaderWithDomain xmlns="${ns}"><Domain>sandbox</Domain></AuthHeaderWithDomain></s:Header><s:Body><Address_GetList xmlns="${ns}"><EmployeeId>1002</EmployeeId><Period>1</Period><Year>2026</Year></Address_GetList></s:Body></s:Envelope>`;
}

describe("what is wrong is one line and exit code 2", () => {
  const bad = join(folder, "bad.json");
  writeFileSync(bad, '{ "employees": [\n{ "id": 1.5 }] }');
  test.each([
    ["a file that there is not", ["sandbox", "--data", join(folder, "none.json")], /ENOENT/],
    ["a file that does not fit", ["sandbox", "--data", bad], /bad\.json:2: employees\[0\]\.id is not an integer\./],
    [
      "recordings that there are not",
      ["sandbox", "--replay", join(folder, "none")],
      /^error: --replay is wrong\. .*ENOENT/,
    ],
    ["an unknown option", ["sandbox", "--prot", "1"], /unknown option '--prot'/],
    [
      "an upstream that is no address",
      ["record", "--upstream", "service"],
      /upstream takes an absolute http: or https: address/,
    ],
    ["no upstream", ["record"], /required option '--upstream <url>'/],
    [
      "a path that names nothing",
      ["record", "--upstream", "http://127.0.0.1:1", "--out", folder, "--keep", "A/B"],
      /A\/B/,
    ],
  ])("%s", async (_what, args, message) => {
    const { exitCode, err } = await command(args);
    expect([exitCode, err]).toEqual([2, expect.stringMatching(message)]);
    expect(err.trimEnd().split("\n").length).toBeLessThanOrEqual(3);
  });
});
