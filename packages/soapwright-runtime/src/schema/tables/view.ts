/** What a reference to a type is, asked of one type. `parts.ts` works out what a type consists of. */
import type { QName } from "../../xml/xml-names";
import type {
  AlternativeNode,
  BuiltInName,
  ComplexNode,
  ComplexRef,
  ExtensionNode,
  NillableNode,
  NodeRef,
  PartNode,
  SimpleNode,
  SimpleRef,
  TypeNode,
} from "./nodes";

type PlainType = Exclude<TypeNode, NillableNode>;

/** Returns the node of a reference, which is the node or a function that returns it. */
export function nodeOf<N extends TypeNode>(ref: N | (() => N)): N {
  return typeof ref === "function" ? ref() : ref;
}

export function withoutNil(ref: NodeRef): PlainType {
  const node = nodeOf(ref);
  return node.kind === "nillable" ? withoutNil(node.type) : node;
}

/** Whether `xsi:nil` is allowed: the value may be null. */
export function isNillable(ref: NodeRef): boolean {
  return nodeOf(ref).kind === "nillable";
}

export function simpleTypeOf(ref: NodeRef): SimpleNode | undefined {
  const node = withoutNil(ref);
  return node.kind === "simple" ? node : undefined;
}

export function complexTypeOf(ref: NodeRef): ComplexNode | undefined {
  const node = withoutNil(ref);
  return node.kind === "complex" ? node : undefined;
}

/** The name of a type; of alternatives, which have none, nothing. */
export function typeNameOf(ref: NodeRef): QName | undefined {
  const node = nodeOf(ref);
  return "name" in node ? node.name : undefined;
}

/** Whether the type is `xs:anyType`, whose values are trees. */
export function isAnyType(ref: NodeRef): boolean {
  return withoutNil(ref).kind === "anyType";
}

/** Returns an empty list when the declared type is the only one. */
export function alternativesOf(ref: NodeRef): readonly AlternativeNode[] {
  const node = withoutNil(ref);
  return node.kind === "polymorphic" ? node.alternatives : [];
}

export function soapItemOf(ref: NodeRef): NodeRef | undefined {
  const node = withoutNil(ref);
  return node.kind === "soapArray" ? node.item : undefined;
}

/** The nearest type comes first. The last one is atomic, a list or a union. */
export function stepsOf(ref: SimpleRef): readonly SimpleNode[] {
  const steps = [nodeOf(ref)];
  for (let { variety } = steps[0]!; variety.of === "restriction"; { variety } = steps.at(-1)!) {
    steps.push(nodeOf(variety.base));
  }
  return steps;
}

/** Returns undefined for lists, unions and other types. */
export function builtInOf(ref: NodeRef): BuiltInName | undefined {
  const type = simpleTypeOf(ref);
  const variety = type && stepsOf(type).at(-1)!.variety;
  return variety?.of === "atomic" ? variety.builtIn : undefined;
}

/** Looks at the type itself and its ancestors; returns undefined for none. */
export function enumerationOf(ref: NodeRef): readonly string[] | undefined {
  const type = simpleTypeOf(ref);
  return type && stepsOf(type).find(({ facets }) => facets?.enumeration !== undefined)?.facets?.enumeration;
}

/** A part of a complex type, without the reference to its base. */
export type OwnPart = Exclude<PartNode, ExtensionNode>;

/** Parts of base types come first. */
export function allPartsOf(ref: ComplexRef): readonly OwnPart[] {
  return nodeOf(ref).parts.flatMap((part) => (part.kind === "extension" ? allPartsOf(part.base) : [part]));
}
