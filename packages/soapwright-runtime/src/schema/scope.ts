/** The scope in which a text with prefixes is decoded. */
export interface PrefixScope {
  /** Returns the namespace bound to `prefix`, where `""` is the default namespace; `undefined` when it is not bound. */
  resolvePrefix(prefix: string): string | undefined;
  /** Returns the value for the octets of a text, for streamed responses. Default: the octets as an array. */
  readonly octets?: ((bytes: Uint8Array) => unknown) | undefined;
  /** Returns the octets outside of the XML for a token that replaces their text; undefined for other text. */
  readonly attached?: ((token: string) => unknown) | undefined;
  /**
   * Returns the octets of the part that a `cid:` URL refers to. Throws a `ResponseError`. Absent when there are no
   * parts.
   */
  readonly partOf?: ((url: string) => unknown) | undefined;
}

/** The part of a reader that its decoder uses. Valid during an event of the reader. */
export interface DecodeScope extends PrefixScope {
  /** Kind of the document, for messages. Default: a response. */
  readonly subject?: string;
  position(): { readonly line: number; readonly column: number };
}
