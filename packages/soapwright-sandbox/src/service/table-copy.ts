/** Lazy copies of generated tables with some types replaced. Laziness ends the recursion of recursive types. */

import type { ElementNode, NodeRef } from "soapwright-runtime/codecs";
import { isNillable, mapType, nodeOf, simpleTypeOf } from "soapwright-runtime/codecs";

type TypeNode = Exclude<NodeRef, () => unknown>;

/**
 * The changes to the copy of each type and element. Decisions that depend on referenced types must use the original,
 * because types of the copy are lazy and may contain themselves.
 */
interface TableRewrite {
  readonly type?: (copy: TypeNode, original: TypeNode) => TypeNode;
  readonly element?: (copy: ElementNode, original: ElementNode) => ElementNode;
}

/** A copy of tables. Each type and element is copied once, so that identical ones stay identical. */
export class TableCopy {
  readonly #types = new Map<TypeNode, TypeNode>();
  readonly #elements = new Map<ElementNode, ElementNode>();

  constructor(private readonly rewrite: TableRewrite) {}

  element(node: ElementNode): ElementNode {
    const cached = this.#elements.get(node);
    if (cached) return cached;
    const plain = { ...node, type: this.type(node.type) };
    const copy = this.rewrite.element?.(plain, node) ?? plain;
    this.#elements.set(node, copy);
    return copy;
  }

  type(ref: NodeRef): () => TypeNode {
    return () => {
      const node = nodeOf(ref);
      const cached = this.#types.get(node);
      if (cached) return cached;
      const mapped = mapType(node, { type: (inner) => this.type(inner), element: (inner) => this.element(inner) });
      const copy = this.rewrite.type?.(mapped, node) ?? mapped;
      this.#types.set(node, copy);
      return copy;
    };
  }
}

/** A response may have a value that this WSDL does not list. */
export function withOpenEnumerations(): TableCopy {
  return new TableCopy({
    type(node) {
      const simple = isNillable(node) ? undefined : simpleTypeOf(node);
      if (simple?.facets?.enumeration === undefined) return node;
      const { enumeration: _listed, closed: _closed, ...facets } = simple.facets;
      return { ...simple, facets };
    },
  });
}
