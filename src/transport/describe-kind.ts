/** What kind of value this is, for messages: never the value itself. */
export function describeKind(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "absent";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return Number.isNaN(value) ? "NaN" : "a number";
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}
