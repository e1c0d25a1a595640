/** The body of a response, as sources of bytes that are put around each other. */
import { Decompressed } from "#connections";
import { ResponseError } from "../errors/response-error";
import { contentCoding } from "../transport/content-coding";
import type { Exchange, ResponseHead } from "../transport/exchange";
import { OPTIONS } from "./option-table";

/** Bytes of a body. `close` frees what the source itself has opened. */
export type BodySource = Pick<Exchange, "read" | "close">;

type Bytes = Uint8Array | undefined;

type LimitName = "maxResponseBytes" | "maxStreamBytes";

/** The maximum length of a response. A stream keeps no more in memory than any other response. */
export class LengthLimit {
  readonly most: number;
  readonly #name: LimitName;

  constructor(settings: { readonly [name in LimitName]: number }, name: LimitName) {
    this.most = settings[name];
    this.#name = name;
  }

  /** Throws a `ResponseError` when `length` is over the limit, or is not a number. */
  check(length: number): void {
    if (length <= this.most) return;
    const option = OPTIONS[this.#name].path;
    throw new ResponseError(`The response is longer than ${option} (${this.most.toLocaleString("en-US")} bytes).`, {
      reason: "limit",
      advice: [{ action: "raise", option }],
    });
  }
}

/** Counts the bytes of a source, and throws a `ResponseError` when they exceed the limit. */
export class LimitedBody implements BodySource {
  /** The number of bytes that were read. */
  length = 0;
  readonly #source: BodySource;
  readonly #limit: LengthLimit | undefined;

  constructor(source: BodySource, limit: LengthLimit | undefined) {
    this.#source = source;
    this.#limit = limit;
  }

  read(): Bytes | Promise<Bytes> {
    const next = this.#source.read();
    return next instanceof Promise ? next.then((bytes) => this.#count(bytes)) : this.#count(next);
  }

  #count(bytes: Bytes): Bytes {
    if (bytes === undefined) return undefined;
    this.length += bytes.length;
    this.#limit?.check(this.length);
    return bytes;
  }

  close(): void {
    this.#source.close();
  }
}

/**
 * Returns the body without its content coding. Throws a `ResponseError` for a coding that is not read, and for a length
 * that the head announces beyond the limit.
 */
export function decoded(source: BodySource, head: ResponseHead, limit: LengthLimit | undefined): BodySource {
  const encoding = head.header("content-encoding");
  const coding = encoding === undefined ? undefined : contentCoding(encoding);
  if (coding !== undefined) {
    const compressed = new LimitedBody(source, limit);
    return new Decompressed(() => compressed.read(), coding);
  }
  const length = limit === undefined ? undefined : head.header("content-length");
  if (length !== undefined) limit!.check(Number(length));
  return source;
}

/** Returns a body that ends where it would fail. `onFailure` gets the error, which it may rethrow. */
export function forgiving(open: () => BodySource, onFailure: (error: unknown) => void): BodySource {
  let source: BodySource | undefined;
  const end = (error: unknown): undefined => {
    onFailure(error);
  };
  return {
    read() {
      try {
        source ??= open();
        const next = source.read();
        return next instanceof Promise ? next.catch(end) : next;
      } catch (error) {
        return end(error);
      }
    },
    close: () => source?.close(),
  };
}
