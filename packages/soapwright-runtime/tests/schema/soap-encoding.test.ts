/** rpc/encoded: arrays, xsi:type in requests, and values elsewhere in the Body. */

import { decode, feed } from "soapwright-testing/schema/feed";
import { ArgumentError } from "../../src/errors/argument-error";
import { ResponseError } from "../../src/errors/response-error";
import { Codec } from "../../src/schema/codec";
import { soapEncoding } from "../../src/schema/soap-encoding";
import type { ElementNode, NodeRef } from "../../src/schema/tables/nodes";
import type { XmlElement } from "../../src/schema/tables/table-values";
import { type MultiRefLimits, replayReferences } from "../../src/schema/tree/references";
import { TreeReader } from "../../src/schema/tree/tree-reader";
import { complex, element, listOf, many, named, nillable, qname, restriction, XSD, xs } from "./tables";

const codec = new Codec({ validation: "standard", soapEncoding });
const plain = (key: string, type: NodeRef): ElementNode => element(key, type, { name: qname(key, "") });
const item = named("Item", plain("Id", xs.int), plain("Name", nillable(xs.string)));
const strings: NodeRef = { kind: "soapArray", item: nillable(xs.string), itemType: qname("string", XSD) };
const items: NodeRef = { kind: "soapArray", name: qname("ItemArray"), item, itemType: qname("Item") };
const call = element("call", complex(plain("names", strings), plain("items", items)));

const NAMESPACES =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:t="urn:example"';
const soap = "http://schemas.xmlsoap.org/soap/envelope/";
const style = `xmlns:soap="${soap}" soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"`;
const value = { names: ["a", null], items: [{ Id: 1, Name: "x" }] };

test("writes xsi:type and arrays of SOAP 1.1", () => {
  expect(codec.encode(call, value, "call", { encoding: "1.1" })).toBe(
    `<q1:call xmlns:soap="${soap}" xmlns:q1="urn:example" soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">` +
      '<names xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xsi:type="soapenc:Array" soapenc:arrayType="xsd:string[2]">' +
      '<item xsi:type="xsd:string">a</item><item xsi:nil="true"></item></names>' +
      '<items xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xsi:type="soapenc:Array" soapenc:arrayType="q1:Item[1]">' +
      '<item xsi:type="q1:Item"><Id xsi:type="xsd:int">1</Id><Name xsi:type="xsd:string">x</Name></item></items></q1:call>',
  );
});

test("writes arrays of SOAP 1.2", () => {
  const text = codec.encode(call, value, "call", { encoding: "1.2" });
  expect(text).toContain(
    'xmlns:soap12="http://www.w3.org/2003/05/soap-envelope" xmlns:q1="urn:example" soap12:encodingStyle="http://www.w3.org/2003/05/soap-encoding">',
  );
  expect(text).toContain(
    '<names xmlns:soapenc="http://www.w3.org/2003/05/soap-encoding" soapenc:itemType="xsd:string" soapenc:arraySize="2">',
  );
});

test("writes no types under literal use", () => {
  expect(codec.encode(call, value, "call")).toBe(
    '<q1:call xmlns:q1="urn:example"><names><item>a</item><item xsi:nil="true"></item></names><items><item><Id>1</Id><Name>x</Name></item></items></q1:call>',
  );
});

test("anonymous types go by the built-in type that they restrict", () => {
  const node = plain("v", restriction(xs.int, { maxInclusive: "5" }));
  expect(codec.encode(node, 1, "v", { encoding: "1.1" })).toBe(`<v ${style} xsi:type="xsd:int">1</v>`);
  const list = plain("v", listOf(xs.int));
  expect(codec.encode(list, [1], "v", { encoding: "1.1" })).toBe(`<v ${style}>1</v>`);
});

test.each(["1.1", "1.2"] as const)("reads back what it wrote for SOAP %s", (encoding) => {
  const text = codec.encode(call, value, "call", { encoding, selfContained: true });
  expect(decode(call, text)).toStrictEqual(value);
  expect(decode(call, text, { validation: "strict" })).toStrictEqual(value);
});

