/** The unread text of a document, and its position. */
import type { Advice } from "../errors/advice";
import { ResponseError, type ResponseErrorReason } from "../errors/response-error";
import type { ReaderLimits } from "./limits";

/** What is read: a SOAP message, or a document without an envelope. */
export type Subject = "response" | "document";

export interface Position {
  /** Line, counted from 1. CR LF, LF and CR each end a line. */
  readonly line: number;
  /** Column in UTF-16 code units, counted from 1. */
  readonly column: number;
}

/**
 * Matches characters that may be illegal, which is cheaper than to search the exact set. Positive ranges match more
 * than twice as fast as the same set as a negated class.
 */
const SUSPECT = new RegExp(`[${["\0-\x08", "\x0b\x0c", "\x0e-\x1f", "\ud800-\udfff", "\ufffe\uffff"].join("")}]`);

/**
 * Joins chunks of text: normalizes line ends (XML 1.0, 2.11), joins surrogates that a chunk boundary splits, and
 * truncates before the first character that XML does not allow, so that no later stage has to check for such
 * characters.
 */
export class Source {
  /** Starts at or before `at`. */
  text = "";
  /** Index in `text` of the first unread code unit. */
  at = 0;
  /** An index while `text` is unchanged, then a position. */
  place: number | Position = 0;
  #endedWithReturn = false;
  #half = "";
  #illegal: number | undefined;
  #start: Position = { line: 1, column: 1 };
  /** The position of this index is known. Queries in ascending order cost one pass in total. */
  #seen = 0;
  #line = 1;
  #column = 1;
  #lineEnd = -1;

  constructor(readonly subject: Subject = "response") {}

  /** Invalidates indexes into the old text. */
  append(chunk: string): void {
    if (chunk === "") return;
    if (typeof this.place === "number") this.place = this.positionOf(this.place);
    this.#start = this.positionOf(this.at);
    let added = this.#half + chunk;
    this.#half = "";
    const last = added.charCodeAt(added.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#half = added.slice(-1);
      added = added.slice(0, -1);
    }
    added = this.#normaliseLineEnds(added);
    if (SUSPECT.test(added)) {
      const illegal = findIllegalCharacter(added);
      if (illegal !== -1) {
        this.#illegal = added.charCodeAt(illegal);
        added = added.slice(0, illegal);
      }
    }
    this.text = this.at < this.text.length ? this.text.slice(this.at) + added : added;
    this.at = 0;
    this.#rewind();
  }

