/** XML Schema Part 2, 4.3.4: pattern. */
import type { Facets } from "../nodes";
import type { FacetCheck } from "./facet";
import { translatePattern } from "./pattern";

/** The patterns of one step are alternatives. */
export function patternCheck({ patterns }: Facets): readonly FacetCheck[] {
  if (patterns === undefined || patterns.length === 0) return [];
  let expressions: readonly RegExp[] | undefined;
  return [
    {
      expected: `by the pattern ${patterns.join(" or ")}`,
      closed: false,
      isMet(_value, text) {
        expressions ??= patterns.map(translatePattern);
        return expressions.some((expression) => matches(expression, text));
      },
    },
  ];
}

/** An engine that runs out of stack on a very long text has not matched it. */
function matches(expression: RegExp, text: string): boolean {
  try {
    return expression.test(text);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
