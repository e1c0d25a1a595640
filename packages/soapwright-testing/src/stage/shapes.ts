/** The shapes of a response: the ways in which servers write the same response. Server and client share this list. */
import { createHash } from "node:crypto";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { book, books, envelope } from "../client/shelf";

export type Framing = "length" | "chunked" | "close";
export type Coding = "identity" | "gzip" | "deflate" | "br";
/**
 * What becomes of the connection after the response: it is kept; closed, announced by `Connection: close` or HTTP/1.0;
 * or announced as kept but closed, at once or 20 ms later.
 */
export type Ending = "keep-alive" | "Connection: close" | "HTTP/1.0" | "FIN behind" | "FIN after 20 ms";
/** The part that is missing at the end, if any. */
type Cut = "half" | "last byte" | "last chunk" | "trailer";

export interface Shape {
  readonly framing: Framing;
  readonly coding: Coding;
  readonly ending: Ending;
  readonly items: number;
  readonly cut?: { readonly what: Cut; readonly by: "FIN" | "reset" };
}

/** Returns a title that cannot be compressed, so that the sizes of received and decoded bytes are similar. */
export function titleOf(id: number): string {
  return createHash("sha256").update(String(id)).digest("base64");
}

/** The number of items in responses of about 400 bytes, 26 kB and 600 kB. */
export const SIZES = { "400 B": 1, "26 kB": 260, "600 kB": 6_000 } as const;

const framings: readonly Framing[] = ["length", "chunked", "close"];
const codings: readonly Coding[] = ["identity", "gzip", "deflate", "br"];
const endings: readonly Ending[] = ["keep-alive", "Connection: close", "HTTP/1.0", "FIN behind", "FIN after 20 ms"];

/**
 * Whether framing and ending can be combined. HTTP/1.0 has no chunks, and a body that ends with the connection cannot
 * keep it.
 */
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

/** The shapes of all incomplete responses. */
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

/** Returns the label of a shape for a failed test. */
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

/** Returns `text` as the body of a response with this coding. */
export function encodeBody(coding: Coding, text: string): Buffer {
  return compress[coding](Buffer.from(text));
}

const bodies = new Map<string, Buffer>();

function bodyOf({ coding, items }: Shape): Buffer {
  const key = `${coding} ${items}`;
  let body = bodies.get(key);
  if (body === undefined) {
    const list = Array.from({ length: items }, (_, id) => book(id, titleOf(id)));
    // A line feed follows the root: a complete envelope does not prove a complete body.
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

/** Returns the response of a shape as bytes on the wire. */
export function bytesOf(shape: Shape): Buffer {
  return frame(shape, bodyOf(shape));
}

/** Returns the head and `body`, which is already encoded. */
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
  // The last bytes are the checksum of gzip and deflate, or the end of a Brotli stream.
  return cut?.what === "trailer" ? framed.subarray(0, -3) : framed;
}
