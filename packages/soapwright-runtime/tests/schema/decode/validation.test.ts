/** The table "Validation of answers", row by row. */

import { decode } from "soapwright-testing/schema/feed";
import { ResponseError } from "../../../src/errors/response-error";
import { ResponseNotes, type Validation } from "../../../src/schema/codec";
import type { ElementNode } from "../../../src/schema/tables/nodes";
import {
  any,
  attribute,
  builtIn,
  complex,
  element,
  group,
  listOf,
  many,
  nillable,
  optional,
  optionalGroup,
  qname,
  repeated,
  restriction,
  unionOf,
  xs,
} from "../tables";

const ERROR = Symbol("error");
const levels: readonly Validation[] = ["strict", "standard", "lenient"];

function outcomes(node: ElementNode, xml: string): unknown[] {
  return levels.map((validation) => {
    try {
      return decode(node, xml, { validation });
    } catch (error) {
      expect(error).toBeInstanceOf(ResponseError);
      expect(error).toMatchObject({ reason: "value" });
      return ERROR;
    }
  });
}

const thing = (content: string, attributes = ""): string =>
  `<Thing xmlns="urn:example" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"${attributes}>${content}</Thing>`;
const nil = (name: string): string => `<${name} xsi:nil="true"/>`;

const record = element(
  "Thing",
  complex(
    element("Id", xs.int),
    optional("Name", xs.string),
    many("Item", xs.int),
    optional("Code", nillable(xs.int)),
    attribute("lang", xs.string),
  ),
);

test("a required element is missing", () => {
  expect(outcomes(record, thing("<Name>a</Name>"))).toStrictEqual([ERROR, ERROR, { Name: "a", Item: [] }]);
});

test("a required attribute is missing", () => {
  const node = element("Thing", complex(attribute("id", xs.int, { required: true })));
  expect(outcomes(node, thing(""))).toStrictEqual([ERROR, ERROR, {}]);
  expect(outcomes(node, thing("", ' id="5"'))).toStrictEqual([{ id: 5 }, { id: 5 }, { id: 5 }]);
});

test("nil on an optional element that is not nillable", () => {
  expect(outcomes(record, thing(`<Id>1</Id>${nil("Name")}`))).toStrictEqual([
    ERROR,
    { Id: 1, Item: [] },
    { Id: 1, Name: null, Item: [] },
  ]);
});

test("nil on a required element or a list item that is not nillable", () => {
  expect(outcomes(record, thing(nil("Id")))).toStrictEqual([ERROR, ERROR, { Id: null, Item: [] }]);
  expect(outcomes(record, thing(`<Id>1</Id><Item>1</Item>${nil("Item")}`))).toStrictEqual([
    ERROR,
    ERROR,
    { Id: 1, Item: [1, null] },
  ]);
});

test("nil where it is allowed", () => {
  const value = { Id: 1, Code: null, Item: [] };
  expect(outcomes(record, thing(`<Id>1</Id>${nil("Code")}`))).toStrictEqual([value, value, value]);
  for (const text of ["1", " true "]) {
    expect(decode(record, thing(`<Id>1</Id><Code xsi:nil="${text}"/>`))).toStrictEqual(value);
  }
  for (const text of ["0", "false"]) {
    expect(decode(record, thing(`<Id>1</Id><Code xsi:nil="${text}">5</Code>`))).toStrictEqual({ ...value, Code: 5 });
  }
});

test("an unknown value of an enumeration", () => {
  const node = element("Thing", restriction(xs.string, { enumeration: ["A"] }));
  expect(outcomes(node, thing("B"))).toStrictEqual([ERROR, "B", "B"]);
  const inAttribute = element("Thing", complex(attribute("kind", restriction(xs.string, { enumeration: ["A"] }))));
  expect(outcomes(inAttribute, thing("", ' kind="B"'))).toStrictEqual([ERROR, { kind: "B" }, { kind: "B" }]);
});

