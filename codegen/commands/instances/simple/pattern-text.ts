import { type CharacterSet, type Pattern, type Piece, parsePattern } from "../../../xsd/pattern-syntax";
import type { Random } from "../random";
import { classOf } from "./pattern-match";

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
  const branches = parsePattern(pattern);
  const chosen = alternative === undefined ? undefined : branches[alternative];
  return write(chosen ? [chosen] : branches, random, reach);
}

/** The number of outermost alternatives of `pattern`. */
export function alternativesOf(pattern: string): number {
  return parsePattern(pattern).length;
}

function write(pattern: Pattern, random: Random, reach: Reach): string {
  return random
    .pick(pattern)
    .map((piece) => writePiece(piece, random, reach))
    .join("");
}

function writePiece(piece: Piece, random: Random, reach: Reach): string {
  const most = piece.max === Number.POSITIVE_INFINITY ? piece.min + unboundedTimes : piece.max;
  const times = reach === "least" ? piece.min : reach === "most" ? most : random.integer(piece.min, most);
  let text = "";
  for (let time = 0; time < times; time++) {
    const { atom } = piece;
    text += atom.kind === "group" ? write(atom.pattern, random, reach) : random.pick(charactersOf(atom));
  }
  return text;
}

function charactersOf(set: CharacterSet): readonly string[] {
  const source = classOf(set);
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
