/** JSON becomes values of the tables, member by member; a value that does not fit stays for the encoder to report. */

import { encode } from "soapwright-testing/schema/feed";
import { valueOfJson, valueOfText } from "../../src/schema/codec";
import { ownValue, setOwn } from "../../src/schema/own-property";
import type { AlternativeNode, NodeRef, PartNode } from "../../src/schema/tables/nodes";
import {
  any,
  attribute,
  builtIn,
  complex,
  element,
  group,
  listOf,
  many,
  named,
  nillable,
  optional,
  qname,
  repeated,
  restriction,
  unionOf,
  xs,
} from "./tables";

const bytes = builtIn("base64Binary");
const anyType: NodeRef = { kind: "anyType" };

test.each<[string, NodeRef, unknown, unknown]>([
  ["a whole number beyond `number`", xs.long, "9007199254740993", 9007199254740993n],
  ["a whole number that fits", xs.long, 7, 7n],
  ["bytes", bytes, "AQID", new Uint8Array([1, 2, 3])],
  ["a decimal as a number", xs.decimal, 1.5, "1.5"],
  ["a decimal as text", xs.decimal, "1.50", "1.50"],
  ["a decimal under a restriction", restriction(xs.decimal, { maxInclusive: "9" }), 2, "2"],
  ["a number for a string", xs.string, 5, 5],
  ["a string", xs.string, "5", "5"],
  ["a number for an int", xs.int, 5, 5],
  ["text for an int", xs.int, "5", "5"],
  ["a boolean", xs.boolean, true, true],
  ["text for a boolean", xs.boolean, "true", true],
  ["what is no long", xs.long, "1.5", "1.5"],
  ["what is no base64", bytes, "?", "?"],
  ["what a facet refuses: the encoder says so", restriction(xs.long, { maxInclusive: "9" }), "10", 10n],
  ["null for a simple type", xs.long, null, null],
  ["an object for a simple type", xs.long, { a: 1 }, { a: 1 }],
  ["a list", listOf(xs.long), ["1", 2, "x"], [1n, 2n, "x"]],
  ["a list that is named later", listOf(() => xs.long), ["1"], [1n]],
  ["a restriction of a list", restriction(listOf(xs.long), { maxLength: 3 }), ["1"], [1n]],
  ["a restriction of a list that is named later", restriction(() => listOf(xs.long), {}), ["1"], [1n]],
  ["an array for what is no list", xs.long, ["1"], ["1"]],
  ["a union", unionOf(xs.long, xs.string), "1", 1n],
  ["an array for a union", unionOf(xs.long, xs.string), ["1"], ["1"]],
  ["null where nil may stand", nillable(xs.long), null, null],
  ["a value where nil may stand", nillable(xs.long), "1", 1n],
  ["a type that is named later", () => xs.long, "1", 1n],
  ["anything", anyType, { Id: "1" }, { Id: "1" }],
])("%s", (_what, type, json, value) => {
  expect(valueOfJson(type, json)).toStrictEqual(value);
});