test("xsi:type names another simple type", () => {
  const typed = (type: string, text: string): string =>
    thing(text, ` xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsi:type="${type}"`);
  const text = element("Thing", xs.string);
  for (const type of ["xsd:int", "xsd:anyType", "Other"]) {
    expect(outcomes(text, typed(type, "5"))).toStrictEqual([ERROR, ERROR, "5"]);
  }
  const number = element("Thing", xs.int);
  expect(outcomes(number, typed("xsd:double", "5"))).toStrictEqual([ERROR, ERROR, 5]);
  expect(outcomes(number, typed("xsd:double", "5.5"))).toStrictEqual([ERROR, ERROR, ERROR]);
  const price = element("Thing", complex({ kind: "simpleContent", key: "value", type: xs.decimal }));
  expect(outcomes(price, typed("xsd:double", "5.5"))).toStrictEqual([ERROR, ERROR, { value: "5.5" }]);
  const several = element("Thing", {
    kind: "polymorphic",
    alternatives: [
      { label: "string", declared: true, type: xs.string, wrapped: true },
      {
        label: "Code",
        declared: false,
        type: xs.token,
        wrapped: true,
        xsiType: { namespace: "urn:example", local: "Code" },
      },
    ],
  });
  expect(outcomes(several, typed("xsd:int", "5"))).toStrictEqual([ERROR, ERROR, { $type: "string", value: "5" }]);
});

test("a facet that is not met", () => {
  const node = element("Thing", restriction(xs.string, { maxLength: 1 }));
  expect(outcomes(node, thing("AB"))).toStrictEqual([ERROR, "AB", "AB"]);
});

test("an unknown element or attribute", () => {
  const value = { Id: 1, Item: [] };
  expect(outcomes(record, thing('<Id>1</Id><Other><Id>2</Id>text<x y="z"/></Other>'))).toStrictEqual([
    ERROR,
    value,
    value,
  ]);
  expect(outcomes(record, thing("<Id>1</Id>", ' other="1"'))).toStrictEqual([ERROR, value, value]);
  expect(outcomes(record, thing('<Id other="1">1</Id>'))).toStrictEqual([ERROR, value, value]);
  const scalar = element("Thing", xs.int);
  expect(outcomes(scalar, thing("5", ' other="1"'))).toStrictEqual([ERROR, 5, 5]);
});

test("attributes of the envelope and of XML Schema stand anywhere", () => {
  const attributes =
    ' xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" s:encodingStyle="" xsi:schemaLocation="a b" xsi:noNamespaceSchemaLocation="c"';
  const value = { Id: 1, Item: [] };
  expect(outcomes(record, thing("<Id>1</Id>", attributes))).toStrictEqual([value, value, value]);
});

test("elements out of order whose names are unambiguous", () => {
  const value = { Name: "a", Id: 1, Item: [] };
  expect(outcomes(record, thing("<Name>a</Name><Id>1</Id>"))).toStrictEqual([ERROR, value, value]);
  expect(outcomes(record, thing("<Id>1</Id><Item>1</Item><Code>1</Code><Item>2</Item>"))).toStrictEqual([
    ERROR,
    { Id: 1, Item: [1, 2], Code: 1 },
    { Id: 1, Item: [1, 2], Code: 1 },
  ]);
});

test("members of an all group have no order", () => {
  const node = element("Thing", complex(group("all", element("A", xs.int), optional("B", xs.int))));
  expect(outcomes(node, thing("<B>2</B><A>1</A>"))).toStrictEqual([
    { B: 2, A: 1 },
    { B: 2, A: 1 },
    { B: 2, A: 1 },
  ]);
  expect(outcomes(node, thing("<B>2</B>"))).toStrictEqual([ERROR, ERROR, { B: 2 }]);
});

test("a single element twice", () => {
  expect(outcomes(record, thing("<Id>1</Id><Id>1</Id>"))).toStrictEqual([ERROR, ERROR, ERROR]);
  expect(outcomes(record, thing("<Id>1</Id><Name/><Name/>"))).toStrictEqual([ERROR, ERROR, ERROR]);
  expect(outcomes(record, thing(`<Id>1</Id>${nil("Name")}<Name/>`))).toStrictEqual([ERROR, ERROR, ERROR]);
});

