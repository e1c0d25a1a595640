/** The unread text of a document, and its position. */
import type { Advice } from "../errors/advice";
import { ResponseError, type ResponseErrorReason } from "../errors/response-error";
import { findIllegalCharacter } from "./escape-text";
import type { ReaderLimits } from "./limits";
import { SourceText } from "./source-text";

/** What is read: a SOAP message, or a document without an envelope. */
export type Subject = "response" | "document";

export interface Position {
  /** Line, counted from 1. CR LF, LF and CR each end a line. */
  readonly line: number;
  /** Column in UTF-16 code units, counted from 1. */
  readonly column: number;
}

/** The options of a client for limits of the reader. A document's are options of the function that reads it. */
const RAISED: { readonly [K in keyof ReaderLimits]?: string } = {
  maxDepth: "limits.depth",
  maxTextLength: "limits.textLength",
};

/**
 * Joins chunks of text: normalizes line ends (XML 1.0, 2.11), joins surrogates that a chunk boundary splits, and
 * truncates before the first character that XML does not allow, so that no later stage has to check for such
 * characters.
 */
export class Source {
  /** Starts at or before `at`. */
  text = "";
  /** The same text, as tags are compared with it. */
  readonly octets = new SourceText();
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
    const left = this.at < this.text.length ? this.text.slice(this.at) : "";
    this.text = left + added;
    this.at = 0;
    this.octets.replace(this.text);
    // The exact search takes longer.
    const illegal = this.octets.hasSuspect(left.length) ? findIllegalCharacter(added) : -1;
    if (illegal !== -1) {
      this.#illegal = added.charCodeAt(illegal);
      this.text = left + added.slice(0, illegal);
      this.octets.replace(this.text);
    }
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
    const raised = this.subject === "document" ? option : RAISED[option];
    const advice: Advice = raised === undefined ? { action: "report" } : { action: "raise", option: raised };
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
