import type { ComplexNode, MessageNode, NodeRef, ParticleNode, TypeNode } from "../schema/codec";

/** Whether the value that `unwrap` leads to is an array. */
export function listAtEnd(message: MessageNode): boolean {
  const [first, ...rest] = message.unwrap;
  let element = message.body.find(({ key }) => key === first);
  for (const key of rest) {
    const type = element === undefined ? undefined : complexType(element.type);
    if (type === undefined) return false;
    const particle = findParticle(type, key);
    if (particle === undefined) return false;
    if (particle.kind !== "element") return particle.kind === "repeated" || particle.array;
    element = particle;
  }
  return element !== undefined && (element.array || isSoapArray(element.type));
}

function resolve(ref: NodeRef): TypeNode {
  return typeof ref === "function" ? ref() : ref;
}

function isSoapArray(ref: NodeRef): boolean {
  const type = resolve(ref);
  return type.kind === "nillable" ? isSoapArray(type.type) : type.kind === "soapArray";
}

function complexType(ref: NodeRef): ComplexNode | undefined {
  const type = resolve(ref);
  if (type.kind === "nillable") return complexType(type.type);
  return type.kind === "complex" ? type : undefined;
}

type Keyed = Exclude<ParticleNode, { readonly kind: "sequence" | "choice" | "all" }>;

function findParticle(type: ComplexNode, key: string): Keyed | undefined {
  for (const part of type.parts) {
    if (part.kind === "extension") {
      const found = findParticle(typeof part.base === "function" ? part.base() : part.base, key);
      if (found !== undefined) return found;
    } else if (isParticle(part)) {
      const found = findIn(part, key);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function findIn(particle: ParticleNode, key: string): Keyed | undefined {
  if (!("particles" in particle)) return particle.key === key ? particle : undefined;
  for (const inner of particle.particles) {
    const found = findIn(inner, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isParticle(part: ComplexNode["parts"][number]): part is ParticleNode {
  return ["element", "sequence", "choice", "all", "repeated", "any"].includes(part.kind);
}
