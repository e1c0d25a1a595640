/**
 * Parts that a WSDL declares by `mime:multipartRelated`, with a generated client: SOAP with Attachments in both
 * directions.
 */
import type { IncomingHttpHeaders } from "node:http";
import { isArgumentError } from "soapwright-runtime";
import type { AttachmentStream } from "soapwright-runtime/attachments";
import { type OperationHandler, startServiceSandbox } from "soapwright-sandbox";
import { security as createSecurity } from "soapwright-security";
import { listen, multipart, part } from "soapwright-testing/attachments/archive";
import { Dossier } from "soapwright-testing/golden/cases/attachments/client";
import { service } from "soapwright-testing/golden/cases/attachments/schemas";
import { pem } from "soapwright-testing/security/keys";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";

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
