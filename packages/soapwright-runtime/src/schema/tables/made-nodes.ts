/** Nodes that no WSDL declares: for values of our own, and for values alone. */
import type { QName } from "../../xml/xml-names";
import type { ComplexNode, ElementNode, NodeRef } from "./nodes";

/** Returns an element that occurs once, whose property is its local name. */
export function madeElement(
  name: QName,
  type: NodeRef,
  more: Partial<Omit<ElementNode, "kind" | "name" | "type">> = {},
): ElementNode {
  return { kind: "element", key: name.local, name, type, min: 1, max: 1, array: false, ...more };
}

/** Returns a type without a name, whose properties are the elements. */
export function recordOf(elements: readonly ElementNode[]): ComplexNode {
  return { kind: "complex", parts: elements };
}

/** The content of mixed content: any one element. */
export const anyElement: ComplexNode = {
  kind: "complex",
  parts: [{ kind: "any", key: "any", min: 1, max: 1, array: false, namespaces: { allow: "any" } }],
};
