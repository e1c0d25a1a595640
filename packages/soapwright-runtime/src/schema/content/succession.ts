/**
 * Attributes a child to a particle when another particle accepts its name too, as a wildcard or as a substitution group
 * (XML Schema Part 1, 3.8.6). The preceding children decide: `item?, z, any*` has an `item` before `z`, and any element
 * after it.
 */
import type { XmlName } from "../../xml/events";
import type { Content, ElementPlan, GroupPlan, LeafPlan, ParticlePlan, WildcardPlan } from "../plans/plans";
import { isEmptiable } from "./content-checks";

/** Whether a leaf accepts elements at any place, which no other leaf accepts (XML Schema 1.1, `xs:openContent`). */
export function isOpen(leaf: LeafPlan): boolean {
  return leaf.kind === "any" && leaf.open;
}

/** A wildcard of the content accepts the name of one of its elements, or a substitution group has that of another one. */
export function isContested({ leaves, wildcards, overlaps }: Content): boolean {
  return (
    overlaps ||
    leaves.some(
      (leaf) =>
        leaf.kind === "element" &&
        leaf.names.some(({ namespace }) => wildcards.some((wildcard) => !wildcard.open && wildcard.accepts(namespace))),
    )
  );
}

interface Ends {
  readonly first: readonly LeafPlan[];
  readonly last: readonly LeafPlan[];
}

/** The follow sets of the leaves of one content model, which are the positions of Glushkov's automaton. */
export class Succession {
  private readonly content: Content;
  private readonly behind = new Map<LeafPlan | undefined, Set<LeafPlan>>();

  constructor(content: Content) {
    this.content = content;
    const { first } = this.sequence(content.particles);
    this.behind.set(undefined, new Set(first));
  }

  /** `before` occurred `count` times in a row. Returns undefined when no leaf accepts `name`. */
  next(name: XmlName, before: LeafPlan | undefined, count: number): LeafPlan | undefined {
    if (before !== undefined && count < before.min && letsIn(before, name)) return before;
    const isFull = before !== undefined && before.within === undefined && count >= before.max;
    const following = this.behind.get(before);
    const mayCome = (leaf: LeafPlan): boolean =>
      following?.has(leaf) === true && !(isFull && leaf === before) && letsIn(leaf, name);
    const element = this.content.elements.get(name);
    if (element !== undefined && mayCome(element)) return element;
    const { leaves, positional, wildcards } = this.content;
    return (positional ? leaves : wildcards).find(mayCome);
  }

  private link(before: readonly LeafPlan[], leaves: readonly LeafPlan[]): void {
    for (const leaf of before) {
      const following = this.behind.get(leaf) ?? new Set();
      for (const next of leaves) following.add(next);
      this.behind.set(leaf, following);
    }
  }

  private ends(particle: ParticlePlan): Ends {
    switch (particle.kind) {
      case "element":
      case "any": {
        if (isOpen(particle)) return { first: [], last: [] };
        if (particle.max > 1) this.link([particle], [particle]);
        return { first: [particle], last: [particle] };
      }
      case "repeated": {
        const ends = this.ends(particle.group);
        if (particle.max > 1) this.link(ends.last, ends.first);
        return ends;
      }
      case "sequence":
        return this.sequence(particle.particles);
      default:
        return this.alternatives(particle);
    }
  }

  private sequence(particles: readonly ParticlePlan[]): Ends {
    let first: readonly LeafPlan[] = [];
    let last: readonly LeafPlan[] = [];
    let mayBegin = true;
    for (const particle of particles) {
      const ends = this.ends(particle);
      this.link(last, ends.first);
      if (mayBegin) first = [...first, ...ends.first];
      mayBegin &&= isEmptiable(particle);
      last = isEmptiable(particle) ? [...last, ...ends.last] : ends.last;
    }
    return { first, last };
  }

  private alternatives({ kind, particles }: GroupPlan): Ends {
    const all = particles.map((particle) => this.ends(particle));
    if (kind === "all") {
      for (const one of all) for (const other of all) if (one !== other) this.link(one.last, other.first);
    }
    return { first: all.flatMap(({ first }) => first), last: all.flatMap(({ last }) => last) };
  }
}

/** The position of one element's children in the content model. */
export class Place {
  private readonly succession: Succession;
  private last: LeafPlan | undefined = undefined;
  private count = 0;
  /** Only `strict` rejects a child that is out of order. Later children are attributed only by name. */
  private lost = false;

  constructor(succession: Succession) {
    this.succession = succession;
  }

  /** Returns undefined when the order does not determine a leaf. */
  next(name: XmlName): LeafPlan | undefined {
    return this.lost ? undefined : this.succession.next(name, this.last, this.count);
  }

  move(leaf: LeafPlan | undefined): void {
    if (leaf === undefined) this.lost = true;
    else if (leaf === this.last) this.count++;
    else {
      this.last = leaf;
      this.count = 1;
    }
  }
}

function letsIn(leaf: LeafPlan, name: XmlName): boolean {
  return leaf.kind === "any"
    ? leaf.accepts(name.namespace)
    : leaf.names.some(({ local, namespace }) => local === name.local && namespace === name.namespace);
}

/**
 * Returns the element of a child whose place is unknown: the first one with its name, where a substitution group overlaps
 * another element the first one after the element of the preceding child.
 */
export function findElement(
  { elements, leaves, overlaps }: Content,
  name: XmlName,
  before: LeafPlan | undefined,
): ElementPlan | undefined {
  const first = elements.get(name);
  if (!overlaps || first === undefined || before === undefined) return first;
  const from = before.array ? before.index : before.index + 1;
  const later = leaves.find((leaf) => leaf.index >= from && leaf.kind === "element" && letsIn(leaf, name));
  return later?.kind === "element" ? later : first;
}

export function findWildcard({ wildcards }: Content, { namespace }: XmlName): WildcardPlan | undefined {
  return wildcards.find((wildcard) => wildcard.accepts(namespace));
}
