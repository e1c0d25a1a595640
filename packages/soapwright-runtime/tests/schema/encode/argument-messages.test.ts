/** Error messages about an argument that does not fit: the whole message, without the value. */

import { encode } from "soapwright-testing/schema/feed";
import type {
  AnyAttributeNode,
  MixedNode,
  NodeRef,
  ParticleNode,
  PartNode,
  SoapArrayNode,
} from "../../../src/schema/tables/nodes";
import { any, attribute, complex, element, group, many, optional, optionalGroup, qname, repeated, xs } from "../tables";

const other = { allow: "other", than: "urn:example" } as const;
const anyAttribute: AnyAttributeNode = { kind: "anyAttribute", key: "more", namespaces: other };
const mixed: MixedNode = { kind: "mixed", key: "content", particles: [optional("A", xs.int), optional("B", xs.int)] };
const array: SoapArrayNode = { kind: "soapArray", item: xs.int, itemType: qname("int") };
const anyType: NodeRef = { kind: "anyType" };
const abstract = { ...complex(element("A", xs.int)), abstract: true };
const alternatives: NodeRef = {
  kind: "polymorphic",
  alternatives: [
    { label: "Base", declared: true, type: complex(element("A", xs.int)), wrapped: false },
    { label: "int", declared: false, xsiType: qname("int"), type: xs.int, wrapped: true },
  ],
};

const tree = (parts: object): object => ({ name: qname("E", "urn:o"), attributes: [], children: [], ...parts });
const open = { name: qname("x", "urn:o"), value: "1" };
const throwing = new Proxy([1], {
  get() {
    throw new Error("x");
  },
});

const rows: readonly (readonly [PartNode, unknown, string])[] = [
  [
    element("A", xs.dateTime),
    { A: "2026-02-30T08:30:00Z" },
    ".A: expected xs:dateTime that exists in the calendar, for example 2026-11-21T08:30:00Z, received a string",
  ],
  [element("A", xs.int), {}, ".A: expected xs:int from -2147483648 to 2147483647, but it is missing"],
  [element("A", complex()), {}, ".A: expected a value for A, but it is missing"],
  [element("A", complex()), { A: null }, ".A: expected an object, received null"],
  [element("A", complex()), { A: 1 }, ".A: expected an object, received a number"],
  [element("A", complex()), { A: [] }, ".A: expected a plain object, received a list"],
  [
    element("A", abstract),
    { A: {} },
    ".A: expected a type derived from the declared one, which is abstract, received a value of the abstract type",
  ],
  [any("w", { min: 1, max: 1 }), {}, ".w: expected a value for any element, but it is missing"],
  [many("A", xs.int, { min: 1 }), {}, ".A: expected a list, but it is missing"],
  [many("A", xs.int), { A: 1 }, ".A: expected a list, received a number"],
  [many("A", xs.int), { A: [undefined] }, ".A[0]: expected an item, but it is missing"],
  [many("A", xs.int), { A: throwing }, ".A: expected a list that can be read, received a list whose reading throws"],
  [many("A", xs.int, { min: 2 }), { A: [1] }, ".A: expected at least 2 items, received a list of 1"],
  [many("A", xs.int, { max: 2 }), { A: [1, 2, 3] }, ".A: expected at most 2 items, received a list of 3"],
  [repeated("r", group("sequence", element("A", xs.int)), 1), {}, ".r: expected a list, but it is missing"],
  [repeated("r", group("sequence", element("A", xs.int))), { r: {} }, ".r: expected a list, received an object"],
  [
    repeated("r", group("sequence", element("A", xs.int)), 0, 1),
    { r: [{ A: 1 }, { A: 2 }] },
    ".r: expected at most 1 items, received a list of 2",
  ],
  [
    element("A", xs.string, { default: "x" }),
    { A: "" },
    ".A: expected a value that is not empty: an empty element means the default, received an empty value",
  ],
  [element("A", xs.int, { fixed: "7" }), { A: 8 }, ".A: expected the fixed value 7, received another value"],
  [
    attribute("a", xs.int, { required: true }),
    {},
    ".a: expected xs:int from -2147483648 to 2147483647, but it is missing",
  ],
  [anyAttribute, { more: 1 }, ".more: expected a list of attributes, received a number"],
  [
    anyAttribute,
    { more: [{ ...open, name: qname("x") }] },
    ".more[0]: expected an attribute that the wildcard allows, received another attribute",
  ],
  [anyAttribute, { more: [open, open] }, ".more[1]: expected each attribute once, received an attribute twice"],
  [anyAttribute, { more: [{ name: open.name, value: 1 }] }, ".more[0].value: expected a string, received a number"],
  [anyAttribute, { more: [{ name: 1, value: "" }] }, ".more[0].name: expected an object, received a number"],
  [mixed, { content: 1 }, ".content: expected a list of texts and elements, received a number"],
  [mixed, { content: [{}] }, ".content[0]: expected a text, or an object with one property, received an object"],
  [
    mixed,
    { content: [{ A: 1, B: 2 }] },
    ".content[0]: expected a text, or an object with one property, received an object",
  ],
  [
    mixed,
    { content: ["a\0"] },
    ".content[0]: expected text of characters that XML allows, received a string with another at index 1",
  ],
  [element("A", array), { A: 1 }, ".A: expected a list, received a number"],
  [element("A", alternatives), { A: { $type: "x" } }, ".A.$type: expected one of Base | int, received another string"],
  [element("A", alternatives), { A: { $type: 1 } }, ".A.$type: expected one of Base | int, received a number"],
  [element("A", alternatives), { A: { $type: "int" } }, ".A.value: expected a value, but it is missing"],
  [element("A", anyType), { A: tree({}) }, ".A.name: expected the element {urn:example}A, received another element"],
  [
    element("A", anyType),
    { A: tree({ name: qname("A", "urn:o") }) },
    ".A.name: expected the element {urn:example}A, received another element",
  ],
  [
    element("A", anyType),
    { A: tree({ name: qname("B") }) },
    ".A.name: expected the element {urn:example}A, received another element",
  ],
  [
    any("w", { max: 1, namespaces: other }),
    { w: tree({ name: qname("E") }) },
    ".w.name: expected an element that the wildcard allows, received one of another namespace",
  ],
  [
    any("w", { max: 1 }),
    { w: tree({ name: qname("1") }) },
    ".w.name: expected the name of an element or attribute, received another name",
  ],
  [
    any("w", { max: 1 }),
    { w: tree({ children: 1 }) },
    ".w.children: expected a list of texts and elements, received a number",
  ],
  [
    any("w", { max: 1 }),
    { w: tree({ children: ["a\0"] }) },
    ".w.children[0]: expected a string of characters that XML allows, received a string with another at index 1",
  ],
  [
    any("w", { max: 1 }),
    { w: tree({ attributes: 1 }) },
    ".w.attributes: expected a list of attributes, received a number",
  ],
  [
    any("w", { max: 1 }),
    { w: tree({ attributes: [open, open] }) },
    ".w.attributes[1]: expected each attribute once, received an attribute twice",
  ],
  [
    any("w", { max: 1 }),
    { w: tree({ prefixes: { p: "" } }) },
    ".w.prefixes: expected a prefix and its namespace, received another binding",
  ],
];

