/**
 * Returns the kind of a value, for messages that must not show the value itself: `absent`, `null`, `a string`, `a list`
 * … It fits after "but is" and "received".
 */
export function kindOf(value: unknown): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  if (typeof value === "number") return kindOfNumber(value);
  if (value === "") return "an empty string";
  if (typeof value !== "object") return `a ${typeof value}`;
  if (Array.isArray(value)) return "a list";
  if (value instanceof Date) return Number.isNaN(Date.prototype.getTime.call(value)) ? "an invalid Date" : "a Date";
  return value instanceof Uint8Array ? "a Uint8Array" : "an object";
}

function kindOfNumber(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return "an infinite number";
  return Number.isInteger(value) ? "a number" : "a number with a fraction";
}

/** The sentence has the form of an `ArgumentError`. */
export function mismatchText(path: string, expected: string, received: string): string {
  return received.endsWith("unknown property") || received.startsWith("the unknown property ")
    ? `${path} has ${received}. It takes ${expected}.`
    : `${path} takes ${expected}, but is ${received}.`;
}
