import { flattenGroups } from "../../../src/model/passes/flatten-groups";
import { complex, element, group, model, partsOf } from "../nouns";

test("sequences inside sequences are opened, optional ones kept", () => {
  const inner = group("sequence", [element("A"), group("sequence", [element("B")], true)]);
  const flat = flattenGroups(model([complex(1, [group("sequence", [inner, element("C")])])]));
  expect(partsOf(flat)).toEqual([element("A"), group("sequence", [element("B")], true), element("C")]);
});

test("a choice of one branch is no choice", () => {
  const flat = flattenGroups(model([complex(1, [group("choice", [element("A")])])]));
  expect(partsOf(flat)).toEqual([element("A")]);
});

test("branches stay apart, those of one particle without a sequence around it", () => {
  const one = group("sequence", [element("A")]);
  const two = group("sequence", [element("B"), element("C")]);
  const flat = flattenGroups(model([complex(1, [group("choice", [one, two])])]));
  expect(partsOf(flat)).toEqual([group("choice", [element("A"), two])]);
});

test("an empty branch stays a branch", () => {
  const choice = group("choice", [group("sequence", []), element("A")]);
  expect(partsOf(flattenGroups(model([complex(1, [choice])])))).toEqual([choice]);
});
