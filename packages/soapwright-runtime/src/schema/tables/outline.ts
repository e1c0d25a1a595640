/**
 * The types of tables as plain data for display: a list with each type once, in which types refer to each other by
 * index.
 */
import type { ComplexNode, ElementNode, NodeRef, ParticleNode, PartNode, SimpleNode, TypeNode } from "./nodes";
import { nodeOf } from "./view";

/** The types of XML Schema itself have no content to show. */
const schemaNamespace = "http://www.w3.org/2001/XMLSchema";

/** A reference is an index in `types`, or the name of a built-in type. */
export type TypeReference = number | string;

/**
 * An element, attribute, text or wildcard of a type. Names are short and defaults omitted, because there may be 35,000
 * types.
 */
export interface ContractMember {
  /** Default: an element. */
  readonly kind?: "attribute" | "text" | "any" | "anyAttribute";
  readonly name: string;
  /** Index in `namespaces`, when the namespace differs from the parent type's. */
  readonly ns?: number;
  readonly type?: TypeReference;
  /** Default 1. */
  readonly min?: number;
  /** Default 1; -1 means unbounded. */
  readonly max?: number;
  readonly nil?: true;
  readonly choice?: true;
  readonly default?: string;
  readonly fixed?: string;
}

/** A type of the contract. */
export interface ContractType {
  readonly name: string;
  /** Index of the type's namespace in `namespaces`. */
  readonly ns: number;
  /** The base type, of simple types and of complex types that extend another type. */
  readonly base?: TypeReference;
  /** Default: complex. */
  readonly kind?: "simple" | "array" | "alternatives";
  readonly abstract?: true;
  /** Whether the type is anonymous. Its name is then the parent element's. */
  readonly anonymous?: true;
  readonly members?: readonly ContractMember[];
  readonly values?: readonly string[];
  readonly facets?: readonly string[];
  /** The types of a polymorphic position, or the members of a union. */
  readonly alternatives?: readonly TypeReference[];
  readonly text?: string;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * The collected types, each once. They are processed as a queue, because chains of types may be as long as there are
 * types.
 */
export class TypeOutlines {
  readonly namespaces: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #indexes = new Map<TypeNode, number>();
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

  element(element: ElementNode, around: number): ContractMember {
    const { name, type, min, max } = element;
    const ns = this.#namespace(name.namespace);
    const node = nodeOf(type);
    return {
      name: name.local,
      ...(ns === around ? {} : { ns }),
      type: this.#reference(node, name),
      ...(min === 1 ? {} : { min }),
      ...(max === 1 ? {} : { max: Number.isFinite(max) ? max : -1 }),
      ...(node.kind === "nillable" ? { nil: true as const } : {}),
      ...(element.default === undefined ? {} : { default: element.default }),
      ...(element.fixed === undefined ? {} : { fixed: element.fixed }),
    };
  }

  #namespace(namespace: string): number {
    const place = this.#places.get(namespace);
    if (place !== undefined) return place;
    this.#places.set(namespace, this.namespaces.length);
    return this.namespaces.push(namespace) - 1;
  }

  /** An anonymous type is named after its parent element or type, `parentName`. */
  #reference(ref: NodeRef, parentName: ElementNode["name"]): TypeReference {
    const node = nodeOf(ref);
    if (node.kind === "nillable") return this.#reference(node.type, parentName);
    if (node.kind === "anyType") return "anyType";
    if (node.kind === "simple" && node.variety.of === "atomic" && !node.facets) {
      if (node.name === undefined || node.name.namespace === schemaNamespace) return builtInName(node.variety.builtIn);
    }
    const index = this.#indexes.get(node);
    if (index !== undefined) return index;
    const ownName = nameOf(node);
    const name = ownName ?? parentName;
    const type: Writable<ContractType> = {
      name: name.local,
      ns: this.#namespace(name.namespace),
      ...(ownName === undefined ? { anonymous: true } : {}),
      ...textIn(this.#texts, `{${name.namespace}}${name.local}`),
    };
    const newIndex = this.#types.push(type) - 1;
    this.#indexes.set(node, newIndex);
    this.#waiting.push(() => Object.assign(type, this.#content(node, name, type.ns)));
    return newIndex;
  }

