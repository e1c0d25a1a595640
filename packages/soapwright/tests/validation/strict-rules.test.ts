/** Tests `pipeline` by itself: no entry point shows it whole. */
import { Codec, type Validation, XmlReader } from "soapwright-runtime/codecs";
import { isResponseError } from "soapwright-runtime/errors";
import { schemaFile } from "soapwright-testing/codegen/load-files";
import { runTables } from "soapwright-testing/corpus/generated-tables";
import { generate } from "../../src/pipeline";

/** Rules of a declaration that need the element as it came, from the WSDL to the error of `strict`. */
async function outcomeOf(schema: string) {
  const files = await schemaFile(schema, async (path) => {
    const made = await generate(path, { source: "a.wsdl", runtime: "r", extension: "" });
    return made.files ?? new Map<string, string>();
  });
  const service = runTables(files)[0]!;
  const table = service.operations[0]!.input.body[0]!;
  return (content: string, validation: Validation = "strict", attributes = ""): unknown => {
    let decoder: ReturnType<Codec["decoder"]> | undefined;
    const reader = new XmlReader({
      startElement: (name, attributes) => decoder?.startElement(name, attributes),
      endElement: (name) => decoder?.endElement(name),
      text: (text) => decoder?.text(text),
    });
    decoder = new Codec({ validation, elements: () => [table] }).decoder(table, reader);
    try {
      reader.write(
        `<order xmlns="urn:t" xmlns:t="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"${attributes}>${content}</order>`,
      );
      reader.end();
      return decoder.value;
    } catch (error) {
      if (isResponseError(error)) return error.message.replace(/ \(line.*/, "");
      throw error;
    }
  };
}
const order = (content: string, rest = ""): string =>
  `<xs:element name="order"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>${rest}`;

test("block of an element alone leaves out the derived types that it names, at every level", async () => {
  const read = await outcomeOf(
    order(
      ["Free", "Blocked", "All"]
        .map(
          (name, index) =>
            `<xs:element name="${name}" type="t:Base" minOccurs="0"${["", ' block="extension"', ' block="#all"'][index]}/>`,
        )
        .join(""),
      `<xs:complexType name="Base"><xs:sequence><xs:element name="A" type="xs:int"/></xs:sequence></xs:complexType>
      <xs:complexType name="More"><xs:complexContent><xs:extension base="t:Base"><xs:sequence><xs:element name="B" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
      <xs:complexType name="Less"><xs:complexContent><xs:restriction base="t:Base"><xs:sequence><xs:element name="A" type="xs:int" fixed="1"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`,
    ),
  );
  const more = (name: string) => `<${name} xsi:type="t:More"><A>1</A><B>2</B></${name}>`;
  const less = (name: string) => `<${name} xsi:type="t:Less"><A>1</A></${name}>`;
  for (const level of ["strict", "standard", "lenient"] as const) {
    expect(read(more("Free"), level)).toEqual({ Free: { $type: "More", A: 1, B: 2 } });
    expect(read(less("Free"), level)).toEqual({ Free: { $type: "Less", A: 1 } });
    expect(read(more("Blocked"), level)).toMatch(
      /order\/Blocked: xsi:type names the type \{urn:t\}More, which is not allowed/,
    );
    expect(read(less("Blocked"), level)).toEqual({ Blocked: { $type: "Less", A: 1 } });
    for (const xml of [more("All"), less("All")])
      expect(read(xml, level)).toMatch(/order\/All: xsi:type names the type/);
    expect(read(`<All xsi:type="t:Base"><A>1</A></All>`, level)).toEqual({ All: { A: 1 } });
  }
});

test("strict refuses xsi:nil on an element that is not nillable, even false, and wrong attributes of a nil one", async () => {
  const read = await outcomeOf(
    order(
      `<xs:element name="Plain" type="xs:int" minOccurs="0"/><xs:element name="Nil" type="xs:int" nillable="true" minOccurs="0"/>`,
    ),
  );
  expect(read(`<Plain xsi:nil="false">1</Plain>`)).toMatch(/order\/Plain: xsi:nil is not allowed here/);
  expect(read(`<Plain xsi:nil="true"/>`)).toMatch(/order\/Plain: nil is not allowed here/);
  expect(read(`<Nil xsi:nil="true" x="1"/>`)).toMatch(/order\/Nil: an attribute that the schema does not know: x/);
  expect(read(`<Nil xsi:nil="true"/>`)).toEqual({ Nil: null });
  expect(read(`<Nil xsi:nil="false">1</Nil>`)).toEqual({ Nil: 1 });
  expect(read(`<Plain xsi:nil="false">1</Plain>`, "standard")).toEqual({ Plain: 1 });
});

test("strict compares fixed mixed content; an empty one stays empty, fixed or with a default", async () => {
  const mixed = (name: string, constraint: string) =>
    `<xs:element name="${name}" ${constraint}="abc" minOccurs="0"><xs:complexType mixed="true"><xs:sequence><xs:element name="i" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`;
  const read = await outcomeOf(order(mixed("Fixed", "fixed") + mixed("Default", "default")));
  expect(read(`<Fixed>abc</Fixed>`)).toEqual({ Fixed: { content: ["abc"] } });
  for (const content of ["abd", "abc<i>x</i>"])
    expect(read(`<Fixed>${content}</Fixed>`)).toMatch(/order\/Fixed: expected the fixed value abc/);
  expect(read(`<Fixed>abd</Fixed>`, "standard")).toEqual({ Fixed: { content: ["abd"] } });
  for (const level of ["strict", "standard", "lenient"] as const) {
    expect(read(`<Fixed/>`, level)).toEqual({ Fixed: { content: [] } });
    expect(read(`<Default/>`, level)).toEqual({ Default: { content: [] } });
    expect(read(`<Default>x</Default>`, level)).toEqual({ Default: { content: ["x"] } });
  }
});

test("strict judges the elements and attributes that a wildcard lets in", async () => {
  const read = await outcomeOf(
    `<xs:element name="order"><xs:complexType><xs:sequence><xs:any minOccurs="0" namespace="##targetNamespace" processContents="lax"/></xs:sequence>
      <xs:anyAttribute namespace="##targetNamespace"/></xs:complexType></xs:element><xs:attribute name="size" type="xs:int"/>`,
  );
  expect(read(`<order><order/></order>`)).toMatchObject({ any: { name: { local: "order" } } });
  expect(read(`<order a="1"/>`)).toMatch(/an attribute that the schema does not know: a/);
  expect(read(`<order a="1"/>`, "standard")).toMatchObject({ any: { name: { local: "order" } } });
  expect(read(`<other xmlns="urn:other"/>`)).toMatch(/does not match the schema at order/);
  const size = (value: string) => ` t:size="${value}"`;
  expect(read("", "strict", size("1"))).toMatchObject({ anyAttributes: [{ value: "1" }] });
  expect(read("", "strict", size("x"))).toMatch(/does not match the schema at order: expected xs:int/);
  expect(read("", "strict", ` t:unknown="1"`)).toMatch(/does not match the schema at order.*unknown/);
});
