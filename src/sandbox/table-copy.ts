/** Copies of generated tables with some of their types replaced; made as they are asked for, so that recursion ends. */
import type {
  ComplexNode,
  ComplexRef,
  ElementNode,
  NodeRef,
  ParticleNode,
  PartNode,
  SimpleRef,
  TypeNode,
} from "../schema/codec";
import { typeOf } from "./declarations";

/**
 * What is done to the copy of each type and each element. What is decided by what they refer to is decided by the original:
 * types of the copy are made when they are asked for, and may contain themselves.
 */
export interface TableRewrite {
  readonly type?: (copy: TypeNode, original: TypeNode) => TypeNode;
  readonly element?: (copy: ElementNode, original: ElementNode) => ElementNode;
}

/** One copy: equal types stay one. */
export class TableCopy {
  readonly #types = new Map<TypeNode, TypeNode>();

  constructor(private readonly rewrite: TableRewrite) {}

  element(node: ElementNode): ElementNode {
    const copy = { ...node, type: this.type(node.type) };
    return this.rewrite.element?.(copy, node) ?? copy;
  }

  type(ref: NodeRef): () => TypeNode {
    return () => {
      const node = typeOf(ref);
      const known = this.#types.get(node);
      if (known) return known;
      const copy = this.rewrite.type?.(this.#copied(node), node) ?? this.#copied(node);
      this.#types.set(node, copy);
      return copy;
    };
  }

  #copied(node: TypeNode): TypeNode {
    switch (node.kind) {
      case "simple":
      case "anyType":
        return node;
      case "nillable":
        return { ...node, type: this.type(node.type) };
      case "complex":
        return { ...node, parts: node.parts.map((part) => this.#part(part)) };
      case "polymorphic":
        return {
          ...node,
          alternatives: node.alternatives.map((alternative) => ({ ...alternative, type: this.type(alternative.type) })),
        };
      case "soapArray":
        return { ...node, item: this.type(node.item) };
    }
  }

  #part(part: PartNode): PartNode {
    switch (part.kind) {
      case "extension":
        return { ...part, base: this.type(part.base) as ComplexRef };
      case "attribute":
      case "simpleContent":
        return { ...part, type: this.type(part.type) as SimpleRef };
      case "anyAttribute":
        return part;
      case "mixed":
        return { ...part, particles: part.particles.map((particle) => this.#particle(particle)) };
      default:
        return this.#particle(part);
    }
  }

  #particle(particle: ParticleNode): ParticleNode {
    switch (particle.kind) {
      case "element":
        return this.element(particle);
      case "repeated": {
        const group = {
          ...particle.particle,
          particles: particle.particle.particles.map((one) => this.#particle(one)),
        };
        return { ...particle, particle: group };
      }
      case "any":
        return particle;
      default:
        return { ...particle, particles: particle.particles.map((one) => this.#particle(one)) };
    }
  }
}

/** Tables whose enumerations take any text: an answer may hold a value that this WSDL does not list yet. */
export function withOpenEnumerations(): TableCopy {
  return new TableCopy({
    type(node) {
      if (node.kind !== "simple" || node.facets?.enumeration === undefined) return node;
      const { enumeration: _listed, closed: _closed, ...facets } = node.facets;
      return { ...node, facets };
    },
  });
}

/** A complex type that has elements only, as an array type of the stack has: the one that repeats, or undefined. */
export function itemOf(type: ComplexNode): ElementNode | undefined {
  const [only, ...more] = type.parts;
  return only?.kind === "element" && only.array && more.length === 0 ? only : undefined;
}
