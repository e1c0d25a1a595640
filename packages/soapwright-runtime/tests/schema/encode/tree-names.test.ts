/** Tests `errors/argument-error` and `schema/codec` by themselves: no entry point shows them whole. */
import { ArgumentError } from "../../../src/errors/argument-error";
import { Codec, type ElementNode, type XmlElement } from "../../../src/schema/codec";
import { attribute, complex, element, NS, qname, xs } from "../tables";

const XSI = "http://www.w3.org/2001/XMLSchema-instance";
const XSD = "http://www.w3.org/2001/XMLSchema";
const codec = new Codec({ validation: "standard" });

function encode(node: ElementNode, value: unknown): string {
  return codec.encode(node, value, "test");
}

const any = element("Thing", { kind: "anyType" });

function typed(type: string, more: Partial<XmlElement> = {}): XmlElement {
  return {
    name: qname("Thing"),
    attributes: [{ name: { namespace: XSI, local: "type" }, value: type }],
    children: [],
    ...more,
  };
}

function failure(value: unknown, node = any): ArgumentError {
  try {
    throw new Error(`written: ${encode(node, value)}`);
  } catch (error) {
    if (error instanceof ArgumentError) return error;
    throw error;
  }
}

describe("xsi:type of an XmlElement", () => {
  test("xs, xsd and xsi are bound where they are not", () => {
    expect(encode(any, typed("xs:string"))).toBe(
      `<Thing xmlns="${NS}" xmlns:xs="${XSD}" xsi:type="xs:string"></Thing>`,
    );
    expect(encode(any, typed(" xsd:string "))).toBe(`<Thing xmlns="${NS}" xsi:type=" xsd:string "></Thing>`);
    expect(encode(any, typed("xs:string", { prefixes: { xs: "urn:own" } }))).toBe(
      `<Thing xmlns="${NS}" xmlns:xs="urn:own" xsi:type="xs:string"></Thing>`,
    );
  });

  test("another prefix without a binding is refused, with the ways to say it", () => {
    const error = failure(typed("t:Master"));
    expect(error).toMatchObject({
      path: "test.attributes[0].value",
      received: "the prefix t, which is in no prefixes",
    });
    expect(error.message).toContain('prefixes: { t: "the namespace" }');
  });

  test("a prefix that only the writer has bound does not count", () => {
    const node = element("Outer", complex(element("Name", xs.QName), element("Thing", { kind: "anyType" })));
    const Name = { namespace: "urn:names", local: "x" };
    expect(encode(node, { Name, Thing: typed("xs:string") })).toContain(`xmlns:q1="urn:names"`);
    expect(failure({ Name, Thing: typed("q1:T") }, node).path).toBe("test.Thing.attributes[0].value");
    expect(failure(typed("soap:T")).received).toBe("the prefix soap, which is in no prefixes");
  });

  test("an ancestor in the tree may bind it, and a child may bind it anew", () => {
    const child = { ...typed("t:A"), name: { namespace: "urn:c", local: "c" } };
    expect(encode(any, { ...typed("t:B"), children: [child], prefixes: { t: "urn:t" } })).toBe(
      `<Thing xmlns="${NS}" xmlns:t="urn:t" xsi:type="t:B"><c xmlns="urn:c" xsi:type="t:A"></c></Thing>`,
    );
    const children = [{ ...child, prefixes: { t: "urn:u" } }, child];
    expect(failure({ name: qname("Thing"), attributes: [], children }).path).toBe(
      "test.children[1].attributes[0].value",
    );
  });

  test("a name without a prefix needs a default namespace", () => {
    expect(failure(typed("Master")).received).toBe("a name without a prefix");
    expect(encode(any, typed("Master", { prefixes: { "": NS } }))).toBe(
      `<Thing xmlns="${NS}" xsi:type="Master"></Thing>`,
    );
    expect(encode(any, typed("Master", { prefixes: { "": "" } }))).toBe(
      `<q1:Thing xmlns:q1="${NS}" xsi:type="Master"></q1:Thing>`,
    );
    const plain = element("Thing", { kind: "anyType" }, { name: qname("Thing", "") });
    expect(encode(plain, { ...typed("Master"), name: qname("Thing", "") })).toBe('<Thing xsi:type="Master"></Thing>');
  });

  test("a default namespace holds for the children, whatever namespace they are in", () => {
    const inner = { ...typed("T"), name: { namespace: "urn:c", local: "c" } };
    const bare = { ...typed("T"), name: { namespace: "", local: "bare" } };
    expect(encode(any, { ...typed("T"), children: [inner, bare], prefixes: { "": "urn:d" } })).toBe(
      `<q1:Thing xmlns="urn:d" xmlns:q1="${NS}" xsi:type="T"><q2:c xmlns:q2="urn:c" xsi:type="T"></q2:c><bare xmlns="" xsi:type="T"></bare></q1:Thing>`,
    );
  });

  test("an attribute named xmlns is refused, because it would move the element to another namespace", () => {
    const attributes = [{ name: qname("xmlns", ""), value: "urn:d" }];
    expect(failure({ name: qname("Thing"), attributes, children: [] })).toMatchObject({
      path: "test.attributes[0].name",
      received: "xmlns",
    });
    const bound = [{ name: qname("xmlns", "urn:t"), value: "urn:d" }];
    expect(encode(any, { name: qname("Thing"), attributes: bound, children: [] })).toContain(':xmlns="urn:d"');
  });

  test("an element in no namespace has no default namespace", () => {
    const plain = element("Thing", { kind: "anyType" }, { name: qname("Thing", "") });
    const value = { name: qname("Thing", ""), attributes: [], children: [], prefixes: { "": "urn:d" } };
    expect(failure(value, plain).path).toBe("test.prefixes");
  });

  test.each(["", "a b", "1a", "t:", ":a", "t:a:b", "{urn:t}a"])("refuses %j, which is no QName", (value) => {
    expect(failure(typed(value, { prefixes: { t: "urn:t" } })).expected).toBe("the QName of a type");
  });

  test.each([
    ["xs:QName", "t:x"],
    ["xs:NOTATION", "t:x"],
  ])("the text of a %s is a QName too", (type, text) => {
    expect(failure(typed(type, { children: [text] }))).toMatchObject({ path: "test.children[0]" });
    expect(encode(any, typed(type, { children: [text], prefixes: { t: "urn:t" } }))).toContain(">t:x</Thing>");
    expect(encode(any, typed("xs:string", { children: [text] }))).toContain(">t:x</Thing>");
  });
});

