import {
  abstractType,
  anyAttribute,
  anyType,
  complexType,
  declared,
  declaredValue,
  extension,
  mixed,
  namespace,
  nillable,
  polymorphic,
  simpleContent,
  soapArray,
  variant,
  variantValue,
} from "../../../src/schema/tables/table-complex";
import { fault, listMessage, message, oneWay, operation, referring } from "../../../src/schema/tables/table-operations";
import {
  all,
  any,
  anyList,
  choice,
  looseChoice,
  looseOptionalChoice,
  optionalAll,
  optionalAny,
  optionalAnyList,
  optionalChoice,
  optionalRepeated,
  optionalSequence,
  repeated,
  sequence,
} from "../../../src/schema/tables/table-particles";
import {
  enumeration,
  open,
  orDate,
  partReference,
  restriction,
  simpleList,
  union,
  xs,
} from "../../../src/schema/tables/table-simple";

const t = namespace("urn:t");
const none = namespace("");
const a = t.element("a", xs.string);
const element = { kind: "element", key: "a", name: t("a"), type: xs.string, min: 1, max: 1, array: false };
const sequenceOfA = { kind: "sequence", optional: false, particles: [a] };
const other = { allow: "other", than: "urn:t" } as const;
const base = complexType(t("Base"), [a]);
const later = () => base;
const int = { of: "restriction", base: xs.int } as const;

/** A built table, and the expected node. */
/** The properties of a message without parts beside the envelope. */
const without = { attachments: undefined, refersToParts: undefined };

