/**
 * The parts of complex types: what is a property of values, whether it is required and whether it is a list, worked out once
 * for each type. Groups stay as a tree, in which a sequence and an `xs:all` are one thing.
 */
import type { AttributeNode, ComplexNode, ElementNode, GroupNode, NodeRef, SimpleRef, WildcardNode } from "./nodes";
import { allPartsOf, nodeOf, type OwnPart, soapItemOf } from "./view";

type KeyedPart = Exclude<OwnPart, GroupNode>;

/** A property of the values of a type. */
export interface Property {
  readonly key: string;
  /** Type of the value or of an array's items. Undefined for wildcards and mixed content. */
  readonly type: NodeRef | undefined;
  readonly required: boolean;
  readonly list: boolean;
  /** The owner has the property's documentation. */
  readonly owner: ComplexNode | undefined;
  readonly element?: ElementNode;
}

/** A property as its type declares it. Branches of a choice may have parts of one key. */
export interface Part extends Property {
  readonly owner: ComplexNode;
  readonly min: number;
  readonly max: number;
  /** Whether a value may be without it because of a choice or an optional group around it. */
  readonly mayBeLeftOut: boolean;
  /** What an occurrence of a repeated group, or mixed content, consists of. */
  readonly inside: readonly Member[];
  readonly attribute?: AttributeNode;
  readonly node: KeyedPart;
}

/** A group that occurs at most once: its members in order, or one of them. They are properties of the type itself. */
export interface Group {
  readonly choice: boolean;
  readonly optional: boolean;
  readonly members: readonly Member[];
}
export type Member = Part | Group;

export function isGroup(member: Member): member is Group {
  return "members" in member;
}

const owned = new WeakMap<ComplexNode, readonly Member[]>();

/** The members of a type without those of its base. */
export function ownMembersOf(type: ComplexNode): readonly Member[] {
  let members = owned.get(type);
  if (members === undefined) {
    members = type.parts.flatMap((part) => (part.kind === "extension" ? [] : [memberOf(part, type, false)]));
    owned.set(type, members);
  }
  return members;
}

export function baseOf({ parts: [first] }: ComplexNode): ComplexNode | undefined {
  return first?.kind === "extension" ? nodeOf(first.base) : undefined;
}

/** Members of base types come first. */
export function membersOf(type: ComplexNode): readonly Member[] {
  const base = baseOf(type);
  return base === undefined ? ownMembersOf(type) : [...membersOf(base), ...ownMembersOf(type)];
}

/** The parts of a type with those of its base types and groups. */
export function partsOf(type: ComplexNode): readonly Part[] {
  return flat(membersOf(type));
}

export function flat(members: readonly Member[]): readonly Part[] {
  return members.flatMap((member) => (isGroup(member) ? flat(member.members) : [member]));
}

/** The elements and wildcards at any depth. */
export function leavesOf(members: readonly Member[]): readonly Part[] {
  return flat(members).flatMap((part) =>
    part.node.kind === "element" || part.node.kind === "any" ? [part] : leavesOf(part.inside),
  );
}

/** The type without its attributes and its text. */
export function contentOnly(type: ComplexNode): ComplexNode {
  const isContent = ({ kind }: OwnPart): boolean => !/^(?:attribute|anyAttribute|simpleContent)$/.test(kind);
  return { kind: "complex", parts: allPartsOf(type).filter(isContent) };
}

function memberOf(part: OwnPart, owner: ComplexNode, mayBeLeftOut: boolean): Member {
  if ("key" in part) return partOf(part, owner, mayBeLeftOut);
  const { kind, optional, particles } = part;
  const choice = kind === "choice";
  const members = particles.map((particle) => memberOf(particle, owner, mayBeLeftOut || optional || choice));
  return { choice, optional, members };
}

function partOf(node: KeyedPart, owner: ComplexNode, mayBeLeftOut: boolean): Part {
  const { key } = node;
  const common = { key, owner, mayBeLeftOut, node, inside: [] };
  switch (node.kind) {
    case "element":
      return { ...common, ...elementProperty(node, mayBeLeftOut), max: node.max, min: node.min };
    case "attribute":
      return {
        ...common,
        type: node.type,
        required: node.required,
        list: false,
        min: node.required ? 1 : 0,
        max: 1,
        attribute: node,
      };
    case "simpleContent":
      return { ...common, type: node.type, required: true, list: false, min: 1, max: 1 };
    case "repeated": {
      const type: ComplexNode = { kind: "complex", parts: [{ ...node.particle, optional: false }] };
      const required = node.min > 0 && !mayBeLeftOut;
      return { ...common, type, required, list: true, min: node.min, max: node.max, inside: ownMembersOf(type) };
    }
    case "any": {
      const { min, max, array: list } = node;
      return { ...common, type: undefined, required: min > 0 && !mayBeLeftOut, list, min, max };
    }
    case "anyAttribute":
      return { ...common, type: undefined, required: false, list: true, min: 0, max: Infinity };
    case "mixed": {
      const inside = node.particles.map((particle) => memberOf(particle, owner, mayBeLeftOut));
      return { ...common, type: undefined, required: false, list: true, min: 1, max: 1, inside };
    }
  }
}

/** A SOAP-encoded array is a list itself. */
export function elementProperty(element: ElementNode, mayBeLeftOut: boolean) {
  const { key, min, array } = element;
  const item = array ? undefined : soapItemOf(element.type);
  const type = item ?? element.type;
  return { key, type, required: min > 0 && !mayBeLeftOut, list: array || item !== undefined, element };
}

/** What is done with each kind of part. */
export interface PartVisitor<R, A> {
  element(element: ElementNode, at: A, part: Part): R;
  attribute(attribute: AttributeNode, at: A, part: Part): R;
  /** The text of simple content. */
  text(type: SimpleRef, at: A, part: Part): R;
  /** Any elements, as trees. */
  wildcard(wildcard: WildcardNode, at: A, part: Part): R;
  /** A list of the occurrences of a repeated group, each a value of `type`. */
  repeated(type: ComplexNode, at: A, part: Part): R;
  anyAttributes(at: A, part: Part): R;
  mixed(at: A, part: Part): R;
}

export function visitPart<R, A>(part: Part, visitor: PartVisitor<R, A>, at: A): R {
  const { node } = part;
  switch (node.kind) {
    case "element":
      return visitor.element(node, at, part);
    case "attribute":
      return visitor.attribute(node, at, part);
    case "simpleContent":
      return visitor.text(node.type, at, part);
    case "any":
      return visitor.wildcard(node, at, part);
    case "repeated":
      return visitor.repeated(part.type as ComplexNode, at, part);
    case "anyAttribute":
      return visitor.anyAttributes(at, part);
    case "mixed":
      return visitor.mixed(at, part);
  }
}
