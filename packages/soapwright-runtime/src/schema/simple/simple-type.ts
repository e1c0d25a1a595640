/** The interface of all simple types: atomic, list and union. */
import { normalize, type WhiteSpace } from "../../xsd/built-ins";
import type { PrefixScope } from "../scope";
import { Mismatch } from "./mismatch";

/** The scope of an encoder, for values that need a namespace prefix in their text. */
export interface EncodeScope extends PrefixScope {
  /**
   * Declares the prefix on the current element when it is not in scope; returns `""` for no namespace, and `wanted` if
   * that prefix is free.
   */
  prefixFor(namespace: string, wanted?: string): string;
}

/** `closed` checks only the enumerations of closed types. */
export type FacetLevel = "all" | "closed";

/**
 * A simple type with its lexical space, its value space and its facets (XML Schema Part 2, 2.5). Its functions throw
 * `Mismatch`.
 */
export interface SimpleTypeCodec {
  /** The accepted values, for example `xs:int from -2147483648 to 2147483647`. */
  readonly expected: string;
  readonly whiteSpace: WhiteSpace;
  /** Every text is valid, and is its own value, apart from facets. */
  readonly verbatim?: boolean | undefined;
  /** Set for facets in addition to those that are always checked. */
  readonly faceted?: boolean | undefined;
  /** The text refers to the part of the message with the octets, which an encoder then attaches. */
  readonly refersToPart?: boolean | undefined;
  readonly variety: "atomic" | "list" | "union";
  /** The type of the items of a list. */
  readonly item?: SimpleTypeCodec | undefined;
  /** Set for `xs:ID` and `xs:IDREF`, types derived from them, and lists of them. */
  readonly identifies?: "ID" | "IDREF" | undefined;
  /** The nearest type comes first; the type itself is included. */
  readonly builtIns: readonly string[];
  /** Only the directly derived types are included. */
  readonly derived?: (() => readonly BuiltInType[]) | undefined;
  /** White space is normalized already. Checks built-in ranges, but no facets. */
  parse(text: string, scope: PrefixScope): unknown;
  /** Set when a facet may be outside the range of `parse`. */
  readonly parseFacet?: ((text: string) => unknown) | undefined;
  /**
   * Returns the valid text for a common deviation of services that has only one meaning; else `text`. Only for lenient
   * decoding of a text that `parse` rejects.
   */
  readonly forgive?: ((text: string) => string) | undefined;
  /** Checks built-in ranges, but no facets. */
  format(value: unknown, scope: EncodeScope): string;
  /** Patterns may accept only that lexical of the value. */
  readonly otherText?: ((text: string) => string) | undefined;
  /** `value` is the result of `parse` for `text`. */
  check(value: unknown, text: string, level: FacetLevel): void;
  /**
   * Returns a negative number, 0 or a positive number; undefined for incomparable values. Absent for types without
   * order.
   */
  readonly compare?: ((left: unknown, right: unknown) => number | undefined) | undefined;
  /** Absent when length, minLength and maxLength do not apply. */
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

/** Whether the type is `xs:anySimpleType` itself, whose values may have any simple type. */
export function isAnySimple({ variety, builtIns, faceted }: SimpleTypeCodec): boolean {
  return variety === "atomic" && builtIns[0] === "anySimpleType" && faceted !== true;
}

/** Returns the built-in type of that name that is derived from `type`. */
export function descendant({ derived }: SimpleTypeCodec, local: string): SimpleTypeCodec | undefined {
  for (const { name, variety } of derived?.() ?? []) {
    const each = variety.type();
    const found = name.local === local ? each : descendant(each, local);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The lexical and value space of a family of built-in types, without facets. The functions throw `Mismatch`. */
export type Primitive = Pick<
  SimpleTypeCodec,
  "expected" | "verbatim" | "parse" | "parseFacet" | "forgive" | "format" | "otherText" | "compare" | "lengthOf"
>;

// Encoding of a value as text, with all checks of the type.

/** Returns text that is not escaped. Throws `Mismatch` when the value or its text is not of the type. */
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
