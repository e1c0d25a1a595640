/** Slips of published documents that can only mean one thing. */
import { loadFiles, schemaWith, wsdlWith } from "../load-files";

async function printedOf(text: string) {
  const { definitions, schemas, printed } = await loadFiles({ "service.wsdl": text });
  return { definitions, schemas, printed };
}

test.each([
  "http://www.w3c.org/2001/XMLSchema",
  "https://www.w3.org/2001/XMLSchema",
  "http://www.w3.org/2001/XMLschema",
  "http://w3.org/2001/XMLSchema",
  "http://www.w3.org/2001/XMLSchema/",
  "http://www.w3.org/2001/XMLSchema#",
])("%s is read as the namespace of XML Schema, which is told once", async (slip) => {
  const { definitions, printed } = await printedOf(schemaWith("").replaceAll("http://www.w3.org/2001/XMLSchema", slip));
  expect(definitions).toBeDefined();
  expect(printed).toEqual([
    expect.stringContaining(
      `warning: namespace "${slip}" is no namespace of XML Schema; it is read as "http://www.w3.org/2001/XMLSchema". Write that`,
    ),
  ]);
});

test("other namespaces of the W3C stay what they are", async () => {
  for (const other of [
    "http://www.w3.org/2001/XMLSchema-instance",
    "http://www.w3.org/1999/XMLSchema",
    "urn:2001/XMLSchema",
  ]) {
    const { printed } = await printedOf(schemaWith("").replace("<types>", `<types xmlns:o="${other}">`));
    expect(printed).toEqual([]);
  }
});

test("a second operation that says the same is left out with a warning, in binding and port type", async () => {
  const bound = /<operation name="o"><soap:operation[\s\S]*?<\/operation>\s*(?=<\/binding>)/.exec(schemaWith(""))![0];
  const declared = /<operation name="o"><input.*?<\/operation>/.exec(schemaWith(""))![0];
  for (const [text, message] of [
    [schemaWith("").replace(bound, bound + bound), "warning: operation o is bound twice alike. The first is in line "],
    [
      schemaWith("").replace(declared, declared + declared),
      "warning: operation o is declared twice alike ({urn:t}p). The first is in line ",
    ],
  ] as const) {
    const { definitions, printed } = await printedOf(text);
    expect(printed).toEqual([expect.stringContaining(message)]);
    expect(definitions!.services[0]!.ports[0]!.binding.operations).toHaveLength(1);
  }
  const other = bound.replace("urn:t/o", "urn:t/other");
  const { printed } = await printedOf(schemaWith("").replace(bound, bound + other));
  expect(printed).toEqual([expect.stringContaining("error: operation o is bound twice. Overloads must differ")]);
});

test("wsdl:arrayType without brackets is a list, with a warning", async () => {
  const array = `<xs:complexType name="Names"><xs:complexContent><xs:restriction base="e:Array" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><xs:attribute ref="e:arrayType" w:arrayType="xs:string" xmlns:w="http://schemas.xmlsoap.org/wsdl/"/></xs:restriction></xs:complexContent></xs:complexType>`;
  const { schemas, printed } = await printedOf(schemaWith(array));
  expect(printed).toEqual([
    expect.stringContaining(
      'warning: wsdl:arrayType="xs:string" has no brackets; it is read as a list. Write xs:string[]',
    ),
  ]);
  expect(schemas!.types.get("{urn:t}Names")).toMatchObject({
    soapArray: { itemType: { local: "string" }, dimensions: "[]" },
  });
});

test.each(["xs:string[,]", "xs:string[2,3]", "xs:string[][]"])(
  "wsdl:arrayType %s is said not to work",
  async (written) => {
    const array = `<xs:complexType name="Table"><xs:complexContent><xs:restriction base="e:Array" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><xs:attribute ref="e:arrayType" w:arrayType="${written}" xmlns:w="http://schemas.xmlsoap.org/wsdl/"/></xs:restriction></xs:complexContent></xs:complexType>`;
    const { printed } = await printedOf(schemaWith(array));
    expect(printed).toEqual([
      expect.stringContaining(
        `warning: wsdl:arrayType="${written}" has several dimensions, and is typed as one list. Calls with`,
      ),
    ]);
  },
);

test("parts with types in document/literal are elements named after them, with the warning of the model", async () => {
  const text = wsdlWith('<xs:schema targetNamespace="urn:t"/>', { in: 'type="xs:int"', out: 'type="xs:int"' }).replace(
    '<part name="in" type="xs:int"/>',
    '<part name="in" type="xs:int"/><part name="more" type="xs:string"/>',
  );
  const { definitions, printed } = await printedOf(text);
  expect(printed).toEqual([]);
  expect(definitions!.services[0]!.ports[0]!.binding.operations[0]!.input.parts).toHaveLength(2);
});
