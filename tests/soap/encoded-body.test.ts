/** Responses of rpc/encoded operations, whose values may stand beside the response and be referred to. */
import { Codec } from "../../src/schema/codec";
import type { ElementNode, NodeRef, OperationNode } from "../../src/schema/tables/nodes";
import { Secrets } from "../../src/soap/mask";
import { ResponsePlan, SOAP_TERMS } from "../../src/soap/operation-plan";
import { ResponseReader } from "../../src/soap/response-reader";
import { ReaderPlan } from "../../src/xml/namespaces";
import { complex, element, named, nillable, qname, xs } from "../schema/tables";

const plain = (key: string, type: NodeRef, more: Partial<ElementNode> = {}) =>
  element(key, type, { name: qname(key, ""), ...more });
const item = named("Item", plain("Id", xs.int), plain("Name", nillable(xs.string)));
const items: NodeRef = { kind: "soapArray", item, itemType: qname("Item") };
const operation: OperationNode = {
  name: "list",
  method: "list",
  style: "rpc",
  use: "encoded",
  soapAction: { "1.1": "" },
  safe: true,
  input: { body: [element("list", complex())], unwrap: ["list"], list: false, headers: [] },
  output: {
    body: [element("listResponse", complex(plain("return", nillable(items), { min: 0 })))],
    unwrap: ["listResponse", "return"],
    list: true,
    headers: [],
  },
  faults: [],
};

function read(body: string, onItem?: (item: unknown) => void): unknown {
  const terms = {
    plan: new ResponsePlan(operation, new Codec({ validation: "standard" }), SOAP_TERMS["1.1"], (name) => name),
    reading: new ReaderPlan(),
    secrets: new Secrets(),
    keptText: 0,
    attachments: { maxAttachments: 10, maxAttachmentBytes: 1_000_000 },
    maxHeaderBytes: 16_384,
    onItem,
  };
  const envelope =
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
    ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:t="urn:example">' +
    `<s:Body s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">${body}</s:Body></s:Envelope>`;
  const head = {
    status: 200,
    headers: {},
    header: (name: string) => (name === "content-type" ? "text/xml; charset=utf-8" : undefined),
  };
  const reader = new ResponseReader(terms, head);
  reader.bytes(Buffer.from(envelope));
  return reader.end();
}

const inline =
  '<t:listResponse><return xsi:type="soapenc:Array" soapenc:arrayType="t:Item[1]"><x xsi:type="t:Item"><Id xsi:type="xsd:int">1</Id><Name xsi:nil="true"/></x></return></t:listResponse>';
const referring =
  '<t:listResponse><return href="#a"/></t:listResponse>' +
  '<soapenc:Array id="a" soapenc:arrayType="t:Item[2]"><x href="#i"/><x href="#i"/></soapenc:Array>' +
  '<multiRef id="i" soapenc:root="0" xsi:type="t:Item"><Id xsi:type="xsd:int">7</Id><Name xsi:type="soapenc:string">x</Name></multiRef>';

test("reads values that stand in their places", () => {
  expect(read(inline)).toStrictEqual([{ Id: 1, Name: null }]);
});

test("reads values that stand elsewhere", () => {
  expect(read(referring)).toStrictEqual([
    { Id: 7, Name: "x" },
    { Id: 7, Name: "x" },
  ]);
});

test("an array that is nil or not there is an empty list", () => {
  expect(read('<t:listResponse><return xsi:nil="true"/></t:listResponse>')).toStrictEqual([]);
  expect(read("<t:listResponse/>")).toStrictEqual([]);
});

test("hands the items of a stream over", () => {
  const seen: unknown[] = [];
  read(referring, (own) => seen.push(own));
  expect(seen).toHaveLength(2);
});

test("refuses references that lead nowhere or in circles, with a place", () => {
  for (const body of [referring.replace("#a", "#b"), referring.replace('<x href="#i"/>', '<x href="#a"/>')]) {
    expect(() => read(body)).toThrow(
      expect.objectContaining({ reason: "value", line: 1, column: expect.any(Number) }) as Error,
    );
  }
});

test("refuses another operation's response", () => {
  expect(() => read(inline.replaceAll("listResponse", "otherResponse"))).toThrow(
    expect.objectContaining({ reason: "envelope" }) as Error,
  );
});
