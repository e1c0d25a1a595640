import type { PartModel } from "../../../src/model/model";
import { unwrapMessages } from "../../../src/model/passes/unwrap-messages";
import { complex, element, message, model, operation, soapArray, typeRef } from "../nouns";

function unwrapped(name: string, ...parts: PartModel[]) {
  const types = [complex(1, parts), complex(2, [element("Item", { min: 0, max: Infinity })]), soapArray(3)];
  const get = operation(
    "Get",
    message([element(name, { type: typeRef(9) })]),
    message([element("GetResponse", { type: typeRef(1) })]),
  );
  const { input, output } = unwrapMessages(model(types, [get])).clients[0]!.operations[0]!;
  return [input.unwrap, output!.unwrap, output!.list];
}

test("a wrapped answer is its only child", () => {
  expect(unwrapped("Get", element("GetResult"))).toEqual([["Get"], ["GetResponse", "GetResult"], false]);
});

test("and the list in that child, or the child repeated", () => {
  const path = ["GetResponse", "GetResult", "Item"];
  expect(unwrapped("Get", element("GetResult", { type: typeRef(2) }))).toEqual([["Get"], path, "elements"]);
  const many = element("return", { min: 0, max: Infinity });
  expect(unwrapped("Get", many)).toEqual([["Get"], ["GetResponse", "return"], "elements"]);
});

test("an array of the SOAP encoding is a list, where it may be nil too", () => {
  const array = element("return", { presence: "optional", type: { of: "nillable", type: typeRef(3) } });
  expect(unwrapped("Get", array)).toEqual([["Get"], ["GetResponse", "return"], "soapArray"]);
});

test("so is one that is the whole answer", () => {
  const answer = message([element("All", { type: { of: "nillable", type: typeRef(3) } })]);
  const list = operation("List", message([element("Ask")]), answer);
  const { input, output } = unwrapMessages(model([soapArray(3)], [list])).clients[0]!.operations[0]!;
  expect([input.list, output!.unwrap, output!.list]).toEqual([false, ["All"], "soapArray"]);
});

test("an answer of two children, or to a bare request, is given whole", () => {
  expect(unwrapped("Get", element("A"), element("B"))).toEqual([["Get"], ["GetResponse"], false]);
  expect(unwrapped("Ask", element("GetResult"))).toEqual([["Ask"], ["GetResponse"], false]);
});

test("several parts are an object of them", () => {
  const two = operation("Get", message([element("A"), element("B")]), message([]));
  const [unwrappedTwo] = unwrapMessages(model([], [two])).clients[0]!.operations;
  expect([unwrappedTwo!.input.unwrap, unwrappedTwo!.output!.unwrap]).toEqual([[], []]);
});
