import type { ComplexModel, GroupModel, Model, ParticleModel, TypeId } from "../model";
import { isParticle, isWhole, mapInside, mapParts } from "../parts";
import { mapComplex, typesById } from "../walk";

/** The maximum of branch combinations of a type, of which the compiler expands every one. */
const maxCombinations = 64;

/** Makes choices with too many combinations be checked at run time only. */
export function loosenChoices(model: Model): Model {
  const types = typesById(model);
  const loosened = new Map<TypeId, { readonly type: ComplexModel; readonly combinations: number }>();
  const visit = (type: ComplexModel): { readonly type: ComplexModel; readonly combinations: number } => {
    const cached = loosened.get(type.id);
    if (cached !== undefined) return cached;
    const base = type.base === undefined ? undefined : types.get(type.base);
    const inherited = base?.kind === "complex" ? visit(base).combinations : 1;
    // Repeated groups and mixed content are separate TypeScript types.
    const inner = { ...type, parts: mapParts(type.parts, loosenRepeated) };
    const particles = inner.parts.filter(isParticle);
    const combinations = product(particles.map(combinationsOf));
    const result =
      inherited * combinations <= maxCombinations
        ? { type: inner, combinations: inherited * combinations }
        : { type: { ...inner, parts: mapParts(inner.parts, loosen) }, combinations: inherited };
    loosened.set(type.id, result);
    return result;
  };
  return mapComplex(model, (type) => visit(type).type);
}

function combinationsOf(particle: ParticleModel): number {
  if (particle.kind === "choice") {
    const branches = particle.particles.map(combinationsOf).reduce((sum, count) => sum + count, 0);
    return Math.max(1, branches) + (particle.optional ? 1 : 0);
  }
  if (!isGroup(particle)) return 1;
  return product(particle.particles.map(combinationsOf)) + (isWhole(particle) ? 1 : 0);
}

function product(counts: readonly number[]): number {
  return counts.reduce((all, count) => all * count, 1);
}

function loosen(particle: ParticleModel): ParticleModel {
  return isGroup(particle) ? { ...particle, loose: true } : particle;
}

function isGroup(particle: ParticleModel): particle is GroupModel {
  return "particles" in particle;
}

function loosenRepeated(particle: ParticleModel): ParticleModel {
  if (particle.kind !== "repeated" || combinationsOf(particle.particle) <= maxCombinations) return particle;
  const inner = mapInside(particle, loosen);
  return { ...inner, particle: { ...inner.particle, loose: true } };
}
