/** XML Schema Part 1, 3.4.2: what a complex type has with what its bases give it. */

import { expandedName } from "../../xml/qname";
import type { AttributeUse, ComplexType, Content, Particle } from "../../xsd/components";

/** The whole content of a type, that of its bases first. */
export function effectiveContent(type: ComplexType): Content {
  const { base, content } = type;
  if (type.builtIn || type.derivation === "restriction" || base.kind === "simpleType" || base.builtIn) return content;
  const inherited = effectiveContent(base);
  if (content.kind === "simple" || inherited.kind === "simple") return content.kind === "simple" ? content : inherited;
  const first = particleOf(inherited);
  const second = particleOf(content);
  const isMixed = inherited.kind === "mixed" || content.kind === "mixed";
  const particle = first === undefined ? second : second === undefined ? first : inSequence(first, second);
  if (particle === undefined) return isMixed ? { kind: "mixed" } : { kind: "empty" };
  return { kind: isMixed ? "mixed" : "elementOnly", particle };
}

function particleOf(content: Content): Particle | undefined {
  return content.kind === "elementOnly" || content.kind === "mixed" ? content.particle : undefined;
}

function inSequence(first: Particle, second: Particle): Particle {
  return {
    kind: "modelGroup",
    compositor: "sequence",
    particles: [first, second],
    minOccurs: 1,
    maxOccurs: 1,
    position: second.position,
  };
}

/** The attribute uses of a type, those of its bases first; without the prohibited ones. */
export function effectiveAttributes(type: ComplexType): AttributeUse[] {
  const uses = new Map<string, AttributeUse>();
  const chain: ComplexType[] = [];
  for (let at: ComplexType | undefined = type; at !== undefined && !at.builtIn; ) {
    chain.push(at);
    at = at.base.kind === "complexType" && at.base !== at ? at.base : undefined;
  }
  for (const link of chain.reverse()) {
    for (const use of link.attributeUses) {
      const key = expandedName(use.attribute.name);
      if (use.use === "prohibited") uses.delete(key);
      else uses.set(key, use);
    }
  }
  return [...uses.values()];
}
