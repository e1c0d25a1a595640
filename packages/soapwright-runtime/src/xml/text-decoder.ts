/** Decodes the bytes of a response to text (RFC 7303, 3.2; XML 1.0, 4.3.3 and appendix F). */
import { copyBytes, isAscii, isUtf8, joinBytes, latin1Text, utf8Text } from "#platform";
import { ResponseError } from "../errors/response-error";
import { chooseEncoding, isHeadComplete } from "./encoding-choice";
import { type Decode, type Decoded, decodeOther, firstWrong } from "./encodings";
import type { Subject } from "./source";

/** The first bytes of nearly every response. Only the charset parameter can contradict them. */
const USUAL_HEAD = '<?xml version="1.0" encoding="utf-8"?>';

const NOTHING = new Uint8Array(0);

/** Options of a decoder. */
interface DecoderOptions {
  readonly forgiving?: boolean;
  readonly lenient?: boolean;
  readonly subject?: Subject;
  /** Called once for a document that contradicts itself and is read, with what it says and how it is read. */
  readonly onContradiction?: ((came: string, read: string) => void) | undefined;
}

/**
 * Decodes the bytes of a response by the byte order mark, the charset parameter and the XML declaration, in this order;
 * as UTF-8 when there is none of them. An unsupported encoding, invalid bytes, or a contradiction between them that
 * `chooseEncoding` does not settle are a `ResponseError` of reason `xml`; no byte is replaced. The mark is not part of
 * the text.
 *
 * `forgiving` accepts common deviations where the bytes are unambiguous: a declaration of UTF-16 over text in another
 * encoding (as the `StringWriter` of .NET leaves it), blanks before the declaration, and a charset parameter in single
 * quotes. `lenient` reads contradictions too: as UTF-8 if parameter or declaration says so and all bytes are valid,
 * otherwise as the parameter says.
 */
export class XmlTextDecoder {
  readonly #charset: string | undefined;
  readonly #forgiving: boolean;
  readonly #lenient: boolean;
  readonly #subject: Subject;
  readonly #onContradiction: DecoderOptions["onContradiction"];
  /** An incomplete declaration, later an incomplete character. */
  #waiting: Uint8Array = NOTHING;
  #decode: Decode | undefined;
  #encoding = "";
  /** What is wrong with invalid bytes. */
  #wrong = "";
  #trial: Utf8Trial | undefined;
  #line = 1;
  #column = 1;
  #endedWithReturn = false;

  constructor(charset: string | undefined, options: DecoderOptions = {}) {
    const { forgiving = false, lenient = false, subject = "response", onContradiction } = options;
    this.#charset = charset === undefined || charset === "utf-8" ? charset : unquoted(charset, forgiving);
    this.#forgiving = forgiving;
    this.#lenient = lenient;
    this.#subject = subject;
    this.#onContradiction = onContradiction;
  }

