/** Derives the static properties of a content model. */
import type { ParticleNode } from "../tables/nodes";
import { NameIndex } from "./name-index";
import { listsOf, ParticleCompiler } from "./plan-particles";
import type { Content, ElementPlan, LeafPlan, ParticlePlan, WildcardPlan } from "./plans";
import type { Rename } from "./resolve";

export function compileContent(nodes: readonly ParticleNode[], rename: Rename): Content {
  const compiler = new ParticleCompiler(rename);
  const particles = nodes.map((node) => compiler.compile(node));
  const { leaves } = compiler;
  const declared = leaves.filter((leaf): leaf is ElementPlan => leaf.kind === "element");
  const wildcards = leaves.filter((leaf): leaf is WildcardPlan => leaf.kind === "any");
  const elements = new NameIndex<ElementPlan>();
  for (const element of declared) for (const name of element.names) elements.add(name, element);
  const repeatedName = declared.some((element) => element.names.some((name) => elements.get(name) !== element));
  return {
    particles,
    leaves,
    elements,
    wildcards,
    positional: repeatedName || wildcards.length > 1,
    repeats: leaves.some(({ within }) => within !== undefined),
    unordered: particles.some((particle) => particle.kind === "all"),
    requiredBits: requiredBits(particles, leaves),
    lists: listsOf(particles),
  };
}

/** The bits exist only for a plain sequence of few elements without occurrence bounds of its own. */
function requiredBits(particles: readonly ParticlePlan[], leaves: readonly LeafPlan[]): number | undefined {
  if (leaves.length > 31) return undefined;
  let bits = 0;
  for (const particle of particles) {
    if (particle.kind === "sequence" || particle.kind === "all") {
      const inner = particle.optional ? undefined : requiredBits(particle.particles, leaves);
      if (inner === undefined) return undefined;
      bits |= inner;
    } else if (particle.kind === "element" && particle.min <= 1 && (!particle.array || particle.max === Infinity)) {
      if (particle.min > 0) bits |= particle.bit;
    } else {
      return undefined;
    }
  }
  return bits;
}
