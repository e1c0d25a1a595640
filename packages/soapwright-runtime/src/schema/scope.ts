/** What a text with prefixes needs to be read. */
export interface PrefixScope {
  /** The namespace bound to `prefix`, `""` being the default namespace; `undefined` when there is none. */
  resolvePrefix(prefix: string): string | undefined;
  /** What the octets of a text become, where that is not an array. */
  readonly octets?: ((bytes: Uint8Array) => unknown) | undefined;
  /** The octets that travel outside of the XML, for the token that stands where their text would; undefined for other text. */
  readonly attached?: ((token: string) => unknown) | undefined;
  /** The octets of the part of a message that a `cid:` URL refers to. Throws a `ResponseError`. Absent where there are no parts. */
  readonly partOf?: ((url: string) => unknown) | undefined;
}

/** What a decoder asks its reader. Valid while one of the reader's events is being delivered. */
export interface DecodeScope extends PrefixScope {
  /** What is read, for messages. Left out: a response. */
  readonly subject?: string;
  position(): { readonly line: number; readonly column: number };
}
