/** The depth that a value of a type needs. A generator checks it before it enters a recursive type. */

import type { NodeRef, ParticleNode, PartNode, TypeNode } from "soapwright-runtime/internal";
import { allPartsOf, nodeOf } from "soapwright-runtime/internal";

/** The largest depth of a response, in nested elements. */
export const deepest = 24;

/** Computes whether a type has a value of limited depth. Caches its results. */
export class Finite {
  readonly #results = new Map<TypeNode, Map<number, boolean>>();

  /** Returns the depth of the smallest value of a type; at most `deepest + 1`. */
  levels(ref: NodeRef): number {
    return leastDepth((depth) => this.type(ref, depth));
  }

  /** Returns the depth of the smallest value of a particle in a choice. */
  particleLevels(particle: ParticleNode): number {
    return leastDepth((depth) => this.#particle(particle, depth));
  }

  type(ref: NodeRef, depth: number): boolean {
    const node = nodeOf(ref);
    if (depth < 0) return false;
    const byDepth = this.#results.get(node) ?? new Map<number, boolean>();
    this.#results.set(node, byDepth);
    let isDeepEnough = byDepth.get(depth);
    if (isDeepEnough === undefined) {
      isDeepEnough = this.#node(node, depth);
      byDepth.set(depth, isDeepEnough);
    }
    return isDeepEnough;
  }

  #node(node: TypeNode, depth: number): boolean {
    switch (node.kind) {
      case "complex":
        return node.abstract !== true && allPartsOf(node).every((part) => this.#part(part, depth));
      case "polymorphic":
        return node.alternatives.some(({ type }) => this.type(type, depth - 1));
      default:
        return true;
    }
  }

  #part(part: PartNode, depth: number): boolean {
    switch (part.kind) {
      case "element":
      case "sequence":
      case "choice":
      case "all":
      case "repeated":
      case "any":
        return this.#particle(part, depth);
      case "mixed":
        return part.particles.every((particle) => this.#particle(particle, depth));
      default:
        return true;
    }
  }

  #particle(particle: ParticleNode, depth: number): boolean {
    switch (particle.kind) {
      case "element":
        return particle.min === 0 || this.type(particle.type, depth - 1);
      case "any":
        return true;
      case "repeated":
        return particle.min === 0 || this.#particle(particle.particle, depth);
      case "choice":
        return particle.optional || particle.particles.some((branch) => this.#particle(branch, depth));
      default:
        return particle.optional || particle.particles.every((member) => this.#particle(member, depth));
    }
  }
}

function leastDepth(isEnough: (depth: number) => boolean): number {
  let depth = 0;
  while (depth <= deepest && !isEnough(depth)) depth++;
  return depth;
}