describe("other names in raw attributes and values", () => {
  const encoding = "http://schemas.xmlsoap.org/soap/encoding/";
  const encoding12 = "http://www.w3.org/2003/05/soap-encoding";

  test.each([
    [encoding, "arrayType", "t:Item[2]"],
    [encoding, "arrayType", "t:Item[,][3]"],
    [encoding12, "itemType", "t:Item"],
  ])("{%s}%s is a QName", (namespace, local, value) => {
    const tree = { name: qname("Thing"), attributes: [{ name: { namespace, local }, value }], children: [] };
    expect(failure(tree).path).toBe("test.attributes[0].value");
    expect(encode(any, { ...tree, prefixes: { t: "urn:t" } })).toContain(`="${value}"`);
    expect(
      encode(any, { ...tree, attributes: [{ name: { namespace, local }, value: value.replace("t:", "xs:") }] }),
    ).toContain(`xmlns:xs="${XSD}"`);
  });

  test("a fixed QName is not written with the prefix of the schema", () => {
    const node = element("Thing", complex(attribute("kind", xs.QName, { required: true, fixed: "s:a" })));
    expect(failure({}, node).path).toBe("test.kind");
    expect(encode(node, { kind: { namespace: "urn:s", local: "a" } })).toContain('xmlns:q1="urn:s" kind="q1:a"');
  });

  test("no prefix stands for the namespace of declarations", () => {
    const node = element("Thing", complex(element("A", xs.QName)));
    expect(failure({ A: { namespace: "http://www.w3.org/2000/xmlns/", local: "a" } }, node).path).toBe("test.A");
  });
});