const built: readonly (readonly [string, unknown, unknown])[] = [
  ["an element", a, element],
  ["another name", t.element("a", xs.string, { name: "b" }), { ...element, name: { namespace: "urn:t", local: "b" } }],
  ["a default", t.element("a", xs.string, { default: "x" }), { ...element, default: "x" }],
  ["a fixed value", t.element("a", xs.string, { fixed: "" }), { ...element, fixed: "" }],
  ["no namespace", none.element("a", xs.string), { ...element, name: { namespace: "", local: "a" } }],
  ["an optional element", t.optional("a", xs.string), { ...element, min: 0 }],
  ["a list", t.list("a", xs.string), { ...element, min: 0, max: Infinity, array: true }],
  ["a list from 2 to 3", t.list("a", xs.string, { min: 2, max: 3 }), { ...element, min: 2, max: 3, array: true }],
  ["a list of one", t.list("a", xs.string, { max: 1 }), { ...element, min: 0, max: 1 }],
  ["an optional list", t.optionalList("a", xs.string), { ...element, min: 0, max: Infinity, array: true }],

  ["a sequence", sequence([a]), sequenceOfA],
  ["an optional sequence", optionalSequence([a]), { kind: "sequence", optional: true, particles: [a] }],
  ["all", all([a]), { kind: "all", optional: false, particles: [a] }],
  ["an optional all", optionalAll([a]), { kind: "all", optional: true, particles: [a] }],
  ["a choice", choice([a]), { kind: "choice", optional: false, particles: [a] }],
  ["an optional choice", optionalChoice([a]), { kind: "choice", optional: true, particles: [a] }],
  ["a loose choice", looseChoice([a]), { kind: "choice", optional: false, particles: [a] }],
  ["a loose optional choice", looseOptionalChoice([a]), { kind: "choice", optional: true, particles: [a] }],
  [
    "a repeated group",
    repeated("r", sequence([a])),
    { kind: "repeated", key: "r", min: 0, max: Infinity, particle: sequenceOfA },
  ],
  [
    "an optional repeated group",
    optionalRepeated("r", sequence([a]), { min: 1, max: 2 }),
    { kind: "repeated", key: "r", min: 1, max: 2, particle: sequenceOfA },
  ],
  ["a wildcard", any("w", other), { kind: "any", key: "w", min: 1, max: 1, array: false, namespaces: other }],
  [
    "an optional wildcard",
    optionalAny("w", other),
    { kind: "any", key: "w", min: 0, max: 1, array: false, namespaces: other },
  ],
  ["wildcards", anyList("w", other), { kind: "any", key: "w", min: 0, max: Infinity, array: true, namespaces: other }],
  [
    "wildcards from 1 to 2",
    anyList("w", other, { min: 1, max: 2 }),
    { kind: "any", key: "w", min: 1, max: 2, array: true, namespaces: other },
  ],
  [
    "optional wildcards",
    optionalAnyList("w", other),
    { kind: "any", key: "w", min: 0, max: Infinity, array: true, namespaces: other },
  ],
  [
    "optional wildcards from 1 to 2",
    optionalAnyList("w", other, { min: 1, max: 2 }),
    { kind: "any", key: "w", min: 1, max: 2, array: true, namespaces: other },
  ],

  [
    "an attribute",
    none.attribute("a", xs.int),
    { kind: "attribute", key: "a", name: none("a"), type: xs.int, required: true },
  ],
  [
    "an optional attribute of another name with a default",
    t.optionalAttribute("a", xs.int, { name: "b", default: "1" }),
    { kind: "attribute", key: "a", name: t("b"), type: xs.int, required: false, default: "1" },
  ],
  [
    "a fixed attribute",
    t.attribute("a", xs.int, { fixed: "1" }),
    { kind: "attribute", key: "a", name: t("a"), type: xs.int, required: true, fixed: "1" },
  ],
  ["any attributes", anyAttribute("w", other), { kind: "anyAttribute", key: "w", namespaces: other }],
  ["a complex type", complexType(t("T"), [a]), { kind: "complex", name: t("T"), parts: [a] }],
  ["an anonymous type", complexType(undefined, [a]), { kind: "complex", parts: [a] }],
  ["an abstract type", abstractType(t("T"), [a]), { kind: "complex", name: t("T"), abstract: true, parts: [a] }],
  ["an extension", extension(later), { kind: "extension", base: later }],
  ["simple content", simpleContent("value", xs.int), { kind: "simpleContent", key: "value", type: xs.int }],
  ["mixed content", mixed("content", [a]), { kind: "mixed", key: "content", particles: [a] }],
  ["a nillable type", nillable(xs.int), { kind: "nillable", type: xs.int }],
  [
    "an encoded array",
    soapArray(t("L"), xs.int, t("int")),
    { kind: "soapArray", name: t("L"), item: xs.int, itemType: t("int") },
  ],
  ["any type", anyType, { kind: "anyType" }],
  [
    "alternatives",
    polymorphic([declared("Base", base), variant("Sub", base, { xsiType: t("Sub") })]),
    {
      kind: "polymorphic",
      alternatives: [
        { label: "Base", declared: true, type: base, wrapped: false },
        { label: "Sub", declared: false, xsiType: t("Sub"), type: base, wrapped: false },
      ],
    },
  ],
  [
    "alternatives that are not complex",
    polymorphic([declaredValue("int", xs.int), variantValue("b", xs.byte, { element: t("b") })]),
    {
      kind: "polymorphic",
      alternatives: [
        { label: "int", declared: true, type: xs.int, wrapped: true },
        { label: "b", declared: false, element: t("b"), type: xs.byte, wrapped: true },
      ],
    },
  ],

  ["a restriction", restriction(t("R"), xs.int), { kind: "simple", name: t("R"), variety: int }],
  [
    "a restriction with facets",
    restriction(undefined, xs.int, { totalDigits: 2 }),
    { kind: "simple", variety: int, facets: { totalDigits: 2 } },
  ],
  [
    "an enumeration",
    enumeration(t("E"), xs.token, ["x", "y"], { closed: true }),
    {
      kind: "simple",
      name: t("E"),
      variety: { of: "restriction", base: xs.token },
      facets: { closed: true, enumeration: ["x", "y"] },
    },
  ],
  [
    "a list type",
    simpleList(t("L"), xs.int),
    { kind: "simple", name: t("L"), variety: { of: "list", item: xs.int, type: expect.any(Function) } },
  ],
  [
    "a union",
    union(t("U"), [xs.int, xs.string]),
    {
      kind: "simple",
      name: t("U"),
      variety: { of: "union", members: [xs.int, xs.string], type: expect.any(Function) },
    },
  ],
  ["an open enumeration", open(xs.string), xs.string],
  ["a type that takes dates", orDate(xs.dateTime), xs.dateTime],

  ["a message", message([a], ["a"]), { body: [a], unwrap: ["a"], list: false, headers: [], ...without }],
  [
    "a message with a header block",
    message([a], [], [t.optional("h", xs.int)]),
    { body: [a], unwrap: [], list: false, headers: [t.optional("h", xs.int)], ...without },
  ],
  ["a message of a list", listMessage([a], ["a"]), { body: [a], unwrap: ["a"], list: true, headers: [], ...without }],
  [
    "a message of a list with a header block",
    listMessage([a], [], [t.optional("h", xs.int)]),
    { body: [a], unwrap: [], list: true, headers: [t.optional("h", xs.int)], ...without },
  ],
  [
    "a message with values that refer to parts",
    referring(message([a], ["a"])),
    { body: [a], unwrap: ["a"], list: false, headers: [], attachments: undefined, refersToParts: true },
  ],
  [
    "a type of references to parts",
    partReference(t("R")),
    {
      kind: "simple",
      name: t("R"),
      variety: { of: "restriction", base: expect.objectContaining({ name: xs.base64Binary.name }) },
      refersToPart: true,
    },
  ],
  ["a fault", fault("F", a), { name: "F", detail: a }],
];

test.each(built)("%s is the node that codecs read", (_name, table, node) => {
  expect(table).toStrictEqual(node);
});

test("built-in types have their names", () => {
  for (const [name, type] of Object.entries(xs)) {
    const [, large, form] = /^(.*(?:nteger|ong))(Number|String)$/.exec(name) ?? [];
    const local = large ?? (name === "decimalNumber" ? "decimal" : name);
    expect(type).toStrictEqual({
      kind: "simple",
      name: { namespace: "http://www.w3.org/2001/XMLSchema", local },
      variety: {
        of: "atomic",
        builtIn: large ?? name,
        ...(form !== undefined && { as: form.toLowerCase() }),
        type: expect.any(Function),
      },
    });
  }
});

test("an operation is the table that describes it", () => {
  const input = message([a], ["a"]);
  const parts = {
    name: "Do",
    method: "do",
    style: "document",
    use: "literal",
    soapAction: {},
    safe: false,
    input,
    faults: [],
  } as const;
  expect(oneWay(parts)).toBe(parts);
  const answered = { ...parts, output: input };
  expect(operation(answered)).toBe(answered);
});
