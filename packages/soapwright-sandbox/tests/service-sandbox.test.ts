/** Tests parts by themselves, `asmx/cursor`, `asmx/element-tree` and 6 more: no entry point shows them whole. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SandboxOptions, startSandbox } from "employee-service-client/sandbox";
import { addressing } from "soapwright-features";
import { startRecorder } from "soapwright-sandbox";
import {
  ArchiveClient,
  archive,
  type Folder,
  include,
  listen,
  multipart,
  part,
  RELATED,
  rootPart,
} from "soapwright-testing/attachments/archive";
import { ENVELOPE } from "soapwright-testing/client/shelf";
import { type WeatherCalls, weatherOptions } from "soapwright-testing/sandbox/weather-service";
import { atEnd, endAfterEach } from "soapwright-testing/stage/stage";
import { Cursor } from "../src/asmx/cursor";
import { TreeBuilder } from "../src/asmx/element-tree";
import { readEnvelope } from "../src/asmx/envelope-reader";
import { faultText, SandboxFault } from "../src/asmx/fault";
import { replayOperations } from "../src/record/replay";
import { startServiceSandbox } from "../src/service/running-sandbox";
import type { ServiceSandboxOptions } from "../src/service/sandbox-options";
import type { ServiceSandbox } from "../src/service/sandbox-state";

describe("service sandbox", () => {
  interface Reply {
    readonly status: number;
    readonly type: string | undefined;
    readonly body: string;
  }

  const e11 = "http://schemas.xmlsoap.org/soap/envelope/";
  const e12 = "http://www.w3.org/2003/05/soap-envelope";
  const instance = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

  let sandbox: ServiceSandbox;
  let weather: WeatherCalls;
  let ns: string;

  beforeEach(async () => {
    weather = weatherOptions();
    sandbox = await startServiceSandbox({ services: [weather.options] });
    ns = `${sandbox.url}/ws`;
  });
  afterEach(() => sandbox.close());

  function send(
    body: string,
    headers: Record<string, string>,
    { method = "POST", path = "/ws.asmx" } = {},
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const outgoing = request(sandbox.url + path, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode = 0, headers: answered } = response;
          resolve({ status: statusCode, type: answered["content-type"], body: Buffer.concat(chunks).toString() });
        });
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }

  const envelope = (content: string, namespace = e11, header = "") =>
    `<?xml version="1.0" encoding="utf-8"?><e:Envelope xmlns:e="${namespace}">${header}<e:Body>${content}</e:Body></e:Envelope>`;
  const ask = (city: string, days: number | string = 2) =>
    `<Get_Forecast xmlns="${ns}"><City>${city}</City><Days>${days}</Days></Get_Forecast>`;
  const soap11 = () => ({ "Content-Type": "text/xml; charset=utf-8", SOAPAction: `"${ns}/Get_Forecast"` });
  const soap12 = { "Content-Type": "application/soap+xml; charset=utf-8" };
  const answer = (content: string, namespace = e11) =>
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${namespace}" ${instance}><soap:Body>${content}</soap:Body></soap:Envelope>`;
  const forecasts = (content: string) =>
    `<Get_ForecastResponse xmlns="${ns}"><Get_ForecastResult>${content}</Get_ForecastResult></Get_ForecastResponse>`;
  const fault11 = (code: string, text: string) =>
    answer(`<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${text}</faultstring><detail /></soap:Fault>`);

  describe("an answer, byte for byte as ASP.NET writes it", () => {
    test("in SOAP 1.1, below the sandbox's own base URL", async () => {
      await expect(send(envelope(ask("Delft")), soap11())).resolves.toEqual({
        status: 200,
        type: "text/xml; charset=utf-8",
        body: answer(
          forecasts(
            "<Forecast><Day>1</Day><Sky>Delft</Sky><Celsius>12.50</Celsius></Forecast><Forecast><Day>2</Day><Sky>Delft</Sky><Celsius>12.50</Celsius></Forecast>",
          ),
        ),
      });
      expect(weather.calls).toEqual([
        { operation: "Get_Forecast", args: { City: "Delft", Days: 2 }, headers: {}, soapVersion: "1.1" },
      ]);
    });

    test("in SOAP 1.2, with the prefix soap and without an action", async () => {
      const reply = await send(envelope(ask("", 1), e12), soap12);
      expect(reply).toEqual({
        status: 200,
        type: "application/soap+xml; charset=utf-8",
        body: answer(forecasts("<Forecast><Day>1</Day><Sky /><Celsius>12.50</Celsius></Forecast>"), e12),
      });
    });

    test("an empty list and no list", async () => {
      const empty = await send(envelope(ask("Delft", 0)), soap11());
      expect(empty.body).toBe(
        answer(`<Get_ForecastResponse xmlns="${ns}"><Get_ForecastResult /></Get_ForecastResponse>`),
      );
      const none = await send(envelope(ask("none", 0)), soap11());
      expect(none.body).toBe(answer(`<Get_ForecastResponse xmlns="${ns}" />`));
    });

    test("text with markup, quotes and carriage returns, which stay references", async () => {
      const reply = await send(envelope(ask("a &lt;b&gt; &amp; \"c\" 'd'&#xD;e", 1)), soap11());
      expect(reply.body).toContain("<Sky>a &lt;b&gt; &amp; \"c\" 'd'&#xD;e</Sky>");
    });
  });

  describe("what it tolerates", () => {
    test.each([
      ["parameters in another order", "<Days>1</Days><City>Delft</City>", { City: "Delft", Days: 1 }],
      [
        "unknown ones, loose text and attributes",
        '<X/>text<City a="b">Delft</City><Days>1</Days>',
        { City: "Delft", Days: 1 },
      ],
      [
        "of two the first",
        "<City>Delft</City><City>Gouda</City><Days>1</Days><Days>2</Days>",
        { City: "Delft", Days: 1 },
      ],
      ["a missing number is 0", "<City>Delft</City>", { City: "Delft", Days: 0 }],
      ["a number with a sign, zeros and blanks", "<Days> +0003 </Days>", { Days: 3 }],
      ["one in the wrong namespace is missing", '<Days xmlns="">3</Days>', { Days: 0 }],
    ])("%s", async (_what, content, args) => {
      const reply = await send(envelope(`<Get_Forecast xmlns="${ns}">${content}</Get_Forecast>`), soap11());
      expect(reply.status).toBe(200);
      expect(weather.calls[0]?.args).toEqual(args);
    });

    test("the wrong namespace on the operation element, when SOAPAction names it", async () => {
      await send(envelope('<Get_Forecast xmlns="urn:other"><Days>4</Days></Get_Forecast>'), soap11());
      expect(weather.calls[0]?.args).toEqual({ Days: 0 });
    });

    test("no SOAPAction at all, an unquoted one, a percent-encoded one", async () => {
      const plain = { "Content-Type": "text/xml; charset=utf-8" };
      for (const headers of [
        plain,
        { ...plain, SOAPAction: ` ${ns}/Get_Forecast ` },
        { ...plain, SOAPAction: `"${ns}/Get%5FForecast"` },
      ]) {
        const reply = await send(envelope(ask("Delft")), headers);
        expect(reply.status).toBe(200);
      }
    });

    test("header blocks: the first of two, children in any order", async () => {
      const header = `<e:Header><Key xmlns="${ns}"><Other/><Secret>one</Secret></Key><Key xmlns="${ns}"><Secret>two</Secret></Key><Trace xmlns="urn:t"/></e:Header>`;
      await send(envelope(ask("Delft"), e11, header), soap11());
      expect(weather.calls[0]?.headers).toEqual({ Key: { Secret: "one" } });
    });

    test("localhost in the Host header is its own base URL too", async () => {
      ns = ns.replace("127.0.0.1", "localhost");
      const { port } = new URL(sandbox.url);
      const reply = await send(envelope(ask("Delft")), { ...soap11(), Host: `localhost:${port}` });
      expect(reply.status).toBe(200);
    });
  });

  describe("faults", () => {
    test("of the operation's choice, in both versions", async () => {
      const text = "No such city &lt;&amp;&gt;";
      await expect(send(envelope(ask("nowhere")), soap11())).resolves.toEqual({
        status: 500,
        type: "text/xml; charset=utf-8",
        body: answer(
          `<soap:Fault><faultcode>soap:Client</faultcode><faultstring>${text}</faultstring><faultactor>urn:me</faultactor><detail><x>1</x></detail></soap:Fault>`,
        ),
      });
      await expect(send(envelope(ask("nowhere"), e12), soap12)).resolves.toEqual({
        status: 500,
        type: "application/soap+xml; charset=utf-8",
        body: answer(
          `<soap:Fault><soap:Code><soap:Value>soap:Sender</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${text}</soap:Text></soap:Reason><soap:Node>urn:me</soap:Node><detail><x>1</x></detail></soap:Fault>`,
          e12,
        ),
      });
    });

    test("carriage returns of a reason stay references", async () => {
      const text = faultText(new SandboxFault("a\rb"), "1.1", {});
      expect(text).toContain("<faultstring>a&#xD;b</faultstring>");
    });

    test("any other error is the server's", async () => {
      const reply = await send(envelope(ask("crash")), soap11());
      expect(reply.body).toBe(fault11("Server", "Server was unable to process request. ---&gt; boom"));
    });

    test.each([
      ["no number", "x", "Input string was not in a correct format."],
      ["an empty number", "", "Input string was not in a correct format."],
      ["a number that is too large", "99999999999", "Value was either too large or too small for an Int32."],
    ])("%s", async (_what, days, complaint) => {
      const reply = await send(envelope(ask("Delft", days)), soap11());
      expect(reply.status).toBe(500);
      expect(reply.body).toMatch(
        /soap:Client.*Server was unable to read request\. ---&gt; There is an error in XML document \(\d+, \d+\)\./,
      );
      expect(reply.body).toContain(complaint);
    });

    test("an unknown SOAPAction, an unknown element, an unknown action", async () => {
      const wrong = await send(envelope(ask("Delft")), { ...soap11(), SOAPAction: '"urn:x"' });
      expect(wrong.body).toBe(
        fault11("Client", "Server did not recognize the value of HTTP Header SOAPAction: urn:x."),
      );
      const unknown = await send(envelope("<Nothing/>", e12), soap12);
      expect(unknown.body).toContain("Unable to handle request without a valid action parameter.");
      const type = `${soap12["Content-Type"]}; action="urn:x"`;
      const named = await send(envelope("<Nothing/>", e12), { "Content-Type": type });
      expect(named.body).toContain("Unable to handle request. The action 'urn:x' was not recognized.");
    });

    test("an unknown header that must be understood, after the operation ran", async () => {
      const header = '<e:Header><T xmlns="urn:t" e:mustUnderstand="1"/></e:Header>';
      const reply = await send(envelope(ask("Delft"), e11, header), soap11());
      expect(reply.body).toBe(
        answer(
          "<soap:Fault><faultcode>soap:MustUnderstand</faultcode><faultstring>SOAP header T was not understood.</faultstring></soap:Fault>",
        ),
      );
      expect(weather.calls).toHaveLength(1);
    });

    test("an envelope of no SOAP version", async () => {
      const reply = await send(envelope(ask("Delft"), "urn:soap3"), soap11());
      expect(reply.status).toBe(500);
      expect(reply.body).toMatch(/<soap12:Upgrade .*soap:VersionMismatch/);
    });

    test("no Body", async () => {
      const reply = await send(`<e:Envelope xmlns:e="${e11}"/>`, soap11());
      expect(reply.body).toContain("Missing required soap:Body element.");
    });
  });

  describe("answers without a body", () => {
    test.each(["text/plain", "application/xml", "application/json", "multipart/related", ""])(
      "415 for the content type %j",
      async (type) => {
        const reply = await send(envelope(ask("Delft")), { ...soap11(), "Content-Type": type });
        expect(reply).toEqual({ status: 415, type: "text/xml; charset=utf-8", body: "" });
      },
    );

    test("415 for SOAP 1.1 in the content type of 1.2", async () => {
      const reply = await send(envelope(ask("Delft")), soap12);
      expect(reply).toEqual({ status: 415, type: "text/xml; charset=utf-8", body: "" });
    });

    test.each([
      ["nothing", ""],
      ["JSON", "{}"],
      ["a DTD", `<!DOCTYPE x>${envelope("")}`],
      ["half an envelope", `<e:Envelope xmlns:e="${e11}"><e:Body>`],
    ])("400 for %s", async (_what, body) => {
      await expect(send(body, soap11())).resolves.toEqual({ status: 400, type: "text/xml; charset=utf-8", body: "" });
    });
  });

  describe("encodings", () => {
    test("text/xml without a charset is read as ASCII", async () => {
      await send(envelope(ask("Coevörden")), { ...soap11(), "Content-Type": "text/xml" });
      expect(weather.calls[0]?.args).toMatchObject({ City: "Coev??rden" });
    });

    test("with a charset every letter arrives", async () => {
      await send(envelope(ask("’t Zand 🏡 ĳ")), soap11());
      expect(weather.calls[0]?.args).toMatchObject({ City: "’t Zand 🏡 ĳ" });
    });
  });

  describe("other requests", () => {
    test("?wsdl shows the WSDL at its own address", async () => {
      const reply = await send("", {}, { method: "GET", path: "/ws.asmx?wsdl" });
      expect(reply).toEqual({
        status: 200,
        type: "text/xml; charset=utf-8",
        body: `<definitions targetNamespace="${sandbox.url}/ws"><address location="${sandbox.url}/ws.asmx"/></definitions>`,
      });
    });

    test("?wsdl of a service without a WSDL says so", async () => {
      const { wsdl: _none, ...options } = weather.options;
      const own = await startServiceSandbox({ services: [options] });
      const reply = await fetch(`${own.url}/ws.asmx?wsdl`);
      expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining("was given no WSDL")]);
      await own.close();
    });

    test("GET is a help page, other methods 405, other paths 404", async () => {
      await expect(send("", {}, { method: "GET" })).resolves.toMatchObject({
        status: 200,
        body: expect.stringContaining("Get_Forecast"),
      });
      await expect(send("", {}, { method: "PUT" })).resolves.toMatchObject({ status: 405 });
      const missing = await send("", {}, { path: "/ws.ASMX" });
      expect(missing.status).toBe(404);
      // The page has the style of the sandbox's pages, and a link back.
      expect(missing.body).toContain(`href="/page/style.css"`);
      expect(missing.body).toContain(`<a href="/">overview</a>`);
    });

    describe("a request of many nodes is read in many turns", () => {
      const count = 200_000;
      test.each([
        [
          "unknown elements",
          () => envelope(`<Get_Forecast xmlns="${ns}">${"<a/>".repeat(count)}<Days>2</Days></Get_Forecast>`),
        ],
        [
          "elements with text",
          () => envelope(`<Get_Forecast xmlns="${ns}">${"<Days>2</Days>".repeat(count)}</Get_Forecast>`),
        ],
        ["elements in the Body", () => envelope(`${"<a/>".repeat(count)}${ask("Delft")}`)],
        ["blocks", () => envelope(ask("Delft"), e11, `<e:Header>${"<a/>".repeat(count)}</e:Header>`)],
        [
          "comments and elements",
          () => envelope(`<Get_Forecast xmlns="${ns}"><Days>2</Days>${"<!----><a/>".repeat(count)}</Get_Forecast>`),
        ],
      ])("%s", async (_what, request) => {
        let most = 0;
        let here = 0;
        const counted = [
          jest.spyOn(TreeBuilder.prototype, "startElement"),
          jest.spyOn(TreeBuilder.prototype, "note"),
          jest.spyOn(Cursor.prototype, "toContent"),
        ];
        const calls = () => counted.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
        let ended = false;
        const turn = (): void => {
          most = Math.max(most, calls() - here);
          here = calls();
          if (!ended) setImmediate(turn);
        };
        setImmediate(turn);
        const reply = await send(request(), soap11());
        ended = true;
        for (const spy of counted) spy.mockRestore();
        expect(reply.status).toBe(200);
        expect(here).toBeGreaterThan(count);
        expect(most).toBeLessThanOrEqual(2 * 8_200);
      });

      test("a prefix in a text that a slice cuts keeps its namespace", () => {
        const open = `<a xmlns:p="urn:p">`;
        for (let blanks = 32_760 - open.length; blanks < 32_775; blanks++) {
          const { body } = readEnvelope(
            `<e:Envelope xmlns:e="${e11}"><e:Body>${open}${" ".repeat(blanks)}p:x</a></e:Body></e:Envelope>`,
          );
          expect(body?.children[0]).toMatchObject({ prefixes: { p: "urn:p" }, children: [`${" ".repeat(blanks)}p:x`] });
        }
        const text = `${"x".repeat(32_000)}${"😀".repeat(1_000)}`;
        for (const more of ["", "y"]) {
          const { body } = readEnvelope(
            `<e:Envelope xmlns:e="${e11}"><e:Body><a>${more}${text}</a></e:Body></e:Envelope>`,
          );
          expect(body?.children[0]).toMatchObject({ children: [more + text] });
        }
      });
    });

    test("a request over 4 MiB is a fault", async () => {
      const reply = await send(envelope(ask("x".repeat(4_200_000))), soap11());
      expect(reply.body).toContain("Maximum request length exceeded.");
    });
  });

  describe("trouble", () => {
    test("is made in order, and then no more", async () => {
      sandbox.inject({ kind: "answer", status: 503, body: "busy", headers: { "Retry-After": "1" } }, 2);
      sandbox.inject({ kind: "body", xml: "<x/>" });
      const replies = [];
      for (let i = 0; i < 4; i++) replies.push(await send(envelope(ask("Delft")), soap11()));
      expect(replies.map(({ status }) => status)).toEqual([503, 503, 200, 200]);
      expect(replies[2]?.body).toBe(answer("<x/>"));
      expect(sandbox.requestCount).toBe(4);
      expect(weather.calls).toHaveLength(1);
    });

    test.each(["before", "head", "body"] as const)("a reset %s", async (when) => {
      sandbox.inject({ kind: "reset", when });
      await expect(send(envelope(ask("Delft")), soap11())).rejects.toThrow(/ECONNRESET|aborted|hang up/);
    });

    test("raw bytes", async () => {
      sandbox.inject({ kind: "raw", bytes: "HTTP/1.1 299 Odd\r\nContent-Length: 2\r\n\r\nhi" });
      await expect(send("", soap11())).resolves.toMatchObject({ status: 299, body: "hi" });
    });

    test("a delay", async () => {
      sandbox.inject({ kind: "delay", delayMs: 60 });
      const start = performance.now();
      const reply = await send(envelope(ask("Delft")), soap11());
      expect(reply.status).toBe(200);
      expect(performance.now() - start).toBeGreaterThan(55);
    });
  });

  test("keeps what it was sent, the last ones of many", async () => {
    const own = await startServiceSandbox({ services: [weather.options], keepRequests: 2 });
    try {
      for (const city of ["a", "b", "c"]) {
        await fetch(`${own.url}/ws.asmx`, { method: "POST", headers: { "Content-Type": "text/xml" }, body: city });
      }
      expect(own.requests.map(({ body }) => body)).toEqual(["b", "c"]);
      expect(own.requestCount).toBe(3);
    } finally {
      await own.close();
    }
  });

  test("a namespace base URL of production", async () => {
    const own = await startServiceSandbox({ services: [weather.options], namespaceBaseUrl: "https://live.example/a" });
    try {
      const response = await fetch(`${own.url}/ws.asmx`, {
        method: "POST",
        headers: { "Content-Type": "text/xml" },
        body: envelope('<Get_Forecast xmlns="https://live.example/a/ws"><Days>0</Days></Get_Forecast>'),
      });
      expect(response.status).toBe(200);
      await expect(response.text()).resolves.toContain('<Get_ForecastResponse xmlns="https://live.example/a/ws">');
      const wsdl = await (await fetch(`${own.url}/ws.asmx?wsdl`)).text();
      expect(wsdl).toBe(
        `<definitions targetNamespace="https://live.example/a/ws"><address location="${own.url}/ws.asmx"/></definitions>`,
      );
    } finally {
      await own.close();
    }
  });

  test.each([
    ["port", -1],
    ["port", "8080"],
    ["latencyMs", -1],
    ["keepRequests", 1.5],
    ["trouble", 5],
    ["keepAlive", "yes"],
    ["namespaceBaseUrl", "/relative"],
    ["services", undefined],
    ["prot", 8080],
  ])("a wrong %s: %p", async (option, value) => {
    const options = { services: [], [option]: value } as unknown as ServiceSandboxOptions;
    const reason = { namespaceBaseUrl: "sandbox-url", prot: "option-unknown" }[option] ?? "option-value";
    await expect(startServiceSandbox(options)).rejects.toMatchObject({ code: "CONFIGURATION", reason, option });
  });

  test.each([
    ["username", 5],
    ["domain", ""],
    ["data", 5],
    ["port", -1],
    ["options", null],
  ])("a wrong %s of the employee sandbox: %p", async (option, value) => {
    const options = option === "options" ? value : { [option]: value };
    await expect(startSandbox(options as SandboxOptions)).rejects.toMatchObject({ code: "CONFIGURATION", option });
  });

  test("a port that is taken", async () => {
    const port = Number(new URL(sandbox.url).port);
    await expect(startServiceSandbox({ services: [], port })).rejects.toMatchObject({
      code: "CONFIGURATION",
      reason: "sandbox-cannot-listen",
      option: "port",
    });
  });
});

/** MTOM with the sandbox and our client: requests and responses, recorded exchanges, and refused requests. */
describe("attachments", () => {
  endAfterEach();

  const big = Uint8Array.from({ length: 50_000 }, (_, index) => index % 251);

  async function start(soapVersion: "1.1" | "1.2" = "1.1") {
    const operations = { PutFolder: ({ args }: { readonly args: unknown }) => (args as { Folder: Folder }).Folder };
    const sandbox = await startServiceSandbox({ services: [{ path: "/archive", service: archive, operations }] });
    const client = new ArchiveClient({ endpoint: `${sandbox.url}/archive`, soapVersion, retries: 0 });
    atEnd(() => sandbox.close());
    atEnd(() => client.close({ force: true }));
    return { sandbox, client };
  }

  test.each(["1.1", "1.2"] as const)("MTOM goes there and back over SOAP %s", async (soapVersion) => {
    const { sandbox, client } = await start(soapVersion);
    const folder = { Note: "n", Cover: big, Scan: [{ Name: "a", Image: new Uint8Array([1, 2]) }] };
    const { result, http } = await client.putFolder({ Folder: folder }, { mtom: true }).withResponse();
    expect(http.headers["content-type"]).toMatch(/^multipart\/related/);
    expect(Buffer.from(result.Cover ?? []).equals(Buffer.from(big))).toBe(true);
    expect(result.Scan).toEqual(folder.Scan);
    // A request without MTOM gets a response without MTOM.
    const plain = await client.putFolder({ Folder: folder }).withResponse();
    expect(plain.http.headers["content-type"]).not.toMatch(/multipart/);
    expect(plain.result).toEqual({ ...result });
    // A recorded multipart body is text, and still a multipart body.
    const [exchange] = sandbox.exchanges;
    for (const text of [exchange?.requestBody ?? "", exchange?.responseBody ?? ""]) {
      expect(text).toContain(Buffer.from(big).toString("base64"));
      expect(text).toContain("content-transfer-encoding: base64");
      expect(text).toMatch(/xop:Include[^>]*href="cid:/);
    }
    expect(sandbox.requests[0]?.operation).toBe("PutFolder");
  });

  test("what was recorded can be read again", async () => {
    const { sandbox, client } = await start();
    await client.putFolder({ Folder: { Cover: big } }, { mtom: true });
    const [exchange] = sandbox.exchanges;
    const replay = await listen((_request, response) => {
      response.writeHead(200, { "Content-Type": exchange?.responseHeaders["Content-Type"] ?? "" });
      response.end(exchange?.responseBody);
    });
    atEnd(replay.stop);
    const again = new ArchiveClient({ endpoint: replay.url });
    atEnd(() => again.close({ force: true }));
    const { Cover } = await again.putFolder({ Folder: {} });
    expect(Buffer.from(Cover ?? []).equals(Buffer.from(big))).toBe(true);
  });

  describe("the recorder", () => {
    const secret = Buffer.from("the-secret-of-the-scan".repeat(100));

    async function record(soapVersion: "1.1" | "1.2", options: object = {}) {
      const { sandbox } = await start(soapVersion);
      const folder = mkdtempSync(join(tmpdir(), "recordings-"));
      atEnd(async () => rmSync(folder, { recursive: true }));
      const services = [{ path: "/archive", service: archive }];
      const lines: string[] = [];
      const recorder = await startRecorder({
        upstream: sandbox.url,
        folder,
        services,
        log: (line) => void lines.push(line),
      });
      atEnd(() => recorder.close());
      const client = new ArchiveClient({ endpoint: `${recorder.url}/archive`, soapVersion, retries: 0, ...options });
      atEnd(() => client.close({ force: true }));
      const result = await client.putFolder(
        { Folder: { Note: "a-secret-note", Hash: new Uint8Array([255, 10, 171]), Cover: secret } },
        { mtom: true },
      );
      return { sandbox, folder, lines, result };
    }

    test.each(["1.1", "1.2"] as const)("masks both sides of MTOM over SOAP %s", async (soapVersion) => {
      const { folder, lines, result } = await record(soapVersion);
      expect(secret.equals(result.Cover ?? new Uint8Array())).toBe(true);
      expect(lines).toEqual([]);
      const [name = "none"] = readdirSync(folder);
      const text = readFileSync(join(folder, name), "utf8");
      for (const real of ["a-secret-note", "the-secret-of-the-scan", secret.toString("base64").slice(0, 60), "cid:"]) {
        expect(text).not.toContain(real);
      }
      expect(JSON.parse(text)).toMatchObject({ operation: "PutFolder", status: 200 });
      // A client that sends the invented attachments gets the invented response.
      const { request } = JSON.parse(text) as { request: string };
      const cover = Buffer.from(/<Cover>([^<]*)/.exec(request)?.[1] ?? "", "base64");
      const note = /<Note>([^<]*)/.exec(request)?.[1] ?? "";
      const hash = Buffer.from(/<Hash>([^<]*)/.exec(request)?.[1] ?? "", "hex");
      expect(hash).toHaveLength(3);
      expect(cover).toHaveLength(secret.length);
      const operations = replayOperations(folder, { path: "/archive", service: archive });
      const replay = await startServiceSandbox({ services: [{ path: "/archive", service: archive, operations }] });
      atEnd(() => replay.close());
      const again = new ArchiveClient({ endpoint: `${replay.url}/archive`, soapVersion, retries: 0 });
      atEnd(() => again.close({ force: true }));
      for (const mtom of [true, false]) {
        const { Cover, Note } = await again.putFolder({ Folder: { Note: note, Hash: hash, Cover: cover } }, { mtom });
        expect(Note).toBe(note);
        expect(cover.equals(Cover ?? new Uint8Array())).toBe(true);
      }
    });

    test("hands addressed attachments on as they are", async () => {
      const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80, ...secret]);
      const { sandbox, folder } = await record("1.1");
      const recorder = await startRecorder({
        upstream: sandbox.url,
        folder,
        services: [{ path: "/archive", service: archive }],
      });
      atEnd(() => recorder.close());
      const client = new ArchiveClient({
        endpoint: `${recorder.url}/archive`,
        features: [addressing({ addressing: "1.0" })],
        retries: 0,
      });
      atEnd(() => client.close({ force: true }));
      const { Cover } = await client.putFolder({ Folder: { Cover: bytes } }, { mtom: true });
      expect(bytes.equals(Cover ?? new Uint8Array())).toBe(true);
    });
  });

  test("streams go both ways", async () => {
    const { client } = await start();
    const { Cover } = await client.putFolder(
      { Folder: { Cover: new Blob([big]) } },
      { mtom: true, attachments: "stream" },
    );
    expect(Buffer.from((await Cover?.bytes()) ?? []).equals(Buffer.from(big))).toBe(true);
  });

  describe("a request that is wrong", () => {
    const envelope = (content: string): string =>
      `<s:Envelope xmlns:s="${ENVELOPE["1.1"]}"><s:Body><PutFolder xmlns="urn:example:archive"><Folder><Cover>${content}</Cover></Folder></PutFolder></s:Body></s:Envelope>`;

    test.each([
      ["refers to no part", multipart([rootPart(envelope(include("a")))])],
      ["refers to one part twice", multipart([rootPart(envelope(include("a") + include("a"))), part("a", "x")])],
      ["has no end", multipart([rootPart(envelope(include("a"))), part("a", "x")]).subarray(0, -8)],
    ])("is refused: it %s", async (_what, body) => {
      const { sandbox } = await start();
      const response = await fetch(`${sandbox.url}/archive`, {
        method: "POST",
        headers: { "Content-Type": RELATED, SOAPAction: '"urn:example:archive/PutFolder"' },
        body: new Uint8Array(body),
      });
      expect([400, 415, 500]).toContain(response.status);
      await response.text();
      // The sandbox continues after the error.
      expect((await fetch(`${sandbox.url}/archive`)).status).toBe(200);
    });
  });
});
