import { effective } from "../element-graph/effective";
import type { ComplexType, ElementUse, Particle, Wildcard } from "../xsd/components";

/** An element or wildcard of a content model, with what the groups around it make of it. */
export interface Member {
  readonly leaf: ElementUse | Wildcard;
  readonly min: number;
  readonly max: number;
  /** Number of the choice that it is a branch of, or stands in a branch of. */
  readonly choice?: number;
  /** Stands in a group that occurs repeatedly: an item of a list of groups. */
  readonly isRepeated: boolean;
}

interface Around {
  readonly min: number;
  readonly max: number;
  readonly choice?: number;
  readonly isRepeated: boolean;
}

/** The content model as a row: what may stand there, in order. */
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
