import type { ColumnType } from "./columns";

/** Bytes become base64, and values that JSON cannot represent become strings. */
export function jsonText(value: unknown): string {
  return (isPlain(value) ? JSON.stringify(value) : JSON.stringify(value, jsonValue)) ?? "null";
}

/** The check is cheaper than a replacer function for each property. */
function isPlain(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return typeof value !== "bigint";
  if (value instanceof Uint8Array) return false;
  for (const key in value) if (!isPlain((value as { readonly [key: string]: unknown })[key])) return false;
  return true;
}

function jsonValue(this: unknown, key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number" && !Number.isFinite(value)) return doubleText(value);
  // `value` is the result of `Buffer.prototype.toJSON`, so the property itself is read.
  const field: unknown = typeof value === "object" && value !== null ? Reflect.get(this as object, key) : undefined;
  return field instanceof Uint8Array ? Buffer.from(field).toString("base64") : value;
}

export function cellText(type: ColumnType, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (type === "json" || typeof value === "object")
    return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : jsonText(value);
  return typeof value === "number" ? doubleText(value) : String(value);
}

/** The form is that of XML Schema Part 2, 3.2.5.1. */
function doubleText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "INF";
  return value === Number.NEGATIVE_INFINITY ? "-INF" : String(value);
}
