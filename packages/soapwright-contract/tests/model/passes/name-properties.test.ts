import type { PartModel } from "../../../src/model/model";
import { nameProperties } from "../../../src/model/passes/name-properties";
import { attribute, complex, dateTime, element, group, model, partsOf, repeated } from "../nouns";

function keys(parts: readonly PartModel[]): string[] {
  return parts.flatMap((part) => {
    if (part.kind === "repeated") return [part.key, ...keys(part.particle.particles)];
    return "key" in part
      ? part.kind === "mixed"
        ? [part.key, ...keys(part.particles)]
        : [part.key]
      : keys(part.particles);
  });
}
const keysOf = (...parts: PartModel[]) => keys(partsOf(nameProperties(model([complex(1, parts)]))));

test("properties have the names of the wire", () => {
  expect(keysOf(element("Id"), element("a-b"), attribute("lang"))).toEqual(["Id", "a-b", "lang"]);
});

test("an attribute makes way for an element, a second element for the first and for natural names", () => {
  expect(keysOf(attribute("A"), element("A"), element("A"), element("A2"))).toEqual(["AAttribute", "A", "A3", "A2"]);
});

test("branches of a choice share what is the same in both", () => {
  const one = group("sequence", [element("Name"), element("Mail")]);
  const two = group("sequence", [element("Name"), element("Phone")]);
  expect(keysOf(group("choice", [one, two]))).toEqual(["Name", "Mail", "Name", "Phone"]);
  const other = group("sequence", [element("Name", { type: dateTime }), element("Phone")]);
  expect(keysOf(group("choice", [one, other]))).toEqual(["Name", "Mail", "Name2", "Phone"]);
});

test("items of a repeated group have properties of their own", () => {
  expect(keysOf(element("A"), repeated(group("choice", [element("A"), element("B")])))).toEqual([
    "A",
    "choice",
    "A",
    "B",
  ]);
});

test("one element is one property in mixed content, at any position", () => {
  expect(
    keysOf({ kind: "mixed", key: "", particles: [element("b"), element("b"), element("i")] }, attribute("content")),
  ).toEqual(["content", "b", "b", "i", "contentAttribute"]);
});

test("a derived type knows the properties of its base", () => {
  const types = [complex(1, [element("Id")], { base: 2 }), complex(2, [element("Id"), attribute("lang")])];
  expect(keys(partsOf(nameProperties(model(types))))).toEqual(["Id2"]);
});

test("no property has the name $type", () => {
  expect(keysOf(element("$type"))).toEqual(["$type2"]);
});
