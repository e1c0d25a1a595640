/** Texts of one pattern: the grammar of XML Schema Part 2, Appendix F, as a generator. */
import { leastOf, type PatternNode, parsePattern } from "./pattern-syntax";

/** Makes the choices of which a text is the result. */
export interface Choices {
  chance(probability: number): boolean;
  /** Returns an integer from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
}

/** How often repeatable parts repeat: the minimum, the maximum, or a random number. */
export type Reach = "least" | "most" | "any";

/** Maximum of extra repetitions of an unbounded part. */
const unboundedTimes = 4;
/** Maximum of repetitions of a part that may be empty. */
const emptyTimes = 1000;
/** Maximum length of a text, in characters or items. */
export const longestText = 100_000;
const characters = Array.from(
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.,:;/@#+*=()[]{}<>&'\"!?%$^~|\\`éßЖ中😀\t\n\r",
);
const members = new Map<string, readonly string[]>();

/** A pattern, or one of its outermost alternatives by index. */
export type Alternative = string | { readonly pattern: string; readonly alternative: number };

/** Returns a text that matches `pattern`; undefined if each has more than 100,000 characters. */
export function textOfPattern(pattern: Alternative, choices: Choices, reach: Reach): string | undefined {
  const branches = typeof pattern === "string" ? branchesOf(pattern) : [nodeOf(pattern)];
  const node: PatternNode = { kind: "choice", branches };
  return leastOf(node) > longestText ? undefined : write(node, choices, reach, { left: longestText });
}

export function nodeOf(each: Alternative): PatternNode {
  return typeof each === "string" ? parsePattern(each) : branchesOf(each.pattern)[each.alternative]!;
}

/** Returns the outermost alternatives of `pattern`, each of which `textOfPattern` takes as well. */
export function alternativesOf(pattern: string): readonly Alternative[] {
  return branchesOf(pattern).map((_, alternative) => ({ pattern, alternative }));
}

function branchesOf(pattern: string): readonly PatternNode[] {
  const node = parsePattern(pattern);
  return node.kind === "choice" ? node.branches : [node];
}

/** The characters that a text may still have. Optional parts are skipped at 0. */
interface Budget {
  left: number;
}

function write(node: PatternNode, choices: Choices, reach: Reach, budget: Budget): string {
  if (node.kind !== "choice") return writeParts(node, choices, reach, budget);
  const short = node.branches.filter((branch) => leastOf(branch) <= budget.left);
  return writeParts(choices.pick(short.length > 0 ? short : node.branches), choices, reach, budget);
}

function writeParts(node: PatternNode, choices: Choices, reach: Reach, budget: Budget): string {
  const parts = node.kind === "sequence" ? node.parts : [node];
  return parts.map((part) => writePart(part, choices, reach, budget)).join("");
}

function writePart(node: PatternNode, choices: Choices, reach: Reach, budget: Budget): string {
  const piece = node.kind === "repeat" ? node : { part: node, min: 1, max: 1 };
  const min = leastOf(piece.part) === 0 ? Math.min(piece.min, emptyTimes) : piece.min;
  const most = piece.max === Infinity ? min + unboundedTimes : Math.max(min, piece.max);
  const times = reach === "least" ? min : reach === "most" ? most : choices.integer(min, most);
  let text = "";
  for (let time = 0; time < times && (time < min || budget.left > 0); time++) {
    if (time >= emptyTimes && text === "") break;
    if (piece.part.kind === "character") {
      text += choices.pick(charactersOf(piece.part.source));
      budget.left--;
    } else text += write(piece.part, choices, reach, budget);
  }
  return text;
}

/** Returns common characters of a class, or its first character. */
export function charactersOf(source: string): readonly string[] {
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
