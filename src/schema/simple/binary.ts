/** XML Schema Part 2, 3.2.15 and 3.2.16: octets, as a `Uint8Array`. */
import { base64Digits, isBase64, isHexBinary } from "../../xsd/built-ins";
import { Mismatch } from "./mismatch";
import type { Primitive } from "./simple-type";

function octetsOf(value: unknown, expected: string): Buffer {
  if (!(value instanceof Uint8Array)) throw new Mismatch(`${expected}, as a Uint8Array`);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

function countOctets(value: unknown): number {
  return value instanceof Uint8Array ? value.byteLength : 0;
}

export const hexBinaryType: Primitive = {
  expected: "xs:hexBinary",
  parse(text) {
    if (!isHexBinary(text)) throw new Mismatch("xs:hexBinary");
    return new Uint8Array(Buffer.from(text, "hex"));
  },
  format: (value) => octetsOf(value, "xs:hexBinary").toString("hex").toUpperCase(),
  lengthOf: countOctets,
};

export const base64BinaryType: Primitive = {
  expected: "xs:base64Binary",
  parse(text, scope) {
    const attached = scope.attached?.(text);
    if (attached !== undefined) return attached;
    const digits = base64Digits(text);
    if (!isBase64(digits)) throw new Mismatch("xs:base64Binary");
    return new Uint8Array(Buffer.from(digits, "base64"));
  },
  format: (value) => octetsOf(value, "xs:base64Binary").toString("base64"),
  lengthOf: countOctets,
};
