import type { Model, ParticleModel } from "../model";
import { mapParts } from "../parts";
import { mapComplex } from "../walk";

/** Merges a repeated group of a single element or wildcard into the element: `T[]` instead of `{ A: T }[]`. */
export function mergeOccurrence(model: Model): Model {
  return mapComplex(model, (type) => ({ ...type, parts: mapParts(type.parts, merged) }));
}

function merged(particle: ParticleModel): ParticleModel {
  if (particle.kind !== "repeated" || particle.particle.particles.length !== 1) return particle;
  const only = particle.particle.particles[0]!;
  if (only.kind !== "element" && only.kind !== "any") return particle;
  // With `min` above 1, some counts between the products are impossible, so the merged occurrence would be wrong.
  if (only.min > 1) return particle;
  const min = only.min * particle.min;
  const max = only.max * particle.max;
  return { ...only, min, max, presence: min === 0 ? "optional" : "required" };
}