test("text between elements", () => {
  expect(outcomes(record, thing("<Id>1</Id> x"))).toStrictEqual([ERROR, ERROR, ERROR]);
  expect(outcomes(record, thing("\u00a0<Id>1</Id>"))).toStrictEqual([ERROR, ERROR, ERROR]);
  const value = { Id: 1, Item: [] };
  expect(outcomes(record, thing(" \n\t<Id>1</Id>\r\n<!-- x -->"))).toStrictEqual([value, value, value]);
  expect(outcomes(element("Thing", complex()), thing("x"))).toStrictEqual([ERROR, ERROR, ERROR]);
});

test("a value that is not of its type", () => {
  expect(outcomes(record, thing("<Id>x</Id>"))).toStrictEqual([ERROR, ERROR, ERROR]);
  expect(outcomes(record, thing("<Id>1</Id><Code/>"))).toStrictEqual([ERROR, ERROR, ERROR]);
  expect(outcomes(record, thing("<Id>1</Id><Name><b/></Name>"))).toStrictEqual([ERROR, ERROR, ERROR]);
  expect(outcomes(record, thing('<Id>1</Id><Name lang="x"><b/></Name>'))).toStrictEqual([ERROR, ERROR, ERROR]);
});

test("nil with content, and nil that is neither true nor false", () => {
  for (const content of ["x", "<a/>", "5"]) {
    expect(outcomes(record, thing(`<Id>1</Id><Code xsi:nil="true">${content}</Code>`))).toStrictEqual([
      ERROR,
      ERROR,
      ERROR,
    ]);
  }
  // XML Schema allows no character at all; services that indent their output write blanks.
  const blank = { Id: 1, Code: null, Item: [] };
  expect(outcomes(record, thing('<Id>1</Id><Code xsi:nil="true">\n </Code>'))).toStrictEqual([ERROR, blank, blank]);
  for (const text of ["banana", "", "TRUE", "2"]) {
    expect(outcomes(record, thing(`<Id>1</Id><Code xsi:nil="${text}">5</Code>`))).toStrictEqual([ERROR, ERROR, ERROR]);
  }
  const value = { Id: 1, Item: [] };
  expect(outcomes(record, thing('<Id>1</Id><Name nil="true">a</Name>'))).toStrictEqual([
    ERROR,
    { ...value, Name: "a" },
    { ...value, Name: "a" },
  ]);
});

test("too few and too many of a list", () => {
  const node = element("Thing", complex(element("A", xs.int, { min: 2, max: 3 })));
  const items = (count: number): string => thing("<A>1</A>".repeat(count));
  expect(outcomes(node, items(0))).toStrictEqual([ERROR, ERROR, { A: [] }]);
  expect(outcomes(node, items(1))).toStrictEqual([ERROR, ERROR, { A: [1] }]);
  expect(outcomes(node, items(2))).toStrictEqual([{ A: [1, 1] }, { A: [1, 1] }, { A: [1, 1] }]);
  expect(outcomes(node, items(3))[0]).toStrictEqual({ A: [1, 1, 1] });
  expect(outcomes(node, items(4))).toStrictEqual([ERROR, ERROR, { A: [1, 1, 1, 1] }]);
  const some = element("Thing", complex(element("A", xs.int, { min: 1, max: Infinity, array: true })));
  expect(outcomes(some, items(0))).toStrictEqual([ERROR, ERROR, { A: [] }]);
});

test("a choice", () => {
  const node = element(
    "Thing",
    complex(group("choice", element("A", xs.int), group("sequence", element("B", xs.int), element("C", xs.int)))),
  );
  expect(outcomes(node, thing("<A>1</A>"))).toStrictEqual([{ A: 1 }, { A: 1 }, { A: 1 }]);
  expect(outcomes(node, thing("<B>1</B><C>2</C>"))[1]).toStrictEqual({ B: 1, C: 2 });
  expect(outcomes(node, thing("<B>1</B>"))).toStrictEqual([ERROR, ERROR, { B: 1 }]);
  expect(outcomes(node, thing(""))).toStrictEqual([ERROR, ERROR, {}]);
  expect(outcomes(node, thing("<A>1</A><B>1</B><C>2</C>"))).toStrictEqual([ERROR, ERROR, ERROR]);
});

