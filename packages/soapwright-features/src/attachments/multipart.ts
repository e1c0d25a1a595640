/** Parses multipart bodies (RFC 2046, section 5.1). */
import { attachmentError, attachmentLimit, shownText } from "./attachment-error";
import { type TransferDecoder, transferDecoder } from "./transfer-encoding";

/** Names are in lower case. */
export type PartHeaders = ReadonlyMap<string, string>;

export interface PartEvents {
  startPart(headers: PartHeaders): void;
  /** The transfer encoding is decoded. The bytes stay valid after the call. */
  bytes(chunk: Buffer): void;
  endPart(): void;
}

/** RFC 2046 allows 70 characters, and real services write longer ones. */
const MAX_BOUNDARY_LENGTH = 250;
/** The limit is for the header of one part. */
const MAX_HEADER_BYTES = 16_384;
/** A line with more white space after the boundary is content. */
const MAX_PADDING_LENGTH = 200;

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
const SPACE = 0x20;
const TAB = 0x09;

/** Undecided until more bytes arrive, content, or the end of a part or of the body. */
type Ending = "unknown" | "content" | { readonly at: number; readonly last: boolean };

/**
 * Parses a body that arrives in chunks. Events do not depend on the chunks, except for how a part's bytes are split. A
 * delimiter is a line that contains only the boundary, so a longer boundary inside a part is content. Lines may end in
 * LF only. Text before the first part and after the last one is skipped.
 *
 * @throws ResponseError with reason `attachment`, `limit` or `content-encoding`.
 */
export class MultipartReader {
  readonly #events: PartEvents;
  readonly #maxParts: number;
  /** Starts with a line feed. */
  readonly #delimiter: Buffer;
  #state: "preamble" | "headers" | "content" | "epilogue" = "preamble";
  /** The initial line feed allows a first delimiter without a line before it. */
  #rest: Buffer = Buffer.from([LF]);
  #parts = 0;
  #skipped = 0;
  #decoder: TransferDecoder | undefined;

  /** @param maxParts Includes the envelope. */
  constructor(boundary: string, maxParts: number, events: PartEvents) {
    if (boundary === "" || boundary.length > MAX_BOUNDARY_LENGTH || /[^\x20-\x7e]/.test(boundary)) {
      throw attachmentError("the boundary in its Content-Type is missing, or is not one that MIME allows");
    }
    this.#delimiter = Buffer.from(`\n--${boundary}`, "latin1");
    this.#maxParts = maxParts;
    this.#events = events;
  }

