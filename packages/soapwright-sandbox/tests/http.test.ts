/**
 * Tests parts by themselves, `asmx/asmx-request-reader`, `asmx/envelope-reader` and 2 more: no entry point shows them
 * whole.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, inflateRawSync } from "node:zlib";
import { createEmployeeServiceV3, createEmployeeServiceV21 } from "employee-service-client";
import { type EmployeeData, type HttpBehavior, type Sandbox, startSandbox } from "employee-service-client/sandbox";
import { complexType, namespace, xs } from "soapwright-runtime/tables";
import { Referee } from "soapwright-testing/referee/referee";
import { addressRequest, askAddresses, exchange, rawExchange } from "soapwright-testing/sandbox/raw-exchange";
import { expectLinear } from "soapwright-testing/stage/time";
import { contract } from "soapwright-testing/wire/contract-facts";
import { AsmxRequestReader } from "../src/asmx/asmx-request-reader";
import { readEnvelope } from "../src/asmx/envelope-reader";
import { Mistakes } from "../src/asmx/mistakes";
import { finish } from "../src/asmx/slices";

/** HTTP of the sandbox: pages, lengths, compression, versions, and its end. */
describe("http", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  async function withBehavior<T>(http: HttpBehavior, run: (sandbox: Sandbox) => Promise<T>): Promise<T> {
    const own = await startSandbox({ http });
    try {
      return await run(own);
    } finally {
      await own.close();
    }
  }

  describe("pages", () => {
    const at = (rest: string) => `${sandbox.url}/soap/v3/EmployeeService.asmx${rest}`;

    test.each(["?WSDL", "?wsdl", "?WSDL&x=1", "?x=1&wsdl"])("%s is the WSDL", async (query) => {
      const { status, headers, body } = await exchange(at(query));
      expect([status, headers["content-type"]]).toEqual([200, "text/xml; charset=utf-8"]);
      expect(headers["content-length"]).toBe(String(body.length));
      expect(body.toString()).toContain("definitions");
    });

    test.each([
      ["?wsdl=1", 500, "XML Web service description was not found.\n"],
      ["?schema=", 500, "Schema not found.\n"],
      ["?schema=schema0", 500, "Schema not found.\n"],
    ])("%s has nothing to show", async (query, status, text) => {
      const reply = await exchange(at(query));
      expect([reply.status, reply.headers["content-type"], reply.body.toString()]).toEqual([
        status,
        "text/plain; charset=utf-8",
        text,
      ]);
    });

    test("the help page links to the description that tools look for", async () => {
      const { body } = await exchange(at(""));
      const link = /<link rel="alternate" type="text\/xml" href="([^"]+)"\/>/.exec(body.toString())?.[1] ?? "";
      const discovery = await exchange(sandbox.url + link);
      const contract = /contractRef ref="([^"]+)"/.exec(discovery.body.toString())?.[1] ?? "";
      expect((await exchange(contract)).body.toString()).toContain("definitions");
    });

    test("?op= shows a request", async () => {
      const { status, body } = await exchange(at("?op=Address_GetList"));
      expect(status).toBe(200);
      expect(body.toString()).toContain("&lt;EmployeeId&gt;int&lt;/EmployeeId&gt;");
      await expect(exchange(at("?op=%3Cscript%3E"))).resolves.toMatchObject({ status: 500 });
    });

    test("a name in the address is no markup", async () => {
      const { body } = await exchange(at("?op=%3Cscript%3Ealert(1)%3C/script%3E"));
      expect(body.toString()).not.toContain("<script>");
    });

    test.each([
      ["GET", "/Address_GetList", "", 500],
      ["PUT", "/Address_GetList", "", 405],
      ["GET", "/", "", 500],
    ])("%s of path info %s", async (method, rest, body, status) => {
      await expect(exchange(at(rest), { method, body })).resolves.toMatchObject({ status });
    });

    test.each([
      ["Nope", "EmployeeId=1", "Nope Web Service method name is not valid.\n"],
      ["Address_GetList", "EmployeeId=1", "Missing parameter: Period.\n"],
      ["Address_GetList", "EmployeeId=x&Period=1&Year=1", "Cannot convert x to System.Int32."],
      ["Address_GetList", "EmployeeId=1&Period=1&Year=1", "AuthHeaderWithDomain is missing\n"],
    ])("the test form of %s with %s", async (operation, body, text) => {
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      const reply = await exchange(at(`/${operation}`), { method: "POST", headers, body });
      expect([reply.status, reply.headers["content-type"]]).toEqual([500, "text/plain; charset=utf-8"]);
      expect(reply.body.toString()).toContain(text);
    });

    test("the test form answers a handler's result as XML", async () => {
      const own = await startSandbox({ handlers: { addressGetList: () => [] } });
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      const form = { method: "POST", headers, body: "EmployeeId=1&Period=1&Year=1" };
      const reply = await exchange(`${own.url}/soap/v3/EmployeeService.asmx/Address_GetList`, form);
      expect([reply.status, reply.body.toString()]).toEqual([
        200,
        expect.stringContaining("<Address_GetListResult />"),
      ]);
      await own.close();
    });
  });

  describe("the test form", () => {
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    const post = (url: string, headers: Record<string, string>) =>
      exchange(`${url}/soap/v3/EmployeeService.asmx/Address_GetList`, {
        method: "POST",
        headers: { ...form, ...headers },
        body: "EmployeeId=1&Period=1&Year=1",
      });
    const handlers = { addressGetList: () => [] };

    test.each<readonly [string, Record<string, string>]>([
      ["a post of another site", { Origin: "http://evil.example" }],
      ["a name that was bound to this machine's address", { Host: "evil.example" }],
    ])("refuses %s", async (_what, headers) => {
      const own = await startSandbox({ handlers });
      await expect(post(own.url, headers)).resolves.toMatchObject({ status: 500 });
      await expect(post(own.url, { Origin: own.url })).resolves.toMatchObject({ status: 200 });
      await own.close();
    });

    test("beyond this machine is for those who have the token", async () => {
      const closed = await startSandbox({ host: "0.0.0.0", handlers });
      await expect(post(closed.url, { Authorization: "Bearer s3cret" })).resolves.toMatchObject({ status: 500 });
      await closed.close();
      const open = await startSandbox({ host: "0.0.0.0", controlToken: "s3cret", handlers });
      await expect(post(open.url, {})).resolves.toMatchObject({ status: 500 });
      await expect(post(open.url, { Authorization: "Bearer wrong" })).resolves.toMatchObject({ status: 500 });
      await expect(post(open.url, { Authorization: "Bearer s3cret" })).resolves.toMatchObject({ status: 200 });
      await open.close();
    });
  });

  test.each(["127.0.0.2", "::1", "localhost"])(
    "on %s the page is for this machine, under that address",
    async (host) => {
      const own = await startSandbox({ host }).catch((error: unknown) => error as Error);
      // A machine may lack IPv6.
      if (own instanceof Error) return expect(own.message).toMatch(/cannot listen on ::1/);
      expect(own.url).toContain(host.includes(":") ? `//[${host}]:` : `//${host}:`);
      await expect(exchange(`${own.url}/control`)).resolves.toMatchObject({ status: 200 });
      await expect(askAddresses(own.url)).resolves.toMatchObject({ status: 200 });
      await own.close();
    },
  );

  test("411 for a POST without a length", async () => {
    const head = `POST /soap/v3/EmployeeService.asmx HTTP/1.1\r\nHost: ${new URL(sandbox.url).host}\r\n\r\n`;
    await expect(rawExchange(sandbox.url, head)).resolves.toMatch(/^HTTP\/1\.1 411 Length Required\r\n/);
  });

  test("a chunked request is read", async () => {
    const { url, options } = addressRequest(sandbox.url);
    const { "Content-Type": type, SOAPAction } = options.headers;
    const chunk = `${Buffer.byteLength(options.body).toString(16)}\r\n${options.body}\r\n0\r\n\r\n`;
    const head = `POST ${new URL(url).pathname} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: ${type}\r\nSOAPAction: ${SOAPAction}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
    await expect(rawExchange(url, head + chunk)).resolves.toMatch(/^HTTP\/1\.1 200 [\s\S]*Lange Voorhout/);
  });

  describe("compression, when asked for", () => {
    test.each([
      ["gzip, deflate", "gzip"],
      ["deflate", "deflate"],
      ["gzip;q=0.5, deflate", "deflate"],
      ["*", "gzip"],
      ["gzip;q=0", undefined],
      ["br", undefined],
      ["identity", undefined],
    ])("Accept-Encoding: %s", async (accepted, coding) => {
      await withBehavior({ compression: true }, async ({ url }) => {
        const { headers, body } = await askAddresses(url, 1002, "sandbox", { "Accept-Encoding": accepted });
        expect(headers["content-encoding"]).toBe(coding);
        expect(headers["content-length"]).toBe(String(body.length));
        const plain = coding === "gzip" ? gunzipSync(body) : coding === "deflate" ? inflateRawSync(body) : body;
        expect(plain.toString()).toContain("Lange Voorhout");
      });
    });

    test("our client reads it", async () => {
      await withBehavior({ compression: true }, async ({ url }) => {
        const service = createEmployeeServiceV3({ baseUrl: url, domain: "sandbox" });
        await expect(service.addressGetList({ EmployeeId: 1002, Period: 1, Year: 2026 })).resolves.toHaveLength(1);
        await service.close();
      });
    });

    test("not without the option, nor for HTTP/1.0", async () => {
      const asked = { "Accept-Encoding": "gzip" };
      expect((await askAddresses(sandbox.url, 1002, "sandbox", asked)).headers["content-encoding"]).toBeUndefined();
    });
  });

  test.each([
    [{ chunked: true }, /^HTTP\/1\.1 200 [\s\S]*transfer-encoding: chunked/i],
    [{ version: "1.0" }, /^HTTP\/1\.0 200 [\s\S]*connection: close[\s\S]*Lange Voorhout/i],
    [{ close: true }, /^HTTP\/1\.1 200 [\s\S]*connection: close/i],
  ] as const)("%j", async (behavior, head) => {
    await withBehavior(behavior, async ({ url }) => {
      const { url: place, options } = addressRequest(url);
      const { "Content-Type": type, SOAPAction } = options.headers;
      const ends = "chunked" in behavior ? "Connection: close\r\n" : "";
      const text = `POST ${new URL(place).pathname} HTTP/1.1\r\nHost: ${new URL(place).host}\r\nContent-Type: ${type}\r\nSOAPAction: ${SOAPAction}\r\n${ends}Content-Length: ${Buffer.byteLength(options.body)}\r\n\r\n${options.body}`;
      await expect(rawExchange(place, text)).resolves.toMatch(head);
      const service = createEmployeeServiceV3({ baseUrl: url, domain: "sandbox" });
      await expect(service.addressGetList({ EmployeeId: 1002, Period: 1, Year: 2026 })).resolves.toHaveLength(1);
      await service.close();
    });
  });

  test("slow answers come whole, over some time", async () => {
    await withBehavior({ bytesPerSecond: 5000 }, async ({ url }) => {
      const start = performance.now();
      const { body } = await askAddresses(url);
      expect(body.toString()).toContain("</soap:Envelope>");
      expect(performance.now() - start).toBeGreaterThan(50);
    });
  });

  test("an idle connection ends after its time-out", async () => {
    await withBehavior({ keepAliveTimeoutMs: 50 }, async (own) => {
      const { url: place, options } = addressRequest(own.url);
      const { "Content-Type": type, SOAPAction } = options.headers;
      const text = `POST ${new URL(place).pathname} HTTP/1.1\r\nHost: ${new URL(place).host}\r\nContent-Type: ${type}\r\nSOAPAction: ${SOAPAction}\r\nContent-Length: ${Buffer.byteLength(options.body)}\r\n\r\n${options.body}`;
      // The promise resolves when the server closes the connection, which the client never does.
      await expect(rawExchange(place, text)).resolves.toContain("Lange Voorhout");
    });
  });

  test("close lets what is under way go out, and takes nothing new", async () => {
    const own = await startSandbox({ latencyMs: 200 });
    const underWay = Promise.all([1, 2, 3].map(() => askAddresses(own.url)));
    while (own.requestCount < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    await own.close();
    for (const { status } of await underWay) expect(status).toBe(200);
    await expect(askAddresses(own.url)).rejects.toThrow(/ECONNREFUSED/);
  });

  test("close does not wait for responses that are never sent", async () => {
    const own = await startSandbox();
    own.inject({ kind: "silence" });
    const never = askAddresses(own.url).catch((error: Error) => error.message);
    while (own.requestCount < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    await own.close();
    await expect(never).resolves.toMatch(/hang up|ECONNRESET/);
  });
});

describe("asmx request reader", () => {
  const tns = namespace("urn:t");
  const operation = tns.element("Add", complexType(undefined, [tns.optionalList("Id", xs.int)]));

  test("a repeated element costs time that grows with its number", () =>
    expectLinear((count) => {
      const body = `<Add xmlns="urn:t">${"<Id>1</Id>".repeat(count)}</Add>`;
      const envelope = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`;
      const reader = new AsmxRequestReader(readEnvelope(envelope).body?.children ?? [], (name) => name, new Mistakes());
      expect(finish(reader.operation(operation)).children).toHaveLength(count);
    }, 100_000));
});

