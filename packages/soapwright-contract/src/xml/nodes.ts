/** The nodes of a tree. A document has thousands, and few are ever asked where they stand: they keep their offsets. */

import type { Position } from "../diagnostics";
import type { LineIndex } from "./line-index";
import type { QName } from "./qname";
import type { XmlAttribute, XmlElement } from "./tree";

/** An attribute as it was read. */
export class AttributeNode implements XmlAttribute {
  constructor(
    readonly name: QName,
    readonly value: string,
    private readonly offset: number,
    private readonly lines: LineIndex,
  ) {}

  get position(): Position {
    return this.lines.position(this.offset);
  }
}

const nothing: readonly never[] = [];

/** What elements have that declare no prefix. */
export const noPrefixes: ReadonlyMap<string, string> = new Map();

/** An element whose attributes and content may still be read. */
export class ElementNode implements XmlElement {
  attributes: readonly XmlAttribute[] = nothing;
  content: readonly (XmlElement | string)[] = nothing;
  declaredPrefixes = noPrefixes;

  constructor(
    public name: QName,
    readonly raw: string,
    readonly parent: ElementNode | undefined,
    private readonly offset: number,
    private readonly lines: LineIndex,
  ) {}

  get position(): Position {
    return this.lines.position(this.offset);
  }
}
