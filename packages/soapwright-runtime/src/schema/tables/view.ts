/**
 * The view of the tables for all code except the codec's plans, so that only this module and plans know the kinds of
 * nodes. Every switch names all kinds, so that the compiler reports a missing case for a new kind.
 */
import { xsString } from "../simple/xs-types";
import type {
  AlternativeNode,
  AnyAttributeNode,
  AttributeNode,
  BuiltInName,
  ComplexNode,
  ComplexRef,
  ElementNode,
  ExtensionNode,
  GroupNode,
  MessageNode,
  NillableNode,
  NodeRef,
  ParticleNode,
  PartNode,
  SimpleNode,
  SimpleRef,
  TypeNode,
  WildcardNode,
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

/** Returns an empty list when the declared type is the only one. */
export function alternativesOf(ref: NodeRef): readonly AlternativeNode[] {
  const node = withoutNil(ref);
  return node.kind === "polymorphic" ? node.alternatives : [];
}

function soapItemOf(ref: NodeRef): NodeRef | undefined {
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
/** A part that has a property in values. */
type KeyedPart = Exclude<OwnPart, GroupNode>;

/** Parts of base types come first. */
export function allPartsOf(ref: ComplexRef): readonly OwnPart[] {
  const parts: OwnPart[] = [];
  for (const { part } of owned(nodeOf(ref))) parts.push(part);
  return parts;
}

function* owned(owner: ComplexNode): Generator<{ readonly part: OwnPart; readonly owner: ComplexNode }> {
  for (const part of owner.parts) {
    if (part.kind === "extension") yield* owned(nodeOf(part.base));
    else yield { part, owner };
  }
}

/** A part with its position in the type. */
interface Placed {
  readonly part: KeyedPart;
  readonly owner: ComplexNode;
  /** True because of a choice or optional group that contains the part. */
  readonly mayBeLeftOut: boolean;
  /** The property of a repeated group or of mixed content holds the part. */
  readonly isInside: boolean;
}

/** Base types come first, and groups are flattened. All other walks use it. */
function* walkParts(node: ComplexNode): Generator<Placed> {
  for (const { part, owner } of owned(node)) yield* opened(part, { owner, mayBeLeftOut: false, isInside: false });
}

function* opened(part: OwnPart, place: Omit<Placed, "part">): Generator<Placed> {
  if ("key" in part) yield { part, ...place };
  const inside =
    "key" in part
      ? { ...place, isInside: true }
      : { ...place, mayBeLeftOut: place.mayBeLeftOut || part.optional || part.kind === "choice" };
  for (const particle of particlesIn(part)) yield* opened(particle, inside);
}

/** The particles directly inside a part: those of a group or of mixed content, or the group that is repeated. */
function particlesIn(part: OwnPart): readonly ParticleNode[] {
  if ("particles" in part) return part.particles;
  return "particle" in part ? [part.particle] : [];
}

/** A part that is a property of its type, and whether a choice or an optional group lets a value be without it. */
type PropertyPart = Pick<Placed, "part" | "mayBeLeftOut" | "owner">;

/** A key that branches of a choice share occurs once for each of them. */
export function propertyPartsOf(node: ComplexNode): readonly PropertyPart[] {
  return [...walkParts(node)].filter(({ isInside }) => !isInside);
}

/** The elements and wildcards below a part, at any depth of its groups. */
export function leavesOf(part: OwnPart): readonly (ElementNode | WildcardNode)[] {
  const placed = opened(part, { owner: { kind: "complex", parts: [] }, mayBeLeftOut: false, isInside: false });
  return [...placed].flatMap((each) => (each.part.kind === "element" || each.part.kind === "any" ? [each.part] : []));
}

interface Property {
  readonly key: string;
  /** Type of the value or of an array's items. Undefined for wildcards and mixed content. */
  readonly type: NodeRef | undefined;
  readonly required: boolean;
  readonly list: boolean;
  /** The owner has the property's documentation. */
  readonly owner: ComplexNode | undefined;
  readonly element?: ElementNode;
}

/** A property whose values have a type. */
export interface TypedProperty extends Property {
  readonly type: NodeRef;
}

/**
 * A type with derived types has the properties of all of them and `$type`. A key that branches of a choice share occurs
 * once. Empty for other types.
 */
export function propertiesOf(ref: NodeRef): readonly Property[] {
  const properties = new Map<string, Property>();
  const node = complexTypeOf(ref);
  if (node !== undefined) {
    for (const placed of walkParts(node)) if (!placed.isInside) properties.set(placed.part.key, propertyOf(placed));
  }
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

function propertyOf({ part, owner, mayBeLeftOut }: Placed): Property {
  const { key } = part;
  switch (part.kind) {
    case "element":
      return elementProperty(part, owner, mayBeLeftOut);
    case "attribute":
      return { key, type: part.type, required: part.required, list: false, owner };
    case "simpleContent":
      return { key, type: part.type, required: true, list: false, owner };
    case "repeated": {
      const type: ComplexNode = { kind: "complex", parts: [{ ...part.particle, optional: false }] };
      return { key, type, required: part.min > 0 && !mayBeLeftOut, list: true, owner };
    }
    case "any":
      return { key, type: undefined, required: part.min > 0 && !mayBeLeftOut, list: part.array, owner };
    case "anyAttribute":
    case "mixed":
      return { key, type: undefined, required: false, list: true, owner };
  }
}

function elementProperty(element: ElementNode, owner: ComplexNode | undefined, mayBeLeftOut: boolean): TypedProperty {
  const { key, min, array } = element;
  const item = array ? undefined : soapItemOf(element.type);
  const type = item ?? element.type;
  return { key, type, required: min > 0 && !mayBeLeftOut, list: array || item !== undefined, owner, element };
}

/** Returns undefined for a type that is not only a sequence of elements. */
export function plainElements(ref: NodeRef): ElementNode[] | undefined {
  const node = complexTypeOf(ref);
  if (node === undefined) return undefined;
  const elements: ElementNode[] = [];
  for (const { part, mayBeLeftOut } of walkParts(node)) {
    if (part.kind === "attribute" || part.kind === "anyAttribute") continue;
    if (part.kind !== "element" || mayBeLeftOut) return undefined;
    elements.push(part);
  }
  return elements;
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
  const elements: ElementNode[] = [];
  const attributes: AttributeNode[] = [];
  let anyAttribute: AnyAttributeNode | undefined;
  let text = simpleTypeOf(ref);
  for (const { part } of node === undefined ? [] : walkParts(node)) {
    if (part.kind === "element") elements.push(part);
    else if (part.kind === "attribute") attributes.push(part);
    else if (part.kind === "anyAttribute") anyAttribute = part;
    else if (part.kind === "simpleContent") text = nodeOf(part.type);
  }
  return { text, elements, attributes, anyAttribute, item: soapItemOf(ref) };
}

/** What is directly inside a type: its elements, or the types that its values have. */
export function insideOf(node: TypeNode): {
  readonly elements: readonly ElementNode[];
  readonly types: readonly NodeRef[];
} {
  switch (node.kind) {
    case "complex":
      return { elements: ownDeclarations(node).elements, types: [] };
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
  const whole = elementProperty(root, undefined, false);
  return unwrap.slice(1).reduce((place, key) => childOf(place.type, key) ?? place, whole);
}
