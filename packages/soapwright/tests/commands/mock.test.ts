/** `mock`: a running service for any WSDL, called by the client that is generated from the same WSDL. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { addressing } from "soapwright-runtime/addressing";
import { attachments } from "soapwright-runtime/attachments";
import * as runtime from "soapwright-runtime/tables";
import { generateResponse } from "soapwright-sandbox/internal";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { diff } from "../../src/commands/diff/diff";
import { mockService } from "../../src/commands/mock/mock-service";
import { runMock } from "../../src/commands/mock/run-mock";
import { generate } from "../../src/pipeline";
import { createProgram } from "../../src/program";
import { loadTables } from "../../src/verify/generated-tables";

const folders = ["packages/soapwright-testing/src/golden/cases", "packages/soapwright-testing/src/golden/verified"];
const cases = folders.flatMap((folder) =>
  readdirSync(folder)
    .map((name) => join(folder, name, "service.wsdl"))
    .filter((path) => readdirSync(join(path, "..")).includes("service.wsdl")),
);

/** Operations are called by their tables, not by methods. */
class AnyClient extends runtime.ServiceClient {}

/** Cases that fail, with the expected message. */
const expected: Readonly<Record<string, RegExp>> = {
  // Requests of two operations with the same SOAPAction and the same element are identical.
  "bare-parts": /not the one to One/,
};

interface Called {
  readonly operation: string;
  readonly outcome: string;
}

function orMessage(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}

/** Calls every operation of a mock with generated arguments. */
async function callEverything(wsdl: string): Promise<Called[]> {
  const mock = await mockService(wsdl);
  const generated = await generate(wsdl, { source: wsdl, runtime: "x", extension: "" });
  const tables = loadTables(generated.files ?? new Map(), runtime as never);
  const called: Called[] = [];
  for (const service of Object.values(tables).filter((one) => (one as { ports?: unknown }).ports !== undefined)) {
    const node = service as runtime.ServiceNode;
    for (const place of mock.places.filter(({ service: name }) => name === node.name).slice(0, 1)) {
      for (const { soapVersion } of node.ports.slice(0, 1)) {
        const client = new AnyClient(node, {
          endpoint: mock.url + place.path,
          soapVersion,
          validation: "strict",
          retries: 0,
          features: [addressing(), attachments()],
        } as never);
        for (const operation of node.operations) {
          const request = { operation: operation.name, args: undefined, headers: {}, soapVersion } as const;
          const asked = { ...operation, output: operation.input };
          const args = orMessage(() =>
            generateResponse({ operation: asked, request, rename: (namespace: string) => namespace }),
          );
          if (args instanceof Error) {
            called.push({ operation: operation.name, outcome: args.message });
            continue;
          }
          const call = (client as unknown as { call(o: object, a: unknown): PromiseLike<unknown> }).call(
            operation,
            args,
          );
          const outcome = await Promise.resolve(call).then(
            () => "answered",
            (error: Error) => error.message,
          );
          called.push({ operation: operation.name, outcome });
        }
        await client.close({ force: true });
      }
    }
  }
  await mock.close();
  return called;
}

test.each(cases)("%s: every operation is answered, and strict validation accepts it", async (wsdl) => {
  const called = await callEverything(wsdl);
  expect(called.length).toBeGreaterThan(0);
  const reason = expected[basename(dirname(wsdl))];
  const failed = called.filter(({ outcome }) => outcome !== "answered" && !reason?.test(outcome));
  expect(failed).toEqual([]);
});

const streams = () => {
  const printed = { out: "", err: "" };
  return {
    printed,
    isTerminal: false,
    out(text: string) {
      printed.out += text;
    },
    err(text: string) {
      printed.err += text;
    },
  };
};

