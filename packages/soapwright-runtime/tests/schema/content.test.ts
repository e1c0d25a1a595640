/** Content models, decoded, and encoded back to the same text. */

import { decode, encode } from "soapwright-testing/schema/feed";
import { ArgumentError } from "../../src/errors/argument-error";
import { ResponseError } from "../../src/errors/response-error";
import type { ComplexNode, ElementNode } from "../../src/schema/tables/nodes";
import {
  any,
  attribute,
  builtIn,
  complex,
  element,
  group,
  listOf,
  many,
  NS,
  named,
  nillable,
  optional,
  optionalGroup,
  qname,
  repeated,
  restriction,
  unionOf,
  xs,
} from "./tables";

const thing = (content: string, attributes = ""): string =>
  `<Thing xmlns="urn:example"${attributes}>${content}</Thing>`;

/** Expects `xml` to decode to the value, at the levels that accept valid documents, and to be its encoding. */
function both(node: ElementNode, xml: string, value: unknown): void {
  for (const validation of ["strict", "standard", "lenient"] as const) {
    expect(decode(node, xml, { validation })).toStrictEqual(value);
  }
  expect(encode(node, value)).toBe(xml);
}
function refused(node: ElementNode, ...values: unknown[]): void {
  for (const value of values) expect(() => encode(node, value)).toThrow(ArgumentError);
}
function broken(node: ElementNode, ...contents: string[]): void {
  for (const content of contents) expect(() => decode(node, thing(content))).toThrow(ResponseError);
}

test("a sequence within a sequence", () => {
  const node = element(
    "Thing",
    complex(group("sequence", element("A", xs.int), group("sequence", element("B", xs.string)))),
  );
  both(node, thing("<A>1</A><B>x</B>"), { A: 1, B: "x" });
});

test("a choice between elements, sequences and an empty branch", () => {
  const node = element(
    "Thing",
    complex(
      group(
        "choice",
        element("A", xs.int),
        group("sequence", element("B", xs.int), optional("C", xs.int)),
        many("D", xs.int),
      ),
    ),
  );
  both(node, thing("<A>1</A>"), { A: 1 });
  both(node, thing("<B>1</B><C>2</C>"), { B: 1, C: 2 });
  both(node, thing("<D>1</D><D>2</D>"), { D: [1, 2] });
  both(node, thing(""), {});
  expect(encode(node, { A: 1, D: [] })).toBe(thing("<A>1</A>"));
  refused(node, { A: 1, B: 1 }, { C: 2 }, { B: 1, D: [1] });
});

test("branches that share a property", () => {
  const kind = group(
    "choice",
    group("sequence", element("A", xs.int), element("B", xs.int)),
    group("sequence", element("A", xs.int, { name: qname("X") }), element("C", xs.int)),
  );
  const node = element("Thing", complex(kind));
  both(node, thing("<A>1</A><B>2</B>"), { A: 1, B: 2 });
  both(node, thing("<X>1</X><C>2</C>"), { A: 1, C: 2 });
  refused(node, { A: 1 }, { A: 1, B: 2, C: 3 }, {});
});

test("an empty list is an absent one beside a branch of a choice", () => {
  const node = element(
    "Thing",
    complex(
      group(
        "choice",
        group("sequence", many("A", xs.string, { min: 1 }), many("B", xs.string)),
        many("B", xs.string, { min: 1 }),
        element("C", xs.int),
      ),
    ),
  );
  expect(encode(node, { A: ["1"], B: [] })).toBe(encode(node, { A: ["1"] }));
  expect(encode(node, { A: [], B: ["1"] })).toBe(encode(node, { B: ["1"] }));
  expect(encode(node, { A: [], B: [], C: 1 })).toBe(encode(node, { C: 1 }));
  expect(encode(node, { A: ["1"], B: ["2"] })).toContain("<A>1</A><B>2</B>");
  expect(() => encode(node, { A: ["1"], B: ["2"], C: 1 })).toThrow("only one of");
  expect(() => encode(node, { A: [] })).toThrow("at least 1 items");
});

test("the error of a choice names its branches", () => {
  const node = element("Thing", complex(group("choice", element("A", xs.int), element("B", xs.int))));
  expect(() => encode(node, {})).toThrow("Thing: expected one of A | B, but it is missing");
  expect(() => encode(node, { A: 1, B: 2 })).toThrow("Thing: expected only one of A | B, received properties A, B");
});

