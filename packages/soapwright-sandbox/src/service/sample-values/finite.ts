/** The depth that a value of a type needs. A generator checks it before it enters a recursive type. */

import type { NodeRef, ParticleNode, PartNode, TypeNode } from "soapwright-runtime/codecs";
import { allPartsOf, nodeOf } from "soapwright-runtime/codecs";

/** The largest depth of a response, in nested elements. */
export const deepest = 24;

/** Computes whether a type has a value of limited depth. Caches its results. */
export class Finite {
  /** The results of each type by depth. */
  readonly #results = new Map<TypeNode, boolean[]>();

  /** Returns the depth of the smallest value of a type; at most `deepest + 1`. */
  levels(ref: NodeRef): number {
    return leastDepth((depth) => this.type(ref, depth));
  }

  /** Returns the depth of the smallest value of a particle in a choice. */
  particleLevels(particle: ParticleNode): number {
    return leastDepth((depth) => this.#part(particle, depth));
  }

  type(ref: NodeRef, depth: number): boolean {
    if (depth < 0) return false;
    const node = nodeOf(ref);
    const byDepth = this.#results.get(node) ?? [];
    this.#results.set(node, byDepth);
    const isDeepEnough = byDepth[depth] ?? this.#node(node, depth);
    byDepth[depth] = isDeepEnough;
    return isDeepEnough;
  }

  #node(node: TypeNode, depth: number): boolean {
    if (node.kind === "polymorphic") return node.alternatives.some(({ type }) => this.type(type, depth - 1));
    if (node.kind !== "complex") return true;
    return node.abstract !== true && allPartsOf(node).every((part) => this.#part(part, depth));
  }

  #part(part: PartNode | ParticleNode, depth: number): boolean {
    switch (part.kind) {
      case "element":
        return part.min === 0 || this.type(part.type, depth - 1);
      case "repeated":
        return part.min === 0 || this.#part(part.particle, depth);
      case "choice":
        return part.optional || part.particles.some((branch) => this.#part(branch, depth));
      case "sequence":
      case "all":
        return part.optional || part.particles.every((member) => this.#part(member, depth));
      case "mixed":
        return part.particles.every((particle) => this.#part(particle, depth));
      default:
        return true;
    }
  }
}

function leastDepth(isEnough: (depth: number) => boolean): number {
  let depth = 0;
  while (depth <= deepest && !isEnough(depth)) depth++;
  return depth;
}
