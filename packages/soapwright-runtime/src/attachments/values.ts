/** What a caller may give for octets that travel beside the envelope. */

/** What is used of a `Blob` or a `File`. */
export interface BlobLike {
  /** In bytes. */
  readonly size: number;
  /** Media type; `""` when it is not known. */
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  stream(): object;
}

/**
 * Octets that are read while they are sent: any async iterable of `Uint8Array` that says how many bytes it has. Made by
 * `attachmentOf`, or an object of your own.
 */
export interface AttachmentSource extends AsyncIterable<Uint8Array> {
  /** In bytes. The request says it before the first byte is sent: a source of another length breaks the request off. */
  readonly length: number;
  /** Media type of the part. Default `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** It starts from its first byte each time, so that a request may be repeated. Default false. */
  readonly repeatable?: boolean | undefined;
}

/** A value for `xs:base64Binary` in an argument. What is not a `Uint8Array` needs the option `mtom`. */
export type AttachmentValue = Uint8Array | BlobLike | AttachmentSource;

/** What a method takes in the place of `T`: for each `Uint8Array` in it an `AttachmentValue`. */
export type WithAttachments<T> = T extends Uint8Array
  ? AttachmentValue
  : T extends object
    ? { [K in keyof T]: WithAttachments<T[K]> }
    : T;

/**
 * Octets to send, of a length that is known: `source` is an async iterable of `Uint8Array`, such as a file's read stream, or a
 * function that returns a new one each time it is called, so that the request may be repeated.
 *
 * @throws TypeError for a length that is no number of bytes, and for a source of another kind.
 */
export function attachmentOf(
  source: AsyncIterable<Uint8Array> | (() => AsyncIterable<Uint8Array>),
  options: { readonly length: number; readonly contentType?: string | undefined },
): AttachmentSource {
  const { length, contentType } = options;
  const repeatable = typeof source === "function";
  if (!isLength(length)) throw new TypeError("length has to be a number of bytes: a safe integer from 0.");
  if (!repeatable && !isAsyncIterable(source)) {
    throw new TypeError("The source of an attachment has to be an async iterable, or a function that returns one.");
  }
  return {
    length,
    contentType,
    repeatable,
    [Symbol.asyncIterator]: () => (typeof source === "function" ? source() : source)[Symbol.asyncIterator](),
  };
}

export function isLength(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, Symbol.asyncIterator) === "function";
}
