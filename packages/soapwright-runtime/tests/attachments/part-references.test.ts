/**
 * `swaRef` (WS-I Attachments Profile 1.0, 4.4) with a generated client: texts of the envelope refer to octets in parts.
 */
import { join } from "node:path";
import { mockService } from "soapwright";
import { startServiceSandbox } from "soapwright-sandbox";
import { listen, multipart, type Posted, part, partsOf } from "soapwright-testing/attachments/archive";
import { Claims } from "soapwright-testing/golden/cases/part-references/client";
import { service } from "soapwright-testing/golden/cases/part-references/schemas";
import { createSecurity } from "soapwright-testing/security/create-security";
import { pem } from "soapwright-testing/security/keys";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";
import type { AttachmentStream } from "../../src/attachments";

endAfterEach();

const NS = "urn:example:claims";
const TYPE = 'multipart/related; type="text/xml"; boundary="uuid:8c2c+id=1"';
const form = Uint8Array.from({ length: 3_000 }, (_, index) => index % 251);
const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const put = envelope(`<PutClaimResponse xmlns="${NS}"><Id>7</Id></PutClaimResponse>`);
const got = (claim: string) => ({
  headers: ["Content-Type: text/xml; charset=utf-8"],
  content: envelope(`<GetClaimResponse xmlns="${NS}">${claim}</GetClaimResponse>`),
});

/** Starts a service that responds with these bytes, and returns the requests that it received. */
async function open(body: Buffer | string, type = TYPE, options: object = {}) {
  const sent: Posted[] = [];
  const { url, stop } = await listen((request, response, bytes) => {
    sent.push({ headers: request.headers, body: bytes });
    response.writeHead(200, { "Content-Type": type });
    response.end(body);
  });
  atEnd(stop);
  return { client: newClient(url, options), sent };
}

function newClient(endpoint: string, options: object = {}): Claims {
  const client = new Claims({ endpoint, retries: 0, ...options });
  atEnd(() => client.close({ force: true }));
  return client;
}

describe("a request", () => {
  test.each([
    ["SOAP with Attachments", {}, "text/xml"],
    ["MTOM", { mtom: true }, "application/xop+xml"],
  ])("has the octets in parts, with %s", async (_what, options, rootType) => {
    const { client, sent } = await open(put, "text/xml", options);
    const photo = new Blob(["png"], { type: "image/png" });
    const Claim = { Form: form, Photo: [{ value: photo, Caption: "c" }], Signature: new Uint8Array([1]) };
    expect(await client.putClaim({ Claim })).toBe(7);
    const { parts, parameters } = partsOf(sent[0]!);
    expect(parameters.get("type")).toBe(rootType);
    const text = parts[0]!.content.toString();
    expect(text).not.toContain("Include");
    const found = [/Signature="cid:([^"]+)"/, /<Form>cid:([^<]+)</, /<Photo Caption="c">cid:([^<]+)</].map(
      (pattern) => {
        const id = pattern.exec(text)?.[1];
        return parts.find(({ headers }) => headers.get("content-id") === `<${id}>`)!;
      },
    );
    expect(found.map(({ content }) => content)).toEqual([Buffer.from([1]), Buffer.from(form), Buffer.from("png")]);
    expect(found.map(({ headers }) => headers.get("content-type"))).toEqual([
      "application/octet-stream",
      "application/pdf",
      "image/png",
    ]);
  });

  test("without a value that refers to a part is plain", async () => {
    const { client, sent } = await open(put, "text/xml");
    expect(await client.putClaim({ Claim: { Photo: [] } })).toBe(7);
    expect(sent[0]!.headers["content-type"]).toMatch(/^text\/xml/);
  });

  test.each([
    ["text", "cid:1"],
    ["null", null],
    ["an iterable without a length", (async function* () {})()],
  ])("is not sent with %s for the octets", async (_what, Form) => {
    const { client, sent } = await open(put, "text/xml");
    expect(await rejection(client.putClaim({ Claim: { Form: Form as never } }))).toMatchObject({
      code: "ARGUMENT",
      path: "PutClaim.Claim.Form",
      message: /an attachment, as/,
    });
    expect(sent).toHaveLength(0);
  });

  test("that is signed says once that its parts are not", async () => {
    const security = createSecurity({ signature: { certificate: pem("client.crt"), key: pem("client.key") } });
    const warn = jest.fn();
    const { client, sent } = await open(put, "text/xml", {
      features: [security],
      logger: { info() {}, warn, error() {} },
    });
    for (let i = 0; i < 2; i++) expect(await client.putClaim({ Claim: { Form: form } })).toBe(7);
    expect(sent).toHaveLength(2);
    expect(warn.mock.calls.filter(([text]) => /parts beside their envelope are not/.test(text))).toHaveLength(1);
  });
});

