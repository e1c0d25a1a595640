/** Bytes of an answer as text. */

export class XmlTextDecoder {
  /** `charset`: the parameter of the content type, undefined when there is none. */
  constructor(_charset: string | undefined) {}

  /** The text of the next bytes. Throws `ResponseError` with reason `xml`. */
  write(_bytes: Uint8Array): string {
    throw new Error("not yet");
  }

  /** What was held back. Throws `ResponseError` with reason `xml` when a character is incomplete. */
  end(): string {
    throw new Error("not yet");
  }
}
