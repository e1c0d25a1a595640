/** XML Schema Part 2, 4.3.4: pattern. */

import { compilePattern, type TextTest } from "../../xsd/pattern";
import type { Facets } from "../tables/nodes";
import type { FacetCheck } from "./facet";

/** The patterns of one step are alternatives. */
export function patternCheck({ patterns }: Facets): readonly FacetCheck[] {
  if (patterns === undefined || patterns.length === 0) return [];
  let tests: readonly TextTest[] | undefined;
  return [
    {
      expected: `by the pattern ${patterns.join(" or ")}`,
      closed: false,
      isMet(_value, text) {
        tests ??= patterns.map(readPattern);
        return tests.some((each) => each.test(text));
      },
    },
  ];
}

/** The generator passes over what is no expression of XML Schema, and says so. In a table it lets every text be. */
function readPattern(pattern: string): TextTest {
  try {
    return compilePattern(pattern);
  } catch {
    return { test: () => true };
  }
}
