/** Section 3.8.6, Model Group Correct: no group contains itself. Also limits the size of expanded groups. */
import type { Diagnostics } from "../diagnostics";
import type { LoadLimits } from "../load/load-options";
import type { ModelGroup, Particle, TypeDefinition } from "./components";
import type { Declared } from "./declare-components";
import { visitDepthFirst } from "./depth-first";

/** Returns false if a content model is infinite or over a limit. */
export function checkGroups(
  types: readonly TypeDefinition[],
  declared: readonly Declared[],
  limits: LoadLimits,
  diagnostics: Diagnostics,
): boolean {
  const groups = declared.flatMap((one) => (one.kind === "group" ? [asGroup(one)] : []));
  const all = [...groups, ...types.flatMap(rootGroup)];
  // References to a group share its list of particles, so the lists contain one another.
  const owners = new Map<readonly Particle[], ModelGroup>();
  const listOf = (group: ModelGroup): readonly Particle[] => {
    if (!owners.has(group.particles)) owners.set(group.particles, group);
    return group.particles;
  };
  const sizes = new Map<readonly Particle[], number>();
  const depths = new Map<readonly Particle[], number>();
  const { maxParticles: most, maxDepth: mostDeep } = limits;
  let areFinite = true;
  let isReported = false;
  visitDepthFirst(all.map(listOf), {
    below: (particles) => particles.filter(isGroup).map(listOf),
    closes: (from, to) => {
      const particle = from.filter(isGroup).find(({ particles }) => particles === to);
      if (particle !== undefined) diagnostics.error(particle, "group contains itself", { name: particle.name });
      areFinite = false;
    },
    leaves: (particles) => {
      const inner = particles.filter(isGroup).map((group) => group.particles);
      const depth = 1 + inner.reduce((deepest, list) => Math.max(deepest, depths.get(list) ?? 0), 0);
      // A list that is not measured contains this list.
      const size = inner.reduce(
        (sum, list) => sum + (sizes.get(list) ?? Infinity),
        1 + particles.length - inner.length,
      );
      // Nested groups are walked by recursion, so their depth is limited.
      if (depth === mostDeep + 1) {
        const hint = "raise the limit with --max-depth";
        const message = `groups inside of each other more than ${mostDeep} deep`;
        diagnostics.error(owners.get(particles)!, message, { hint });
      }
      sizes.set(particles, depth > mostDeep ? Infinity : size);
      depths.set(particles, depth);
    },
  });
  for (const root of all) {
    const size = Number(sizes.get(root.particles));
    if (size <= most) continue;
    if (!isReported && size !== Infinity) {
      const hint = "raise the limit with --max-particles";
      diagnostics.error(root, `a content model of more than ${most} particles`, { hint });
      isReported = true;
    }
    areFinite = false;
  }
  return areFinite;
}

function isGroup(particle: Particle): particle is ModelGroup {
  return particle.kind === "modelGroup";
}

function asGroup({ component }: Declared & { readonly kind: "group" }): ModelGroup {
  const { name, compositor, particles, source } = component;
  return { kind: "modelGroup", name, compositor, particles, minOccurs: 1, maxOccurs: 1, position: source.position };
}

function rootGroup(type: TypeDefinition): ModelGroup[] {
  if (type.kind === "simpleType" || (type.content.kind !== "elementOnly" && type.content.kind !== "mixed")) return [];
  const { particle } = type.content;
  return particle?.kind === "modelGroup" ? [particle] : [];
}