  #rewind(): void {
    this.#seen = 0;
    this.#line = this.#start.line;
    this.#column = this.#start.column;
    this.#lineEnd = this.text.indexOf("\n");
  }

  #normaliseLineEnds(chunk: string): string {
    if (chunk === "") return chunk;
    const added = this.#endedWithReturn && chunk.startsWith("\n") ? chunk.slice(1) : chunk;
    this.#endedWithReturn = chunk.endsWith("\r");
    return added.includes("\r") ? added.replace(/\r\n?/g, "\n") : added;
  }

  /** Called when all of `text` was read. */
  checkNext(): void {
    if (this.#illegal !== undefined) this.failIllegal(this.#illegal, this.text.length);
  }

  end(): void {
    if (this.#half !== "") this.failIllegal(this.#half.charCodeAt(0), this.text.length);
  }

  /** Returns the position of `text[index]` in the document. */
  positionOf(index: number): Position {
    if (index < this.#seen) this.#rewind();
    while (this.#lineEnd !== -1 && this.#lineEnd < index) {
      this.#line++;
      this.#column = 1;
      this.#seen = this.#lineEnd + 1;
      this.#lineEnd = this.text.indexOf("\n", this.#seen);
    }
    this.#column += index - this.#seen;
    this.#seen = index;
    return { line: this.#line, column: this.#column };
  }

  /** Throws a `ResponseError`, because the document is not well-formed at `place`. */
  fail(message: string, place: number | Position, advice?: readonly Advice[]): never {
    this.#throw("xml", `The ${this.subject} is not well-formed XML: ${message}`, place, advice);
  }

  /** The construct may be XML. `message` continues "The response". */
  refuse(message: string, place: number | Position, advice?: readonly Advice[]): never {
    this.#throw("xml", `The ${this.subject} ${message}`, place, advice);
  }

  /** `what` starts the sentence. */
  failLimit(option: keyof ReaderLimits, limit: number, what: string, place: number | Position): never {
    // toLocaleString is avoided, because the first use of Intl blocks a process for tens of milliseconds.
    const shownLimit = String(limit).replace(/\B(?=(?:\d{3})+$)/g, ",");
    const isOption = this.subject === "document" || option === "maxDepth" || option === "maxTextLength";
    const advice: Advice = isOption ? { action: "raise", option } : { action: "report" };
    this.#throw("limit", `${what} than ${shownLimit}`, place, [advice]);
  }

  failIllegal(code: number, place: number | Position): never {
    const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    const what =
      code >= 0xd800 && code <= 0xdfff ? "half of a surrogate pair" : "a character that XML 1.0 does not allow";
    this.fail(`${number} is ${what}`, place);
  }

  #throw(reason: ResponseErrorReason, what: string, place: number | Position, advice?: readonly Advice[]): never {
    const { line, column } = typeof place === "number" ? this.positionOf(place) : place;
    throw new ResponseError(`${what} (line ${line}, column ${column}).`, { reason, line, column, advice });
  }
}

// Character classes: XML 1.0, fifth edition, 2.2 and 2.3.

export const BANG = 0x21;
export const SLASH = 0x2f;
export const LESS = 0x3c;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;

const NAME_START = 1;
const NAME = 2;

/** The colon counts as a name character; `xml-namespaces.ts` checks its position. */
const ASCII = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_:") {
  ASCII[character.charCodeAt(0)] = NAME_START | NAME;
}
for (const character of "0123456789-.") ASCII[character.charCodeAt(0)] = NAME;

/** Pairs of first and last character. */
const OTHER_NAME_START: readonly number[] = [
  0xc0, 0xd6, 0xd8, 0xf6, 0xf8, 0x2ff, 0x370, 0x37d, 0x37f, 0x1fff, 0x200c, 0x200d, 0x2070, 0x218f, 0x2c00, 0x2fef,
  0x3001, 0xd7ff, 0xf900, 0xfdcf, 0xfdf0, 0xfffd, 0x10000, 0xeffff,
];
const OTHER_NAME: readonly number[] = [0xb7, 0xb7, 0x300, 0x36f, 0x203f, 0x2040];

function isIn(ranges: readonly number[], codePoint: number): boolean {
  for (let at = 0; at < ranges.length; at += 2) {
    if (codePoint <= ranges[at + 1]!) return codePoint >= ranges[at]!;
  }
  return false;
}

function nameClass(codePoint: number): number {
  if (codePoint < 128) return ASCII[codePoint]!;
  if (isIn(OTHER_NAME_START, codePoint)) return NAME_START | NAME;
  return isIn(OTHER_NAME, codePoint) ? NAME : 0;
}

export function nameEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      if (ASCII[code] === 0) return at;
      at++;
    } else {
      const codePoint = text.codePointAt(at);
      if (codePoint === undefined || nameClass(codePoint) === 0) return at;
      at += codePoint > 0xffff ? 2 : 1;
    }
  }
}

/** False at the end of the text. */
export function isNameStart(text: string, at: number): boolean {
  const codePoint = text.codePointAt(at);
  return codePoint !== undefined && (nameClass(codePoint) & NAME_START) !== 0;
}

/** Carriage returns were already normalized to line feeds. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09;
}

export function blankEnd(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

export function shown(codePoint: number): string {
  const number = `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
  return codePoint > 0x20 && codePoint < 0x7f ? `"${String.fromCodePoint(codePoint)}"` : number;
}

// Strings of the caller as XML text: forbidden characters, and characters that need a reference.

/**
 * XML 1.0, 2.2, production Char. With the flag `u` a surrogate pair is one character, and a lone surrogate is illegal.
 */
const ILLEGAL = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

const NEEDS_ESCAPE_IN_TEXT = /[&<>\r]/;
const ESCAPED_IN_TEXT = /[&<>\r]/g;
const NEEDS_ESCAPE_IN_ATTRIBUTE = /[&<>"'\t\n\r]/;
const ESCAPED_IN_ATTRIBUTE = /[&<>"'\t\n\r]/g;

const REFERENCES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};

function referenceTo(character: string): string {
  return REFERENCES[character]!;
}

/** Returns the index of the first character that XML 1.0 cannot carry, not even as a reference; -1 for none. */
export function findIllegalCharacter(text: string): number {
  return text.search(ILLEGAL);
}

/** `>` is escaped because of `]]>`, and the carriage return because a reader normalizes it to a line feed. */
export function escapeText(text: string): string {
  return NEEDS_ESCAPE_IN_TEXT.test(text) ? text.replace(ESCAPED_IN_TEXT, referenceTo) : text;
}

/** White space other than the blank is escaped, because a reader normalizes it to blanks. */
export function escapeAttribute(value: string): string {
  return NEEDS_ESCAPE_IN_ATTRIBUTE.test(value) ? value.replace(ESCAPED_IN_ATTRIBUTE, referenceTo) : value;
}
