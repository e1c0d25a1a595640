/** The head of an answer. */
export interface ResponseHead {
  readonly status: number;
  /** The value of the header `name`, in lower case; several values are joined by a comma. */
  header(name: string): string | undefined;
  /** All headers, names in lower case. */
  readonly headers: Readonly<{ [name: string]: string }>;
}

/** Reads one answer. Whatever it throws ends the attempt; a `ServiceError` is expected. */
export interface ResponseSink {
  head(head: ResponseHead): void;
  /** The next bytes, decompressed. Returns false to be left alone until the exchange is resumed. */
  bytes(chunk: Uint8Array): boolean;
  /** The answer is over: what is missing or wrong with it is thrown. For a status over 299 this always throws. */
  end(): void;
  /** Something has been handed on to the caller: the attempt cannot be repeated any more. */
  readonly delivered: boolean;
}
