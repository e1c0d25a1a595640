/** XML Schema Part 2, 3.2.15 and 3.2.16: octets, as a `Uint8Array`. */
import { Mismatch } from "./mismatch";
import type { Primitive } from "./primitive";

function octetsOf(value: unknown, expected: string): Buffer {
  if (!(value instanceof Uint8Array)) throw new Mismatch(`${expected}, as a Uint8Array`);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

function countOctets(value: unknown): number {
  return value instanceof Uint8Array ? value.byteLength : 0;
}

const NOT_HEX = /[^0-9a-fA-F]/;

export const hexBinaryType: Primitive = {
  expected: "xs:hexBinary",
  whiteSpace: "collapse",
  parse(text) {
    if (text.length % 2 !== 0 || NOT_HEX.test(text)) throw new Mismatch("xs:hexBinary");
    return new Uint8Array(Buffer.from(text, "hex"));
  },
  format: (value) => octetsOf(value, "xs:hexBinary").toString("hex").toUpperCase(),
  lengthOf: countOctets,
};

const NOT_BASE64 = /[^A-Za-z0-9+/]/;

/** The last group's unused bits are zero: one text for each sequence of octets, white space aside. */
const LAST_GROUP = /^(?:|[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)$/;

/** In two steps: one expression with a repeated group would run out of stack on some million digits. */
function isBase64(digits: string): boolean {
  const last = Math.max(0, digits.length - 4);
  return digits.length % 4 === 0 && LAST_GROUP.test(digits.slice(last)) && !NOT_BASE64.test(digits.slice(0, last));
}

export const base64BinaryType: Primitive = {
  expected: "xs:base64Binary",
  whiteSpace: "collapse",
  parse(text) {
    const digits = text.includes(" ") ? text.replaceAll(" ", "") : text;
    if (!isBase64(digits)) throw new Mismatch("xs:base64Binary");
    return new Uint8Array(Buffer.from(digits, "base64"));
  },
  format: (value) => octetsOf(value, "xs:base64Binary").toString("base64"),
  lengthOf: countOctets,
};
