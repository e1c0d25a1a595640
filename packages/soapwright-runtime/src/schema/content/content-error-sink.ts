/** The error sink of content checks, which the decoder and the encoder implement. */
import type { LeafPlan, ParticlePlan } from "../plans/plans";

/**
 * How strictly a response is checked against its schema: see the table "Validation of responses" in the documentation.
 */
export type Validation = "strict" | "standard" | "lenient";

export interface ContentErrorSink {
  readonly validation: Validation;
  fail(message: string): never;
  failAt(child: LeafPlan, name: string, message: string): never;
}

/** Under `lenient` a missing particle is absent. */
export function reportMissing(judge: ContentErrorSink, particle: ParticlePlan): void {
  if (judge.validation === "lenient") return;
  if (particle.kind === "element") judge.failAt(particle, particle.name.local, "is missing");
  judge.fail(`missing: ${namesOf(particle)}`);
}

function nameOf(leaf: LeafPlan): string {
  return leaf.kind === "element" ? leaf.name.local : "any element";
}

export function namesOf(particle: ParticlePlan): string {
  if (particle.kind === "element" || particle.kind === "any") return nameOf(particle);
  if (particle.kind === "repeated") return namesOf(particle.group);
  return particle.particles.map(namesOf).join(particle.kind === "choice" ? " or " : ", ");
}
