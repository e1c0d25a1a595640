/**
 * Tests `wsdl/diff/diff`, `wsdl/inspect/inspect` and `wsdl/mock/run-mock` by themselves: no entry point shows them
 * whole.
 */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { addressing, attachments } from "soapwright-features";
import type { SecurityOptions } from "soapwright-features/security";
import { ServiceClient } from "soapwright-runtime";
import type { ServiceNode } from "soapwright-runtime/tables";
import { mockService } from "soapwright-sandbox";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { wholeProgram } from "soapwright-testing/commands/whole-program";
import { runtime } from "soapwright-testing/corpus/generated-tables";
import { createSecurity } from "soapwright-testing/security/create-security";
import { envelope, request } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { isSlow } from "soapwright-testing/stage/slow";
import { transpileModule } from "typescript";
import { loadTables } from "../../../soapwright/src/commands/verify/generated-tables";
import { generate } from "../../../soapwright/src/pipeline";
import { generateResponse } from "../../../soapwright-sandbox/src/service/sample-values/made-values";
import { diff } from "../../src/wsdl/diff/diff";
import { inspect } from "../../src/wsdl/inspect/inspect";
import { runMock } from "../../src/wsdl/mock/run-mock";

/** `mock`: a running service for any WSDL, called by the client that is generated from the same WSDL. */
describe("mock", () => {
  const folders = ["packages/soapwright-testing/src/golden/cases", "packages/soapwright-testing/src/golden/verified"];
  const cases = folders.flatMap((folder) =>
    readdirSync(folder)
      .map((name) => join(folder, name, "service.wsdl"))
      .filter((path) => readdirSync(join(path, "..")).includes("service.wsdl")),
  );

  /** Operations are called by their tables, not by methods. */
  class AnyClient extends ServiceClient {}

  /** Cases that fail, with the expected message. */
  const expected: Readonly<Record<string, RegExp>> = {
    // Requests of two operations with the same SOAPAction and the same element are identical.
    "bare-parts": /not the one to One/,
    // An xs:IDREF refers to an xs:ID of the message: made values choose each text by itself.
    "built-in-types": /has the xs:ID that this refers to/,
    "dates-and-names": /has the xs:ID that this refers to/,
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
    const generated = await generate(wsdl, { source: wsdl, extension: "" });
    const tables = loadTables(generated.files ?? new Map(), runtime);
    const called: Called[] = [];
    for (const service of Object.values(tables).filter((one) => (one as { ports?: unknown }).ports !== undefined)) {
      const node = service as ServiceNode;
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

  test("its page is called after the service of the WSDL", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mock-name-"));
    const path = join(folder, "small.wsdl");
    writeFileSync(path, smallWsdl({}));
    const mock = await mockService(path, { sandbox: { port: 0 } });
    try {
      const [, name] = /<service name="([^"]*)"/.exec(smallWsdl({}).replaceAll("wsdl:", "")) ?? [];
      expect(await (await fetch(mock.url)).text()).toContain(`<title>Overview - Sandbox of ${name}</title>`);
    } finally {
      await mock.close();
      rmSync(folder, { recursive: true });
    }
  });

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
        const places = [...text.matchAll(/<soap(?:12)?:address[^>]*location="([^"]*)"/g)].map(
          ([, location]) => location,
        );
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
      expect(served).toContain("encoding='utf-8'");
    } finally {
      await mock.close();
      rmSync(folder, { recursive: true });
    }
  });

  describe("results of a file", () => {
    const folder = mkdtempSync(join(tmpdir(), "mock-data-"));
    afterAll(() => rmSync(folder, { recursive: true }));
    const response = `<xs:element name="Order" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
    <xs:element name="Id" type="xs:long"/><xs:element name="Day" type="xs:date"/>
    <xs:element name="Code" minOccurs="0"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="3"/></xs:restriction></xs:simpleType></xs:element>
    </xs:sequence></xs:complexType></xs:element>`;
    const wsdl = join(folder, "small.wsdl");
    writeFileSync(wsdl, smallWsdl({ response, more: ["Other"] }));

    async function started(data: string, json = false): Promise<{ code: number; err: string; body: string }> {
      const own = streams();
      const file = join(folder, "data.json");
      writeFileSync(file, data);
      let body = "";
      const code = await runMock(wsdl, { data: file, json, sandbox: { port: 0 } }, own, async () => {
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
      ['{"Gett": []}', "mock-no-operation", /Gett has a result and is not an operation. Did you mean Get\?/],
      [
        '{"Get": [{"Id": true, "Day": "2026-01-02", "Code": "A"}]}',
        "result-json",
        /results\.Get\S*Id takes .*, but is/,
      ],
      ['{"Get": [{"Id": 1, "Day": "2026-01-02", "Code": "ABCD"}]}', "result-value", /results\.Get\S*Code takes /],
      ['{"Get": ', "mock-results-not-json", /data\.json is not JSON: /],
      ["[]", "mock-results-no-object", /data\.json does not hold an object/],
    ])("%s stops the mock", async (data, reason, message) => {
      const { code, err } = await started(data);
      expect(err).toMatch(message);
      expect(code).toBe(2);
      const { err: json } = await started(data, true);
      expect(JSON.parse(json)).toMatchObject({ severity: "error", reason });
    });

    test("a handler of no method, and a WSDL without a service of SOAP, are refused", async () => {
      await expect(mockService(wsdl, null as never)).rejects.toMatchObject({
        code: "CONFIGURATION",
        option: "options",
      });
      for (const [options, meant] of [
        [{ handler: {} }, "handlers"],
        [{ port: 8080 }, "sandbox: { port }"],
      ] as const) {
        await expect(mockService(wsdl, options as never)).rejects.toMatchObject({
          reason: "option-unknown",
          option: Object.keys(options)[0],
          message: expect.stringContaining(`is not an option of mockService. Did you mean ${meant}?`) as string,
        });
      }
      await expect(mockService(wsdl, { handlers: { gett: () => [] } as never })).rejects.toMatchObject({
        reason: "mock-no-handler",
        message: expect.stringContaining("handlers.gett is not a method of the service"),
      });
      const other = join(folder, "http.wsdl");
      const verb = '<http:binding xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" verb="GET"/>';
      writeFileSync(
        other,
        smallWsdl()
          .replaceAll(/<soap\w*:binding [^>]*>/g, verb)
          .replaceAll(/<soap\w*:operation [^>]*>/g, ""),
      );
      await expect(mockService(other)).rejects.toMatchObject({ reason: "mock-no-service" });
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
    expect(wholeProgram().commands.map((command) => command.name())).toContain("mock");
  });
});

/** The page of a mock, for WSDLs of every kind: forms that can be sent, descriptions of exchanges, and the contract. */
describe("mock page", () => {
  const cases = [
    "packages/soapwright-testing/src/golden/cases",
    "packages/soapwright-testing/src/golden/verified",
  ].flatMap((folder) =>
    readdirSync(folder)
      .map((name) => join(folder, name, "service.wsdl"))
      .filter((path) => readdirSync(join(path, "..")).includes("service.wsdl")),
  );

  /** A type without a value, and parts that the XML refers to. */
  const always = ["arguments", "part-references"].map((name) =>
    join("packages/soapwright-testing/src/golden/cases", name, "service.wsdl"),
  );
  const chosen = [...new Set([...always, ...(isSlow ? cases : [])])];

  const plain = (text: string) =>
    text.replace(
      /&(lt|gt|quot|#39|amp);/g,
      (_, name: string) => ({ lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" })[name]!,
    );

  interface Contract {
    readonly services: readonly {
      readonly operations: readonly { readonly method: string; readonly input: readonly unknown[] }[];
    }[];
    readonly types: readonly {
      readonly name: string;
      readonly text?: string;
      readonly members?: readonly { readonly type?: unknown }[];
    }[];
  }

  function contractIn(html: string): Contract {
    return JSON.parse(
      /<script type="application\/json" id="contract">([\s\S]*?)<\/script>/.exec(html)![1]!,
    ) as Contract;
  }

  function partsIn(form: string): Record<string, string> {
    const names = [...form.matchAll(/<textarea [^>]*name="(part\.[^"]+\.text)"/g)].map(([, name]) => plain(name!));
    return Object.fromEntries(names.map((name) => [name, "a part"]));
  }

  const text = async (url: string) => (await fetch(url)).text();

  test("every form of every WSDL is sent as it is shown, and its exchange is a call of the client", async () => {
    const odd: string[] = [];
    let count = 0;
    for (const wsdl of chosen) {
      const mock = await mockService(wsdl);
      try {
        const contract = contractIn(await text(`${mock.url}/page/contract`));
        for (const [index, { operations }] of contract.services.entries()) {
          for (const { method } of operations) {
            const address = `${mock.url}/page/operations/${index}/${encodeURIComponent(method)}`;
            const form = await text(`${address}?as=xml`);
            const xml = /<textarea id="xml"[^>]*>([\s\S]*?)<\/textarea>/.exec(form)?.[1];
            if (xml === undefined) {
              odd.push(`${wsdl} ${method}: no form`);
              continue;
            }
            const version = /<select id="version"[^>]*><option>([^<]*)/.exec(form)![1]!;
            const sent = await fetch(address, {
              method: "POST",
              // A part that is left out is not sent, and the service refuses a reference to it.
              body: new URLSearchParams({ version, xml: plain(xml), ...partsIn(form) }),
            });
            const page = await sent.text();
            count++;
            const status = /<h1[^>]*>[^<]*: (\w+)/.exec(page)?.[1];
            const call = plain(/<pre id="typescript"[^>]*>([\s\S]*?)<\/pre>/.exec(page)?.[1] ?? "");
            const { diagnostics = [] } = transpileModule(call, { reportDiagnostics: true });
            if (!["200", "202"].includes(status!) || !call.includes(`client.${method}(`) || diagnostics.length > 0)
              odd.push(
                `${wsdl} ${method}: ${status} ${/<p class="fault"[^>]*>([^<]*)/.exec(page)?.[1] ?? ""} ${call.length}`,
              );
          }
        }
      } finally {
        await mock.close();
      }
    }
    expect(count).toBeGreaterThan(chosen.length);
    // Requests of two operations with the same SOAPAction and the same element are identical.
    expect(odd.filter((line) => !line.includes("bare-parts"))).toEqual([]);
  }, 120_000);

  test("what a form says wrong is refused with the field, and nothing is sent", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mock-page-"));
    const path = join(folder, "small.wsdl");
    const request =
      '<xs:element name="Id" type="xs:int"/><xs:element name="Note" type="xs:string" form="unqualified" minOccurs="0"/>';
    writeFileSync(path, smallWsdl({ request }));
    const mock = await mockService(path);
    const address = `${mock.url}/page/operations/0/get`;
    const post = (fields: Record<string, string>) =>
      fetch(address, { method: "POST", body: new URLSearchParams({ version: "1.1", ...fields }) });
    const refused = await post({ "body.Id": "abc" });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html).toContain('value="abc"');
    expect(html).toContain("Write a whole number.");
    expect(mock.requestCount).toBe(0);
    expect((await post({ "body.Id": "99999999999" })).status).toBe(400);
    const sent = await (await post({ "body.Id": "7", "body.Note": "<&>" })).text();
    expect(/<h1[^>]*>([^<]*)/.exec(sent)![1]).toBe("Get: 200");
    expect(plain(sent)).toContain("new Small({ endpoint: ");
    expect(plain(sent)).toContain('client.get({ Id: 7, Note: "<&>" })');
    await mock.close();
  });

  test("inspect --html writes the same contract as one file that loads nothing", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "inspect-html-")), "odd.wsdl");
    const attack = "&lt;/script>&lt;script>alert(1)&lt;/script>";
    writeFileSync(
      path,
      smallWsdl({
        documentation: attack,
        types:
          '<xs:complexType name="Tree"><xs:sequence><xs:element name="Tree" type="tns:Tree" minOccurs="0"/></xs:sequence></xs:complexType>',
        request: '<xs:element name="Root" type="tns:Tree"/>',
      }),
    );
    const streams = new RecordedStreams();
    expect(await inspect(path, { html: true }, streams)).toBe(0);
    expect(streams.output).not.toMatch(/(?:src|href)="(?!#)|<script>alert/);
    const { services, types } = contractIn(streams.output);
    const [operation] = services[0]!.operations;
    expect(operation).toMatchObject({ method: "get", text: "</script><script>alert(1)</script>" });
    expect(types.find(({ name }) => name === "Tree")?.members).toEqual([
      { name: "Tree", type: expect.any(Number), min: 0 },
    ]);
    const both = new RecordedStreams();
    expect(await inspect(path, { html: true, json: true }, both)).toBe(2);
  });
});

