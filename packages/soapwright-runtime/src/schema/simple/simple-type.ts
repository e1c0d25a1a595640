/** The interface of all simple types: atomic, list and union. */
import { normalize, type WhiteSpace } from "../../xsd/built-ins";
import type { PrefixScope } from "../scope";
import { Mismatch } from "./mismatch";

/** The scope of an encoder, for values that need a namespace prefix in their text. */
export interface EncodeScope extends PrefixScope {
  /**
   * Returns a prefix for `namespace`, and declares it on the current element when it is not in scope; `""` for no
   * namespace. Returns `wanted` if that prefix is free.
   */
  prefixFor(namespace: string, wanted?: string): string;
}

/** The facets to check: all of them, or only the enumerations of closed types. */
export type FacetLevel = "all" | "closed";

/**
 * A simple type with its lexical space, its value space and its facets (XML Schema Part 2, 2.5). Its functions throw
 * `Mismatch`.
 */
export interface SimpleTypeCodec {
  /** The accepted values, for messages, for example `xs:int from -2147483648 to 2147483647`. */
  readonly expected: string;
  readonly whiteSpace: WhiteSpace;
  /** Whether every text is valid, and is its own value, apart from facets. */
  readonly verbatim?: boolean | undefined;
  /** Whether there are facets in addition to those that are always checked. */
  readonly faceted?: boolean | undefined;
  /** Whether the text refers to the part of the message with the octets, which an encoder then attaches. */
  readonly refersToPart?: boolean | undefined;
  readonly variety: "atomic" | "list" | "union";
  /** Names of the built-in ancestors, nearest first, including the type itself. */
  readonly builtIns: readonly string[];
  /** Returns the built-in types that are directly derived from this one. */
  readonly derived?: (() => readonly BuiltInType[]) | undefined;
  /** Parses a text with normalized white space; checks built-in ranges, but no facets. */
  parse(text: string, scope: PrefixScope): unknown;
  /** Parses the text of a facet, when it may be outside the range of `parse`. */
  readonly parseFacet?: ((text: string) => unknown) | undefined;
  /** For lenient decoding: returns the valid text for a common deviation of services; else `text`. */
  readonly forgive?: ((text: string) => string) | undefined;
  /** Returns the lexical of a value; checks built-in ranges, but no facets. */
  format(value: unknown, scope: EncodeScope): string;
  /** Returns another lexical of the same value, for patterns that accept only that one. Absent: there is none. */
  readonly otherText?: ((text: string) => string) | undefined;
  /** Checks the facets of the value that `parse` returned for `text`. */
  check(value: unknown, text: string, level: FacetLevel): void;
  /** Returns a number below 0, 0 or above 0; `undefined` for incomparable values. Absent for types without order. */
  readonly compare?: ((left: unknown, right: unknown) => number | undefined) | undefined;
  /** Returns the length for length, minLength and maxLength. Absent when these facets do not apply. */
  readonly lengthOf?: ((value: unknown) => number) | undefined;
}

/** A built-in type, by its name in the namespace of XML Schema. */
export interface BuiltInType {
  readonly name: { readonly local: string };
  readonly variety: { readonly type: () => SimpleTypeCodec };
}

export function isBinaryType(type: SimpleTypeCodec | undefined): boolean {
  return type !== undefined && (type.builtIns.includes("base64Binary") || type.builtIns.includes("hexBinary"));
}

/** The lexical and value space of a family of built-in types, without facets. Its functions throw `Mismatch`. */
export type Primitive = Pick<
  SimpleTypeCodec,
  "expected" | "verbatim" | "parse" | "parseFacet" | "forgive" | "format" | "otherText" | "compare" | "lengthOf"
>;

// Encoding of a value as text, with all checks of the type.

/** Returns the lexical of `value`, not escaped. Throws `Mismatch` when the value or its text is not of the type. */
export function writeText(type: SimpleTypeCodec, value: unknown, scope: EncodeScope): string {
  const text = type.format(value, scope);
  // A reader's white space normalization must not change the value.
  if (type.whiteSpace !== "preserve" && normalize(text, type.whiteSpace) !== text) {
    throw new Mismatch(
      `${type.expected} without white space that the type would change`,
      "a string with such white space",
    );
  }
  type.check(type.parse(text, scope), text, "all");
  return text;
}
