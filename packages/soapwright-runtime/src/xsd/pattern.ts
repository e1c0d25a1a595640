/** XML Schema Part 2, 4.3.4: whether a text is what a pattern describes, in time that grows with the text alone. */
import { PatternAutomaton } from "./pattern-automaton";
import { type PatternNode, parsePattern } from "./pattern-syntax";

/** Tells of a whole text, from its start to its end. */
export interface TextTest {
  test(text: string): boolean;
}

/** What JavaScript's engine may try on one text: so many steps, and so many more for each character. */
const FEW = 1000;
const FEW_EACH = 16;

/**
 * JavaScript's engine is the fastest, but it tries one way through a pattern after the other, and of `(a+)+b` there are
 * 2ⁿ for n characters. It is asked when that takes few steps on a text of this length; an automaton otherwise.
 *
 * @throws SyntaxError when `pattern` is not an expression of XML Schema.
 */
export function compilePattern(pattern: string): TextTest {
  const tree = parsePattern(pattern);
  const expression = new RegExp(`^(?:${sourceOf(tree)})$`, "v");
  const alwaysQuick = stepsOn(tree, Number.MAX_SAFE_INTEGER) <= FEW;
  let automaton: PatternAutomaton | undefined;
  return {
    test(text) {
      const { length } = text;
      if (alwaysQuick || stepsOn(tree, length) <= FEW + FEW_EACH * length) return expression.test(text);
      automaton ??= new PatternAutomaton(tree);
      return automaton.test(text);
    },
  };
}

/** The pattern as a JavaScript expression with the flag `v`. */
function sourceOf(node: PatternNode): string {
  switch (node.kind) {
    case "character":
      return node.source;
    case "sequence":
      return node.parts.map(sourceOf).join("");
    case "choice":
      return `(?:${node.branches.map(sourceOf).join("|")})`;
    case "repeat": {
      const { part, min, max } = node;
      return `(?:${sourceOf(part)}){${min},${max === Number.POSITIVE_INFINITY ? "" : max}}`;
    }
  }
}

/** At most so many steps take all ways through `node` on a text of `length`. */
function stepsOn(node: PatternNode, length: number): number {
  return waysThrough(node, length) * Math.min(leastLength(node), length);
}

/** The fewest characters that `node` describes, but for a choice the most of these. */
function leastLength(node: PatternNode): number {
  switch (node.kind) {
    case "character":
      return 1;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + leastLength(part), 0);
    case "choice":
      return Math.max(...node.branches.map(leastLength));
    case "repeat":
      // One round at least: what may be left out is tried as well.
      return leastLength(node.part) * Math.max(node.min, 1);
  }
}

/** At most so many ways through `node` can be tried on a text of `length`. */
function waysThrough(node: PatternNode, length: number): number {
  switch (node.kind) {
    case "character":
      return 1;
    case "sequence":
      return node.parts.reduce((ways, part) => ways * waysThrough(part, length), 1);
    case "choice":
      return node.branches.reduce((ways, branch) => ways + waysThrough(branch, length), 0);
    case "repeat": {
      const { part, min, max } = node;
      const rounds = Math.min(max - min, length) + 1;
      return rounds * waysThrough(part, length) ** Math.min(max, min + length);
    }
  }
}
