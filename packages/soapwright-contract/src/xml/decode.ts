import { TextDecoder } from "node:util";
import { declaredEncoding } from "soapwright-runtime/xsd";
import type { DiagnosticReason } from "../reasons";

/** XML 1.0 section 4.3.3 and appendix F: decodes a document entity by byte order mark, then by declaration. */

export class EncodingProblem extends Error {
  constructor(
    readonly reason: DiagnosticReason,
    message: string,
    /** Counts from 1, and is 1 unless a single byte is wrong. */
    readonly line = 1,
    readonly column = 1,
    readonly hint = 'save the document as UTF-8, or declare the encoding that it has, for example <?xml version="1.0" encoding="windows-1252"?>',
  ) {
    super(message);
  }
}

const encodingFamilies = new Map<string, "utf-8" | "utf-16" | "latin1" | "ascii">([
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

/** Returns the text without its byte order mark. @throws EncodingProblem with a message that names the encoding. */
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
  const encoding = encodingFamilies.get(declared.toLowerCase());
  if (encoding === "utf-16")
    throw new EncodingProblem("encoding-not-utf-16", `declared as ${declared}, but its bytes are not UTF-16`);
  if (encoding === "latin1") return Buffer.from(bytes).toString("latin1");
  const beyond = encoding === "ascii" ? bytes.findIndex((byte) => byte > 127) : -1;
  if (beyond >= 0) throw wrongByte(bytes, beyond, Buffer.from(bytes.subarray(0, beyond)).toString("latin1"), declared);
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

function expectFamily(text: string, family: "utf-8" | "utf-16", because: string): void {
  const declared = declaredEncoding(text.slice(0, 1024));
  if (declared !== undefined && encodingFamilies.get(declared.toLowerCase()) !== family) {
    throw new EncodingProblem(
      "encoding-contradicted",
      `declared as ${declared}, but ${because} says ${family.toUpperCase()}`,
    );
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  } catch {
    throw new EncodingProblem("encoding-unknown", `unknown encoding ${encoding}`);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    const wrong = decoder.encoding === "utf-8" ? notUtf8(bytes) : undefined;
    if (wrong !== undefined) throw wrong;
    throw new EncodingProblem("encoding-bytes-invalid", `bytes that are not ${encoding.toUpperCase()}`);
  }
}

/** Finds the first byte that is not UTF-8: its replacement character is not in the bytes. */
function notUtf8(bytes: Uint8Array): EncodingProblem | undefined {
  const text = Buffer.from(bytes).toString();
  let [offset, before] = [0, 0];
  for (let at = text.indexOf("\uFFFD"); at !== -1; at = text.indexOf("\uFFFD", at + 1)) {
    offset += Buffer.byteLength(text.slice(before, at));
    before = at;
    const isWritten = bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;
    if (!isWritten) return wrongByte(bytes, offset, text.slice(0, at), "UTF-8");
  }
  return undefined;
}

function wrongByte(bytes: Uint8Array, offset: number, before: string, encoding: string): EncodingProblem {
  const lines = before.split("\n");
  const byte = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  return new EncodingProblem(
    "encoding-byte-invalid",
    `byte 0x${byte} is not ${encoding}`,
    lines.length,
    lines.at(-1)!.length + 1,
  );
}
