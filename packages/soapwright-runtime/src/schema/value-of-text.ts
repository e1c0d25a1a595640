/** Converts a lexical outside of a document to a value of a simple type. */

import { normalize } from "../xsd/built-ins";
import { compileSimple } from "./plans/plan-simple";
import { octetsOfBase64 } from "./simple/binary";
import { Mismatch } from "./simple/mismatch";
import type { FacetLevel } from "./simple/simple-type";
import type { SimpleRef } from "./tables/nodes";

/** `expected` is the form that the type accepts. */
type TextValue = { readonly value: unknown } | { readonly expected: string };

const noPrefixes: ReadonlyMap<string, string> = new Map();

/**
 * Returns the value of `text`, or the expected form if the text does not match. Checks the facets of `level`; a name's
 * prefix must be in `prefixes`.
 */
export function valueOfText(
  ref: SimpleRef,
  text: string,
  level: FacetLevel,
  prefixes: ReadonlyMap<string, string> = noPrefixes,
): TextValue {
  const type = compileSimple(ref);
  try {
    const normalized = normalize(text, type.whiteSpace);
    const value = type.parse(normalized, {
      resolvePrefix: (prefix) => prefixes.get(prefix),
      // A text without a document has no parts, so it contains the octets itself.
      partOf: octetsOfBase64,
    });
    type.check(value, normalized, level);
    return { value };
  } catch (error) {
    if (error instanceof Mismatch) return { expected: error.expected };
    throw error;
  }
}
