/** The text that is not read yet, and where it stands in the document. */
import { ResponseError, type ResponseErrorReason } from "../errors/response-error";
import { findIllegalCharacter } from "./escape";
import type { ReaderLimits } from "./limits";

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

  /** Throws: the document is not well-formed at `place`. `advice` is a sentence. */
  fail(message: string, place: number | Position, advice?: string): never {
    this.#throw("xml", `The response is not well-formed XML: ${message}`, place, advice);
  }

  /** Throws: the document has something that is not for SOAP, though it may be XML. Both texts are sentences. */
  refuse(message: string, place: number | Position, advice?: string): never {
    this.#throw("xml", message, place, advice);
  }

  /** Throws: something is over the limit `option`. `what` starts a sentence. */
  failLimit(option: keyof ReaderLimits, limit: number, what: string, place: number | Position): never {
    // Not toLocaleString: the first use of Intl blocks a process for tens of milliseconds.
    const shownLimit = String(limit).replace(/\B(?=(?:\d{3})+$)/g, ",");
    this.#throw("limit", `${what} than ${shownLimit}`, place, `Raise ${option} to accept it.`);
  }

  failIllegal(code: number, place: number | Position): never {
    const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    const what =
      code >= 0xd800 && code <= 0xdfff ? "half of a surrogate pair" : "a character that XML 1.0 does not allow";
    this.fail(`${number} is ${what}`, place);
  }

  /** What happened, where, and what to do. */
  #throw(reason: ResponseErrorReason, what: string, place: number | Position, advice?: string): never {
    const { line, column } = typeof place === "number" ? this.positionOf(place) : place;
    const message = `${what} (line ${line}, column ${column}).${advice === undefined ? "" : ` ${advice}`}`;
    throw new ResponseError(message, { reason, line, column });
  }
}