/** The sandbox's responses are valid for libxml2, against the WSDL that the sandbox serves. */
describe("sandbox responses", () => {
  let referee: Referee;
  let sandbox: Sandbox;
  beforeAll(async () => {
    referee = new Referee();
    sandbox = await startSandbox();
  });
  afterAll(async () => {
    await referee.close();
    await sandbox.close();
  });

  const employees = [1001, 1002, 1003, 1004, 1005, 1006];

  async function wsdlOf(version: "v2.1" | "v3"): Promise<string> {
    const response = await fetch(`${sandbox.url}/soap/${version}/EmployeeService.asmx?WSDL`);
    return response.text();
  }

  describe.each(["1.1", "1.2"] as const)("over SOAP %s", (soapVersion) => {
    test.each(employees)("requests and cost centers of employee %i", async (EmployeeId) => {
      const options = { baseUrl: sandbox.url, username: "sandbox-user", token: "sandbox-token", soapVersion };
      const service = createEmployeeServiceV21({ ...options, expose: { envelopes: true } });
      const seen: string[] = [];
      service.soap.on("request", (envelope) => seen.push(envelope));
      service.soap.on("response", (envelope) => seen.push(envelope ?? ""));
      await service.costCenterGetCurrent({ EmployeeId });
      await service.close();
      const wsdl = await wsdlOf("v2.1");
      expect(seen).toHaveLength(2);
      for (const envelope of seen) await expect(referee.envelopeProblems(wsdl, envelope)).resolves.toEqual([]);
    });

    test.each(employees)("requests and addresses of employee %i", async (EmployeeId) => {
      const options = { baseUrl: sandbox.url, domain: "sandbox", soapVersion, expose: { envelopes: true } };
      const service = createEmployeeServiceV3(options);
      const seen: string[] = [];
      service.soap.on("request", (envelope) => seen.push(envelope));
      service.soap.on("response", (envelope) => seen.push(envelope ?? ""));
      await service.addressGetList({ EmployeeId, Period: 11, Year: 2026 });
      await service.close();
      const wsdl = await wsdlOf("v3");
      expect(seen).toHaveLength(2);
      for (const envelope of seen) await expect(referee.envelopeProblems(wsdl, envelope)).resolves.toEqual([]);
    });
  });

  test("wrong data is refused with the place in the file", async () => {
    const wrong = [{ id: 1, costCenters: [], addresses: [{ from: { Year: 2026 } }] }] as never;
    await expect(startSandbox({ data: { employees: wrong } })).rejects.toMatchObject({
      code: "CONFIGURATION",
      option: "data",
      message: expect.stringContaining("employees[0].addresses[0]"),
    });
    await expect(startSandbox({ data: "no-such-file.json" })).rejects.toMatchObject({ option: "data" });
  });

  test("own data and credentials", async () => {
    const address = { Id: 1, Default: true, Street: "Kade", Type: "WorkAddress" };
    const from = { Year: 2026, Period: 3 };
    const until = { Year: 2026, Period: 5 };
    const data = { employees: [{ id: 7, costCenters: [], addresses: [{ address, from, until }] }] };
    const own = await startSandbox({ data, domain: "acme" });
    const service = createEmployeeServiceV3({ baseUrl: own.url, domain: "acme" });
    const counts = [];
    for (const Period of [2, 3, 5, 6]) {
      counts.push((await service.addressGetList({ EmployeeId: 7, Period, Year: 2026 })).length);
    }
    expect(counts).toEqual([0, 1, 1, 0]);
    await service.close();
    await own.close();
  });
});

