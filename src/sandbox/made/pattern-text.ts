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
    return textOf(parsePattern(pattern), random, Math.max(0, longest));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function textOf(node: PatternNode, random: Random, longest: number): string {
  switch (node.kind) {
    case "character": {
      const expression = new RegExp(`^${node.source}$`, "u");
      const fitting = pool.filter((character) => expression.test(character));
      if (fitting.length === 0) throw new SyntaxError("no character of the pool fits");
      return random.pick(fitting.slice(0, 36));
    }
    case "sequence":
      return node.parts.map((part) => textOf(part, random, longest)).join("");
    case "choice":
      return textOf(random.pick(node.branches), random, longest);
    case "repeat": {
      // The fewest, a few more, or as many as a length facet may ask for.
      const wanted = random.pick([node.min, node.min + random.integer(0, 3), Math.max(node.min, longest)]);
      const count = Math.min(node.max, wanted);
      if (count > 10_000) throw new SyntaxError("the text would be too long");
      return Array.from({ length: count }, () => textOf(node.part, random, longest)).join("");
    }
  }
}