test("an optional group is there as a whole or not at all", () => {
  const node = element(
    "Thing",
    complex(optionalGroup("sequence", element("A", xs.int), many("B", xs.int), element("C", xs.int))),
  );
  expect(outcomes(node, thing(""))).toStrictEqual([{}, {}, {}]);
  expect(outcomes(node, thing("<A>1</A>"))).toStrictEqual([ERROR, ERROR, { A: 1 }]);
  expect(outcomes(node, thing("<A>1</A><C>2</C>"))[0]).toStrictEqual({ A: 1, C: 2 });
  const choice = element("Thing", complex(optionalGroup("choice", element("A", xs.int), element("B", xs.int))));
  expect(outcomes(choice, thing(""))).toStrictEqual([{}, {}, {}]);
});

describe("a name that is like a declared one", () => {
  const notesOf = (node: ElementNode, xml: string, validation: Validation = "lenient") => {
    const notes = new ResponseNotes();
    decode(node, xml, { validation, notes, path: "Body" });
    return notes.list.map(({ path, came, read }) => [path, came, read]);
  };
  const named = { Id: 1, Item: [], Name: "a" };

  test.each([
    ["another namespace", '<Id>1</Id><Name xmlns="urn:other">a</Name>'],
    ["no namespace", '<Id>1</Id><Name xmlns="">a</Name>'],
    ["another case", "<Id>1</Id><name>a</name>"],
    ["both", '<Id>1</Id><NAME xmlns="">a</NAME>'],
  ])("in %s is refused, and read by lenient", (_, content) => {
    expect(outcomes(record, thing(content))).toStrictEqual([ERROR, ERROR, named]);
    expect(notesOf(record, thing(content))).toEqual([
      [expect.stringMatching(/^Body\/Thing\/name$/i), expect.stringMatching(/name$/i), "{urn:example}Name"],
    ]);
  });

  test("is refused with both names and the place", () => {
    const wrong = thing('<Id>1</Id><Name xmlns="">a</Name>');
    for (const validation of ["strict", "standard"] as const)
      expect(() => decode(record, wrong, { validation })).toThrow(
        "at Thing: an element that the schema does not know here: {}Name (the schema has one of that name in another namespace: {urn:example}Name)",
      );
    expect(() => decode(record, thing("<Id>1</Id><name>a</name>"))).toThrow(
      "{urn:example}name (the schema has one whose name differs in case: {urn:example}Name)",
    );
  });

  test("beside the declared one appears twice", () => {
    expect(outcomes(record, thing('<Id xmlns="">7</Id><Id>1</Id>'))).toStrictEqual([ERROR, ERROR, ERROR]);
    expect(outcomes(record, thing("<Id>1</Id><id>7</id>"))).toStrictEqual([ERROR, ERROR, ERROR]);
  });

  test("is one of an attribute in the element's namespace, where its type has no name", () => {
    const node = element(
      "Thing",
      complex(attribute("at", xs.int), attribute("to", xs.int, { name: qname("to", "urn:o") })),
    );
    const written = (attributes: string): string => thing("", ` xmlns:t="urn:example" ${attributes}`);
    expect(outcomes(node, written('t:at="1"'))).toStrictEqual([ERROR, ERROR, { at: 1 }]);
    expect(outcomes(node, written('t:to="1"'))).toStrictEqual([ERROR, ERROR, { to: 1 }]);
    expect(outcomes(node, written('xmlns:x="urn:x" x:at="1"'))).toStrictEqual([ERROR, {}, {}]);
  });

  test("of several declared ones is never guessed", () => {
    const node = element(
      "Thing",
      complex(optional("A", xs.string), optional("B", xs.string, { name: qname("A", "urn:b") })),
    );
    expect(outcomes(node, thing('<A xmlns="">a</A>'))).toStrictEqual([ERROR, ERROR, ERROR]);
  });

  test("is read at every depth, in lists, in any order, and in mixed content", () => {
    const deep = element(
      "Thing",
      complex(
        optional(
          "Outer",
          complex(many("Item", xs.int), element("Last", xs.string), optional("Item2", xs.int, { name: qname("Item") })),
        ),
      ),
    );
    const content = '<Outer xmlns=""><Item>1</Item><Item>2</Item><Last>x</Last></Outer>';
    expect(outcomes(deep, thing(content))).toStrictEqual([ERROR, ERROR, { Outer: { Item: [1, 2], Last: "x" } }]);
    const mixed = element("Thing", complex({ kind: "mixed", key: "content", particles: [many("B", xs.string)] }));
    expect(outcomes(mixed, thing('a<B xmlns="">b</B>c'))).toStrictEqual([
      ERROR,
      ERROR,
      { content: ["a", { B: "b" }, "c"] },
    ]);
  });

  test("goes to the wildcard that accepts it", () => {
    const open = element("Thing", complex(optional("Name", xs.string), any("rest", { max: Infinity, array: true })));
    const [strict, standard, lenient] = outcomes(open, thing('<Name>a</Name><Name xmlns="urn:other">b</Name>'));
    expect(standard).toMatchObject({ Name: "a", rest: [{ children: ["b"] }] });
    expect([strict, lenient]).toEqual([standard, standard]);
  });

  test("of an attribute is refused, and read by lenient", () => {
    const node = element("Thing", complex(attribute("id", xs.int)));
    expect(outcomes(node, thing("", ' ID="5"'))).toStrictEqual([ERROR, ERROR, { id: 5 }]);
    expect(outcomes(node, thing("", ' ID="5" id="6"'))).toStrictEqual([ERROR, ERROR, ERROR]);
    expect(notesOf(node, thing("", ' ID="5"'))).toEqual([["Body/Thing/@ID", "{}ID", "{}id"]]);
    const foreign = thing("", ' x:id="5" xmlns:x="urn:other"');
    expect(outcomes(node, foreign)).toStrictEqual([ERROR, {}, {}]);
    expect(notesOf(node, foreign, "standard")).toEqual([
      ["Body/Thing/@id", "{urn:other}id", expect.stringMatching(/^nothing/)],
    ]);
  });

  test.each(["standard", "lenient"] as const)("of no declared one is ignored and noted under %s", (validation) => {
    const xml = thing("<Id>1</Id><Other><Id>2</Id></Other><Other/>", ' other="1"');
    const notes = new ResponseNotes();
    expect(decode(record, xml, { validation, notes, path: "Body" })).toStrictEqual({ Id: 1, Item: [] });
    const read = "nothing, because the schema does not know it here";
    expect(notes.list).toEqual([
      { path: "Body/Thing/@other", came: "{}other", read, count: 1 },
      { path: "Body/Thing/Other", came: "{urn:example}Other", read, count: 2 },
    ]);
  });

  test("the attributes of a nil element are noted, and refused by strict", () => {
    const xml = thing('<Id>1</Id><Code xsi:nil="1" lang="en"/>');
    for (const validation of ["standard", "lenient"] as const)
      expect(notesOf(record, xml, validation)).toEqual([
        ["Body/Thing/Code/@lang", "lang", "nothing, because its element is nil"],
      ]);
    expect(() => notesOf(record, xml, "strict")).toThrow(
      "at Body/Thing/Code: an attribute that the schema does not know: lang",
    );
  });
});

