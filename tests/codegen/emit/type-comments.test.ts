import { generate } from "../../../codegen/pipeline";
import { schemaFile } from "../load-files";

const schema = `<xs:complexType name="Order"><xs:sequence>
  <xs:element name="Id" type="xs:int"/>
  <xs:element name="Name" type="xs:string"><xs:annotation><xs:documentation>What it is called.</xs:documentation></xs:annotation></xs:element>
  <xs:any/>
</xs:sequence><xs:attribute name="unit" type="xs:string"/></xs:complexType>
<xs:element name="order" type="t:Order"/>`;

async function types(typeComments?: boolean): Promise<string> {
  return schemaFile(schema, async (path) => {
    const { files } = await generate(path, {
      source: "service.wsdl",
      runtime: "#rt",
      extension: "",
      ...(typeComments === undefined ? {} : { typeComments }),
    });
    return files!.get("types.ts")!;
  });
}

test("a type alone is no comment of a property", async () => {
  const text = await types();
  expect(text).toContain(
    "  Id: number;\n  /** What it is called. — xs:string */\n  Name: string;\n  any: XmlElement;\n",
  );
  expect(text).toMatch(/any: XmlElement;\n {2}unit\?: string;/);
});

test("unless it is asked for", async () => {
  const text = await types(true);
  expect(text).toContain("  /** xs:int */\n  Id: number;\n");
  expect(text).toContain("  /** xs:any */\n  any: XmlElement;\n");
  expect(text).toContain("  /** attribute, xs:string */\n  unit?: string;\n");
});
