import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv/dist/2020";
import { askAddresses, exchange } from "soapwright-testing/sandbox/raw-exchange";
import { dataSchema } from "../../src/cli/data-schema";
import { employeeService } from "../../src/cli/employee";
import { run } from "../../src/cli/run";
import employees from "../../src/sandbox/employees.json";
import { startSandbox } from "../../src/sandbox/index";

/** The commands `sandbox` and `record`: the effect of their options, and one clear line for each mistake. */
describe("sandbox command", () => {
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
});

/** The JSON schema of data files, judged by ajv, and the example that starts one. */
describe("data schema", () => {
  const folder = mkdtempSync(join(tmpdir(), "data-schema-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function command(...args: string[]) {
    const printed = { out: "", err: "" };
    const exitCode = await run(args, {
      environment: {},
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

  const isValid = new Ajv({ strict: true, allowUnionTypes: true }).compile(dataSchema(employeeService));

  test("the sandbox's own employees are valid", () => {
    expect([isValid(employees), isValid.errors]).toEqual([true, null]);
  });

  /** Returns the data with its first employee with cost centers changed. */
  function changed(change: (employee: (typeof employees.employees)[number]) => object): unknown {
    const employee = employees.employees.find(({ id }) => id === 1003)!;
    return { employees: [change(structuredClone(employee))] };
  }
  const record = (change: object) =>
    changed((employee) => ({ ...employee, costCenters: [{ ...employee.costCenters[0], ...change }] }));
  const address = (change: object) =>
    changed((employee) => ({
      ...employee,
      addresses: [{ address: { ...employee.addresses[0]!.address, ...change } }],
    }));

  describe("what the sandbox refuses the schema refuses, and the other way round", () => {
    test.each([
      ["no employees", {}, false],
      ["an id that is text", changed((employee) => ({ ...employee, id: "1" })), false],
      ["no cost centers", changed(({ id, addresses }) => ({ id, addresses })), false],
      ["no list of cost centers", changed((employee) => ({ ...employee, costCenters: null })), true],
      ["a cost center without Id", record({ Id: undefined }), false],
      ["an Id that is too large", record({ Id: 2147483648 }), false],
      ["an unknown property", record({ Colour: "red" }), false],
      ["a Percentage that is a number", record({ Percentage: 12.5 }), true],
      ["a Default that is text", record({ Default: "yes" }), false],
      ["a cost center whose Id is nil", record({ CostCenter: { Code: "A", Id: null } }), true],
      ["an address without Type", address({ Type: undefined }), false],
      ["an address of another Type", address({ Type: "Somewhere" }), true],
      ["a City that is a number", address({ City: 5 }), false],
      [
        "a period that is no number",
        changed((employee) => ({ ...employee, addresses: [{ from: { Year: 2026 }, address: {} }] })),
        false,
      ],
    ])("%s", async (_what, data, wanted) => {
      const content: unknown = JSON.parse(JSON.stringify(data));
      expect(isValid(content)).toBe(wanted);
      const file = join(folder, "data.json");
      writeFileSync(file, JSON.stringify(content, undefined, 1));
      const started = startSandbox({ data: file }).then(
        async (sandbox) => {
          await sandbox.close();
          return true;
        },
        (error: Error) => error.message,
      );
      expect(await started).toEqual(wanted || expect.stringMatching(/data\.json:\d+: employees/));
    });
  });

  test("results of an operation that there is not are refused with path and line", async () => {
    const file = join(folder, "results.json");
    writeFileSync(file, '{ "employees": [],\n "results": {\n "Order_Get": 1 } }');
    const { exitCode, err } = await command("sandbox", "--data", file);
    expect(exitCode).toBe(2);
    expect(err).toBe(`error: --data is wrong: ${file}:3: results.Order_Get is not an operation of the service.\n`);
  });

  describe("--write-data", () => {
    test("writes an example that the sandbox takes, with the schema for the editor", async () => {
      const file = join(folder, "example.json");
      expect(await command("sandbox", "--write-data", file)).toEqual({
        exitCode: 0,
        out: "",
        err: `Wrote ${file}. Edit it, and start the sandbox with: employee-service sandbox --data ${file}\n`,
      });
      const content: unknown = JSON.parse(readFileSync(file, "utf8"));
      expect([isValid(content), isValid.errors]).toEqual([true, null]);
      const sandbox = await startSandbox({ data: file });
      await sandbox.close();
    });

    test("replaces no file", async () => {
      const file = join(folder, "mine.json");
      writeFileSync(file, "mine");
      const { exitCode, err } = await command("sandbox", "--write-data", file);
      expect([exitCode, err]).toEqual([2, expect.stringContaining("exists. Choose another name.")]);
      expect(readFileSync(file, "utf8")).toBe("mine");
    });

    test("a folder that there is not is wrong usage", async () => {
      const { exitCode, err } = await command("sandbox", "--write-data", join(folder, "none", "a.json"));
      expect([exitCode, err]).toEqual([2, expect.stringMatching(/^error: --write-data cannot write .*ENOENT.*\.\n$/)]);
    });
  });

  test("the package has the schema that the command prints", async () => {
    if (!existsSync("dist/sandbox-data.schema.json")) throw new Error("dist/ is absent: run `make build` first");
    const { out } = await command("sandbox", "--data-schema");
    expect(JSON.parse(out)).toEqual(dataSchema(employeeService));
    expect(readFileSync("dist/sandbox-data.schema.json", "utf8")).toBe(out);
  });
});

/** The demo and the built command, as processes. */
describe("demo", () => {
  interface Ended {
    readonly code: number;
    readonly out: string;
    readonly err: string;
  }

  function node(args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
    return new Promise((resolve) => {
      execFile(process.execPath, args, { env: { PATH: process.env.PATH, ...environment } }, (error, out, err) => {
        resolve({ code: error ? Number(error.code) : 0, out, err });
      });
    });
  }

  beforeAll(() => {
    if (!existsSync("dist/index.mjs")) throw new Error("dist/ is absent: run `make build` first");
  });

  test("the demo prints four tables and one exchange, without credentials", async () => {
    const { code, out, err } = await node(["scripts/demo.mjs"]);
    expect(code).toBe(0);
    for (const soapVersion of ["1.1", "1.2"])
      for (const words of ["cost-centers 1003", "addresses 1006 --period 11 --year 2026"])
        expect(out).toContain(`\n$ EMPLOYEE_SERVICE_SOAP_VERSION=${soapVersion} employee-service ${words}\n`);
    expect(out.match(/^2002 .* 33\.3333 /gm)).toHaveLength(2);
    expect(out.match(/^3306 .* PostAddress$/gm)).toHaveLength(2);
    expect(err).toMatch(/<Username>\*\*\*<\/Username>\s*<Token>\*\*\*<\/Token>/);
    expect(err).toContain("\n< HTTP 200\n");
    expect(out + err).not.toMatch(/sandbox-user|sandbox-token/);
  }, 60_000);

  test("the command ends with 3 and one line when nothing is set", async () => {
    const { code, out, err } = await node(["dist/cli/main.js", "cost-centers", "1"]);
    expect([code, out]).toEqual([3, ""]);
    expect(err).toBe("error: The option baseUrl is missing. Set EMPLOYEE_SERVICE_BASE_URL.\n");
  }, 60_000);
});
