import type { Model, ParticleModel, PartModel } from "../model";
import { isParticle, mapParts, withParticles } from "../parts";
import { mapComplex } from "../walk";

/** Removes redundant sequences: one inside another, one around everything, a choice of one branch. */
export function flattenGroups(model: Model): Model {
  return mapComplex(model, (type) => ({ ...type, parts: mapParts(type.parts, plain).flatMap(opened) }));
}

function plain(particle: ParticleModel): ParticleModel {
  switch (particle.kind) {
    case "sequence":
    case "all":
      if (particle.particles.length === 0) return { ...particle, optional: false };
      return withParticles(particle, inSequence);
    case "choice": {
      const { particles } = particle;
      if (particles.length !== 1) return { ...particle, particles: particles.map(singleBranch) };
      return { ...particle, kind: "sequence", particles: inSequence(particles) };
    }
    case "repeated":
      return particle.particle.kind === "choice" ? particle : withParticles(particle, inSequence);
    default:
      return particle;
  }
}

function insideSequence(particle: ParticleModel): readonly ParticleModel[] {
  return particle.kind === "sequence" && !particle.optional ? particle.particles : [particle];
}

function inSequence(particles: readonly ParticleModel[]): readonly ParticleModel[] {
  return particles.flatMap(insideSequence);
}

/** Replaces a branch that is a sequence of one particle by the particle. */
function singleBranch(branch: ParticleModel): ParticleModel {
  return branch.kind === "sequence" && !branch.optional && branch.particles.length === 1
    ? branch.particles[0]!
    : branch;
}

function opened(part: PartModel): readonly PartModel[] {
  return isParticle(part) ? insideSequence(part) : [withParticles(part, inSequence)];
}
