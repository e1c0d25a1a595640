/** Tests parts by themselves, `any-types`, `errors/argument-error` and 3 more: no entry point shows them whole. */
import { type ComplexType, complexType, namespace } from "soapwright-runtime/tables";
import { anyTypes } from "../../src/any-types";
import { ArgumentError } from "../../src/errors/argument-error";
import { ResponseError } from "../../src/errors/response-error";
import { Codec, type XmlElement } from "../../src/schema/codec";
import { Replay } from "../../src/schema/tree/replay";
import { complex, element, qname, xs } from "./tables";

interface Master {
  id: number;
  label: string;
}

const tns = namespace("urn:t");
const Master: ComplexType<Master> = complexType(tns("Master"), [
  tns.element("id", xs.int),
  tns.element("label", xs.string),
]);
const types = anyTypes<{ Master: Master }>({ Master, service: { name: "S" }, version: 1, nothing: null });

const XSI = "http://www.w3.org/2001/XMLSchema-instance";
const XSD = "http://www.w3.org/2001/XMLSchema";
const name = { namespace: "urn:t", local: "Value" };

function typed(value: string, children: XmlElement["children"], prefixes?: XmlElement["prefixes"]): XmlElement {
  const attributes = [{ name: { namespace: XSI, local: "type" }, value }];
  return { name, attributes, children, ...(prefixes && { prefixes }) };
}

const master = typed(
  "m:Master",
  [
    { name: tns("id"), attributes: [], children: ["7"] },
    { name: tns("label"), attributes: [], children: ["seven"] },
  ],
  { m: "urn:t" },
);

test("an element is read by its xsi:type, of the contract or built in", () => {
  expect(types.decode(master)).toEqual({ $type: "Master", value: { id: 7, label: "seven" } });
  expect(types.decode(typed("x:dateTime", ["2026-11-21T08:30:00Z"], { x: XSD }))).toEqual({
    $type: "xs:dateTime",
    value: "2026-11-21T08:30:00Z",
  });
  expect(types.decode(typed(" x:int ", [" 5 "], { x: XSD }))).toEqual({ $type: "xs:int", value: 5 });
  const nil = { name: { namespace: XSI, local: "nil" }, value: "true" };
  expect(
    types.decode({ ...typed("x:int", [], { x: XSD }), attributes: [...typed("x:int", []).attributes, nil] }),
  ).toEqual({
    $type: "xs:int",
    value: null,
  });
});

test("an element of no type, of an unknown one or of an unbound prefix stays what it is", () => {
  for (const other of [
    { name, attributes: [], children: ["5"] },
    typed("m:Other", [], { m: "urn:t" }),
    typed("m:Master", [], { m: "urn:other" }),
    typed("xs:int", ["5"]),
    typed("a b", ["5"]),
  ])
    expect(types.decode(other)).toBe(other);
});

test("an element that does not fit its type is refused with its path", () => {
  expect(() => types.decode(typed("x:int", ["five"], { x: XSD }))).toThrow(ResponseError);
  expect(() => types.decode({ ...master, children: [] })).toThrow(/at Value\/id: the element is missing/);
});

test.each([
  ["Master", { id: 7, label: "a:b" }, "t:Master"],
  ["xs:int", 5, "xs:int"],
  ["xs:QName", { namespace: "urn:q", local: "x" }, "xs:QName"],
  ["Master", null, "t:Master"],
  ["xs:long", 5n, "xs:long"],
] as const)("a %s is written with its xsi:type, and read again", (type, value, written) => {
  const tree = types.encode(type as "Master", value as Master, name);
  expect(tree.attributes[0]).toEqual({ name: { namespace: XSI, local: "type" }, value: written });
  const declared = element("Value", { kind: "anyType" }, { name });
  const codec = new Codec({ validation: "strict" });
  expect(codec.encode(declared, tree, "Value")).toContain(`xsi:type="${written}"`);
  // Through the decoder of the response as well: the tree is what it was.
  const replay = new Replay();
  const decoder = codec.decoder(declared, replay);
  if (value !== null) replay.run(tree, decoder);
  expect(types.decode(value === null ? tree : (decoder.value as XmlElement))).toEqual({ $type: type, value });
});

test("what does not fit is refused before it is written", () => {
  expect(() => types.encode("xs:int", "5" as never, name)).toThrow(ArgumentError);
  expect(() => types.encode("Other" as "Master", { id: 1, label: "" }, name)).toThrow(
    expect.objectContaining({ code: "ARGUMENT", reason: "type-unknown" }),
  );
  expect(() => types.encode("Master", { id: 1 } as Master, name)).toThrow(/Value\.label/);
});

test("a type in no namespace is written with no default namespace", () => {
  const Plain = { ...complex(element("a", xs.int, { name: qname("a", "") })), name: qname("Plain", "") };
  const plain = anyTypes<{ Plain: { a: number } }>({ Plain });
  const tree = plain.encode("Plain", { a: 1 }, name);
  expect(plain.decode(tree)).toEqual({ $type: "Plain", value: { a: 1 } });
  expect(
    new Codec({ validation: "strict" }).encode(element("Value", { kind: "anyType" }, { name }), tree, "Value"),
  ).toContain('xsi:type="Plain"');
});
