import { type PatternNode, parsePattern } from "../../../../src/xsd/pattern-syntax";
import type { Random } from "../random";

/** How often what may repeat repeats: as little as it may, as much, or by chance. */
export type Reach = "least" | "most" | "any";

/** Most repetitions made of something without a bound. */
const unboundedTimes = 4;
const characters = Array.from(
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.,:;/@#+*=()[]{}<>&'\"!?%$^~|\\`éßЖ中😀\t\n\r",
);
const members = new Map<string, readonly string[]>();

/** A text of the language of `pattern`. `alternative` picks one of its outermost alternatives. */
export function textOfPattern(pattern: string, random: Random, reach: Reach, alternative?: number): string {
  const branches = branchesOf(pattern);
  const chosen = alternative === undefined ? undefined : branches[alternative];
  return write({ kind: "choice", branches: chosen ? [chosen] : branches }, random, reach);
}

/** The number of outermost alternatives of `pattern`. */
export function alternativesOf(pattern: string): number {
  return branchesOf(pattern).length;
}

function branchesOf(pattern: string): readonly PatternNode[] {
  const node = parsePattern(pattern);
  return node.kind === "choice" ? node.branches : [node];
}

function write(node: PatternNode, random: Random, reach: Reach): string {
  switch (node.kind) {
    case "choice":
      return writeParts(random.pick(node.branches), random, reach);
    case "character":
      return random.pick(charactersOf(node.source));
    default:
      return writeParts(node, random, reach);
  }
}

function writeParts(node: PatternNode, random: Random, reach: Reach): string {
  const parts = node.kind === "sequence" ? node.parts : [node];
  return parts.map((part) => writePart(part, random, reach)).join("");
}

function writePart(node: PatternNode, random: Random, reach: Reach): string {
  const { part, min, max } = node.kind === "repeat" ? node : { part: node, min: 1, max: 1 };
  const most = max === Number.POSITIVE_INFINITY ? min + unboundedTimes : max;
  const times = reach === "least" ? min : reach === "most" ? most : random.integer(min, most);
  let text = "";
  for (let time = 0; time < times; time++) text += write(part, random, reach);
  return text;
}

function charactersOf(source: string): readonly string[] {
  let found = members.get(source);
  if (!found) {
    const expression = new RegExp(`^${source}$`, "v");
    found = characters.filter((character) => expression.test(character));
    if (found.length === 0) found = [firstCharacter(expression)];
    members.set(source, found);
  }
  return found;
}

function firstCharacter(expression: RegExp): string {
  for (let code = 0x20; code < 0x10000; code++) {
    const character = String.fromCodePoint(code);
    if (!(code >= 0xd800 && code < 0xe000) && expression.test(character)) return character;
  }
  throw new RangeError(`no character is in ${expression.source}`);
}
