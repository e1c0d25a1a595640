/** Arrays of the caller: every index read once, no holes. */
import type { Encoder } from "./encoder";

/** Calls `write` for each item, below its index. Returns how many there are. */
export function readItems(encoder: Encoder, value: unknown, expected: string, write: (item: unknown) => void): number {
  const items = copyItems(encoder, value, expected);
  items.forEach((item, index) => {
    encoder.at(index, () => {
      if (item === undefined) encoder.missing("an item");
      write(item);
    });
  });
  return items.length;
}

/** A copy without holes: `undefined` stands in their places. Code of the caller may run here. */
export function copyItems(encoder: Encoder, value: unknown, expected: string): readonly unknown[] {
  if (!Array.isArray(value)) encoder.refuse(expected, value);
  try {
    return Array.from({ length: value.length }, (_, index) => value[index] as unknown);
  } catch (cause) {
    return encoder.fail("an array that can be read", "array whose reading throws", cause);
  }
}