test("a fixed value", () => {
  const node = element(
    "Thing",
    complex(element("A", xs.decimal, { fixed: "1.0" }), attribute("b", xs.string, { fixed: "x" })),
  );
  expect(outcomes(node, thing("<A>1</A>", ' b="x"'))[0]).toStrictEqual({ b: "x", A: "1" });
  expect(outcomes(node, thing("<A/>"))[0]).toStrictEqual({ b: "x", A: "1.0" });
  expect(outcomes(node, thing("<A>2</A>"))).toStrictEqual([ERROR, { b: "x", A: "2" }, { b: "x", A: "2" }]);
  expect(outcomes(node, thing("<A>1</A>", ' b="y"'))).toStrictEqual([ERROR, { b: "y", A: "1" }, { b: "y", A: "1" }]);
});

test("a default value replaces an empty element and an absent attribute", () => {
  const node = element(
    "Thing",
    complex(element("A", xs.int, { default: "5" }), attribute("b", xs.string, { default: "x" })),
  );
  expect(decode(node, thing("<A/>"))).toStrictEqual({ b: "x", A: 5 });
  expect(decode(node, thing("<A></A>", ' b=""'))).toStrictEqual({ b: "", A: 5 });
  expect(decode(node, thing("<A>6</A>", ' b="y"'))).toStrictEqual({ b: "y", A: 6 });
});

