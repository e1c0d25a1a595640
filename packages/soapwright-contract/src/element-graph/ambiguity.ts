/**
 * Ambiguous content models, in which one element matches two particles. XML Schema Part 1, 3.8.6 forbids them, and real
 * schemas have them. No reader can decide between the particles, so instances use only unambiguous elements.
 */
import type { ElementDeclaration, ElementUse, Particle, Wildcard } from "../xsd/components";
import { type Slot, slotOf } from "./slots";

const narrowed = new WeakMap<ElementUse, Slot>();
const taken = new WeakMap<Wildcard, Set<ElementDeclaration>>();

/** Returns the slot of a use, without members whose name another use of the same content model has. */
export function slotOfUse(use: ElementUse): Slot {
  return narrowed.get(use) ?? slotOf(use.element, use.reference);
}

/** Returns elements that a wildcard allows and its content model also names. */
export function namedBeside(wildcard: Wildcard): ReadonlySet<ElementDeclaration> {
  return taken.get(wildcard) ?? new Set();
}

/** Records the ambiguous uses and wildcards in the content model of a type. */
export function findAmbiguity(particles: readonly Particle[]): void {
  const leaves = particles.flatMap(leavesIn);
  const uses = leaves.filter((leaf) => leaf.kind === "elementUse");
  const names = new Set(uses.map(({ element }) => element));
  for (const leaf of leaves) {
    if (leaf.kind === "wildcard") taken.set(leaf, names);
    else if (leaf.reference && !narrowed.has(leaf)) narrow(leaf, names);
  }
}

function narrow(use: ElementUse, names: ReadonlySet<ElementDeclaration>): void {
  const { substitutes } = slotOf(use.element, true);
  const unambiguous = substitutes.filter((member) => member === use.element || !names.has(member));
  if (unambiguous.length < substitutes.length)
    narrowed.set(use, { kind: "slot", element: use.element, substitutes: unambiguous });
}

function leavesIn(particle: Particle): (ElementUse | Wildcard)[] {
  return particle.kind === "modelGroup" ? particle.particles.flatMap(leavesIn) : [particle];
}
