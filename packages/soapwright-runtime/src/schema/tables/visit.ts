/** The one switch over the kinds of types, for all code except the codec's plans. */
import type { AlternativeNode, ComplexNode, NodeRef, SimpleNode } from "./nodes";
import { withoutNil } from "./view";

/** What is done with each kind of type. `isNillable` tells whether a value may be null too. */
export interface TypeVisitor<R, A> {
  simple(type: SimpleNode, at: A): R;
  complex(type: ComplexNode, at: A): R;
  /** The declared type and the types derived from it. Values carry `$type`. */
  alternatives(alternatives: readonly AlternativeNode[], at: A): R;
  /** An array of the SOAP encoding. */
  array(item: NodeRef, at: A): R;
  /** `xs:anyType`: any content, as a tree. */
  tree(at: A): R;
}

export function visit<R, A>(ref: NodeRef, visitor: TypeVisitor<R, A>, at: A): R {
  const node = withoutNil(ref);
  switch (node.kind) {
    case "simple":
      return visitor.simple(node, at);
    case "complex":
      return visitor.complex(node, at);
    case "polymorphic":
      return visitor.alternatives(node.alternatives, at);
    case "soapArray":
      return visitor.array(node.item, at);
    case "anyType":
      return visitor.tree(at);
  }
}
