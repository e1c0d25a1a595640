/** Naming options change names in TypeScript, and no names on the wire. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate, verify } from "soapwright/internal";
import { wsdlWith } from "soapwright-testing/codegen/load-files";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { formatDiagnostic } from "../../src/diagnostics";
import type { ChosenName, NamingOptions } from "../../src/model/model-options";
import { camelWords, pascalCase } from "../../src/model/names/identifiers";

const schema = `<xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
<xs:complexType name="order_line"><xs:sequence>
  <xs:element name="LineId" type="xs:int"/>
  <xs:element name="lineId" type="xs:int"/>
  <xs:element name="COUNTRY_CODE" type="xs:string" minOccurs="0"/>
  <xs:element name="Extra" minOccurs="0"><xs:complexType><xs:sequence>
    <xs:element name="Note-Text" type="xs:string"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="Run" type="xs:int"/><xs:element name="Stop" type="xs:int"/></xs:choice>
</xs:sequence><xs:attribute name="Line-Id" type="xs:int"/><xs:attribute name="Unit" type="t:unit_type"/></xs:complexType>
<xs:complexType name="special_line"><xs:complexContent><xs:extension base="t:order_line"><xs:sequence>
  <xs:element name="Rate" type="xs:decimal"/>
</xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:simpleType name="unit_type"><xs:restriction base="xs:string"><xs:enumeration value="Kg"/></xs:restriction></xs:simpleType>
<xs:element name="Place_Order"><xs:complexType><xs:sequence>
  <xs:element name="Line" type="t:order_line" maxOccurs="9"/><xs:element name="Remark" type="xs:string" minOccurs="0"/>
</xs:sequence></xs:complexType></xs:element>
<xs:element name="Place_OrderResponse"><xs:complexType mixed="true"><xs:sequence>
  <xs:element name="Total" type="xs:decimal"/>
</xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

const folder = mkdtempSync(join(tmpdir(), "naming-"));
afterAll(() => rmSync(folder, { recursive: true }));
const wsdl = join(folder, "service.wsdl");
writeFileSync(
  wsdl,
  wsdlWith(schema, { in: 'element="t:Place_Order"', out: 'element="t:Place_OrderResponse"' }).replaceAll(
    'name="o"',
    'name="Place_Order"',
  ),
);

const at = { file: "config.json", line: 3, column: 5 };
const names = (entries: Readonly<Record<string, string>>): ReadonlyMap<string, ChosenName> =>
  new Map(Object.entries(entries).map(([key, name]) => [key, { name, position: at }]));

async function generated(options: NamingOptions) {
  return generate(wsdl, { ...options, source: "service.wsdl", runtime: "#rt", extension: "" });
}

test.each([
  ["EmployeeId", "employeeId", "EmployeeId"],
  ["CountryISOCode", "countryISOCode", "CountryISOCode"],
  ["ID", "id", "ID"],
  ["URLPath", "urlPath", "URLPath"],
  ["COUNTRY_CODE", "countryCode", "CountryCode"],
  ["order_line", "orderLine", "OrderLine"],
  ["get-it", "getIt", "GetIt"],
  ["2nd", "_2nd", "_2nd"],
  ["été_NOIR", "étéNOIR", "ÉtéNOIR"],
  ["_", "_", "_"],
])("%s is %s as a property and %s as a type", (name, camel, pascal) => {
  expect(camelWords(name)).toBe(camel);
  expect(pascalCase(name)).toBe(pascal);
});

test("camelCase properties, PascalCase types between prefix and suffix", async () => {
  const { files } = await generated({
    propertyCase: "camel",
    typeCase: "pascal",
    typePrefix: "Shop",
    typeSuffix: "Dto",
  });
  const types = files!.get("types.ts")!;
  expect(types.match(/^export (?:interface|type) \w+/gm)).toEqual([
    "export type ShopAnyOrderLineDto",
    "export interface ShopOrderLineDto",
    "export interface ShopOrderLineExtraDto",
    "export interface ShopSpecialLineDto",
    "export type ShopUnitTypeDto",
    "export interface ShopPlaceOrderDto",
    "export interface ShopPlaceOrderResponseDto",
  ]);
  // A name that is taken gets a number, and an attribute beside an element of its name gets a suffix.
  for (const property of ["lineId: ", "lineId2: ", "countryCode?: ", "noteText: ", "lineIdAttribute?: ", "rate: "])
    expect(types).toContain(`  ${property}`);
  const tables = files!.get("schemas.ts")!;
  expect(tables).toContain('tns.element("lineId2", xsInt, { name: "lineId" })');
  expect(tables).toContain('complexType(tns("order_line")');
});

test("given names come first, and nothing changes them", async () => {
  const { files, diagnostics } = await generated({
    propertyCase: "camel",
    typeSuffix: "Dto",
    names: {
      types: names({ "{urn:t}order_line": "Line", "{urn:t}Place_Order": "Placing" }),
      properties: names({ "{urn:t}LineId": "number", "@Line-Id": "reference" }),
      operations: names({ Place_Order: "place" }),
    },
  });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const types = files!.get("types.ts")!;
  for (const text of [
    "interface Line {",
    "interface Placing {",
    "interface Line_ExtraDto {",
    "  number: ",
    "  reference?: ",
  ])
    expect(types).toContain(text);
  expect(files!.get("client.ts")).toContain("  place(args: types.Placing,");
  expect(files!.get("schemas.ts")).toContain('name: "Place_Order"');
});

test.each<[string, NamingOptions["names"], string]>([
  [
    "a type that is not there",
    { types: names({ "{urn:t}order_lime": "A" }) },
    "no type is called {urn:t}order_lime. Did you mean {urn:t}order_line?",
  ],
  [
    "an attribute in a namespace",
    { properties: names({ "@{urn:t}Unit": "A" }) },
    "no element or attribute is called @{urn:t}Unit. Did you mean",
  ],
  [
    "an operation",
    { operations: names({ Nothing: "a" }) },
    "no operation is called Nothing. The names are Place_Order.",
  ],
  [
    "a name given twice",
    { types: names({ "{urn:t}order_line": "A", "{urn:t}Place_Order": "A" }) },
    "{urn:t}Place_Order cannot be named A: the name is in use or reserved. Choose another name.",
  ],
  [
    "a name that another property has",
    { properties: names({ "{urn:t}lineId": "LineId" }) },
    "{urn:t}lineId cannot be named LineId",
  ],
  [
    "a reserved name",
    { types: names({ "{urn:t}order_line": "Promise" }) },
    "{urn:t}order_line cannot be named Promise",
  ],
  [
    "a method that every client has",
    { operations: names({ Place_Order: "close" }) },
    "Place_Order cannot be named close",
  ],
])("%s is an error where it was given", async (_, chosen, message) => {
  const { files, diagnostics } = await generated({ names: chosen! });
  expect(files).toBeUndefined();
  expect(diagnostics.map(formatDiagnostic)).toEqual([expect.stringContaining(`config.json:3:5: error: ${message}`)]);
});

test.each<[string, NamingOptions]>([
  ["camelCase properties", { propertyCase: "camel" }],
  ["PascalCase types", { typeCase: "pascal", typePrefix: "X" }],
  [
    "given names",
    {
      propertyCase: "camel",
      names: {
        types: names({ "{urn:t}order_line": "Line" }),
        properties: names({ "{urn:t}Note-Text": "text", "@Unit": "per", "{urn:t}Run": "go" }),
      },
    },
  ],
])("the wire stays as it was with %s", async (_, naming) => {
  const streams = new RecordedStreams();
  const code = await verify(wsdl, { quiet: true, instances: 10, naming }, streams);
  expect(streams.errors).toBe("");
  expect(streams.output).toContain("all came back as they were");
  expect(streams.output).toMatch(/libxml2 judged (\d+) of \1 operation/);
  expect(code).toBe(0);
});
