/** One text with every escape, from a service, a WSDL and a file, goes through every output and steers none. */
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openService } from "soapwright-contract/open";
import { startGateway } from "soapwright-gateway";
import { mockService } from "soapwright-sandbox";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";
import { runCommand } from "soapwright-testing/commands/run-command";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";

/** What XML can carry: C1, bidi, line separators, markup, ends of comments and literals, Markdown, a template. */
const IN_XML = [
  "plain\u009b2J\u0085\u202e\u2066\u2028\u2029\u200f\ufeff</script><img src=x onerror=alert(1)>",
  "\"'`$",
  "{x}*/ --> ]]> | [x](javascript:x) @tag {{x}}\n# head\n```\nforged: line",
].join("");
/** HTTP bodies can carry C0 too. */
const IN_HTTP = `\u001b[31m\u0007\u0000${IN_XML}`;
const xml = IN_XML.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** What a terminal, a log and an editor obey or reorder, beside the line feed. */
const STEERS = /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

function steersIn(text: string): string | undefined {
  const at = text.search(STEERS);
  return at < 0
    ? undefined
    : `${JSON.stringify(text.slice(Math.max(0, at - 60), at + 20))} has U+${text.charCodeAt(at).toString(16)}`;
}

const folder = mkdtempSync(join(tmpdir(), "outside-"));
const wsdl = join(folder, "a.wsdl");
let server: Server;
let url: string;
let respond: (response: ServerResponse) => void = (response) => response.end();

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    request.on("end", () => respond(response));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  writeFileSync(
    wsdl,
    smallWsdl({
      documentation: xml,
      action: xml.replace(/\n/g, " "),
      address: url,
      request: `<xs:element name="a" minOccurs="0"><xs:annotation><xs:documentation>${xml}</xs:documentation></xs:annotation><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="${xml.replace(/\n/g, " ")}"/><xs:enumeration value="b"/></xs:restriction></xs:simpleType></xs:element>`,
      response: '<xs:element name="r" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>',
    }),
  );
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const soap = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const result = soap(`<GetResponse xmlns="urn:example:small"><r>${xml}</r><r>b</r></GetResponse>`);
const fault = soap(
  `<s:Fault><faultcode>s:Server</faultcode><faultstring>${xml}</faultstring><detail><x>${xml}</x></detail></s:Fault>`,
);

function serve(status: number, type: string, body: string, headers: Record<string, string> = {}): void {
  respond = (response) => response.writeHead(status, { "content-type": type, ...headers }).end(body);
}

describe("a terminal and a log", () => {
  const services: readonly (readonly [what: string, serve: () => void])[] = [
    ["a result", () => serve(200, "text/xml; charset=utf-8", result)],
    ["a fault", () => serve(500, "text/xml; charset=utf-8", fault)],
    ["a page", () => serve(503, "text/html; charset=utf-8", `<html>${IN_HTTP}</html>`)],
    ["a text", () => serve(400, "text/plain; charset=utf-8", IN_HTTP)],
    ["a type", () => serve(200, "text/x\u009b2J", IN_HTTP)],
    ["a redirect", () => serve(302, "text/plain", "", { location: "http://127.0.0.1/\u009b2J" })],
    ["what is not XML", () => serve(200, "text/xml; charset=utf-8", `<a ${IN_HTTP}`)],
    ["another envelope", () => serve(200, "text/xml; charset=utf-8", `<a x="${xml}">${xml}</a>`)],
  ];
  const lines = [
    "call @ Get",
    "call @ Get --format csv",
    "call @ Get --format json",
    "call @ Get --format ndjson",
    "call @ Get --format yaml",
    "doctor @ --operation Get",
    "doctor @ --json",
  ];
  for (const [what, begin] of services)
    test.each(lines)(`${what}: %s`, async (line) => {
      begin();
      const { out, err } = await runCommand(line.split(" ").map((word) => (word === "@" ? wsdl : word)));
      // CSV is data: its values are exact.
      if (!line.endsWith("csv")) {
        expect(steersIn(out)).toBe(undefined);
        expect(out).not.toMatch(/^forged: line/m);
      }
      expect(steersIn(err)).toBe(undefined);
      expect(err).not.toMatch(/^forged: line/m);
    });

  test.each([
    "inspect @",
    "inspect @ --json",
    "diff @ @",
    "json-schema @ Get",
    "generate @ --out #/out",
    "call @ Get --help",
    "call @",
    "catalog list",
  ])("a WSDL: %s", async (line) => {
    const words = line.split(" ").map((word) => word.replace("@", wsdl).replace("#", folder));
    const { stdout: out, stderr: err } = await runCodegen(...words);
    expect(steersIn(out)).toBe(undefined);
    expect(steersIn(err)).toBe(undefined);
    expect(err).not.toMatch(/^forged: line/m);
  });

  test.each([
    ["an element", `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><types a="${xml}"/></definitions>`],
    ["a name", smallWsdl().replace('name="Small">', `name="${xml}">`)],
    ["a reference", smallWsdl({ request: `<xs:element name="a" type="tns:${xml}"/>` })],
    ["a location", smallWsdl({ types: `<xs:include schemaLocation="${xml}"/>` })],
    ["no XML", IN_HTTP],
  ])("diagnostics of %s", async (_what, text) => {
    const path = join(folder, "bad.wsdl");
    writeFileSync(path, text);
    for (const json of [[], ["--json"]]) {
      const { stdout, stderr } = await runCodegen("inspect", path, ...json);
      expect(steersIn(stdout)).toBe(undefined);
      expect(steersIn(stderr)).toBe(undefined);
      expect(stderr).not.toMatch(/^forged: line/m);
    }
  });
});

