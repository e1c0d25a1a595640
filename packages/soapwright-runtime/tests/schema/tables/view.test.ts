import type {
  ComplexNode,
  ElementNode,
  NodeRef,
  ParticleNode,
  PartNode,
  SimpleNode,
} from "../../../src/schema/tables/nodes";
import { simpleList, xs } from "../../../src/schema/tables/table-simple";
import {
  allPartsOf,
  alternativesOf,
  builtInOf,
  childOf,
  complexTypeOf,
  contentOf,
  declarationsOf,
  enumerationOf,
  isNillable,
  mapType,
  plainElements,
  propertiesOf,
  simpleTypeOf,
  stepsOf,
  typedPropertiesOf,
  walkElements,
  withoutNil,
} from "../../../src/schema/tables/view";

const name = (local: string) => ({ namespace: "urn:t", local });
const { int, string: text } = xs;
const nil = (type: NodeRef): NodeRef => ({ kind: "nillable", type });
const complex = (...parts: PartNode[]): ComplexNode => ({ kind: "complex", parts });
function element(key: string, type: NodeRef = int, min = 1, max = 1): ElementNode {
  return { kind: "element", key, name: name(key), type, min, max, array: max > 1 };
}
const group = (kind: "sequence" | "choice" | "all", particles: ParticleNode[], optional = false) =>
  ({ kind, optional, particles }) as const;
const attribute = { kind: "attribute", key: "id", name: name("id"), type: text, required: true } as const;
const anyAttribute = { kind: "anyAttribute", key: "more", namespaces: { allow: "any" } } as const;
const any = { kind: "any", key: "any", min: 1, max: 1, array: false, namespaces: { allow: "any" } } as const;
const soapArray: NodeRef = { kind: "soapArray", item: int, itemType: name("int") };
const summary = (ref: NodeRef) =>
  propertiesOf(ref).map(
    ({ key, type, required, list }) =>
      `${key}${required ? "" : "?"}${list ? "[]" : ""}${type === undefined ? " open" : ""}`,
  );

const kinds: readonly NodeRef[] = [
  int,
  complex(),
  nil(int),
  { kind: "polymorphic", alternatives: [] },
  soapArray,
  { kind: "anyType" },
];

test("nil, thunks and nil of nil are looked through", () => {
  const lazy: NodeRef = () => ({ kind: "nillable", type: () => ({ kind: "nillable", type: () => int }) });
  expect([withoutNil(lazy), simpleTypeOf(lazy), isNillable(lazy), isNillable(int)]).toEqual([int, int, true, false]);
});

test("each kind of type is found by one question alone", () => {
  expect(kinds.map((kind) => simpleTypeOf(kind) !== undefined)).toEqual([true, false, true, false, false, false]);
  expect(kinds.map((kind) => complexTypeOf(kind) !== undefined)).toEqual([false, true, false, false, false, false]);
  expect(kinds.flatMap(alternativesOf)).toEqual([]);
});

test("facets are those of the type or of the nearest type that it restricts", () => {
  const listed: SimpleNode = {
    kind: "simple",
    variety: { of: "restriction", base: () => text },
    facets: { enumeration: ["a", "b"] },
  };
  const shorter: SimpleNode = { kind: "simple", variety: { of: "restriction", base: listed }, facets: { length: 1 } };
  expect(stepsOf(shorter)).toEqual([shorter, listed, text]);
  expect([builtInOf(nil(shorter)), enumerationOf(nil(shorter)), enumerationOf(text)]).toEqual([
    "string",
    ["a", "b"],
    undefined,
  ]);
  const list = simpleList(undefined, int);
  expect([builtInOf(list), builtInOf(complex()), enumerationOf(complex())]).toEqual([undefined, undefined, undefined]);
});

describe("the properties of a complex type", () => {
  const base = complex(element("First"), attribute);
  const derived = complex({ kind: "extension", base: () => base }, element("Last"));

  test("begin with those of its base, each with the type that declares it", () => {
    expect(propertiesOf(derived).map(({ key, owner }) => [key, owner])).toEqual([
      ["First", base],
      ["id", base],
      ["Last", derived],
    ]);
    expect(allPartsOf(derived)).toEqual([...base.parts, derived.parts[1]]);
  });

  test("are required where nothing around them may be left out", () => {
    const inner = group("sequence", [element("B"), element("C", int, 0)]);
    const type = complex(group("sequence", [element("A"), group("choice", [inner, element("D")])]), element("E"));
    expect(summary(type)).toEqual(["A", "B?", "C?", "D?", "E"]);
    expect(summary(complex(group("sequence", [element("A")], true)))).toEqual(["A?"]);
    expect(summary(complex(group("all", [element("A"), element("B", int, 0)])))).toEqual(["A", "B?"]);
  });

  test("are there once where branches of a choice share them", () => {
    const branch = (key: string) => group("sequence", [element("Same"), element(key)]);
    expect(summary(complex(group("choice", [branch("A"), branch("B")])))).toEqual(["Same?", "A?", "B?"]);
  });

  test("are arrays of elements, of repeated groups, and of the SOAP encoding", () => {
    const repeated = {
      kind: "repeated",
      key: "rows",
      min: 1,
      max: 9,
      particle: group("choice", [element("R")], true),
    } as const;
    const type = complex(element("Many", text, 0, Infinity), repeated, element("Encoded", nil(soapArray)));
    expect(summary(type)).toEqual(["Many?[]", "rows[]", "Encoded[]"]);
    expect(childOf(type, "Encoded")?.type).toBe(int);
    expect(summary(childOf(type, "rows")!.type)).toEqual(["R?"]);
    expect(childOf(type, "R")).toBeUndefined();
  });

  test("have no type for wildcards and mixed content", () => {
    const mixed = { kind: "mixed", key: "content", particles: [element("M")] } as const;
    const type = complex(any, mixed, anyAttribute, { kind: "simpleContent", key: "value", type: text });
    expect(summary(type)).toEqual(["any open", "content?[] open", "more?[] open", "value"]);
    expect(typedPropertiesOf(type).map(({ key }) => key)).toEqual(["value"]);
  });
});

