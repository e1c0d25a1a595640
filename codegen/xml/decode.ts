import { TextDecoder } from "node:util";

/** XML 1.0 section 4.3.3 and appendix F: bytes of a document entity to text, by byte order mark, then by declaration. */

/** The bytes are not text in the encoding they claim, or claim one that is not known here. */
export class EncodingProblem extends Error {}

const declaration = /^<\?xml[\t\r\n ][^>]*?[\t\r\n ]encoding[\t\r\n ]*=[\t\r\n ]*(?:"([^"]*)"|'([^']*)')/;

/** What the encodings are called that are read without a table: by lower-case name. */
const known = new Map<string, "utf-8" | "utf-16" | "latin1" | "ascii">([
  ["utf-8", "utf-8"],
  ["utf8", "utf-8"],
  ["utf-16", "utf-16"],
  ["utf-16le", "utf-16"],
  ["utf-16be", "utf-16"],
  ["iso-8859-1", "latin1"],
  ["iso8859-1", "latin1"],
  ["iso_8859-1", "latin1"],
  ["latin1", "latin1"],
  ["us-ascii", "ascii"],
  ["ascii", "ascii"],
]);

/** The text without its byte order mark. @throws EncodingProblem with a message that names the encoding. */
export function decodeDocument(bytes: Uint8Array): string {
  const mark = byteOrderMark(bytes);
  if (mark !== undefined) {
    const text = decodeAs(mark, bytes.subarray(mark === "utf-8" ? 3 : 2));
    expectFamily(text, mark === "utf-8" ? "utf-8" : "utf-16", "the byte order mark");
    return text;
  }
  const unmarked = unmarkedUtf16(bytes);
  if (unmarked !== undefined) {
    const text = decodeAs(unmarked, bytes);
    expectFamily(text, "utf-16", "its bytes");
    return text;
  }
  const declared = declaredEncoding(Buffer.from(bytes.subarray(0, 1024)).toString("latin1")) ?? "utf-8";
  const encoding = known.get(declared.toLowerCase());
  if (encoding === "utf-16") throw new EncodingProblem(`declared as ${declared}, but its bytes are not UTF-16`);
  if (encoding === "latin1") return Buffer.from(bytes).toString("latin1");
  if (encoding === "ascii" && bytes.some((byte) => byte > 127))
    throw new EncodingProblem(`bytes that are not ${declared}`);
  return decodeAs(encoding === undefined ? declared : "utf-8", bytes);
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x3c && bytes[1] === 0) return "utf-16le";
  if (bytes[0] === 0 && bytes[1] === 0x3c) return "utf-16be";
  return undefined;
}

function declaredEncoding(start: string): string | undefined {
  const match = declaration.exec(start);
  return match?.[1] ?? match?.[2];
}

function expectFamily(text: string, family: "utf-8" | "utf-16", because: string): void {
  const declared = declaredEncoding(text.slice(0, 1024));
  if (declared !== undefined && known.get(declared.toLowerCase()) !== family) {
    throw new EncodingProblem(`declared as ${declared}, but ${because} says ${family.toUpperCase()}`);
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  } catch {
    throw new EncodingProblem(`unknown encoding ${encoding}`);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw new EncodingProblem(`bytes that are not ${encoding.toUpperCase()}`);
  }
}
