/** Responses of rpc/encoded operations, whose values may be outside the response element and be referred to. */
import { Codec, type Validation } from "../../src/schema/codec";
import { soapEncoding } from "../../src/schema/soap-encoding";
import type { ElementNode, NodeRef, OperationNode } from "../../src/schema/tables/nodes";
import { Secrets } from "../../src/soap/mask";
import { ResponsePlan, SOAP_TERMS } from "../../src/soap/operation-plan";
import { ResponseReader } from "../../src/soap/response-reader";
import { ReaderPlan } from "../../src/xml/xml-namespaces";
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

function read(
  body: string,
  onItem?: (item: unknown) => void,
  of = operation,
  maxTextLength = 8_388_608,
  validation: Validation = "standard",
): unknown {
  const terms = {
    plan: new ResponsePlan(of, new Codec({ validation, soapEncoding }), SOAP_TERMS["1.1"], (name) => name),
    reading: new ReaderPlan({ limits: { maxTextLength } }),
    secrets: new Secrets(),
    keptText: 0,
    features: [],
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
  // In chunks of a socket's size.
  const bytes = Buffer.from(envelope);
  for (let at = 0; at < bytes.length; at += 65_536) reader.bytes(bytes.subarray(at, at + 65_536));
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

describe("names that are not significant (SOAP 1.1, 7.1)", () => {
  const levels = ["strict", "standard", "lenient"] as const;
  const echo = (use: "encoded" | "literal"): OperationNode => ({
    ...operation,
    use,
    input: {
      ...operation.input,
      body: [element("list", complex(plain("count", xs.int, { min: 0 })))],
    },
    output: {
      body: [
        element(
          "listResponse",
          complex(
            plain("count", xs.int, { min: 0 }),
            plain("return", nillable(xs.string), { min: 0 }),
            plain("note", nillable(xs.string), { min: 0 }),
          ),
        ),
      ],
      unwrap: ["listResponse"],
      list: false,
      headers: [],
    },
  });
  const readAt = (body: string, validation: Validation, of = echo("encoded")): unknown =>
    read(body, undefined, of, undefined, validation);

  test.each(levels)("the return value is found by its place under %s", (validation) => {
    const renamed = inline.replaceAll("return", "s-gensym3");
    expect(read(renamed, undefined, operation, undefined, validation)).toStrictEqual([{ Id: 1, Name: null }]);
    expect(
      readAt('<t:listResponse><s-gensym3 xsi:type="xsd:string">x</s-gensym3></t:listResponse>', validation),
    ).toEqual({
      return: "x",
    });
    expect(
      readAt(
        "<t:listResponse><t:count>2</t:count><t:s-gensym3>x</t:s-gensym3><t:note>n</t:note></t:listResponse>",
        validation,
      ),
    ).toEqual({ return: "x", note: "n", count: 2 });
  });

  test("an accessor named as the return value is the return value, at any position", () => {
    const body = "<t:listResponse><more>m</more><return>x</return></t:listResponse>";
    expect(readAt(body, "standard")).toEqual({ return: "x" });
    expect(() => readAt(body, "strict")).toThrow(/does not know here/);
  });

  test("the result element of SOAP 1.2 is no return value", () => {
    const body =
      '<t:listResponse xmlns:rpc="http://www.w3.org/2003/05/soap-rpc"><rpc:result>t:x</rpc:result><t:x>x</t:x></t:listResponse>';
    expect(readAt(body, "standard")).toEqual({ return: "x" });
  });

  test.each(["encoded", "literal"] as const)("the response may have any name, rpc/%s", (use) => {
    for (const name of ["list", "otherResponse"]) {
      for (const namespace of ["urn:example", "urn:other"]) {
        const body = `<o:${name} xmlns:o="${namespace}"><return>x</return></o:${name}>`;
        expect(readAt(body, "standard", echo(use))).toEqual({ return: "x" });
        expect(readAt(body, "lenient", echo(use))).toEqual({ return: "x" });
        expect(() => readAt(body, "strict", echo(use))).toThrow(
          expect.objectContaining({ reason: "envelope" }) as Error,
        );
      }
    }
  });

  test("values that are referred to may stand before the response", () => {
    const body =
      '<multiRef id="1" soapenc:root="0" xsi:type="xsd:string">x</multiRef><o:list xmlns:o="urn:other"><r href="#1"/></o:list>';
    expect(readAt(body, "standard")).toEqual({ return: "x" });
    const alone = '<multiRef id="1" soapenc:root="0">x</multiRef>';
    expect(() => readAt(alone, "standard")).toThrow(/listResponse/);
  });
});

test("another document's response is refused", () => {
  const literal: OperationNode = { ...operation, style: "document", use: "literal" };
  expect(() => read(inline.replaceAll("listResponse", "otherResponse"), undefined, literal)).toThrow(
    expect.objectContaining({ reason: "envelope" }) as Error,
  );
});

describe("binary data, which maxTextLength is not for", () => {
  const most = 200_000;
  const bytes = Buffer.alloc(most, 7);
  const file: OperationNode = {
    ...operation,
    output: {
      body: [
        element(
          "fileResponse",
          complex(plain("return", nillable(xs.base64Binary), { min: 0 }), plain("name", xs.string, { min: 0 })),
        ),
      ],
      unwrap: ["fileResponse", "return"],
      list: false,
      headers: [],
    },
  };
  const base64 = bytes.toString("base64");

  test.each([
    ["in its place", `<t:fileResponse><return xsi:type="xsd:base64Binary">${base64}</return></t:fileResponse>`],
    ["as SOAP's base64", `<t:fileResponse><return xsi:type="soapenc:base64">${base64}</return></t:fileResponse>`],
    ["without a type", `<t:fileResponse><return>${base64.replaceAll("Bw", "Bw\n")}</return></t:fileResponse>`],
    [
      "referred to",
      `<t:fileResponse><return href="#b"/></t:fileResponse><b id="b" xsi:type="xsd:base64Binary">${base64}</b>`,
    ],
  ])("%s", (_where, body) => {
    expect(Buffer.compare(read(body, undefined, file, most) as Uint8Array, bytes)).toBe(0);
  });

  test.each([
    ["of another type", `<name xsi:type="xsd:string">${base64}</name>`],
    ["without a type, and not base64's", `<name>${"no base64, ".repeat(30_000)}</name>`],
    ["that goes on as something else", `<name>${base64}${"no base64, ".repeat(10_000)}</name>`],
  ])("a text %s is over the limit", (_what, name) => {
    expect(() => read(`<t:fileResponse>${name}</t:fileResponse>`, undefined, file, most)).toThrow(/maxTextLength/);
  });
});

test("an encoded operation of tables that do not bring the SOAP encoding is refused when its client is made", () => {
  const plan = () =>
    new ResponsePlan(operation, new Codec({ validation: "standard" }), SOAP_TERMS["1.1"], (name) => name);
  expect(plan).toThrow(
    "The tables have the encoded operation list, but not soapEncoding, the code for it. Generate them again",
  );
});
