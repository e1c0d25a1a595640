import type { AttributeUse, ElementDeclaration } from "soapwright-contract";
import { accepts } from "soapwright-contract";
import type { ElementInstance, InstanceContent, ParticleInstance, TextInstance } from "../instances/nouns";

/** Every instance with one part less than this one, or with one shorter text. */
export function* smallerElements(instance: ElementInstance): Generator<ElementInstance> {
  const { content, declaration } = instance;
  for (const smaller of smallerContents(content, declaration)) yield { ...instance, content: smaller };
}

function* smallerContents(content: InstanceContent, declaration: ElementDeclaration): Generator<InstanceContent> {
  if (content.kind === "text")
    for (const value of smallerTexts(content.value, declaration)) yield { ...content, value };
  if (content.kind === "array") for (const items of smallerLists(content.items, 0)) yield { ...content, items };
  if (content.kind !== "complex") return;
  for (const particles of smallerParticles(content.particles)) yield { ...content, particles };
  for (const [at, { use, value }] of content.attributes.entries()) {
    const others = content.attributes.toSpliced(at, 1);
    if (use.use !== "required") yield { ...content, attributes: others };
    for (const text of smallerTexts(value, use))
      yield { ...content, attributes: content.attributes.with(at, { use, value: text }) };
  }
  if (content.otherAttributes.length > 0) yield { ...content, otherAttributes: [] };
  if (content.between?.some((text) => text !== "")) yield { ...content, between: content.between.map(() => "") };
  if (content.text) for (const text of smallerTexts(content.text, declaration)) yield { ...content, text };
}

function* smallerParticles(particles: readonly ParticleInstance[]): Generator<readonly ParticleInstance[]> {
  for (const [at, particle] of particles.entries()) {
    for (const smaller of smallerParticle(particle)) yield particles.with(at, smaller);
  }
}

function* smallerParticle(particle: ParticleInstance): Generator<ParticleInstance> {
  switch (particle.kind) {
    case "elements":
      for (const items of smallerLists(particle.items, particle.use.minOccurs)) yield { ...particle, items };
      return;
    case "wildcard":
      if (particle.items.length > particle.wildcard.minOccurs) yield { ...particle, items: particle.items.slice(1) };
      return;
    case "group": {
      const { occurrences, group } = particle;
      if (occurrences.length > group.minOccurs) {
        for (const at of occurrences.keys()) yield { ...particle, occurrences: occurrences.toSpliced(at, 1) };
      }
      for (const [at, occurrence] of occurrences.entries()) {
        for (const smaller of smallerParticles(occurrence)) {
          yield { ...particle, occurrences: occurrences.with(at, smaller) };
        }
      }
    }
  }
}

function* smallerLists(items: readonly ElementInstance[], least: number): Generator<readonly ElementInstance[]> {
  if (items.length > least) for (const at of items.keys()) yield items.toSpliced(at, 1);
  for (const [at, item] of items.entries()) for (const smaller of smallerElements(item)) yield items.with(at, smaller);
}

function* smallerTexts(value: TextInstance, holder: ElementDeclaration | AttributeUse): Generator<TextInstance> {
  if (holder.fixed !== undefined) return;
  // An empty element with a default has the default value.
  for (const text of holder.default === undefined ? ["", "a", "0", "1"] : ["a", "0", "1"]) {
    if (text.length < value.text.length && accepts(value.type, text)) yield { ...value, text, prefixes: new Map() };
  }
}
