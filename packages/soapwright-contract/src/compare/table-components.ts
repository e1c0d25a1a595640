/** The types of tables as schema components, the form in which all contracts are compared. */
import type {
  ComplexNode,
  ElementNode,
  NodeRef,
  ParticleNode,
  SimpleNode,
  TypeNode,
} from "soapwright-runtime/internal";
import { allPartsOf, alternativesOf, complexTypeOf, isNillable, nodeOf, withoutNil } from "soapwright-runtime/internal";
import { localElement } from "../element-graph/local-element";
import type { UnknownNode } from "../tables/type-nodes";
import type { QName } from "../xml/qname";
import { anyType, builtInSimpleType, emptyComplexType, nowhere as position } from "../xsd/built-in-types";
import type {
  ComplexType,
  ElementDeclaration,
  ElementUse,
  Facet,
  FacetName,
  ModelGroup,
  Particle,
  SimpleType,
  TypeDefinition,
} from "../xsd/components";
import type { Shell } from "../xsd/shell";

type AlternativeNode = ReturnType<typeof alternativesOf>[number];

/** Maps a namespace of the tables to its namespace in the live contract. */
export type Rename = (namespace: string) => string;

/** A simple type of tables. `closed`: responses with a value that is not listed are refused too. */
export interface TableSimpleType extends SimpleType {
  readonly closed?: boolean;
}

export function renamed({ namespace, local }: QName, rename: Rename): QName {
  return { namespace: namespace === "" ? "" : rename(namespace), local };
}

/** The components of one set of tables, each created once. */
export class TableComponents {
  readonly #rename: Rename;
  readonly #types = new Map<TypeNode, TypeDefinition>();
  /** Steps that fill types already returned as empty shells, because tables are recursive and may be deep. */
  readonly #unfilled: (() => void)[] = [];

  constructor(rename: Rename) {
    this.#rename = rename;
  }

