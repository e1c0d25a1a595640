/** The properties of the values of a type, and the elements and attributes of its content. */
import { xsString } from "../simple/xs-types";
import type { AnyAttributeNode, AttributeNode, ElementNode, MessageNode, NodeRef, SimpleNode, TypeNode } from "./nodes";
import { elementProperty, leavesOf, membersOf, type Part, type Property, partsOf } from "./parts";
import { alternativesOf, complexTypeOf, nodeOf, simpleTypeOf, soapItemOf } from "./view";

/** A property whose values have a type. */
export interface TypedProperty extends Property {
  readonly type: NodeRef;
}

/**
 * A type with derived types has the properties of all of them and `$type`. A key that branches of a choice share occurs
 * once. Empty for other types.
 */
export function propertiesOf(ref: NodeRef): readonly Property[] {
  const node = complexTypeOf(ref);
  const properties = new Map<string, Property>();
  for (const part of node === undefined ? [] : partsOf(node)) properties.set(part.key, part);
  for (const { type, wrapped } of alternativesOf(ref)) {
    if (properties.size === 0) properties.set(typeProperty.key, typeProperty);
    for (const property of wrapped ? [valueProperty("value", type)] : propertiesOf(type)) {
      if (!properties.has(property.key)) properties.set(property.key, { ...property, required: false });
    }
  }
  return [...properties.values()];
}

/** Returns the same as `propertiesOf`, without wildcards and mixed content. */
export function typedPropertiesOf(ref: NodeRef): readonly TypedProperty[] {
  return propertiesOf(ref).filter((property): property is TypedProperty => property.type !== undefined);
}

export function childOf(ref: NodeRef, key: string): TypedProperty | undefined {
  return typedPropertiesOf(ref).find((property) => property.key === key);
}

function valueProperty(key: string, type: NodeRef): TypedProperty {
  return { key, type, required: false, list: false, owner: undefined };
}

const typeProperty = valueProperty("$type", xsString);

/** Returns undefined for a type that is not only a sequence of elements. */
export function plainElements(ref: NodeRef): ElementNode[] | undefined {
  const node = complexTypeOf(ref);
  if (node === undefined) return undefined;
  const content = partsOf(node).filter((part) => !isAttribute(part));
  const elements = content.flatMap(({ element, mayBeLeftOut }) => (element && !mayBeLeftOut ? [element] : []));
  return elements.length === content.length ? elements : undefined;
}

function isAttribute({ node: { kind } }: Part): boolean {
  return kind === "attribute" || kind === "anyAttribute";
}

/** Includes any depth of the content model and all derived types. */
interface Declarations {
  readonly text: SimpleNode | undefined;
  readonly elements: readonly ElementNode[];
  readonly attributes: readonly AttributeNode[];
  readonly anyAttribute: AnyAttributeNode | undefined;
  /** Items of an array of the SOAP encoding may have any name. */
  readonly item: NodeRef | undefined;
}

/** Returns the elements, attributes and wildcards that a complex type declares, inherited ones included. */
export function declarationsOf(ref: NodeRef): Declarations {
  const alternatives = alternativesOf(ref);
  if (alternatives.length === 0) return ownDeclarations(ref);
  const all = alternatives.map(({ type }) => declarationsOf(type));
  return {
    text: all.find(({ text }) => text)?.text,
    elements: all.flatMap(({ elements }) => elements),
    attributes: all.flatMap(({ attributes }) => attributes),
    anyAttribute: all.find(({ anyAttribute }) => anyAttribute)?.anyAttribute,
    item: undefined,
  };
}

function ownDeclarations(ref: NodeRef): Declarations {
  const node = complexTypeOf(ref);
  const attributes: AttributeNode[] = [];
  let anyAttribute: AnyAttributeNode | undefined;
  let text = simpleTypeOf(ref);
  for (const { node: part } of node === undefined ? [] : partsOf(node)) {
    if (part.kind === "attribute") attributes.push(part);
    else if (part.kind === "anyAttribute") anyAttribute = part;
    else if (part.kind === "simpleContent") text = nodeOf(part.type);
  }
  return { text, elements: elementsOf(ref), attributes, anyAttribute, item: soapItemOf(ref) };
}

/** The elements of a complex type at any depth. */
function elementsOf(ref: NodeRef): readonly ElementNode[] {
  const node = complexTypeOf(ref);
  return node === undefined ? [] : leavesOf(membersOf(node)).flatMap(({ element }) => element ?? []);
}

/** What is directly inside a type: its elements, or the types that its values have. */
export function insideOf(node: TypeNode): {
  readonly elements: readonly ElementNode[];
  readonly types: readonly NodeRef[];
} {
  switch (node.kind) {
    case "complex":
      return { elements: elementsOf(node), types: [] };
    case "polymorphic":
      return { elements: [], types: node.alternatives.map(({ type }) => type) };
    case "nillable":
      return { elements: [], types: [node.type] };
    case "soapArray":
      return { elements: [], types: [node.item] };
    case "simple":
    case "anyType":
      return { elements: [], types: [] };
  }
}

/** Returns the value at the end of `unwrap`, or an object with a property for each element of the Body. */
export function contentOf({ body, unwrap, attachments = [] }: MessageNode): TypedProperty {
  const [root] = body;
  if (unwrap.length === 0 || root === undefined) {
    return { ...valueProperty("", { kind: "complex", parts: [...body, ...attachments] }), required: true };
  }
  const whole: TypedProperty = { ...elementProperty(root, false), owner: undefined };
  return unwrap.slice(1).reduce((place, key) => childOf(place.type, key) ?? place, whole);
}
