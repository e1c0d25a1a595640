/** Decodes Content-Transfer-Encoding (RFC 2045, section 6). */
import { ResponseError } from "soapwright-runtime/errors";
import { attachmentError, shownText } from "./attachment-error";

export interface TransferDecoder {
  write(bytes: Buffer): Buffer;
  end(): Buffer;
}

/** Returns undefined for encodings that change nothing. Throws a `ResponseError` for an unknown encoding. */
export function transferDecoder(field: string | undefined, part: number): TransferDecoder | undefined {
  const encoding = field?.trim().toLowerCase() ?? "";
  switch (encoding) {
    case "":
    case "binary":
    case "8bit":
    case "7bit":
      return undefined;
    case "base64":
      return new Base64Decoder(part);
    case "quoted-printable":
      return new QuotedPrintableDecoder(part);
    default:
      throw new ResponseError(
        `Part ${part} of the response has the transfer encoding ${shownText(encoding)}. This client reads binary, 8bit, 7bit, base64 and quoted-printable.`,
        { reason: "content-encoding" },
      );
  }
}

const NONE = Buffer.alloc(0);

/**
 * Decodes base64 (RFC 2045, 6.8). Any character outside the alphabet except white space is an error, and so is data
 * after padding.
 */
class Base64Decoder implements TransferDecoder {
  readonly #part: number;
  #rest = "";
  #isPadded = false;

  constructor(part: number) {
    this.#part = part;
  }

  write(bytes: Buffer): Buffer {
    const digits = this.#rest + bytes.toString("latin1").replace(/[\t\n\r ]+/g, "");
    const length = digits.length - (digits.length % 4);
    this.#rest = digits.slice(length);
    if (length === 0) return NONE;
    const whole = digits.slice(0, length);
    // Only white space may follow the padding.
    if (this.#isPadded || !/^[A-Za-z0-9+/]*={0,2}$/.test(whole)) this.#fail();
    this.#isPadded = whole.endsWith("=");
    return Buffer.from(whole, "base64");
  }

  end(): Buffer {
    if (this.#rest !== "") this.#fail();
    return NONE;
  }

  #fail(): never {
    throw attachmentError(`part ${this.#part} is not the base64 that its header says`);
  }
}

/** Decodes quoted-printable (RFC 2045, 6.7). */
class QuotedPrintableDecoder implements TransferDecoder {
  readonly #part: number;
  #rest = "";

  constructor(part: number) {
    this.#part = part;
  }

  write(bytes: Buffer): Buffer {
    const text = this.#rest + bytes.toString("latin1");
    // Trailing white space can be recognized only on a complete line. A part without lines is decoded up to a possible
    // escape.
    const line = text.lastIndexOf("\n") + 1;
    const end = line > 0 ? line : text.length > MAX_LINE_LENGTH ? text.length : 0;
    const cut = end === text.length ? beforeEscape(text) : end;
    this.#rest = text.slice(cut);
    return this.#decode(text.slice(0, cut));
  }

  end(): Buffer {
    const rest = this.#rest;
    this.#rest = "";
    return this.#decode(rest);
  }

  #decode(text: string): Buffer {
    if (text === "") return NONE;
    const lines = text.split("\n").map(withoutPadding);
    const joined = lines.join("\n").replace(/=\r?\n/g, "");
    if (/=(?![0-9A-Fa-f]{2})/.test(joined)) {
      throw attachmentError(`part ${this.#part} is not the quoted-printable text that its header says`);
    }
    const decoded = joined.replace(/=(..)/g, (_escape, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
    return Buffer.from(decoded, "latin1");
  }
}

/** A mail gateway may have added trailing white space (RFC 2045, 6.7, rule 3). */
function withoutPadding(line: string): string {
  const end = line.endsWith("\r") ? "\r" : "";
  let length = line.length - end.length;
  while (length > 0 && (line[length - 1] === " " || line[length - 1] === "\t")) length--;
  return line.slice(0, length) + end;
}

/** RFC 2045 allows 76 characters. */
const MAX_LINE_LENGTH = 4096;

function beforeEscape(text: string): number {
  const [tail = ""] = /(?:=[0-9A-Fa-f]?\r?|[ \t]+)$/.exec(text.slice(-MAX_LINE_LENGTH)) ?? [];
  return text.length - tail.length;
}