test("items of an array may have any name", () => {
  const xml = `<t:call ${NAMESPACES}><names xsi:type="soapenc:Array" soapenc:arrayType="xsd:string[2]"><xsd:string>a</xsd:string><b xsi:type="soapenc:string">c</b></names><items xsi:type="t:ItemArray"/></t:call>`;
  expect(decode(call, xml)).toStrictEqual({ names: ["a", "c"], items: [] });
});

describe("items of a type that has derived types", () => {
  const special = named("Special", { kind: "extension", base: item }, plain("More", xs.int));
  const polymorphic: NodeRef = {
    kind: "polymorphic",
    alternatives: [
      { label: "Item", declared: true, type: item, wrapped: false },
      { label: "Special", declared: false, type: special, wrapped: false, xsiType: qname("Special") },
    ],
  };
  const list = element("list", { kind: "soapArray", item: polymorphic, itemType: qname("Item") });
  const array = (arrayType: string, content: string): string =>
    `<t:list ${NAMESPACES} xmlns:enc="http://www.w3.org/2003/05/soap-encoding" xsi:type="soapenc:Array" ${arrayType}>${content}</t:list>`;
  const fields = "<Id>1</Id><Name>x</Name>";
  const plainItem = { $type: "Item", Id: 1, Name: "x" };
  const specialItem = { $type: "Special", Id: 1, Name: "x", More: 2 };

  test.each(["strict", "standard", "lenient"] as const)("may have any name under %s", (validation) => {
    const content = `<list>${fields}</list><t:Item xsi:type="t:Item">${fields}</t:Item><item>${fields}</item><x xsi:type="t:Special">${fields}<More>2</More></x>`;
    expect(decode(list, array('soapenc:arrayType="t:Item[4]"', content), { validation })).toStrictEqual([
      plainItem,
      plainItem,
      plainItem,
      specialItem,
    ]);
  });

  test.each(['soapenc:arrayType="t:Special[2]"', 'soapenc:arrayType=" t:Special[] "', 'enc:itemType="t:Special"'])(
    "are of the type that the array names: %s",
    (arrayType) => {
      const content = `<x>${fields}<More>2</More></x><x xsi:type="t:Item">${fields}</x>`;
      expect(decode(list, array(arrayType, content))).toStrictEqual([specialItem, plainItem]);
    },
  );

  test.each([
    'soapenc:arrayType="xsd:anyType[1]"',
    'soapenc:arrayType="t:Other[1]"',
    'soapenc:arrayType="no:Special[1]"',
  ])("are of the declared type where the array names none of its own: %s", (arrayType) => {
    expect(decode(list, array(arrayType, `<x>${fields}</x>`))).toStrictEqual([plainItem]);
  });
});

test("arrays in part, of several dimensions or with text are refused", () => {
  const array = (attributes: string, content = ""): string =>
    `<t:call ${NAMESPACES}><names ${attributes}>${content}</names><items/></t:call>`;
  for (const xml of [
    array('soapenc:offset="[2]"'),
    array('soapenc:arrayType="xsd:string[2,3]"'),
    array("", '<a soapenc:position="[1]">x</a>'),
    array("", "text"),
    array('xsi:type="xsd:string"'),
    array("", "<a><b/></a>"),
  ]) {
    expect(() => decode(call, xml)).toThrow(ResponseError);
  }
  expect(() => decode(call, array("", "<a>1</a>").replace("<items/>", '<items><x xsi:nil="true"/></items>'))).toThrow(
    /items\/x\[1\]: nil/,
  );
});

