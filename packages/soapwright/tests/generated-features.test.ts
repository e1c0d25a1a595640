/** Tests `pipeline` by itself: no entry point shows it whole. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTables, loadModel } from "soapwright-contract";
import { addressing } from "soapwright-features";
import { security as createSecurity } from "soapwright-features/security";
import { nodeSoap } from "soapwright-node-soap";
import { type AttachmentStream, ServiceClient } from "soapwright-runtime";
import { isArgumentError } from "soapwright-runtime/errors";
import type { ServiceNode } from "soapwright-runtime/tables";
import { type OperationHandler, startServiceSandbox } from "soapwright-sandbox";
import { blocksOf, serving, WSA, WSA4, wsa } from "soapwright-testing/addressing/parcels";
import { listen, multipart, part } from "soapwright-testing/attachments/archive";
import { loadFiles } from "soapwright-testing/codegen/load-files";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { Dossier } from "soapwright-testing/golden/cases/attachments/client";
import { service } from "soapwright-testing/golden/cases/attachments/schemas";
import { pem } from "soapwright-testing/security/keys";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";
import { mockService } from "../../soapwright-sandbox/src/service/mock/mock-service";
import { generate } from "../src/pipeline";

/** An endpoint reference in a port: from the WSDL to the wire, and the references that are refused. */
describe("port reference", () => {
  endAfterEach();

  const HERE = "https://service.example/";
  const session = '<x:Session xmlns:x="urn:x" x:kind="k">s-1</x:Session>';
  const parameters = `<a:ReferenceParameters>${session}</a:ReferenceParameters>`;

  function reference(inside: string, address = HERE, namespace = WSA): string {
    return `<a:EndpointReference xmlns:a="${namespace}"><a:Address>${address}</a:Address>${inside}</a:EndpointReference>`;
  }

  function inPort(content: string): string {
    return smallWsdl().replace("</wsdl:port>", `${content}</wsdl:port>`);
  }

  async function inFolder<T>(wsdl: string, use: (file: string) => Promise<T>): Promise<T> {
    const folder = mkdtempSync(join(tmpdir(), "reference-"));
    try {
      const file = join(folder, "service.wsdl");
      writeFileSync(file, wsdl);
      return await use(file);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  async function tablesOf(wsdl: string): Promise<ServiceNode> {
    const { model } = await inFolder(wsdl, (file) => loadModel(file, {}));
    return (await buildTables(model!))[0]!;
  }

  function clientOf(service: ServiceNode, options: object) {
    const client = new (class extends ServiceClient {
      constructor() {
        super(service, { retries: 0, ...options }, [addressing()]);
      }
      get(more?: object): PromiseLike<unknown> {
        return this.call(service.operations[0] as never, {} as never, more as never);
      }
    })();
    atEnd(() => client.close({ force: true }));
    return client;
  }

  const responding = (namespace: string) =>
    serving((id) => wsa({ RelatesTo: id }, namespace), '<GetResponse xmlns="urn:example:small"/>');

  test("its parameters are header blocks of every request, and options replace them or leave them out", async () => {
    const service = await tablesOf(inPort(reference(parameters)));
    expect(service.ports[0]!.addressing).toMatchObject({ version: "1.0", required: false });
    const server = await responding(WSA);
    const client = clientOf(service, { endpoint: server.url });
    await client.get();
    await client.get({ referenceParameters: [] });
    const other = { name: { namespace: "urn:y", local: "Other" }, attributes: [], children: ["o"] };
    await client.get({ referenceParameters: [other] });
    await clientOf(service, { endpoint: server.url, addressing: false }).get();
    const [own, none, given, off] = server.requests.map(blocksOf);
    expect(own?.Session).toMatch(/^<(\w+:)?Session [^>]*IsReferenceParameter="true"[^>]*>s-1</);
    expect(own?.Session).toMatch(/kind="k"/);
    expect(none).toHaveProperty("MessageID");
    expect(none).not.toHaveProperty("Session");
    expect(given).toHaveProperty("Other");
    expect(given).not.toHaveProperty("Session");
    expect(off).toEqual({});
  });

  test("another origin gets none of them", async () => {
    const server = await responding(WSA);
    const other = await responding(WSA);
    const client = clientOf(await tablesOf(inPort(reference(parameters))), {
      endpoint: server.url,
      allowedOrigins: [new URL(other.url).origin],
    });
    await client.with({ endpoint: other.url } as never).get();
    expect(blocksOf(other.requests[0]!)).toHaveProperty("MessageID");
    expect(other.requests[0]!.body).not.toContain("Session");
  });

  test("those of 2004/08 go out unmarked, properties among them", async () => {
    const properties = '<a:ReferenceProperties><p:P xmlns:p="urn:p">1</p:P></a:ReferenceProperties>';
    const server = await responding(WSA4);
    const service = await tablesOf(inPort(reference(properties + parameters, HERE, WSA4)));
    await clientOf(service, { endpoint: server.url }).get();
    const blocks = blocksOf(server.requests[0]!);
    expect(blocks).toHaveProperty("P");
    expect(blocks.Session).not.toContain("IsReferenceParameter");
  });

  test("is printed as the tables have it", async () => {
    const wsdl = inPort(reference(parameters));
    const { files } = await inFolder(wsdl, (file) =>
      generate(file, { source: "service.wsdl", runtime: "r", extension: "" }),
    );
    const text = [...files!].find(([name]) => name.endsWith("schemas.ts"))![1].replace(/\s+/g, " ");
    expect(text).toMatch(/referenceParameters: \[ ?\{ name: \{ namespace: "urn:x", local: "Session" \}/);
    expect(text).toMatch(/children: \["s-1"\]/);
  });

  test("without parameters it changes nothing; metadata and identities are noted", async () => {
    const { definitions, printed } = await loadFiles({ "service.wsdl": inPort(reference("")) });
    expect(definitions?.services[0]?.ports[0]?.addressing).toBeUndefined();
    expect(printed).toEqual([]);
    const more = await loadFiles({ "service.wsdl": inPort(reference('<i:Identity xmlns:i="urn:i"/>')) });
    expect(more.printed).toEqual([expect.stringContaining("note: the extension of port Small is left out")]);
  });

  test("its address is used where there is no soap:address", async () => {
    const wsdl = inPort(reference("", " https://there.example/s ")).replace(/<soap:address [^>]*>/, "");
    const { definitions, printed } = await loadFiles({ "service.wsdl": wsdl });
    expect(definitions?.services[0]?.ports[0]?.address).toBe("https://there.example/s");
    expect(printed).toEqual([]);
  });

  test("another address than the port's is a warning, and the port's is used", async () => {
    const { definitions, printed } = await loadFiles({
      "service.wsdl": inPort(reference("", "https://there.example/")),
    });
    expect(definitions?.services[0]?.ports[0]?.address).toBe(HERE);
    expect(printed).toEqual([
      expect.stringContaining("warning: the Address of a:EndpointReference is not the location"),
    ]);
  });

  test.each([
    ["a second one", reference("") + reference(""), "a second a:EndpointReference in one port"],
    ["no address", `<a:EndpointReference xmlns:a="${WSA}"/>`, "has no Address, or several"],
    ["two addresses", reference(`<a:Address>${HERE}</a:Address>`), "has no Address, or several"],
    [
      "a block of the client's own",
      reference("<a:ReferenceParameters><a:To>x</a:To></a:ReferenceParameters>"),
      "the reference parameter a:To would be one of the client's own header blocks",
    ],
    [
      "another version than the port's",
      `<w:UsingAddressing xmlns:w="http://www.w3.org/2006/05/addressing/wsdl" wsdl:required="true"/>${reference(parameters, HERE, WSA4)}`,
      "the endpoint reference is one of WS-Addressing 2004/08, and the port uses 1.0",
    ],
  ])("%s is an error with its place", async (_what, content, words) => {
    const { definitions, printed } = await loadFiles({ "service.wsdl": inPort(content) });
    expect(definitions).toBeUndefined();
    expect(printed).toEqual([expect.stringMatching(/^service\.wsdl:\d+:\d+: error: /)]);
    expect(printed[0]).toContain(words);
  });
});

/** Ports of one SOAP version with different policies: the path of the endpoint selects the port, on any host. */
describe("several ports", () => {
  endAfterEach();

  const policies = {
    first: '<wsam:Addressing xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata"/>',
    second: '<p:UsingAddressing xmlns:p="http://schemas.xmlsoap.org/ws/2004/08/addressing/policy"/>',
    secured:
      '<sp:SupportingTokens xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"><wsp:Policy><sp:UsernameToken/></wsp:Policy></sp:SupportingTokens>',
  };

  function wsdl(): string {
    const port = (name: string, policy: string) =>
      `<wsdl:port name="${name}" binding="tns:Small"><wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy">${policy}</wsp:Policy><soap:address location="https://service.example/${name}"/></wsdl:port>`;
    const ports = Object.entries(policies).map(([name, policy]) => port(name, policy));
    return smallWsdl({ response: '<xs:element name="Text" type="xs:string"/>' }).replace(
      /<wsdl:port .*<\/wsdl:port>/s,
      ports.join(""),
    );
  }

  async function started(): Promise<{ url: string; service: ServiceNode }> {
    const folder = mkdtempSync(join(tmpdir(), "ports-"));
    try {
      const file = join(folder, "service.wsdl");
      writeFileSync(file, wsdl());
      const { model } = await loadModel(file, {});
      const mock = await mockService(file, { results: { Get: "moved" } });
      atEnd(() => mock.close());
      return { url: mock.url, service: (await buildTables(model!))[0]! };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  function clientAt(service: ServiceNode, endpoint: string) {
    const client = new (class extends ServiceClient {
      constructor() {
        super(service, { endpoint, retries: 0, allowInsecure: true }, [addressing(), nodeSoap()]);
      }
      get(): PromiseLike<unknown> {
        return this.call(service.operations[0] as never, {} as never);
      }
    })();
    atEnd(() => client.close({ force: true }));
    const sent: string[] = [];
    client.soap.on("request", (xml: string) => void sent.push(xml));
    return { get: () => client.get(), sent };
  }

  test.each([
    ["first", WSA],
    ["second", WSA4],
  ])("a call of the port at /%s is addressed as the port says, and so is the response", async (path, namespace) => {
    const { url, service } = await started();
    const { get, sent } = clientAt(service, `${url}/${path}`);
    await expect(get()).resolves.toBe("moved");
    expect(sent[0]).toContain(`<wsa:Action xmlns:wsa="${namespace}">`);
  });

  test("a path that no port has is that of the first", async () => {
    const { service } = await started();
    const { get, sent } = clientAt(service, "http://127.0.0.1:9/elsewhere");
    await expect(get()).rejects.toMatchObject({ name: "ConnectionError" });
    expect(sent[0]).toContain(WSA);
  });

  test.each([
    ["first", WSA],
    ["second", WSA4],
  ])("what the port at /%s refuses, it refuses in its version", async (path, namespace) => {
    const { url } = await started();
    const response = await fetch(`${url}/${path}`, {
      method: "POST",
      headers: { "Content-Type": "text/xml; charset=utf-8", SOAPAction: '"Get"' },
      body: '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Get xmlns="urn:example:small"/></s:Body></s:Envelope>',
    });
    expect(response.status).toBe(500);
    expect(await response.text()).toContain(`xmlns:wsa="${namespace}"`);
  });

  test("a call obeys the policy of its own port alone", async () => {
    const { service } = await started();
    const at = (path: string) => clientAt(service, `http://127.0.0.1:9/${path}`).get();
    await expect(at("secured")).rejects.toMatchObject({ name: "ConfigurationError", option: "security.usernameToken" });
    await expect(at("first")).rejects.toMatchObject({ name: "ConnectionError" });
  });
});

/**
 * Parts that a WSDL declares by `mime:multipartRelated`, with a generated client: SOAP with Attachments in both
 * directions.
 */
describe("declared", () => {
  endAfterEach();

  const NS = "urn:example:dossier";
  const TYPE = 'multipart/related; type="text/xml"; boundary="uuid:8c2c+id=1"';
  const scan = Uint8Array.from({ length: 3_000 }, (_, index) => index % 251);
  const envelope = (body: string): string =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
  const root = (body: string) => ({ headers: ["Content-Type: text/xml; charset=utf-8"], content: envelope(body) });
  const got = root(`<Title xmlns="${NS}">T</Title>`);
  const added = `<AddDocumentResponse xmlns="${NS}"><Id>7</Id></AddDocumentResponse>`;

  /** Starts a service that responds with `body`, and returns the requests that it receives. */
  async function open(body: Buffer | string, type = TYPE, options: object = {}) {
    const sent: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
    const { url, stop } = await listen((request, response, bytes) => {
      sent.push({ headers: request.headers, body: bytes });
      response.writeHead(200, { "Content-Type": type });
      response.end(body);
    });
    atEnd(stop);
    const client = new Dossier({ endpoint: url, retries: 0, ...options });
    atEnd(() => client.close({ force: true }));
    return { client, sent };
  }

  describe("a request", () => {
    test("has its parts beside an envelope that is XML as ever", async () => {
      const { client, sent } = await open(envelope(added), "text/xml");
      const note = new Blob(["n"], { type: "text/plain" });
      expect(await client.addDocument({ AddDocument: { Title: "T" }, scan, note })).toBe(7);
      const [{ headers, body } = { headers: {}, body: Buffer.of() }] = sent;
      expect(headers["content-type"]).toMatch(
        /^multipart\/related; type="text\/xml"; boundary="[^"]+"; start="<[^>]+>"$/,
      );
      expect(Number(headers["content-length"])).toBe(body.length);
      const text = body.toString("latin1");
      const [, first = "", second = "", third = "", end] = text.split(/--part_\w+/);
      expect(first).toMatch(/Content-Type: text\/xml; charset=UTF-8\r\n/);
      expect(first).toContain("<Title>T</Title>");
      expect(first).not.toMatch(/scan|Include/);
      // The Content-ID starts with the name of the part and "=" (WS-I Attachments Profile 1.0, R2933).
      expect(second).toMatch(/Content-Type: image\/tiff\r\n[\s\S]*Content-ID: <scan=[^>]+@[^>]+>\r\n\r\n/);
      expect(Buffer.from(second.slice(second.indexOf("\r\n\r\n") + 4, -2), "latin1").equals(scan)).toBe(true);
      expect(third).toMatch(/Content-Type: text\/plain\r\n[\s\S]*Content-ID: <note=[^>]+>\r\n\r\nn\r\n$/);
      expect(end).toBe("--\r\n");
    });

    test("of rpc style has the other parts in the element of its operation", async () => {
      const { client, sent } = await open(
        multipart([
          root(`<m:ConvertResponse xmlns:m="${NS}"><pages>3</pages></m:ConvertResponse>`),
          part("file=1@x", "pdf"),
        ]),
      );
      const { ConvertResponse, file } = await client.convert({ Convert: { format: "pdf" }, file: scan });
      expect(ConvertResponse).toEqual({ pages: 3 });
      expect(Buffer.from(file ?? []).toString()).toBe("pdf");
      expect(sent[0]?.body.toString("latin1")).toMatch(/<format>pdf<\/format>[\s\S]*Content-ID: <file=/);
    });

    test.each([
      ["nothing", undefined],
      ["text", "text"],
      ["an iterable without a length", (async function* () {})()],
      ["null", null],
    ])("is not sent with %s for a part", async (_what, value) => {
      const { client, sent } = await open(envelope(added), "text/xml");
      const error = await rejection(
        client.addDocument({ AddDocument: { Title: "T" }, scan: value as never, note: new Uint8Array() }),
      );
      expect(isArgumentError(error) && error.path).toBe("AddDocument.scan");
      expect((error as Error).message).toMatch(/an attachment, as/);
      expect(sent).toHaveLength(0);
    });

    test("is not sent with a property that is no part", async () => {
      const { client } = await open(envelope(added), "text/xml");
      const args = { AddDocument: { Title: "T" }, scan, note: scan, scam: scan };
      expect(await rejection(client.addDocument(args as never))).toMatchObject({ path: "AddDocument.scam" });
    });
  });

  describe("a request that is signed", () => {
    test("has its parts beside it unsigned, and says so once", async () => {
      const args = { AddDocument: { Title: "T" }, scan, note: scan };
      const security = createSecurity({ signature: { certificate: pem("client.crt"), key: pem("client.key") } });
      const warn = jest.fn();
      const options = { features: [security], logger: { info() {}, warn, error() {} } };
      const { client, sent } = await open(envelope(added), "text/xml", options);
      for (let i = 0; i < 2; i++) expect(await client.addDocument(args)).toBe(7);
      expect(sent).toHaveLength(2);
      expect(warn.mock.calls.filter(([text]) => /parts beside their envelope are not/.test(text))).toHaveLength(1);
    });
  });

  describe("a response", () => {
    test.each([
      ["by the name in its Content-ID", [part("scan=1@x", scan)]],
      ["by its name alone", [part("scan", scan)]],
      ["behind another that is named", [part("other=1@x", "other"), part("scan=1@x", scan)]],
      ["by its place, under any other Content-ID", [part("8f3e@axis", scan), part("more", "more")]],
      ["by its place, without a Content-ID", [{ headers: ["Content-Type: image/tiff"], content: scan }]],
      ["in base64", [part("scan=1", Buffer.from(scan).toString("base64"), "Content-Transfer-Encoding: base64")]],
    ])("has its part %s", async (_how, parts) => {
      const { client } = await open(multipart([got, ...parts]));
      const { result, attachments } = await client.getDocument({ Id: 1 }).withResponse();
      expect(result.Title).toBe("T");
      expect(Buffer.from(result.scan ?? []).equals(scan)).toBe(true);
      expect(attachments).toHaveLength(parts.length - 1);
      const streamed = await client.getDocument({ Id: 1 }, { attachments: "stream" });
      const bytes = await (streamed.scan as AttachmentStream).bytes();
      expect(Buffer.from(bytes).equals(scan)).toBe(true);
    });

    test("may lack it: multipart, and plain", async () => {
      const multi = await open(multipart([got]));
      expect(await multi.client.getDocument({ Id: 1 })).toEqual({ Title: "T" });
      const { scan: missing } = await multi.client.getDocument({ Id: 1 }, { attachments: "stream" });
      expect(await rejection(missing!.bytes())).toMatchObject({ reason: "attachment", message: /no part "scan"/ });
      const plain = await open(got.content, "text/xml");
      expect(await plain.client.getDocument({ Id: 1 })).toEqual({ Title: "T" });
      expect(await plain.client.getDocument({ Id: 1 }, { attachments: "stream" })).toEqual({ Title: "T" });
    });

    test("has its part before the envelope, and once", async () => {
      const type = `${TYPE}; start="<root>"`;
      const rootPart = { ...got, headers: [...got.headers, "Content-ID: <root>"] };
      const { client } = await open(multipart([part("scan=1", scan), rootPart, part("scan=2", "again")]), type);
      for (const attachments of ["buffer", "stream"] as const) {
        const { scan: found } = await client.getDocument({ Id: 1 }, { attachments });
        const bytes = attachments === "buffer" ? found! : await (found as unknown as AttachmentStream).bytes();
        expect(Buffer.from(bytes).equals(scan)).toBe(true);
      }
    });
  });

  describe("the sandbox", () => {
    async function start(operations: Readonly<Record<string, OperationHandler>>) {
      const sandbox = await startServiceSandbox({ services: [{ path: "/dossier", service, operations }] });
      const client = new Dossier({ endpoint: `${sandbox.url}/dossier`, retries: 0 });
      atEnd(() => sandbox.close());
      atEnd(() => client.close({ force: true }));
      return { sandbox, client };
    }

    test("takes and gives parts", async () => {
      const seen: unknown[] = [];
      const { sandbox, client } = await start({
        AddDocument: ({ args }) => {
          seen.push(args);
          return 7;
        },
        GetDocument: () => ({ Title: "T", scan }),
        Convert: ({ args }) => ({ ConvertResponse: { pages: 2 }, file: (args as { file: Uint8Array }).file }),
      });
      expect(await client.addDocument({ AddDocument: { Title: "T" }, scan, note: new Uint8Array([1]) })).toBe(7);
      expect(seen).toEqual([{ AddDocument: { Title: "T" }, scan, note: new Uint8Array([1]) }]);
      const { result, http } = await client.getDocument({ Id: 1 }).withResponse();
      expect(http.headers["content-type"]).toMatch(/^multipart\/related; type="text\/xml"/);
      expect(result).toEqual({ Title: "T", scan });
      const converted = await client.convert({ Convert: { format: "pdf" }, file: scan });
      expect(converted).toEqual({ ConvertResponse: { pages: 2 }, file: scan });
      expect(sandbox.requests.flatMap(({ mistakes }) => mistakes)).toEqual([]);
      expect(sandbox.exchanges[0]?.requestBody).toContain(Buffer.from(scan).toString("base64"));
    });

    test("makes values for them", async () => {
      const { client } = await start({});
      const { scan: made } = await client.getDocument({ Id: 1 });
      expect(made).toBeInstanceOf(Uint8Array);
    });
  });
});
