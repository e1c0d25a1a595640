/**
 * The types of tables as plain data for display: a list with each type once, in which types refer to each other by
 * index.
 */
import {
  type AlternativeNode,
  type AttributeNode,
  alternativesOf,
  baseOf,
  type ElementNode,
  isAnyType,
  isGroup,
  isNillable,
  type Member,
  type NodeRef,
  ownMembersOf,
  type Part,
  type PartVisitor,
  type RecordType,
  type SimpleNode,
  type SimpleRef,
  simpleTypeOf,
  type TypeVisitor,
  typeNameOf,
  visit,
  visitPart,
  withoutNil,
} from "soapwright-runtime/codecs";

/** The types of XML Schema itself have no content to show. */
const schemaNamespace = "http://www.w3.org/2001/XMLSchema";

/** A reference is an index in `types`, or the name of a built-in type. */
type TypeReference = number | string;

/**
 * An element, attribute, text or wildcard of a type. Names are short and defaults omitted, because there may be 35,000
 * types.
 */
interface ContractMember {
  /** Default: an element. */
  readonly kind?: "attribute" | "text" | "any" | "anyAttribute" | undefined;
  readonly name: string;
  /** Index in `namespaces`, when the namespace differs from the parent type's. */
  readonly ns?: number | undefined;
  readonly type?: TypeReference | undefined;
  /** Default 1. */
  readonly min?: number | undefined;
  /** Default 1; -1 means unbounded. */
  readonly max?: number | undefined;
  readonly nil?: true | undefined;
  readonly choice?: true | undefined;
  readonly default?: string | undefined;
  readonly fixed?: string | undefined;
}

/** A type of the contract. */
interface ContractType {
  readonly name: string;
  /** Index of the type's namespace in `namespaces`. */
  readonly ns: number;
  /** The base type, of simple types and of complex types that extend another type. */
  readonly base?: TypeReference | undefined;
  /** Default: complex. */
  readonly kind?: "simple" | "array" | "alternatives" | undefined;
  readonly abstract?: true | undefined;
  /** Whether the type is anonymous. Its name is then the parent element's. */
  readonly anonymous?: true | undefined;
  readonly members?: readonly ContractMember[] | undefined;
  readonly values?: readonly string[] | undefined;
  readonly facets?: readonly string[] | undefined;
  /** The types of a polymorphic position, or the members of a union. */
  readonly alternatives?: readonly TypeReference[] | undefined;
  readonly text?: string | undefined;
}

interface Repetition {
  readonly min: number;
  readonly max: number;
}

type Name = ElementNode["name"];

interface TypePlace {
  readonly name: Name;
  readonly ns: number;
}
/** The type that contains a part, with the occurrence of the groups around the part. Its members are added to `into`. */
interface Place extends Repetition, TypePlace {
  readonly choice: true | undefined;
  readonly into: ContractMember[];
}

/**
 * The collected types, each once. They are processed as a queue, because chains of types may be as long as there are
 * types.
 */
export class TypeOutlines implements TypeVisitor<Partial<ContractType>, TypePlace>, PartVisitor<void, Place> {
  readonly namespaces: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #indexes = new Map<object, number>();
  readonly #waiting: (() => void)[] = [];
  readonly #types: ContractType[] = [];
  readonly #texts: Readonly<Record<string, string>>;

  constructor(texts: readonly Readonly<Record<string, string>>[]) {
    this.#texts = Object.assign(Object.create(null), ...texts) as Record<string, string>;
  }

  /** The result includes all types that collected types refer to. */
  finish(): readonly ContractType[] {
    for (let at = 0; at < this.#waiting.length; at++) this.#waiting[at]!();
    return this.#types;
  }

  /** `around` is the namespace of the parent type. */
  member(element: ElementNode, around: number, { min, max }: Repetition = element): ContractMember {
    const { name, type } = element;
    const ns = this.#namespace(name.namespace);
    return {
      name: name.local,
      ns: ns === around ? undefined : ns,
      type: this.#reference(type, name),
      min: min === 1 ? undefined : min,
      max: max === 1 ? undefined : finite(max),
      nil: isNillable(type) || undefined,
      default: element.default,
      fixed: element.fixed,
    };
  }

  #namespace(namespace: string): number {
    const place = this.#places.get(namespace);
    if (place !== undefined) return place;
    this.#places.set(namespace, this.namespaces.length);
    return this.namespaces.push(namespace) - 1;
  }

