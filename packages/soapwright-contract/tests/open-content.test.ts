/** Open content (XML Schema 1.1, 3.4.2.3), from the schema to values and back. */
import { formatDocument, parseDocument } from "soapwright-runtime/codecs";
import { fromJson, jsonSchemaOfType, toJson } from "soapwright-runtime/json";
import type { DocumentElement } from "soapwright-runtime/tables";
import { schemaFile } from "soapwright-testing/codegen/load-files";
import { loadModel, loadServices } from "../src/index";

const open = (mode: string): string =>
  `<xs:openContent${mode}><xs:any namespace="##other" processContents="lax"/></xs:openContent>`;
const elements = (...names: readonly string[]): string =>
  `<xs:sequence>${names.map((name) => `<xs:element name="${name}" type="xs:int"/>`).join("")}</xs:sequence>`;

/** The element `order` of a type with this content. */
async function orderOf(content: string, more = ""): Promise<DocumentElement<unknown>> {
  return schemaFile(
    `${more}<xs:element name="order"><xs:complexType>${content}</xs:complexType></xs:element>`,
    async (path) => {
      const { services } = await loadServices(path, {
        onDiagnostic: (line) => expect(line).not.toContain("openContent"),
      });
      return services[0]!.service.operations[0]!.input.body[0] as DocumentElement<unknown>;
    },
  );
}

const order = (content: string): string => `<order xmlns="urn:t" xmlns:x="urn:x">${content}</order>`;
const tree = (local: string): object => expect.objectContaining({ name: { namespace: "urn:x", local } });
const extra = { any: [tree("first"), tree("last")] };
const around = order("<x:first/><a>1</a><b>2</b><x:last/>");
const between = order("<a>1</a><x:first/><b>2</b><x:last/>");

test.each([
  ["", elements("a", "b")],
  [' mode="interleave"', elements("a", "b")],
  ["", '<xs:all><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:all>'],
])("elements%s of open content are anywhere, in one list, and are written last", async (mode, content) => {
  const element = await orderOf(open(mode) + content);
  for (const validation of ["strict", "standard", "lenient"] as const) {
    expect(parseDocument(element, around, { validation })).toEqual({ a: 1, b: 2, ...extra });
    expect(parseDocument(element, between, { validation })).toEqual({ a: 1, b: 2, ...extra });
  }
  const value = parseDocument(element, between);
  expect(formatDocument(element, value)).toMatch(/<a>1<\/a><b>2<\/b><first [^>]*><\/first><last [^>]*><\/last>/);
  expect(fromJson(element, toJson(element, value))).toEqual(value);
  expect(() => parseDocument(element, order("<b>2</b><x:last/>"))).toThrow(/a/);
});

test("elements of a suffix come after all others", async () => {
  const element = await orderOf(open(' mode="suffix"') + elements("a", "b"));
  const suffix = order("<a>1</a><b>2</b><x:first/><x:last/>");
  expect(parseDocument(element, suffix, { validation: "strict" })).toEqual({ a: 1, b: 2, ...extra });
  expect(() => parseDocument(element, between, { validation: "strict" })).toThrow(/order/);
});

test("content whose order decides, repeated groups and mixed content are open too", async () => {
  const twice = await orderOf(open("") + elements("a", "b", "a"));
  expect(parseDocument(twice, order("<a>1</a><x:first/><b>2</b><a>3</a><x:last/>"), { validation: "strict" })).toEqual({
    a: 1,
    b: 2,
    a2: 3,
    ...extra,
  });
  const rows = await orderOf(
    `${open("")}<xs:sequence maxOccurs="unbounded"><xs:element name="a" type="xs:int"/></xs:sequence>`,
  );
  expect(parseDocument(rows, order("<a>1</a><x:first/><a>2</a><x:last/>"), { validation: "strict" })).toMatchObject(
    extra,
  );
  const none = await orderOf(open(""));
  expect(parseDocument(none, order("<x:first/><x:last/>"), { validation: "strict" })).toEqual(extra);
});

test("mixed content keeps the order of its open elements, and names that are declared stay with their elements", async () => {
  const type = `<xs:complexType mixed="true">${open("")}${elements("a")}</xs:complexType>`;
  const mixed = await orderOf(
    `<xs:complexContent mixed="true"><xs:extension base="t:Mixed"/></xs:complexContent>`,
    type.replace("<xs:complexType ", '<xs:complexType name="Mixed" '),
  );
  expect(parseDocument(mixed, order("one<x:first/>two<a>1</a>"), { validation: "strict" })).toEqual({
    content: ["one", { any: tree("first") }, "two", { a: 1 }],
  });
  const any = await orderOf(`${open("").replace("##other", "##any")}${elements("a")}`);
  const twice = parseDocument(any, order("<a>1</a><a>2</a>"), { validation: "strict" });
  expect(twice).toEqual({ a: 1, any: [expect.objectContaining({ name: { namespace: "urn:t", local: "a" } })] });
});

test("schemas and forms of values have the list", async () => {
  const schema = jsonSchemaOfType(await orderOf(open("") + elements("a")));
  expect(JSON.stringify(schema)).toMatch(/"any":\{"type":"array","items":\{"type":"string"/);
});

test("an extension of open content is open, and its own elements follow", async () => {
  const base = `<xs:complexType name="Base">${open("")}${elements("a")}</xs:complexType>`;
  const element = await orderOf(
    `<xs:complexContent><xs:extension base="t:Base">${elements("b")}</xs:extension></xs:complexContent>`,
    base,
  );
  expect(parseDocument(element, between, { validation: "strict" })).toEqual({ a: 1, b: 2, ...extra });
});

test.each([
  [
    "a suffix cannot be extended",
    `<xs:complexType name="Base">${open(' mode="suffix"')}${elements("a")}</xs:complexType><xs:element name="order"><xs:complexType><xs:complexContent><xs:extension base="t:Base">${elements("b")}</xs:extension></xs:complexContent></xs:complexType></xs:element>`,
    /an extension adds elements to content that ends with xs:openContent.*mode="interleave" allows it/,
  ],
  [
    "open content needs a wildcard",
    '<xs:element name="order"><xs:complexType><xs:openContent/></xs:complexType></xs:element>',
    /xs:openContent holds no wildcard/,
  ],
])("%s", async (_, components, message) => {
  const { diagnostics } = await schemaFile(components, (path) => loadModel(path, {}));
  expect(diagnostics.map(({ message: text, hint }) => `${text}. ${hint ?? ""}`).join("\n")).toMatch(message);
});
