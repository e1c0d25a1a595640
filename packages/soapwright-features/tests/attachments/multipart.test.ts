/** Tests `attachments/multipart` by itself: no entry point shows it whole. */
import { join } from "node:path";
import { attachmentOf } from "soapwright-features";
import type { AttachmentStream } from "soapwright-runtime";
import { mockService, startServiceSandbox } from "soapwright-sandbox";
import { listen, multipart, type Posted, part, partsOf } from "soapwright-testing/attachments/archive";
import { Album } from "soapwright-testing/golden/cases/media-types/client";
import { Claims } from "soapwright-testing/golden/cases/part-references/client";
import { service } from "soapwright-testing/golden/cases/part-references/schemas";
import { createSecurity } from "soapwright-testing/security/create-security";
import { pem } from "soapwright-testing/security/keys";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";
import { MultipartReader } from "../../src/attachments/multipart";

/** The parser alone: the parts are the same however a body is cut and written. */
describe("multipart", () => {
  /** The contents of the parts, with their header fields, or the error that was thrown. */
  function read(body: Buffer, boundary: string, chunk = body.length || 1) {
    const parts: { headers: { [name: string]: string }; content: string }[] = [];
    let ended = 0;
    const reader = new MultipartReader(boundary, 20, {
      startPart: (headers) => void parts.push({ headers: Object.fromEntries(headers), content: "" }),
      bytes: (bytes) => {
        parts.at(-1)!.content += bytes.toString("latin1");
      },
      endPart: () => void ended++,
    });
    for (let at = 0; at < body.length; at += chunk) reader.write(body.subarray(at, at + chunk));
    reader.end();
    expect(ended).toBe(parts.length);
    return parts;
  }

  /** Contents that look like delimiters around them. */
  const CONTENTS = [
    "",
    "a",
    "\r\n",
    "\n",
    "\r",
    "\r\n\r\n",
    "x--b",
    "\r\n--bb\r\n",
    "\r\n--b-x",
    "\n--b -\r\n",
    "x\r\n--",
    "\r\n--",
    "x--b--",
    "\r\n-",
    "-",
    "\r\n--b\rx",
    "a\r\n--b ".padEnd(220),
  ];

  describe.each([["\r\n"], ["\n"]])("lines end in %j", (line) => {
    test.each(CONTENTS.map((content) => [content]))("the content %j", (content) => {
      const parts = [
        { headers: [], content },
        { headers: ["A: 1"], content: `${content}${content}` },
        { headers: ["B:2", "C:\t3 "], content: "" },
      ];
      const body = multipart(parts, { boundary: "b", line });
      const want = [
        { headers: {}, content },
        { headers: { a: "1" }, content: content + content },
        { headers: { b: "2", c: "3" }, content: "" },
      ];
      // A line feed alone ends a line, so a return in front of it would belong to the line end.
      if (line === "\n") for (const each of want) each.content = each.content.replace(/\r$/, "");
      for (let chunk = 1; chunk <= 40; chunk++) expect(read(body, "b", chunk)).toEqual(want);
      expect(read(body, "b")).toEqual(want);
    });
  });

  test("passes over what is around the parts, and white space behind a boundary", () => {
    const body = Buffer.from(
      "preamble --b\r\n--b \t\r\n\r\none\r\n--b\t\r\n\r\ntwo\r\n--b-- \r\nepilogue\r\n--b\r\n\r\nthree\r\n--b--",
    );
    for (const chunk of [1, 2, 3, 7, 1_000]) {
      expect(read(body, "b", chunk).map(({ content }) => content)).toEqual(["one", "two"]);
    }
  });

  test("joins header fields over several lines", () => {
    expect(
      read(Buffer.from('--b\r\nContent-Type: text/xml;\r\n\ttype="x"\r\n\r\n.\r\n--b--'), "b")[0]?.headers,
    ).toEqual({
      "content-type": 'text/xml; type="x"',
    });
  });

  test("ends with the last bytes, with no line behind them", () => {
    expect(read(Buffer.from("--b\n\none\n--b--"), "b", 1)).toHaveLength(1);
    expect(() => read(Buffer.from("--b\n\none\n--b"), "b")).toThrow(/part 1 does not end/);
    expect(() => read(Buffer.from("--b\n\none\n--b-"), "b")).toThrow(/part 1 does not end/);
  });

  test.each([[""], ["x".repeat(251)], ["\u00e9"], ["a\nb"]])("takes no boundary %j", (boundary) => {
    expect(() => read(Buffer.from(""), boundary)).toThrow(/boundary/);
  });

  test("costs by the length of the body, whatever is in it", () => {
    const cost = (body: Buffer): number => {
      const started = process.cpuUsage();
      for (const chunk of [4_096, 65_536])
        read(Buffer.concat([Buffer.from("--b\r\n\r\n"), body, Buffer.from("\r\n--b--")]), "b", chunk);
      const { user, system } = process.cpuUsage(started);
      return user + system;
    };
    const size = 2_000_000;
    cost(Buffer.alloc(size, "x"));
    const plain = cost(Buffer.alloc(size, "x"));
    for (const hostile of ["\r\n--bx", "\n", "\r\n--b x", "-", "\r\n--b\rx", "\r\n--b".padEnd(250)]) {
      expect(cost(Buffer.alloc(size, hostile)) / (plain + 20_000)).toBeLessThan(100);
    }
  });
});

