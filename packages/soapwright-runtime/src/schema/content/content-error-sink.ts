/** Who says what is wrong with the children of an element: a decoder or an encoder. */
import type { LeafPlan, ParticlePlan } from "../plans/plans";

/** How much of a response is checked against its schema: the table "Validation of responses" in the documentation. */
export type Validation = "strict" | "standard" | "lenient";

export interface ContentErrorSink {
  readonly validation: Validation;
  /** Throws, naming the element whose content is wrong. */
  fail(message: string): never;
  /** Throws, naming the child. */
  failAt(child: LeafPlan, name: string, message: string): never;
}

/** Fails, but under `lenient`, where what is missing is absent. */
export function reportMissing(judge: ContentErrorSink, particle: ParticlePlan): void {
  if (judge.validation === "lenient") return;
  if (particle.kind === "element") judge.failAt(particle, particle.name.local, "is missing");
  judge.fail(`missing: ${namesOf(particle)}`);
}

function nameOf(leaf: LeafPlan): string {
  return leaf.kind === "element" ? leaf.name.local : "any element";
}

/** In words, for messages. */
export function namesOf(particle: ParticlePlan): string {
  if (particle.kind === "element" || particle.kind === "any") return nameOf(particle);
  if (particle.kind === "repeated") return namesOf(particle.group);
  return particle.particles.map(namesOf).join(particle.kind === "choice" ? " or " : ", ");
}
