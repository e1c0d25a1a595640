import type { Transform } from "node:stream";
import { isZlibHeader, notDecompressed, type ReadBytes } from "./content-coding";

/**
 * Decompresses a response as it arrives. Owns a zlib stream, which the caller frees by `close`. Rethrows the errors of
 * `read`, and throws a `ResponseError` for bytes that do not fit the coding or end early.
 */
export class Decompressed {
  readonly #source: ReadBytes;
  readonly #coding: string;
  readonly #bytes: AsyncGenerator<Uint8Array, void, undefined>;
  #stream: Transform | undefined;
  #closed = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(source: ReadBytes, coding: string) {
    this.#source = source;
    this.#coding = coding;
    this.#bytes = this.#decompress();
  }

  async read(): Promise<Uint8Array | undefined> {
    const next = await this.#bytes.next();
    return next.done === true ? undefined : next.value;
  }

  /** May be called before the end of the response. */
  close(): void {
    this.#closed = true;
    this.#stream?.destroy();
  }

  async *#decompress(): AsyncGenerator<Uint8Array, void, undefined> {
    const first = await this.#source();
    // A response without a body has nothing to decompress, whatever its head says.
    if (first === undefined || this.#closed) return;
    const stream = open(this.#coding, first);
    this.#stream = stream;
    const fed = this.#feed(stream, first);
    try {
      for await (const bytes of stream.iterator({ destroyOnReturn: false })) yield bytes as Uint8Array;
      // The source is read to its end, even after the end of the compressed data.
      await fed;
      if (this.#failure !== undefined) throw this.#failure.error;
    } catch (error) {
      if (this.#failure !== undefined) throw this.#failure.error;
      throw notDecompressed(this.#coding, error);
    } finally {
      stream.destroy();
    }
  }

  /** Never rejects: an error of the source is stored and ends the stream. */
  async #feed(stream: Transform, first: Uint8Array): Promise<void> {
    try {
      for (let bytes: Uint8Array | undefined = first; bytes !== undefined; bytes = await this.#source()) {
        // Bytes after the end of the compressed data are ignored.
        if (stream.readableEnded) continue;
        if (stream.destroyed) return;
        if (!stream.write(bytes)) await drained(stream);
      }
      if (!stream.destroyed) stream.end();
    } catch (error) {
      this.#failure = { error };
      stream.destroy();
    }
  }
}

/**
 * The options of zlib as own properties, so that a property on Object.prototype does not become an option. A stream that
 * is full at one byte asks for the next bytes when it has decompressed all before: newer Node.js would store 64 kB of
 * them, and a few bytes decompress to a megabyte.
 */
const ZLIB_OPTIONS: object = Object.fromEntries(
  (
    "signal objectMode readableObjectMode writableObjectMode highWaterMark readableHighWaterMark " +
    "writableHighWaterMark encoding read write writev final destroy construct transform flush finishFlush " +
    "chunkSize windowBits level memLevel strategy dictionary params info maxOutputLength"
  )
    .split(" ")
    .map((name) => [name, name === "writableHighWaterMark" ? 1 : undefined]),
);

/** zlib is loaded for the first compressed response, because to load it takes two milliseconds. */
function open(coding: string, first: Uint8Array): Transform {
  const zlib = process.getBuiltinModule("node:zlib");
  if (coding === "br") return zlib.createBrotliDecompress(ZLIB_OPTIONS);
  if (coding !== "deflate") return zlib.createGunzip(ZLIB_OPTIONS);
  return isZlibHeader(first) ? zlib.createInflate(ZLIB_OPTIONS) : zlib.createInflateRaw(ZLIB_OPTIONS);
}

function drained(stream: Transform): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) return resolve();
    const done = (): void => {
      stream.off("drain", done).off("end", done).off("close", done);
      resolve();
    };
    stream.on("drain", done).on("end", done).on("close", done);
  });
}