describe("a wildcard beside an element of the same name", () => {
  const tree = (text: string, local = "item") => ({
    name: { namespace: "urn:example", local },
    attributes: [],
    children: text === "" ? [] : [text],
  });
  const three = (value: unknown): unknown[] => [value, value, value];

  test("several wildcards behind the element", () => {
    const node = element(
      "Thing",
      complex(element("item", xs.int), any("any", { min: 1, max: 1 }), any("more", { min: 1 })),
    );
    expect(outcomes(node, thing("<item>1</item><item>2</item><item>3</item><item>4</item>"))).toStrictEqual(
      three({ item: 1, any: tree("2"), more: [tree("3"), tree("4")] }),
    );
    expect(outcomes(node, thing("<item>1</item><item>2</item>"))).toStrictEqual([
      ERROR,
      ERROR,
      { item: 1, any: tree("2"), more: [] },
    ]);
  });

  test("an element that is over", () => {
    const node = element("Thing", complex(optional("item", xs.int), element("z", xs.string), any("any")));
    expect(outcomes(node, thing("<z/><item>1</item>"))).toStrictEqual(three({ z: "", any: [tree("1")] }));
    expect(outcomes(node, thing("<item>1</item><z/><item>2</item><z/>"))).toStrictEqual(
      three({ item: 1, z: "", any: [tree("2"), tree("", "z")] }),
    );
  });

  test("a list that is full", () => {
    const node = element("Thing", complex(many("item", xs.int, { min: 2, max: 2 }), any("any")));
    expect(outcomes(node, thing("<item>1</item><item>2</item><item>3</item>"))).toStrictEqual(
      three({ item: [1, 2], any: [tree("3")] }),
    );
  });

  test("choices, repeated groups and all groups", () => {
    const choice = element(
      "Thing",
      complex(
        group("choice", element("a", xs.int), group("sequence", element("b", xs.int), optional("item", xs.int))),
        any("any"),
      ),
    );
    expect(outcomes(choice, thing("<a>1</a><item>2</item>"))).toStrictEqual(three({ a: 1, any: [tree("2")] }));
    expect(outcomes(choice, thing("<b>1</b><item>2</item>"))).toStrictEqual(three({ b: 1, item: 2, any: [] }));
    const repeating = element(
      "Thing",
      complex(repeated("pairs", group("sequence", element("item", xs.int), element("z", xs.int)), 1, 1), any("any")),
    );
    expect(outcomes(repeating, thing("<item>1</item><z>2</z><item>3</item>"))).toStrictEqual(
      three({ pairs: [{ item: 1, z: 2 }], any: [tree("3")] }),
    );
    const all = element("Thing", complex(group("all", optional("item", xs.int), optional("z", xs.int)), any("any")));
    expect(outcomes(all, thing("<z>2</z><item>1</item><item>3</item>"))).toStrictEqual(
      three({ z: 2, item: 1, any: [tree("3")] }),
    );
  });

  test("children out of order keep their names", () => {
    const node = element("Thing", complex(element("item", xs.int), element("z", xs.string), any("any")));
    expect(outcomes(node, thing("<z/><item>1</item>"))).toStrictEqual([
      ERROR,
      { item: 1, z: "", any: [] },
      { item: 1, z: "", any: [] },
    ]);
  });

  test("rows of a list", () => {
    const row = complex(optional("item", xs.int), element("z", xs.string), any("any"));
    const node = element("Thing", complex(many("Row", row)));
    const xml = thing("<Row><item>1</item><z>a</z></Row><Row><z>b</z><item>2</item></Row>".repeat(3));
    const rows = [
      { item: 1, z: "a", any: [] },
      { z: "b", any: [tree("2")] },
    ];
    expect(outcomes(node, xml)).toStrictEqual(three({ Row: [...rows, ...rows, ...rows] }));
  });
});

