/** The text of an element of simple type as its value. */

import { normalize } from "../../xsd/white-space";
import type { ElementPlan } from "../plans/plans";
import { isSame } from "../simple/compare";
import { Mismatch } from "../simple/mismatch";
import { mayBeName } from "../simple/qname";
import type { SimpleType } from "../simple/simple-type";
import type { Decoding } from "./frame";

/** Whether the value of an element is its text, and nothing is to be checked. */
export function isItsText({ verbatim, simple }: ElementPlan, strict: boolean): boolean {
  return verbatim && (!strict || simple?.faceted !== true);
}

/** XML Schema Part 1, 3.3.1 and 3.2.1: an empty element has the default or fixed value. Throws the decoder's error. */
export function readSimple(
  decoder: Decoding,
  declaration: Pick<ElementPlan, "default" | "fixed">,
  type: SimpleType,
  text: string,
): unknown {
  try {
    return readValue(decoder, declaration, type, text);
  } catch (error) {
    if (error instanceof Mismatch) decoder.fail(`expected ${error.expected}`);
    throw error;
  }
}

/** The same. Throws `Mismatch`. */
export function readValue(
  decoder: Decoding,
  declaration: Pick<ElementPlan, "default" | "fixed">,
  type: SimpleType,
  text: string,
): unknown {
  if (text === "") {
    const standIn = declaration.default ?? declaration.fixed;
    // The schema's own word: its facets have no say, also where the two contradict each other.
    if (standIn !== undefined) return readText(decoder, type, standIn, "closed");
  }
  const value = readText(decoder, type, text, decoder.validation === "strict" ? "all" : "closed");
  const { fixed } = declaration;
  if (fixed !== undefined && decoder.validation === "strict" && !mayBeName(type, fixed)) {
    requireFixed(decoder, type, value, fixed);
  }
  return value;
}

function readText(decoder: Decoding, type: SimpleType, text: string, rules: "all" | "closed"): unknown {
  const normalized = normalize(text, type.whiteSpace);
  const value = type.parse(normalized, decoder.scope);
  type.check(value, normalized, rules);
  return value;
}

function requireFixed(decoder: Decoding, type: SimpleType, value: unknown, fixed: string): void {
  const wanted = type.parse(normalize(fixed, type.whiteSpace), decoder.scope);
  const same = type.compare === undefined ? isSame(value, wanted) : type.compare(value, wanted) === 0;
  if (!same) throw new Mismatch(`the fixed value ${fixed}`);
}
