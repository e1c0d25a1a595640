import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
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
      "  Id  CostCenter.Code  CostCenter.Description  CostCenter.Id  Kostensoort.Code  Kostensoort.Description  Percentage  Default",
      "----  ---------------  ----------------------  -------------  ----------------  -----------------------  ----------  -------",
      "2002  200              Verkoop binnendienst               12  4000              Brutolonen                  33.3333  true",
      "2003  210              Verkoop buitendienst               13  4010              Provisies                   66.6667  false",
      "",
    ].join("\n"),
  );
});

test("addresses prints a table, a line break as \\n", async () => {
  const { exitCode, out } = await command("addresses 1006 --period 11 --year 2026");
  expect(exitCode).toBe(0);
  expect(out.split("\n")[0]?.trim().split(/ +/)).toEqual([
    ...["Id", "Default", "Street", "HouseNumber", "HouseNumberAddition", "PostalCode", "City", "StateProvince"],
    ...["CountryISOCode", "Type"],
  ]);
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
    ].join("\r\n"),
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
      /^error: The service responded with a fault .*Employee not found: 77.*\. Check .*credentials.*\.\n$/,
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

describe("a service that does not respond as one", () => {
  let server: Server;
  let respond: (response: ServerResponse) => void;
  let url: string;
  beforeAll(async () => {
    server = createServer((_incoming, response) => respond(response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  test.each([
    [404, {}, /status 404 and no SOAP fault\. Check EMPLOYEE_SERVICE_BASE_URL\./],
    [401, {}, /status 401 and no SOAP fault\. Check the credentials in the environment\./],
    [400, {}, /status 400 .*\. Check EMPLOYEE_SERVICE_SOAP_VERSION and EMPLOYEE_SERVICE_BASE_URL\./],
    [413, {}, /status 413 .*too long/],
    [429, {}, /status 429 .*\. Call again later, /],
    [503, {}, /status 503 and no SOAP fault\. .*Call again later, /],
    [
      302,
      { location: "https://login.example/?a=b" },
      /status 302, a redirect to https:\/\/login\.example\/\. .* Set EMPLOYEE_SERVICE_BASE_URL /,
    ],
  ])("status %d is exit code 6", async (status, headers, message) => {
    respond = (response) => response.writeHead(status, headers).end();
    const { exitCode, out, err } = await command("cost-centers 1", { EMPLOYEE_SERVICE_BASE_URL: url });
    expect([exitCode, out]).toEqual([6, ""]);
    expect(err).toMatch(message);
    expect(err).toMatch(/^error: .*\.\n$/);
  });

  test.each([404, 401, 503])("status %d names the address", async (status) => {
    respond = (response) => response.writeHead(status).end();
    const { err } = await command("cost-centers 1", { EMPLOYEE_SERVICE_BASE_URL: url });
    expect(err).toContain(`The service at ${url}/soap/v2.1/EmployeeService.asmx responded with status ${status}`);
  });

  test("messages name settings of the command", async () => {
    respond = (response) => response.writeHead(401, { "www-authenticate": "Basic" }).end();
    const { err } = await command("cost-centers 1", { EMPLOYEE_SERVICE_BASE_URL: url });
    expect(err).toMatch(/It offers Basic \(WWW-Authenticate\)\. Check the credentials in the environment\.\n$/);
  });

  test("a page of a gateway is exit code 6", async () => {
    respond = (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>Log in</html>");
    const { exitCode, err } = await command("cost-centers 1", { EMPLOYEE_SERVICE_BASE_URL: url });
    expect([exitCode, err]).toEqual([6, expect.stringMatching(/text\/html.* Check EMPLOYEE_SERVICE_BASE_URL\.\n/)]);
  });

  test.each(["50ms", "0.05s"])("nothing within --timeout %s is exit code 4", async (time) => {
    respond = () => {};
    const { exitCode, err } = await command(`cost-centers 1 --timeout ${time}`, { EMPLOYEE_SERVICE_BASE_URL: url });
    expect([exitCode, err]).toEqual([
      4,
      `error: The call to ${url}/soap/v2.1/EmployeeService.asmx took longer than --timeout (50 ms) with its retries and waits. Raise --timeout, or call again later.\n`,
    ]);
  });

  test("a signal is exit code 7", async () => {
    const stop = new AbortController();
    respond = () => stop.abort();
    let err = "";
    const exitCode = await run(["cost-centers", "1"], {
      environment: { EMPLOYEE_SERVICE_BASE_URL: url, EMPLOYEE_SERVICE_USERNAME: "a", EMPLOYEE_SERVICE_TOKEN: "b" },
      out: () => {},
      err: (text) => {
        err += text;
      },
      stopped: async () => undefined,
      signal: stop.signal,
    });
    expect([exitCode, err]).toEqual([7, "error: The command was stopped before the call was complete.\n"]);
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
    expect(err).toBe("error: The option token is missing. Set EMPLOYEE_SERVICE_TOKEN.\n");
  });

  test("a base URL that is no address", async () => {
    const { exitCode, err } = await command("cost-centers 1", { EMPLOYEE_SERVICE_BASE_URL: "service" });
    expect(exitCode).toBe(3);
    expect(err).toMatch(/^error: EMPLOYEE_SERVICE_BASE_URL is not an absolute address. .*\n$/);
  });
});

describe("a proxy that is at fault is named, and not the address of the service", () => {
  async function through(proxy: string): Promise<Printed> {
    const given = await command("cost-centers 1003 --allow-insecure", {
      EMPLOYEE_SERVICE_BASE_URL: "https://service.example",
      HTTPS_PROXY: proxy,
    });
    expect(given.out).toBe("");
    expect(given.exitCode).not.toBe(0);
    expect(given.err).not.toContain("EMPLOYEE_SERVICE_BASE_URL");
    return given;
  }

  test("where nothing listens on its port", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, "close");
    expect((await through(`http://127.0.0.1:${port}`)).err).toMatch(/Check HTTPS_PROXY/);
  });

  test.each([407, 502])("where it responds to CONNECT with %i", async (status) => {
    const proxy = createServer();
    proxy.on("connect", (_request, socket) => {
      socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    try {
      const { port } = proxy.address() as AddressInfo;
      expect((await through(`http://127.0.0.1:${port}`)).err).toMatch(/HTTPS_PROXY/);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });
});

test("--help is exit code 0 and names the environment", async () => {
  const { exitCode, out } = await command("--help");
  expect(exitCode).toBe(0);
  expect(out).toContain("EMPLOYEE_SERVICE_BASE_URL");
});

test("sandbox prints its address and stops on a signal", async () => {
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
