/** What can be said about a content model before anything is read. */
import type { ParticleNode } from "../tables/nodes";
import type { ElementRow } from "./element-row";
import { NameIndex } from "./name-index";
import { listsOf, ParticleCompiler, type Resolver } from "./particles";
import type { Content, LeafPlan, ParticlePlan, WildcardPlan } from "./plans";

export function compileContent(nodes: readonly ParticleNode[], resolver: Resolver): Content {
  const compiler = new ParticleCompiler(resolver);
  const particles = nodes.map((node) => compiler.compile(node));
  const leaves: readonly LeafPlan[] = compiler.leaves;
  const elements = leaves.filter((leaf) => leaf.kind === "element");
  const wildcards = leaves.filter((leaf): leaf is WildcardPlan => leaf.kind === "any");
  const rows = new NameIndex<ElementRow>();
  for (const row of elements) for (const name of row.names) rows.add(name, row);
  const repeatedName = elements.some((row) => row.names.some((name) => rows.get(name) !== row));
  return {
    particles,
    leaves,
    rows,
    met: new Array<undefined>(leaves.length).fill(undefined),
    wildcards,
    positional: repeatedName || wildcards.length > 1,
    repeats: leaves.some(({ within }) => within !== undefined),
    unordered: particles.some((particle) => particle.kind === "all"),
    requiredBits: requiredBits(particles, leaves),
    lists: listsOf(particles),
  };
}

/** The required elements as bits, when the model is a plain sequence of few elements without bounds of their own. */
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
