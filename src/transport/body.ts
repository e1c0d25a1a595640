import type { Transform } from "node:stream";
import { ResponseError } from "../errors/response-error";

/** Asks for the next bytes; undefined after the last. */
export type ReadBytes = () => Promise<Uint8Array | undefined>;

/** The one coding of a `content-encoding` header; undefined for none. Throws when there are several, or one that is not known. */
export function contentCoding(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const codings = value
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  const [coding] = codings;
  if (coding === undefined) return undefined;
  if (codings.length > 1 || !["gzip", "x-gzip", "deflate", "br"].includes(coding)) {
    throw new ResponseError(
      "The response has a content encoding that this client does not read. It reads gzip, deflate and br.",
      { reason: "content-encoding" },
    );
  }
  return coding;
}

/**
 * The bytes of `read` without their content coding (RFC 9110, 8.4), as they come. What `read` rejects with is passed on;
 * bytes that are not of the coding, or end early, are a `ResponseError`. Ends with its last bytes or with `return()`.
 */
export async function* decompress(read: ReadBytes, coding: string): AsyncGenerator<Uint8Array, void, undefined> {
  const first = await read();
  // A response without a body has nothing to decompress, whatever its head says.
  if (first === undefined) return;
  const stream = open(coding, first);
  let failure: { readonly error: unknown } | undefined;
  const feed = async (): Promise<void> => {
    try {
      for (let bytes: Uint8Array | undefined = first; bytes !== undefined; bytes = await read()) {
        if (!stream.write(bytes)) await drained(stream);
        if (stream.destroyed) return;
      }
      stream.end();
    } catch (error) {
      failure = { error };
      stream.destroy();
    }
  };
  const fed = feed();
  try {
    for await (const bytes of stream) yield bytes as Uint8Array;
    // A stream that is destroyed without an error ends early and says nothing.
    await fed;
    if (failure !== undefined) throw failure.error;
  } catch (error) {
    if (failure !== undefined) throw failure.error;
    throw new ResponseError(
      `The response is marked as compressed with ${coding}, but its bytes cannot be decompressed. Check the service or the gateway in front of it.`,
      { reason: "content-encoding", cause: error },
    );
  } finally {
    stream.destroy();
  }
}

function open(coding: string, first: Uint8Array): Transform {
  const zlib = require("node:zlib") as typeof import("node:zlib");
  switch (coding) {
    case "br":
      return zlib.createBrotliDecompress();
    case "deflate":
      // RFC 9110 means the zlib format; servers also send bare deflate (RFC 1951).
      return isZlibHeader(first) ? zlib.createInflate() : zlib.createInflateRaw();
    default:
      return zlib.createGunzip();
  }
}

function drained(stream: Transform): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off("drain", done).off("close", done);
      resolve();
    };
    stream.on("drain", done).on("close", done);
  });
}

/** RFC 1950, 2.2. */
function isZlibHeader(bytes: Uint8Array): boolean {
  const [cmf = 0, flags = 0] = bytes;
  return (cmf & 0x0f) === 8 && (bytes.length < 2 || ((cmf << 8) | flags) % 31 === 0);
}
