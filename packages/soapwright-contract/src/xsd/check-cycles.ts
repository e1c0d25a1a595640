/** Sections 3.4.6 and 3.14.6: no type derives from itself; section 3.8.6: no group contains itself. */

import type { Diagnostics } from "../diagnostics";
import type { LoadLimits } from "../load/default-limits";
import type { DiagnosticReason } from "../reasons";
import { raise } from "../remedy";
import { anySimpleType, anyType } from "./built-in-types";
import type { ComplexType, ModelGroup, Particle, Shell, SimpleType, TypeDefinition } from "./components";
import type { Declared } from "./declare-components";
import { visitDepthFirst } from "./depth-first";
import { baseOf, particleOf, partsOf } from "./effective-type";

/**
 * Reports each cycle of derivations once and cuts it, so that later stages can follow bases to the end. Also reports
 * and cuts chains of derivations longer than `maxDepth`.
 */
export function cutCircularDerivations(
  types: readonly TypeDefinition[],
  maxDepth: number,
  diagnostics: Diagnostics,
): void {
  const below = (type: TypeDefinition): readonly TypeDefinition[] => {
    if (type.kind === "complexType") return type.builtIn ? [] : [type.base];
    return [baseOf(type) ?? []].flat();
  };
  const messages: CycleMessages = {
    cycle: { reason: "type-circular", text: "type derives from itself" },
    deep: { reason: "types-too-deep", text: "types derived from each other" },
  };
  cutCycles(types, below, messages, maxDepth, diagnostics);
}

/** Reports and cuts unions and lists that contain themselves, or that are nested deeper than `maxDepth`. */
export function cutCircularVarieties(types: readonly SimpleType[], maxDepth: number, diagnostics: Diagnostics): void {
  const messages: CycleMessages = {
    cycle: { reason: "variety-circular", text: "simple type is made of itself" },
    deep: { reason: "varieties-too-deep", text: "types made of each other" },
  };
  cutCycles(types, partsOf, messages, maxDepth, diagnostics);
}

type CycleMessages = Readonly<Record<"cycle" | "deep", { readonly reason: DiagnosticReason; readonly text: string }>>;

function cutCycles(
  types: readonly TypeDefinition[],
  below: (type: TypeDefinition) => readonly TypeDefinition[],
  { cycle, deep }: CycleMessages,
  maxDepth: number,
  diagnostics: Diagnostics,
): void {
  const depths = new Map<TypeDefinition, number>();
  const isCut = new Set<TypeDefinition>();
  visitDepthFirst(types, {
    below,
    closes: (type) => {
      if (isCut.has(type)) return;
      isCut.add(type);
      diagnostics.error(type, cycle.reason, cycle.text, { name: type.name });
      cut(type);
    },
    leaves: (type) => {
      const deepest = below(type).reduce((most, inner) => Math.max(most, depths.get(inner) ?? 0), 0);
      const depth = deepest + (type.builtIn ? 0 : 1);
      depths.set(type, depth > maxDepth ? 1 : depth);
      if (depth <= maxDepth) return;
      diagnostics.error(type, deep.reason, `${deep.text} more than ${maxDepth} deep`, {
        name: type.name,
        ...raise("--max-depth"),
      });
      cut(type);
    },
  });
}

function cut(type: TypeDefinition): void {
  if (type.kind === "complexType") (type as Shell<ComplexType>).base = anyType;
  else (type as Shell<SimpleType>).variety = { of: "restriction", base: anySimpleType };
}

/** Section 3.8.6, Model Group Correct. Returns false if a content model is infinite or over a limit. */
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
      if (particle !== undefined)
        diagnostics.error(particle, "group-circular", "group contains itself", { name: particle.name });
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
        diagnostics.error(
          owners.get(particles)!,
          "groups-too-deep",
          `groups inside of each other more than ${mostDeep} deep`,
          raise("--max-depth"),
        );
      }
      sizes.set(particles, depth > mostDeep ? Infinity : size);
      depths.set(particles, depth);
    },
  });
  for (const root of all) {
    const size = Number(sizes.get(root.particles));
    if (size <= most) continue;
    if (!isReported && size !== Infinity) {
      diagnostics.error(
        root,
        "content-too-large",
        `a content model of more than ${most} particles`,
        raise("--max-particles"),
      );
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
  const particle = type.kind === "complexType" ? particleOf(type.content) : undefined;
  return particle?.kind === "modelGroup" ? [particle] : [];
}
