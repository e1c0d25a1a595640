import stringWidth from "string-width";
import { run } from "../../src/cli/run";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";

interface Printed {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

async function command(line: string, environment: Record<string, string> = {}): Promise<Printed> {
  const printed = { out: "", err: "" };
  const exitCode = await run(line.split(" ").filter(Boolean), {
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

test("cost-centers prints a table", async () => {
  const { exitCode, out, err } = await command("cost-centers 1003");
  expect([exitCode, err]).toEqual([0, ""]);
  expect(out).toBe(
    [
      "  Id  CostCenter.Code  CostCenter.Description  Kostensoort.Code  Kostensoort.Description  Percentage  Default",
      "----  ---------------  ----------------------  ----------------  -----------------------  ----------  -------",
      "2002  200              Verkoop binnendienst    4000              Brutolonen                  33.3333  true",
      "2003  210              Verkoop buitendienst    4010              Provisies                   66.6667  false",
      "",
    ].join("\n"),
  );
});

test("addresses prints a table, a line break as \\n", async () => {
  const { exitCode, out } = await command("addresses 1006 --period 11 --year 2026");
  expect(exitCode).toBe(0);
  expect(out).toContain("Rue de l'Église\\nBoîte 3");
  expect(out.trimEnd().split("\n")).toHaveLength(8);
});

describe("an employee without entries is exit code 0", () => {
  test.each([
    ["table", "", "Nothing found.\n"],
    ["csv", expect.stringMatching(/^Id,CostCenter\.Code,[^\n]*\n$/), "Nothing found.\n"],
    ["json", "[]\n", ""],
    ["ndjson", "", ""],
  ])("%s", async (format, out, err) => {
    expect(await command(`cost-centers 1001 --format ${format}`)).toEqual({ exitCode: 0, out, err });
  });
});

test("--format: the same records in every format", async () => {
  const json = await command("cost-centers 1005 --format json");
  expect(await command("cost-centers 1005 --json")).toEqual(json);
  const records = JSON.parse(json.out) as unknown[];
  const ndjson = await command("cost-centers 1005 --format=ndjson");
  expect(
    ndjson.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(records);
  const { out } = await command("cost-centers 1005 --format csv");
  expect(out).toBe(
    [
      "Id,CostCenter.Code,CostCenter.Description,CostCenter.Id,Kostensoort.Code,Kostensoort.Description,Percentage,Default",
      '2201,"","",,,,0,false',
      "2202,,,,,,12.50,true",
      '2203,ALLEEN-CODE,,,4000,"",0.0000001,false',
      "",
    ].join("\n"),
  );
});

test.each([30, 60, 80, 100])("COLUMNS=%d: no line of a table is longer", async (columns) => {
  const { out } = await command("addresses 1006 --period 11 --year 2026", { COLUMNS: String(columns) });
  expect(Math.max(...out.split("\n").map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
  expect(out.replace(/\s/g, "")).toContain("Hertogenbosch");
});

test("--json prints the records", async () => {
  const { out } = await command("cost-centers 1005 --json");
  expect(JSON.parse(out)).toMatchObject([{ CostCenter: { Code: "", Id: null } }, { Percentage: "12.50" }, {}]);
});

test("SOAP 1.2 by the environment", async () => {
  const { exitCode } = await command("cost-centers 1002", { EMPLOYEE_SERVICE_SOAP_VERSION: "1.2" });
  expect(exitCode).toBe(0);
  expect(sandbox.requests.at(-1)?.headers["content-type"]).toMatch(/soap\+xml/);
});

describe("a failed call is one line, and its exit code says what failed", () => {
  test.each([
    [
      "an unknown employee",
      "cost-centers 77",
      5,
      {},
      /^error: The service returned a fault: .*Employee not found: 77.*\. Check .*credentials.*\.\n$/,
    ],
    ["wrong credentials", "cost-centers 1003", 5, { EMPLOYEE_SERVICE_TOKEN: "no" }, /^error: .*Not authorized.*\n$/],
    [
      "an unreachable host",
      "cost-centers 1003",
      4,
      { EMPLOYEE_SERVICE_BASE_URL: "http://127.0.0.1:1" },
      /^error: .*EMPLOYEE_SERVICE_BASE_URL.*\n$/,
    ],
  ])("%s", async (_what, line, code, environment, message) => {
    const { exitCode, out, err } = await command(line, environment as Record<string, string>);
    expect([exitCode, out]).toEqual([code, ""]);
    expect(err).toMatch(message);
    expect(err.split("\n")).toHaveLength(2);
  });
});

describe("wrong usage is exit code 2", () => {
  test.each([
    ["no command", "", /Usage: employee-service/],
    ["an unknown command", "salaries 1", /unknown command 'salaries'/],
    ["no employee", "cost-centers", /missing required argument 'employeeId'/],
    ["an employee that is no number", "cost-centers abc", /It must be an integer/],
    ["an employee over 32 bits", "cost-centers 2147483648", /32 bits/],
    ["no year", "addresses 1 --period 2", /required option '--year <number>' not specified/],
    ["a token on the command line", "cost-centers 1 --token x", /unknown option '--token'/],
    ["a port that does not exist", "sandbox --port 99999", /0 to 65535/],
  ])("%s", async (_what, line, message) => {
    const { exitCode, err } = await command(line);
    expect(exitCode).toBe(2);
    expect(err).toMatch(message);
  });
});

describe("a wrong environment is exit code 3", () => {
  test("a variable that is not set, named with its remedy", async () => {
    const { exitCode, err } = await command("cost-centers 1", { EMPLOYEE_SERVICE_TOKEN: "" });
    expect(exitCode).toBe(3);
    expect(err).toBe("error: option token is missing: set EMPLOYEE_SERVICE_TOKEN.\n");
  });

  test("a base URL that is no address", async () => {
    const { exitCode, err } = await command("cost-centers 1", { EMPLOYEE_SERVICE_BASE_URL: "service" });
    expect(exitCode).toBe(3);
    expect(err).toMatch(/^error: EMPLOYEE_SERVICE_BASE_URL is not an absolute address: .*\n$/);
  });
});

test("--help is exit code 0 and names the environment", async () => {
  const { exitCode, out } = await command("--help");
  expect(exitCode).toBe(0);
  expect(out).toContain("EMPLOYEE_SERVICE_BASE_URL");
});

test("sandbox prints its address and stops when it is told", async () => {
  const { exitCode, out, err } = await command("sandbox --port 0");
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  expect(err).toContain("EMPLOYEE_SERVICE_TOKEN=sandbox-token");
});

test("sandbox on a port that is taken", async () => {
  const { exitCode, err } = await command(`sandbox --port ${new URL(sandbox.url).port}`);
  expect(exitCode).toBe(2);
  expect(err).toMatch(/^error: Port \d+ is already in use\. Choose another port, or 0 for a free one\.\n$/);
});