/**
 * The page over HTTP: its guards, and a complete list of exchanges. packages/soapwright-testing/src/page tests it in a
 * browser.
 */
describe("page", () => {
  test("the page shows the last exchanges when it is loaded", async () => {
    const sandbox = await startSandbox();
    try {
      const rows = async () => (await (await fetch(sandbox.url)).text()).match(/href="\/page\/exchanges\/\d+"/g);
      await expect(rows()).resolves.toBeNull();
      await askAddresses(sandbox.url);
      await askAddresses(sandbox.url);
      await expect(rows()).resolves.toEqual(['href="/page/exchanges/2"', 'href="/page/exchanges/1"']);
    } finally {
      await sandbox.close();
    }
  });

  test("every page carries its guards, and is for this machine alone", async () => {
    const sandbox = await startSandbox();
    for (const path of ["/", "/page/contract", "/page/errors", "/page/script.js", "/page/style.css", "/page/none"]) {
      const { headers } = await exchange(sandbox.url + path);
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none'/);
      expect(headers["content-security-policy"]).not.toMatch(/unsafe|https?:/);
      expect(headers["x-frame-options"]).toBe("DENY");
    }
    const html = (await exchange(sandbox.url)).body.toString();
    expect(html).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style=|https?:\/\/(?!127\.0\.0\.1)/);
    for (const headers of [
      { Host: "evil.example" },
      { Origin: "http://evil.example" },
      { "Sec-Fetch-Site": "cross-site" },
    ]) {
      const form = {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers } as Record<string, string>,
        body: "kind=busy",
      };
      expect((await exchange(`${sandbox.url}/page/errors`, form)).status).toBe(403);
    }
    expect(sandbox.troubles).toEqual([]);
    await sandbox.close();
  });

  test("with a token, who knows it signs in", async () => {
    const sandbox = await startSandbox({ host: "0.0.0.0", controlToken: "s3cret" });
    const signIn = (token: string) =>
      exchange(`${sandbox.url}/page/sign-in`, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: `token=${token}`,
      });
    expect((await exchange(sandbox.url)).status).toBe(403);
    expect((await signIn("wrong")).status).toBe(403);
    const [cookie = ""] = ((await signIn("s3cret")).headers["set-cookie"] as string[]) ?? [];
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    const { status } = await exchange(sandbox.url, { headers: { Cookie: cookie.split(";")[0] ?? "" } });
    expect(status).toBe(200);
    await sandbox.close();
  });
});

