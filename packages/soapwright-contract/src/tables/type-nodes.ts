/** Types of a model as nodes: XML Schema Part 1, section 3, and Part 2. */

import type {
  ComplexRef,
  ElementNode,
  Facets,
  GroupNode,
  NodeRef,
  ParticleNode,
  PartNode,
  SimpleNode,
  SimpleRef,
  TypeNode,
} from "soapwright-runtime/internal";
import { partReference, patterned, restriction, simpleList, union, xs } from "soapwright-runtime/tables";
import type {
  AlternativeModel,
  ElementModel,
  GroupModel,
  ParticleModel,
  PartModel,
  SimpleDefinition,
  TypeId,
  TypeModel,
  ValueType,
} from "../model/model";
import { visitType } from "../model/walk";

/** The nodes of one model. Types refer to later ones by functions, as in a printed file. */
export class TypeNodes {
  readonly #types = new Map<TypeId, TypeNode>();

  constructor(types: readonly TypeModel[]) {
    for (const type of types) this.#types.set(type.id, this.#typeNode(type));
  }

  /** The use of an element. Lists keep their occurrence; other elements are required or optional. */
  element(element: ElementModel): ElementNode {
    const { key, name, type, presence, max } = element;
    const array = max > 1;
    const once = presence === "required" ? 1 : 0;
    return {
      kind: "element",
      key,
      name,
      type: this.#ref(type),
      min: array ? element.min : once,
      max: array ? max : 1,
      array,
      ...constraints(element),
    };
  }

  #typeNode(type: TypeModel): TypeNode {
    return visitType<TypeNode>(type, {
      complex: ({ kind, qname, abstract, base, parts }) => {
        const inherited: readonly PartNode[] =
          base === undefined ? [] : [{ kind: "extension", base: this.#named(base) as ComplexRef }];
        return {
          kind,
          ...named(qname),
          ...(abstract ? { abstract } : {}),
          parts: [...inherited, ...parts.map((part) => this.#part(part))],
        };
      },
      simple: ({ definition }) => this.#simple(definition),
      polymorphic: ({ kind, alternatives }) => ({
        kind,
        alternatives: alternatives.map((each) => this.#alternative(each)),
      }),
      soapArray: ({ kind, qname, item, itemType }) => ({ kind, ...named(qname), item: this.#ref(item), itemType }),
    });
  }

  #alternative({ label, declared, element, xsiType, type, wrapped }: AlternativeModel) {
    return {
      label,
      declared,
      ...(declared || element === undefined ? {} : { element }),
      ...(declared || xsiType === undefined ? {} : { xsiType }),
      type: this.#ref(type),
      wrapped,
    };
  }

  #part(part: PartModel): PartNode {
    switch (part.kind) {
      case "attribute": {
        const { kind, key, name, type, presence } = part;
        return {
          kind,
          key,
          name,
          type: this.#simpleRef(type),
          required: presence === "required",
          ...constraints(part),
        };
      }
      case "simpleContent":
        return { kind: part.kind, key: part.key, type: this.#simpleRef(part.type) };
      case "anyAttribute":
        return { kind: part.kind, key: part.key, namespaces: part.namespaces };
      case "mixed":
        return { kind: part.kind, key: part.key, particles: part.particles.map((each) => this.#particle(each)) };
      default:
        return this.#particle(part);
    }
  }

  #particle(particle: ParticleModel): ParticleNode {
    switch (particle.kind) {
      case "element":
        return this.element(particle);
      case "any": {
        const { kind, key, namespaces, presence, max } = particle;
        const array = max > 1;
        const once = presence === "required" ? 1 : 0;
        return { kind, key, min: array ? particle.min : once, max: array ? max : 1, array, namespaces };
      }
      case "repeated": {
        const { kind, key, min, max } = particle;
        return { kind, key, min, max, particle: this.#group(particle.particle) };
      }
      default:
        return this.#group(particle);
    }
  }

  #group({ kind, optional, particles }: GroupModel): GroupNode {
    return { kind, optional, particles: particles.map((each) => this.#particle(each)) };
  }

  #ref(value: ValueType): NodeRef {
    switch (value.of) {
      case "builtIn":
        return xs[
          `${value.name}${value.as === undefined ? "" : value.as === "number" ? "Number" : "String"}` as keyof typeof xs
        ];
      case "type":
        return this.#named(value.id);
      case "inline":
        return this.#simple(value.definition);
      case "anyType":
        return { kind: "anyType" };
      case "nillable":
        return { kind: "nillable", type: this.#ref(value.type) };
      case "open":
      case "orDate":
        return this.#ref(value.type);
    }
  }

  #simpleRef(value: ValueType): SimpleRef {
    return this.#ref(value) as SimpleRef;
  }

  #named(id: TypeId): NodeRef {
    return this.#types.get(id) ?? ((): TypeNode => this.#types.get(id)!);
  }

  #simple({ qname: name, variety, facets, values, refersToPart }: SimpleDefinition): SimpleNode {
    if (refersToPart === true && name !== undefined) return partReference(name);
    switch (variety.of) {
      case "restriction": {
        const listed = values && { enumeration: values.map(({ value }) => value) };
        const all: Facets = { ...facets, ...listed };
        const given = Object.keys(all).length === 0 ? undefined : all;
        return restriction(
          name,
          this.#simpleRef(variety.base),
          given?.patterns === undefined ? given : patterned(given),
        );
      }
      case "list":
        return simpleList(name, this.#simpleRef(variety.item));
      case "union":
        return union(
          name,
          variety.members.map((each) => this.#simpleRef(each)),
        );
    }
  }
}

function named<T>(name: T | undefined): { readonly name?: T } {
  return name === undefined ? {} : { name };
}

function constraints(part: { readonly default?: string; readonly fixed?: string; readonly mediaType?: string }) {
  return {
    ...(part.default === undefined ? {} : { default: part.default }),
    ...(part.fixed === undefined ? {} : { fixed: part.fixed }),
    ...(part.mediaType === undefined ? {} : { mediaType: part.mediaType }),
  };
}
