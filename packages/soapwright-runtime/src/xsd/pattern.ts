/** Matches patterns in time linear in the text (XML Schema Part 2, 4.3.4). */
import { PatternAutomaton } from "./pattern-automaton";
import { type PatternNode, parsePattern } from "./pattern-syntax";

/** A predicate on a whole text. */
export interface TextTest {
  test(text: string): boolean;
}

/** Number of steps that JavaScript's engine may take on one text: a constant, and an amount for each character. */
const FEW = 1000;
const FEW_EACH = 16;

/**
 * Returns the matcher of a pattern. JavaScript's engine is the fastest, but it backtracks, and `(a+)+b` has 2ⁿ paths
 * for n characters. It is used when its bound of steps is low for a text of this length; an automaton otherwise.
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

function stepsOn(node: PatternNode, length: number): number {
  return waysThrough(node, length) * Math.min(leastLength(node), length);
}

/** A choice has the maximum of its branches. */
function leastLength(node: PatternNode): number {
  switch (node.kind) {
    case "character":
      return 1;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + leastLength(part), 0);
    case "choice":
      return Math.max(...node.branches.map(leastLength));
    case "repeat":
      // At least one round counts, because an optional part is tried as well.
      return leastLength(node.part) * Math.max(node.min, 1);
  }
}

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
