import type { Model, ParticleModel } from "../model";
import { mapComplex, mapParts } from "../walk";

/** A repeated group of a single element, or of a single wildcard, is that element repeated: `T[]` and not `{ A: T }[]`. */
export function mergeOccurrence(model: Model): Model {
  return mapComplex(model, (type) => ({ ...type, parts: mapParts(type.parts, (particle) => [merged(particle)]) }));
}

function merged(particle: ParticleModel): ParticleModel {
  if (particle.kind !== "repeated" || particle.particle.particles.length !== 1) return particle;
  const only = particle.particle.particles[0]!;
  if (only.kind !== "element" && only.kind !== "any") return particle;
  // Any number between the products can be reached only when the element may stand once or not at all.
  if (only.min > 1) return particle;
  const min = only.min * particle.min;
  const max = only.max * particle.max;
  return { ...only, min, max, presence: min === 0 ? "optional" : "required" };
}
