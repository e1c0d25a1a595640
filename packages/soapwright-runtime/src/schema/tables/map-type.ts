import type { ComplexNode, ElementNode, NodeRef, PartNode, SimpleRef, TypeNode } from "./nodes";

/** What replaces the references and the elements of a type. */
export interface TypeChange {
  readonly type: (ref: NodeRef) => NodeRef;
  readonly element: (element: ElementNode) => ElementNode;
}

/** Returns a copy of the type, with its type references and elements replaced. */
export function mapType(node: TypeNode, change: TypeChange): TypeNode {
  switch (node.kind) {
    case "simple":
    case "anyType":
      return node;
    case "nillable":
      return { ...node, type: change.type(node.type) };
    case "complex":
      return { ...node, parts: node.parts.map((part) => mapPart(part, change)) };
    case "polymorphic":
      return {
        ...node,
        alternatives: node.alternatives.map((alternative) => ({ ...alternative, type: change.type(alternative.type) })),
      };
    case "soapArray":
      return { ...node, item: change.type(node.item) };
  }
}

function mapPart<P extends PartNode>(part: P, change: TypeChange): P;
function mapPart(part: PartNode, change: TypeChange): PartNode {
  const mapped = <Q extends PartNode>(inner: Q): Q => mapPart(inner, change);
  switch (part.kind) {
    case "extension":
      return { ...part, base: change.type(part.base) as ComplexNode | (() => ComplexNode) };
    case "attribute":
    case "simpleContent":
      return { ...part, type: change.type(part.type) as SimpleRef };
    case "element":
      return change.element(part);
    case "any":
    case "anyAttribute":
      return part;
    case "repeated":
      return { ...part, particle: mapped(part.particle) };
    case "sequence":
    case "choice":
    case "all":
    case "mixed":
      return { ...part, particles: part.particles.map(mapped) };
  }
}
