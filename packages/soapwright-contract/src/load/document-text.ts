/** The bytes of a document as XML, and their digest. */
import { createHash } from "node:crypto";
import type { Diagnostics } from "../diagnostics";
import { decodeDocument, EncodingProblem } from "../xml/decode";
import { parseXml } from "../xml/parse";
import type { XmlElement } from "../xml/xml";
import { otherThanXml } from "./other-than-xml";

/** Returns the root element; undefined, with an error in `diagnostics`, for bytes that are no XML. */
export function parseDocument(
  bytes: Uint8Array,
  shown: string,
  maxDepth: number,
  diagnostics: Diagnostics,
): XmlElement | undefined {
  const other = otherThanXml(bytes);
  if (other !== undefined) {
    diagnostics.error({ file: shown, line: 1, column: 1 }, ...other);
    return undefined;
  }
  try {
    return parseXml(decodeDocument(bytes), shown, maxDepth, diagnostics);
  } catch (error) {
    if (!(error instanceof EncodingProblem)) throw error;
    const { line, column, hint } = error;
    diagnostics.error({ file: shown, line, column }, error.reason, `not readable as text: ${error.message}`, hint);
    return undefined;
  }
}

/** Returns the SHA-256 of a document in hexadecimal digits, which is the same for each kind of line ends. */
export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(withoutCarriageReturns(bytes)).digest("hex");
}

/** XML reads both line ends alike (XML 1.0, section 2.11), and so does the digest: a checkout may have either. */
function withoutCarriageReturns(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(0x0d)) return bytes;
  return Buffer.from(Buffer.from(bytes).toString("latin1").replace(/\r\n?/g, "\n"), "latin1");
}
