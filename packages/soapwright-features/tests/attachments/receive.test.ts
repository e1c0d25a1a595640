/** Responses with attachments: the values that the client returns, and the responses that it refuses. */

import {
  ArchiveClient,
  folder,
  include,
  listen,
  type MultipartPart,
  multipart,
  part,
  RELATED,
  rootPart,
} from "soapwright-testing/attachments/archive";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";

endAfterEach();

let served: { readonly type: string; readonly body: Buffer; readonly status: number };

async function client(options: object = {}): Promise<ArchiveClient> {
  const server = await listen((_request, response) => {
    response.writeHead(served.status, { "Content-Type": served.type });
    response.end(served.body);
  });
  const opened = new ArchiveClient({ endpoint: server.url, retries: 0, ...options });
  atEnd(server.stop);
  atEnd(() => opened.close({ force: true }));
  return opened;
}

async function get(
  parts: readonly MultipartPart[] | Buffer,
  { type = RELATED, status = 200, ...options }: { type?: string; status?: number; [name: string]: unknown } = {},
) {
  served = { type, status, body: Buffer.isBuffer(parts) ? parts : multipart(parts) };
  return (await client(options)).getFolder({ Id: 1 });
}

const octets = Uint8Array.from({ length: 1_000 }, (_, index) => index % 256);
const base64 = Buffer.from(octets).toString("base64");

