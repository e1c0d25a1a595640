/** Checks of a content model, which the decoder and the encoder share. */
import type { ResponseError, ResponseErrorReason } from "../../errors/response-error";
import type { Content, GroupPlan, LeafPlan, ParticlePlan, RepeatedPlan } from "../plans/plans";

/**
 * How strictly a response is checked against its schema: see "What departs from the schema" in docs/values.md.
 */
export type Validation = "strict" | "standard" | "lenient";

export interface ContentErrorSink {
  readonly validation: Validation;
  fail(message: string, reason?: ResponseErrorReason): never;
  depart(departure: Departure): void;
}

/**
 * A departure from the schema that `lenient` reads. The caller goes on as `lenient` does: under another level the error
 * is thrown at the end of the element at the latest.
 */
export interface Departure extends OwnDeparture {
  /** The child that the departure is about, if it is not the open element. `message` is then a predicate. */
  readonly child?: LeafPlan | undefined;
}

/** A departure of an element itself. */
export interface OwnDeparture {
  /** What is wrong. */
  readonly message: string;
  /** What `lenient` gives, without any value of the response, for example `undefined`. */
  readonly gives: string;
  /** The text of the response. */
  readonly came?: string | undefined;
  /** The text of the value that is read, where `gives` is not specific. */
  readonly read?: string | undefined;
  /** The local name of the attribute that the departure is about, if it is about one. */
  readonly attribute?: string | undefined;
  /** Returns the error, if it is not the decoder's, with what `lenient` gives, if it reads the element. */
  readonly refusal?: ((gives?: string) => ResponseError) | undefined;
  /** Whether `standard` reads it too, with a note. */
  readonly isRead?: boolean | undefined;
}

/** Under `lenient` a missing particle is absent. */
export function reportMissing(judge: ContentErrorSink, particle: ParticlePlan): void {
  const gives = "undefined";
  if (particle.kind === "element") judge.depart({ child: particle, message: "is missing", gives });
  else judge.depart({ message: `missing: ${namesOf(particle)}`, gives });
}

function nameOf(leaf: LeafPlan): string {
  return leaf.kind === "element" ? leaf.name.local : "any element";
}

export function namesOf(particle: ParticlePlan): string {
  if (particle.kind === "element" || particle.kind === "any") return nameOf(particle);
  if (particle.kind === "repeated") return namesOf(particle.group);
  return particle.particles.map(namesOf).join(particle.kind === "choice" ? " or " : ", ");
}

/** Particle Emptiable (XML Schema Part 1, 3.9.6). */
export function isEmptiable(particle: ParticlePlan): boolean {
  switch (particle.kind) {
    case "element":
    case "any":
      return particle.min === 0;
    case "repeated":
      return particle.min === 0 || isEmptiable(particle.group);
    case "choice":
      return particle.optional || particle.particles.some(isEmptiable);
    default:
      return particle.optional || particle.particles.every(isEmptiable);
  }
}

interface Presence {
  has(leaf: LeafPlan): boolean;
  hasRepeated(plan: RepeatedPlan): boolean;
  countOf(leaf: LeafPlan): number;
}

/** Checks that the children satisfy the content model, regardless of their order (XML Schema Part 1, 3.8.4). */
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
  if (!leaf.array) return;
  const count = presence.countOf(leaf);
  const message = `${namesOf(leaf)} appears ${count} times`;
  const gives = "the items that came";
  if (count < leaf.min) judge.depart({ message: `${message}, at least ${leaf.min} are required`, gives });
  if (count > leaf.max) judge.depart({ message: `${message}, at most ${leaf.max} are allowed`, gives });
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
