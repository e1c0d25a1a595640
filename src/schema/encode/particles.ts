/** XML Schema Part 1, 3.8 and 3.9: properties as elements, in the order of the schema. */

import { isEmptiable } from "../content/emptiable";
import { namesOf } from "../content/judge";
import type { GroupPlan, LeafPlan, ParticlePlan, RepeatedPlan } from "../plans/plans";
import type { Encoding } from "./encoding";
import { readItems } from "./items";
import { type Properties, readProperties } from "./properties";
import { encodeTree } from "./tree";

export function encodeParticle(encoder: Encoding, particle: ParticlePlan, properties: Properties): void {
  switch (particle.kind) {
    case "element":
    case "any":
      encodeLeaf(encoder, particle, properties);
      break;
    case "repeated":
      encodeRepeated(encoder, particle, properties);
      break;
    case "choice":
      encodeChoice(encoder, particle, properties);
      break;
    default:
      if (particle.optional && !isPresent(particle, properties)) return;
      for (const member of particle.particles) encodeParticle(encoder, member, properties);
  }
}

function encodeLeaf(encoder: Encoding, leaf: LeafPlan, properties: Properties): void {
  const { key } = leaf.property;
  const value = properties.get(key);
  if (value === undefined && leaf.min === 0) return;
  encoder.enter(key);
  if (value === undefined) encoder.missing(expectedOf(leaf));
  if (!leaf.array) encodeOccurrence(encoder, leaf, value);
  else encodeItems(encoder, leaf, value);
  encoder.leave();
}

function encodeItems(encoder: Encoding, leaf: LeafPlan, value: unknown): void {
  const count = readItems(encoder, value, "an array", (item) => encodeOccurrence(encoder, leaf, item));
  requireCount(encoder, leaf, count);
}

/** One occurrence of an element or of what a wildcard lets in. */
export function encodeOccurrence(encoder: Encoding, leaf: LeafPlan, value: unknown): void {
  if (leaf.kind === "element") encoder.element(leaf, value);
  else encodeTree(encoder, value, leaf);
}

function expectedOf(leaf: LeafPlan): string {
  if (leaf.array) return "an array";
  return leaf.kind === "element" && leaf.simple !== undefined ? leaf.simple.expected : `a value for ${namesOf(leaf)}`;
}

function requireCount(encoder: Encoding, { min, max }: LeafPlan | RepeatedPlan, count: number): void {
  if (count < min) encoder.fail(`at least ${min} items`, `array of ${count}`);
  if (count > max) encoder.fail(`at most ${max} items`, `array of ${count}`);
}

function encodeRepeated(encoder: Encoding, plan: RepeatedPlan, properties: Properties): void {
  const { key } = plan.property;
  const value = properties.get(key);
  if (value === undefined && isEmptiable(plan)) return;
  encoder.at(key, () => {
    if (value === undefined) encoder.missing("an array");
    const count = readItems(encoder, value, "an array", (item) => {
      const members = readProperties(encoder, item, plan.keys);
      encoder.nested(() => encodeParticle(encoder, { ...plan.group, optional: false }, members));
    });
    // What can be empty can be there any number of times without being seen.
    requireCount(encoder, isEmptiable(plan) ? { ...plan, min: 0 } : plan, count);
  });
}

/** Exactly one branch: the one that has every property that is there. */
function encodeChoice(encoder: Encoding, choice: GroupPlan, properties: Properties): void {
  const branches = choice.particles;
  const present = branches.filter((branch) => isPresent(branch, properties));
  if (present.length === 0) {
    if (!isEmptiable(choice)) encoder.missing(`one of ${branches.map(namesOf).join(" | ")}`);
    return;
  }
  const given = present.flatMap((branch) => presentKeys(branch, properties));
  const fitting = present.filter((branch) => {
    const own = new Set(presentKeys(branch, properties));
    return given.every((key) => own.has(key));
  });
  if (fitting.length === 0) {
    encoder.fail(`only one of ${branches.map(namesOf).join(" | ")}`, `properties ${[...new Set(given)].join(", ")}`);
  }
  encodeParticle(encoder, fitting.find((branch) => isComplete(branch, properties)) ?? fitting[0]!, properties);
}

/** Properties of `particle` that have a value; an empty array where nothing is required is none. */
function presentKeys(particle: ParticlePlan, properties: Properties): readonly string[] {
  if (particle.kind !== "element" && particle.kind !== "any" && particle.kind !== "repeated") {
    return particle.particles.flatMap((member) => presentKeys(member, properties));
  }
  const { key } = particle.property;
  const value = properties.get(key);
  const absent = value === undefined || (isEmptiable(particle) && Array.isArray(value) && value.length === 0);
  return absent ? [] : [key];
}

function isPresent(particle: ParticlePlan, properties: Properties): boolean {
  return presentKeys(particle, properties).length > 0;
}

/** Whether nothing that the particle requires is absent. */
function isComplete(particle: ParticlePlan, properties: Properties): boolean {
  if (isEmptiable(particle) && !isPresent(particle, properties)) return true;
  if (particle.kind === "choice") return particle.particles.some((member) => isComplete(member, properties));
  if (particle.kind === "sequence" || particle.kind === "all") {
    return particle.particles.every((member) => isComplete(member, properties));
  }
  return isPresent(particle, properties);
}
