/** Choices among the arguments of a tool as sentences: no schema of a tool may have them at its root. */
import type { GroupNode, OwnPart } from "soapwright-runtime/codecs";
import { visible } from "./visible-text";

/** Returns a sentence for each choice among the parts, outside of other choices. `fixed` are set already. */
export function choiceSentences(parts: readonly OwnPart[], fixed: readonly string[]): readonly string[] {
  return parts.flatMap((part) => {
    if (part.kind === "sequence" || part.kind === "all") return choiceSentences(part.particles, fixed);
    return part.kind === "choice" ? [sentenceOf(part, fixed)] : [];
  });
}

function sentenceOf({ particles, optional }: GroupNode, fixed: readonly string[]): string {
  const branches = particles.map((branch) => ({ keys: keysOf(branch), text: textOf(branch) }));
  const set = branches.find(({ keys }) => keys.some((key) => fixed.includes(key)));
  if (set !== undefined) {
    const others = branches.flatMap(({ keys }) => keys).filter((key) => !set.keys.includes(key));
    return others.length === 0 ? "" : `Leave out ${listed(others.map(visible), "and")}.`;
  }
  const mayBeNone = optional || particles.some(isOptional);
  return `Give ${mayBeNone ? "at most" : "exactly"} one of ${listed(
    branches.map(({ text }) => text),
    "or",
  )}.`;
}

function isOptional(part: OwnPart): boolean {
  if (part.kind === "sequence" || part.kind === "all") return part.optional || part.particles.every(isOptional);
  if (part.kind === "choice") return part.optional || part.particles.some(isOptional);
  return !("min" in part) || part.min === 0;
}

function keysOf(part: OwnPart): readonly string[] {
  return "particles" in part ? part.particles.flatMap(keysOf) : [part.key];
}

/** `byId`; `(first with last)` for a sequence; `(byId or byName)` for a choice. */
function textOf(part: OwnPart): string {
  if (!("particles" in part)) return visible(part.key);
  const texts = part.particles.map(textOf);
  if (texts.length === 1) return texts[0]!;
  return part.kind === "choice" ? `(${listed(texts, "or")})` : `(${texts.join(" with ")})`;
}

function listed(texts: readonly string[], word: string): string {
  const [last = "", ...others] = [...texts].reverse();
  return others.length === 0 ? last : `${others.reverse().join(", ")} ${word} ${last}`;
}