  #content(node: Exclude<TypeNode, { kind: "nillable" | "anyType" }>, name: ElementNode["name"], ns: number) {
    switch (node.kind) {
      case "simple":
        return this.#simple(node, name);
      case "complex":
        return this.#complex(node, name, ns);
      case "soapArray": {
        const item = { name: "item", type: this.#reference(node.item, name), min: 0, max: -1 };
        return { kind: "array" as const, members: [item] };
      }
      case "polymorphic": {
        const alternatives = node.alternatives.map(({ type, element }) => this.#reference(type, element ?? name));
        return { kind: "alternatives" as const, alternatives };
      }
      default:
        return node satisfies never;
    }
  }

  #simple({ variety, facets = {} }: SimpleNode, name: ElementNode["name"]): Partial<ContractType> {
    const { enumeration, patterns, compilePattern: _compile, prefixes: _, closed: _closed, ...others } = facets;
    const segments = [
      ...(patterns ?? []).map((pattern) => `pattern ${pattern}`),
      ...Object.entries(others).map(([facet, value]) => `${facet} ${value}`),
    ];
    const base = {
      atomic: () => (variety.of === "atomic" ? builtInName(variety.builtIn) : ""),
      restriction: () => (variety.of === "restriction" ? this.#reference(variety.base, name) : ""),
      list: () => (variety.of === "list" ? this.#reference(variety.item, name) : ""),
      union: () => "union",
    }[variety.of]();
    return {
      kind: "simple",
      base,
      ...(enumeration === undefined ? {} : { values: enumeration }),
      ...(variety.of === "union" ? { alternatives: variety.members.map((one) => this.#reference(one, name)) } : {}),
      ...(variety.of === "list" || segments.length > 0
        ? { facets: [...(variety.of === "list" ? ["a list of these, with spaces between"] : []), ...segments] }
        : {}),
    };
  }

  #complex({ parts, abstract }: ComplexNode, name: ElementNode["name"], ns: number): Partial<ContractType> {
    const members: ContractMember[] = [];
    let base: TypeReference | undefined;
    for (const part of parts) {
      if (part.kind === "extension") base = this.#reference(part.base, name);
      else this.#part(part, { name, ns, choice: false, min: 1, max: 1 }, members);
    }
    return { ...(base === undefined ? {} : { base }), ...(abstract ? { abstract: true } : {}), members };
  }

  #part(
    part: Exclude<PartNode, { kind: "extension" }>,
    place: { name: ElementNode["name"]; ns: number; choice: boolean; min: number; max: number },
    members: ContractMember[],
  ): void {
    const choice = place.choice ? { choice: true as const } : {};
    const all = (particles: readonly ParticleNode[], inside: Partial<typeof place>): void => {
      for (const particle of particles) this.#part(particle, { ...place, ...inside }, members);
    };
    switch (part.kind) {
      case "element": {
        const one = this.element(part, place.ns);
        const min = part.min * place.min;
        const max = part.max * place.max;
        const { min: _min, max: _max, ...rest } = one;
        members.push({
          ...rest,
          ...(min === 1 ? {} : { min }),
          ...(max === 1 ? {} : { max: Number.isFinite(max) ? max : -1 }),
          ...choice,
        });
        break;
      }
      case "attribute": {
        const ns = this.#namespace(part.name.namespace);
        const { default: byDefault, fixed } = part;
        members.push({
          kind: "attribute",
          name: part.name.local,
          ...(part.name.namespace === "" || ns === place.ns ? {} : { ns }),
          type: this.#reference(part.type, part.name),
          ...(part.required ? {} : { min: 0 }),
          ...(byDefault === undefined ? {} : { default: byDefault }),
          ...(fixed === undefined ? {} : { fixed }),
        });
        break;
      }
      case "simpleContent":
        members.push({ kind: "text", name: "text", type: this.#reference(part.type, place.name) });
        break;
      case "any":
        members.push({
          kind: "any",
          name: "any element",
          min: part.min,
          max: Number.isFinite(part.max) ? part.max : -1,
          ...choice,
        });
        break;
      case "anyAttribute":
        members.push({ kind: "anyAttribute", name: "any attribute", min: 0 });
        break;
      case "mixed":
        members.push({ kind: "text", name: "text between the elements", type: "string", min: 0 });
        all(part.particles, {});
        break;
      case "repeated": {
        const { particle, min, max } = part;
        this.#part(particle, { ...place, min: place.min * min, max: place.max * max }, members);
        break;
      }
      case "sequence":
      case "all":
        all(part.particles, part.optional ? { min: 0 } : {});
        break;
      case "choice":
        all(part.particles, { choice: true, min: 0 });
        break;
    }
  }
}

function nameOf(node: Exclude<TypeNode, { kind: "nillable" | "anyType" }>): ElementNode["name"] | undefined {
  if (node.kind !== "polymorphic") return node.name;
  const declared = node.alternatives.find((alternative) => alternative.declared);
  const type = declared && nodeOf(declared.type);
  return type !== undefined && "name" in type ? type.name : undefined;
}

/** `decimalNumber` is a decimal as a number. */
function builtInName(builtIn: string): string {
  return builtIn === "decimalNumber" ? "decimal" : builtIn;
}

function textIn(texts: Readonly<Record<string, string>>, name: string): { readonly text?: string } {
  const text = texts[name];
  return text === undefined || text === "" ? {} : { text };
}
