/** What only `strict` assesses: each refusal says that lenient validation reads the response, and what it gives. */
import { feed } from "soapwright-testing/schema/feed";
import { isResponseError } from "../../../src/errors/response-error";
import { Codec, type Validation } from "../../../src/schema/codec";
import { identity } from "../../../src/schema/identity";
import type { ElementNode, PartNode } from "../../../src/schema/tables/nodes";
import { any, attribute, complex, element, many, nillable, optional, qname, restriction, xs } from "../tables";

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema"';

/** A message that a wildcard may hold again. */
const item = element(
  "Item",
  complex(element("Name", xs.string), optional("Count", xs.int), element("Last", xs.string)),
);
const key = attribute("id", xs.ID);

function read(table: ElementNode, content: string, validation: Validation): unknown {
  const codec = new Codec({ validation, elements: () => [item] });
  try {
    return feed(`<Body xmlns="urn:example" ${XSI}>${content}</Body>`, (scope) => codec.decoder(table, scope)).value;
  } catch (error) {
    if (isResponseError(error)) return error.message.replace(/ \(line.*?\)/, "");
    throw error;
  }
}
const body = (...parts: PartNode[]): ElementNode => element("Body", complex(...parts));
const advice = (gives: string): string =>
  `Lenient validation gives ${gives}. Set validation: "lenient" to accept it, or tell the owner of the service.`;

describe("an element that a wildcard accepts", () => {
  const table = body(optional("Number", xs.int), any("open"));

  test.each([
    ["twice", "<Name>a</Name><Name>b</Name><Last>c</Last>", "Body/Item/Name: the element appears twice"],
    ["an element inside text", "<Name><b/></Name><Last>c</Last>", "Body/Item/Name: an element inside text: b"],
    ["out of order", "<Last>c</Last><Name>a</Name>", "Body/Item/Name: the element is out of order"],
    ["missing", "<Last>c</Last>", "Body/Item/Name: the element is missing"],
    ["unknown", "<Name>a</Name><X/><Last>c</Last>", "an element that the schema does not know here: {urn:example}X"],
    ["text", "<Name>a</Name>x<Last>c</Last>", "Body/Item: text between elements"],
    ["a wrong text", "<Name>a</Name><Count/><Last>c</Last>", "Body/Item/Count: expected "],
  ])("%s: strict alone refuses it, and says so", (_, content, message) => {
    const refused = read(table, `<Item>${content}</Item><Item><Name>a</Name></Item>`, "strict");
    expect(refused).toContain(message);
    expect(refused).toContain(advice("the XmlElement as it came, as standard does"));
    expect(String(refused).match(/Lenient/g)).toHaveLength(1);
    for (const level of ["standard", "lenient"] as const)
      expect(read(table, `<Item>${content}</Item>`, level)).toMatchObject({ open: [{ name: { local: "Item" } }] });
  });

  test("nothing is said of lenient where it refuses the rest", () => {
    const refused = read(table, "<Item><Last>c</Last></Item>text", "strict");
    expect(refused).toContain("Body/Item/Name: the element is missing");
    expect(refused).not.toContain("Lenient");
    expect(read(table, "<Item><Last>c</Last></Item>text", "lenient")).toContain("text between elements");
  });

  test("a declared element deep in an undeclared one is assessed by the same rule", () => {
    const content = "<X><Item><Name>a</Name></Item></X>";
    expect(read(table, content, "strict")).toContain(advice("the XmlElement as it came, as standard does"));
    expect(read(table, content, "lenient")).toMatchObject({ open: [{ name: { local: "X" } }] });
  });
});

test("an attribute that a wildcard accepts is said to come as it is", () => {
  const table = body({
    kind: "anyAttribute",
    key: "others",
    namespaces: { allow: "any" },
    process: "strict",
    declared: [attribute("n", xs.int, { name: qname("n", "urn:n") })],
  });
  const gives = advice("the attribute as it came, as standard does");
  for (const [written, message] of [
    ['xmlns:n="urn:n" n:n=""', "Body: expected xs:int"],
    ['xmlns:n="urn:n" n:m=""', "an attribute that the schema does not declare: m"],
  ] as const) {
    const codec = (validation: Validation) => new Codec({ validation });
    const decode = (validation: Validation) =>
      feed(`<Body xmlns="urn:example" ${written}/>`, (scope) => codec(validation).decoder(table, scope)).value;
    expect(() => decode("strict")).toThrow(message);
    expect(() => decode("strict")).toThrow(gives);
    expect(decode("lenient")).toMatchObject({ others: [{ value: "" }] });
  }
});

test("the attributes of a nil element are not said to be values", () => {
  const table = body(element("A", nillable(complex(attribute("n", xs.int)))));
  expect(read(table, '<A xsi:nil="true" n=""/>', "strict")).toContain(advice("null"));
  expect(read(table, '<A xsi:nil="true" n=""/>', "lenient")).toEqual({ A: null });
});

test("an identifier and a key that are there twice are said to be read", () => {
  const compared = advice("the values, which strict alone compares");
  const identified = body(many("A", complex(key)));
  const twice = '<A id="a"/><A id="a"/>';
  expect(read(identified, twice, "strict")).toContain(`the same xs:ID as at Body/A[1]. ${compared}`);
  expect(read(identified, twice, "lenient")).toEqual({ A: [{ id: "a" }, { id: "a" }] });
  expect(read(identified, `${twice}text`, "strict")).not.toContain("Lenient");
  const dangling = body(element("A", xs.IDREF));
  expect(read(dangling, "<A>a</A>", "strict")).toContain(compared);
  const path = { descends: false, steps: [{ namespace: "urn:example", local: "A" }] };
  const keyed: ElementNode = {
    ...body(many("A", xs.int)),
    identity: identity([
      { kind: "key", name: qname("K"), selector: [path], fields: [[{ descends: false, steps: [] }]] },
    ]),
  };
  const same = "<A>1</A><A>01</A>";
  expect(read(keyed, same, "strict")).toContain(`the same value of the key K as at Body/A[1]. ${compared}`);
  expect(read(keyed, `${same}<A>1</A>`, "lenient")).toEqual({ A: [1, 1, 1] });
  expect(read(keyed, `${same}text`, "strict")).not.toContain("Lenient");
});

test("xsi:type: strict says the value that lenient gives", () => {
  const photo = restriction(xs.base64Binary, { maxLength: 9 }, qname("Photo"));
  const content = '<A xsi:type="xs:base64Binary">AQI=</A>';
  expect(read(body(element("A", photo)), content, "strict")).toContain(advice("a value of the declared type"));
  expect(read(body(element("A", photo)), content, "lenient")).toEqual({ A: new Uint8Array([1, 2]) });
  const derived = '<A xsi:type="xs:byte">300</A>';
  expect(read(body(element("A", xs.int)), derived, "strict")).toContain("Body/A: expected xs:byte");
  expect(read(body(element("A", xs.int)), derived, "lenient")).toEqual({ A: 300 });
});
