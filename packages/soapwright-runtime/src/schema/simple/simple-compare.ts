/** Equality and order of two values of one simple type. */
import { isSameBytes } from "#platform";
import type { QName } from "../tables/table-values";

/** Returns `undefined` for incomparable values. */
export function compareNumbers(left: unknown, right: unknown): number | undefined {
  if (
    (typeof left !== "number" && typeof left !== "bigint") ||
    (typeof right !== "number" && typeof right !== "bigint")
  ) {
    return undefined;
  }
  if (left < right) return -1;
  if (left > right) return 1;
  // NaN equals itself and is incomparable to other numbers (XML Schema Part 2, 3.2.4). A number may equal a bigint.
  return Number.isNaN(left) === Number.isNaN(right) ? 0 : undefined;
}

export function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (left instanceof Uint8Array && right instanceof Uint8Array) return isSameBytes(left, right);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]));
  }
  return isQName(left) && isQName(right) && left.local === right.local && left.namespace === right.namespace;
}

function isQName(value: object): value is QName {
  return "local" in value && "namespace" in value;
}
