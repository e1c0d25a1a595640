/** Attachments that are read while they are sent. */
import type { AttachmentSource } from "soapwright-runtime";

/**
 * Returns an attachment of known length to send. `source` is an async iterable of `Uint8Array`, such as a file's read
 * stream, or a function that returns a new one for each call, so that the request can be retried.
 *
 * @throws TypeError for a length that is not a number of bytes, and for a source of another kind.
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
