import type { Validation } from "../content/content-checks";

/** One text of the XML, before escaping. */
export interface EncodedText {
  /** Local name of the text's element, or of the attribute whose value it is. */
  readonly name: string;
  readonly text: string;
}

/** Receives octets that travel outside of the XML. */
export interface OctetsOut {
  /**
   * Returns undefined when the octets are to be written as text; a refusal says why the value cannot be sent. `path`
   * names the value in messages. `mediaType` is the default for its octets.
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
  /** Receives only values that are an element's whole content. */
  readonly attachments?: OctetsOut | undefined;
  /** Whether to declare `xsi` and `xsd` on the element, because no envelope around it does. */
  readonly selfContained?: boolean | undefined;
  /** The level that read the values: facets are not checked, and after `lenient` required parts may be absent. */
  readonly asRead?: Validation | undefined;
  /** The version for `use="encoded"`: `xsi:type` on every element, `soapenc` arrays. */
  readonly encoding?: "1.1" | "1.2" | undefined;
  /** The texts are in document order, without namespace declarations. After an error they end at the error. */
  readonly texts?: EncodedText[] | undefined;
}
