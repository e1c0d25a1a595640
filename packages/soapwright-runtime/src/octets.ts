/** Octets that travel beside an envelope, as callers give and get them. Types alone. */

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

/** A part of a multipart response that no element of its envelope refers to. */
export interface Attachment {
  /** Without angle brackets; undefined where the part has none. */
  readonly contentId: string | undefined;
  /** As it was sent; `application/octet-stream` where the part has none. */
  readonly contentType: string;
  /** Header fields of the part, names in lower case. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** The octets, without their transfer encoding. */
  readonly bytes: Uint8Array;
}

/**
 * The octets of one attachment while they arrive: can be gone through once. Attachments come in the order in which the service
 * sends them; one that is asked for before its turn has those before it kept in memory, up to `maxResponseBytes`. Leave it with
 * `break`, `return()` or `await using`: when all of a response are left or read, its connection is free.
 */
export interface AttachmentStream extends AsyncIterableIterator<Uint8Array> {
  /** Media type of the part, once its first bytes were read; undefined before, and for octets that came as base64. */
  readonly contentType: string | undefined;
  /** The rest of it in memory. Rejects with a `ResponseError` where it is longer than `most` bytes: 67,108,864 by default. */
  bytes(most?: number): Promise<Uint8Array>;
  next(): Promise<IteratorResult<Uint8Array, undefined>>;
  return(): Promise<IteratorResult<Uint8Array, undefined>>;
  [Symbol.asyncIterator](): AttachmentStream;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A result of a call with `attachments: "stream"`: for each `Uint8Array` in it an `AttachmentStream`. */
export type WithAttachmentStreams<T> = T extends Uint8Array
  ? AttachmentStream
  : T extends object
    ? { [K in keyof T]: WithAttachmentStreams<T[K]> }
    : T;

/**
 * What a method returns instead of `R` with the options `S`: streams where they say `attachments: "stream"`. `NoInfer`: a compiler
 * that infers `S` by comparing results would write every type of the service anew, and may never be done.
 */
export type AttachmentsOf<R, S> = S extends { readonly attachments: "stream" } ? NoInfer<WithAttachmentStreams<R>> : R;

/** A body of known length, read while it is sent. */
export interface StreamedBody {
  readonly length: number;
  /** Called for each piece before it is sent. */
  onProgress: (() => void) | undefined;
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
  /** Nobody reads it any more: its sources are closed. */
  close(): void;
}
