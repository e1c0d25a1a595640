/** A value as text, with everything checked that the type says. */

import { normalize } from "../../xsd/white-space";
import { Mismatch } from "./mismatch";
import type { EncodeScope, SimpleType } from "./simple-type";

/** The lexical text of `value`, not escaped. Throws `Mismatch` when the value, or the text, is not of the type. */
export function writeText(type: SimpleType, value: unknown, scope: EncodeScope): string {
  const text = type.format(value, scope);
  // What a reader of the schema would make of it must be what was meant.
  if (type.whiteSpace !== "preserve" && normalize(text, type.whiteSpace) !== text) {
    throw new Mismatch(`${type.expected} without white space that the type would change`, "text with such white space");
  }
  type.check(type.parse(text, scope), text, "all");
  return text;
}
