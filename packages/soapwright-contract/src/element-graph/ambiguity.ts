/**
 * Content models in which one element could be meant by two particles (XML Schema Part 1, 3.8.6 forbids them, and real
 * schemas have them): no reader can tell which one a document means, so instances stay with what only one can mean.
 */
import type { ElementDeclaration, ElementUse, Particle, Wildcard } from "../xsd/components";
import { type Slot, slotOf } from "./slots";

const narrowed = new WeakMap<ElementUse, Slot>();
const taken = new WeakMap<Wildcard, Set<ElementDeclaration>>();

/** Where the elements of a use stand: without members whose name another use of the same content model has too. */
export function slotOfUse(use: ElementUse): Slot {
  return narrowed.get(use) ?? slotOf(use.element, use.reference);
}

/** Elements that a wildcard lets in and that its content model names besides. */
export function namedBeside(wildcard: Wildcard): ReadonlySet<ElementDeclaration> {
  return taken.get(wildcard) ?? new Set();
}

/** Looks for what is ambiguous in the content model of one type. */
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
  const told = substitutes.filter((member) => member === use.element || !names.has(member));
  if (told.length < substitutes.length) narrowed.set(use, { kind: "slot", element: use.element, substitutes: told });
}

function leavesIn(particle: Particle): (ElementUse | Wildcard)[] {
  return particle.kind === "modelGroup" ? particle.particles.flatMap(leavesIn) : [particle];
}