test("an optional group is all there or not at all", () => {
  const node = element(
    "Thing",
    complex(optionalGroup("sequence", element("A", xs.int), element("B", xs.int)), element("C", xs.int)),
  );
  both(node, thing("<C>3</C>"), { C: 3 });
  both(node, thing("<A>1</A><B>2</B><C>3</C>"), { A: 1, B: 2, C: 3 });
  refused(node, { A: 1, C: 3 });
});

test("an all group goes out in the order of the schema", () => {
  const node = element("Thing", complex(group("all", element("A", xs.int), optional("B", xs.int))));
  expect(encode(node, { B: 2, A: 1 })).toBe(thing("<A>1</A><B>2</B>"));
});

test("a round of a repeated group without its first element is refused with what lenient validation gives", () => {
  const round = group("sequence", element("K", xs.string), optional("V", xs.int));
  for (const parts of [[repeated("pairs", round)], [repeated("pairs", round), element("C", xs.int)]]) {
    const node = element("Thing", complex(...parts));
    const end = parts.length === 1 ? "" : "<C>3</C>";
    const xml = thing(`<K>a</K><V>1</V><V>2</V>${end}`);
    for (const validation of ["strict", "standard"] as const)
      expect(() => decode(node, xml, { validation })).toThrow(
        /V(?: is not allowed here|: the element is out of order) .+ Lenient validation gives each element in its property\./,
      );
    expect(decode(node, xml, { validation: "lenient" })).toMatchObject({ pairs: [{ K: "a", V: 1 }, { V: 2 }] });
  }
});

test("a repeated choice keeps the order of the document", () => {
  const node = element(
    "Thing",
    complex(repeated("items", group("choice", element("A", xs.int), element("B", xs.string)))),
  );
  both(node, thing("<A>1</A><B>x</B><A>2</A>"), { items: [{ A: 1 }, { B: "x" }, { A: 2 }] });
  both(node, thing(""), { items: [] });
  refused(
    node,
    { items: [{}] },
    { items: [{ A: 1, B: "x" }] },
    { items: { A: 1 } },
    { items: [null] },
    { items: [{ A: 1, C: 2 }] },
  );
});

test("a repeated sequence gives an object for each round", () => {
  const node = element(
    "Thing",
    complex(
      repeated("pairs", group("sequence", element("K", xs.string), optional("V", xs.int), many("W", xs.int)), 1, 2),
    ),
  );
  both(node, thing("<K>a</K><V>1</V><K>b</K><W>1</W><W>2</W>"), {
    pairs: [
      { K: "a", V: 1, W: [] },
      { K: "b", W: [1, 2] },
    ],
  });
  refused(node, {}, { pairs: [] }, { pairs: [{ K: "a" }, { K: "a" }, { K: "a" }] }, { pairs: [{ V: 1 }] });
  broken(node, "", "<V>1</V>", "<K>a</K><K>b</K><K>c</K>", "<K>a</K><V>1</V><V>2</V>");
});

test("repeated groups within repeated groups", () => {
  const inner = repeated("inner", group("sequence", element("B", xs.int)), 1);
  const node = element(
    "Thing",
    complex(repeated("outer", group("sequence", element("A", xs.int), inner)), element("C", xs.int)),
  );
  both(node, thing("<A>1</A><B>1</B><B>2</B><A>2</A><B>3</B><C>9</C>"), {
    outer: [
      { A: 1, inner: [{ B: 1 }, { B: 2 }] },
      { A: 2, inner: [{ B: 3 }] },
    ],
    C: 9,
  });
  broken(node, "<A>1</A><C>9</C>", "<B>1</B><C>9</C>");
});

test("a repeated group beside unambiguous elements takes them in any order", () => {
  const node = element(
    "Thing",
    complex(element("Id", xs.int), repeated("items", group("choice", element("A", xs.int), element("B", xs.int)))),
  );
  expect(decode(node, thing("<A>1</A><Id>7</Id><B>2</B>"))).toStrictEqual({ Id: 7, items: [{ A: 1 }, { B: 2 }] });
  expect(() => decode(node, thing("<A>1</A><Id>7</Id>"), { validation: "strict" })).toThrow(ResponseError);
});