  write(chunk: Uint8Array): void {
    if (this.#state === "epilogue") return;
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let text: Buffer | undefined = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    this.#rest = NONE;
    while (text !== undefined) {
      text = this.#state === "headers" ? this.#readHeaders(text) : this.#readContent(text);
    }
  }

  end(): void {
    // The body may end after the last delimiter without a line end.
    if (this.#state === "preamble" || this.#state === "content") this.#readContent(this.#rest, true);
    if (this.#state === "epilogue") return;
    const number = this.#state === "headers" ? this.#parts + 1 : this.#parts;
    const where = this.#state === "preamble" ? "it has no part" : `part ${number} does not end`;
    throw attachmentError(`${where} before the end of the body`);
  }

  /** Returns the bytes after the delimiter; undefined if more bytes are needed. */
  #readContent(text: Buffer, atEnd = false): Buffer | undefined {
    const delimiter = this.#delimiter;
    let from = 0;
    for (;;) {
      const found = text.indexOf(delimiter, from);
      if (found < 0) {
        const cut = startOfDelimiter(text, delimiter);
        this.#tell(text, cut);
        this.#rest = text.subarray(cut);
        return undefined;
      }
      const end = found > 0 && text[found - 1] === CR ? found - 1 : found;
      const ending = endingAt(text, found + delimiter.length, atEnd);
      if (ending === "content") {
        from = found + 1;
        continue;
      }
      this.#tell(text, end);
      if (ending === "unknown") {
        this.#rest = text.subarray(end);
        return undefined;
      }
      this.#endPart();
      this.#state = ending.last ? "epilogue" : "headers";
      return ending.last ? undefined : text.subarray(ending.at);
    }
  }

  #tell(text: Buffer, end: number): void {
    if (this.#state !== "content" || end === 0) return;
    const piece = text.subarray(this.#skipped, end);
    this.#skipped = 0;
    this.#give(this.#decoder?.write(piece) ?? piece);
  }

  #give(bytes: Buffer): void {
    if (bytes.length > 0) this.#events.bytes(bytes);
  }

  #endPart(): void {
    if (this.#state !== "content") return;
    this.#give(this.#decoder?.end() ?? NONE);
    this.#decoder = undefined;
    this.#events.endPart();
  }

  #readHeaders(text: Buffer): Buffer | undefined {
    const end = endOfHeaders(text);
    if ((end?.from ?? text.length) > MAX_HEADER_BYTES) {
      throw attachmentLimit(`a longer header in part ${this.#parts + 1}`, undefined, MAX_HEADER_BYTES, "bytes");
    }
    if (end === undefined) {
      this.#rest = text;
      return undefined;
    }
    this.#parts++;
    if (this.#parts > this.#maxParts) throw attachmentLimit("more parts", "maxAttachments", this.#maxParts, "parts");
    const headers = readFields(text.toString("latin1", 0, end.from), this.#parts);
    this.#decoder = transferDecoder(headers.get("content-transfer-encoding"), this.#parts);
    this.#state = "content";
    this.#events.startPart(headers);
    // If the part is empty, the line end before its content is also the line end before the next delimiter.
    this.#skipped = 1;
    return text.subarray(end.to - 1);
  }
}

const NONE = Buffer.alloc(0);

/** Includes the CR before the delimiter, which contains one line feed. */
function startOfDelimiter(text: Buffer, delimiter: Buffer): number {
  const feed = text.lastIndexOf(LF);
  const tail = text.subarray(feed);
  const isStart = feed >= 0 && tail.length < delimiter.length && delimiter.subarray(0, tail.length).equals(tail);
  const cut = isStart ? feed : text.length;
  return cut > 0 && text[cut - 1] === CR ? cut - 1 : cut;
}

/** RFC 2046: `--` marks the last delimiter, and white space may follow. */
function endingAt(text: Buffer, from: number, atEnd: boolean): Ending {
  const first = text[from];
  if (first === undefined) return "unknown";
  if (first === DASH) {
    const second = text[from + 1];
    if (second === undefined) return "unknown";
    return second === DASH ? { at: from + 2, last: true } : "content";
  }
  let at = from;
  while (text[at] === SPACE || text[at] === TAB) at++;
  if (at - from > MAX_PADDING_LENGTH) return "content";
  if (text[at] === CR) at++;
  if (at >= text.length) return atEnd ? "content" : "unknown";
  return text[at] === LF ? { at: at + 1, last: false } : "content";
}

/** Returns undefined if the headers are incomplete. */
function endOfHeaders(text: Buffer): { readonly from: number; readonly to: number } | undefined {
  let line = 0;
  for (;;) {
    const feed = text.indexOf(LF, line);
    if (feed < 0) return undefined;
    if (feed === line || (feed === line + 1 && text[line] === CR)) return { from: line, to: feed + 1 };
    line = feed + 1;
  }
}

/** A line that starts with white space continues a field (RFC 5322, 2.2). */
function readFields(text: string, part: number): PartHeaders {
  const fields = new Map<string, string>();
  for (const line of text.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    if (line === "") continue;
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim();
    if (!/^[!-9;-~]+$/.test(name)) {
      throw attachmentError(`part ${part} has a line in its header that is no header field`);
    }
    const key = name.toLowerCase();
    if (fields.has(key) && key.startsWith("content-")) {
      throw attachmentError(`part ${part} has two header fields ${shownText(name)}`);
    }
    fields.set(key, line.slice(colon + 1).trim());
  }
  return fields;
}
