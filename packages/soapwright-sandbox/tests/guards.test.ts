/** Requests of a page in another site, files that are not regular, and messages that are too large. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmployeeServiceV3 } from "employee-service-client";
import { startEmployeeRecorder, startSandbox } from "employee-service-client/sandbox";
import { mockService } from "soapwright-sandbox";
import { slowTest } from "soapwright-testing/stage/slow";

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "guards-"));
  open.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function sandboxWith(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox(options);
  open.push(() => sandbox.close());
  return sandbox;
}

const path = "/soap/v3/EmployeeService.asmx";

interface Told {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

function ask(url: string, method: string, headers: Record<string, string>, body = ""): Promise<Told> {
  return new Promise((resolve, reject) => {
    const length = method === "POST" ? { "content-length": String(Buffer.byteLength(body)) } : {};
    request(url, { method, headers: { ...headers, ...length } }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    })
      .on("error", reject)
      .end(body);
  });
}

async function upstream(answer = "<a/>"): Promise<{ readonly url: string; readonly seen: string[] }> {
  const seen: string[] = [];
  const server: Server = createServer((incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    incoming.resume().on("end", () => response.writeHead(200, { "content-type": "text/xml" }).end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const foreign: readonly (readonly [string, Record<string, string>])[] = [
  ["Origin of another site", { origin: "https://evil.example" }],
  ["an opaque Origin", { origin: "null" }],
  ["Sec-Fetch-Site: cross-site", { "sec-fetch-site": "cross-site" }],
  ["Sec-Fetch-Site: same-site", { "sec-fetch-site": "same-site" }],
  ["Host of another site", { host: "evil.example" }],
];

describe("a page of another site", () => {
  test.each(foreign)("is refused by the services: %s", async (_what, headers) => {
    for (const options of [{}, { data: { employees: [] } }]) {
      const sandbox = await sandboxWith(options);
      const reply = await ask(sandbox.url + path, "POST", { "content-type": "text/xml", ...headers }, "<a/>");
      expect([reply.status, reply.headers["x-content-type-options"]]).toEqual([403, "nosniff"]);
      expect(sandbox.requestCount).toBe(0);
    }
  });

  test("reads nothing under a name that it has made this machine's", async () => {
    const { url } = await sandboxWith({ data: { employees: [] } });
    expect((await ask(`${url}${path}?wsdl`, "GET", { host: "evil.example" })).status).toBe(403);
    expect((await ask(`${url}${path}?wsdl`, "GET", { host: "localhost:1" })).status).toBe(200);
  });

  test("is served where that is allowed, and so is the sandbox's own", async () => {
    const allowed = await sandboxWith({ allowCrossSite: true });
    expect((await ask(allowed.url + path, "POST", { origin: "https://other.example" }, "<a/>")).status).not.toBe(403);
    const { url } = await sandboxWith();
    expect((await ask(url + path, "POST", { origin: url, "sec-fetch-site": "same-origin" }, "<a/>")).status).toBe(415);
  });

  test.each(foreign)("is refused by the recorder: %s", async (_what, headers) => {
    const real = await upstream();
    const recorder = await startEmployeeRecorder({ upstream: real.url, folder: folder() });
    open.push(() => recorder.close());
    expect((await ask(recorder.url + path, "POST", headers, "<a/>")).status).toBe(403);
    expect(real.seen).toEqual([]);
  });
});

test.each(["@evil.example/", "http://evil.example/", "*", ":1@evil.example/"])(
  "the recorder forwards to no other host: %s",
  async (target) => {
    const real = await upstream();
    const recorder = await startEmployeeRecorder({ upstream: real.url, folder: folder() });
    open.push(() => recorder.close());
    const { port } = new URL(recorder.url);
    const head = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () =>
        socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
      );
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString();
      });
      socket.on("close", () => resolve(text));
    });
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(real.seen).toEqual([]);
  },
);

describe("a recording that cannot be written", () => {
  const call = (url: string, base: string) => {
    const client = createEmployeeServiceV3({ baseUrl: url, namespaceBaseUrl: base, domain: "sandbox" });
    open.push(() => client.close());
    return client.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 });
  };

  test("is reported, and the caller gets the response", async () => {
    const real = await sandboxWith();
    const place = join(folder(), "recordings");
    const lines: string[] = [];
    const recorder = await startEmployeeRecorder({
      upstream: real.url,
      folder: place,
      log: (line) => lines.push(line),
    });
    open.push(() => recorder.close());
    rmSync(place, { recursive: true });
    writeFileSync(place, "a file where the folder was");
    expect((await call(recorder.url, real.url)).length).toBeGreaterThan(0);
    expect(lines).toEqual([expect.stringMatching(/^\/soap\/v3\/EmployeeService\.asmx: not recorded: E/)]);
    expect(recorder.recordingCount).toBe(0);
    rmSync(place);
    expect((await call(recorder.url, real.url)).length).toBeGreaterThan(0);
    expect(readdirSync(place)).toHaveLength(1);
  });

  test("two recorders in one folder keep both", async () => {
    const real = await sandboxWith();
    const place = folder();
    const both = [1, 2].map(() => startEmployeeRecorder({ upstream: real.url, folder: place }));
    for (const recorder of await Promise.all(both)) {
      open.push(() => recorder.close());
      for (let i = 0; i < 3; i++) expect((await call(recorder.url, real.url)).length).toBeGreaterThan(0);
    }
    expect(readdirSync(place)).toHaveLength(6);
  });
});

test("a recorder of a service that says nothing ends in time", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const recorder = await startEmployeeRecorder({
    upstream: `http://127.0.0.1:${port}`,
    folder: folder(),
    timeoutMs: 50,
  });
  open.push(() => recorder.close());
  const reply = await ask(recorder.url + path, "POST", { "content-type": "text/xml" }, "<a/>");
  expect([reply.status, reply.text]).toEqual([
    502,
    expect.stringContaining("did not respond within timeoutMs (50 ms). Check upstream, or raise timeoutMs."),
  ]);
});

describe("an obstacle of a recorder is reported with its cause, address and remedy", () => {
  const asked = { "content-type": "text/xml" };

  async function failureOf(options: Partial<Parameters<typeof startEmployeeRecorder>[0]>, body = "<a/>") {
    const lines: string[] = [];
    const codes: unknown[] = [];
    const reasons: unknown[] = [];
    const recorder = await startEmployeeRecorder({
      upstream: (await upstream()).url,
      folder: folder(),
      log: (line, error) => {
        lines.push(line);
        codes.push(error?.code);
        reasons.push(error?.reason);
      },
      ...options,
    });
    open.push(() => recorder.close());
    const response = await ask(`${recorder.url}${path}?key=secret`, "POST", asked, body);
    return { response, line: lines.join("\n"), codes, reasons };
  }

  /** Returns a port that was free a moment ago. */
  async function freePort(): Promise<number> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }

  test("a port on which no server listens", async () => {
    const base = `http://127.0.0.1:${await freePort()}`;
    const { response, line, codes } = await failureOf({ upstream: base });
    const words = `${base}${path} refused the connection (ECONNREFUSED). Nothing was sent. Check upstream and the network.`;
    expect(response).toMatchObject({
      status: 502,
      text: `The recorder cannot reach the real service: ${words}\n`,
    });
    expect([line, codes]).toEqual([`${path}: not forwarded: ${words}`, ["CONNECTION"]]);
  });

  test("https: to a port of plain http:", async () => {
    const { line } = await failureOf({ upstream: (await upstream()).url.replace("http:", "https:") });
    expect(line).toMatch(/does not speak TLS on this port .*Check upstream, or use http: where that is allowed\.$/);
  });

  test("a proxy that does not run", async () => {
    const proxy = `http://127.0.0.1:${await freePort()}`;
    const { line } = await failureOf({ upstream: "https://service.example", proxy });
    expect(line).toMatch(/The proxy http:\S+ refused the connection .*Check proxy and the network\.$/);
  });

  test("a service that ends the connection has perhaps seen the request", async () => {
    const server = createServer((incoming) => incoming.socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push(() => server.close());
    const { line, reasons } = await failureOf({
      upstream: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    expect(reasons).toEqual(["connection-lost"]);
    expect(line).toContain("was lost (ECONNRESET). The port may speak TLS. The request may have reached the service.");
  });

  test("a call in the namespaces of another service", async () => {
    const { response, line, reasons } = await failureOf({});
    expect(response).toMatchObject({ status: 200, text: "<a/>" });
    expect(reasons).toEqual(["recorded-call-unknown"]);
    expect(line).toMatch(/not recorded: The request is not a call that the WSDL declares, .*Check namespaceBaseUrl\.$/);
  });

  test("a request that is too large is refused, with a response to the caller", async () => {
    const { response, line } = await failureOf({}, "x".repeat(65 * 1024 * 1024));
    expect([response.status, line]).toEqual([413, expect.stringContaining("is over 67,108,864 bytes")]);
  });

  test.each([
    ["http://127.0.0.1/?wsdl", "upstream-query", "upstream takes a base URL, and has a query."],
    ["service.example", "address", "upstream takes an absolute http: or https: address"],
    ["https://user:word@service.example", "address", "has credentials in it"],
    ["http://service.example", "address-insecure", "Use https:, or set allowInsecure: true."],
  ])("an upstream that is none: %s", async (base, reason, words) => {
    await expect(failureOf({ upstream: base })).rejects.toMatchObject({
      reason,
      option: "upstream",
      message: expect.stringContaining(words),
    });
  });
});

test("a recorder sends no credentials in plain http: unless an option allows it, and uses a proxy", async () => {
  const options = { upstream: "http://service.example", folder: folder() };
  await expect(startEmployeeRecorder(options)).rejects.toMatchObject({ option: "upstream" });
  const proxy = await upstream();
  const recorder = await startEmployeeRecorder({ ...options, allowInsecure: true, proxy: proxy.url });
  open.push(() => recorder.close());
  expect((await ask(recorder.url + path, "POST", { "content-type": "text/xml" }, "<a/>")).text).toBe("<a/>");
  expect(proxy.seen).toEqual([`POST http://service.example${path}`]);
  const endpoint = await startEmployeeRecorder({ ...options, endpoint: `${proxy.url}/gateway` });
  open.push(() => endpoint.close());
  await ask(`${endpoint.url}${path}?x=1`, "POST", { "content-type": "text/xml" }, "<a/>");
  expect(proxy.seen.at(-1)).toBe("POST /gateway?x=1");
});

describe("memory", () => {
  slowTest("requests are kept by their size too", async () => {
    const sandbox = await sandboxWith();
    const body = "x".repeat(4 * 1024 * 1024);
    for (let i = 0; i < 20; i++) await ask(sandbox.url + path, "POST", { "content-type": "text/xml" }, body);
    expect(sandbox.requestCount).toBe(20);
    expect(sandbox.requests).toHaveLength(16);
    expect(sandbox.exchanges.every(({ requestBody }) => requestBody.length < 101_000)).toBe(true);
  });

  const wsdl = (schema: string) => `<wsdl:definitions name="M" targetNamespace="urn:m" xmlns:tns="urn:m"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
    <wsdl:types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:m" elementFormDefault="qualified">
      <xs:element name="Ask"><xs:complexType/></xs:element>${schema}</xs:schema></wsdl:types>
    <wsdl:message name="In"><wsdl:part name="p" element="tns:Ask"/></wsdl:message>
    <wsdl:message name="Out"><wsdl:part name="p" element="tns:Made"/></wsdl:message>
    <wsdl:portType name="P"><wsdl:operation name="Ask"><wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/></wsdl:operation></wsdl:portType>
    <wsdl:binding name="B" type="tns:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <wsdl:operation name="Ask"><soap:operation soapAction="ask"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation></wsdl:binding>
    <wsdl:service name="S"><wsdl:port name="P" binding="tns:B"><soap:address location="http://m.example/m"/></wsdl:port></wsdl:service>
  </wsdl:definitions>`;
  const tree = Array.from(
    { length: 22 },
    (_, level) =>
      `<xs:complexType name="T${level}"><xs:sequence><xs:element name="L" type="tns:T${level + 1}"/><xs:element name="R" type="tns:T${level + 1}"/></xs:sequence></xs:complexType>`,
  ).join("");

  test.each([
    [
      "a pattern that multiplies",
      `<xs:element name="Made"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="(a{1000}){1000}"/></xs:restriction></xs:simpleType></xs:element>`,
    ],
    [
      "a tree of required elements",
      `<xs:element name="Made" type="tns:T0"/>${tree}<xs:complexType name="T22"><xs:sequence/></xs:complexType>`,
    ],
  ])("a mock makes no value without bound: %s", async (_what, schema) => {
    const file = join(folder(), "made.wsdl");
    writeFileSync(file, wsdl(schema));
    const mock = await mockService(file);
    open.push(() => mock.close());
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Ask xmlns="urn:m"/></s:Body></s:Envelope>`;
    const reply = await ask(
      `${mock.url}/m`,
      "POST",
      { "content-type": "text/xml; charset=utf-8", soapaction: "ask" },
      envelope,
    );
    expect([reply.status, reply.text]).toEqual([500, expect.stringContaining("The sandbox cannot make")]);
  });
});

describe("files", () => {
  const recording = {
    format: "soap-recording-1",
    path,
    operation: "Address_GetList",
    soapVersion: "1.1",
    request: "<Address_GetList/>",
    status: 200,
  };

  test.each([
    ["status", 99_999],
    ["status", 200.5],
    ["status", 100],
    ["soapVersion", "3.0"],
    ["fault", { code: 1, subcodes: [], detail: "" }],
    ["fault", "x"],
  ])("a recording with %s %j is refused", async (name, value) => {
    const place = folder();
    writeFileSync(join(place, "1.json"), JSON.stringify({ ...recording, [name]: value }));
    await expect(startSandbox({ replay: place })).rejects.toMatchObject({
      reason: "recording",
      option: "replay",
      message: expect.stringMatching(new RegExp(`1\\.json:1: ${name} takes `)),
    });
  });

  test("a device or a FIFO is no file of data", async () => {
    const place = folder();
    const fifo = join(place, "1.json");
    execFileSync("mkfifo", [fifo]);
    await expect(startSandbox({ replay: place })).rejects.toMatchObject({
      message: expect.stringContaining("is not a regular file"),
    });
    for (const data of [fifo, "/dev/zero"])
      await expect(startSandbox({ data })).rejects.toMatchObject({
        message: expect.stringContaining("is not a regular file"),
      });
    mkdirSync(join(place, "2.json"));
  });
});

test("a content type with a line break is refused, before it is a header", async () => {
  const sandbox = await sandboxWith();
  for (const trouble of [
    { kind: "content-type", contentType: "text/xml\r\nX-Evil: 1" },
    { kind: "answer", status: 200, contentType: "text/xml\nX-Evil: 1" },
  ] as const)
    expect(() => sandbox.inject(trouble)).toThrow(expect.objectContaining({ code: "CONFIGURATION" }));
});

test("a token that is not encoded is a wrong one", async () => {
  const { url } = await sandboxWith({ controlToken: "secret" });
  const reply = await ask(`${url}/control`, "GET", { cookie: "sandbox-token=%" });
  expect([reply.status, reply.text]).toEqual([403, expect.stringContaining("missing or wrong")]);
});

test("texts of the test form are texts, whatever they repeat", async () => {
  const { url } = await sandboxWith();
  const reply = await ask(`${url}${path}/Nothing<script>`.replace("<", "%3C").replace(">", "%3E"), "POST", {});
  expect([reply.status, reply.headers["content-type"], reply.headers["x-content-type-options"]]).toEqual([
    500,
    "text/plain; charset=utf-8",
    "nosniff",
  ]);
});