test("the same element in two places of a sequence", () => {
  const node = element(
    "Thing",
    complex(element("A", xs.int), optional("B", xs.int), element("A2", xs.int, { name: qname("A") })),
  );
  both(node, thing("<A>1</A><B>2</B><A>3</A>"), { A: 1, B: 2, A2: 3 });
  both(node, thing("<A>1</A><A>3</A>"), { A: 1, A2: 3 });
  broken(node, "<A>1</A>", "<A>1</A><A>2</A><A>3</A>", "<B>1</B><A>1</A><A>2</A>", "<A>1</A><A>2</A><B>1</B>");
});

test("a choice of sequences that begin alike in different places", () => {
  const node = element(
    "Thing",
    complex(
      group(
        "choice",
        group("sequence", element("A", xs.int), element("B", xs.int)),
        group("sequence", element("C", xs.int), element("B2", xs.int, { name: qname("B") })),
      ),
      many("B3", xs.int, { name: qname("B") }),
    ),
  );
  both(node, thing("<A>1</A><B>2</B><B>3</B>"), { A: 1, B: 2, B3: [3] });
  both(node, thing("<C>1</C><B>2</B>"), { C: 1, B2: 2, B3: [] });
  broken(node, "<B>1</B>", "<A>1</A>");
});

test("positional content of optional and all groups", () => {
  const node = element(
    "Thing",
    complex(
      optionalGroup("sequence", element("A", xs.int), element("B", xs.int)),
      optionalGroup("choice", element("C", xs.int), element("D", xs.int)),
      element("A2", xs.int, { name: qname("A") }),
    ),
  );
  both(node, thing("<A>1</A><B>2</B><D>3</D><A>4</A>"), { A: 1, B: 2, D: 3, A2: 4 });
  both(node, thing("<C>3</C><A>4</A>"), { C: 3, A2: 4 });
  broken(node, "<A>1</A><B>2</B><D>3</D>", "<C>3</C>");
  const all = element(
    "Thing",
    complex(optionalGroup("all", element("A", xs.int), optional("B", xs.int)), any("x"), any("y")),
  );
  expect(decode(all, thing("<B>1</B><A>2</A>"))).toStrictEqual({ A: 2, B: 1, x: [], y: [] });
  expect(decode(all, thing(""))).toStrictEqual({ x: [], y: [] });
  broken(all, "<B>1</B>");
});

test("the parts of base types come first", () => {
  const base = named("Base", element("A", xs.int), attribute("a", xs.string));
  const middle = named("Middle", { kind: "extension", base: () => base }, element("B", xs.int));
  const node = element(
    "Thing",
    named("Derived", { kind: "extension", base: middle }, element("C", xs.int), attribute("c", xs.string)),
  );
  const value = { a: "x", c: "y", A: 1, B: 2, C: 3 };
  both(node, thing("<A>1</A><B>2</B><C>3</C>", ' a="x" c="y"'), value);
  expect(encode(node, { C: 3, B: 2, A: 1 })).toBe(thing("<A>1</A><B>2</B><C>3</C>"));
});

test("simple content with attributes", () => {
  const price = complex(
    { kind: "simpleContent", key: "value", type: xs.decimal },
    attribute("currency", xs.string, { required: true }),
  );
  const node = element("Thing", price);
  both(node, thing("1.50", ' currency="EUR"'), { currency: "EUR", value: "1.50" });
  refused(node, { currency: "EUR" }, { value: "1" }, { currency: "EUR", value: "x" }, "1.50");
  expect(() => decode(node, thing("x", ' currency="EUR"'))).toThrow(ResponseError);
  expect(() => decode(node, thing("<a/>", ' currency="EUR"'))).toThrow(ResponseError);
});

test("attributes with namespaces, defaults and fixed values", () => {
  const node = element(
    "Thing",
    complex(
      attribute("lang", xs.string, { name: qname("lang", "http://www.w3.org/XML/1998/namespace") }),
      attribute("ref", xs.string, { name: qname("ref", "urn:other") }),
      attribute("version", xs.int, { required: true, fixed: "2" }),
    ),
  );
  both(node, thing("", ' xmlns:q1="urn:other" xml:lang="nl" q1:ref="r" version="2"'), {
    lang: "nl",
    ref: "r",
    version: 2,
  });
  expect(encode(node, {})).toBe(thing("", ' version="2"'));
  refused(node, { version: 3 }, { version: "2" }, { ref: null });
});

