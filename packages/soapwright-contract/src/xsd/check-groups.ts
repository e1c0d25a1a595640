/** Section 3.8.6, Model Group Correct: no group contains itself. Also limits the size of expanded groups. */
import type { Diagnostics } from "../diagnostics";
import type { LoadLimits } from "../load/load-options";
import type { ModelGroup, Particle, TypeDefinition } from "./components";
import type { Declared } from "./declare-components";
import { markUnknown } from "./unknown";

interface OpenGroup {
  readonly group: ModelGroup;
  next: number;
  size: number;
  depth: number;
}

/** Returns false if a content model is infinite or over a limit. Its type is then marked as unknown. */
export function checkGroups(
  types: readonly TypeDefinition[],
  declared: readonly Declared[],
  limits: LoadLimits,
  diagnostics: Diagnostics,
): boolean {
  const groups = declared.flatMap((one) => (one.kind === "group" ? [asGroup(one)] : []));
  const roots = types.flatMap((type) => rootGroup(type).map((group) => ({ group, type })));
  const sizes = new Map<readonly Particle[], number | "open">();
  const depths = new Map<readonly Particle[], number>();
  const { maxParticles: most, maxDepth: mostDeep } = limits;
  let fine = true;
  let isTold = false;
  for (const { group: root, type } of [...groups.map((group) => ({ group, type: undefined })), ...roots]) {
    const stack: OpenGroup[] = [];
    const enter = (group: ModelGroup) => {
      sizes.set(group.particles, "open");
      stack.push({ group, next: 0, size: 1, depth: 1 });
    };
    if (!sizes.has(root.particles)) enter(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const particle = top.group.particles[top.next];
      const inner = particle?.kind === "modelGroup" ? particle.particles : undefined;
      const known = inner === undefined ? 1 : sizes.get(inner);
      top.depth = Math.max(top.depth, 1 + ((inner && depths.get(inner)) ?? 0));
      if (particle === undefined) {
        // Nested groups are walked by recursion, so their depth is limited.
        if (top.depth > mostDeep) top.size = Number.POSITIVE_INFINITY;
        if (top.depth === mostDeep + 1) {
          const hint = "raise the limit with --max-depth";
          diagnostics.error(top.group.position, `groups inside of each other more than ${mostDeep} deep`, { hint });
        }
        sizes.set(top.group.particles, top.size);
        depths.set(top.group.particles, top.depth);
        stack.pop();
      } else if (known === undefined && particle.kind === "modelGroup") enter(particle);
      else {
        if (known === "open") {
          diagnostics.error(
            particle.position,
            "group contains itself",
            particle.kind === "modelGroup" && particle.name ? { name: particle.name } : {},
          );
          fine = false;
          top.size = Number.POSITIVE_INFINITY;
        } else top.size += known ?? 1;
        top.next++;
      }
    }
    const size = Number(sizes.get(root.particles));
    if (size <= most) continue;
    if (!isTold && size !== Number.POSITIVE_INFINITY) {
      const hint = "raise the limit with --max-particles";
      diagnostics.error(root.position, `a content model of more than ${most} particles`, { hint });
      isTold = true;
    }
    fine = false;
    if (type !== undefined) markUnknown(type, `a type has more than ${most.toLocaleString("en-US")} parts`);
  }
  return fine;
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