describe("a response", () => {
  const claim = '<Claim Signature="cid:s%40x"><Form> cid:f@x\n</Form><Photo>cid:p@x</Photo></Claim>';
  const parts = [part("more@x", "more"), part("p@x", "png"), part("f@x", form), part("s@x", "sig")];

  test("has the octets that it refers to, in any order", async () => {
    const { client } = await open(multipart([got(claim), ...parts]));
    const { result, attachments } = await client.getClaim({ Id: 1 }).withResponse();
    expect(Buffer.from(result!.Form!).equals(form)).toBe(true);
    expect(Buffer.from(result!.Photo![0]!.value).toString()).toBe("png");
    expect(Buffer.from(result!.Signature!).toString()).toBe("sig");
    expect(attachments?.map(({ contentId }) => contentId)).toEqual(["more@x"]);
  });

  test("has them as streams", async () => {
    const { client } = await open(multipart([got(claim), ...parts]));
    const result = await client.getClaim({ Id: 1 }, { attachments: "stream" });
    const read = async (stream: AttachmentStream | undefined) => Buffer.from(await stream!.bytes());
    expect((await read(result!.Photo![0]!.value)).toString()).toBe("png");
    expect((await read(result!.Form)).equals(form)).toBe(true);
    expect((await read(result!.Signature)).toString()).toBe("sig");
  });

  test.each([
    ["to no part", "<Form>cid:none@x</Form>", "no part has the Content-ID"],
    ["to two places", "<Form>cid:f@x</Form><Photo>cid:f@x</Photo>", "two elements refer to the part"],
    ["to another message", "<Form>http://other.example/f</Form>", "is not the cid: URL of a part"],
    ["to a file", "<Form>file:///etc/passwd</Form>", "is not the cid: URL of a part"],
    ["to nothing", "<Form/>", "is not the cid: URL of a part"],
    ["to octets in the text", "<Form>AAEC</Form>", "is not the cid: URL of a part"],
  ])("that refers %s is refused", async (_what, content, message) => {
    const { client } = await open(multipart([got(`<Claim>${content}</Claim>`), part("f@x", form)]));
    const error = await rejection(client.getClaim({ Id: 1 }));
    expect(error).toMatchObject({ code: "RESPONSE", reason: "attachment", message: expect.stringContaining(message) });
  });

  test("that is plain has nothing to refer to", async () => {
    const { client } = await open(got("<Claim><Form>cid:f@x</Form></Claim>").content, "text/xml");
    for (const attachments of ["buffer", "stream"] as const) {
      expect(await rejection(client.getClaim({ Id: 1 }, { attachments }))).toMatchObject({
        code: "RESPONSE",
        message: /expected the cid: URL of a part of the message, in a message that has parts/,
      });
    }
  });

  test("to be verified is refused: its signature does not cover the parts", async () => {
    const keys = { certificate: pem("service.crt"), key: pem("service.key") };
    const signing = createSecurity({ signature: keys, timestamp: {} });
    const request = { operation: "GetClaim", attempt: 1, credentials: {}, signal: new AbortController().signal };
    const root = got("<Claim><Form>cid:f@x</Form></Claim>");
    const signed = await signing.secure!({ envelope: root.content, request });
    const security = createSecurity({ verify: { certificates: pem("service.crt") } });
    const body = multipart([{ ...root, content: signed.envelope }, part("f@x", form)]);
    const { client } = await open(body, TYPE, { features: [security] });
    expect(await rejection(client.getClaim({ Id: 1 }))).toMatchObject({
      code: "RESPONSE",
      reason: "security",
      message: /has parts that no signature covers/,
    });
  });
});

describe("the sandbox", () => {
  test.each([{}, { mtom: true }])("reads and writes them: %j", async (options) => {
    let kept: unknown;
    const operations = {
      PutClaim: ({ args }: { readonly args: unknown }) => {
        kept = Reflect.get(args as object, "Claim");
        return 7;
      },
      GetClaim: () => kept,
    };
    const sandbox = await startServiceSandbox({ services: [{ path: "/claims", service, operations } as never] });
    atEnd(() => sandbox.close());
    const client = newClient(`${sandbox.url}/claims`, options);
    expect(await client.putClaim({ Claim: { Form: form, Signature: new Uint8Array([1]) } })).toBe(7);
    const claim = await client.getClaim({ Id: 7 });
    expect(Buffer.from(claim!.Form!).equals(form)).toBe(true);
    expect(claim!.Signature).toEqual(new Uint8Array([1]));
    kept = { Photo: [] };
    expect(await client.getClaim({ Id: 7 })).toEqual({ Photo: [] });
  });

  test("makes values for them, and takes results from JSON", async () => {
    const wsdl = join(__dirname, "../../../soapwright-testing/src/golden/cases/part-references/service.wsdl");
    const made = await mockService(wsdl);
    const told = await mockService(wsdl, { results: { GetClaim: { Form: "AAEC" } } });
    for (const mock of [made, told]) atEnd(() => mock.close());
    const claimOf = (mock: typeof made, Id = 7) => newClient(mock.url + mock.places[0]!.path).getClaim({ Id });
    const forms = await Promise.all(Array.from({ length: 20 }, async (_, id) => (await claimOf(made, id))?.Form));
    expect(forms.filter((octets) => octets instanceof Uint8Array).length).toBeGreaterThan(0);
    expect(await claimOf(told)).toEqual({ Form: new Uint8Array([0, 1, 2]), Photo: [] });
  });
});
