/** Texts that are the same exactly for equal values (XML Schema Part 2, 4.2.1), for comparing many values. */
import { instantKey, type MomentName } from "../../xsd/calendar";
import { decimalText, scaled } from "../../xsd/decimals";
import { durationKey } from "../../xsd/durations";
import type { SimpleTypeCodec } from "./simple-type";

/**
 * Returns the key of a value of `type` with its text. Values of different primitive types are never equal. Without a
 * type the text is compared.
 */
export function valueKey(type: SimpleTypeCodec | undefined, value: unknown, text: string): string {
  if (type === undefined) return `string:${text}`;
  if (type.variety !== "atomic") return `${type.variety}:${plainKey(value)}`;
  const primitive = type.builtIns.at(-2) ?? "string";
  return `${primitive}:${atomicKey(primitive, value, text)}`;
}

function atomicKey(primitive: string, value: unknown, text: string): string {
  switch (primitive) {
    case "decimal":
      return decimalKey(text);
    case "base64Binary":
      return text.replaceAll(/\s/g, "");
    case "hexBinary":
      return text.toUpperCase();
    case "duration":
      return durationKey(text) ?? text;
    case "dateTime":
    case "date":
    case "time":
    case "gYear":
    case "gYearMonth":
    case "gMonth":
    case "gMonthDay":
    case "gDay":
      return instantKey(primitive satisfies MomentName, text) ?? text;
    default:
      return plainKey(value);
  }
}

function plainKey(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return JSON.stringify(value.map(plainKey));
  // 0 and -0 are equal (XML Schema Part 2, 3.2.4).
  if (value === 0) return "0";
  if (typeof value === "object" && value !== null && "local" in value && "namespace" in value)
    return `{${String(value.namespace)}}${String(value.local)}`;
  return String(value);
}

function decimalKey(text: string): string {
  const { digits, scale } = scaled(text);
  const plain = decimalText(digits, scale);
  return plain.includes(".") ? plain.replace(/\.?0+$/, "") : plain;
}
