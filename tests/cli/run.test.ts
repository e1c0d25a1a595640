import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { costCentersOf, temporaryFolder } from "soapwright-testing/export/staff";
import stringWidth from "string-width";
import { versions } from "../../generated/versions";
import { run } from "../../src/cli/run";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";
import { everyOperation, madeArguments } from "../sandbox/every-operation";

describe("run", () => {
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

    test.each([
      [429, {}, /status 429 .*\. Call again later, /],
      [502, {}, /status 502 and no SOAP fault\. /],
      [503, {}, /status 503 and no SOAP fault\. .*Call again later, /],
      [504, {}, /status 504 and no SOAP fault\. /],
    ])("status %d, of a service that is unavailable, is exit code 4", async (status, headers, message) => {
      respond = (response) => response.writeHead(status, headers).end();
      const { exitCode, out, err } = await command("cost-centers 1", { EMPLOYEE_SERVICE_BASE_URL: url });
      expect([exitCode, out]).toEqual([4, ""]);
      expect(err).toMatch(message);
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
      ["help for an unknown command", "help cal", /unknown command 'cal'.*Did you mean call\?/],
      ["help of an unknown command", "cal --help", /unknown command 'cal'.*Did you mean call\?/],
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
});

/** `call`: every operation of every version in the table, against the sandbox. */
describe("call", () => {
  let sandbox: Sandbox;
  let folder: string;
  beforeAll(async () => {
    sandbox = await startSandbox();
    folder = mkdtempSync(join(tmpdir(), "call-"));
  });
  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  function environment(): Record<string, string> {
    const found: Record<string, string> = {};
    for (const { variables, header } of versions) {
      found[variables.baseUrl!] = sandbox.url;
      for (const { option, sandbox: value } of header?.children ?? []) {
        const variable = variables[option];
        if (variable !== undefined) found[variable] = value;
      }
    }
    return found;
  }

  async function command(words: readonly string[], input = "") {
    const printed = { out: "", err: "" };
    const exitCode = await run(words, {
      environment: environment(),
      out: (text) => {
        printed.out += text;
      },
      err: (text) => {
        printed.err += text;
      },
      input: async () => input,
      stopped: async () => undefined,
    });
    return { exitCode, ...printed };
  }

  const address = ["--employee-id", "1003", "--period", "11", "--year", "2026"];

  test("calls an operation by its name, and by its method", async () => {
    const byName = await command(["call", "Address_GetList", ...address, "--interface", "v3"]);
    expect(byName).toMatchObject({ exitCode: 0, err: "" });
    expect(byName.out).toMatch(/^ *Id +Default +Street/);
    expect(byName.out.trimEnd().split("\n")).toHaveLength(4);
    expect((await command(["call", "--interface", "v3", "addressGetList", ...address])).out).toBe(byName.out);
  });

  test("--json prints JSON, --json-args takes a file or standard input", async () => {
    const args = JSON.stringify({ EmployeeId: 1003, Period: 11, Year: 2026 });
    const file = join(folder, "args.json");
    writeFileSync(file, args);
    const wanted = await command(["call", "Address_GetList", "--interface", "v3", "--json", ...address]);
    expect(JSON.parse(wanted.out)).toHaveLength(2);
    for (const source of [file, "-"]) {
      const words = ["call", "Address_GetList", "--interface", "v3", "--json-args", source, "--json"];
      expect(await command(words, args)).toEqual(wanted);
    }
  });

  test("without an operation, lists those of every version", async () => {
    const { exitCode, out } = await command(["call"]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^v3 +Address_GetList +--employee-id <int> --period <int> --year <int>/m);
  });

  test("prints the envelope of the response, and the masked exchange", async () => {
    const words = ["call", "Address_GetList", "--interface", "v3", ...address];
    expect((await command([...words, "--xml"])).out).toMatch(/^<\?xml.*Envelope/s);
    const { err } = await command([...words, "--verbose"]);
    expect(err).toMatch(/^> <\?xml.*Envelope[\s\S]*< HTTP 200/);
    expect(err).not.toContain(">1003<");
  });

  test("help of a command that is named has its options", async () => {
    expect(await command(["help", "mcp"])).toEqual(await command(["mcp", "--help"]));
    expect((await command(["help", "mcp"])).out).toContain("--page-size <count>");
  });

  test("--help of an operation has its arguments with the WSDL's words", async () => {
    const { exitCode, out } = await command(["call", "CostCenter_GetCurrent", "--interface", "v2.1", "--help"]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^Usage: employee-service call CostCenter_GetCurrent/);
    expect(out).toMatch(/--employee-id <int> +.*Required\./);
  });

  test("call --help lists every operation of every version", async () => {
    const { exitCode, out } = await command(["call", "--help"]);
    expect(exitCode).toBe(0);
    for (const { name, service } of versions) {
      const section = out.slice(out.indexOf(`Operations of ${name}:`));
      for (const operation of service.operations) expect(section).toContain(`  ${operation.name}`);
    }
  });

  test("every operation is called, and has help", async () => {
    for (const { name, version, operation } of everyOperation) {
      const words = ["call", operation.method, "--interface", version.name];
      const known = {
        CostCenter_GetCurrent: { EmployeeId: 1003 },
        Address_GetList: { EmployeeId: 1003, Period: 11, Year: 2026 },
      };
      const args: unknown = Reflect.get(known, operation.name) ?? madeArguments(operation, "1");
      const called = await command([...words, "--json", "--json-args", "-"], json(args));
      expect({ name, ...called }).toMatchObject({ name, exitCode: 0, err: "" });
      expect(called.out.endsWith("\n")).toBe(true);
      expect((await command([...words, "--help"])).exitCode).toBe(0);
    }
  }, 300_000);

  function json(value: unknown): string {
    return JSON.stringify(value, function (this: unknown, key, item: unknown) {
      const own: unknown = Reflect.get(this as object, key);
      if (own instanceof Uint8Array) return Buffer.from(own).toString("base64");
      return typeof item === "bigint" ? String(item) : item;
    });
  }

  describe("wrong usage is one line and exit code 2", () => {
    const v3 = ["--interface", "v3"];
    test.each([
      [
        "an operation that is not there",
        ["call", "Adress_List"],
        /unknown operation 'Adress_List'.*'call --help' lists/,
      ],
      ["a part of a name", ["call", "addressgetlis"], /Did you mean .*Address_GetList/],
      [
        "an interface that is not there",
        ["call", "Address_GetList", "--interface", "v9"],
        /unknown version 'v9'\. Did you mean v3( or v\d)?\?/,
      ],
      [
        "an operation of another version",
        ["call", "Address_GetList", "--interface", "v2.1"],
        /v2\.1 has no operation 'Address_GetList'. There is addressGetList of v3/,
      ],
      [
        "an argument that is missing",
        ["call", "Address_GetList", ...v3, "--year", "2026"],
        /required option '--employee-id <int>' not specified/,
      ],
      [
        "an argument that is not there",
        ["call", "Address_GetList", ...v3, "--day", "1"],
        /unknown option '--day'. There is --employee-id, --period, --year/,
      ],
      ["a value of another type", ["call", "Address_GetList", ...v3, "--year", "now"], /option '--year' takes xs:int/],
      [
        "a file that is not there",
        ["call", "Address_GetList", ...v3, "--json-args", "no.json"],
        /--json-args cannot read no\.json/,
      ],
      [
        "a file that is no JSON",
        ["call", "Address_GetList", ...v3, "--json-args", "-"],
        /standard input holds no JSON/,
      ],
      ["a credential", ["call", "Address_GetList", ...v3, "--domain", "x"], /unknown option '--domain'/],
    ])("%s", async (_what, words, message) => {
      const { exitCode, out, err } = await command(words);
      expect([exitCode, out]).toEqual([2, ""]);
      expect(err).toMatch(message);
      expect(err.trimEnd().split("\n")).toHaveLength(1);
    });
  });

  test("an operation that several versions have is refused with the list", async () => {
    const counts = new Map<string, string[]>();
    for (const { operation, version } of everyOperation)
      counts.set(operation.name, [...(counts.get(operation.name) ?? []), version.name]);
    for (const [name, found] of counts) {
      const { exitCode, err } = await command(["call", name, "--json-args", "-"], "{");
      expect(exitCode).toBe(2);
      if (found.length === 1) expect(err).toContain("holds no JSON");
      else
        expect(err).toMatch(new RegExp(`several operations are called '${name}': .*${found.join(".*")}.*--interface`));
    }
  });
});

/** The options of calls: the same on every command that makes them. */
describe("client flags", () => {
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
});