/** `xmime:contentType` and `xmime:expectedContentTypes`: the content types of a request's parts. */
describe("media types", () => {
  endAfterEach();

  async function open() {
    const types: (string | undefined)[][] = [];
    const { url, stop } = await listen((request, response, body) => {
      const { parts } = partsOf({ headers: request.headers, body });
      types.push(parts.slice(1).map(({ headers }) => headers.get("content-type")));
      response.writeHead(200, { "Content-Type": "text/xml" });
      response.end(
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><AddPhotoResponse xmlns="urn:example:album"/></s:Body></s:Envelope>',
      );
    });
    atEnd(stop);
    const client = new Album({ endpoint: url, retries: 0, mtom: true, mtomThresholdBytes: 0 });
    atEnd(() => client.close({ force: true }));
    return { client, types };
  }

  const octets = new Uint8Array([1, 2, 3]);

  test("are those of the value, of its contentType, and of the schema, in this order", async () => {
    const { client, types } = await open();
    await client.addPhoto({
      Thumbnail: octets,
      Photo: [
        { value: octets },
        { value: octets, contentType: "image/webp" },
        { value: new Blob([octets], { type: "image/gif" }) },
        {
          value: attachmentOf(
            async function* () {
              yield octets;
            },
            { length: 3, contentType: "image/bmp" },
          ),
          contentType: "image/bmp",
        },
      ],
      Notes: octets,
    });
    expect(types).toEqual([
      ["image/jpeg", "image/png", "image/webp", "image/gif", "image/bmp", "application/octet-stream"],
    ]);
  });

  test("cannot add a field to the header of a part", async () => {
    const { client, types } = await open();
    const Photo = [{ value: octets, contentType: "image/png\r\nX-Evil: 1" }];
    expect(await rejection(client.addPhoto({ Thumbnail: octets, Photo }))).toMatchObject({
      code: "ARGUMENT",
      path: "AddPhoto.Photo[0].value",
    });
    expect(types).toEqual([]);
  });
});

/**
 * `swaRef` (WS-I Attachments Profile 1.0, 4.4) with a generated client: texts of the envelope refer to octets in parts.
 */
describe("part references", () => {
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

    test("that is to be encrypted is not sent, but without octets", async () => {
      const security = createSecurity({ encryption: { certificate: pem("service.crt") } });
      const { client, sent } = await open(put, "text/xml", { features: [security] });
      expect(await rejection(client.putClaim({ Claim: { Form: form } }))).toMatchObject({
        code: "CONFIGURATION",
        option: "attachments",
        message: /which security.encryption does not encrypt, so nothing was sent/,
      });
      expect(sent).toHaveLength(0);
      expect(await client.putClaim({ Claim: {} })).toBe(7);
      expect(sent).toHaveLength(1);
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
      expect(error).toMatchObject({
        code: "RESPONSE",
        reason: "attachment",
        message: expect.stringContaining(message),
      });
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
        message: /attachments that its signature does not cover/,
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
});
