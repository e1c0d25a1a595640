/** Simple types of octets (XML Schema Part 2, 3.2.15 and 3.2.16), as a `Uint8Array`. */
import { base64Bytes, base64Text, hexBytes, hexText } from "#platform";
import { base64Digits, isBase64, isHexBinary } from "../../xsd/built-ins";
import type { PrefixScope } from "../scope";
import { meantBase64 } from "./deviations";
import { FinalMismatch, Mismatch, PartMismatch } from "./mismatch";
import type { Primitive, SimpleTypeCodec } from "./simple-type";

function octetsOf(value: unknown, expected: string): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new Mismatch(`${expected}, as a Uint8Array`);
  return value;
}

function isStream(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.asyncIterator in value || Object.prototype.toString.call(value) === "[object Blob]";
}

function countOctets(value: unknown): number {
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  const length: unknown = Reflect.get(value, "size") ?? Reflect.get(value, "length");
  return typeof length === "number" ? length : 0;
}

/** XOP moves only base64, and no lists. */
export function isOctets(type: SimpleTypeCodec): boolean {
  return type.variety === "atomic" && type.builtIns.includes("base64Binary");
}

/** Returns the base64 text, to which facets apply; empty for a value that is not in memory. */
export function base64Of(value: unknown): string {
  return value instanceof Uint8Array ? base64Text(value) : "";
}

/** The scope of a response with streamed octets replaces the array. */
export function scopedOctets(bytes: Uint8Array, { octets }: PrefixScope): unknown {
  return octets === undefined ? bytes : octets(bytes);
}

export const hexBinaryType: Primitive = {
  expected: "xs:hexBinary",
  parse(text, scope) {
    if (!isHexBinary(text)) throw new Mismatch("xs:hexBinary");
    return scopedOctets(new Uint8Array(hexBytes(text)), scope);
  },
  format: (value) => hexText(octetsOf(value, "xs:hexBinary")).toUpperCase(),
  lengthOf: countOctets,
};

export function octetsOfBase64(text: string): Uint8Array {
  const digits = base64Digits(text);
  if (!isBase64(digits)) throw new Mismatch("xs:base64Binary");
  return new Uint8Array(base64Bytes(digits));
}

/** The URL of a part of the message, whose octets are the value (WS-I Attachments Profile 1.0, 4.4). */
export const partReferenceType: SimpleTypeCodec = {
  expected: "the cid: URL of a part of the message",
  whiteSpace: "collapse",
  variety: "atomic",
  builtIns: ["anyURI", "anySimpleType"],
  refersToPart: true,
  parse(text, { partOf }) {
    if (partOf === undefined)
      throw new FinalMismatch("the cid: URL of a part of the message, in a message that has parts");
    return partOf(text);
  },
  format() {
    throw new Mismatch("octets in a part of the message, which are all of an element or an attribute in the Body");
  },
  check: () => undefined,
};

export const base64BinaryType: Primitive = {
  expected: "xs:base64Binary",
  forgive: meantBase64,
  parse(text, scope) {
    const attached = scope.attached?.(text);
    if (attached !== undefined) return attached;
    return scopedOctets(octetsOfBase64(text), scope);
  },
  format(value) {
    if (isStream(value))
      throw new PartMismatch(
        "xs:base64Binary, as a Uint8Array: a Blob or a stream can only be sent beside the envelope",
      );
    return base64Text(octetsOf(value, "xs:base64Binary"));
  },
  lengthOf: countOctets,
};