test("a type with derived types has the properties of all of them, none of them required, and $type", () => {
  const alternative = (label: string, type: NodeRef, wrapped = false) => ({ label, declared: false, type, wrapped });
  const type: NodeRef = {
    kind: "polymorphic",
    alternatives: [
      alternative("A", complex(element("Id"), element("A"))),
      alternative("B", complex(element("Id", text), element("B"))),
      alternative("C", int, true),
    ],
  };
  expect(summary(type)).toEqual(["$type?", "Id?", "A?", "B?", "value?"]);
  expect(childOf(type, "Id")?.type).toBe(int);
  expect(declarationsOf(type).elements.map(({ key }) => key)).toEqual(["Id", "A", "Id", "B"]);
  expect(declarationsOf(type).text).toBe(int);
});

test("only a sequence of elements is plain", () => {
  const keys = (...parts: PartNode[]) => plainElements(nil(complex(...parts)))?.map(({ key }) => key);
  expect(keys(element("A"), group("all", [element("B")]), attribute, anyAttribute)).toEqual(["A", "B"]);
  expect(keys({ kind: "extension", base: complex(element("A")) }, element("B"))).toEqual(["A", "B"]);
  const mixed = { kind: "mixed", key: "content", particles: [] } as const;
  const repeated = { kind: "repeated", key: "rows", min: 1, max: 2, particle: group("sequence", []) } as const;
  for (const part of [any, mixed, repeated, group("choice", [element("A")]), group("sequence", [element("A")], true)]) {
    expect(keys(part)).toBeUndefined();
  }
  for (const type of kinds.filter((kind) => complexTypeOf(kind) === undefined))
    expect(plainElements(type)).toBeUndefined();
});

test("elements are visited once each, through repeated groups, mixed content, arrays and types that contain themselves", () => {
  const inner = element("Inner");
  const node: ComplexNode = complex(
    { kind: "mixed", key: "content", particles: [element("Self", () => node)] },
    {
      kind: "repeated",
      key: "rows",
      min: 0,
      max: 9,
      particle: group("sequence", [element("Row", complex(attribute))]),
    },
    element("Array", { kind: "soapArray", item: complex(inner), itemType: name("T") }),
  );
  const visited: string[] = [];
  walkElements([element("Root", node)], ({ key }, { elements, attributes }) =>
    visited.push([key, ...elements.map((child) => child.key), ...attributes.map((child) => `@${child.key}`)].join(" ")),
  );
  expect(visited).toEqual(["Root Self Row Array", "Self Self Row Array", "Row @id", "Array", "Inner"]);
});

test("what a message comes down to is at the end of its keys, or an object of its elements", () => {
  const list = complex(element("Item", nil(text), 0, Infinity));
  const body = [element("Response", complex(element("Result", nil(list), 0)))];
  const message = (unwrap: string[]) => contentOf({ body, unwrap, list: false, headers: [] });
  expect(message(["Response", "Result", "Item"])).toMatchObject({ key: "Item", type: nil(text), list: true });
  expect(message(["Response", "Result"])).toMatchObject({ key: "Result", type: nil(list), list: false });
  expect(summary(message([]).type)).toEqual(["Response"]);
  expect(contentOf({ body: [], unwrap: [], list: false, headers: [] })).toMatchObject({ list: false, type: complex() });
});

test("a copy has every reference and every element changed, and nothing else", () => {
  const parts: PartNode[] = [
    { kind: "extension", base: complex() },
    attribute,
    anyAttribute,
    any,
    element("A"),
    group("choice", [element("B")]),
    { kind: "mixed", key: "content", particles: [element("C")] },
    { kind: "repeated", key: "rows", min: 0, max: 9, particle: group("sequence", [element("D")]) },
    { kind: "simpleContent", key: "value", type: int },
  ];
  const types: NodeRef[] = [];
  const same = mapType(complex(...parts), {
    type: (ref) => {
      types.push(ref);
      return ref;
    },
    element: (inner) => inner,
  });
  expect(same).toStrictEqual(complex(...parts));
  expect(types).toEqual([complex(), text, int]);
  const renamed = mapType(complex(...parts), {
    type: (ref) => ref,
    element: (inner) => ({ ...inner, key: `${inner.key}2` }),
  });
  expect(declarationsOf(renamed).elements.map(({ key }) => key)).toEqual(["A2", "B2", "C2", "D2"]);
  for (const kind of kinds)
    expect(mapType(withoutNil(kind), { type: (ref) => ref, element: (e) => e })).toEqual(withoutNil(kind));
});
