/** A family of built-in types: its lexical and its value space, without facets. */

import type { WhiteSpace } from "../../xsd/white-space";
import type { PrefixScope } from "../scope";
import type { EncodeScope } from "./simple-type";

/** Both functions throw `Mismatch`. */
export interface Primitive {
  readonly expected: string;
  readonly whiteSpace: WhiteSpace;
  /** Every text is a value, and means itself. */
  readonly verbatim?: boolean;
  /** Reads a text whose white space is normalized. */
  parse(text: string, scope: PrefixScope): unknown;
  format(value: unknown, scope: EncodeScope): string;
  readonly compare?: (left: unknown, right: unknown) => number | undefined;
  readonly lengthOf?: (value: unknown) => number;
}
