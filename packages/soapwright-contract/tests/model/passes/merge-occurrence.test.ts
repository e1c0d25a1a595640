import { mergeOccurrence } from "../../../src/model/passes/merge-occurrence";
import { complex, element, group, model, partsOf, repeated } from "../nouns";

test("a repeated group of one element becomes that element repeated", () => {
  const merged = mergeOccurrence(model([complex(1, [repeated(group("sequence", [element("A")]), 1, 5)])]));
  expect(partsOf(merged)).toEqual([element("A", { min: 1, max: 5, presence: "required" })]);
});

test("occurrences multiply when every number between can be reached", () => {
  const optional = element("A", { min: 0, max: 3, presence: "optional" });
  const merged = mergeOccurrence(model([complex(1, [repeated(group("choice", [optional]), 2, 2)])]));
  expect(partsOf(merged)).toEqual([element("A", { min: 0, max: 6, presence: "optional" })]);
});

test("pairs stay pairs, and so does a group of two elements", () => {
  const pairs = [repeated(group("sequence", [element("A", { min: 2, max: 2 })]))];
  const two = [repeated(group("sequence", [element("A"), element("B")]))];
  for (const parts of [pairs, two]) expect(partsOf(mergeOccurrence(model([complex(1, parts)])))).toEqual(parts);
});
