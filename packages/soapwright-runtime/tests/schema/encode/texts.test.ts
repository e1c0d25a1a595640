/** The texts that an encoder reports in addition to the XML that it writes. */
import { Codec, type EncodedText } from "../../../src/schema/codec";
import type { ComplexNode, ElementNode } from "../../../src/schema/tables/nodes";
import { any, attribute, builtIn, complex, element, listOf, many, nillable, optional, unionOf, xs } from "../tables";

const codec = new Codec({ validation: "standard" });

function textsOf(node: ElementNode, value: unknown, encoding?: "1.1" | "1.2"): readonly string[] {
  const texts: EncodedText[] = [];
  const xml = codec.encode(node, value, "Call", { texts, encoding });
  expect(codec.encode(node, value, "Call", { encoding })).toBe(xml);
  return texts.map(({ name, text }) => `${name}=${text}`);
}

const price: ComplexNode = complex(
  { kind: "simpleContent", key: "value", type: xs.decimal },
  attribute("currency", xs.string),
);

test("are those of elements and attributes, in document order and as they were before they were escaped", () => {
  const call = element(
    "Call",
    complex(
      element("Id", xs.int),
      optional("Name", xs.string),
      many("Price", price),
      element("Tags", listOf(xs.token)),
      element("When", unionOf(xs.int, xs.dateTime)),
      element("Octets", builtIn("base64Binary")),
      attribute("lang", xs.string),
    ),
  );
  const value = {
    Id: 7,
    Name: "<a & 'b'>\r",
    Price: [{ value: "1.50", currency: '"EUR"' }, { value: "2" }],
    Tags: ["x", "y"],
    When: new Date("2026-11-21T08:30:00Z"),
    Octets: new Uint8Array([1, 2, 3]),
    lang: "nl",
  };
  expect(textsOf(call, value)).toEqual([
    "lang=nl",
    "Id=7",
    "Name=<a & 'b'>\r",
    'currency="EUR"',
    "Price=1.50",
    "Price=2",
    "Tags=x y",
    "When=2026-11-21T08:30:00Z",
    "Octets=AQID",
  ]);
});

test("are there for mixed content and for trees, with the name of the element around them", () => {
  const note = element("Note", complex({ kind: "mixed", key: "items", particles: [optional("b", xs.string)] }));
  expect(textsOf(note, { items: ["one ", { b: "two" }, " three"] })).toEqual(["Note=one ", "b=two", "Note= three"]);
  const tree = {
    name: { namespace: "u", local: "t" },
    attributes: [{ name: { namespace: "v", local: "a" }, value: "1" }],
    children: ["x", { name: { namespace: "u", local: "s" }, attributes: [], children: ["y"] }, "z"],
    prefixes: { p: "w" },
  };
  expect(textsOf(element("Call", complex(any("rest"))), { rest: [tree] })).toEqual(["a=1", "t=x", "s=y", "t=z"]);
  const openAttributes = complex({ kind: "anyAttribute", key: "more", namespaces: { allow: "any" } });
  expect(
    textsOf(element("Call", openAttributes), { more: [{ name: { namespace: "", local: "k" }, value: "v" }] }),
  ).toEqual(["k=v"]);
});

test("are there for what says how a value is to be read", () => {
  const call = element("Call", complex(element("Id", nillable(xs.int))));
  expect(textsOf(call, { Id: null })).toEqual(["nil=true"]);
  expect(textsOf(call, { Id: 1 }, "1.2")).toEqual([
    "encodingStyle=http://www.w3.org/2003/05/soap-encoding",
    "type=xsd:int",
    "Id=1",
  ]);
});

test("are there for an empty value, and for a fixed one as the schema writes it", () => {
  const call = element("Call", complex(element("Name", xs.string), element("Rate", xs.decimal, { fixed: "1.0" })));
  expect(textsOf(call, { Name: "", Rate: "1.00" })).toEqual(["Name=", "Rate=1.0"]);
});

test("are those that were written before an error", () => {
  const texts: EncodedText[] = [];
  const call = element("Call", complex(element("Name", xs.string), element("Id", xs.int)));
  expect(() => codec.encode(call, { Name: "a", Id: "b" }, "Call", { texts })).toThrow("Call.Id");
  expect(texts).toEqual([{ name: "Name", text: "a" }]);
});
