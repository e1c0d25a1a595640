import type { Transform } from "node:stream";
import { ResponseError } from "../errors/response-error";

/** What a decoder hands on. `onBytes` returns false to be paused until `resume`. */
export interface InflateEvents {
  onBytes(bytes: Uint8Array): boolean;
  onEnd(): void;
  onError(error: ResponseError): void;
  /** The decoder can take bytes again. */
  onDrain(): void;
}

/** Decodes one content coding (RFC 9110, 8.4), chunk by chunk. */
export class Inflate {
  readonly #coding: string;
  readonly #events: InflateEvents;
  #stream: Transform | undefined;
  #over = false;

  constructor(coding: string, events: InflateEvents) {
    this.#coding = coding;
    this.#events = events;
  }

  /** Returns false when the decoder is behind: wait for `onDrain`. */
  write(bytes: Uint8Array): boolean {
    this.#stream ??= this.#open(bytes);
    return this.#stream.write(bytes);
  }

  end(): void {
    if (this.#stream === undefined) this.#fail();
    else this.#stream.end();
  }

  resume(): void {
    this.#stream?.resume();
  }

  destroy(): void {
    this.#over = true;
    this.#stream?.destroy();
  }

  #open(first: Uint8Array): Transform {
    const stream = this.#create(first);
    stream.on("data", (bytes: Uint8Array) => {
      if (!this.#over && !this.#events.onBytes(bytes)) stream.pause();
    });
    stream.on("drain", () => this.#events.onDrain());
    stream.on("end", () => {
      if (!this.#over) this.#events.onEnd();
    });
    stream.on("error", () => this.#fail());
    return stream;
  }

  #create(first: Uint8Array): Transform {
    const zlib = require("node:zlib") as typeof import("node:zlib");
    switch (this.#coding) {
      case "br":
        return zlib.createBrotliDecompress();
      case "deflate":
        // RFC 9110 means the zlib format; servers also send bare deflate (RFC 1951).
        return isZlibHeader(first) ? zlib.createInflate() : zlib.createInflateRaw();
      default:
        return zlib.createGunzip();
    }
  }

  #fail(): void {
    if (this.#over) return;
    this.#over = true;
    this.#events.onError(
      new ResponseError(`The answer says that it is compressed with ${this.#coding}, but it cannot be decompressed.`, {
        reason: "content-encoding",
      }),
    );
  }
}

/** RFC 1950, 2.2. */
function isZlibHeader(bytes: Uint8Array): boolean {
  const [cmf = 0, flags = 0] = bytes;
  return (cmf & 0x0f) === 8 && (bytes.length < 2 || ((cmf << 8) | flags) % 31 === 0);
}

/** The one coding of `value`; undefined for none. Throws when there are several, or one that is not known. */
export function contentCoding(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const codings = value
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  const [coding] = codings;
  if (coding === undefined) return undefined;
  if (codings.length > 1 || !["gzip", "x-gzip", "deflate", "br"].includes(coding)) {
    throw new ResponseError("The answer has a content encoding that is not read: one of gzip, deflate and br is.", {
      reason: "content-encoding",
    });
  }
  return coding;
}
