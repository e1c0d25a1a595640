/** Matches patterns in time linear in the text (XML Schema Part 2, 4.3.4). */
import { PatternAutomaton } from "./pattern-automaton";
import { boundPattern, simplifyPattern } from "./pattern-simplify";
import { leastOf, type PatternNode, parsePattern } from "./pattern-syntax";

/** A predicate on a whole text. */
export interface TextTest {
  test(text: string): boolean;
}

/** Number of steps that JavaScript's engine may take on one text: a constant, and an amount for each character. */
const FEW = 1000;
const FEW_EACH = 16;

/** A longer expression may exceed the stack of JavaScript's engine. The unit is UTF-16 code units. */
const MAX_SOURCE = 10_000;

/**
 * Returns the matcher of a pattern. JavaScript's engine is the fastest, but it backtracks, and `(a+)+b` has 2ⁿ paths
 * for n characters. It is used when its bound of steps is low for a text of this length; an automaton otherwise.
 *
 * @throws SyntaxError when `pattern` is not an expression of XML Schema.
 */
export function compilePattern(pattern: string): TextTest {
  const tree = parsePattern(pattern);
  const least = leastOf(tree);
  let matcher: TextTest | undefined;
  return {
    test(text) {
      if (text.length < least) return false;
      matcher ??= matcherOf(simplifyPattern(tree));
      return matcher.test(text);
    },
  };
}

function matcherOf(tree: PatternNode): TextTest {
  const expression = expressionOf(tree);
  const alwaysQuick = stepsOn(tree, Number.MAX_SAFE_INTEGER) <= FEW;
  const automaton = new AutomatonOnDemand(tree);
  return {
    test(text) {
      const { length } = text;
      const isQuick = alwaysQuick || stepsOn(tree, length) <= FEW + FEW_EACH * length;
      if (isQuick && expression !== undefined) return expression.test(text);
      return automaton.for(length).test(text);
    },
  };
}

/** Builds the automaton of a pattern for its first text: for short texts alone where the pattern is too large for others. */
class AutomatonOnDemand {
  readonly #tree: PatternNode;
  #automaton: PatternAutomaton | undefined;
  #longest = Number.POSITIVE_INFINITY;

  constructor(tree: PatternNode) {
    this.#tree = tree;
  }

  for(length: number): PatternAutomaton {
    if (this.#automaton === undefined || length > this.#longest) {
      this.#automaton = new PatternAutomaton(this.#tree);
      this.#longest = Number.POSITIVE_INFINITY;
      if (this.#automaton.isTooLarge) {
        this.#longest = 2 ** Math.ceil(Math.log2(Math.max(16, length)));
        this.#automaton = new PatternAutomaton(boundPattern(this.#tree, this.#longest));
      }
    }
    return this.#automaton;
  }
}

function expressionOf(tree: PatternNode): RegExp | undefined {
  const source = sourceOf(tree);
  return source.length > MAX_SOURCE ? undefined : new RegExp(`^(?:${source})$`, "v");
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
      return node.branches.reduce((most, branch) => Math.max(most, leastLength(branch)), 0);
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
