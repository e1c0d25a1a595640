import { jsonText } from "soapwright-runtime/xsd";
export type Cell = string | number | bigint | boolean | null | undefined;

export interface Column {
  readonly title: string;
  /** Property names from the record downwards. An empty path is the item itself. */
  readonly path: readonly string[];
  /** Numbers are aligned to the right. */
  readonly right?: boolean;
}

/** Returns undefined if a part of the path is absent, null if it is nil. */
export function valueAt(record: unknown, path: readonly string[]): unknown {
  let value = record;
  for (const name of path) {
    if (value === null) return null;
    if (typeof value !== "object" || value === undefined || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

export function cellAt(record: unknown, path: readonly string[]): Cell {
  return cellOf(valueAt(record, path));
}

/** Lists of plain values are separated by commas; other objects are JSON. */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return value;
  if (typeof value !== "object") return value as Cell;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value) && value.every((item) => typeof item !== "object" || item instanceof Uint8Array)) {
    return value.map((item) => String(cellOf(item))).join(", ");
  }
  return jsonText(value);
}

export function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}
