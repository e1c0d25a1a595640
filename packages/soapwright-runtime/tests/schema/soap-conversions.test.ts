/** Values of the SOAP encoding that are of another type than the declared one. */
import { decode } from "soapwright-testing/schema/feed";
import { ResponseNotes, type Validation } from "../../src/schema/codec";
import type { ElementNode } from "../../src/schema/tables/nodes";
import { complex, element, optional, xs } from "./tables";

const NAMESPACES =
  'xmlns="urn:example" xmlns:o="urn:other" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xmlns:old="http://www.w3.org/1999/XMLSchema" xmlns:oldi="http://www.w3.org/1999/XMLSchema-instance" xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/"' +
  ' xmlns:enc12="http://www.w3.org/2003/05/soap-encoding"';

function read(
  node: ElementNode,
  attributes: string,
  content: string,
  validation: Validation = "standard",
  notes?: ResponseNotes,
): unknown {
  return decode(node, `<Thing ${NAMESPACES} ${attributes}>${content}</Thing>`, { encoded: true, validation, notes });
}

const text = element("Thing", xs.string);
const octets = element("Thing", xs.base64Binary);

test.each([
  [text, "xsd:int", "007", "007"],
  [text, "xsd:base64Binary", "w6k=", "é"],
  [text, "enc:base64", "w6k=", "é"],
  [text, "xsd:hexBinary", "C3A9", "é"],
  [text, "o:Name", "a", "a"],
  [element("Thing", xs.int), "xsd:string", "5", 5],
  [element("Thing", xs.boolean), "xsd:int", "1", true],
  [element("Thing", xs.double), "xsd:integer", "9007199254740992", 9_007_199_254_740_992],
  [element("Thing", xs.dateTime), "old:timeInstant", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"],
  [octets, "xsd:hexBinary", "0102", new Uint8Array([1, 2])],
])("%# are read where they convert without loss", (node, type, content, value) => {
  for (const validation of ["standard", "lenient"] as const)
    expect(read(node, `xsi:type="${type}"`, content, validation)).toEqual(value);
  if (type !== "old:timeInstant") expect(() => read(node, `xsi:type="${type}"`, content, "strict")).toThrow();
});

test.each([
  [text, "xsd:base64Binary", "/w=="],
  [octets, "xsd:string", "ABCD"],
  [element("Thing", xs.double), "xsd:integer", "9007199254740993"],
  [element("Thing", xs.int), "xsd:double", "5.5"],
])("%# are refused where they do not", (node, type, content) => {
  expect(() => read(node, `xsi:type="${type}"`, content)).toThrow(/does not match the schema at Thing/);
});

test.each([
  [element("Thing", xs.decimal), "", "1E-7", "0.0000001"],
  [element("Thing", xs.decimal), 'xsi:type="xsd:decimal"', "1.5E3", "1500"],
  [element("Thing", xs.int), 'xsi:type="xsd:double"', "5.0", 5],
  [element("Thing", xs.int), 'xsi:type="xsd:float"', "1e+06", 1_000_000],
  [element("Thing", xs.double), 'xsi:type="xsd:double"', "NAN", Number.NaN],
  [element("Thing", xs.double), "", "-Infinity", Number.NEGATIVE_INFINITY],
])("%# are read and noted as numbers that a program writes", (node, attributes, content, value) => {
  const notes = new ResponseNotes();
  expect(read(node, attributes, content, "standard", notes)).toEqual(value);
  expect(notes.list).toMatchObject([{ path: "Thing", came: content }]);
  expect(() => read(node, attributes, content, "strict", notes)).toThrow(/does not match the schema at Thing/);
});

test("an empty string has no octets", () => {
  expect(read(octets, 'xsi:type="xsd:string"', "")).toEqual(new Uint8Array(0));
});

test.each(["1,234.50", "0,5", "5-", "Y"])("the text %s is no number that a program writes", (content) => {
  expect(() => read(element("Thing", xs.decimal), "", content, "standard", new ResponseNotes())).toThrow(/at Thing/);
});

test("a struct of another name is read if it has no more members than the declared one", () => {
  const node = element("Thing", complex(optional("A", xs.string)));
  expect(read(node, 'xsi:type="o:Other"', '<A xmlns="">a</A>')).toEqual({ A: "a" });
  const more = "<A>a</A><B>b</B>";
  expect(() => read(node, 'xsi:type="o:Other"', more)).toThrow(/\{urn:other\}Other.*\{urn:example\}B/);
  expect(read(node, 'xsi:type="o:Other"', more, "lenient")).toEqual({ A: "a" });
});

test("nil is read in the older namespaces of XML Schema", () => {
  const node = element("Thing", complex(optional("A", { kind: "nillable", type: xs.int })));
  expect(read(node, "", '<A oldi:null="1"/>')).toEqual({ A: null });
});

describe("arrays", () => {
  const list = element("Thing", {
    kind: "soapArray",
    item: xs.string,
    itemType: { namespace: xs.string.name!.namespace, local: "string" },
  });

  test.each([
    ['enc:arrayType="xsd:string[2]"', "<i>a</i><i>b</i>", ["a", "b"]],
    ['enc:arrayType="xsd:base64Binary[1]"', "<i>w6k=</i>", ["é"]],
    [
      'enc:arrayType="xsd:string[]" enc:offset="[0]"',
      '<i enc:position="[0]">a</i><i enc:position="[1]">b</i>',
      ["a", "b"],
    ],
    ['enc12:itemType="xsd:string" enc12:arraySize="2"', "<i>a</i><i>b</i>", ["a", "b"]],
    ['enc12:itemType="xsd:string" enc12:arraySize="*"', "<i>a</i>", ["a"]],
    ['enc:arrayType="xsd:string[0]"', "<i>a</i>", ["a"]],
  ])("%s are read", (attributes, content, value) => {
    expect(read(list, attributes, content)).toEqual(value);
  });

  test.each([
    ['enc:arrayType="xsd:string[1000000000]"', "<i>a</i>", "declares 1000000000 items and has 1"],
    ['enc:arrayType="xsd:string[3]" enc:offset="[2]"', "<i>a</i>", "begins at item 2 (offset)"],
    ['enc:arrayType="xsd:string[3]" enc:offset="[x]"', "<i>a</i>", "an offset that is no position"],
    ['enc:arrayType="xsd:string[9]"', '<i enc:position="[7]">a</i>', "a sparse array"],
    ['enc:arrayType="xsd:string[2,1]"', "<i>a</i><i>b</i>", "several dimensions"],
    ['enc12:arraySize="2 1"', "<i>a</i><i>b</i>", "several dimensions"],
    [
      'enc:arrayType="xsd:string[][1]"',
      '<i xsi:type="enc:Array" enc:arrayType="xsd:string[1]"><i>a</i></i>',
      "an element inside text",
    ],
  ])("%s are refused by name", (attributes, content, message) => {
    expect(() => read(list, attributes, content)).toThrow(message);
  });
});
