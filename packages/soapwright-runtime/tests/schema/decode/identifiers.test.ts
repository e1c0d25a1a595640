/** Tests `errors/response-error` by itself: no entry point shows it whole. */
import { Codec } from "soapwright-runtime/codecs";
import { complexType, namespace, simpleList, xsID, xsIDREF } from "soapwright-runtime/tables";
import { feed } from "soapwright-testing/schema/feed";
import { ResponseError } from "../../../src/errors/response-error";

/** XML Schema Part 1, 3.15.4: identifiers are unique, and references find theirs. */
describe("xs:ID and xs:IDREF", () => {
  const tns = namespace("urn:t");
  const links = simpleList(undefined, xsIDREF);
  const type = complexType(undefined, [
    tns.list(
      "Node",
      complexType(undefined, [
        namespace("").optionalAttribute("id", xsID),
        namespace("").optionalAttribute("to", links),
      ]),
    ),
    tns.list("Link", xsIDREF),
  ]);
  const read = (content: string, validation: "strict" | "standard" = "strict"): unknown => {
    const codec = new Codec({ validation });
    return feed(`<Graph xmlns="urn:t">${content}</Graph>`, (scope) => codec.decoder(tns.element("Graph", type), scope))
      .value;
  };

  test("references may come before their identifiers", () => {
    expect(read('<Node id="a" to="b a"/><Node id="b"/><Link>b</Link>')).toMatchObject({ Link: ["b"] });
  });

  test.each([
    ['<Node id="a"/><Node id="a"/>', "at Graph/Node[2]: the same xs:ID as at Graph/Node[1]"],
    ['<Node id="a" to="a b"/>', "at Graph/Node[1]: no element or attribute has the xs:ID that this refers to"],
    ['<Node id="a"/><Link>a</Link><Link>c</Link>', "at Graph/Link[2]: no element or attribute has the xs:ID"],
  ])("%s is refused by strict alone", (content, message) => {
    expect(() => read(content)).toThrow(ResponseError);
    expect(() => read(content)).toThrow(message);
    expect(() => read(content, "standard")).not.toThrow();
  });
});
