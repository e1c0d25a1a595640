/** Particle Emptiable (XML Schema Part 1, 3.9.6). */
import type { ParticlePlan } from "../plans/plans";

export function isEmptiable(particle: ParticlePlan): boolean {
  switch (particle.kind) {
    case "element":
    case "any":
      return particle.min === 0;
    case "repeated":
      return particle.min === 0 || isEmptiable(particle.group);
    case "choice":
      return particle.optional || particle.particles.some(isEmptiable);
    default:
      return particle.optional || particle.particles.every(isEmptiable);
  }
}
