/** The depth that a value of a type needs. A generator checks it before it enters a recursive type. */

import {
  isGroup,
  isNillable,
  type Member,
  membersOf,
  type NodeRef,
  nodeOf,
  type TypeVisitor,
  visit,
} from "soapwright-runtime/codecs";

/** The largest depth of a response, in nested elements. */
export const deepest = 24;

/** Computes whether a type has a value of limited depth. Caches its results. */
export class Finite {
  /** The results of each type by depth. */
  readonly #results = new Map<object, boolean[]>();

  /** Returns the depth of the smallest value of a type; at most `deepest + 1`. */
  levels(ref: NodeRef): number {
    return leastDepth((depth) => this.type(ref, depth));
  }

  /** Returns the depth of the smallest value of a branch of a choice. */
  branchLevels(branch: Member): number {
    return leastDepth((depth) => this.#member(branch, depth));
  }

  type(ref: NodeRef, depth: number): boolean {
    if (depth < 0) return false;
    const node = nodeOf(ref);
    const byDepth = this.#results.get(node) ?? [];
    this.#results.set(node, byDepth);
    const isDeepEnough = byDepth[depth] ?? (isNillable(node) || visit(node, this.#ofType, depth));
    byDepth[depth] = isDeepEnough;
    return isDeepEnough;
  }

  readonly #ofType: TypeVisitor<boolean, number> = {
    simple: () => true,
    complex: (type, depth) => type.abstract !== true && membersOf(type).every((member) => this.#member(member, depth)),
    alternatives: (alternatives, depth) => alternatives.some(({ type }) => this.type(type, depth - 1)),
    array: () => true,
    tree: () => true,
  };

  #member(member: Member, depth: number): boolean {
    const isEnough = (each: Member): boolean => this.#member(each, depth);
    if (isGroup(member))
      return member.optional || (member.choice ? member.members.some(isEnough) : member.members.every(isEnough));
    const { element, min, inside } = member;
    return min === 0 || (element === undefined ? inside.every(isEnough) : this.type(element.type, depth - 1));
  }
}

function leastDepth(isEnough: (depth: number) => boolean): number {
  let depth = 0;
  while (depth <= deepest && !isEnough(depth)) depth++;
  return depth;
}
