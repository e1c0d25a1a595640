/** A lexical as the value of a simple type, outside of a document. */

import { normalize } from "../xsd/built-ins";
import { compileSimple } from "./plans/plan-simple";
import { octetsOfBase64 } from "./simple/binary";
import { Mismatch } from "./simple/mismatch";
import type { FacetLevel } from "./simple/simple-type";
import type { SimpleRef } from "./tables/nodes";

/** The value of a text, or the accepted form. */
export type TextValue = { readonly value: unknown } | { readonly expected: string };

const noPrefixes: ReadonlyMap<string, string> = new Map();

/** Parses `text` and checks the facets of `level`. Names with a prefix need it in `prefixes`. */
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
      // A text has no parts beside it: it holds the octets itself.
      partOf: octetsOfBase64,
    });
    type.check(value, normalized, level);
    return { value };
  } catch (error) {
    if (error instanceof Mismatch) return { expected: error.expected };
    throw error;
  }
}
