/** Patterns of XML Schema Part 2, Appendix F, as tests of texts. */
import { compilePattern, type PatternNode, parsePattern, type TextTest } from "soapwright-runtime/xsd";

const lengths = new Map<string, number>();

/** Returns the length of the shortest matching text, in characters. */
export function leastLength(pattern: string): number {
  const length = lengths.get(pattern) ?? leastOf(parsePattern(pattern));
  lengths.set(pattern, length);
  return length;
}

/** Returns the length of the shortest text that the node matches, in characters. */
export function leastOf(node: PatternNode): number {
  switch (node.kind) {
    case "character":
      return 1;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + leastOf(part), 0);
    case "choice":
      return node.branches.reduce((least, branch) => Math.min(least, leastOf(branch)), Infinity);
    case "repeat":
      return node.min === 0 ? 0 : node.min * leastOf(node.part);
  }
}

const tests = new Map<string, TextTest>();

/** Returns the test of whole texts against an XML Schema regular expression. Throws for an invalid one. */
export function patternTest(pattern: string): TextTest {
  const found = tests.get(pattern);
  if (found !== undefined) return found;
  const least = leastLength(pattern);
  let compiled: TextTest | undefined;
  const test: TextTest = {
    test(text) {
      if (text.length < least) return false;
      compiled ??= compilePattern(pattern);
      return compiled.test(text);
    },
  };
  tests.set(pattern, test);
  return test;
}