describe("an xop:Include", () => {
  test("is the octets of its part, beside base64 in the same message", async () => {
    const scans = `<Scan><Name>a</Name><Image>${include("a")}</Image></Scan><Scan><Name>b</Name><Image>${base64}</Image></Scan><Scan><Name>c</Name><Image>${include("c")}</Image></Scan>`;
    const result = await get([
      rootPart(folder(`<Cover>\n ${include("cover@x")}\n</Cover>${scans}`)),
      part("c", "C"),
      part("a", octets),
      part("cover@x", ""),
    ]);
    expect(result.Cover).toEqual(new Uint8Array());
    expect(result.Scan).toEqual([
      { Name: "a", Image: octets },
      { Name: "b", Image: octets },
      { Name: "c", Image: new Uint8Array([0x43]) },
    ]);
    expect(Object.getPrototypeOf(result.Scan?.[0]?.Image)).toBe(Uint8Array.prototype);
  });

  test("is base64 text where text is read, as XOP says", async () => {
    const result = await get([
      rootPart(folder(`<Note>${include("n")}</Note><Other><a>${include("o")}</a></Other>`)),
      part("n", "note"),
      part("o", "other"),
    ]);
    expect(result.Note).toBe(Buffer.from("note").toString("base64"));
    expect(result.Other?.children).toMatchObject([{ children: [Buffer.from("other").toString("base64")] }]);
  });

  test.each([
    ["percent-encoded", "http%3A%2F%2Fx%2F1@y", "http://x/1@y"],
    ["encoded in both places", "a%40b", "a%40b"],
    ["with white space behind it", "a ", "a"],
  ])("finds a Content-ID %s", async (_what, href, id) => {
    expect((await get([rootPart(folder(`<Cover>${include(href)}</Cover>`)), part(id, "x")])).Cover).toEqual(
      new Uint8Array([0x78]),
    );
  });

  test.each([
    ["to no part", include("b"), [part("a", "x")], "attachment"],
    ["to no part at all", include("b"), [], "attachment"],
    ["to the envelope", include("root@archive"), [], "attachment"],
    ["to another scheme", include("b").replace("cid:", "http://x/"), [part("b", "x")], "attachment"],
    ["without an href", include("b").replace(/href="[^"]*"/, ""), [part("b", "x")], "attachment"],
    ["with a broken escape", include("%E0%A4%A"), [part("b", "x")], "attachment"],
    ["beside text", `QQ==${include("b")}`, [part("b", "x")], "value"],
    ["twice in one element", include("b") + include("c"), [part("b", "x"), part("c", "x")], "value"],
  ])("is refused %s", async (_what, content, parts, reason) => {
    const error = await rejection(get([rootPart(folder(`<Cover>${content}</Cover>`)), ...parts]));
    expect(error).toMatchObject({ code: "RESPONSE", reason, operation: "GetFolder" });
    expect(error.message).toMatch(/\.$/);
  });

  test("is refused twice to one part", async () => {
    const twice = `<Cover>${include("a")}</Cover><Scan><Name>a</Name><Image>${include("a")}</Image></Scan>`;
    expect(await rejection(get([rootPart(folder(twice)), part("a", "x")]))).toMatchObject({ reason: "attachment" });
  });

  test("is no hexBinary", async () => {
    expect(await rejection(get([rootPart(folder(`<Hash>${include("a")}</Hash>`)), part("a", "x")]))).toMatchObject({
      reason: "value",
      path: expect.stringMatching(/Hash$/),
    });
  });

  test("is nothing in a response of one part: not of the one before, either", async () => {
    await get([rootPart(folder(`<Cover>${include("a")}</Cover>`)), part("a", "x")]);
    const alone = get(Buffer.from(folder(`<Cover>${include("a")}</Cover>`)), { type: "text/xml" });
    expect(await rejection(alone)).toMatchObject({ code: "RESPONSE", reason: "value" });
    const other = get([rootPart(folder(`<Cover>${include("a")}</Cover>`)), part("b", "x")]);
    expect(await rejection(other)).toMatchObject({ reason: "attachment" });
  });
});

describe("a multipart response", () => {
  const cover = folder(`<Cover>${include("a")}</Cover>`);
  const good = [rootPart(cover), part("a", octets)];

  test.each([
    ["boundary without quotes", RELATED.replace(/boundary="(.*)"/, "boundary=$1")],
    ["no start", RELATED.replace(/start="[^"]*"; /, "")],
    ["start without angle brackets", RELATED.replace("<root@archive>", "root@archive")],
    ["start as a URL", RELATED.replace("<root@archive>", "cid:root@archive")],
    ["other letters and white space", `Multipart/Related ;  BOUNDARY = "uuid:8c2c+id=1" ; Type=text/xml`],
    ["a parameter with a semicolon in quotes", RELATED.replace("text/xml", 'a;b=\\"c\\"')],
    ["a parameter that nobody knows, without a value", `${RELATED}; x; y=`],
  ])("is read with %s", async (_what, type) => {
    expect((await get(good, { type })).Cover).toEqual(octets);
  });

  test.each([
    ["base64", base64.replace(/.{76}/g, "$&\r\n")],
    ["BASE64", base64],
    [
      "quoted-printable",
      Array.from(octets, (octet) => `=${octet.toString(16).padStart(2, "0").toUpperCase()}`)
        .join("")
        .replace(/.{75}/g, "$&=\r\n"),
    ],
    ["binary", octets],
    ["8bit", octets],
    ["7bit", octets],
  ])("is read with the transfer encoding %s", async (encoding, content) => {
    expect((await get([rootPart(cover), part("a", content, `Content-Transfer-Encoding: ${encoding}`)])).Cover).toEqual(
      octets,
    );
  });

  test("has its envelope where start says", async () => {
    expect((await get([...good].reverse())).Cover).toEqual(octets);
  });

  test("may have its envelope in another encoding and another type", async () => {
    const root = {
      headers: ["Content-Type: text/xml; charset=ISO-8859-1", "Content-ID: <root@archive>"],
      content: Buffer.from(folder("<Note>\u00e9</Note>"), "latin1"),
    };
    expect((await get([root])).Note).toBe("\u00e9");
  });

  test("keeps the parts that nothing refers to", async () => {
    served = {
      type: RELATED,
      status: 200,
      body: multipart([
        ...good,
        part("b", "text", "Content-Type: text/plain", "X-Own: 1"),
        { headers: [], content: "c" },
      ]),
    };
    const { attachments, result } = await (await client()).getFolder({ Id: 1 }).withResponse();
    expect(result.Cover).toEqual(octets);
    expect(attachments).toEqual([
      {
        contentId: "b",
        contentType: "text/plain",
        headers: { "content-id": "<b>", "content-type": "text/plain", "x-own": "1" },
        bytes: new Uint8Array(Buffer.from("text")),
      },
      { contentId: undefined, contentType: "application/octet-stream", headers: {}, bytes: new Uint8Array([0x63]) },
    ]);
  });

  test("of one part has no attachments, and one of plain XML has none to speak of", async () => {
    served = { type: RELATED, status: 200, body: multipart([rootPart(folder(""))]) };
    expect((await (await client()).getFolder({ Id: 1 }).withResponse()).attachments).toEqual([]);
    served = { type: "text/xml", status: 200, body: Buffer.from(folder("")) };
    expect(await (await client()).getFolder({ Id: 1 }).withResponse()).not.toHaveProperty("attachments");
  });

  test("is a fault with status 500", async () => {
    const fault = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>full</faultstring></s:Fault></s:Body></s:Envelope>`;
    expect(await rejection(get([rootPart(fault)], { status: 500 }))).toMatchObject({
      code: "FAULT",
      message: expect.stringContaining("full"),
    });
    expect(await rejection(get(Buffer.from("oops"), { status: 500 }))).toMatchObject({ code: "HTTP", status: 500 });
    expect(await rejection(get(Buffer.from("oops"), { status: 503, type: "multipart/related" }))).toMatchObject({
      code: "HTTP",
      status: 503,
    });
  });

  test.each([
    ["no boundary", good, { type: "multipart/related; type=text/xml" }, "attachment"],
    ["a start that no part has", good, { type: RELATED.replace("root@", "other@") }, "attachment"],
    [
      "an unknown transfer encoding",
      [rootPart(cover), part("a", "x", "Content-Transfer-Encoding: x-uuencode")],
      {},
      "content-encoding",
    ],
    ["an unknown charset", [rootPart(cover, "text/xml; charset=x-none"), part("a", "x")], {}, "xml"],
    ["an envelope of another type", [rootPart(cover, "text/html"), part("a", "x")], {}, "content-type"],
    ["base64 that is none", [rootPart(cover), part("a", "QQ=", "Content-Transfer-Encoding: base64")], {}, "attachment"],
    [
      "base64 behind its padding",
      [rootPart(cover), part("a", "QQ==QUJD", "Content-Transfer-Encoding: base64")],
      {},
      "attachment",
    ],
    [
      "quoted-printable that is none",
      [rootPart(cover), part("a", "=G1", "Content-Transfer-Encoding: quoted-printable")],
      {},
      "attachment",
    ],
    ["one Content-ID twice", [rootPart(cover), part("a", "x"), part("a", "y")], {}, "attachment"],
    ["two Content-IDs in one part", [rootPart(cover), part("a", "x", "Content-ID: <b>")], {}, "attachment"],
    ["a line that is no header field", [rootPart(cover), part("a", "x", "what is this")], {}, "attachment"],
    ["no parts", Buffer.from("nothing"), {}, "attachment"],
    ["no end", multipart(good).subarray(0, -6), {}, "attachment"],
    ["an end inside a header", multipart(good).subarray(0, -octets.length - 60), {}, "attachment"],
    [
      "a header without end",
      Buffer.concat([Buffer.from(`--${"uuid:8c2c+id=1"}\r\nX-A: `), Buffer.alloc(100_000, "x")]),
      {},
      "limit",
    ],
    [
      "too many parts",
      [...good, ...Array.from({ length: 4 }, (_, index) => part(`p${index}`, ""))],
      { maxAttachments: 4 },
      "limit",
    ],
    ["too long parts", good, { maxAttachmentBytes: 999 }, "limit"],
    [
      "a long preamble",
      Buffer.concat([Buffer.alloc(5_000, "x"), multipart(good)]),
      { limits: { responseBytes: 4_000 } },
      "limit",
    ],
    [
      "a long envelope",
      [rootPart(folder(`<Note>${"x".repeat(5_000)}</Note>`))],
      { limits: { responseBytes: 4_000 } },
      "limit",
    ],
    [
      "a long epilogue",
      Buffer.concat([multipart(good), Buffer.alloc(5_000, "x")]),
      { limits: { responseBytes: 4_000 } },
      "limit",
    ],
  ])("is refused with %s", async (_what, parts, options, reason) => {
    const error = await rejection(get(parts, options));
    expect(error).toMatchObject({ code: "RESPONSE", reason });
    for (const name of ["maxAttachments", "maxAttachmentBytes", "limits.responseBytes"]) {
      if (name in options) expect(error.message).toContain(name);
    }
  });

  test("has limits of its own for attachments", async () => {
    expect(
      (await get(good, { limits: { responseBytes: 1_500 }, maxAttachmentBytes: 1_000, maxAttachments: 1 })).Cover,
    ).toEqual(octets);
  });

  test("looks into no part", async () => {
    const inner = multipart([rootPart(folder("")), part("b", "inner")], { boundary: "inner" });
    const nested = [
      rootPart(folder(`<Cover>${include("a")}</Cover>`)),
      part("a", inner, 'Content-Type: multipart/related; boundary="inner"'),
    ];
    expect(Buffer.from((await get(nested)).Cover ?? [])).toEqual(inner);
    expect(await rejection(get([rootPart(folder(`<Cover>${include("b")}</Cover>`)), nested[1]!]))).toMatchObject({
      reason: "attachment",
    });
  });
});
