/** A multipart body, bytes to parts: RFC 2046, section 5.1. */
import { attachmentError, attachmentLimit, shownText } from "./attachment-error";
import { type TransferDecoder, transferDecoder } from "./transfer-encoding";

/** The header fields of a part, names in lower case. */
export type PartHeaders = ReadonlyMap<string, string>;

/** Who takes the parts of a body, in the order in which they come. */
export interface PartEvents {
  startPart(headers: PartHeaders): void;
  /** Bytes of the part, without their transfer encoding. Valid after the call, too: nobody writes into them. */
  bytes(chunk: Buffer): void;
  endPart(): void;
}

export interface MultipartLimits {
  /** Parts of a body, the envelope's included. */
  readonly maxParts: number;
  /** Header fields of one part, in bytes. */
  readonly maxHeaderBytes: number;
}

/** RFC 2046 allows 70; real services write longer ones. */
const LONGEST_BOUNDARY = 250;
/** White space behind a boundary: more of it is content. */
const LONGEST_PADDING = 200;

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
const SPACE = 0x20;
const TAB = 0x09;

/** What the bytes behind `--boundary` say: more are needed to tell, they are content, or a part or the body ends here. */
type Ending = "unknown" | "content" | { readonly at: number; readonly last: boolean };

/**
 * Reads a body chunk by chunk; however it is cut, the events are the same but for the pieces of a part. A delimiter is a
 * line of its own that has the boundary and nothing else: a longer boundary inside a part is content. Lines may end in LF
 * alone. What stands before the first part and behind the last one is passed over.
 *
 * @throws ResponseError with reason `attachment`, `limit` or `content-encoding`.
 */
export class MultipartReader {
  readonly #events: PartEvents;
  readonly #limits: MultipartLimits;
  /** The line feed in front of it belongs to the delimiter. */
  readonly #delimiter: Buffer;
  #state: "preamble" | "headers" | "content" | "epilogue" = "preamble";
  /** Bytes that are not understood yet. The first delimiter need not have a line in front of it. */
  #rest: Buffer = Buffer.from([LF]);
  #parts = 0;
  /** Bytes in front of a part's content that are not of it. */
  #skipped = 0;
  #decoder: TransferDecoder | undefined;

  constructor(boundary: string, limits: MultipartLimits, events: PartEvents) {
    if (boundary === "" || boundary.length > LONGEST_BOUNDARY || /[^\x20-\x7e]/.test(boundary)) {
      throw attachmentError("the boundary in its Content-Type is missing, or is not one that MIME allows");
    }
    this.#delimiter = Buffer.from(`\n--${boundary}`, "latin1");
    this.#limits = limits;
    this.#events = events;
  }

  write(chunk: Uint8Array): void {
    if (this.#state === "epilogue") return;
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let text = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    this.#rest = NONE;
    for (;;) {
      const before = this.#state;
      const left = before === "headers" ? this.#readHeaders(text) : this.#readContent(text);
      if (left === undefined) return;
      text = left;
    }
  }

  /** The body is over. */
  end(): void {
    // The delimiter of the end may be the last bytes, without a line end behind them.
    if (this.#state === "preamble" || this.#state === "content") this.#readContent(this.#rest, true);
    if (this.#state === "epilogue") return;
    const number = this.#state === "headers" ? this.#parts + 1 : this.#parts;
    const where = this.#state === "preamble" ? "it has no part" : `part ${number} does not end`;
    throw attachmentError(`${where} before the end of the body`);
  }

  /** Reads up to the next delimiter. Returns what is behind it; undefined when more bytes are needed. */
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
    const decoded = this.#decoder === undefined ? piece : this.#decoder.write(piece);
    if (decoded.length > 0) this.#events.bytes(decoded);
  }

  #endPart(): void {
    if (this.#state !== "content") return;
    const last = this.#decoder?.end();
    if (last !== undefined && last.length > 0) this.#events.bytes(last);
    this.#decoder = undefined;
    this.#events.endPart();
  }

  #readHeaders(text: Buffer): Buffer | undefined {
    const { maxHeaderBytes, maxParts } = this.#limits;
    const end = endOfHeaders(text);
    if ((end?.from ?? text.length) > maxHeaderBytes) {
      throw attachmentLimit(`a longer header in part ${this.#parts + 1}`, "maxHeaderBytes", maxHeaderBytes, "bytes");
    }
    if (end === undefined) {
      this.#rest = text;
      return undefined;
    }
    this.#parts++;
    if (this.#parts > maxParts) throw attachmentLimit("more parts", "maxAttachments", maxParts, "parts");
    const headers = readFields(text.toString("latin1", 0, end.from), this.#parts);
    this.#decoder = transferDecoder(headers.get("content-transfer-encoding"), this.#parts);
    this.#state = "content";
    this.#events.startPart(headers);
    // The line end in front of the content may be the one in front of the next delimiter: the part is empty then.
    this.#skipped = 1;
    return text.subarray(end.to - 1);
  }
}

const NONE = Buffer.alloc(0);

/** Where at the end of `text` a delimiter may have started, with the CR in front of it. Its line feed is the only one in it. */
function startOfDelimiter(text: Buffer, delimiter: Buffer): number {
  const feed = text.lastIndexOf(LF);
  const isStart = feed >= 0 && text.length - feed < delimiter.length && startsWith(delimiter, text.subarray(feed));
  const cut = isStart ? feed : text.length;
  return cut > 0 && text[cut - 1] === CR ? cut - 1 : cut;
}

function startsWith(whole: Buffer, start: Buffer): boolean {
  return whole.subarray(0, start.length).equals(start);
}

/** `from`: index behind the boundary. RFC 2046: `--` says that it is the last one, white space may follow. */
function endingAt(text: Buffer, from: number, atEnd: boolean): Ending {
  const first = text[from];
  if (first === undefined) return "unknown";
  if (first === DASH) {
    const second = text[from + 1];
    if (second === undefined) return "unknown";
    if (second === DASH) return { at: from + 2, last: true };
    return "content";
  }
  let at = from;
  while (text[at] === SPACE || text[at] === TAB) at++;
  if (at - from > LONGEST_PADDING) return "content";
  if (text[at] === CR) at++;
  if (at >= text.length) return atEnd ? "content" : "unknown";
  return text[at] === LF ? { at: at + 1, last: false } : "content";
}

/** Where the line that is empty starts, and what is behind it. */
function endOfHeaders(text: Buffer): { readonly from: number; readonly to: number } | undefined {
  let line = 0;
  for (;;) {
    const feed = text.indexOf(LF, line);
    if (feed < 0) return undefined;
    if (feed === line || (feed === line + 1 && text[line] === CR)) return { from: line, to: feed + 1 };
    line = feed + 1;
  }
}

/** RFC 5322, 2.2: fields, of which a line that starts with white space goes on. */
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
