/** What a codec is told when it encodes. */

/** A text that stands in the XML, before it was escaped. */
export interface EncodedText {
  /** Local name of the element that it stands in, or of the attribute whose value it is. */
  readonly name: string;
  /** The lexical text. */
  readonly text: string;
}

export interface EncodeOptions {
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