/** `mock --security FILE` and `mockService({ security })`: a service of any WSDL that requires security. */
describe("mock security", () => {
  let folder: string;
  let wsdl: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "mock-security-"));
    wsdl = join(folder, "small.wsdl");
    writeFileSync(wsdl, smallWsdl());
    for (const name of ["client.crt", "service.crt", "service.key"]) {
      copyFileSync(join(__dirname, "../../../soapwright-testing/src/security/keys", name), join(folder, name));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function file(content: unknown): string {
    const path = join(folder, "security.json");
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    return path;
  }

  function streams() {
    const printed = { out: "", err: "" };
    const to = (name: keyof typeof printed) => (text: string) => {
      printed[name] += text;
    };
    return { printed, isTerminal: false, out: to("out"), err: to("err") };
  }

  async function call(url: string, options?: SecurityOptions): Promise<string> {
    const plain = envelope('<Get xmlns="urn:example:small"/>');
    const secured = options && (await createSecurity(options).secure!({ envelope: plain, request })).envelope;
    const headers = { "content-type": "text/xml", soapaction: "Get" };
    const response = await fetch(url, { method: "POST", headers, body: secured ?? plain });
    return response.text();
  }

  const usernameToken = { username: "ada", password: "s3cret", passwordType: "digest" } as const;
  const signature = { certificate: pem("client.crt"), key: pem("client.key") };

  test("the command takes users, Timestamp and keys from a file, by paths from its folder", async () => {
    const insisting = {
      users: { ada: "s3cret" },
      passwordType: "digest",
      timestamp: true,
      verify: { certificates: ["client.crt"] },
      signature: { certificate: "service.crt", key: "service.key" },
    };
    const own = streams();
    const code = await runMock(wsdl, { security: file(insisting), sandbox: { port: 0 } }, own, async () => {
      const url = /Small: (\S+)/.exec(own.printed.err)![1]!;
      expect(await call(url)).toMatch(/InvalidSecurity.*asks for a UsernameToken with a digest and a Timestamp and an/);
      expect(await call(url, { usernameToken, timestamp: true })).toMatch(/InvalidSecurity.*not signed/);
      expect(await call(url, { usernameToken: { ...usernameToken, passwordType: "text" } })).toMatch(/be a digest/);
      const text = await call(url, { usernameToken, signature });
      expect(text).toContain("GetResponse");
      const { verify } = createSecurity({ verify: { certificates: pem("service.crt") } });
      const received = { text, soapVersion: "1.1", operation: "Get", understood: new Set<string>() } as const;
      expect(await verify!({ ...received, sent: undefined })).toContain("GetResponse");
      await expect(verify!({ ...received, text: text.replace("GetR", "PutR"), sent: undefined })).rejects.toThrow();
    });
    expect([own.printed.err, code]).toEqual([expect.not.stringContaining("s3cret"), 0]);
  });

  test("the API takes the options themselves", async () => {
    const mock = await mockService(wsdl, { security: { users: { ada: "s3cret" } } });
    try {
      const url = mock.url + mock.places[0]!.path;
      expect(await call(url, { usernameToken })).toContain("GetResponse");
      expect(await call(url, { usernameToken: { ...usernameToken, password: "other" } })).toContain(
        "FailedAuthentication",
      );
    } finally {
      await mock.close();
    }
  });

  test.each<[string, unknown, RegExp]>([
    ["that is no JSON", '{"users":\n {"ada": s3cret}}', /security\.json:2:10 is not JSON\. Correct it there\.\n$/],
    ["that ends too early", '{"users": {"ada": "s3cret"', /security\.json:1:27 is not JSON/],
    ["that is no object", ["s3cret"], /security\.json does not hold an object/],
    ["with an option that is unknown", { user: { ada: "s3cret" } }, /user/],
    ["with a password that is none", { users: { ada: { text: "s3cret" } } }, /security\.users\.ada/],
    [
      "with a certificate that is not there",
      { verify: { certificates: "none.crt" } },
      /none\.crt.*verify\.certificates/,
    ],
    ["with a key in the place of a certificate", { verify: { certificates: ["service.key"] } }, /verify\.certificates/],
    [
      "with the key of another certificate",
      { signature: { certificate: "client.crt", key: "service.key" } },
      /security\.signature\.key/,
    ],
    ["with a number for a path", { signature: { certificate: 1 } }, /signature\.certificate takes the path/],
  ])("a file %s is exit 2, and shows no password", async (_what, content, says) => {
    const own = streams();
    await expect(runMock(wsdl, { security: file(content), sandbox: { port: 0 } }, own)).resolves.toBe(2);
    expect(own.printed.err).toMatch(says);
    expect(own.printed.err).not.toMatch(/s3cret|PRIVATE/);
  });
});
