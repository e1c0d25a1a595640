/** What kind of value `value` is, in a word or two, without telling the value: `absent`, `null`, `NaN`, `array` … */
export function kindOf(value: unknown): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  if (typeof value === "number") return kindOfNumber(value);
  if (typeof value === "string") return value === "" ? "empty string" : "string";
  if (typeof value !== "object") return typeof value;
  if (Array.isArray(value)) return "array";
  if (value instanceof Date) return Number.isNaN(Date.prototype.getTime.call(value)) ? "invalid Date" : "Date";
  return value instanceof Uint8Array ? "Uint8Array" : "object";
}

function kindOfNumber(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return "infinite number";
  return Number.isInteger(value) ? "number" : "number with a fraction";
}
