/** xsi:type, substitution groups and abstract types, both ways. */

import { decode, encode } from "soapwright-testing/schema/feed";
import { ArgumentError } from "../../src/errors/argument-error";
import { ResponseError } from "../../src/errors/response-error";
import { Codec, ResponseNotes } from "../../src/schema/codec";
import type { AlternativeNode, ElementNode, NodeRef } from "../../src/schema/tables/nodes";
import {
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

const XSI = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const XSD = ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
const thing = (content: string, attributes = ""): string =>
  `<Thing xmlns="urn:example" xmlns:t="urn:example"${XSI}${XSD}${attributes}>${content}</Thing>`;

const animal = named("Animal", element("Name", xs.string));
const dog = named("Dog", { kind: "extension", base: animal }, element("Tricks", xs.int));
const cat = named("Cat", { kind: "extension", base: animal }, attribute("lives", xs.int));

function alternative(label: string, type: NodeRef, options: Partial<AlternativeNode> = {}): AlternativeNode {
  return { label, declared: false, type, wrapped: false, xsiType: qname(label), ...options };
}
const { xsiType: _, ...declaredAnimal } = alternative("Animal", animal, { declared: true });
const animals: NodeRef = {
  kind: "polymorphic",
  alternatives: [declaredAnimal, alternative("Dog", dog), alternative("Cat", cat)],
};
const zoo = element("Thing", complex(many("Animal", animals), optional("Pet", nillable(animals))));

function bad(node: ElementNode, xml: string): void {
  for (const validation of ["strict", "standard", "lenient"] as const) {
    expect(() => decode(node, xml, { validation })).toThrow(ResponseError);
  }
}

/** The value of a text that `lenient` alone reads. */
function onlyLenient(node: ElementNode, xml: string): unknown {
  for (const validation of ["strict", "standard"] as const) {
    expect(() => decode(node, xml, { validation })).toThrow(ResponseError);
  }
  return decode(node, xml, { validation: "lenient" });
}

test("values carry the name of their type", () => {
  const xml = thing(
    '<Animal><Name>a</Name></Animal><Animal xsi:type="t:Dog"><Name>b</Name><Tricks>3</Tricks></Animal><Animal xsi:type=" Cat " lives="9"><Name>c</Name></Animal>',
  );
  const value = {
    Animal: [
      { $type: "Animal", Name: "a" },
      { $type: "Dog", Name: "b", Tricks: 3 },
      { $type: "Cat", lives: 9, Name: "c" },
    ],
  };
  expect(decode(zoo, xml, { validation: "strict" })).toStrictEqual(value);
  const written = new Codec({ validation: "strict" }).encode(zoo, value, "zoo", { selfContained: true });
  expect(written).toContain(
    '<Animal xmlns:q1="urn:example" xsi:type="q1:Dog"><Name>b</Name><Tricks>3</Tricks></Animal>',
  );
  expect(decode(zoo, written, { validation: "strict" })).toStrictEqual(value);
  expect(encode(zoo, { Animal: [{ Name: "a" }] })).toBe(
    '<Thing xmlns="urn:example"><Animal><Name>a</Name></Animal></Thing>',
  );
});

test("the declared type may be named", () => {
  expect(decode(zoo, thing('<Animal xsi:type="t:Animal"><Name>a</Name></Animal>'))).toMatchObject({
    Animal: [{ $type: "Animal" }],
  });
});

test("types that are not derived from the declared one are refused", () => {
  for (const type of [
    "t:Other",
    "Nope",
    "xsd:string",
    "t:dog",
    "__proto__",
    "u:Dog",
    "",
    "t:",
    ":Dog",
    "t:Dog:x",
    "a b",
  ]) {
    bad(zoo, thing(`<Animal xsi:type="${type}"><Name>a</Name></Animal>`));
  }
});

test("unknown labels and odd values are refused", () => {
  for (const item of [
    { $type: "Other", Name: "a" },
    { $type: 1, Name: "a" },
    { $type: "Dog", Name: "a" },
    { Name: "a", Tricks: 1 },
    "a",
    null,
    [],
    undefined,
  ]) {
    expect(() => encode(zoo, { Animal: [item] })).toThrow(ArgumentError);
  }
  expect(() => encode(zoo, { Animal: [{ $type: "Other" }] })).toThrow(
    "Thing.Animal[0].$type: expected one of Animal | Dog | Cat, received another string",
  );
});

test("nil in a polymorphic position", () => {
  expect(decode(zoo, thing('<Pet xsi:nil="true"/>'))).toStrictEqual({ Animal: [], Pet: null });
  expect(decode(zoo, thing('<Pet xsi:nil="true" xsi:type="t:Dog"/>'))).toStrictEqual({ Animal: [], Pet: null });
  bad(zoo, thing('<Pet xsi:nil="true" xsi:type="t:Nope"/>').replace("Nope", "No:pe"));
  expect(encode(zoo, { Pet: null })).toContain('<Pet xsi:nil="true"></Pet>');
  expect(() => decode(zoo, thing('<Animal xsi:nil="true"/>'))).toThrow(ResponseError);
});

test("an abstract type has no values of its own", () => {
  const { declared: _declared, ...rest } = declaredAnimal;
  const abstractAnimal: NodeRef = {
    kind: "polymorphic",
    alternatives: [{ ...rest, declared: true, type: { ...animal, abstract: true } }, alternative("Dog", dog)],
  };
  for (const type of [abstractAnimal, { kind: "polymorphic", alternatives: [alternative("Dog", dog)] } as const]) {
    const node = element("Thing", complex(element("Animal", type)));
    bad(node, thing("<Animal><Name>a</Name></Animal>"));
    expect(() => encode(node, { Animal: { Name: "a" } })).toThrow(ArgumentError);
    expect(decode(node, thing('<Animal xsi:type="t:Dog"><Name>a</Name><Tricks>1</Tricks></Animal>'))).toStrictEqual({
      Animal: { $type: "Dog", Name: "a", Tricks: 1 },
    });
  }
  bad(element("Thing", { ...animal, abstract: true }), thing("<Name>a</Name>"));
});

test("nil of an abstract type is nil as of any other, where the element is not nillable", () => {
  const abstract: NodeRef = { kind: "polymorphic", alternatives: [alternative("Dog", dog)] };
  const node = element("Thing", complex(optional("Pet", abstract)));
  const xml = thing('<Pet xsi:nil="true"/>');
  expect(() => decode(node, xml, { validation: "strict" })).toThrow("nil is not allowed here");
  expect(decode(node, xml)).toEqual({});
  expect(decode(node, xml, { validation: "lenient" })).toEqual({ Pet: null });
  const required = element("Thing", complex(element("Pet", abstract)));
  expect(() => decode(required, xml)).toThrow("Lenient validation gives null");
});

test("an abstract head is refused at every level, not ignored as unknown", () => {
  const member = { label: "note", declared: false, wrapped: true, element: qname("note"), type: xs.string };
  const head: NodeRef = { kind: "polymorphic", alternatives: [member] };
  const node = element("Thing", complex(many("shape", head, { min: 0 })));
  for (const validation of ["strict", "standard", "lenient"] as const) {
    for (const content of ["<shape>a</shape>", '<shape xmlns="">a</shape>']) {
      expect(() => decode(node, thing(content), { validation })).toThrow(
        "where the element {urn:example}shape is abstract: expected {urn:example}note",
      );
    }
    expect(decode(node, thing("<note>a</note>"), { validation })).toEqual({ shape: [{ $type: "note", value: "a" }] });
  }
});

test("members of a substitution group are distinguished by element names", () => {
  const group: NodeRef = {
    kind: "polymorphic",
    alternatives: [
      { label: "shape", declared: true, wrapped: false, type: named("Shape", element("Id", xs.int)) },
      {
        label: "circle",
        declared: false,
        wrapped: false,
        element: qname("circle", "urn:other"),
        type: named("Circle", element("R", xs.decimal)),
      },
      { label: "note", declared: false, wrapped: true, element: qname("note"), type: xs.string },
      { label: "count", declared: false, wrapped: true, element: qname("count"), type: nillable(xs.int) },
      { label: "any", declared: false, wrapped: true, element: qname("any"), type: { kind: "anyType" } },
    ],
  };
  const node = element("Thing", complex(many("shape", group), element("End", xs.int)));
  const xml =
    '<Thing xmlns="urn:example"><shape><Id>1</Id></shape><circle xmlns="urn:other"><R xmlns="urn:example">1.5</R></circle><note>hi</note><count>3</count><End>1</End></Thing>';
  const value = {
    shape: [
      { $type: "shape", Id: 1 },
      { $type: "circle", R: "1.5" },
      { $type: "note", value: "hi" },
      { $type: "count", value: 3 },
    ],
    End: 1,
  };
  expect(decode(node, xml)).toStrictEqual(value);
  expect(encode(node, value)).toBe(xml);
  expect(decode(node, thing('<count xsi:nil="true"/><End>1</End>'))).toStrictEqual({
    shape: [{ $type: "count", value: null }],
    End: 1,
  });
  expect(encode(node, { shape: [{ $type: "count", value: null }], End: 1 })).toContain(
    '<count xsi:nil="true"></count>',
  );
  expect(decode(node, thing("<any><x/></any><End>1</End>"))).toMatchObject({
    shape: [{ $type: "any", value: { name: qname("any") } }],
  });
  for (const item of [
    { $type: "note" },
    { $type: "note", value: 1 },
    { $type: "note", value: "x", more: 1 },
    { $type: "note", value: null },
  ]) {
    expect(() => encode(node, { shape: [item], End: 1 })).toThrow(ArgumentError);
  }
});

test("substitutes work where order tells what is meant, and in choices", () => {
  const group2: NodeRef = {
    kind: "polymorphic",
    alternatives: [
      { label: "a", declared: true, wrapped: true, type: xs.int },
      { label: "b", declared: false, wrapped: true, element: qname("b"), type: xs.string },
    ],
  };
  const node = element(
    "Thing",
    complex(element("a", group2), element("x", xs.int), element("a2", group2, { name: qname("a") })),
  );
  const xml = '<Thing xmlns="urn:example"><b>1</b><x>2</x><a>3</a></Thing>';
  const value = { a: { $type: "b", value: "1" }, x: 2, a2: { $type: "a", value: 3 } };
  expect(decode(node, xml)).toStrictEqual(value);
  expect(encode(node, value)).toBe(xml);
  const choice = element("Thing", complex(group("choice", element("a", group2), element("x", xs.int))));
  expect(decode(choice, '<Thing xmlns="urn:example"><b>1</b></Thing>')).toStrictEqual({
    a: { $type: "b", value: "1" },
  });
});

describe("xsi:type where one type may stand", () => {
  const kind = restriction(xs.string, { enumeration: ["A"] }, qname("Kind"));
  const anonymous = restriction(xs.int, { maxInclusive: "5" });
  const node = element(
    "Thing",
    complex(
      optional("S", xs.string),
      optional("I", xs.int),
      optional("D", xs.decimal),
      optional("A", builtIn("anySimpleType")),
      optional("K", kind),
      optional("N", anonymous),
      optional("C", animal),
      optional("L", listOf(xs.int)),
      optional("U", unionOf(xs.int, xs.string)),
    ),
  );

  test.each([
    ["S", "xsd:string", "x"],
    ["I", "xsd:int", "1"],
    ["K", "t:Kind", "A"],
    ["C", "t:Animal", "<Name>a</Name>"],
  ])("%s may be called %s", (name, type, content) => {
    const xml = thing(`<${name} xsi:type="${type}">${content}</${name}>`);
    expect(decode(node, xml, { validation: "strict" })).toStrictEqual(
      decode(node, thing(`<${name}>${content}</${name}>`)),
    );
  });

  test.each([
    ["I", "xsd:decimal", "1"],
    ["I", "xsd:integer", "1"],
    ["K", "xsd:string", "A"],
    ["N", "xsd:int", "1"],
  ])("%s may be called %s, a type it is derived from, unless strict", (name, type, content) => {
    const xml = thing(`<${name} xsi:type="${type}">${content}</${name}>`);
    expect(decode(node, xml)).toStrictEqual(decode(node, thing(`<${name}>${content}</${name}>`)));
    if (name !== "N") expect(() => decode(node, xml, { validation: "strict" })).toThrow(ResponseError);
  });

  test.each([
    ["S", "xsd:token", " a  b ", "a b"],
    ["I", "xsd:short", "32767", "32767"],
    ["I", "xsd:byte", "-128", "-128"],
    ["D", "xsd:int", " 7 ", "7"],
  ])("%s may be called %s, a built-in type derived from it", (name, type, content, meant) => {
    const xml = thing(`<${name} xsi:type="${type}">${content}</${name}>`);
    expect(decode(node, xml, { validation: "strict" })).toStrictEqual(
      decode(node, thing(`<${name}>${meant}</${name}>`)),
    );
  });

  test.each([
    ["xsd:boolean", " 1 ", true],
    ["xsd:string", " a ", " a "],
    ["xsd:QName", "t:x", { namespace: "urn:example", local: "x" }],
    ["xsd:NMTOKENS", " a  b ", ["a", "b"]],
    ["xsd:long", "7", 7n],
  ])("xs:anySimpleType as %s keeps the type and is written with it", (type, content, value) => {
    const xml = thing(`<A xsi:type="${type}">${content}</A>`);
    const decoded = decode(node, xml, { validation: "strict" });
    expect(decoded).toStrictEqual({ A: { $type: type.slice(4), value } });
    expect(decode(node, xml)).toStrictEqual(decoded);
    expect(decode(node, xml, { validation: "lenient" })).toStrictEqual(decoded);
    const written = new Codec({ validation: "standard" }).encode(node, decoded, "Thing", { selfContained: true });
    expect(decode(node, written)).toStrictEqual(decoded);
  });

  test.each([
    ["xsd:boolean", "True", true, "true"],
    ["xsd:dateTime", "2017-08-01 12:12:12", "2017-08-01T12:12:12", "2017-08-01T12:12:12"],
    ["xsd:int", "x", "x", "the text as it came"],
    ["xsd:QName", "nope:x", "nope:x", "the text as it came"],
  ])("xs:anySimpleType as %s of %s is read and noted by lenient", (type, content, value, read) => {
    const xml = thing(`<A xsi:type="${type}">${content}</A>`);
    const notes = new ResponseNotes();
    for (const validation of ["strict", "standard"] as const)
      expect(() => decode(node, xml, { validation })).toThrow(ResponseError);
    expect(decode(node, xml, { validation: "lenient", notes })).toStrictEqual({ A: { $type: type.slice(4), value } });
    expect(notes.list).toMatchObject([{ came: content, read }]);
  });

  test("a text that is not of the type that xsi:type names is noted by lenient", () => {
    const notes = new ResponseNotes();
    const xml = thing('<S xsi:type="xsd:NCName">a b</S>');
    expect(decode(node, xml, { validation: "lenient", notes })).toStrictEqual({ S: "a b" });
    expect(notes.list).toMatchObject([{ came: "a b", read: "the value as it came" }]);
  });

  test("xs:anySimpleType is of no type that XML Schema lacks", () => {
    expect(() => decode(node, thing('<A xsi:type="xsd:decimalNumber">1</A>'))).toThrow(ResponseError);
    expect(() => encode(node, { A: { $type: "Kind", value: "A" } })).toThrow(ArgumentError);
    expect(() => encode(node, { A: { $type: "int", value: "A" } })).toThrow(ArgumentError);
    expect(() => encode(node, { A: { $type: "int" } })).toThrow(ArgumentError);
  });

  test.each([
    ["I", "xsd:short", "32768"],
    ["I", "xsd:unsignedByte", "-1"],
    ["D", "xsd:int", "1.5"],
    ["S", "xsd:NCName", "a b"],
    ["S", "xsd:decimalNumber", "1"],
    ["S", "xsd:int", "1"],
    ["S", "t:Kind", "A"],
    ["I", "xsd:string", "1"],
    ["I", "t:int", "1"],
    ["K", "xsd:int", "A"],
    ["K", "t:Other", "A"],
    ["L", "xsd:int", "1"],
    ["U", "xsd:int", "1"],
    ["S", "__proto__", "x"],
  ])("%s may be called %s under lenient alone", (name, type, content) => {
    expect(onlyLenient(node, thing(`<${name} xsi:type="${type}">${content}</${name}>`))).toStrictEqual(
      decode(node, thing(`<${name}>${content}</${name}>`)),
    );
  });

  test.each([
    ["I", "xsd:double", "1.5"],
    ["S", "xsd:base64Binary", "w6k="],
    ["S", "xsd:hexBinary", "C3A9"],
    ["C", "t:Dog", "<Name>a</Name>"],
    ["C", "xsd:anyType", "<Name>a</Name>"],
    ["S", "nope:string", "x"],
  ])("%s may not be called %s", (name, type, content) => {
    bad(node, thing(`<${name} xsi:type="${type}">${content}</${name}>`));
  });

  test("an alternative of simple type", () => {
    const values: NodeRef = {
      kind: "polymorphic",
      alternatives: [
        { label: "string", declared: true, wrapped: true, type: xs.string },
        { label: "Kind", declared: false, wrapped: true, xsiType: qname("Kind"), type: kind },
        {
          label: "bytes",
          declared: false,
          wrapped: true,
          xsiType: qname("base64Binary", "http://www.w3.org/2001/XMLSchema"),
          type: builtIn("base64Binary"),
        },
      ],
    };
    const holder = element("Thing", complex(element("V", values)));
    expect(decode(holder, thing('<V xsi:type="t:Kind">A</V>'))).toStrictEqual({ V: { $type: "Kind", value: "A" } });
    expect(decode(holder, thing("<V>x</V>"))).toStrictEqual({ V: { $type: "string", value: "x" } });
    expect(decode(holder, thing('<V xsi:type="xsd:token"> x </V>'))).toStrictEqual({
      V: { $type: "string", value: "x" },
    });
    for (const [type, text] of [
      ["xsd:NCName", "a b"],
      ["xsd:int", "1"],
    ]) {
      expect(onlyLenient(holder, thing(`<V xsi:type="${type}">${text}</V>`))).toStrictEqual({
        V: { $type: "string", value: text },
      });
    }
    expect(encode(holder, { V: { $type: "bytes", value: new Uint8Array([1]) } })).toBe(
      '<Thing xmlns="urn:example"><V xsi:type="xsd:base64Binary">AQ==</V></Thing>',
    );
  });
});

test("namespaces of types move with the service", () => {
  const rename = (namespace: string): string => (namespace === "urn:example" ? "urn:moved" : namespace);
  const codec = new Codec({ validation: "standard", rename });
  const value = { Animal: [{ $type: "Dog", Name: "b", Tricks: 3 }] };
  const xml = codec.encode(zoo, value, "zoo", { selfContained: true });
  expect(xml).toContain('"urn:moved"');
  expect(xml).not.toContain("urn:example");
  expect(decode(zoo, xml, { rename })).toStrictEqual(value);
  expect(() => decode(zoo, xml)).toThrow(/expected the element \{urn:example\}Thing, found \{urn:moved\}Thing/);
});

describe("a default beside xsi:type", () => {
  const code = restriction(xs.string, {}, qname("Code"));
  const shortCode = restriction(code, { maxLength: 2 }, qname("Short"));
  const codes: NodeRef = {
    kind: "polymorphic",
    alternatives: [
      { label: "Code", declared: true, type: code, wrapped: true },
      { label: "Short", declared: false, type: shortCode, wrapped: true, xsiType: qname("Short") },
    ],
  };
  const withDefault = (text: string): ElementNode =>
    element("Thing", complex(element("Code", codes, { default: text })));
  const empty = thing('<Code xsi:type="t:Short"/>');

  test("is read by the type that it names", () => {
    expect(decode(withDefault("ab"), empty, { validation: "strict" })).toEqual({
      Code: { $type: "Short", value: "ab" },
    });
  });

  test("is checked by the type that it names", () => {
    expect(() => decode(withDefault("abc"), empty, { validation: "strict" })).toThrow(ResponseError);
    expect(decode(withDefault("abc"), thing("<Code/>"), { validation: "strict" })).toEqual({
      Code: { $type: "Code", value: "abc" },
    });
  });
});

describe("a substitution group beside one of its members", () => {
  const shapes: NodeRef = {
    kind: "polymorphic",
    alternatives: [
      { label: "Shape", declared: true, type: xs.string, wrapped: true, element: qname("Shape") },
      { label: "Circle", declared: false, type: xs.string, wrapped: true, element: qname("Circle") },
    ],
  };
  const shape = (text: string) => ({ $type: "Shape", value: text });
  const circle = (text: string) => ({ $type: "Circle", value: text });
  const between = [many("Shape", shapes), element("Separator", xs.string), many("Circle", xs.string)] as const;

  const plain = (content: string): string => `<Thing xmlns="urn:example">${content}</Thing>`;
  const everyLevel = (node: ElementNode, xml: string, value: unknown): void => {
    for (const validation of ["strict", "standard", "lenient"] as const)
      expect(decode(node, xml, { validation })).toStrictEqual(value);
    expect(encode(node, value)).toBe(xml);
  };

  test("is told from it by the elements before", () => {
    everyLevel(
      element("Thing", complex(...between)),
      plain("<Circle>a</Circle><Shape>b</Shape><Separator>|</Separator><Circle>c</Circle><Circle>d</Circle>"),
      { Shape: [circle("a"), shape("b")], Separator: "|", Circle: ["c", "d"] },
    );
  });

  test("is told from it where the member is first", () => {
    everyLevel(
      element("Thing", complex(element("Circle", xs.string), element("Shape", shapes))),
      plain("<Circle>a</Circle><Circle>b</Circle>"),
      { Circle: "a", Shape: circle("b") },
    );
  });

  test("is told from it in mixed content", () => {
    const mixed = complex({ kind: "mixed", key: "content", particles: [...between] });
    everyLevel(element("Thing", mixed), plain("x<Circle>a</Circle><Separator>|</Separator><Circle>b</Circle>y"), {
      content: ["x", { Shape: circle("a") }, { Separator: "|" }, { Circle: "b" }, "y"],
    });
  });

  test("is told from two elements of the member's name", () => {
    const parts = [
      element("Circle", xs.string),
      element("Shape", shapes),
      element("Last", xs.string, { name: qname("Circle") }),
    ];
    everyLevel(element("Thing", complex(...parts)), plain("<Circle>a</Circle><Circle>b</Circle><Circle>c</Circle>"), {
      Circle: "a",
      Shape: circle("b"),
      Last: "c",
    });
  });

  test("does not lend its other members to it", () => {
    bad(
      element("Thing", complex(...between)),
      plain("<Shape>a</Shape><Separator>|</Separator><Circle>b</Circle><Shape>c</Shape>"),
    );
  });

  test("is told from it in repeated groups", () => {
    everyLevel(
      element(
        "Thing",
        complex(repeated("Rows", group("sequence", element("Shape", shapes), element("Circle", xs.string)))),
      ),
      plain("<Circle>a</Circle><Circle>b</Circle><Shape>c</Shape><Circle>d</Circle>"),
      {
        Rows: [
          { Shape: circle("a"), Circle: "b" },
          { Shape: shape("c"), Circle: "d" },
        ],
      },
    );
  });

  test("is told from it by lenient where the element between is missing", () => {
    const node = element("Thing", complex(element("Shape", shapes), ...between.slice(1)));
    expect(onlyLenient(node, plain("<Circle>a</Circle><Circle>b</Circle>"))).toStrictEqual({
      Shape: circle("a"),
      Circle: ["b"],
    });
  });
});