describe("arrays of arrays", () => {
  const rows: NodeRef = {
    kind: "soapArray",
    name: qname("Table"),
    item: nillable(strings),
    itemType: qname("string", XSD),
  };
  const table = element("table", rows);
  const lists = [["a", null], [], ["b"], null];

  test.each(["1.1", "1.2"] as const)("come back as they were written for SOAP %s", (encoding) => {
    const text = codec.encode(table, lists, "table", { encoding, selfContained: true });
    for (const validation of ["strict", "standard", "lenient"] as const)
      expect(decode(table, text, { validation })).toStrictEqual(lists);
  });

  test("say what their items are", () => {
    const text = codec.encode(table, lists, "table", { encoding: "1.1" });
    expect(text).toContain('arrayType="xsd:string[][4]"');
    expect(text).toContain('<item xmlns="" xsi:type="soapenc:Array" soapenc:arrayType="xsd:string[2]">');
    const second = codec.encode(table, lists, "table", { encoding: "1.2" });
    expect(second).not.toMatch(/^<[^>]*itemType/);
    expect(second).toContain('<item xmlns="" soapenc:itemType="xsd:string" soapenc:arraySize="2">');
  });

  test("refuse an item that is none", () => {
    expect(() => codec.encode(table, ["a"], "table", { encoding: "1.1" })).toThrow(ArgumentError);
    const xml = `<t:table ${NAMESPACES} xsi:type="soapenc:Array" soapenc:arrayType="xsd:string[][1]"><i xsi:type="xsd:string">a</i></t:table>`;
    expect(() => decode(table, xml)).toThrow(ResponseError);
  });

  test("of several dimensions are refused as arguments", () => {
    const grid = element("grid", { ...strings, dimensions: 2 } as NodeRef);
    for (const encoding of ["1.1", "1.2", undefined] as const)
      expect(() => codec.encode(grid, ["a"], "grid", { ...(encoding && { encoding }) })).toThrow(
        "arrays of several dimensions are not supported",
      );
  });
});

test("arrays that are none, or have holes, are refused as arguments", () => {
  for (const names of ["a", { length: 0 }, undefined, null, [undefined], [1]]) {
    expect(() => codec.encode(call, { ...value, names }, "call")).toThrow(ArgumentError);
  }
});

describe("references", () => {
  const read = (xml: string): XmlElement => feed(xml, (scope) => new TreeReader(scope)).element;

  function resolve(node: ElementNode, content: string, limits?: Partial<MultiRefLimits>): unknown {
    const body = read(`<Body ${NAMESPACES} xmlns:enc="http://www.w3.org/2003/05/soap-encoding">${content}</Body>`);
    const root = body.children.find((child) => typeof child !== "string")!;
    const decoder = replayReferences(body, root, (scope) => codec.decoder(node, scope, { path: "Body" }), limits);
    expect(decoder.done).toBe(true);
    return decoder.value;
  }
  const pair = element("pair", complex(plain("a", item), plain("b", item)));

  test("are replaced by what they refer to, shared values as copies", () => {
    const result = resolve(
      pair,
      '<t:pair><a href="#1"/><b href="#1"/></t:pair><m id="1" xsi:type="t:Item"><Id>7</Id><Name href="#2"/></m><n id="2">x</n>',
    ) as { a: object; b: object };
    expect(result).toStrictEqual({ a: { Id: 7, Name: "x" }, b: { Id: 7, Name: "x" } });
    expect(result.a).not.toBe(result.b);
  });

  test("may lead to references, and be those of SOAP 1.2", () => {
    expect(
      resolve(
        pair,
        '<t:pair><a enc:ref="1"/><b href="#0"/></t:pair><r id="0" href="#1"/><m enc:id="1"><Id>7</Id><Name xsi:nil="1"/></m>',
      ),
    ).toStrictEqual({
      a: { Id: 7, Name: null },
      b: { Id: 7, Name: null },
    });
  });

  test("keep what the prefixes in their texts mean", () => {
    const names = element("names", complex(plain("n", xs.QName)));
    expect(resolve(names, '<t:names><n href="#1"/></t:names><m id="1" xmlns:z="urn:z">z:x</m>')).toStrictEqual({
      n: { namespace: "urn:z", local: "x" },
    });
  });

  test.each([
    ["to nothing", '<t:pair><a href="#9"/><b href="#9"/></t:pair>', "value"],
    ["to another document", '<t:pair><a href="cid:x"/><b href="cid:x"/></t:pair>', "value"],
    ["to themselves", '<t:pair><a id="1" href="#1"/><b href="#1"/></t:pair>', "value"],
    ["in a circle", '<t:pair><a href="#1"/><b href="#2"/></t:pair><m id="1" href="#2"/><m id="2" href="#1"/>', "value"],
    ["with content", '<t:pair><a href="#1">x</a><b href="#1"/></t:pair><m id="1"/>', "value"],
    ["to an id that occurs twice", '<t:pair><a href="#1"/><b href="#1"/></t:pair><m id="1"/><m id="1"/>', "value"],
  ])("%s are refused", (_, content, reason) => {
    expect(() => resolve(pair, content)).toThrow(expect.objectContaining({ code: "RESPONSE", reason }) as Error);
  });

  test("within what they refer to are refused", () => {
    const tree = named(
      "Tree",
      many("next", () => tree, { name: qname("next", "") }),
    );
    expect(() =>
      resolve(element("tree", tree), '<t:tree id="0"><next href="#1"/></t:tree><m id="1"><next href="#1"/></m>'),
    ).toThrow(/Body|tree\/next\/next: a reference to an element that contains it/);
  });

  test("cannot make a small message large", () => {
    const tree = named(
      "Tree",
      many("next", () => tree, { name: qname("next", "") }),
    );
    const doubling = Array.from(
      { length: 40 },
      (_, index) => `<m id="${index}"><next href="#${index + 1}"/><next href="#${index + 1}"/></m>`,
    ).join("");
    const bomb = `<t:tree><next href="#0"/></t:tree>${doubling}<m id="40"/>`;
    expect(() => resolve(element("tree", tree), bomb, { maxElements: 10_000 })).toThrow(
      expect.objectContaining({ reason: "limit" }) as Error,
    );
    expect(() => resolve(element("tree", tree), bomb, { maxDepth: 20 })).toThrow(
      expect.objectContaining({ reason: "limit" }) as Error,
    );
  });
});