test("an attribute may be anything that XML can carry", () => {
  const node = element("Thing", complex(attribute("a", xs.string)));
  both(node, thing("", ' a="&amp;&lt;&quot;&apos;&#x9;&#xA;&#xD; "'), { a: "&<\"'\t\n\r " });
  refused(node, { a: "\u0001" }, { a: 1 });
});

test("open attributes", () => {
  const node = element(
    "Thing",
    complex(attribute("a", xs.string), {
      kind: "anyAttribute",
      key: "others",
      namespaces: { allow: "other", than: NS },
    }),
  );
  const other = { name: { namespace: "urn:o", local: "b" }, value: "1" };
  both(
    node,
    thing("", ' a="x" xmlns:q1="urn:o" q1:b="1"').replace(' a="x" xmlns:q1="urn:o"', ' xmlns:q1="urn:o" a="x"'),
    { a: "x", others: [other] },
  );
  expect(decode(node, thing("", ' a="x"'))).toStrictEqual({ a: "x", others: [] });
  refused(
    node,
    { others: [other, other] },
    { others: [{ ...other, name: { namespace: NS, local: "b" } }] },
    { others: [{ ...other, name: { namespace: "http://www.w3.org/2001/XMLSchema-instance", local: "nil" } }] },
    { others: [{ ...other, name: { namespace: "http://www.w3.org/2000/xmlns/", local: "b" } }] },
    { others: [{ ...other, name: { namespace: "urn:o", local: "b c" } }] },
    { others: [{ ...other, value: "\u0000" }] },
    { others: [{ ...other, more: 1 }] },
    { others: [undefined] },
    { others: other },
  );
});

test("mixed content keeps texts and elements in order", () => {
  const node = element(
    "Thing",
    complex(
      { kind: "mixed", key: "content", particles: [many("b", xs.string), optional("n", xs.int)] },
      attribute("a", xs.string),
    ),
  );
  both(node, thing(" x <b>y</b>z<b></b><n>1</n>&amp;", ' a="1"'), {
    a: "1",
    content: [" x ", { b: "y" }, "z", { b: "" }, { n: 1 }, "&"],
  });
  both(node, thing(""), { content: [] });
  refused(
    node,
    { content: ["\u0001"] },
    { content: [{}] },
    { content: [{ b: "x", n: 1 }] },
    { content: [{ c: 1 }] },
    { content: [1] },
    { content: "x" },
    { content: [{ n: 1 }, { b: "x" }] },
    { content: [{ n: 1 }, { n: 1 }] },
  );
  expect(() => decode(node, thing("<n>1</n><b>x</b>"), { validation: "strict" })).toThrow(ResponseError);
  expect(decode(node, thing("<n>1</n><u>skipped</u><b>x</b>"))).toStrictEqual({ content: [{ n: 1 }, { b: "x" }] });
  expect(decode(node, thing("a<u/>b<!-- -->c"))).toStrictEqual({ content: ["abc"] });
});

test("mixed content of a base type and its extension", () => {
  const base = named("Base", { kind: "mixed", key: "content", particles: [element("a", xs.int)] });
  const node = element(
    "Thing",
    complex({ kind: "extension", base }, { kind: "mixed", key: "content", particles: [element("b", xs.int)] }),
  );
  both(node, thing("x<a>1</a>y<b>2</b>z"), { content: ["x", { a: 1 }, "y", { b: 2 }, "z"] });
  refused(node, { content: [{ b: 2 }, { a: 1 }] }, { content: [{ a: 1 }] });
});

test("wildcards hold elements as trees and write them back", () => {
  const node = element(
    "Thing",
    complex(element("Id", xs.int), any("others", { namespaces: { allow: "other", than: NS } })),
  );
  const tree = {
    name: { namespace: "urn:o", local: "a" },
    attributes: [{ name: { namespace: "", local: "x" }, value: "1" }],
    children: ["t", { name: { namespace: "", local: "b" }, attributes: [], children: [] }],
  };
  both(node, thing('<Id>1</Id><a xmlns="urn:o" x="1">t<b xmlns=""></b></a>'), { Id: 1, others: [tree] });
  both(node, thing("<Id>1</Id>"), { Id: 1, others: [] });
  refused(
    node,
    { Id: 1, others: [{ ...tree, name: qname("a") }] },
    { Id: 1, others: [{ ...tree, name: { namespace: "", local: "a" } }] },
    { Id: 1, others: ["<a/>"] },
  );
});