test("the command prints the address and each service", async () => {
  const own = streams();
  const code = await runMock(
    "packages/soapwright-testing/src/golden/cases/several-services/service.wsdl",
    { sandbox: { port: 0 } },
    own,
    async () => {
      const url = own.printed.out.trim();
      expect((await fetch(`${url}/nothing`)).status).toBe(404);
    },
  );
  expect(code).toBe(0);
  expect(own.printed.err.match(/http:\/\/127\.0\.0\.1:\d+\/\S+/g)?.length).toBeGreaterThan(2);
});

test("a WSDL with an error, none at all, and a wrong port are exit 2, with file and line", async () => {
  const missing = streams();
  await expect(runMock("packages/soapwright-testing/src/golden/cases/none.wsdl", {}, missing)).resolves.toBe(2);
  expect(missing.printed.err).toMatch(/none\.wsdl:1:1: error: .*none\.wsdl does not exist\.\n$/);
  const folder = mkdtempSync(join(tmpdir(), "mock-"));
  const file = join(folder, "broken.wsdl");
  writeFileSync(file, '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">\n<types>\n');
  const broken = streams();
  await expect(runMock(file, {}, broken)).resolves.toBe(2);
  rmSync(folder, { recursive: true });
  expect(broken.printed.err).toMatch(/broken\.wsdl:2:\d+: .*\n$/);
  const wrong = streams();
  const wsdl = "packages/soapwright-testing/src/golden/cases/operations/service.wsdl";
  await expect(runMock(wsdl, { sandbox: { port: -1 } }, wrong)).resolves.toBe(2);
});

const contracts = [
  "packages/soapwright-testing/src/golden/cases/rpc-encoded",
  "packages/soapwright-testing/src/golden/cases/attachments",
  "packages/soapwright-testing/src/golden/cases/several-services",
  "packages/soapwright-testing/src/golden/cases/headers-and-faults",
  "packages/soapwright-testing/src/golden/cases/repeated-groups",
  "packages/soapwright-testing/src/golden/verified/attribute-wildcards",
  "packages/soapwright-testing/src/golden/verified/chameleon-includes",
  "packages/soapwright-testing/src/golden/verified/cyclic-includes",
  "packages/soapwright-testing/src/golden/verified/imported-definitions",
  "packages/soapwright-testing/src/golden/verified/redefinitions",
].map((folder) => join(folder, "service.wsdl"));

test.each(contracts)("?wsdl of %s is the contract: nothing changed but addresses", async (wsdl) => {
  const mock = await mockService(wsdl);
  try {
    for (const { path } of mock.places) {
      const served = `${mock.url}${path}?wsdl`;
      const compared = new RecordedStreams();
      expect(await diff(wsdl, served, { json: true }, compared)).toBe(0);
      const { changes } = JSON.parse(compared.output) as { changes: { description: string }[] };
      expect(changes.filter(({ description }) => !/address|endpoint/i.test(description))).toEqual([]);
      const text = await (await fetch(served)).text();
      const places = [...text.matchAll(/<soap(?:12)?:address[^>]*location="([^"]*)"/g)].map(([, location]) => location);
      expect(places.filter((place) => !place!.startsWith(mock.url))).toEqual([]);
      for (const [, link] of text.matchAll(/(?:schemaLocation|location)="([^"]*)"/g)) {
        expect(link).toContain(`${mock.url}/`);
        expect((await fetch(link!)).status).toBe(200);
      }
    }
  } finally {
    await mock.close();
  }
});