/** Data that the contract can encode, and data that it cannot. */
describe("employee data", () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const address = { Id: 1, Default: true, Type: "HomeAddress" };
  const dataOf = (addresses: EmployeeData["employees"][number]["addresses"]): EmployeeData => ({
    employees: [{ id: 7, costCenters: [], addresses }],
  });

  test("no list, an unlisted value and a control character go out as they are", async () => {
    const odd = { ...address, Type: "HolidayHome", Street: "a\u0001b" };
    const sandbox = await startSandbox({ data: dataOf([{ address: odd }]) });
    const { body } = await askAddresses(sandbox.url, 7);
    expect(body.toString()).toContain("<Type>HolidayHome</Type>");
    expect(body.toString()).toContain("<Street>a&#x1;b</Street>");
    await sandbox.close();
    // A handler may return instances of its own classes.
    class Address {}
    const instances = await startSandbox({ data: dataOf([{ address: Object.assign(new Address(), odd) }]) });
    expect((await askAddresses(instances.url, 7)).body.toString()).toContain("<Street>a&#x1;b</Street>");
    await instances.close();
    const none = await startSandbox({ data: dataOf(null) });
    expect((await askAddresses(none.url, 7)).body.toString()).toMatch(/<Address_GetListResponse xmlns="[^"]+" \/>/);
    await none.close();
  });

  describe("data that cannot be carried stops the sandbox, with path, line and reason", () => {
    const lines = (address: string) =>
      `{\n"employees": [\n{ "id": 7, "costCenters": [],\n"addresses": [\n{ "address":\n${address}\n}] }] }`;
    test.each<readonly [string, string, number, RegExp]>([
      // A WSDL may allow nil items.
      ...(contract.nilItems
        ? []
        : [
            ["a nil record", lines("null"), 6, /employees\[0\]\.addresses\[0\]\.address takes .* but is null/] as const,
          ]),
      [
        "a nil text",
        lines('{ "Id": 1,\n"Street": null,\n"Default": true, "Type": "HomeAddress" }'),
        7,
        /address\.Street takes/,
      ],
      ["a missing value", lines('{ "Id": 1, "Default": true }'), 6, /address\.Type takes/],
      ["a wrong value", lines('{ "Id": 1, "Default":\n"yes", "Type": "HomeAddress" }'), 7, /address\.Default takes/],
      [
        "an unknown property",
        lines('{ "Id": 1, "Default": true, "Type": "HomeAddress",\n"Strat": "x" }'),
        7,
        /address\.Strat/,
      ],
      ["what is no list", '{\n"employees": 5 }', 2, /employees is not a list/],
      ["what is no object", "\n[]", 2, /: it is not an object\.$/],
      [
        "an unknown property of an employee",
        '{ "employees": [\n{ "id": 7, "costCenters": [],\n"colour": 3, "addresses": [] }] }',
        3,
        /employees\[0\]\.colour is no property of the data; there are id, /,
      ],
      [
        "an unknown property of the data",
        '{ "employees": [],\n"employes": [] }',
        2,
        /: employes is no property of the data/,
      ],
      [
        "an unknown property of an address record",
        lines('{ "Id": 1, "Default": true, "Type": "HomeAddress" },\n"form": {}'),
        7,
        /addresses\[0\]\.form is no property/,
      ],
      [
        "one employee twice",
        '{ "employees": [\n{ "id": 7, "costCenters": [], "addresses": [] },\n{ "id": 7, "costCenters": [], "addresses": [] }] }',
        3,
        /employees\[1\]\.id is 7 again/,
      ],
      ["what is no JSON", '{\n"employees": [\n}', 3, /JSON/],
    ])("%s", async (_what, text, line, message) => {
      const file = join(folder, "data.json");
      writeFileSync(file, text);
      const error = (await startSandbox({ data: file }).catch((caught: unknown) => caught)) as Error;
      expect(error).toMatchObject({ code: "CONFIGURATION", reason: "sandbox-data", option: "data" });
      expect(error.message).toMatch(message);
      expect(error.message).toContain(`data.json:${line}: `);
    });
  });
});
