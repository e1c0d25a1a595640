/** Choices among the arguments of a tool as sentences: no schema of a tool may have them at its root. */
import { type Group, isGroup, type Member } from "soapwright-runtime/codecs";
import { visible } from "./visible-text";

/** Returns a sentence for each choice among the members, outside of other choices. `fixed` are set already. */
export function choiceSentences(members: readonly Member[], fixed: readonly string[]): readonly string[] {
  return members
    .filter(isGroup)
    .flatMap((group) => (group.choice ? [sentenceOf(group, fixed)] : choiceSentences(group.members, fixed)));
}

function sentenceOf({ members, optional }: Group, fixed: readonly string[]): string {
  const branches = members.map((branch) => ({ keys: keysOf(branch), text: textOf(branch) }));
  const set = branches.find(({ keys }) => keys.some((key) => fixed.includes(key)));
  if (set !== undefined) {
    const others = branches.flatMap(({ keys }) => keys).filter((key) => !set.keys.includes(key));
    return others.length === 0 ? "" : `Leave out ${listed(others.map(visible), "and")}.`;
  }
  const mayBeNone = optional || members.some(isOptional);
  return `Give ${mayBeNone ? "at most" : "exactly"} one of ${listed(
    branches.map(({ text }) => text),
    "or",
  )}.`;
}

function isOptional(member: Member): boolean {
  if (!isGroup(member)) return member.min === 0;
  const { choice, optional, members } = member;
  return optional || (choice ? members.some(isOptional) : members.every(isOptional));
}

function keysOf(member: Member): readonly string[] {
  return isGroup(member) ? member.members.flatMap(keysOf) : [member.key];
}

/** `byId`; `(first with last)` for a sequence; `(byId or byName)` for a choice. */
function textOf(member: Member): string {
  if (!isGroup(member)) return visible(member.key);
  const texts = member.members.map(textOf);
  if (texts.length === 1) return texts[0]!;
  return member.choice ? `(${listed(texts, "or")})` : `(${texts.join(" with ")})`;
}

function listed(texts: readonly string[], word: string): string {
  const [last = "", ...others] = [...texts].reverse();
  return others.length === 0 ? last : `${others.reverse().join(", ")} ${word} ${last}`;
}
