/** Multipart responses in the variants of services: unusual quotes, line ends, encodings, orders and names. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { attachmentOf } from "soapwright-features";
import { signIn } from "soapwright-features/security";
import type { AttachmentStream } from "soapwright-runtime";
import {
  ArchiveClient,
  BOUNDARY,
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

const octets = new Uint8Array(5_000).map((_byte, index) => index);
const base64 = Buffer.from(octets).toString("base64");
const escaped = [...octets].map((byte) => `=${byte.toString(16).padStart(2, "0").toUpperCase()}`).join("");
const envelope = folder(`<Cover>${include("a@x")}</Cover>`);
const scan = part("a@x", octets);
const usual = multipart([rootPart(envelope), scan]);

function clientOf(url: string, options: object = {}): ArchiveClient {
  const client = new ArchiveClient({ endpoint: url, retries: 0, ...options });
  atEnd(() => client.close({ force: true }));
  return client;
}

interface Responding {
  readonly type?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly status?: number;
  readonly pieceBytes?: number;
  readonly soapVersion?: "1.2";
}

/** A client of a service that responds with `body` in pieces of `pieceBytes`. */
async function open(
  body: Buffer,
  { type = RELATED, headers = {}, status = 200, pieceBytes = body.length, ...options }: Responding = {},
): Promise<ArchiveClient> {
  const { url, stop } = await listen(async (_request, response) => {
    response.writeHead(status, { "Content-Type": type, ...headers });
    for (let at = 0; at < body.length; at += pieceBytes) {
      response.write(body.subarray(at, at + pieceBytes));
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  atEnd(stop);
  return clientOf(url, options);
}

async function expectOctets(client: ArchiveClient): Promise<void> {
  const { Cover } = await client.getFolder({ Id: 1 });
  expect(Buffer.from(Cover!).equals(octets)).toBe(true);
  const streamed = await client.getFolder({ Id: 1 }, { attachments: "stream" });
  expect(Buffer.from(await (streamed.Cover as AttachmentStream).bytes()).equals(octets)).toBe(true);
}

describe("a response is read", () => {
  test.each([
    ["without quotes around the boundary", RELATED.replace(/boundary="(.*)"/, "boundary=$1")],
    ["with the boundary twice", `${RELATED}; boundary="${BOUNDARY}"`],
    ["with a second boundary, which does not count", `${RELATED}; boundary="other"`],
    ["without angle brackets around start", RELATED.replace("<root@archive>", "root@archive")],
    ["without start", RELATED.replace(/ start="<root@archive>";/, "")],
    ["with an action in start-info", RELATED.replace('info="text/xml"', 'info="text/xml; action=\\"urn:x\\""')],
    ["without type", `multipart/related; boundary="${BOUNDARY}"`],
    ["in capitals", RELATED.replace("multipart/related", "MULTIPART/Related")],
  ])("%s", async (_what, type) => expectOctets(await open(usual, { type })));

  test.each([
    ["folded fields", part("a@x", octets, "Content-Type: image/tiff;\r\n\tname=x", "X-Note: a\r\n b")],
    ["base64", part("a@x", base64.replace(/.{76}/g, "$&\r\n"), "Content-Transfer-Encoding: BASE64")],
    ["8bit", part("a@x", octets, "content-transfer-encoding: 8bit")],
    ["quoted-printable", part("a@x", escaped, "Content-Transfer-Encoding: quoted-printable")],
    ["a Content-ID without angle brackets", { headers: ["Content-ID: a@x"], content: octets }],
  ] as readonly [string, MultipartPart][])("with %s in a part", async (_what, written) =>
    expectOctets(await open(multipart([rootPart(envelope), written]))),
  );

  test.each([
    ["a cid that is percent-encoded", envelope.replace("a@x", "a%40x"), "a@x"],
    ["a Content-ID that is", envelope.replace("a@x", "a%40x"), "a%40x"],
    ["a Content-ID that is a URL", envelope.replace("a@x", "http%3A%2F%2Ftempuri.org%2F1"), "http://tempuri.org/1"],
    ["CID: in capitals", envelope.replace("cid:", "CID:"), "a@x"],
    [
      "white space and a comment in xop:Include",
      envelope.replace(/(<x:Include[^>]*)\/>/, "$1> <!-- c -->\n</x:Include>"),
      "a@x",
    ],
    ["the same around it", envelope.replace(/<x:Include[^>]*\/>/, "\n $& <!-- c -->"), "a@x"],
  ])("with %s", async (_what, xml, id) => expectOctets(await open(multipart([rootPart(xml), part(id, octets)]))));

  const named = (type: string, content: Uint8Array, ...fields: readonly string[]): MultipartPart => ({
    headers: [`Content-Type: ${type}`, "Content-ID: <root@archive>", ...fields],
    content,
  });
  const wide = Buffer.from(`\ufeff${envelope}`, "utf16le");
  test.each([
    ["behind its parts", multipart([scan, rootPart(envelope)])],
    ["in UTF-16", multipart([named("application/xop+xml; charset=UTF-16", wide), scan])],
    [
      "in UTF-16BE",
      multipart([named('application/xop+xml; charset="utf-16be"', Buffer.from(wide.subarray(2)).swap16()), scan]),
    ],
    [
      "in base64",
      multipart([
        named(
          "application/xop+xml",
          Buffer.from(Buffer.from(envelope).toString("base64")),
          "Content-Transfer-Encoding: base64",
        ),
        scan,
      ]),
    ],
    ["as text/xml", multipart([rootPart(envelope, "text/xml; charset=utf-8"), scan])],
    [
      "behind a preamble, with an epilogue",
      Buffer.concat([Buffer.from("MIME\r\n--x\r\n"), usual, Buffer.from(`\r\n--${BOUNDARY}\r\n\r\nx`)]),
    ],
    ["with LF alone", multipart([rootPart(envelope), scan], { line: "\n" })],
    ["from the first byte on", usual.subarray(2)],
    ["without a line end behind the end", usual.subarray(0, -2)],
    [
      "with white space behind boundaries",
      Buffer.from(usual.toString("latin1").replaceAll(`--${BOUNDARY}\r\n`, `--${BOUNDARY} \t\r\n`), "latin1"),
    ],
  ])("with its envelope %s", async (_what, body) => expectOctets(await open(body)));

  test("byte by byte, and in pieces that end inside of each boundary", async () => {
    await expectOctets(await open(usual, { pieceBytes: 1 }));
    const at = usual.lastIndexOf("--", usual.length - 6);
    for (const pieceBytes of [at, at + 3, at + BOUNDARY.length]) await expectOctets(await open(usual, { pieceBytes }));
  });

  test("compressed", async () => {
    await expectOctets(await open(gzipSync(usual), { headers: { "Content-Encoding": "gzip" } }));
  });

  test("over SOAP 1.2, with an action", async () => {
    const xml = folder(`<Cover>${include("a@x")}</Cover>`, "1.2");
    const body = multipart([
      rootPart(xml, 'application/xop+xml; type="application/soap+xml; action=\\"urn:a\\""'),
      scan,
    ]);
    await expectOctets(
      await open(body, {
        soapVersion: "1.2",
        type: `${RELATED.replace("text/xml", "application/soap+xml")}; action="urn:a"`,
      }),
    );
  });

  test("with an empty part", async () => {
    const client = await open(multipart([rootPart(envelope), part("a@x", "")]));
    expect((await client.getFolder({ Id: 1 })).Cover).toEqual(new Uint8Array());
  });
});

describe("a response is an error", () => {
  const fault = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>`;
  test.each([
    ["a fault, status 200", multipart([rootPart(fault)]), 200, { code: "FAULT" }],
    ["a fault, status 500", multipart([rootPart(fault)]), 500, { code: "FAULT" }],
    ["a result, status 500", usual, 500, { code: "HTTP", status: 500 }],
    [
      "Href in place of href",
      multipart([rootPart(envelope.replace("href=", "Href=")), scan]),
      200,
      { reason: "attachment" },
    ],
    ["a Content-ID in other case", multipart([rootPart(envelope), part("A@x", octets)]), 200, { reason: "attachment" }],
    [
      "text beside xop:Include",
      multipart([rootPart(envelope.replace("<x:", "AAAA<x:")), scan]),
      200,
      { reason: "value" },
    ],
    [
      "a charset that nobody knows",
      multipart([rootPart(envelope, "application/xop+xml; charset=x-foo"), scan]),
      200,
      { reason: "xml" },
    ],
  ])("with %s", async (_what, body, status, expected) => {
    const client = await open(body, { status });
    expect(await rejection(client.getFolder({ Id: 1 }))).toMatchObject(expected);
    const streamed = client.getFolder({ Id: 1 }, { attachments: "stream" });
    const read = streamed.then(({ Cover }) => (Cover as AttachmentStream).bytes());
    expect(await rejection(read)).toMatchObject(expected);
  });
});

describe("HTTP Digest", () => {
  async function challenging() {
    const lengths: number[] = [];
    const { url, stop } = await listen((request, response, body) => {
      lengths.push(body.length);
      const { authorization } = request.headers;
      if (authorization === undefined) {
        response.writeHead(401, { "WWW-Authenticate": 'Digest realm="r", nonce="n", qop="auth"' });
        return void response.end();
      }
      const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
      const {
        nc,
        cnonce,
        response: given,
      } = Object.fromEntries([...authorization.matchAll(/(\w+)="?([^",]+)/g)].map(([, name, value]) => [name, value]));
      const expected = md5(`${md5("ada:r:secret")}:n:${nc}:${cnonce}:auth:${md5("POST:/soap")}`);
      response.writeHead(given === expected ? 200 : 403, { "Content-Type": "text/xml" });
      response.end(folder("").replaceAll("GetFolder", "PutFolder"));
    });
    atEnd(stop);
    const security = signIn({ scheme: "digest", username: "ada", password: "secret" });
    return { client: clientOf(url, { mtom: true, features: [security] }), lengths };
  }

  async function* once(): AsyncGenerator<Uint8Array> {
    yield octets;
  }

  test("is answered with the same attachment, read again", async () => {
    const { client, lengths } = await challenging();
    const Cover = attachmentOf(once, { length: octets.length });
    expect(await client.putFolder({ Folder: { Cover } })).toEqual({ Scan: [] });
    expect(lengths).toHaveLength(2);
    expect(lengths[1]).toBe(lengths[0]);
  });

  test("is not answered where a stream can be read once; the next call has the credentials at once", async () => {
    const { client, lengths } = await challenging();
    const put = () => client.putFolder({ Folder: { Cover: attachmentOf(once(), { length: octets.length }) } });
    const error = await rejection(put());
    expect(error).toMatchObject({ code: "ARGUMENT", reason: "stream-not-repeatable", path: "PutFolder" });
    expect(error.message).toMatch(/made again.*Call again with a new stream/s);
    expect(await put()).toEqual({ Scan: [] });
    expect(lengths).toHaveLength(2);
  });
});
