/** The scope that a text with prefixes is decoded in. */
export interface PrefixScope {
  /** Returns the namespace bound to `prefix`, `""` being the default namespace; `undefined` when there is none. */
  resolvePrefix(prefix: string): string | undefined;
  /** Converts the octets of a text, for streamed responses. Absent: an array. */
  readonly octets?: ((bytes: Uint8Array) => unknown) | undefined;
  /** Returns the octets outside of the XML for the token in place of their text; undefined for other text. */
  readonly attached?: ((token: string) => unknown) | undefined;
  /** Returns the octets of the part that a `cid:` URL refers to. Throws a `ResponseError`. Absent without parts. */
  readonly partOf?: ((url: string) => unknown) | undefined;
}

/** The interface of a reader to its decoder. Valid during an event of the reader. */
export interface DecodeScope extends PrefixScope {
  /** Kind of the document, for messages. Default: a response. */
  readonly subject?: string;
  position(): { readonly line: number; readonly column: number };
}
