/** Reads the caller's arrays: the length and every index once, without holes. */
import type { Encoding } from "./encoding";

export interface Items {
  readonly length: number;
  /** Adds the index to the path. Called once. */
  read(write: (item: unknown) => void): void;
}

/**
 * Adds the index to the path. Returns the number of items. Throws an `ArgumentError` for another value than an array.
 */
export function readItems(encoder: Encoding, value: unknown, expected: string, write: (item: unknown) => void): number {
  const items = requireItems(encoder, value, expected);
  items.read(write);
  return items.length;
}

/**
 * Throws an `ArgumentError` for another value than an array. Items are read as they are written, without a copy: an
 * array may claim four billion items and have none, and the first hole is an error. Reading may run the caller's code.
 */
export function requireItems(encoder: Encoding, value: unknown, expected: string): Items {
  if (!Array.isArray(value)) encoder.refuse(expected, value);
  const array: readonly unknown[] = value;
  const length = readLength(encoder, array);
  if (!Number.isSafeInteger(length) || length < 0) encoder.fail(expected, "a list without a length");
  return {
    length,
    read(write) {
      for (let index = 0; index < length; index++) {
        const item = readItem(encoder, array, index);
        encoder.enter(index);
        if (item === undefined) encoder.missing("an item");
        write(item);
        encoder.leave();
      }
    },
  };
}

function readLength(encoder: Encoding, array: readonly unknown[]): number {
  try {
    return array.length;
  } catch (cause) {
    return failReading(encoder, cause);
  }
}

function readItem(encoder: Encoding, array: readonly unknown[], index: number): unknown {
  try {
    return array[index];
  } catch (cause) {
    return failReading(encoder, cause);
  }
}

function failReading(encoder: Encoding, cause: unknown): never {
  encoder.fail("a list that can be read", "a list whose reading throws", cause);
}