describe("a complex type", () => {
  const base = named("Base", element("Id", xs.long), attribute("version", xs.long));
  const parts: PartNode[] = [
    { kind: "extension", base: () => base },
    many("Each", xs.long),
    optional("List", listOf(xs.long)),
    group("choice", element("A", xs.long), group("sequence", element("B", xs.long))),
    repeated("Pairs", group("sequence", element("Key", xs.string), element("Value", xs.long))),
    any("Others"),
    { kind: "anyAttribute", key: "attributes", namespaces: { allow: "any" } },
  ];
  const type = complex(...parts);

  test("has each property read by its own type, those of its base and of groups too", () => {
    const json = {
      ...{ Id: "1", version: "2", Each: ["3", "x"], List: ["4"], A: "5", B: "6" },
      Pairs: [{ Key: "7", Value: "8", More: "9" }, null, "10"],
    };
    expect(valueOfJson(type, json)).toStrictEqual({
      ...{ Id: 1n, version: 2n, Each: [3n, "x"], List: [4n], A: 5n, B: 6n },
      Pairs: [{ Key: "7", Value: 8n, More: "9" }, null, "10"],
    });
  });

  test("leaves what it does not know, and what has another form", () => {
    const json = { Nobody: "1", Others: [{ name: "x" }], attributes: { a: "1" }, Each: "3", Pairs: { Value: "8" } };
    expect(valueOfJson(type, json)).toStrictEqual({ ...json, Each: 3n });
    for (const other of ["1", 1, true, null, ["1"], [{ Id: "1" }]])
      expect(valueOfJson(type, other)).toStrictEqual(other);
  });

  test("keeps a name that objects have", () => {
    const own = complex(element("__proto__", xs.long));
    const value = valueOfJson(own, JSON.parse('{ "__proto__": "1" }')) as object;
    expect(Object.entries(value)).toEqual([["__proto__", 1n]]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test("has the text of simple content, beside attributes", () => {
    const amount = complex({ kind: "simpleContent", key: "value", type: xs.long }, attribute("digits", xs.long));
    expect(valueOfJson(amount, { value: "1", digits: "2" })).toStrictEqual({ value: 1n, digits: 2n });
  });

  test("gives the encoder what it writes", () => {
    const order = element("Order", complex(element("Id", xs.long), element("Picture", bytes)));
    const value = valueOfJson(order.type, { Id: "9007199254740993", Picture: "AQID" });
    expect(encode(order, value)).toBe(
      '<Order xmlns="urn:example"><Id>9007199254740993</Id><Picture>AQID</Picture></Order>',
    );
  });
});

describe("alternatives", () => {
  const alternative = (label: string, type: NodeRef, declared = false, wrapped = false): AlternativeNode => ({
    ...{ label, declared, type, wrapped, xsiType: qname(label) },
  });
  const animal: NodeRef = {
    kind: "polymorphic",
    alternatives: [
      alternative("Animal", named("Animal", element("Id", xs.long)), true),
      alternative("Dog", named("Dog", element("Tricks", xs.long))),
      alternative("Number", xs.long, false, true),
    ],
  };
  const abstract: NodeRef = { kind: "polymorphic", alternatives: [alternative("Dog", named("Dog"))] };

  test.each<[string, NodeRef, unknown, unknown]>([
    ["the declared one without its name", animal, { Id: "1" }, { Id: 1n }],
    ["the declared one by its name", animal, { $type: "Animal", Id: "1" }, { $type: "Animal", Id: 1n }],
    ["another one", animal, { $type: "Dog", Tricks: "1", Id: "2" }, { $type: "Dog", Tricks: 1n, Id: "2" }],
    ["a simple one", animal, { $type: "Number", value: "1" }, { $type: "Number", value: 1n }],
    ["a name that nobody has", animal, { $type: "Cat", Id: "1" }, { $type: "Cat", Id: "1" }],
    ["no name where none is declared", abstract, { Id: "1" }, { Id: "1" }],
    ["what is no object", animal, "1", "1"],
  ])("%s", (_what, type, json, value) => {
    expect(valueOfJson(type, json)).toStrictEqual(value);
  });
});

test("an array of the SOAP encoding", () => {
  const array: NodeRef = { kind: "soapArray", item: xs.long, itemType: qname("long") };
  expect(valueOfJson(array, ["1", "2"])).toStrictEqual([1n, 2n]);
  expect(valueOfJson(array, "1")).toBe("1");
});

describe("a text outside of a document", () => {
  test("is a value, after its white space is as the type says", () => {
    expect(valueOfText(xs.long, " 1 ", "closed")).toStrictEqual({ value: 1n });
    expect(valueOfText(xs.string, " 1 ", "closed")).toStrictEqual({ value: " 1 " });
  });

  test("or what the type takes", () => {
    expect(valueOfText(xs.int, "x", "closed")).toStrictEqual({ expected: expect.stringContaining("int") as string });
    const few = restriction(xs.string, { enumeration: ["a", "b"] });
    expect(valueOfText(few, "c", "all")).toHaveProperty("expected");
    expect(valueOfText(few, "a", "all")).toStrictEqual({ value: "a" });
  });
});

test("properties are the object's own, whatever their name", () => {
  const object = {};
  setOwn(object, "__proto__", 1);
  setOwn(object, "a", 2);
  expect(Object.entries(object)).toEqual([
    ["__proto__", 1],
    ["a", 2],
  ]);
  setOwn(object, "a", 3);
  expect([ownValue(object, "a"), ownValue(object, "__proto__"), ownValue(object, "toString")]).toEqual([
    3,
    1,
    undefined,
  ]);
  expect(Reflect.deleteProperty(object, "a")).toBe(true);
});
