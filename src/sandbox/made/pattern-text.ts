/** Texts of a pattern facet. */

import { parsePattern } from "../../door";
import type { Random } from "../../random";
import type { PatternNode } from "../../xsd/pattern-syntax";

/** Tried in this order: what people write, then what is left of ASCII, then letters from further off. */
const pool: readonly string[] = [
  ..."abcdefghijklmnopqrstuvwxyz",
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  ..."0123456789",
  ...Array.from({ length: 0x5f }, (_, at) => String.fromCharCode(0x20 + at)),
  "\t",
  "\n",
  ..."éßñøΩЖאあ漢٣",
];

/** A text of `pattern`, or `undefined` where it is no expression or asks for a character that is not in the pool. */
export function patternText(pattern: string, random: Random, longest: number): string | undefined {
  try {
    return textOf(parsePattern(pattern), { random, longest: Math.max(0, longest), left: mostCharacters });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Characters of a text of a pattern. One repetition inside another multiplies them. */
const mostCharacters = 100_000;

interface Making {
  readonly random: Random;
  readonly longest: number;
  /** How many characters there may still be. */
  left: number;
}

function textOf(node: PatternNode, making: Making): string {
  const { random } = making;
  switch (node.kind) {
    case "character": {
      if (--making.left < 0) throw new SyntaxError("the text would be too long");
      return random.pick(charactersOf(node.source));
    }
    case "sequence":
      return node.parts.map((part) => textOf(part, making)).join("");
    case "choice":
      return textOf(random.pick(node.branches), making);
    case "repeat": {
      // The fewest, a few more, or as many as a length facet may ask for.
      const wanted = random.pick([node.min, node.min + random.integer(0, 3), Math.max(node.min, making.longest)]);
      const count = Math.min(node.max, wanted);
      if (count > 10_000) throw new SyntaxError("the text would be too long");
      return Array.from({ length: count }, () => textOf(node.part, making)).join("");
    }
  }
}

const known = new Map<string, readonly string[]>();

/** Up to 36 characters of the pool that fit an expression for one. */
function charactersOf(source: string): readonly string[] {
  let fitting = known.get(source);
  if (fitting === undefined) {
    const expression = new RegExp(`^${source}$`, "u");
    fitting = pool.filter((character) => expression.test(character)).slice(0, 36);
    if (known.size < 1_000) known.set(source, fitting);
  }
  if (fitting.length === 0) throw new SyntaxError("no character of the pool fits");
  return fitting;
}
