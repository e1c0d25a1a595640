/** What a codec is told when it encodes. */

/** A text that stands in the XML, before it was escaped. */
export interface EncodedText {
  /** Local name of the element that it stands in, or of the attribute whose value it is. */
  readonly name: string;
  /** The lexical text. */
  readonly text: string;
}

/** Takes octets out of the XML that is written. */
export interface OctetsOut {
  /**
   * The XML of an element's content that refers to `value`; undefined where its text is to be written; or why it cannot be sent.
   * `path` names the value in messages, `mediaType` is what its octets are unless it says so itself.
   */
  attach(
    value: unknown,
    path: string,
    mediaType: string | undefined,
  ): string | { readonly expected: string; readonly received?: string } | undefined;
  /** The URL that refers to `value` as a part, or why it cannot be sent. */
  refer(
    value: unknown,
    path: string,
    mediaType: string | undefined,
  ): string | { readonly expected: string; readonly received?: string };
}

export interface EncodeOptions {
  /** Values of type `xs:base64Binary` that are all of an element's content are offered to it. */
  readonly attachments?: OctetsOut | undefined;
  /** Declare the prefixes `xsi` and `xsd` on the element: it will not stand in an envelope that does. */
  readonly selfContained?: boolean | undefined;
  /** SOAP encoding (`use="encoded"`) of this SOAP version: `xsi:type` on every element, `soapenc` arrays. */
  readonly encoding?: "1.1" | "1.2" | undefined;
  /**
   * Every text of an element and every value of an attribute is added to this list as it is written, in document order;
   * namespace declarations are not. After an error it holds what came before it.
   */
  readonly texts?: EncodedText[] | undefined;
}
