/** The supported encodings, each as a function from bytes to text that rejects invalid bytes. */
import { isAscii, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { ResponseError } from "../errors/response-error";
import type { Source, Subject } from "./source";
import { blankEnd, isBlank, isNameStart, nameEnd } from "./source";

/** The last `pending` bytes are an incomplete character. A number is the index of the first invalid byte. */
export type Decoded =
  | { readonly text: string; readonly pending: number; readonly wrongAt?: undefined }
  | { readonly wrongAt: number };

type Decode = (bytes: Buffer) => Decoded;

/** Latin-1 is supported too. Stateful and multi-byte encodings are not, except UTF-8 and UTF-16. */
const SINGLE_BYTE = /^(?:windows-125[0-8]|iso-8859-(?:[2-8]|10|13|14|15|16)|koi8-[ru])$/;

const LATIN_1 = /^(?:iso-?8859-1|iso_8859-1|latin1|l1)$/;
const ASCII = /^(?:us-ascii|ascii|iso646-us|ansi_x3\.4-1968)$/;

/** Returns undefined when the encoding is not supported. `utf-16` may have either byte order. */
export function canonicalEncoding(label: string): string | undefined {
  const name = label.trim().toLowerCase();
  if (LATIN_1.test(name)) return "iso-8859-1";
  if (ASCII.test(name)) return "us-ascii";
  if (name === "utf-8" || name === "utf8") return "utf-8";
  if (name === "utf-16" || name === "utf-16le" || name === "utf-16be") return name;
  try {
    const { encoding } = new TextDecoder(name);
    return SINGLE_BYTE.test(encoding) ? encoding : undefined;
  } catch {
    return undefined;
  }
}

/** Takes a canonical name with its byte order. */
export function decodeFor(encoding: string): Decode {
  switch (encoding) {
    case "utf-8":
      return decodeUtf8;
    case "utf-16le":
      return decodeUtf16;
    case "utf-16be":
      return decodeUtf16BigEndian;
    case "us-ascii":
      return decodeAscii;
    case "iso-8859-1":
      return (bytes) => ({ text: bytes.toString("latin1"), pending: 0 });
    case "windows-1252":
      return decodeWindows1252;
    default:
      return decodeSingleByte(new TextDecoder(encoding, { fatal: true, ignoreBOM: true }));
  }
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

function decodeAscii(bytes: Buffer): Decoded {
  if (isAscii(bytes)) return { text: bytes.toString("latin1"), pending: 0 };
  return { wrongAt: bytes.findIndex((byte) => byte >= 0x80) };
}

function decodeUtf16(bytes: Buffer): Decoded {
  const text = bytes.toString("utf16le");
  const last = text.charCodeAt(text.length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  const complete = isHalf ? text.slice(0, -1) : text;
  const lone = complete.search(/\p{Surrogate}/u);
  if (lone !== -1) return { wrongAt: lone * 2 };
  return { text: complete, pending: (bytes.length % 2) + (isHalf ? 2 : 0) };
}

function decodeUtf16BigEndian(bytes: Buffer): Decoded {
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16();
  const decoded = decodeUtf16(even);
  return decoded.wrongAt === undefined ? { ...decoded, pending: decoded.pending + (bytes.length % 2) } : decoded;
}

/**
 * The characters of windows-1252 at 0x80 to 0x9F. Node 20 decodes them as Latin-1:
 * https://github.com/nodejs/node/issues/56542
 */
const WINDOWS_1252 = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ";

function decodeWindows1252(bytes: Buffer): Decoded {
  const isUnassigned = (byte: number) => byte >= 0x80 && byte <= 0x9f && WINDOWS_1252[byte - 0x80] === "\0";
  const wrongAt = bytes.findIndex(isUnassigned);
  if (wrongAt !== -1) return { wrongAt };
  const text = bytes.toString("latin1");
  return { text: text.replace(/[\x80-\x9f]/g, (code) => WINDOWS_1252[code.charCodeAt(0) - 0x80]!), pending: 0 };
}

function decodeSingleByte(decoder: TextDecoder): Decode {
  const decodes = (part: Uint8Array) => {
    try {
      decoder.decode(part);
      return true;
    } catch {
      return false;
    }
  };
  return (bytes) => {
    if (decodes(bytes)) return { text: decoder.decode(bytes), pending: 0 };
    return { wrongAt: firstWrong(bytes, decodes) };
  };
}

/** `isRight` is false for every longer prefix of `bytes`. */
function firstWrong(bytes: Buffer, isRight: (part: Buffer) => boolean): number {
  let right = 0;
  let wrong = bytes.length;
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1;
    if (isRight(bytes.subarray(0, middle))) right = middle;
    else wrong = middle;
  }
  return right;
}

// Markup other than elements: the XML declaration, and markup that starts with `<!` and `<?`. XML 1.0, 2.6 to 2.8.

const START = "<?xml";

const PARTS: readonly { readonly pattern: RegExp; readonly wrong?: string }[] = [
  {
    pattern: /[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.0"|'1\.0')/y,
    wrong: 'the XML declaration must start with version="1.0", because XML 1.1 is not supported',
  },
  { pattern: /[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*')/y },
  { pattern: /[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)')/y },
  {
    pattern: /[ \t\n]*$/y,
    wrong:
      'after the version, the XML declaration may contain only an encoding and standalone="yes" or standalone="no"',
  },
];

/**
 * `forgiving` allows blanks before the declaration. Returns false when more text is needed. Throws a `ResponseError`.
 */
export function readXmlDeclaration(source: Source, maxNameLength: number, forgiving: boolean): boolean {
  if (forgiving) source.at = blankEnd(source.text, source.at);
  const { text, at } = source;
  const content = at + START.length;
  if (text.length <= content && START.startsWith(text.slice(at, content))) return false;
  if (!text.startsWith(START, at) || !(isBlank(text.charCodeAt(content)) || text.startsWith("?", content))) return true;
  const end = text.indexOf("?>", content);
  if (end - at > maxNameLength || (end === -1 && text.length - at > maxNameLength)) {
    source.failLimit("maxNameLength", maxNameLength, "The XML declaration is longer", at);
  }
  if (end === -1) return false;
  checkXmlDeclaration(source, text.slice(content, end), content);
  source.at = end + 2;
  return true;
}

function checkXmlDeclaration(source: Source, content: string, place: number): void {
  let at = 0;
  for (const { pattern, wrong } of PARTS) {
    pattern.lastIndex = at;
    if (pattern.test(content)) at = pattern.lastIndex;
    else if (wrong !== undefined) source.fail(wrong, place + at);
  }
}

/**
 * Moves the source after the `<!` at `at`. Returns undefined if more text is needed. Throws a `ResponseError` for other
 * markup.
 */
export function readBang(source: Source, at: number, isInElement: boolean): "comment" | "cdata" | undefined {
  const { text } = source;
  if (text.startsWith("<!--", at)) {
    source.at = at + 4;
    return "comment";
  }
  if (text.startsWith("<![CDATA[", at)) {
    if (!isInElement) source.fail("a CDATA section is outside the root element", at);
    source.at = at + 9;
    return "cdata";
  }
  if (text.startsWith("<!DOCTYPE", at)) {
    source.refuse(`has a document type declaration (DTD), which ${notRead(source)}`, at);
  }
  const rest = text.slice(at, at + 9);
  if (["<!--", "<![CDATA[", "<!DOCTYPE"].some((start) => start.startsWith(rest))) return undefined;
  source.fail('"<!" starts neither a comment nor a CDATA section', at);
}

function notRead({ subject }: Source): string {
  return subject === "response" ? "SOAP forbids" : "is not read";
}

/**
 * Moves the source after the name. Throws a `ResponseError` in a message. Returns undefined when the name needs more
 * text.
 */
export function readInstruction(source: Source, at: number, maxNameLength: number): "instruction" | undefined {
  const { text } = source;
  const end = nameEnd(text, at + 2);
  if (end - at > maxNameLength) {
    source.failLimit("maxNameLength", maxNameLength, "The name of a processing instruction is longer", at);
  }
  if (end === text.length) return undefined;
  const name = text.slice(at + 2, end);
  if (name === "xml") source.fail("an XML declaration is allowed only at the very start", at);
  if (source.subject === "response") {
    source.refuse(`has a processing instruction, <?${name} …?>, which ${notRead(source)}`, at);
  }
  if (end + 1 === text.length && text.endsWith("?")) return undefined;
  if (
    !isNameStart(text, at + 2) ||
    /^xml$/i.test(name) ||
    !(isBlank(text.charCodeAt(end)) || text.startsWith("?>", end))
  ) {
    source.fail("a processing instruction must start with a name other than xml, followed by white space or ?>", at);
  }
  source.at = end;
  return "instruction";
}

// Decoding of a response: RFC 7303, 3.2, and XML 1.0, 4.3.3 and appendix F.

const MAX_DECLARATION = 2048;

/** The first bytes of nearly every response. Only the charset parameter can contradict them. */
const USUAL_HEAD = '<?xml version="1.0" encoding="utf-8"?>';

const NOTHING = Buffer.alloc(0);

const DECLARED_ENCODING = /^<\?xml[ \t\r\n][^>]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([^"'>]*)["']/;

interface ByteOrderMark {
  readonly encoding: string;
  readonly bytes: readonly number[];
}

const MARKS: readonly ByteOrderMark[] = [
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
    const unquoted = charset?.replace(/^\s*"(.*)"\s*$/, "$1");
    this.#charset = forgiving ? unquoted?.replace(/^\s*'(.*)'\s*$/, "$1") : unquoted;
    this.#forgiving = forgiving;
    this.#subject = subject;
  }

  /** An incomplete character at the end waits for the next bytes. Throws a `ResponseError`. */
  write(bytes: Uint8Array): string {
    const all = this.#joined(bytes);
    if (this.#decode !== undefined) return this.#text(this.#decode, all);
    if (this.#isUsual(all)) {
      this.#encoding = "utf-8";
      this.#decode = decodeFor("utf-8");
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

  #chooseEncoding(head: Buffer, mark: ByteOrderMark | undefined): string {
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
    return (
      canonicalEncoding(label) ?? this.#fail(`${where} names an encoding that is not supported: ${shownLabel(label)}`)
    );
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

function shownLabel(label: string): string {
  return JSON.stringify(label.slice(0, 40));
}
