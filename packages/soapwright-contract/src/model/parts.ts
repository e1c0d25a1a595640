/** The walk of the parts of a complex type: what is inside a part, and copies with changed particles. */
import type { GroupModel, ParticleModel, PartModel, ValueType } from "./model";
import { mapValue } from "./values";

/** A part that has a property. */
export type KeyedPart = Exclude<PartModel, GroupModel>;

/** Returns the particles directly inside a part: in a group, in the group that is repeated, or in mixed content. */
export function particlesIn(part: PartModel): readonly ParticleModel[] {
  if ("particles" in part) return part.particles;
  return "particle" in part ? part.particle.particles : [];
}

/** Returns a copy of a part with other particles directly inside. */
export function withParticles<P extends PartModel>(
  part: P,
  change: (particles: readonly ParticleModel[]) => readonly ParticleModel[],
): P {
  if ("particles" in part) return { ...part, particles: change(part.particles) };
  return "particle" in part ? { ...part, particle: withParticles(part.particle, change) } : part;
}

/** Returns every part that has a property, including parts inside groups, repeated groups and mixed content. */
export function keyedParts(parts: readonly PartModel[], found: KeyedPart[] = []): KeyedPart[] {
  for (const part of parts) {
    if ("key" in part) found.push(part);
    keyedParts(particlesIn(part), found);
  }
  return found;
}

/** Returns every part that has a property of the type itself, including parts inside groups that are not repeated. */
export function ownKeyedParts(parts: readonly PartModel[]): KeyedPart[] {
  return parts.flatMap((part) => ("key" in part ? [part] : ownKeyedParts(part.particles)));
}

type ParticleChange = (particle: ParticleModel) => ParticleModel;

/** Returns a copy of a part with every particle inside changed, the innermost first. */
export function mapInside<P extends PartModel>(part: P, change: ParticleChange): P {
  return withParticles(part, (particles) => particles.map((each) => change(mapInside(each, change))));
}

/** Returns the parts with their particles changed, including the particles of mixed content. */
export function mapParts(parts: readonly PartModel[], change: ParticleChange): PartModel[] {
  return parts.map((part) => {
    const changed = mapInside(part, change);
    return isParticle(changed) ? change(changed) : changed;
  });
}

/** Returns whether an optional group has a required particle, so that its other particles depend on it. */
export function isWhole({ kind, optional, particles }: GroupModel): boolean {
  if (kind === "choice" || !optional || particles.length < 2) return false;
  return particles.some((particle) => ("presence" in particle ? particle.presence === "required" : !particle.optional));
}

/** Returns whether a part is a particle: an element, a group or a wildcard. */
export function isParticle(part: PartModel): part is ParticleModel {
  return (
    part.kind !== "attribute" && part.kind !== "simpleContent" && part.kind !== "anyAttribute" && part.kind !== "mixed"
  );
}

export function mapPartValues(parts: readonly PartModel[], change: (value: ValueType) => ValueType): PartModel[] {
  return mapParts(parts, (particle) => (particle.kind === "element" ? withValue(particle, change) : particle)).map(
    (part) => (part.kind === "attribute" || part.kind === "simpleContent" ? withValue(part, change) : part),
  );
}

/** Returns the same part if its value type is unchanged, as most value types are. */
function withValue<P extends { readonly type: ValueType }>(part: P, change: (value: ValueType) => ValueType): P {
  const type = mapValue(part.type, change);
  return type === part.type ? part : { ...part, type };
}
