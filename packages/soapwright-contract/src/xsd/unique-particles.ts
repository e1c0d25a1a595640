/** Section 3.8.6, Unique Particle Attribution, for violations through substitution groups. */
import type { Diagnostics } from "../diagnostics";
import type { Compositor, ElementDeclaration, ElementUse, Particle } from "./components";
import { withDescendants } from "./depth-first";
import type { Shell } from "./shell";

/**
 * Restricts a head to itself, without its members, if an element could match both the head and one of its members, as
 * in `member*, head*`, so that every element has one meaning. Substitution groups must be complete.
 */
export function separateHeads(compositor: Compositor, particles: readonly Particle[], diagnostics: Diagnostics): void {
  for (const [index, particle] of particles.entries()) {
    if (particle.kind !== "elementUse" || !particle.reference || particle.element.abstract) continue;
    const members = membersOf(particle.element);
    if (members.size === 0) continue;
    const rival = particles.find(
      (other, at): other is ElementUse =>
        other.kind === "elementUse" && members.has(other.element) && meet(compositor, particles, index, at),
    );
    if (rival === undefined) continue;
    (particle as Shell<ElementUse>).reference = false;
    const { name } = particle.element;
    const message = `${rival.element.name.local} may replace ${name.local}, and may also follow it; here ${name.local} means only itself`;
    diagnostics.warning(particle, message, {
      name,
      hint: "the content model is ambiguous (Unique Particle Attribution)",
    });
  }
}

function membersOf(head: ElementDeclaration): ReadonlySet<ElementDeclaration> {
  return new Set(withDescendants(head, ({ members }) => members).slice(1));
}

/** Returns whether an element of an instance could match either particle. */
function meet(compositor: Compositor, particles: readonly Particle[], one: number, other: number): boolean {
  if (compositor !== "sequence") return true;
  const [first, second] = [Math.min(one, other), Math.max(one, other)];
  const before = particles[first];
  if (before === undefined || before.minOccurs === before.maxOccurs) return false;
  return particles.slice(first + 1, second).every((between) => between.minOccurs === 0);
}
