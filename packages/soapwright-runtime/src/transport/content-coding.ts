/** Decodes the content coding of a response (RFC 9110, 8.4). */
import { ResponseError } from "../errors/response-error";

/** Returns undefined after the last bytes. */
export type ReadBytes = () => Uint8Array | undefined | Promise<Uint8Array | undefined>;

/** The value of `Accept-Encoding`. */
export const ACCEPTED_CODINGS = "gzip, deflate, br";

/** Returns undefined for no coding. Throws a `ResponseError` for several codings or an unknown one. */
export function contentCoding(value: string): string | undefined {
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

/** The error of bytes that do not fit the coding. */
export function notDecompressed(coding: string, cause: unknown): ResponseError {
  return new ResponseError(
    `The response is marked as compressed with ${coding}, but its bytes cannot be decompressed.`,
    { reason: "content-encoding", cause, advice: [{ action: "report" }] },
  );
}

/** Whether `deflate` is the zlib format, as RFC 9110 defines it; servers also send bare deflate (RFC 1951). */
export function isZlibHeader(bytes: Uint8Array): boolean {
  // RFC 1950, 2.2, defines the header.
  const [cmf = 0, flags = 0] = bytes;
  return (cmf & 0x0f) === 8 && (bytes.length < 2 || ((cmf << 8) | flags) % 31 === 0);
}
