/** Ways in which servers write one and the same response: the single list for server and client. */
import { createHash } from "node:crypto";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { book, books, envelope } from "../client/shelf";

export type Framing = "length" | "chunked" | "close";
export type Coding = "identity" | "gzip" | "deflate" | "br";
/**
 * The fate of the connection behind the response: kept; closed, announced by `Connection: close` or HTTP/1.0; announced
 * as kept but closed at once, or 20 ms later.
 */
export type Ending = "keep-alive" | "Connection: close" | "HTTP/1.0" | "FIN behind" | "FIN after 20 ms";
/** The part that is missing at the end, if any, and how the connection ends then. */
export type Cut = "half" | "last byte" | "last chunk" | "trailer";

export interface Shape {
  readonly framing: Framing;
  readonly coding: Coding;
  readonly ending: Ending;
  readonly items: number;
  readonly cut?: { readonly what: Cut; readonly by: "FIN" | "reset" };
}

/** An incompressible title, so that the received bytes are as many as the decoded ones. */
export function titleOf(id: number): string {
  return createHash("sha256").update(String(id)).digest("base64");
}

/** Items of responses of about 400 bytes, 26 kB and 600 kB. */
export const SIZES = { "400 B": 1, "26 kB": 260, "600 kB": 6_000 } as const;

const framings: readonly Framing[] = ["length", "chunked", "close"];
const codings: readonly Coding[] = ["identity", "gzip", "deflate", "br"];
const endings: readonly Ending[] = ["keep-alive", "Connection: close", "HTTP/1.0", "FIN behind", "FIN after 20 ms"];

/** HTTP/1.0 has no chunks, and a body that ends with the connection cannot keep it. */
function isPossible(framing: Framing, ending: Ending): boolean {
  if (framing === "chunked") return ending !== "HTTP/1.0";
  return framing === "length" || ending !== "keep-alive";
}

export const COMPLETE: readonly Shape[] = framings.flatMap((framing) =>
  codings.flatMap((coding) =>
    endings
      .filter((ending) => isPossible(framing, ending))
      .flatMap((ending) => Object.values(SIZES).map((items) => ({ framing, coding, ending, items }))),
  ),
);

function cutsOf(framing: Framing, coding: Coding): readonly Cut[] {
  if (framing === "length") return ["half", "last byte"];
  if (framing === "chunked") return ["half", "last chunk"];
  return coding === "identity" ? ["half"] : ["half", "trailer"];
}

/** Every incomplete response. */
export const TRUNCATED: readonly Shape[] = framings.flatMap((framing) =>
  codings.flatMap((coding) =>
    cutsOf(framing, coding).flatMap((what) =>
      (["FIN", "reset"] as const).flatMap((by) =>
        Object.values(SIZES).map((items): Shape => {
          const ending = framing === "close" ? "Connection: close" : "keep-alive";
          return { framing, coding, ending, items, cut: { what, by } };
        }),
      ),
    ),
  ),
);

/** The label of a shape in a failed test. */
export function nameOf({ framing, coding, ending, items, cut }: Shape): string {
  const missing = cut === undefined ? "" : `, ${cut.what} missing by ${cut.by}`;
  return `${framing}, ${coding}, ${ending}, ${items} items${missing}`;
}

const compress = {
  identity: (body: Buffer) => body,
  gzip: (body: Buffer) => gzipSync(body, { level: 1 }),
  deflate: (body: Buffer) => deflateSync(body, { level: 1 }),
  br: (body: Buffer) => brotliCompressSync(body, { params: { 1: 3 } }),
};

/** `text` as the body of a response of this coding. */
export function encodeBody(coding: Coding, text: string): Buffer {
  return compress[coding](Buffer.from(text));
}

const bodies = new Map<string, Buffer>();

function bodyOf({ coding, items }: Shape): Buffer {
  const key = `${coding} ${items}`;
  let body = bodies.get(key);
  if (body === undefined) {
    const list = Array.from({ length: items }, (_, id) => book(id, titleOf(id)));
    // The line feed behind the root: a complete envelope does not prove a complete body.
    body = encodeBody(coding, `${envelope(books(...list))}\n`);
    bodies.set(key, body);
  }
  return body;
}

const CHUNK = 5_000;

function chunked(body: Buffer, isEnded: boolean): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += CHUNK) {
    const part = body.subarray(at, at + CHUNK);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n"));
  }
  if (isEnded) parts.push(Buffer.from("0\r\n\r\n"));
  return Buffer.concat(parts);
}

/** The response of a shape as bytes on the wire. */
export function bytesOf(shape: Shape): Buffer {
  return frame(shape, bodyOf(shape));
}

/** Head and `body`, which is already encoded. */
export function frame(shape: Omit<Shape, "items">, body: Buffer): Buffer {
  const isOld = shape.ending === "HTTP/1.0";
  const head = [
    `HTTP/1.${isOld ? 0 : 1} 200 OK`,
    "Content-Type: text/xml; charset=utf-8",
    ...(shape.coding === "identity" ? [] : [`Content-Encoding: ${shape.coding}`]),
    ...(shape.framing === "length" ? [`Content-Length: ${body.length}`] : []),
    ...(shape.framing === "chunked" ? ["Transfer-Encoding: chunked"] : []),
    ...(isOld ? [] : [`Connection: ${shape.ending === "Connection: close" ? "close" : "keep-alive"}`]),
  ];
  const framed = shape.framing === "chunked" ? chunked(body, shape.cut?.what !== "last chunk") : body;
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), shortened(framed, shape.cut)]);
}

function shortened(framed: Buffer, cut: Shape["cut"]): Buffer {
  if (cut?.what === "half") return framed.subarray(0, framed.length >> 1);
  if (cut?.what === "last byte") return framed.subarray(0, -1);
  // The checksum of gzip and deflate, or the end of a Brotli stream.
  return cut?.what === "trailer" ? framed.subarray(0, -3) : framed;
}