test("a wildcard takes a second element of a name that may stand once", () => {
  const node = element("Thing", complex(element("A", xs.int), any("rest")));
  expect(decode(node, thing("<A>1</A><A>2</A>"))).toMatchObject({
    A: 1,
    rest: [{ name: qname("A"), children: ["2"] }],
  });
});

test("wildcards of different namespaces", () => {
  const node = element(
    "Thing",
    complex(
      any("local", { namespaces: { allow: "list", of: [""] } }),
      element("A", xs.int),
      any("own", { namespaces: { allow: "list", of: [NS, "urn:o"] } }),
    ),
  );
  const leaf = (namespace: string, local: string) => ({ name: { namespace, local }, attributes: [], children: [] });
  both(node, thing('<x xmlns=""></x><A>1</A><y></y><z xmlns="urn:o"></z>'), {
    local: [leaf("", "x")],
    A: 1,
    own: [leaf(NS, "y"), leaf("urn:o", "z")],
  });
  broken(node, '<x xmlns=""/>', '<A>1</A><x xmlns=""/>');
});

test("a single wildcard", () => {
  const node = element("Thing", complex(any("one", { max: 1 })));
  expect(decode(node, thing("<a/>"))).toMatchObject({ one: { name: qname("a") } });
  expect(decode(node, thing("<a/><b/>"))).toMatchObject({ one: { name: qname("a") } });
  expect(() => decode(node, thing("<a/><b/>"), { validation: "strict" })).toThrow(ResponseError);
});

test("anyType is a tree under the element's own name", () => {
  const node = element("Thing", complex(element("Any", { kind: "anyType" })));
  const xml = thing(
    '<Any xmlns:q="urn:q" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="q:T">q:x</Any>',
  );
  const value = decode(node, xml);
  expect(value).toStrictEqual({
    Any: {
      name: qname("Any"),
      attributes: [{ name: { namespace: "http://www.w3.org/2001/XMLSchema-instance", local: "type" }, value: "q:T" }],
      children: ["q:x"],
      prefixes: { q: "urn:q" },
    },
  });
  expect(encode(node, value)).toBe(thing('<Any xmlns:q="urn:q" xsi:type="q:T">q:x</Any>'));
  refused(node, { Any: { name: qname("Other"), attributes: [], children: [] } }, { Any: "x" }, {});
});

test("trees are checked before they are written", () => {
  const node = element("Thing", { kind: "anyType" });
  const tree = { name: qname("Thing"), attributes: [], children: [] };
  expect(encode(node, tree)).toBe('<Thing xmlns="urn:example"></Thing>');
  const attr = (namespace: string, local: string, value: unknown = "") => ({ name: { namespace, local }, value });
  refused(
    node,
    null,
    { ...tree, name: { namespace: NS, local: "a b" } },
    { ...tree, name: { namespace: NS } },
    { ...tree, children: undefined },
    { ...tree, children: [1] },
    { ...tree, children: ["\u0000"] },
    { ...tree, attributes: undefined },
    { ...tree, attributes: [attr("", "a"), attr("", "a")] },
    { ...tree, attributes: [attr("", "a", 1)] },
    { ...tree, attributes: [attr("", "xmlns:a")] },
    { ...tree, prefixes: { "a b": "urn:x" } },
    { ...tree, prefixes: { a: "" } },
    { ...tree, prefixes: { xmlns: "urn:x" } },
    { ...tree, prefixes: { xml: "urn:x" } },
    { ...tree, prefixes: { a: "http://www.w3.org/XML/1998/namespace" } },
    { ...tree, prefixes: { a: "http://www.w3.org/2000/xmlns/" } },
    { ...tree, prefixes: { a: 1 } },
    { ...tree, prefixes: "a" },
    { ...tree, more: 1 },
  );
  const circular: { name: object; attributes: never[]; children: unknown[] } = { ...tree, children: [] };
  circular.children.push(circular);
  refused(node, circular);
});

