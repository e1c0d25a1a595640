/** The nodes of a tree. They store offsets, because a document has thousands and few positions are ever read. */

import type { Position } from "../diagnostics";
import type { LineIndex } from "./line-index";
import type { QName } from "./qname";
import type { XmlAttribute, XmlElement } from "./tree";

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

/** The declarations of elements that declare no prefix, shared. */
export const noPrefixes: ReadonlyMap<string, string> = new Map();

/** An element, filled while it is parsed. */
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
