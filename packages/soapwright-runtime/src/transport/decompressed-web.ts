import { ResponseError } from "../errors/response-error";
import { isZlibHeader, notDecompressed, type ReadBytes } from "./content-coding";

/** What `decompressed.ts` is on Node.js, by the `DecompressionStream` of browsers and workers, of which few read `br`. */
export class Decompressed {
  readonly #source: ReadBytes;
  readonly #coding: string;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #isOpened = false;
  #isClosed = false;
  #failure: { readonly error: unknown } | undefined;
  #fed: Promise<void> | undefined;

  constructor(source: ReadBytes, coding: string) {
    this.#source = source;
    this.#coding = coding;
  }

  async read(): Promise<Uint8Array | undefined> {
    if (!this.#isOpened) {
      this.#isOpened = true;
      const first = await this.#source();
      // A response without a body has nothing to decompress, whatever its head says.
      if (first !== undefined && !this.#isClosed) this.#open(first);
    }
    if (this.#reader === undefined || this.#isClosed) return undefined;
    try {
      const next = await this.#reader.read();
      if (!next.done) return next.value;
      await this.#fed;
    } catch (error) {
      throw this.#failure === undefined ? notDecompressed(this.#coding, error) : this.#failure.error;
    }
    if (this.#failure !== undefined) throw this.#failure.error;
    return undefined;
  }

  /** May be called before the end of the response. */
  close(): void {
    this.#isClosed = true;
    this.#reader?.cancel().catch(nothing);
  }

  #open(first: Uint8Array): void {
    const format = formatOf(this.#coding, first);
    let stream: DecompressionStream;
    try {
      stream = new DecompressionStream(format as "gzip");
    } catch (cause) {
      throw new ResponseError(
        `The response is compressed with ${this.#coding}, which this platform does not decompress. Let the transport do it, and leave out the header content-encoding.`,
        { reason: "content-encoding", cause, advice: [{ action: "set", option: "transport" }] },
      );
    }
    this.#reader = stream.readable.getReader();
    this.#fed = this.#feed(stream.writable.getWriter(), first);
  }

  /** Never rejects: an error of the source is stored and ends the stream. Errors of the stream reach its reader. */
  async #feed(writer: WritableStreamDefaultWriter<Uint8Array>, first: Uint8Array): Promise<void> {
    try {
      for (let bytes: Uint8Array | undefined = first; bytes !== undefined; bytes = await this.#source())
        await writer.write(bytes).catch(nothing);
    } catch (error) {
      this.#failure = { error };
      await writer.abort(error).catch(nothing);
      return;
    }
    await writer.close().catch(nothing);
  }
}

function formatOf(coding: string, first: Uint8Array): string {
  if (coding === "deflate") return isZlibHeader(first) ? "deflate" : "deflate-raw";
  return coding === "br" ? "brotli" : "gzip";
}

function nothing(): void {}
