/** Additional attacks that are not on the shared list: bytes and compression. */
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { AttackClass, ResponseAttack } from "../attack";
import { address, addresses, addressValue, body, DECLARATION, http, sends } from "../payloads";
import { chunked, ends, OK, raw, typed, value, whole } from "./tools";

const CAFE = [addressValue({ Street: "Café 😀" })];
const cafe = (encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>${addresses(address({ Street: "Café 😀" })).slice(DECLARATION.length)}`;
const big = (text: string) => Buffer.from(text, "utf16le").swap16();

/** Sends each byte in its own turn of the event loop, which splits a response at every position. */
const dripped =
  (bytes: Buffer, size: number): ResponseAttack["serve"] =>
  (socket) => {
    socket.write(`${OK}\r\nContent-Length: ${bytes.length}\r\n\r\n`);
    let at = 0;
    const timer = setInterval(() => {
      if (at >= bytes.length || socket.destroyed) clearInterval(timer);
      else {
        socket.write(bytes.subarray(at, at + size));
        at += size;
      }
    }, 1);
    socket.on("close", () => clearInterval(timer));
  };

const gzip = gzipSync(whole);
const coded = (coding: string, bytes: () => Buffer | string) => body(bytes, { "Content-Encoding": coding });

export const furtherBytes: AttackClass<ResponseAttack> = {
  name: "further bytes",
  attacks: [
    value(
      "utf16be-bom",
      typed("text/xml", () => Buffer.concat([Buffer.from([0xfe, 0xff]), big(cafe("utf-16"))])),
      CAFE,
    ),
    value(
      "utf16le-charset-and-bom",
      typed("text/xml; charset=utf-16", () => Buffer.from(`\ufeff${cafe("utf-16")}`, "utf16le")),
      CAFE,
    ),
    value(
      "utf16be-charset-le-bom",
      typed("text/xml; charset=utf-16be", () => Buffer.from(`\ufeff${cafe("utf-16")}`, "utf16le")),
      CAFE,
    ),
    value(
      "utf16-bom-charset-utf8",
      typed("text/xml; charset=utf-8", () => Buffer.from(`\ufeff${cafe("utf-16")}`, "utf16le")),
      CAFE,
    ),
    ends(
      "utf16-odd-length",
      "ResponseError(xml)",
      typed("text/xml", () => Buffer.concat([Buffer.from(`\ufeff${cafe("utf-16")}`, "utf16le"), Buffer.from([0x20])])),
    ),
    ends(
      "utf16-lone-surrogate",
      "ResponseError(xml)",
      typed("text/xml", () => Buffer.from(`\ufeff${cafe("utf-16").replace("😀", "\ud83d!")}`, "utf16le")),
    ),
    ends(
      "utf32-bom",
      "ResponseError(xml)",
      typed("text/xml", () =>
        Buffer.from(
          Array.from(`\ufeff${whole}`).flatMap((c) => [c.codePointAt(0)! & 255, (c.codePointAt(0)! >> 8) & 255, 0, 0]),
        ),
      ),
    ),
    {
      ...ends(
        "utf32-charset",
        "ResponseError(xml)",
        typed("text/xml; charset=utf-32", () => whole),
      ),
      lenient: "value",
    },
    ends(
      "utf7-declared",
      "ResponseError(xml)",
      typed("text/xml", () => cafe("utf-7").replace("<Street>", "+ADw-Street+AD4-")),
    ),
    ends(
      "ebcdic-declared",
      "ResponseError(xml)",
      typed("text/xml", () => cafe("ebcdic-cp-us")),
    ),
    ends(
      "bom-twice",
      "ResponseError(xml)",
      body(() => `\ufeff\ufeff${whole}`),
    ),
    {
      ...ends(
        "declaration-contradicts-charset",
        "ResponseError(xml)",
        typed("text/xml; charset=iso-8859-1", () => cafe("utf-8")),
      ),
      lenient: "value",
      value: CAFE,
    },
    {
      ...ends(
        "charset-twice-differing",
        "ResponseError(xml)",
        typed('text/xml; charset="utf-16"; charset=utf-8', () => whole),
      ),
      lenient: "value",
    },
    value(
      "charset-single-quoted-case",
      typed('TEXT/XML;CHARSET="UTF-8"', () => whole),
    ),
    value(
      "surrogates-and-references-cut-anywhere",
      dripped(Buffer.from(addresses(address({ Street: "<![CDATA[Caf]]>&#xE9; <![CDATA[]]>😀" }))), 3),
      CAFE,
    ),
    value(
      "cdata-end-in-every-cut",
      chunked(Buffer.from(addresses(address({ Street: "<![CDATA[]]]]><![CDATA[>]]>]]&gt;" }))), 1),
      [addressValue({ Street: "]]>]]>" })],
    ),
    ends(
      "cdata-end-split-and-bare",
      "ResponseError(xml)",
      chunked(Buffer.from(addresses(address({ Street: "]]>" }))), 1),
    ),
    ends(
      "utf8-cut-by-the-end",
      "ResponseError(xml)",
      sends(() => http(Buffer.concat([Buffer.from(whole), Buffer.from([0xf0, 0x9f])]))),
    ),
    ends(
      "xml-1.1",
      "ResponseError(xml)",
      body(() => whole.replace('version="1.0"', 'version="1.1"')),
    ),
    ends(
      "xml-1.1-control-reference",
      "ResponseError(xml)",
      body(() => addresses(address({ Street: "&#x1F;" }))),
    ),
    ends(
      "reference-to-noncharacter",
      "ResponseError(xml)",
      body(() => addresses(address({ Street: "&#xFFFE;" }))),
    ),
    ends(
      "reference-in-an-attribute-to-zero",
      "ResponseError(xml)",
      body(() => addresses(address({}, '<x a="&#0;"/>'))),
    ),
    value(
      "nel-and-line-separator-are-text",
      body(() => addresses(address({ Street: "a\u0085b\u2028c" }))),
      [addressValue({ Street: "a\u0085b\u2028c" })],
    ),
  ],
};

export const furtherCompression: AttackClass<ResponseAttack> = {
  name: "further compression",
  attacks: [
    ends(
      "gzip-gzip",
      "ResponseError(content-encoding)",
      coded("gzip, gzip", () => gzipSync(gzip)),
    ),
    ends(
      "gzip-of-gzip-said-once",
      "ResponseError(xml)",
      coded("gzip", () => gzipSync(gzip)),
    ),
    value(
      "gzip-identity",
      coded("identity, gzip", () => gzip),
    ),
    value(
      "gzip-in-two-members",
      coded("gzip", () => Buffer.concat([gzipSync(whole.slice(0, 99)), gzipSync(whole.slice(99))])),
    ),
    ends(
      "gzip-with-garbage-after",
      "ResponseError(content-encoding)",
      coded("gzip", () => Buffer.concat([gzip, Buffer.from("<!-- more -->")])),
    ),
    ends(
      "gzip-with-a-second-envelope-after",
      "ResponseError(xml)",
      coded("gzip", () => Buffer.concat([gzip, gzip])),
    ),
    ends(
      "gzip-wrong-checksum",
      "ResponseError(content-encoding)",
      coded("gzip", () => Buffer.concat([gzip.subarray(0, -8), Buffer.alloc(8)])),
    ),
    ends(
      "brotli-truncated",
      "ResponseError(content-encoding)",
      coded("br", () => brotliCompressSync(whole).subarray(0, -5)),
    ),
    ends(
      "brotli-empty",
      "ResponseError(envelope)",
      coded("br", () => ""),
    ),
    ends(
      "coding-unknown-on-an-error",
      "HttpError",
      sends(() => http("x", "500 Oops", { "Content-Encoding": "rot13" })),
    ),
    ends("transfer-coding-gzip", "ResponseError(xml)", raw(`${OK}\r\nTransfer-Encoding: gzip`, gzip)),
    ends(
      "a-thousand-codings",
      "ResponseError(content-encoding)",
      coded(Array(1000).fill("gzip").join(","), () => gzip),
    ),
  ],
};
