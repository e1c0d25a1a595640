import { nameArguments } from "../../../src/model/passes/name-arguments";
import { complex, dateTime, element, enumeration, int, model, typeRef } from "../nouns";

const names = (types: Parameters<typeof model>[0]): (string | undefined)[] =>
  nameArguments(model(types)).types.map(({ inputName }) => inputName);
const open = { of: "open", type: typeRef(9) } as const;
const directions = {
  input: { direction: { input: true, output: false } },
  output: { direction: { input: false, output: true } },
};

test("a type of both directions has a form as an argument where one of its values has, at any depth", () => {
  expect(
    names([
      complex(1, [element("At", { type: { of: "nillable", type: dateTime } })]),
      complex(2, [element("Kind", { type: open })]),
      complex(3, [element("One", { type: typeRef(2) })]),
      complex(4, [element("Count", { type: int })], { base: 3 }),
      complex(5, [element("Count", { type: int })]),
      enumeration(9, "A"),
    ]),
  ).toEqual(["T1Input", "T2Input", "T3Input", "T4Input", undefined, undefined]);
});

test("a type of one direction has one form", () => {
  const parts = [element("At", { type: dateTime }), element("Kind", { type: open })];
  expect(
    names([complex(1, parts, directions.input), complex(2, parts, directions.output), enumeration(9, "A")]),
  ).toEqual([undefined, undefined, undefined]);
});

test("it takes no name from another type", () => {
  const parts = [element("At", { type: dateTime })];
  expect(names([complex(1, parts), complex(2, [], { name: "T1Input" })])).toEqual(["T1Input2", undefined]);
});

test("types that contain themselves end", () => {
  expect(names([complex(1, [element("At", { type: dateTime }), element("Self", { type: typeRef(1) })])])).toEqual([
    "T1Input",
  ]);
});
