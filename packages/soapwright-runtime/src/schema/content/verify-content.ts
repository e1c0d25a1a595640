/** Checks that the children satisfy the content model, regardless of their order (XML Schema Part 1, 3.8.4). */
import type { Content, GroupPlan, LeafPlan, ParticlePlan, RepeatedPlan } from "../plans/plans";
import { type ContentErrorSink, namesOf, reportMissing } from "./content-error-sink";
import { isEmptiable } from "./emptiable";

export interface Presence {
  has(leaf: LeafPlan): boolean;
  hasRepeated(plan: RepeatedPlan): boolean;
  countOf(leaf: LeafPlan): number;
}

export function verifyContent(judge: ContentErrorSink, content: Content, presence: Presence): void {
  for (const particle of content.particles) verify(judge, particle, presence);
}

function verify(judge: ContentErrorSink, particle: ParticlePlan, presence: Presence): void {
  switch (particle.kind) {
    case "element":
    case "any":
      verifyLeaf(judge, particle, presence);
      break;
    case "repeated":
      if (!presence.hasRepeated(particle) && !isEmptiable(particle)) reportMissing(judge, particle);
      break;
    case "choice":
      verifyChoice(judge, particle, presence);
      break;
    default:
      if (particle.optional && !isPresent(particle, presence)) return;
      for (const member of particle.particles) verify(judge, member, presence);
  }
}

function verifyLeaf(judge: ContentErrorSink, leaf: LeafPlan, presence: Presence): void {
  if (!presence.has(leaf)) {
    if (leaf.min > 0) reportMissing(judge, leaf);
    return;
  }
  if (!leaf.array || judge.validation === "lenient") return;
  const count = presence.countOf(leaf);
  const name = namesOf(leaf);
  if (count < leaf.min) judge.fail(`${name} appears ${count} times, at least ${leaf.min} are required`);
  if (count > leaf.max) judge.fail(`${name} appears ${count} times, at most ${leaf.max} are allowed`);
}

/** No value of the type has two branches of a choice, so every validation level rejects them. */
function verifyChoice(judge: ContentErrorSink, choice: GroupPlan, presence: Presence): void {
  const [chosen, other] = choice.particles.filter((particle) => isPresent(particle, presence));
  if (other !== undefined) {
    judge.fail(`only one of ${namesOf(chosen!)} and ${namesOf(other)} is allowed`);
  }
  if (chosen !== undefined) verify(judge, chosen, presence);
  else if (!isEmptiable(choice)) reportMissing(judge, choice);
}

function isPresent(particle: ParticlePlan, presence: Presence): boolean {
  switch (particle.kind) {
    case "element":
    case "any":
      return presence.has(particle);
    case "repeated":
      return presence.hasRepeated(particle);
    default:
      return particle.particles.some((member) => isPresent(member, presence));
  }
}
