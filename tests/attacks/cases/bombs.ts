/** Oversized responses: in depth, in length, in the number of names; compressed ones too. */
import { brotliCompressSync, createBrotliCompress, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { AttackClass, ResponseAttack } from "../attack";
import { address, addresses, body, http, many, pours } from "../payloads";

const MEBI = 1024 * 1024;

/** Yields the usual response with `pieces` in a field. */
function* inStreet(pieces: Iterable<string>): Generator<string> {
  const [before, after] = addresses(address({ Street: "|" })).split("|");
  yield before!;
  yield* pieces;
  yield after!;
}

/** Yields the usual response with `pieces` after a field. */
function* inRecord(pieces: Iterable<string>): Generator<string> {
  const [before, after] = addresses(address({}, "|")).split("|");
  yield before!;
  yield* pieces;
  yield after!;
}

const nested = (depth: number) => () => inRecord([...many("<a>", depth * 3), ...many("</a>", depth * 4)]);

function* numbered(count: number, make: (index: number) => string): Generator<string> {
  for (let from = 0; from < count; from += 1000) {
    yield Array.from({ length: Math.min(1000, count - from) }, (_, index) => make(from + index)).join("");
  }
}

const limited = (name: string, pieces: () => Iterable<string>, says: RegExp, slow = false): ResponseAttack => ({
  name,
  outcome: "ResponseError(limit)",
  serve: pours(pieces),
  says,
  slow,
  ...(slow ? { options: { timeoutMs: 5000, deadlineMs: 6000 } } : {}),
});

export const bomb: AttackClass<ResponseAttack> = {
  name: "bomb",
  attacks: [
    limited("bomb-depth-1000", nested(1000), /limits\.depth/),
    limited("bomb-depth-10000", nested(10_000), /limits\.depth/),
    limited("bomb-depth-100000", nested(100_000), /limits\.depth/),
    limited("bomb-depth-1000000", nested(1_000_000), /limits\.depth/),
    limited("bomb-depth-never-closed-1M", () => inRecord(many("<a>", 3_000_000)), /limits\.depth/),
    limited("bomb-text-16MB", () => inStreet(many("x", 16 * MEBI)), /limits\.textLength/),
    limited("bomb-text-64MB", () => inStreet(many("x", 64 * MEBI)), /limits\.textLength/, true),
    limited("bomb-text-entities-16MB", () => inStreet(many("&amp;", 16 * MEBI)), /limits\.responseBytes/, true),
    limited(
      "bomb-attrs-500k-on-one-element",
      () => inRecord(["<X", ...numbered(500_000, (index) => ` a${index}="1"`), "/>"]),
      /more attributes than 64 .*Tell the owner of the service/,
    ),
    limited(
      "bomb-attr-value-64MB",
      () => inRecord(['<X a="', ...many("v", 64 * MEBI), '"/>']),
      /limits\.textLength/,
      true,
    ),
    limited(
      "bomb-namespaces-50k-on-one-element",
      () => inRecord(["<X", ...numbered(50_000, (index) => ` xmlns:p${index}="u${index}"`), "/>"]),
      /more attributes than 64 .*Tell the owner of the service/,
    ),
    limited(
      "bomb-namespaces-nested-5k",
      () =>
        inRecord([
          ...numbered(5000, (index) => `<p${index}:a xmlns:p${index}="u${index}">`),
          ...numbered(5000, (index) => `</p${4999 - index}:a>`),
        ]),
      /limits\.depth/,
    ),
    limited(
      "bomb-xsi-prefixes-nested-3k",
      () =>
        inRecord([
          ...numbered(
            3000,
            (index) => `<a xmlns:x${index}="http://www.w3.org/2001/XMLSchema-instance" x${index}:nil="false">`,
          ),
          ...numbered(3000, () => "</a>"),
        ]),
      /limits\.depth/,
    ),
    limited(
      "bomb-unique-children-500k",
      () => inRecord(numbered(500_000, (index) => `<n${index}/>`)),
      /more different names than 5,000 /,
    ),
    limited(
      "bomb-element-name-16MB",
      () => inRecord(["<", ...many("n", 16 * MEBI), "/>"]),
      /name of an element is longer than 1,024 /,
    ),
    {
      name: "bomb-pi-64MB",
      outcome: "ResponseError(xml)",
      serve: pours(() => inRecord(["<?pi ", ...many("x", 64 * MEBI), "?>"])),
      says: /processing instruction, <\?pi/,
    },
    { name: "redos-lt-flood-200k", outcome: "ResponseError(xml)", serve: pours(() => many("<", 200_000)) },
    {
      name: "redos-html-tags-no-colon-1MB",
      outcome: "HttpError",
      serve: (socket) => {
        socket.write(
          http(`<html><body>${"<b>x</b>".repeat(MEBI / 8)}</body></html>`, "502 Bad Gateway", {
            "Content-Type": "text/html",
          }),
        );
      },
    },
    {
      name: "redos-cdata-xml-decl",
      outcome: "ResponseError(limit)",
      serve: pours(() => inStreet(many('<![CDATA[<?xml version="1.0"?>]]>', 16 * MEBI))),
      says: /limits\.responseBytes|limits\.textLength/,
      options: { timeoutMs: 5000, deadlineMs: 6000 },
      slow: true,
    },
  ],
};

const whole = addresses(address());
const encoded = (coding: string, make: () => Buffer) => body(make, { "Content-Encoding": coding });

/** Sends 512 MiB of blanks after the envelope, compressed on the fly. */
function brotliBomb(): ResponseAttack["serve"] {
  return (socket) => {
    socket.write(
      "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Encoding: br\r\nConnection: close\r\n\r\n",
    );
    const compress = createBrotliCompress({ params: { 1: 1 } });
    compress.on("error", () => undefined);
    compress.pipe(socket);
    compress.write(whole);
    const blanks = Buffer.alloc(MEBI, " ");
    let left = 512;
    const feed = () => {
      while (left > 0 && !socket.destroyed) {
        left--;
        if (!compress.write(blanks)) return void compress.once("drain", feed);
      }
      compress.end();
    };
    feed();
  };
}

export const compression: AttackClass<ResponseAttack> = {
  name: "gzip",
  attacks: [
    { name: "deflate-valid", outcome: "value", serve: encoded("deflate", () => deflateSync(whole)) },
    { name: "deflate-raw", outcome: "value", serve: encoded("deflate", () => deflateRawSync(whole)) },
    { name: "br-valid", outcome: "value", serve: encoded("br", () => brotliCompressSync(whole)) },
    {
      name: "gzip-bomb-double",
      outcome: "ResponseError(content-encoding)",
      serve: encoded("gzip, gzip", () => gzipSync(gzipSync(Buffer.alloc(16 * MEBI, " ")))),
    },
    {
      name: "br-bomb-512MB",
      outcome: "ResponseError(limit)",
      serve: brotliBomb(),
      says: /limits\.responseBytes/,
      slow: true,
    },
    {
      name: "gzip-truncated",
      outcome: "ResponseError(content-encoding)",
      serve: encoded("gzip", () => gzipSync(whole).subarray(0, -20)),
    },
    {
      name: "gzip-declared-but-plain",
      outcome: "ResponseError(content-encoding)",
      serve: encoded("gzip", () => Buffer.from(whole)),
    },
    {
      name: "gzip-trailing-garbage",
      outcome: "ResponseError(content-encoding)",
      serve: encoded("gzip", () => Buffer.concat([gzipSync(whole), Buffer.from("garbage")])),
    },
    {
      name: "encoding-10-layers",
      outcome: "ResponseError(content-encoding)",
      serve: encoded(Array(10).fill("gzip").join(", "), () =>
        Array(10)
          .fill(0)
          .reduce((inner: Buffer) => gzipSync(inner), Buffer.from(whole)),
      ),
    },
  ],
};
