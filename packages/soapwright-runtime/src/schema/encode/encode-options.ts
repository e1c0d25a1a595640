/** One text of the XML, before escaping. */
export interface EncodedText {
  /** Local name of the text's element, or of the attribute whose value it is. */
  readonly name: string;
  readonly text: string;
}

/** Receives octets that travel outside of the XML. */
export interface OctetsOut {
  /**
   * Returns the XML that refers to `value` as an element's content; undefined when the octets are to be written as
   * text; or why the value cannot be sent. `path` names the value in messages. `mediaType` is the default for its
   * octets.
   */
  attach(
    value: unknown,
    path: string,
    mediaType: string | undefined,
  ): string | { readonly expected: string; readonly received?: string } | undefined;
  /** Returns the URL that refers to `value` as a part, or why it cannot be sent. */
  refer(
    value: unknown,
    path: string,
    mediaType: string | undefined,
  ): string | { readonly expected: string; readonly received?: string };
}

export interface EncodeOptions {
  /** Receives values of type `xs:base64Binary` that are an element's whole content. */
  readonly attachments?: OctetsOut | undefined;
  /** Whether to declare the prefixes `xsi` and `xsd` on the element, because no envelope around it declares them. */
  readonly selfContained?: boolean | undefined;
  /** The SOAP version whose encoding is used (`use="encoded"`): `xsi:type` on every element, `soapenc` arrays. */
  readonly encoding?: "1.1" | "1.2" | undefined;
  /**
   * Receives every text of an element and every value of an attribute, in document order, except namespace
   * declarations. After an error it holds the texts up to the error.
   */
  readonly texts?: EncodedText[] | undefined;
}