test("documents keep what is written in them, whatever their encoding, quotes and line ends", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mock-"));
  const original = readFileSync("packages/soapwright-testing/src/golden/cases/operations/service.wsdl", "utf8")
    .replace(/^<\?xml[^>]*>\s*/, "")
    .replace(/location="([^"]*)"/, "location\n = '$1'")
    .replaceAll("\n", "\r\n");
  const text = `<?xml version='1.0' encoding='ISO-8859-1'?>\r\n<!-- é 😀 & < -->\r\n${original}`.replace(" 😀", "");
  const file = join(folder, "latin.wsdl");
  writeFileSync(file, Buffer.from(text, "latin1"));
  const mock = await mockService(file);
  try {
    const { path } = mock.places[0]!;
    const served = await (await fetch(`${mock.url}${path}?wsdl`)).text();
    const blank = (whole: string): string =>
      whole.replace(/encoding=["'][^"']*["']/, "").replaceAll(/(<soap\w*:address location)\s*=\s*(["']).*?\2/g, "$1");
    expect(blank(served)).toBe(blank(text));
    expect(served).toContain('encoding="utf-8"');
  } finally {
    await mock.close();
    rmSync(folder, { recursive: true });
  }
});

describe("results of a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "mock-data-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const response = `<xs:element name="Order" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
    <xs:element name="Id" type="xs:long"/><xs:element name="Day" type="xs:date"/></xs:sequence></xs:complexType></xs:element>`;
  const wsdl = join(folder, "small.wsdl");
  writeFileSync(wsdl, smallWsdl({ response, more: ["Other"] }));

  async function started(data: string): Promise<{ code: number; err: string; body: string }> {
    const own = streams();
    const file = join(folder, "data.json");
    writeFileSync(file, data);
    let body = "";
    const code = await runMock(wsdl, { data: file, sandbox: { port: 0 } }, own, async () => {
      const envelope =
        '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Get xmlns="urn:example:small"/></e:Body></e:Envelope>';
      const url = /http\S+/.exec(own.printed.err)![0];
      const headers = { "Content-Type": "text/xml", SOAPAction: '"Get"' };
      body = await (await fetch(url, { method: "POST", headers, body: envelope })).text();
    });
    return { code, err: own.printed.err, body };
  }

  test("are what operations return", async () => {
    const orders = [
      { Id: "9007199254740993", Day: "2026-01-02" },
      { Id: 2, Day: "2026-01-03" },
    ];
    const { code, body } = await started(JSON.stringify({ Get: orders }));
    expect(code).toBe(0);
    expect(body).toMatch(/<Id>9007199254740993<\/Id>\s*<Day>2026-01-02<\/Day>.*<Id>2<\/Id>/s);
    expect(body.match(/<Order>/g)).toHaveLength(2);
  });

  test.each([
    ['{"Gett": []}', /Gett has a result and is not an operation. Did you mean Get\?/],
    ['{"Get": [{"Id": true, "Day": "2026-01-02"}]}', /results\.Get\S*Id takes .*, but is/],
    ['{"Get": ', /data\.json is not JSON: /],
    ["[]", /data\.json does not hold an object/],
  ])("%s stops the mock", async (data, message) => {
    const { code, err } = await started(data);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });
});

test("a service below the path of another is reached", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mock-"));
  const wsdl = join(folder, "small.wsdl");
  const below = (text: string) =>
    text.replace(
      /<wsdl:service[\s\S]*?<\/wsdl:service>/,
      (service) => service + service.replace(/(service name=")\w+/, "$1Below").replace(/location="[^"]*/, "$&/below"),
    );
  writeFileSync(wsdl, below(smallWsdl({ address: "https://service.example/orders" })));
  const mock = await mockService(wsdl);
  try {
    expect(mock.places).toHaveLength(2);
    for (const { path, service } of mock.places) {
      const text = await (await fetch(`${mock.url}${path}?op=Get`)).text();
      expect(text).toContain(`<title>${service}`);
    }
  } finally {
    await mock.close();
    rmSync(folder, { recursive: true });
  }
});

test("a handler of no method stops it", async () => {
  const starting = mockService("packages/soapwright-testing/src/golden/cases/operations/service.wsdl", {
    handlers: { orderGetLost: () => [] },
  });
  await expect(starting).rejects.toThrow(/^handlers\.orderGetLost is not a method of the service; \w+/);
});

test("it is a command of the generator", () => {
  expect(createProgram().commands.map((command) => command.name())).toContain("mock");
});