  /** An anonymous type is named after its parent element or type, `parentName`. */
  #reference(ref: NodeRef, parentName: Name): TypeReference {
    if (isAnyType(ref)) return "anyType";
    const simple = simpleTypeOf(ref);
    if (simple?.variety.of === "atomic" && !simple.facets) {
      if (simple.name === undefined || simple.name.namespace === schemaNamespace)
        return builtInName(simple.variety.builtIn);
    }
    const node = withoutNil(ref);
    const index = this.#indexes.get(node);
    if (index !== undefined) return index;
    const ownName = nameOf(node);
    const name = ownName ?? parentName;
    const type: ContractType = {
      name: name.local,
      ns: this.#namespace(name.namespace),
      anonymous: ownName === undefined || undefined,
      text: this.#texts[`{${name.namespace}}${name.local}`] || undefined,
    };
    const newIndex = this.#types.push(type) - 1;
    this.#indexes.set(node, newIndex);
    this.#waiting.push(() => Object.assign(type, visit(node, this, { name, ns: type.ns })));
    return newIndex;
  }

  array(item: NodeRef, { name }: TypePlace): Partial<ContractType> {
    return { kind: "array", members: [{ name: "item", type: this.#reference(item, name), min: 0, max: -1 }] };
  }

  alternatives(alternatives: readonly AlternativeNode[], { name }: TypePlace): Partial<ContractType> {
    const references = alternatives.map(({ type, element }) => this.#reference(type, element ?? name));
    return { kind: "alternatives", alternatives: references };
  }

  /** `xs:anyType` has no content to show. */
  tree(): Partial<ContractType> {
    return {};
  }

  simple({ variety, facets = {} }: SimpleNode, { name }: TypePlace): Partial<ContractType> {
    const { enumeration, patterns, compilePattern: _compile, prefixes: _, closed: _closed, ...others } = facets;
    const segments = [
      ...(variety.of === "list" ? ["a list of these, with spaces between"] : []),
      ...(patterns ?? []).map((pattern) => `pattern ${pattern}`),
      ...Object.entries(others).map(([facet, value]) => `${facet} ${value}`),
    ];
    return {
      kind: "simple",
      base: this.#baseOf(variety, name),
      values: enumeration,
      alternatives: variety.of === "union" ? variety.members.map((one) => this.#reference(one, name)) : undefined,
      facets: segments.length > 0 ? segments : undefined,
    };
  }

  #baseOf(variety: SimpleNode["variety"], name: Name): TypeReference {
    switch (variety.of) {
      case "atomic":
        return builtInName(variety.builtIn);
      case "restriction":
        return this.#reference(variety.base, name);
      case "list":
        return this.#reference(variety.item, name);
      case "union":
        return "union";
    }
  }

  complex(type: RecordType, { name, ns }: TypePlace): Partial<ContractType> {
    const into: ContractMember[] = [];
    const base = baseOf(type);
    const reference = base && this.#reference(base, name);
    this.#members(ownMembersOf(type), { name, ns, choice: undefined, min: 1, max: 1, into });
    return { base: reference, abstract: type.abstract || undefined, members: into };
  }

  #members(members: readonly Member[], place: Place): void {
    for (const member of members) {
      if (!isGroup(member)) visitPart(member, this, place);
      else if (member.choice) this.#members(member.members, { ...place, choice: true, min: 0 });
      else this.#members(member.members, member.optional ? { ...place, min: 0 } : place);
    }
  }

  element(element: ElementNode, { ns, choice, min, max, into }: Place): void {
    into.push({ ...this.member(element, ns, { min: element.min * min, max: element.max * max }), choice });
  }

  attribute({ default: byDefault, fixed, name, required, type }: AttributeNode, place: Place): void {
    const ns = this.#namespace(name.namespace);
    place.into.push({
      kind: "attribute",
      name: name.local,
      ns: name.namespace === "" || ns === place.ns ? undefined : ns,
      type: this.#reference(type, name),
      min: required ? undefined : 0,
      default: byDefault,
      fixed,
    });
  }

  text(type: SimpleRef, { name, into }: Place): void {
    into.push({ kind: "text", name: "text", type: this.#reference(type, name) });
  }

  wildcard(_: object, { choice, into }: Place, { min, max }: Part): void {
    into.push({ kind: "any", name: "any element", min, max: finite(max), choice });
  }

  anyAttributes({ into }: Place): void {
    into.push({ kind: "anyAttribute", name: "any attribute", min: 0 });
  }

  mixed(place: Place, { inside }: Part): void {
    place.into.push({ kind: "text", name: "text between the elements", type: "string", min: 0 });
    this.#members(inside, place);
  }

  repeated(_: RecordType, place: Place, { min, max, inside }: Part): void {
    this.#members(inside, { ...place, min: place.min * min, max: place.max * max });
  }
}

/** `decimalNumber` is a decimal as a number. */
function builtInName(builtIn: string): string {
  return builtIn === "decimalNumber" ? "decimal" : builtIn;
}

/** -1 means unbounded. */
function finite(max: number): number {
  return Number.isFinite(max) ? max : -1;
}

/** Returns the name of a type; of alternatives that of the declared one. */
function nameOf(node: NodeRef): Name | undefined {
  return typeNameOf(alternativesOf(node).find((each) => each.declared)?.type ?? node);
}