/** What a page shows. Attributes and forms have exact values. */
function contentOf(page: string): string {
  return page.replace(/<(textarea|option)\b[\s\S]*?<\/\1>/g, "").replace(/<[^<>]*>/g, "");
}

describe("HTML", () => {
  test("the contract as one file", async () => {
    const { stdout } = await runCodegen("inspect", wsdl, "--html");
    expect(stdout).toContain("plain");
    expect(stdout).not.toMatch(/<img/);
    expect(steersIn(stdout)).toBe(undefined);
  });

  test("the pages of the sandbox", async () => {
    const mock = await mockService(wsdl, { results: { Get: [IN_XML] } });
    try {
      const place = mock.places[0]!.path;
      await fetch(`${mock.url}${place}`, {
        method: "POST",
        headers: { "content-type": "text/xml", soapaction: "x", "user-agent": "x" },
        body: `<a>${xml}`,
      });
      await fetch(`${mock.url}${place}`, {
        method: "POST",
        headers: { "content-type": "text/xml" },
        body: soap(`<Get xmlns="urn:example:small"><a>${xml}</a></Get>`),
      });
      const seen = new Set<string>();
      const open = ["/", `${place}`, `${place}?op=Get`, "/contract", `/${encodeURIComponent(IN_XML)}`];
      for (let path = open.pop(); path !== undefined; path = open.pop()) {
        if (seen.has(path) || seen.size > 40) continue;
        seen.add(path);
        const response = await fetch(new URL(path, mock.url), { redirect: "manual" });
        const text = await response.text();
        if (!/html/.test(response.headers.get("content-type") ?? "")) continue;
        expect({ path, tag: /<img[^>]{0,20}/.exec(text)?.[0] }).toEqual({ path, tag: undefined });
        expect({ path, steers: steersIn(contentOf(text)) }).toEqual({ path, steers: undefined });
        for (const [, next] of text.matchAll(/href="([^"#]+)"/g))
          if (next!.startsWith("/") || next!.startsWith("?"))
            open.push(next!.startsWith("?") ? `${path.replace(/\?.*/, "")}${next}` : next!);
      }
      expect(seen.size).toBeGreaterThan(5);
    } finally {
      await mock.close();
    }
  });
});

test("a gateway: its log, responses, headers, page and OpenAPI document", async () => {
  const client = await openService(wsdl);
  const gateway = await startGateway({ client, port: 0, title: IN_XML, safe: ["Get"] });
  try {
    for (const [status, type, body] of [
      [200, "text/xml; charset=utf-8", result],
      [500, "text/xml; charset=utf-8", fault],
      [503, "text/html", IN_HTTP],
    ] as const) {
      serve(status, type, body, { "x-request-id": "a\u009b2J" });
      const response = await fetch(`${gateway.url}/small/get`, {
        method: "POST",
        headers: { "content-type": "application/json", traceparent: "x\u009b" },
        body: "{}",
      });
      const text = await response.text();
      // A result is data: its values are exact.
      if (status === 200) expect(JSON.parse(text)).toEqual([IN_XML, "b"]);
      else expect({ status, steers: steersIn(text) }).toEqual({ status, steers: undefined });
      for (const [name, value] of response.headers)
        expect({ name, steers: steersIn(value) }).toEqual({ name, steers: undefined });
    }
    for (const path of ["/openapi.json", "/page", `/${encodeURIComponent(IN_XML)}`]) {
      const text = await (await fetch(`${gateway.url}${path}`)).text();
      expect({ path, steers: steersIn(text), tag: path === "/page" ? /<img/.test(text) : false }).toEqual({
        path,
        steers: undefined,
        tag: false,
      });
    }
  } finally {
    await gateway.close();
    await client.close();
  }
});

test("generated code and files of tools", async () => {
  await runCodegen("generate", wsdl, "--out", join(folder, "out"), "--type-comments");
  for (const tool of ["bruno", "postman", "insomnia", "http"])
    await runCodegen("collection", wsdl, "--for", tool, "--out", join(folder, `out/${tool}`));
  const files = readdirSync(join(folder, "out"), { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) {
    const text = readFileSync(join(file.parentPath, file.name), "utf8");
    expect({ name: file.name, steers: steersIn(text) }).toEqual({ name: file.name, steers: undefined });
  }
});
