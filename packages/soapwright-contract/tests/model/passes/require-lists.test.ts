import { requireLists } from "../../../src/model/passes/require-lists";
import { complex, element, group, model, partsOf } from "../nouns";

const list = element("A", { min: 0, max: Infinity, presence: "optional" });
const output = { direction: { input: false, output: true } };

test("a list in an answer is always there", () => {
  const required = requireLists(model([complex(1, [list, element("B", { min: 0, presence: "optional" })], output)]));
  expect(partsOf(required)).toEqual([
    { ...list, presence: "required" },
    element("B", { min: 0, presence: "optional" }),
  ]);
});

test("not in a choice, an optional group, or a type of requests", () => {
  const parts = [group("choice", [list, element("B")]), group("sequence", [list, element("C")], true)];
  expect(partsOf(requireLists(model([complex(1, parts, output)])))).toEqual(parts);
  expect(partsOf(requireLists(model([complex(1, [list])])))).toEqual([list]);
});
