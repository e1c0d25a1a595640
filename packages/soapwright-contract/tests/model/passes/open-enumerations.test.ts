import type { ValueType } from "../../../src/model/model";
import { openEnumerations } from "../../../src/model/passes/open-enumerations";
import { complex, element, enumeration, message, model, operation, partsOf, typeRef } from "../nouns";

const open: ValueType = { of: "open", type: typeRef(2) };
const types = (direction: { input: boolean; output: boolean }) => [
  complex(1, [element("A", { type: typeRef(2) }), element("B", { type: { of: "nillable", type: typeRef(2) } })], {
    direction,
  }),
  enumeration(2, "x"),
];
const valueTypes = (parts: ReturnType<typeof partsOf>) => parts.map((part) => part.kind === "element" && part.type);

test("enumerations in answers are open, under nil too", () => {
  const opened = openEnumerations(model(types({ input: false, output: true })), {});
  expect(valueTypes(partsOf(opened))).toEqual([open, { of: "nillable", type: open }]);
});

test("those in requests are closed, and all of them when asked for", () => {
  const inputOnly = model(types({ input: true, output: false }));
  expect(openEnumerations(inputOnly, {}).types[0]).toEqual(inputOnly.types[0]);
  const outputOnly = model(types({ input: false, output: true }));
  expect(openEnumerations(outputOnly, { enums: "closed" })).toBe(outputOnly);
});

test("items of a list without a name are open as well", () => {
  const list: ValueType = {
    of: "inline",
    definition: { variety: { of: "list", item: typeRef(2) }, facets: {} },
  };
  const opened = openEnumerations(model([complex(1, [element("A", { type: list })]), enumeration(2, "x")]), {});
  expect(valueTypes(partsOf(opened))).toEqual([
    { of: "inline", definition: { variety: { of: "list", item: open }, facets: {} } },
  ]);
});

test("an answer that is an enumeration itself is open, an argument is not", () => {
  const body = [element("Color", { type: typeRef(2) })];
  const direct = model([enumeration(2, "x")], [operation("Get", message(body), message(body))]);
  const [opened] = openEnumerations(direct, {}).clients[0]!.operations;
  expect([opened!.input.body[0]!.type, opened!.output!.body[0]!.type]).toEqual([typeRef(2), open]);
});
