import { compilePattern, type TextTest } from "soapwright-runtime/xsd";
import { leastLength } from "./pattern-text";

const compiled = new Map<string, TextTest>();

/** Returns whether the whole `text` matches the XML Schema regular expression `pattern`. */
export function matchesPattern(pattern: string, text: string): boolean {
  if (text.length < leastLength(pattern)) return false;
  let test = compiled.get(pattern);
  if (!test) {
    test = compilePattern(pattern);
    compiled.set(pattern, test);
  }
  return test.test(text);
}
