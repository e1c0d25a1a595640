/** Nodes store offsets, because a document has thousands and few positions are ever read. */

import type { Position } from "../diagnostics";
import type { LineIndex } from "./line-index";
import type { QName } from "./qname";
import type { XmlAttribute, XmlElement } from "./tree";

/** An attribute of a parsed document. */
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

const noItems: readonly never[] = [];

/** Shared by all elements that declare no prefix. */
export const noPrefixes: ReadonlyMap<string, string> = new Map();

/** An element, mutable while it is parsed. */
export class ElementNode implements XmlElement {
  attributes: readonly XmlAttribute[] = noItems;
  content: readonly (XmlElement | string)[] = noItems;
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