test("trees keep what names in their texts mean", () => {
  const node = element("Thing", { kind: "anyType" });
  const base = { name: qname("Thing"), attributes: [], children: ["x:y"] };
  expect(encode(node, { ...base, prefixes: { x: "urn:x" } })).toBe(
    '<Thing xmlns="urn:example" xmlns:x="urn:x">x:y</Thing>',
  );
  expect(encode(node, { ...base, prefixes: { "": "urn:d" } })).toBe(
    '<q1:Thing xmlns="urn:d" xmlns:q1="urn:example">x:y</q1:Thing>',
  );
  expect(encode(node, { ...base, prefixes: { "": NS, xml: "http://www.w3.org/XML/1998/namespace" } })).toBe(
    '<Thing xmlns="urn:example">x:y</Thing>',
  );
  expect(
    encode(node, {
      ...base,
      prefixes: { q1: "urn:x" },
      attributes: [{ name: { namespace: "urn:z", local: "a" }, value: "" }],
    }),
  ).toBe('<Thing xmlns="urn:example" xmlns:q1="urn:x" xmlns:q2="urn:z" q2:a="">x:y</Thing>');
});

test("elements without namespace under a qualified one", () => {
  const child = complex(element("c", xs.int, { name: qname("c", "") }), element("d", xs.int));
  const node = element(
    "Thing",
    complex(element("a", xs.int, { name: qname("a", "") }), element("b", child, { name: qname("b", "") })),
  );
  both(node, '<q1:Thing xmlns:q1="urn:example"><a>1</a><b><c>2</c><d xmlns="urn:example">3</d></b></q1:Thing>', {
    a: 1,
    b: { c: 2, d: 3 },
  });
  const nested = element("Outer", complex(element("Thing", node.type)));
  both(
    nested,
    '<Outer xmlns="urn:example"><q1:Thing xmlns="" xmlns:q1="urn:example"><a>1</a><b><c>2</c><d xmlns="urn:example">3</d></b></q1:Thing></Outer>',
    { Thing: { a: 1, b: { c: 2, d: 3 } } },
  );
});

test("elements of another namespace", () => {
  const node = element("Thing", complex(element("A", complex(element("B", xs.int)), { name: qname("A", "urn:o&") })));
  both(node, thing('<A xmlns="urn:o&amp;"><B xmlns="urn:example">1</B></A>'), { A: { B: 1 } });
});

test("names in values get prefixes of their own", () => {
  const node = element("Thing", complex(element("A", xs.QName), attribute("b", xs.QName), element("C", xs.QName)));
  both(node, thing('<A xmlns:q2="urn:a">q2:x</A><C>q1:z</C>', ' xmlns:q1="urn:b" b="q1:y"'), {
    b: { namespace: "urn:b", local: "y" },
    A: { namespace: "urn:a", local: "x" },
    C: { namespace: "urn:b", local: "z" },
  });
});

test("types that contain themselves", () => {
  const tree: ComplexNode = named(
    "Tree",
    element("Id", xs.int),
    many("Child", () => tree),
  );
  const node = element("Thing", tree);
  both(node, thing("<Id>1</Id><Child><Id>2</Id><Child><Id>3</Id></Child></Child>"), {
    Id: 1,
    Child: [{ Id: 2, Child: [{ Id: 3, Child: [] }] }],
  });
  const circular: { Id: number; Child: unknown[] } = { Id: 1, Child: [] };
  circular.Child.push(circular);
  expect(() => encode(node, circular)).toThrow(/at most 256 levels, received a deeper or circular value/);
});

test("more elements than there are bits in a number", () => {
  const keys = Array.from({ length: 70 }, (_, index) => `E${index}`);
  const node = element(
    "Thing",
    complex(...keys.map((key, index) => (index % 2 === 0 ? element(key, xs.int) : optional(key, xs.int)))),
  );
  const value = Object.fromEntries(
    keys.filter((_, index) => index % 2 === 0 || index > 50).map((key, index) => [key, index]),
  );
  both(node, encode(node, value), value);
  broken(node, "<E0>1</E0>", `${encode(node, value).slice(28, -8)}<E68>1</E68>`);
  const missing = Object.entries(value)
    .filter(([key]) => key !== "E68")
    .map(([key, number]) => `<${key}>${number}</${key}>`)
    .join("");
  expect(() => decode(node, thing(missing))).toThrow(/E68: the element is missing/);
});

