import { compilePattern, type TextTest } from "../../../src/xsd/pattern";
import { type PatternNode, parsePattern } from "../../../src/xsd/pattern-syntax";

const compiled = new Map<string, TextTest>();

/** Whether the whole of `text` is in the language of the XML Schema regular expression `pattern`. */
export function matchesPattern(pattern: string, text: string): boolean {
  if (text.length < leastLength(pattern)) return false;
  let test = compiled.get(pattern);
  if (!test) {
    test = compilePattern(pattern);
    compiled.set(pattern, test);
  }
  return test.test(text);
}

const lengths = new Map<string, number>();

/** The length of the shortest text of the language, in characters. */
export function leastLength(pattern: string): number {
  const known = lengths.get(pattern) ?? leastOf(parsePattern(pattern));
  lengths.set(pattern, known);
  return known;
}

/** That of a pattern that has been read. */
export function leastOf(node: PatternNode): number {
  switch (node.kind) {
    case "character":
      return 1;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + leastOf(part), 0);
    case "choice":
      return node.branches.reduce((least, branch) => Math.min(least, leastOf(branch)), Number.POSITIVE_INFINITY);
    case "repeat":
      return node.min === 0 ? 0 : node.min * leastOf(node.part);
  }
}
