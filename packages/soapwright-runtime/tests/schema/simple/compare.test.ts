import { compareNumbers, isSame } from "../../../src/schema/simple/simple-compare";

test.each([
  [1, 2, -1],
  [2n, 1, 1],
  [1n, 1n, 0],
  [0, -0, 0],
  [Number.NaN, Number.NaN, 0],
  [Number.NaN, 1, undefined],
  [1, Number.NaN, undefined],
  ["1", 1, undefined],
  [1, "1", undefined],
  ["1", "1", undefined],
  [undefined, 1n, undefined],
])("%p against %p is %p", (left, right, order) => {
  expect(compareNumbers(left, right)).toBe(order);
});

const name = { namespace: "u", local: "a" };

test.each<[unknown, unknown, boolean]>([
  ["a", "a", true],
  [Number.NaN, Number.NaN, true],
  ["a", "b", false],
  [1, 1n, false],
  [null, {}, false],
  [{}, null, false],
  ["a", { 0: "a" }, false],
  [name, "a", false],
  [Uint8Array.of(1, 2), Uint8Array.of(1, 2), true],
  [Uint8Array.of(1, 2), Uint8Array.of(1, 3), false],
  [Uint8Array.of(1), [1], false],
  [[1], Uint8Array.of(1), false],
  [["a", [1]], ["a", [1]], true],
  [["a"], ["a", "b"], false],
  [["a", "b"], ["a"], false],
  [["a", "b"], ["a", "c"], false],
  [["b", "a"], ["c", "a"], false],
  [[], name, false],
  [name, { ...name }, true],
  [name, { ...name, local: "b" }, false],
  [name, { ...name, namespace: "v" }, false],
  [{ local: "a" }, { local: "a" }, false],
  [{ namespace: "u" }, { namespace: "u" }, false],
  [{}, {}, false],
])("%p and %p, the same: %p", (left, right, same) => {
  expect(isSame(left, right)).toBe(same);
});
