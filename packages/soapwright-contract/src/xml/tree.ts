import type { Position } from "../diagnostics";
import type { QName } from "./qname";

/** An attribute as written. Namespace declarations are not attributes. */
export interface XmlAttribute {
  readonly name: QName;
  readonly value: string;
  readonly position: Position;
}

/** An element of a source document, with its position. */
export interface XmlElement {
  readonly name: QName;
  /** The raw name, for messages: `xs:element`. */
  readonly raw: string;
  readonly attributes: readonly XmlAttribute[];
  /** Child elements and text in document order, without comments and processing instructions. */
  readonly content: readonly (XmlElement | string)[];
  readonly parent: XmlElement | undefined;
  /** The namespaces that this element itself declares, by prefix; `""` is the default. */
  readonly declaredPrefixes: ReadonlyMap<string, string>;
  readonly position: Position;
}
