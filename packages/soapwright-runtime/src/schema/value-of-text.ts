/** A lexical text as the value of a simple type, outside of a document. */

import { normalize } from "../xsd/built-ins";
import { compileSimple } from "./plans/plan-simple";
import { octetsOfBase64 } from "./simple/binary";
import { Mismatch } from "./simple/mismatch";
import type { FacetLevel } from "./simple/simple-type";
import type { SimpleRef } from "./tables/nodes";

/** What a text means, or what the type takes in its place. */
export type TextValue = { readonly value: unknown } | { readonly expected: string };

const noPrefixes: ReadonlyMap<string, string> = new Map();

/** Reads `text`; the facets that `level` names count. Names with a prefix need its namespace. */
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
      // There is no part beside a text: the octets are in it.
      partOf: octetsOfBase64,
    });
    type.check(value, normalized, level);
    return { value };
  } catch (error) {
    if (error instanceof Mismatch) return { expected: error.expected };
    throw error;
  }
}