test("absent optional lists are empty, except in choices", () => {
  const node = element(
    "Thing",
    complex(many("A", xs.int), group("choice", many("B", xs.int), element("C", xs.int)), any("D")),
  );
  expect(decode(node, thing(""))).toStrictEqual({ A: [], D: [] });
  expect(encode(node, { A: [] })).toBe(thing(""));
  expect(encode(node, { A: undefined, B: [1] })).toBe(thing("<B>1</B>"));
});

test("absent, nil and empty are three things", () => {
  const node = element("Thing", complex(optional("A", nillable(xs.string))));
  expect(decode(node, thing(""))).toStrictEqual({});
  expect(decode(node, thing("<A/>"))).toStrictEqual({ A: "" });
  expect(encode(node, { A: null })).toBe(thing('<A xsi:nil="true"></A>'));
  expect(encode(node, { A: "" })).toBe(thing("<A></A>"));
  expect(encode(node, { A: undefined })).toBe(thing(""));
  refused(element("Thing", complex(optional("A", xs.string))), { A: null });
});

test("items of a list may be nil where that is allowed", () => {
  const node = element("Thing", complex(many("A", nillable(xs.int))));
  expect(encode(node, { A: [1, null] })).toBe(thing('<A>1</A><A xsi:nil="true"></A>'));
  refused(node, { A: [1, undefined] }, { A: null }, { A: 1 }, { A: "12" }, { A: { length: 1, 0: 1 } });
});

test("default and fixed values that could not be read back are refused", () => {
  refused(element("Thing", complex(element("A", xs.string, { default: "x" }))), { A: "" });
  refused(element("Thing", complex(element("A", xs.decimal, { fixed: "1.0" }))), { A: "2" }, {});
  expect(encode(element("Thing", complex(element("A", xs.decimal, { fixed: "1.0" }))), { A: "1" })).toBe(
    thing("<A>1.0</A>"),
  );
  const date = restriction(builtIn("date"), {});
  expect(encode(element("Thing", date, { fixed: "2026-01-01" }), "2026-01-01")).toBe(thing("2026-01-01"));
});

test("a group that may be empty need not be shown, however often it has to stand", () => {
  const node = element(
    "Thing",
    complex(
      element("Id", xs.int),
      repeated("pairs", group("sequence", optional("A", xs.int), optional("B", xs.int)), 2, 3),
    ),
  );
  const empty = thing("<Id>1</Id>");
  expect(decode(node, empty, { validation: "strict" })).toStrictEqual({ Id: 1, pairs: [] });
  for (const value of [{ Id: 1, pairs: [] }, { Id: 1 }, { Id: 1, pairs: [{}, {}] }])
    expect(encode(node, value)).toBe(empty);
  expect(encode(node, { Id: 1, pairs: [{ B: 2 }] })).toBe(thing("<Id>1</Id><B>2</B>"));
  refused(node, { Id: 1, pairs: [{}, {}, {}, {}] }, {});
});

test("fixed names are not compared: what their prefixes mean in the schema is not known here", () => {
  const value = { namespace: "urn:q", local: "x" };
  const types = [xs.QName, unionOf(builtIn("gMonth"), xs.QName, xs.long), listOf(xs.QName)];
  for (const type of types) {
    const node = element(
      "Thing",
      complex(element("A", type, { fixed: "s:x" }), attribute("b", type, { fixed: "s:x" })),
    );
    const one = type === types[2] ? [value] : value;
    const written = encode(node, { A: one, b: one });
    expect(written).toMatch(/ b="q1:x"><A>q1:x<\/A>/);
    expect(decode(node, written, { validation: "strict" })).toStrictEqual({ A: one, b: one });
  }
});

test("a fixed value goes out as the schema writes it", () => {
  const bytes = element("B", builtIn("hexBinary"), { fixed: "00ff" });
  expect(encode(bytes, new Uint8Array([0, 255]))).toContain(">00ff</");
  const price = element("P", xs.decimal, { fixed: "1.50" });
  expect(encode(price, "1.5")).toContain(">1.50</");
  expect(() => encode(price, "1.51")).toThrow(/the fixed value 1.50/);
});
