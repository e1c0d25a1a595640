/** Decodes the bytes of a response to text (RFC 7303, 3.2; XML 1.0, 4.3.3 and appendix F). */
import { isAscii, isUtf8 } from "node:buffer";
import { ResponseError } from "../errors/response-error";
import { canonicalEncoding, type Decode, type Decoded, decodeOther, firstWrong } from "./encodings";
import type { Subject } from "./source";

const MAX_DECLARATION = 2048;

/** The first bytes of nearly every response. Only the charset parameter can contradict them. */
const USUAL_HEAD = '<?xml version="1.0" encoding="utf-8"?>';

const NOTHING = Buffer.alloc(0);

const DECLARED_ENCODING = /^<\?xml[ \t\r\n][^>]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([^"'>]*)["']/;

const MARKS = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

/**
 * Decodes the bytes of a response by the charset parameter, the byte order mark and the XML declaration, in this order;
 * as UTF-8 when there is none of them. Contradictions between them, an unsupported encoding, or invalid bytes are a
 * `ResponseError` of reason `xml`; no byte is replaced. The mark is not part of the text.
 *
 * `forgiving` accepts common deviations where the bytes are unambiguous: a declaration of UTF-16 over text in another
 * encoding (as the `StringWriter` of .NET leaves it), blanks before the declaration, and a charset parameter in single
 * quotes. A declaration that contradicts the charset parameter otherwise is still rejected.
 */
export class XmlTextDecoder {
  readonly #charset: string | undefined;
  readonly #forgiving: boolean;
  readonly #subject: Subject;
  /** An incomplete declaration, later an incomplete character. */
  #waiting: Buffer = NOTHING;
  #encoding = "";
  #decode: Decode | undefined;
  #line = 1;
  #column = 1;
  #endedWithReturn = false;

  constructor(
    charset: string | undefined,
    { forgiving = false, subject = "response" }: { readonly forgiving?: boolean; readonly subject?: Subject } = {},
  ) {
    this.#charset = charset === undefined || charset === "utf-8" ? charset : unquoted(charset, forgiving);
    this.#forgiving = forgiving;
    this.#subject = subject;
  }

  /** An incomplete character at the end waits for the next bytes. Throws a `ResponseError`. */
  write(bytes: Uint8Array): string {
    const all = this.#joined(bytes);
    if (this.#decode !== undefined) return this.#text(this.#decode, all);
    if (this.#isUsual(all)) {
      this.#encoding = "utf-8";
      this.#decode = decodeUtf8;
      return this.#text(this.#decode, all);
    }
    if (!isHeadComplete(all, this.#forgiving)) {
      this.#waiting = Buffer.from(all);
      return "";
    }
    return this.#begin(all);
  }

  /** Throws a `ResponseError` for an incomplete character. */
  end(): string {
    const text = this.#decode === undefined ? this.#begin(this.#waiting) : "";
    if (this.#waiting.length > 0) this.#fail(`the last character is not complete in ${this.#encoding}`);
    return text;
  }

  #isUsual(head: Buffer): boolean {
    if (this.#charset !== undefined && this.#charset !== "utf-8") return false;
    return head.length >= USUAL_HEAD.length && head.toString("latin1", 0, USUAL_HEAD.length) === USUAL_HEAD;
  }

  #joined(bytes: Uint8Array): Buffer {
    if (this.#waiting.length > 0) return Buffer.concat([this.#waiting, bytes]);
    return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #begin(head: Buffer): string {
    const mark = MARKS.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte));
    this.#encoding = this.#chooseEncoding(head, mark);
    this.#decode = decodeFor(this.#encoding);
    return this.#text(this.#decode, mark === undefined ? head : head.subarray(mark.bytes.length));
  }

  #chooseEncoding(head: Buffer, mark: (typeof MARKS)[number] | undefined): string {
    const named = this.#charset === undefined ? undefined : this.#read(this.#charset, "the charset parameter");
    if (named !== undefined && mark !== undefined && !isSame(named, mark.encoding)) {
      this.#fail(`the charset parameter says ${named}, the byte order mark ${mark.encoding}`);
    }
    const wide = mark?.encoding ?? wideEncoding(head, this.#forgiving);
    if (named === undefined && mark === undefined && wide !== undefined) {
      this.#fail(`it looks like ${wide}, which needs a byte order mark or a charset parameter`);
    }
    const outer =
      named === "utf-16" ? (wide ?? this.#fail("utf-16 needs a byte order mark")) : (named ?? mark?.encoding);
    const label = DECLARED_ENCODING.exec(asciiOf(head, this.#forgiving))?.[1];
    if (label === undefined) return outer ?? "utf-8";
    const declared = this.#read(label, "the XML declaration");
    // The text consists of single bytes, so a declaration of UTF-16 cannot be true. Contradictory byte orders are an
    // error.
    if (this.#forgiving && isWide(declared) && !isWide(wide ?? "") && !isWide(outer ?? "")) return outer ?? "utf-8";
    if (outer !== undefined && !isSame(declared, outer)) {
      const source = named === undefined ? "the byte order mark" : "the charset parameter";
      this.#fail(`${source} says ${outer}, the XML declaration ${declared}`);
    }
    if (outer === undefined && isWide(declared)) {
      this.#fail(`the XML declaration says ${declared}, but it is not written in it`);
    }
    return outer ?? declared;
  }

  #read(label: string, where: string): string {
    const shown = JSON.stringify(label.slice(0, 40));
    return canonicalEncoding(label) ?? this.#fail(`${where} names an encoding that is not supported: ${shown}`);
  }

  #text(decode: Decode, bytes: Buffer): string {
    const decoded = decode(bytes);
    if (decoded.wrongAt === undefined) {
      const { text, pending } = decoded;
      this.#waiting = pending === 0 ? NOTHING : Buffer.from(bytes.subarray(bytes.length - pending));
      this.#count(text);
      return text;
    }
    const right = decode(bytes.subarray(0, decoded.wrongAt));
    if (right.wrongAt === undefined) this.#count(right.text);
    this.#fail(`the bytes are not ${this.#encoding}`);
  }

  #count(text: string): void {
    if (text === "") return;
    const from = this.#endedWithReturn && text.startsWith("\n") ? 1 : 0;
    this.#endedWithReturn = text.endsWith("\r");
    let lineStart = from;
    const moveTo = (next: number) => {
      this.#line++;
      this.#column = 1;
      lineStart = next;
    };
    if (text.includes("\r")) {
      for (const { 0: lineEnd, index } of text.slice(from).matchAll(/\r\n?|\n/g)) moveTo(from + index + lineEnd.length);
    } else {
      for (let at = text.indexOf("\n", from); at !== -1; at = text.indexOf("\n", at + 1)) moveTo(at + 1);
    }
    this.#column += text.length - lineStart;
  }

  #fail(what: string): never {
    const place = `(line ${this.#line}, column ${this.#column})`;
    const message = `The encoding of the ${this.#subject} is wrong: ${what} ${place}.`;
    throw new ResponseError(message, { reason: "xml", line: this.#line, column: this.#column });
  }
}

function unquoted(charset: string, forgiving: boolean): string {
  const inner = charset.replace(/^\s*"(.*)"\s*$/, "$1");
  return forgiving ? inner.replace(/^\s*'(.*)'\s*$/, "$1") : inner;
}

/** Takes a canonical name with its byte order. */
export function decodeFor(encoding: string): Decode {
  return encoding === "utf-8" ? decodeUtf8 : decodeOther(encoding);
}

/** Returns the number of bytes at the end that start an incomplete UTF-8 sequence. */
function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}

function decodeUtf8(bytes: Buffer): Decoded {
  if (isAscii(bytes)) return { text: bytes.toString("latin1"), pending: 0 };
  const pending = incompleteTail(bytes);
  const complete = pending === 0 ? bytes : bytes.subarray(0, bytes.length - pending);
  if (isUtf8(complete)) return { text: complete.toString("utf8"), pending };
  return { wrongAt: firstWrong(bytes, (part) => isUtf8(part.subarray(0, part.length - incompleteTail(part)))) };
}

function isWide(encoding: string): boolean {
  return encoding.startsWith("utf-16");
}

const LESS = 0x3c;
const BLANKS: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];

/** XML 1.0, appendix F, for text without a byte order mark. With `forgiving`, a blank may replace `<`. */
function wideEncoding([first, second]: Buffer, forgiving: boolean): string | undefined {
  const isStart = (byte: number | undefined) =>
    byte === LESS || (forgiving && byte !== undefined && BLANKS.includes(byte));
  if (isStart(first) && second === 0) return "utf-16le";
  return first === 0 && isStart(second) ? "utf-16be" : undefined;
}

/** `utf-16` names either byte order. */
function isSame(label: string, encoding: string): boolean {
  return label === encoding || (label === "utf-16" && isWide(encoding));
}

function isHeadComplete(head: Buffer, forgiving: boolean): boolean {
  if (head.length < 4) return false;
  const text = asciiOf(head, forgiving);
  if (!"<?xml".startsWith(text.slice(0, 5))) return true;
  return text.includes("?>") || head.length >= MAX_DECLARATION;
}

/**
 * Drops marks and zero bytes, which is enough to read a declaration in any supported encoding. With `forgiving`, drops
 * leading blanks too.
 */
function asciiOf(head: Buffer, forgiving: boolean): string {
  const text = head
    .subarray(0, MAX_DECLARATION)
    .toString("latin1")
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .replaceAll("\0", "");
  return forgiving ? text.replace(/^[ \t\r\n]+/, "") : text;
}
