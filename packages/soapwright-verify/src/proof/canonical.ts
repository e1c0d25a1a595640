import { type ModelGroup, type Particle, presentParticles, remembered } from "soapwright-contract";
import type { XmlElement } from "soapwright-runtime/tables";
import type { ElementInstance, ParticleInstance } from "../instances/nouns";

interface Leaf {
  readonly particle: Particle;
  readonly item: ElementInstance | XmlElement;
}

/**
 * Returns the content as a left-to-right reader groups it: where repeated groups are ambiguous (`(a?, b?)*` over `a
 * b`), each occurrence takes as much as possible, and at least one element. The document stays the same.
 */
export function canonicalContent(particles: readonly ParticleInstance[]): readonly ParticleInstance[] {
  if (!particles.some(hasRepeatedGroup)) return particles;
  const leaves = particles.flatMap(leavesOf);
  const reading = new Reading(leaves);
  const read = particles.map((particle) => reading.particle(particleOf(particle)));
  return reading.isDone ? read : particles;
}

function particleOf(instance: ParticleInstance): Particle {
  if (instance.kind === "elements") return instance.use;
  return instance.kind === "group" ? instance.group : instance.wildcard;
}

function hasRepeatedGroup(instance: ParticleInstance): boolean {
  if (instance.kind !== "group") return false;
  return instance.group.maxOccurs > 1 || instance.occurrences.some((occurrence) => occurrence.some(hasRepeatedGroup));
}

function leavesOf(instance: ParticleInstance): Leaf[] {
  if (instance.kind === "elements") return instance.items.map((item) => ({ particle: instance.use, item }));
  if (instance.kind === "wildcard") return instance.items.map((item) => ({ particle: instance.wildcard, item }));
  return instance.occurrences.flat().flatMap(leavesOf);
}

/** Returns the branches of a choice by their elements and wildcards; the first of several branches. */
const branchesOf = remembered((choice: ModelGroup): ReadonlyMap<Particle, Particle> => {
  const byLeaf = new Map<Particle, Particle>();
  for (const branch of presentParticles(choice))
    for (const leaf of leafParticles(branch)) if (!byLeaf.has(leaf)) byLeaf.set(leaf, branch);
  return byLeaf;
});

function* leafParticles(particle: Particle): Generator<Particle> {
  if (particle.kind !== "modelGroup") yield particle;
  else for (const each of particle.particles) yield* leafParticles(each);
}

/** Reads the leaves of an instance in order, by the particles of its content model. */
class Reading {
  #at = 0;

  constructor(private readonly leaves: readonly Leaf[]) {}

  get isDone(): boolean {
    return this.#at === this.leaves.length;
  }

  particle(particle: Particle): ParticleInstance {
    if (particle.kind === "elementUse") {
      return { kind: "elements", use: particle, items: this.#take(particle) as readonly ElementInstance[] };
    }
    if (particle.kind === "wildcard") {
      return { kind: "wildcard", wildcard: particle, items: this.#take(particle) as readonly XmlElement[] };
    }
    const occurrences: ParticleInstance[][] = [];
    while (occurrences.length < particle.maxOccurs) {
      const start = this.#at;
      const particles = particle.compositor === "choice" ? this.#branch(particle) : presentParticles(particle);
      const occurrence = particles.map((each) => this.particle(each));
      // An empty repetition leaves no trace in the document.
      const mayRepeat = particle.maxOccurs > 1 || particle.minOccurs === 0;
      if (this.#at === start && (mayRepeat || occurrences.length > 0)) break;
      occurrences.push(occurrence);
    }
    return { kind: "group", group: particle, occurrences };
  }

  #branch(choice: ModelGroup): readonly Particle[] {
    const next = this.leaves[this.#at];
    const branch = next === undefined ? undefined : branchesOf(choice).get(next.particle);
    return branch === undefined ? [] : [branch];
  }

  #take(particle: Particle): readonly (ElementInstance | XmlElement)[] {
    const items: (ElementInstance | XmlElement)[] = [];
    while (items.length < particle.maxOccurs && this.leaves[this.#at]?.particle === particle) {
      items.push(this.leaves[this.#at]?.item as ElementInstance | XmlElement);
      this.#at++;
    }
    return items;
  }
}