describe("lenient reads what standard reads", () => {
  test("where the first branch of a choice could begin with what is missing from it", () => {
    const node = element(
      "Thing",
      complex(
        group(
          "choice",
          group("sequence", element("Eq", xs.int), group("choice", element("Gt", xs.int), element("In", xs.int))),
          group(
            "sequence",
            group(
              "choice",
              element("Gt2", xs.int, { name: qname("Gt") }),
              element("In2", xs.int, { name: qname("In") }),
            ),
            element("Eq2", xs.int, { name: qname("Eq") }),
          ),
        ),
      ),
    );
    const value = { In2: 1, Eq2: 2 };
    expect(outcomes(node, thing("<In>1</In><Eq>2</Eq>"))).toStrictEqual([value, value, value]);
    expect(outcomes(node, thing("<In>1</In>"))).toStrictEqual([ERROR, ERROR, { In: 1 }]);
  });

  test("where an optional group could begin with what is missing from it", () => {
    const node = element(
      "Thing",
      complex(
        optionalGroup("sequence", element("A", xs.int), element("B", xs.int)),
        element("B2", xs.int, { name: qname("B") }),
      ),
    );
    expect(outcomes(node, thing("<B>1</B>"))).toStrictEqual([{ B2: 1 }, { B2: 1 }, { B2: 1 }]);
  });
});

test("a wildcard that must stand once", () => {
  const node = element(
    "Thing",
    complex(any("other", { min: 1, max: 1, namespaces: { allow: "other", than: "urn:example" } })),
  );
  expect(outcomes(node, thing(""))).toStrictEqual([ERROR, ERROR, {}]);
  expect(outcomes(node, thing("<a/>"))).toStrictEqual([ERROR, ERROR, {}]);
  expect(outcomes(node, thing('<a xmlns="urn:x"/>'))[0]).toMatchObject({ other: { name: { local: "a" } } });
});

describe("a decimal with an exponent is read by lenient alone, in plain digits", () => {
  const price = (type: Parameters<typeof element>[1]): ElementNode => element("Thing", complex(element("Price", type)));
  const read = (type: Parameters<typeof element>[1], text: string): unknown[] =>
    outcomes(price(type), thing(`<Price>${text}</Price>`)).map((outcome) =>
      outcome === ERROR ? ERROR : Reflect.get(Object(outcome), "Price"),
    );
  const ninetyNine = "9".repeat(99);

  test.each([
    ["1E-7", "0.0000001"],
    ["-1.25e+3", "-1250"],
    ["12.5E-1", "1.25"],
    [" .5E1 ", "5"],
    ["0E-3", "0.000"],
    ["007e0", "7"],
    ["1E999", `1${"0".repeat(999)}`],
    [`${ninetyNine}E-99`, `0.${ninetyNine}`],
  ])("%s", (text, plain) => {
    expect(read(xs.decimal, text)).toStrictEqual([ERROR, ERROR, plain]);
  });

  test.each(["1E1000", "1E-1000", "1E99999999999", "E5", "1E", "1E5.0", "INF", "0x1E3"])(
    "%s is no such value",
    (text) => {
      expect(read(xs.decimal, text)).toStrictEqual([ERROR, ERROR, ERROR]);
    },
  );

  test("its facets are those of the value, doubles are as they were", () => {
    const closed = restriction(xs.decimal, { minInclusive: "0.1" });
    expect(read(closed, "5E-1")).toStrictEqual([ERROR, ERROR, "0.5"]);
    expect(read(builtIn("double"), "1E3")).toStrictEqual([1000, 1000, 1000]);
    expect(read(unionOf(xs.decimal, xs.string), "1E1")).toStrictEqual(["1E1", "1E1", "1E1"]);
  });

  // The sandbox notes nothing, and reads what .asmx services read.
  test.each([
    ["an integer", xs.int, "1E3", 1000],
    ["a list", listOf(xs.decimal), "1E1 2.5", ["10", "2.5"]],
    ["a union", unionOf(xs.int, xs.decimal), "1E1", 10],
  ] as const)("%s is read where departures are noted", (_, type, text, value) => {
    expect(read(type, text)).toStrictEqual([ERROR, ERROR, ERROR]);
    const notes = new ResponseNotes();
    const options = { validation: "lenient", notes } as const;
    expect(decode(price(type), thing(`<Price>${text}</Price>`), options)).toEqual({ Price: value });
    expect(notes.list).toHaveLength(1);
  });
});
