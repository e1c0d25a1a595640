/** The text that is not read yet, and where it stands in the document. */
import type { Advice } from "../errors/advice";
import { ResponseError, type ResponseErrorReason } from "../errors/response-error";
import type { ReaderLimits } from "./limits";

/** A message of SOAP, or a document of its own. */
export type Subject = "response" | "document";

export interface Position {
  /** From 1; CR LF, LF and CR each end a line. */
  readonly line: number;
  /** In UTF-16 units, from 1. */
  readonly column: number;
}

/**
 * May be illegal: cheaper to look for than what really is. Ranges of what is looked for run more than twice as fast as
 * the same set written as what is not.
 */
const SUSPECT = new RegExp(`[${["\0-\x08", "\x0b\x0c", "\x0e-\x1f", "\ud800-\udfff", "\ufffe\uffff"].join("")}]`);

/**
 * Chunks as one text: line ends normalised (XML 1.0, 2.11), surrogates that a chunk cut apart joined, and cut off before
 * the first character that XML does not allow, so that nothing that reads it has to look for those.
 */
export class Source {
  /** What is known of the document from somewhere before `at`. */
  text = "";
  /** Index in `text` of the first unit that is not read yet. */
  at = 0;
  /** Where the current event starts: an index as long as `text` is the same. */
  place: number | Position = 0;
  #endedWithReturn = false;
  /** A high surrogate at the end of a chunk: its other half is in the next one. */
  #half = "";
  #illegal: number | undefined;
  /** Where `text[0]` stands. */
  #start: Position = { line: 1, column: 1 };
  /** Where `text[#seen]` stands, and the next line end from there. Asking for every position in turn costs one pass. */
  #seen = 0;
  #line = 1;
  #column = 1;
  #lineEnd = -1;

  constructor(readonly subject: Subject = "response") {}

  /** Drops what was read and appends `chunk`. Indexes into the old text are void. */
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

  /** To be called when all of `text` was looked at: throws when an illegal character comes next. */
  checkNext(): void {
    if (this.#illegal !== undefined) this.failIllegal(this.#illegal, this.text.length);
  }

  /** The document is over. */
  end(): void {
    if (this.#half !== "") this.failIllegal(this.#half.charCodeAt(0), this.text.length);
  }

  /** Where `text[index]` stands in the document. */
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

  /** Throws: the document is not well-formed at `place`. */
  fail(message: string, place: number | Position, advice?: readonly Advice[]): never {
    this.#throw("xml", `The ${this.subject} is not well-formed XML: ${message}`, place, advice);
  }

  /** Throws: the document has something that is not read, though it may be XML. `message` follows its name. */
  refuse(message: string, place: number | Position, advice?: readonly Advice[]): never {
    this.#throw("xml", `The ${this.subject} ${message}`, place, advice);
  }

  /** Throws: something is over the limit `option`. `what` starts a sentence. */
  failLimit(option: keyof ReaderLimits, limit: number, what: string, place: number | Position): never {
    // Not toLocaleString: the first use of Intl blocks a process for tens of milliseconds.
    const shownLimit = String(limit).replace(/\B(?=(?:\d{3})+$)/g, ",");
    this.#throw("limit", `${what} than ${shownLimit}`, place, [{ action: "raise", option }]);
  }

  failIllegal(code: number, place: number | Position): never {
    const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    const what =
      code >= 0xd800 && code <= 0xdfff ? "half of a surrogate pair" : "a character that XML 1.0 does not allow";
    this.fail(`${number} is ${what}`, place);
  }

  /** What happened, where, and what to do. */
  #throw(reason: ResponseErrorReason, what: string, place: number | Position, advice?: readonly Advice[]): never {
    const { line, column } = typeof place === "number" ? this.positionOf(place) : place;
    throw new ResponseError(`${what} (line ${line}, column ${column}).`, { reason, line, column, advice });
  }
}

// Which characters stand where: XML 1.0, fifth edition, 2.2 and 2.3.

export const BANG = 0x21;
export const SLASH = 0x2f;
export const LESS = 0x3c;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;

const NAME_START = 1;
const NAME = 2;

/** The class of each ASCII character. The colon belongs to names here; `namespaces.ts` says where it may stand. */
const ASCII = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_:") {
  ASCII[character.charCodeAt(0)] = NAME_START | NAME;
}
for (const character of "0123456789-.") ASCII[character.charCodeAt(0)] = NAME;

/** First and last of each range of NameStartChar beyond ASCII, and of what NameChar has more. */
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

/** Where the run of name characters that starts at `from` ends: the index of the first other character. */
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

/** Whether a name may start with the character at `at`; false at the end of the text. */
export function isNameStart(text: string, at: number): boolean {
  const codePoint = text.codePointAt(at);
  return codePoint !== undefined && (nameClass(codePoint) & NAME_START) !== 0;
}

/** White space of XML. Carriage returns are line feeds before anything is read. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09;
}

/** Where the white space that starts at `from` ends: the index of the first other character. */
export function blankEnd(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** `character` for a message: as it is when it can be seen, else its number. */
export function shown(codePoint: number): string {
  const number = `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
  return codePoint > 0x20 && codePoint < 0x7f ? `"${String.fromCodePoint(codePoint)}"` : number;
}

// Strings of the caller as XML text: what may not stand in XML at all, and what must be written as a reference.

/** Char of XML 1.0 (2.2), negated. With the flag `u` a pair of surrogates is one character and a lone one is not allowed. */
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

/**
 * Where the first character stands that XML 1.0 cannot carry, not even as a reference: a control character other than
 * tab, line feed and carriage return, a lone surrogate, U+FFFE or U+FFFF. In UTF-16 units from 0; -1 when there is none.
 */
export function findIllegalCharacter(text: string): number {
  return text.search(ILLEGAL);
}

/**
 * `text` as character data. `>` is escaped because of `]]>`, the carriage return because a reader would turn it into a
 * line feed. For strings in which `findIllegalCharacter` finds nothing: they arrive exactly.
 */
export function escapeText(text: string): string {
  return NEEDS_ESCAPE_IN_TEXT.test(text) ? text.replace(ESCAPED_IN_TEXT, referenceTo) : text;
}

/**
 * `value` for an attribute, between quotes of either kind. White space other than the blank is escaped because a reader
 * would turn it into blanks. For strings in which `findIllegalCharacter` finds nothing: they arrive exactly.
 */
export function escapeAttribute(value: string): string {
  return NEEDS_ESCAPE_IN_ATTRIBUTE.test(value) ? value.replace(ESCAPED_IN_ATTRIBUTE, referenceTo) : value;
}
