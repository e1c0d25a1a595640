/**
 * The types of tables as plain data for display: a list with each type once, in which types refer to each other by
 * index.
 */
import {
  alternativesOf,
  type ComplexNode,
  type ElementNode,
  type NodeRef,
  nodeOf,
  type ParticleNode,
  type PartNode,
  type SimpleNode,
  type TypeNode,
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

/** The type that contains a part, with the occurrence of the groups around the part. */
interface Place extends Repetition {
  readonly name: ElementNode["name"];
  readonly ns: number;
  readonly choice: boolean;
}

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

  /** `around` is the namespace of the parent type. */
  element(element: ElementNode, around: number, { min, max }: Repetition = element): ContractMember {
    const { name, type } = element;
    const ns = this.#namespace(name.namespace);
    const node = nodeOf(type);
    return {
      name: name.local,
      ns: ns === around ? undefined : ns,
      type: this.#reference(node, name),
      min: min === 1 ? undefined : min,
      max: max === 1 ? undefined : finite(max),
      nil: node.kind === "nillable" || undefined,
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
    const type: ContractType = {
      name: name.local,
      ns: this.#namespace(name.namespace),
      anonymous: ownName === undefined || undefined,
      text: this.#texts[`{${name.namespace}}${name.local}`] || undefined,
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

  #baseOf(variety: SimpleNode["variety"], name: ElementNode["name"]): TypeReference {
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

  #complex({ parts, abstract }: ComplexNode, name: ElementNode["name"], ns: number): Partial<ContractType> {
    const members: ContractMember[] = [];
    let base: TypeReference | undefined;
    for (const part of parts) {
      if (part.kind === "extension") base = this.#reference(part.base, name);
      else this.#part(part, { name, ns, choice: false, min: 1, max: 1 }, members);
    }
    return { base, abstract: abstract || undefined, members };
  }

  #part(part: Exclude<PartNode, { kind: "extension" }>, place: Place, members: ContractMember[]): void {
    const choice = place.choice || undefined;
    const all = (particles: readonly ParticleNode[], inside: Partial<Place>): void => {
      for (const particle of particles) this.#part(particle, { ...place, ...inside }, members);
    };
    switch (part.kind) {
      case "element": {
        const occurrence = { min: part.min * place.min, max: part.max * place.max };
        members.push({ ...this.element(part, place.ns, occurrence), choice });
        break;
      }
      case "attribute": {
        const { default: byDefault, fixed, name, required } = part;
        const ns = this.#namespace(name.namespace);
        members.push({
          kind: "attribute",
          name: name.local,
          ns: name.namespace === "" || ns === place.ns ? undefined : ns,
          type: this.#reference(part.type, name),
          min: required ? undefined : 0,
          default: byDefault,
          fixed,
        });
        break;
      }
      case "simpleContent":
        members.push({ kind: "text", name: "text", type: this.#reference(part.type, place.name) });
        break;
      case "any":
        members.push({ kind: "any", name: "any element", min: part.min, max: finite(part.max), choice });
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

/** `decimalNumber` is a decimal as a number. */
function builtInName(builtIn: string): string {
  return builtIn === "decimalNumber" ? "decimal" : builtIn;
}

/** -1 means unbounded. */
function finite(max: number): number {
  return Number.isFinite(max) ? max : -1;
}

/** Returns the name of a type; of alternatives that of the declared one. */
function nameOf(node: TypeNode): { readonly namespace: string; readonly local: string } | undefined {
  const declared = alternativesOf(node).find((each) => each.declared);
  const type: TypeNode = declared === undefined ? node : nodeOf(declared.type);
  return "name" in type ? type.name : undefined;
}