  element(node: ElementNode): ElementDeclaration {
    const { element } = this.#use(node);
    for (let fill = this.#unfilled.pop(); fill !== undefined; fill = this.#unfilled.pop()) fill();
    return element;
  }

  #use(node: ElementNode): ElementUse {
    const { name, type, min, max } = node;
    const members = substitutes(type).map(([member, alternatives]) => ({
      ...localElement(this.#name(member), this.#alternatives(alternatives), position),
      nillable: isNillable(alternatives[0]!.type),
    }));
    const element = {
      ...localElement(this.#name(name), this.#type(type), position),
      nillable: isNillable(type),
      members,
      ...constraints(node),
    };
    return { kind: "elementUse", element, reference: members.length > 0, minOccurs: min, maxOccurs: max, position };
  }

  #type(ref: NodeRef): TypeDefinition {
    const node = withoutNil(ref);
    const known = this.#types.get(node);
    if (known !== undefined) return known;
    const type = this.#made(node);
    this.#types.set(node, type);
    return type;
  }

  #made(node: ReturnType<typeof withoutNil>): TypeDefinition {
    switch (node.kind) {
      case "simple":
        return this.#simple(node);
      case "anyType": {
        const { unknown } = node as Partial<UnknownNode>;
        return unknown === undefined ? anyType : { ...anyType, unknown };
      }
      case "soapArray": {
        const array = this.#shell(node.name);
        this.#unfilled.push(() => {
          array.soapArray = { item: this.#type(node.item), itemType: this.#name(node.itemType), dimensions: "[]" };
        });
        return array;
      }
      case "complex": {
        const type = this.#shell(node.name);
        this.#unfilled.push(() => this.#fill(type, node));
        return type;
      }
      case "polymorphic":
        return this.#alternatives(node.alternatives.filter(({ element }) => element === undefined));
    }
  }

  /** The declared type with its derived types. Without one the result is abstract and has derived types only. */
  #alternatives(alternatives: readonly AlternativeNode[]): TypeDefinition {
    const declared = alternatives.find(({ declared, xsiType }) => declared || xsiType === undefined);
    const base = declared && complexTypeOf(declared.type);
    if (declared !== undefined && base === undefined) return this.#type(declared.type);
    const type = this.#shell(base?.name);
    type.abstract = base === undefined;
    this.#unfilled.push(() => {
      if (base !== undefined) this.#fill(type, base);
      for (const { xsiType, type: derived } of alternatives) {
        if (xsiType !== undefined) type.derived.push(this.#derived(derived, this.#name(xsiType)));
      }
    });
    return type;
  }

  #derived(ref: NodeRef, name: QName): ComplexType {
    const type = this.#type(ref);
    if (type.kind === "complexType") return type;
    const text = this.#shell(name);
    text.content = { kind: "simple", type };
    return text;
  }

  #shell(name: QName | undefined): Shell<ComplexType> {
    return { ...emptyComplexType(position), ...(name && { name: this.#name(name) }) };
  }

  #fill(type: Shell<ComplexType>, node: ComplexNode): void {
    const particles: Particle[] = [];
    let isMixed = false;
    for (const part of allPartsOf(node)) {
      switch (part.kind) {
        case "simpleContent":
          type.content = { kind: "simple", type: this.#simple(nodeOf(part.type)) };
          break;
        case "attribute": {
          const [name, own] = [this.#name(part.name), this.#type(part.type) as SimpleType];
          const attribute = { kind: "attribute", name, global: false, type: own, position } as const;
          const use = part.required ? "required" : "optional";
          type.attributeUses.push({ attribute, use, ...constraints(part), position });
          break;
        }
        case "anyAttribute":
          type.attributeWildcard = { namespaces: part.namespaces, processContents: "lax", position };
          break;
        case "mixed":
          isMixed = true;
          particles.push(...part.particles.map((each) => this.#particle(each)));
          break;
        default:
          particles.push(this.#particle(part));
      }
    }
    if (type.content.kind === "simple") return;
    const particle = group("sequence", 1, 1, particles);
    type.content = isMixed ? { kind: "mixed", particle } : { kind: "elementOnly", particle };
  }

  #particle(node: ParticleNode): Particle {
    switch (node.kind) {
      case "element":
        return this.#use(node);
      case "any": {
        const { min: minOccurs, max: maxOccurs, namespaces } = node;
        return { kind: "wildcard", namespaces, processContents: "lax", minOccurs, maxOccurs, position };
      }
      case "repeated": {
        const { kind, particles } = node.particle;
        return group(kind, node.min, node.max, this.#particles(particles));
      }
      default:
        return group(node.kind, node.optional ? 0 : 1, 1, this.#particles(node.particles));
    }
  }

  #particles(nodes: readonly ParticleNode[]): Particle[] {
    return nodes.map((node) => this.#particle(node));
  }

  #simple(node: SimpleNode): TableSimpleType {
    const { name, variety, facets, refersToPart } = node;
    if (variety.of === "atomic")
      return builtInSimpleType(variety.builtIn === "decimalNumber" ? "decimal" : variety.builtIn);
    const known = this.#types.get(node);
    if (known?.kind === "simpleType") return known;
    const type: TableSimpleType = {
      kind: "simpleType",
      ...(name && { name: this.#name(name) }),
      builtIn: false,
      variety:
        variety.of === "restriction"
          ? { of: "restriction", base: refersToPart ? builtInSimpleType("anyURI") : this.#simple(nodeOf(variety.base)) }
          : variety.of === "list"
            ? { of: "list", item: this.#simple(nodeOf(variety.item)) }
            : { of: "union", members: variety.members.map((member) => this.#simple(nodeOf(member))) },
      facets: facetsOf(facets),
      final: [],
      position,
      ...(facets?.closed && { closed: true }),
    };
    this.#types.set(node, type);
    return type;
  }

  #name(name: QName): QName {
    return renamed(name, this.#rename);
  }
}

/** Alternatives by their element, if it is not the declared one. */
function substitutes(ref: NodeRef): [QName, AlternativeNode[]][] {
  const found = new Map<string, [QName, AlternativeNode[]]>();
  for (const alternative of alternativesOf(ref)) {
    const { element, declared } = alternative;
    if (element === undefined || declared) continue;
    const key = `{${element.namespace}}${element.local}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, [element, [alternative]]);
    else known[1].push(alternative);
  }
  return [...found.values()];
}

function group(
  compositor: ModelGroup["compositor"],
  minOccurs: number,
  maxOccurs: number,
  particles: readonly Particle[],
): ModelGroup {
  return { kind: "modelGroup", compositor, particles, minOccurs, maxOccurs, position };
}

function facetsOf(facets: SimpleNode["facets"] = {}): Facet[] {
  const { patterns, compilePattern: _compile, enumeration, closed: _, prefixes: __, ...single } = facets;
  const all: readonly (readonly [FacetName, readonly (string | number)[]])[] = [
    ["pattern", patterns ?? []],
    ["enumeration", enumeration ?? []],
    ...Object.entries(single).map(([name, value]) => [name as FacetName, [value]] as const),
  ];
  return all.flatMap(([name, values]) => values.map((value) => ({ name, value: String(value), position })));
}

function constraints(part: { readonly default?: string; readonly fixed?: string }) {
  return {
    ...(part.default !== undefined && { default: part.default }),
    ...(part.fixed !== undefined && { fixed: part.fixed }),
  };
}
