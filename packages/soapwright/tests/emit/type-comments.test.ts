import { schemaFile } from "soapwright-testing/codegen/load-files";
import { generate } from "../../src/pipeline";

const schema = `<xs:complexType name="Order"><xs:sequence>
  <xs:element name="Id" type="xs:int"/>
  <xs:element name="Name" type="xs:string"><xs:annotation><xs:documentation>What it is called.</xs:documentation></xs:annotation></xs:element>
  <xs:any/>
</xs:sequence><xs:attribute name="unit" type="xs:string"/></xs:complexType>
<xs:element name="order" type="t:Order"/>`;

async function texts(typeComments?: boolean): Promise<ReadonlyMap<string, string>> {
  return schemaFile(schema, async (path) => {
    const { files } = await generate(path, {
      source: "service.wsdl",
      runtime: "#rt",
      extension: "",
      ...(typeComments === undefined ? {} : { typeComments }),
    });
    return files!;
  });
}

test("a type alone is no comment of a property", async () => {
  const text = (await texts()).get("types.ts")!;
  expect(text).toContain("  Id: number;\n  /** What it is called. */\n  Name: string;\n  any: XmlElement;\n");
  expect(text).toMatch(/any: XmlElement;\n {2}unit\?: string;/);
});

test("unless it is asked for", async () => {
  const text = (await texts(true)).get("types.ts")!;
  expect(text).toContain("  /** What it is called. — xs:string */\n");
  expect(text).toContain("  /** xs:int */\n  Id: number;\n");
  expect(text).toContain("  /** xs:any */\n  any: XmlElement;\n");
  expect(text).toContain("  /** attribute, xs:string */\n  unit?: string;\n");
});

test("a file says each thing once, and of the WSDL only with the option", async () => {
  for (const [isAsked, times] of [
    [false, 0],
    [true, 1],
  ] as const) {
    const files = await texts(isAsked);
    const all = [...files.values()].join("\n");
    const count = (text: string): number => all.split(text).length - 1;
    expect(count("What it is called.")).toBe(1);
    expect(count("/** operation o */\n  o(")).toBe(times);
    expect(count("/** xs:complexType Order */")).toBe(times);
    expect(count("/** service s */\nexport class")).toBe(times);
  }
});
