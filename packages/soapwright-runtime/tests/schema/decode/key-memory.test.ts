/** Tests `schema/decode/key-memory` by itself: no entry point shows it whole. */
import { KeyMemory } from "../../../src/schema/decode/key-memory";

describe("keys", () => {
  test("the memory is bounded", () => {
    const memory = new KeyMemory((path, message) => {
      throw new Error(`${path}: ${message}`);
    }, 100);
    memory.take("1", "a", "the key K");
    expect(() => memory.take("2", "b", "the key K")).toThrow(
      'b: the values of the key K need more than 100 characters of memory, the limit of validation "strict"; use "standard" to read them without this check',
    );
  });
});