test.each(rows)("%#: %j", (part, value, message) => {
  expect(() => encode(element("Call", complex(part)), value)).toThrow(
    expect.objectContaining({ message: `The argument does not match the schema at Call${message}.` }),
  );
});

test("a value of too many levels says so", () => {
  const type = complex(optional("A", () => type));
  const nested = (depth: number): object => (depth === 0 ? {} : { A: nested(depth - 1) });
  expect(encode(element("Call", type), nested(255))).toContain("<A></A>");
  expect(() => encode(element("Call", type), nested(256))).toThrow(
    /\.A: expected a value of at most 256 levels, received a deeper or circular value\.$/,
  );
});

const a = element("A", xs.int);
const b = element("B", xs.int);
const c = element("C", xs.int);
const sequence = (...particles: ParticleNode[]) => group("sequence", ...particles);
const all = (...particles: ParticleNode[]) => group("all", ...particles);
const choice = (...particles: ParticleNode[]) => group("choice", ...particles);

/** Branches that have all properties of the value; only the last one has its required ones. */
test.each([
  ["a sequence", [sequence(a, b), sequence(a)], { A: 1 }, "<A>1</A>"],
  ["all", [all(a, b), all(a)], { A: 1 }, "<A>1</A>"],
  [
    "a sequence of an optional group",
    [sequence(a, b), sequence(a, optionalGroup("sequence", b, c))],
    { A: 1 },
    "<A>1</A>",
  ],
  ["a sequence of a choice", [sequence(a, choice(b, c)), sequence(a)], { A: 1 }, "<A>1</A>"],
  ["a choice in a sequence", [sequence(a, b, c), sequence(a, choice(b, c))], { A: 1, C: 3 }, "<A>1</A><C>3</C>"],
  [
    "a repeated group",
    [sequence(a, repeated("r", sequence(b), 1)), sequence(a, repeated("r", sequence(b)))],
    { A: 1 },
    "<A>1</A>",
  ],
  ["a wildcard", [sequence(a, any("w", { min: 1, max: 1 })), sequence(a)], { A: 1 }, "<A>1</A>"],
])("the branch that is complete is the one that goes out: %s", (_name, branches, value, content) => {
  expect(encode(element("Call", complex(choice(...branches))), value)).toBe(
    `<Call xmlns="urn:example">${content}</Call>`,
  );
});