describe("references in literal messages", () => {
  const node = element(
    "Thing",
    complex(many("Item", complex(element("Id", xs.int, { min: 0 }))), element("S", xs.string, { min: 0 })),
  );
  const thing = (content: string): string => `<Thing xmlns="urn:example">${content}</Thing>`;

  test("do not pass for empty values", () => {
    expect(() => decode(node, thing('<Item href="#1"/>'))).toThrow(/Thing\/Item\[1\]: a reference/);
    expect(() => decode(node, thing('<S href="#1"/>'))).toThrow(/Thing\/S: a reference/);
    const positional = element(
      "Thing",
      complex(
        element(
          "A",
          complex(
            element("B", xs.int, { min: 0 }),
            element("C", xs.int, { min: 0 }),
            element("B2", xs.int, { min: 0, name: qname("B") }),
          ),
        ),
      ),
    );
    expect(() => decode(positional, thing('<A href="#1"/>'))).toThrow(/a reference/);
  });

  test("with content are unknown attributes, and so are ids", () => {
    expect(decode(node, thing('<Item href="#1"><Id>1</Id></Item><S href="">x</S>'))).toStrictEqual({
      Item: [{ Id: 1 }],
      S: "x",
    });
    expect(decode(node, thing('<Item id="1"><Id>1</Id></Item>'))).toStrictEqual({ Item: [{ Id: 1 }] });
  });

  test("are plain attributes where the schema declares them", () => {
    const link = element(
      "Thing",
      complex({ kind: "attribute", key: "href", name: qname("href", ""), type: xs.string, required: false }),
    );
    expect(decode(link, '<Thing xmlns="urn:example" href="#1"/>')).toStrictEqual({ href: "#1" });
  });
});

test("an array of tables that do not bring the SOAP encoding is refused", () => {
  const literal = new Codec({ validation: "standard" });
  expect(() => literal.encode(element("list", strings), ["a"], "list")).toThrow(
    "The tables have an array of the SOAP encoding, but not soapEncoding, the code for it. Generate them again",
  );
});
