/** Every character of Unicode, for random texts. */
import fc from "fast-check";

const BEFORE_SURROGATES = 0xd800;
const SURROGATES = 0x800;

/**
 * Any code point but a surrogate, each as likely as the others. fast-check's own unit `binary` makes a table of all of
 * them in each test file, which takes more processor time than hundreds of runs of a property.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((index) => String.fromCodePoint(index < BEFORE_SURROGATES ? index : index + SURROGATES));
