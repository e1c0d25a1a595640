/** Types of the octets that travel beside an envelope. */

/** The members of a `Blob` or a `File` that are used. */
export interface BlobLike {
  /** Length in bytes. */
  readonly size: number;
  /** Media type; `""` if unknown. */
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  stream(): object;
}

/**
 * Octets that are read while they are sent: an async iterable of `Uint8Array` with a known length. `attachmentOf` makes
 * one; your own object works too.
 */
export interface AttachmentSource extends AsyncIterable<Uint8Array> {
  /**
   * Length in bytes. The request announces it before the first byte is sent, so a source of another length aborts the
   * request.
   */
  readonly length: number;
  /** Media type of the part. Default `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** Whether each iteration starts from the first byte, so that the request can be retried. Default false. */
  readonly repeatable?: boolean | undefined;
}

/** A value for `xs:base64Binary` in an argument. Only a `Uint8Array` works without the option `mtom`. */
export type AttachmentValue = Uint8Array | BlobLike | AttachmentSource;

/** `T` as an argument, with an `AttachmentValue` in place of each `Uint8Array`. */
export type WithAttachments<T> = T extends Uint8Array
  ? AttachmentValue
  : T extends object
    ? { [K in keyof T]: WithAttachments<T[K]> }
    : T;

/** A part of a multipart response that no element of its envelope refers to. */
export interface Attachment {
  /** Content-ID without angle brackets; undefined if the part has none. */
  readonly contentId: string | undefined;
  /** Content-Type as sent; `application/octet-stream` if the part has none. */
  readonly contentType: string;
  /** Header fields of the part; names are in lower case. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** The octets, with the transfer encoding decoded. */
  readonly bytes: Uint8Array;
}

/**
 * The octets of one attachment while they arrive; it can be iterated once. Attachments arrive in the order in which the
 * service sends them. Reading one ahead of its turn keeps the ones in front of it in memory, up to `limits.responseBytes`.
 * End early with `break`, `return()` or `await using`: the connection is free once all attachments of the response are
 * read or ended.
 */
export interface AttachmentStream extends AsyncIterableIterator<Uint8Array> {
  /** Media type of the part. Undefined until its first bytes are read, and for octets that came as base64. */
  readonly contentType: string | undefined;
  /**
   * Resolves to the remaining octets. Rejects with a `ResponseError` if there are more than `most` bytes (67,108,864 by
   * default).
   */
  bytes(most?: number): Promise<Uint8Array>;
  next(): Promise<IteratorResult<Uint8Array, undefined>>;
  return(): Promise<IteratorResult<Uint8Array, undefined>>;
  [Symbol.asyncIterator](): AttachmentStream;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A result with `attachments: "stream"`: `T` with an `AttachmentStream` in place of each `Uint8Array`. */
export type WithAttachmentStreams<T> = T extends Uint8Array
  ? AttachmentStream
  : T extends object
    ? { [K in keyof T]: WithAttachmentStreams<T[K]> }
    : T;

/**
 * The result type for `R` under the options `S`: streams if they contain `attachments: "stream"`. `NoInfer` is needed,
 * because inferring `S` from results would make the compiler expand every type of the service, possibly without end.
 */
export type AttachmentsOf<R, S> = S extends { readonly attachments: "stream" } ? NoInfer<WithAttachmentStreams<R>> : R;

/** A body of known length that is read while it is sent. */
export interface StreamedBody {
  readonly length: number;
  /** Called before each piece is sent. */
  onProgress: (() => void) | undefined;
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
  /** Closes the sources when reading ends early. */
  close(): void;
}
