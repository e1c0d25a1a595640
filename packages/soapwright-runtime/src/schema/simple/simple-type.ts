/** What every simple type can do, whatever its variety. */
import { normalize, type WhiteSpace } from "../../xsd/built-ins";
import type { PrefixScope } from "../scope";
import { Mismatch } from "./mismatch";

/** What an encoder offers to a value that needs a namespace prefix in its text. */
export interface EncodeScope extends PrefixScope {
  /**
   * A prefix for `namespace`, declared on the element being written when it is not in scope; `""` for no namespace. It is
   * `wanted`, as far as that prefix is free.
   */
  prefixFor(namespace: string, wanted?: string): string;
}

/** Which facets count: all of them, or only the enumerations of closed types. */
export type FacetLevel = "all" | "closed";

/** XML Schema Part 2, 2.5: a type with its lexical space, its value space and its facets. Throws `Mismatch`. */
export interface SimpleType {
  /** For messages: `xs:int from -2147483648 to 2147483647`. */
  readonly expected: string;
  readonly whiteSpace: WhiteSpace;
  /** Every text is a value, and means itself, whatever facets may say of it. */
  readonly verbatim?: boolean | undefined;
  /** Some facet is checked beside those that always are. */
  readonly faceted?: boolean | undefined;
  /** The octets are in a part of the message, to which the text refers: an encoder has them sent. */
  readonly refersToPart?: boolean | undefined;
  readonly variety: "atomic" | "list" | "union";
  /** Names of the built-in types that it derives from, itself included. */
  readonly builtIns: readonly string[];
  /** Reads a text whose white space is already normalized; built-in ranges count, facets do not. */
  parse(text: string, scope: PrefixScope): unknown;
  /** Reads the text of a facet, where that may be beyond what `parse` reads. */
  readonly parseFacet?: ((text: string) => unknown) | undefined;
  /** For lenient reading: the text of this type that `text` means, where services are known to write another; else `text`. */
  readonly forgive?: ((text: string) => string) | undefined;
  /** Writes the lexical text of a value; built-in ranges count, facets do not. */
  format(value: unknown, scope: EncodeScope): string;
  /** Another text of the same value, for patterns that let only that one in. Absent: there is none. */
  readonly otherText?: ((text: string) => string) | undefined;
  /** Checks the facets against what `parse` made of `text`. */
  check(value: unknown, text: string, level: FacetLevel): void;
  /** Below 0, 0 or above 0; `undefined` where two values have no order. Absent for types without order. */
  readonly compare?: ((left: unknown, right: unknown) => number | undefined) | undefined;
  /** What the facets length, minLength and maxLength count. Absent: they say nothing about this type. */
  readonly lengthOf?: ((value: unknown) => number) | undefined;
}

/** Whether its texts are binary data. */
export function isBinaryType(type: SimpleType | undefined): boolean {
  return type !== undefined && (type.builtIns.includes("base64Binary") || type.builtIns.includes("hexBinary"));
}

/** What a family of built-in types has of its own: its lexical and its value space, without facets. Throws `Mismatch`. */
export type Primitive = Pick<
  SimpleType,
  "expected" | "verbatim" | "parse" | "parseFacet" | "forgive" | "format" | "otherText" | "compare" | "lengthOf"
>;

// A value as text, with everything checked that the type says.

/** The lexical text of `value`, not escaped. Throws `Mismatch` when the value, or the text, is not of the type. */
export function writeText(type: SimpleType, value: unknown, scope: EncodeScope): string {
  const text = type.format(value, scope);
  // What a reader of the schema would make of it must be what was meant.
  if (type.whiteSpace !== "preserve" && normalize(text, type.whiteSpace) !== text) {
    throw new Mismatch(
      `${type.expected} without white space that the type would change`,
      "a string with such white space",
    );
  }
  type.check(type.parse(text, scope), text, "all");
  return text;
}
