import { KeyMemory } from "../../../src/schema/decode/identity-scope";

describe("keys", () => {
  test("the memory is bounded", () => {
    const memory = new KeyMemory((path, message) => {
      throw new Error(`${path}: ${message}`);
    }, 100);
    const constraint = { label: "the key K" } as Parameters<KeyMemory["take"]>[2];
    memory.take("1", "a", constraint);
    expect(() => memory.take("2", "b", constraint)).toThrow(
      'b: the values of the key K need more than 100 characters of memory, the limit of validation "strict"; use "standard" to read them without this check',
    );
  });
});
