/** Section 3.8.6, Model Group Correct: no group contains itself; and a cap on what groups expand to. */
import type { Diagnostics } from "../diagnostics";
import type { LoadLimits } from "../load/options";
import type { ModelGroup, Particle, TypeDefinition } from "./components";

interface OpenGroup {
  readonly group: ModelGroup;
  next: number;
  size: number;
}

/** False when a content model has no end, or one too far away to be worth walking. */
export function checkGroups(
  types: readonly TypeDefinition[],
  groups: readonly ModelGroup[],
  limits: LoadLimits,
  diagnostics: Diagnostics,
): boolean {
  const sizes = new Map<readonly Particle[], number | "open">();
  let fine = true;
  for (const root of [...groups, ...types.flatMap(rootGroup)]) {
    const stack: OpenGroup[] = [];
    const enter = (group: ModelGroup) => {
      sizes.set(group.particles, "open");
      stack.push({ group, next: 0, size: 1 });
    };
    if (!sizes.has(root.particles)) enter(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const particle = top.group.particles[top.next];
      const known = particle?.kind === "modelGroup" ? sizes.get(particle.particles) : 1;
      if (particle === undefined) {
        sizes.set(top.group.particles, top.size);
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
        } else top.size += known ?? 1;
        top.next++;
      }
    }
    if (Number(sizes.get(root.particles)) > limits.maxParticles) {
      const hint = "raise the limit with --max-particles";
      diagnostics.error(root.position, `a content model of more than ${limits.maxParticles} particles`, { hint });
      return false;
    }
  }
  return fine;
}

function rootGroup(type: TypeDefinition): ModelGroup[] {
  if (type.kind === "simpleType" || (type.content.kind !== "elementOnly" && type.content.kind !== "mixed")) return [];
  const { particle } = type.content;
  return particle?.kind === "modelGroup" ? [particle] : [];
}
