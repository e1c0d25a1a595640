/** A text in the XML, before escaping. */
export interface EncodedText {
  /** Local name of its element, or of the attribute whose value it is. */
  readonly name: string;
  readonly text: string;
}

/** Moves octets out of the XML. */
export interface OctetsOut {
  /**
   * Returns the XML that refers to `value` as an element's content; undefined when its text is to be written; or the
   * reason why it cannot be sent. `path` names the value in messages; `mediaType` is the default for its octets.
   */
  attach(
    value: unknown,
    path: string,
    mediaType: string | undefined,
  ): string | { readonly expected: string; readonly received?: string } | undefined;
  /** Returns the URL that refers to `value` as a part, or the reason why it cannot be sent. */
  refer(
    value: unknown,
    path: string,
    mediaType: string | undefined,
  ): string | { readonly expected: string; readonly received?: string };
}

export interface EncodeOptions {
  /** Receives values of type `xs:base64Binary` that are an element's whole content. */
  readonly attachments?: OctetsOut | undefined;
  /** Declare the prefixes `xsi` and `xsd` on the element, because no envelope around it declares them. */
  readonly selfContained?: boolean | undefined;
  /** SOAP encoding (`use="encoded"`) of this SOAP version: `xsi:type` on every element, `soapenc` arrays. */
  readonly encoding?: "1.1" | "1.2" | undefined;
  /**
   * Receives every text of an element and every value of an attribute, in document order; namespace declarations are
   * left out. After an error it holds the texts up to the error.
   */
  readonly texts?: EncodedText[] | undefined;
}
