import { effective } from "../element-graph/effective";
import type { ComplexType, ElementUse, Particle, Wildcard } from "../xsd/components";

/** A particle of a content model that is not a group, with its occurrence within the surrounding groups. */
export interface Member {
  readonly leaf: ElementUse | Wildcard;
  readonly min: number;
  readonly max: number;
  /** The number of the enclosing choice. */
  readonly choice?: number;
  /** Whether an enclosing group repeats, so that the value is in an item of a list of groups. */
  readonly isRepeated: boolean;
}

type Around = Omit<Member, "leaf">;

/** Returns the particles of a content model that are not groups, in document order. */
export function membersOf(type: ComplexType): Member[] {
  let choices = 0;
  const walk = (particle: Particle, around: Around): Member[] => {
    const min = around.min * particle.minOccurs;
    if (particle.kind !== "modelGroup") {
      const { choice, isRepeated } = around;
      const max = isRepeated ? particle.maxOccurs : around.max * particle.maxOccurs;
      return [{ leaf: particle, min, max, isRepeated, ...(choice !== undefined && { choice }) }];
    }
    const isChoice = particle.compositor === "choice" && particle.particles.length > 1;
    const choice = isChoice ? choices++ : around.choice;
    const inner: Around = {
      min: isChoice ? 0 : min,
      max: around.max,
      isRepeated: around.isRepeated || particle.maxOccurs > 1,
      ...(choice !== undefined && { choice }),
    };
    return particle.particles.filter(({ maxOccurs }) => maxOccurs > 0).flatMap((each) => walk(each, inner));
  };
  return effective(type).particles.flatMap((particle) => walk(particle, { min: 1, max: 1, isRepeated: false }));
}
