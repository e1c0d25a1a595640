import { type Column, cellAt, isRecord, valueAt } from "./cell";

/** Deeper records have no columns of their own: they are JSON. */
export const deepest = 3;

/** Returns the columns of records without a known type, in the order of first occurrence. */
export function columnsOfData(records: readonly unknown[]): Column[] {
  const paths = new Map<string, readonly string[]>();
  for (const record of records) {
    for (const path of pathsOf(record, [])) paths.set(path.join("\0"), path);
  }
  const all = [...paths.values()];
  const parents = new Set(all.flatMap((path) => path.map((_, length) => path.slice(0, length).join("\0"))));
  // A record that is nil in one item, or a nil item, has the columns of the others.
  const kept = all.filter((path) => !parents.has(path.join("\0")) || hasValue(records, path));
  return titled(kept.map((path) => ({ path, right: isNumeric(records, path) })));
}

/** Equal titles get a number. */
export function titled(columns: readonly Omit<Column, "title">[]): Column[] {
  const used = new Set<string>();
  return columns.map((column) => {
    const plain = column.path.join(".") || "Value";
    let title = plain;
    for (let n = 2; used.has(title); n++) title = `${plain} (${n})`;
    used.add(title);
    return { ...column, title };
  });
}

function pathsOf(value: unknown, path: readonly string[]): (readonly string[])[] {
  if (!isRecord(value) || path.length >= deepest) return [path];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]));
}

function hasValue(records: readonly unknown[], path: readonly string[]): boolean {
  return records.some((record) => {
    const value = valueAt(record, path);
    return value !== undefined && value !== null && !isRecord(value);
  });
}

/** Needs at least one cell with a value. */
function isNumeric(records: readonly unknown[], path: readonly string[]): boolean {
  const cells = records.map((record) => cellAt(record, path)).filter((cell) => cell !== undefined && cell !== null);
  return cells.length > 0 && cells.every((cell) => typeof cell === "number");
}
