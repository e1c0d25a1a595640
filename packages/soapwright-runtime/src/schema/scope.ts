/** The scope in which a text with prefixes is decoded. */
export interface PrefixScope {
  /** `""` is the default namespace; `undefined` is returned for a prefix that is not bound. */
  resolvePrefix(prefix: string): string | undefined;
  /** Streamed responses set it. Default: the octets as an array. */
  readonly octets?: ((bytes: Uint8Array) => unknown) | undefined;
  /** Returns the octets outside of the XML for a token; undefined for other text. */
  readonly attached?: ((token: string) => unknown) | undefined;
  /** Throws a `ResponseError`. Absent when there are no parts. */
  readonly partOf?: ((url: string) => unknown) | undefined;
}

/** Valid during an event of the reader. */
export interface DecodeScope extends PrefixScope {
  /** Messages name the subject. Default: a response. */
  readonly subject?: string;
  position(): { readonly line: number; readonly column: number };
}