  /** An incomplete character at the end waits for the next bytes. Throws a `ResponseError`. */
  write(bytes: Uint8Array): string {
    const all = this.#joined(bytes);
    if (this.#decode !== undefined) return this.#text(this.#decode, all);
    if (this.#trial !== undefined) return this.#try(this.#trial, all);
    if (this.#isUsual(all)) return this.#text(this.#decodeBy("utf-8"), all);
    if (!isHeadComplete(all, this.#forgiving)) {
      this.#waiting = copyBytes(all);
      return "";
    }
    return this.#begin(all);
  }

  /** Throws a `ResponseError` for an incomplete character. */
  end(): string {
    const text = (this.#decode ?? this.#trial) === undefined ? this.#begin(this.#waiting) : "";
    if (this.#trial !== undefined) return text + this.#settle(this.#trial, this.#trial.isComplete);
    if (this.#waiting.length > 0) this.#fail(`the last character is not complete in ${this.#encoding}`);
    return text;
  }

  #isUsual(head: Uint8Array): boolean {
    if (this.#charset !== undefined && this.#charset !== "utf-8") return false;
    return head.length >= USUAL_HEAD.length && latin1Text(head, 0, USUAL_HEAD.length) === USUAL_HEAD;
  }

  #joined(bytes: Uint8Array): Uint8Array {
    return this.#waiting.length > 0 ? joinBytes([this.#waiting, bytes]) : bytes;
  }

  #begin(head: Uint8Array): string {
    const choice = chooseEncoding(head, this.#charset, {
      forgiving: this.#forgiving,
      lenient: this.#lenient,
      fail: (what) => this.#fail(what),
    });
    const { contradiction } = choice;
    if (choice.way === "utf-8 first") {
      this.#trial = new Utf8Trial(choice.contradiction, choice.encoding);
      this.#waiting = NOTHING;
      return this.#try(this.#trial, head);
    }
    const decode = this.#decodeBy(choice.encoding, contradiction);
    if (choice.way === "same") {
      this.#decode = decodeSame(decode, decodeFor(choice.other));
      this.#wrong = choice.contradiction;
      this.#onContradiction?.(choice.contradiction, "the text, which is the same in both");
      return this.#text(this.#decode, head);
    }
    if (contradiction !== undefined) this.#onContradiction?.(contradiction, `the text in ${choice.encoding}`);
    return this.#text(decode, head.subarray(choice.markLength ?? 0));
  }

  /** Sets the encoding of all further bytes. */
  #decodeBy(encoding: string, contradiction?: string): Decode {
    this.#encoding = encoding;
    this.#wrong = `${contradiction === undefined ? "" : `${contradiction}, and `}the bytes are not ${encoding}`;
    this.#decode = decodeFor(encoding);
    return this.#decode;
  }

  /** The text up to the first byte that is not ASCII is the same in both encodings. */
  #try(trial: Utf8Trial, bytes: Uint8Array): string {
    const plain = trial.isEmpty ? plainLength(bytes) : 0;
    const text = latin1Text(bytes, 0, plain);
    this.#count(text);
    if (plain === bytes.length || trial.add(bytes.subarray(plain))) return text;
    return text + this.#settle(trial, false);
  }

  /** Decodes what was tried, as UTF-8 or as the charset parameter says. */
  #settle(trial: Utf8Trial, isUtf8Text: boolean): string {
    const encoding = isUtf8Text ? "utf-8" : trial.otherwise;
    if (encoding === undefined) return this.#fail(`${trial.contradiction}, and the bytes are not utf-8`);
    this.#trial = undefined;
    const decode = this.#decodeBy(encoding, trial.contradiction);
    this.#onContradiction?.(trial.contradiction, `the text in ${encoding}`);
    return this.#text(decode, trial.take());
  }

  #text(decode: Decode, bytes: Uint8Array): string {
    const decoded = decode(bytes);
    if (decoded.wrongAt === undefined) {
      const { text, pending } = decoded;
      this.#waiting = pending === 0 ? NOTHING : copyBytes(bytes.subarray(bytes.length - pending));
      this.#count(text);
      return text;
    }
    const right = decode(bytes.subarray(0, decoded.wrongAt));
    if (right.wrongAt === undefined) this.#count(right.text);
    this.#fail(this.#wrong);
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

/** Bytes that are UTF-8 so far, and may be `otherwise`. They wait for the end, because later bytes decide. */
class Utf8Trial {
  #chunks: Uint8Array[] = [];
  #tail: Uint8Array = NOTHING;

  constructor(
    readonly contradiction: string,
    /** Undefined if it is not supported. */
    readonly otherwise: string | undefined,
  ) {}

  get isEmpty(): boolean {
    return this.#chunks.length === 0;
  }

  /** Whether no character at the end is incomplete. */
  get isComplete(): boolean {
    return this.#tail.length === 0;
  }

  /** Returns false for bytes that are not UTF-8. */
  add(bytes: Uint8Array): boolean {
    this.#chunks.push(copyBytes(bytes));
    const all = this.isComplete ? bytes : joinBytes([this.#tail, bytes]);
    const pending = incompleteTail(all);
    this.#tail = copyBytes(all.subarray(all.length - pending));
    return isUtf8(all.subarray(0, all.length - pending));
  }

  take(): Uint8Array {
    return joinBytes(this.#chunks);
  }
}

/** Returns the number of ASCII bytes at the beginning. */
function plainLength(bytes: Uint8Array): number {
  return isAscii(bytes) ? bytes.length : bytes.findIndex((byte) => byte >= 0x80);
}

function unquoted(charset: string, forgiving: boolean): string {
  const inner = charset.replace(/^\s*"(.*)"\s*$/, "$1");
  return forgiving ? inner.replace(/^\s*'(.*)'\s*$/, "$1") : inner;
}

/** Takes a canonical name with its byte order. */
export function decodeFor(encoding: string): Decode {
  return encoding === "utf-8" ? decodeUtf8 : decodeOther(encoding);
}

/** Decodes by `one` as long as `other` gives the same text. */
function decodeSame(one: Decode, other: Decode): Decode {
  const decode = (bytes: Uint8Array): Decoded => {
    const [first, second] = [one(bytes), other(bytes)];
    if (first.wrongAt !== undefined || second.wrongAt !== undefined) return { wrongAt: 0 };
    if (first.pending === second.pending) return first.text === second.text ? first : { wrongAt: 0 };
    const pending = Math.max(first.pending, second.pending);
    const complete = decode(bytes.subarray(0, bytes.length - pending));
    return complete.wrongAt === undefined ? { text: complete.text, pending } : complete;
  };
  return (bytes) => {
    const decoded = decode(bytes);
    if (decoded.wrongAt === undefined) return decoded;
    return { wrongAt: firstWrong(bytes, (part) => decode(part).wrongAt === undefined) };
  };
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

function decodeUtf8(bytes: Uint8Array): Decoded {
  if (isAscii(bytes)) return { text: latin1Text(bytes), pending: 0 };
  const pending = incompleteTail(bytes);
  const complete = pending === 0 ? bytes : bytes.subarray(0, bytes.length - pending);
  if (isUtf8(complete)) return { text: utf8Text(complete), pending };
  return { wrongAt: firstWrong(bytes, (part) => isUtf8(part.subarray(0, part.length - incompleteTail(part)))) };
}
