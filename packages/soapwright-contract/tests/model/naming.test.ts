/** Tests parts by themselves, `diagnostics`, `model/model-options` and 2 more: no entry point shows them whole. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadModel } from "soapwright-contract";
import { wsdlWith } from "soapwright-testing/codegen/load-files";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { verify } from "soapwright-testing/commands/verify";
import { generate } from "../../../soapwright/src/pipeline";
import { diff } from "../../../soapwright-cli/src/wsdl/diff/diff";
import { formatDiagnostic } from "../../src/diagnostics";
import type { ChosenName, ModelOptions, NamingOptions } from "../../src/model/model-options";
import {
  camelCase,
  camelWords,
  identifierOf,
  isIdentifier,
  NameScope,
  pascalCase,
} from "../../src/model/names/identifiers";
import { namespaceWords } from "../../src/model/names/namespace-words";

describe("identifiers", () => {
  test.each([
    ["Address_GetList", "addressGetList"],
    ["CostCenter_GetCurrent", "costCenterGetCurrent"],
    ["get-it", "getIt"],
    ["do.it", "doIt"],
    ["GETList", "getList"],
    ["ID", "id"],
    ["XMLThing", "xmlThing"],
    ["already", "already"],
    ["2fast", "_2fast"],
    ["名前", "名前"],
    ["Überschrift", "überschrift"],
    ["---", "_"],
  ])("the operation %s becomes the method %s", (name, method) => {
    expect(camelCase(name)).toBe(method);
  });

  test.each([
    ["Address", "Address"],
    ["a-b", "a_b"],
    ["a.b", "a_b"],
    ["1st", "_1st"],
    ["Ünïcode", "Ünïcode"],
    ["with\u200djoiner", "with_joiner"],
    ["e\u0301", "é"],
    ["", "_"],
  ])("%p becomes the identifier %s", (name, identifier) => {
    expect(identifierOf(name)).toBe(identifier);
    expect(isIdentifier(identifier)).toBe(true);
  });

  test("a name that is taken gets the first free number", () => {
    const scope = new NameScope(["Date"]);
    expect([scope.take("A"), scope.take("A"), scope.take("A2"), scope.take("A"), scope.take("Date")]).toEqual([
      "A",
      "A2",
      "A22",
      "A3",
      "Date2",
    ]);
  });
});

/** Naming options change names in TypeScript, and no names on the wire. */
describe("naming", () => {
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

  test.each<[string, NamingOptions["names"], string, string]>([
    [
      "a type that is not there",
      { types: names({ "{urn:t}order_lime": "A" }) },
      "no type is called {urn:t}order_lime. Did you mean {urn:t}order_line?",
      "chosen-name-unmatched",
    ],
    [
      "an attribute in a namespace",
      { properties: names({ "@{urn:t}Unit": "A" }) },
      "no element or attribute is called @{urn:t}Unit. Did you mean",
      "chosen-name-unmatched",
    ],
    [
      "an operation",
      { operations: names({ Nothing: "a" }) },
      "no operation is called Nothing. The names are Place_Order.",
      "chosen-name-unmatched",
    ],
    [
      "a name given twice",
      { types: names({ "{urn:t}order_line": "A", "{urn:t}Place_Order": "A" }) },
      "{urn:t}Place_Order cannot be named A: the name is in use or reserved. Choose another name.",
      "chosen-name-taken",
    ],
    [
      "a name that another property has",
      { properties: names({ "{urn:t}lineId": "LineId" }) },
      "{urn:t}lineId cannot be named LineId",
      "chosen-name-taken",
    ],
    [
      "a reserved name",
      { types: names({ "{urn:t}order_line": "Promise" }) },
      "{urn:t}order_line cannot be named Promise",
      "chosen-name-taken",
    ],
    [
      "a method that every client has",
      { operations: names({ Place_Order: "close" }) },
      "Place_Order cannot be named close",
      "chosen-name-taken",
    ],
  ])("%s is an error where it was given", async (_, chosen, message, reason) => {
    const { files, diagnostics } = await generated({ names: chosen! });
    expect(files).toBeUndefined();
    expect(diagnostics.map(formatDiagnostic)).toEqual([expect.stringContaining(`config.json:3:5: error: ${message}`)]);
    expect(diagnostics.map((diagnostic) => diagnostic.reason)).toEqual([reason]);
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
});

/**
 * Types with one name in several namespaces: words of the namespace distinguish them, and a larger WSDL renames none.
 */
describe("type names", () => {
  const folder = mkdtempSync(join(tmpdir(), "type-names-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  interface Place {
    readonly namespace: string;
    /** Whether the type is before the request that uses types of the same name. */
    readonly isFirst?: boolean;
    readonly more?: string;
    readonly name?: string;
  }

  let count = 0;
  /** Returns a WSDL of `urn:t` whose request has an element of the type `Penalty` for each place, in their order. */
  function written(places: readonly Place[], home = ""): string {
    const schemas = places.map(
      ({ namespace, name = "Penalty", more = "" }) =>
        `<xs:schema targetNamespace="${namespace}"><xs:complexType name="${name}"><xs:sequence>
      <xs:element name="Of" type="xs:string"/></xs:sequence></xs:complexType>${more}</xs:schema>`,
    );
    const elements = places.map(
      ({ namespace, name = "Penalty" }, at) => `<xs:element name="E${at}" xmlns:n="${namespace}" type="n:${name}"/>`,
    );
    const used = [
      ...elements.filter((_, at) => !places[at]!.isFirst),
      ...elements.filter((_, at) => places[at]!.isFirst),
    ];
    const own = `<xs:schema targetNamespace="urn:t">${places.map(({ namespace }) => `<xs:import namespace="${namespace}"/>`).join("")}
    <xs:element name="in"><xs:complexType><xs:sequence>${used.join("")}${home === "" ? "" : '<xs:element name="Home" type="t:Penalty"/>'}</xs:sequence></xs:complexType></xs:element>
    <xs:element name="out" type="xs:string"/>${home}</xs:schema>`;
    const path = join(folder, `${count++}.wsdl`);
    writeFileSync(path, wsdlWith([...schemas, own].join("\n")));
    return path;
  }

  /** Returns the TypeScript names by expanded name. */
  async function names(path: string, options: ModelOptions = {}): Promise<Record<string, string>> {
    const { model, diagnostics } = await loadModel(path, options);
    expect(diagnostics).toEqual([]);
    return Object.fromEntries(
      model!.types.flatMap((type) =>
        "qname" in type && type.qname !== undefined
          ? [[`{${type.qname.namespace}}${type.qname.local}`, type.name]]
          : [],
      ),
    );
  }

  const orders: Place = { namespace: "http://example.com/orders/types" };
  const stock: Place = { namespace: "http://example.com/stock/v2" };
  const returns: Place = { namespace: "urn:example:returns" };
  const homePenalty = '<xs:complexType name="Penalty"><xs:attribute name="a"/></xs:complexType>';

  test("the first that operations reach keeps the name, others have a word of their namespace", async () => {
    expect(await names(written([orders, stock, returns]))).toEqual({
      "{http://example.com/orders/types}Penalty": "Penalty",
      "{http://example.com/stock/v2}Penalty": "StockPenalty",
      "{urn:example:returns}Penalty": "ReturnsPenalty",
    });
  });

  test.each<[string, readonly Place[], readonly Place[], string]>([
    ["a second namespace", [orders], [orders, stock], ""],
    ["a second namespace whose schema comes first", [orders], [{ ...stock, isFirst: true }, orders], ""],
    ["a third type of the name", [orders, stock], [orders, stock, returns], ""],
    ["a third type whose schema comes first", [orders, stock], [{ ...returns, isFirst: true }, orders, stock], ""],
    ["a third type whose schema is in the middle", [orders, stock], [orders, { ...returns, isFirst: true }, stock], ""],
    ["schemas in another order", [orders, stock, returns], [{ ...returns, isFirst: true }, orders, stock], homePenalty],
    ["a namespace beside a home type", [stock], [{ ...orders }, stock], homePenalty],
    ["a namespace with the same word", [orders, stock], [orders, stock, { namespace: "urn:other:stock" }], ""],
    ["a type of another name", [orders, stock], [orders, stock, { ...returns, name: "Payment" }], ""],
  ])("%s moves no name", async (_, before, after, home) => {
    const [old, now] = [await names(written(before, home)), await names(written(after, home))];
    expect(now).toMatchObject(old);
    expect(new Set(Object.values(now)).size).toBe(Object.keys(now).length);
    expect(Object.values(now).filter((name) => /\d$/.test(name))).toEqual([]);
  });

  test("a new operation whose element has the name of a type takes it from none", async () => {
    const element =
      '<xs:element name="in"><xs:complexType><xs:sequence><xs:element name="E" xmlns:n="urn:n" type="n:Penalty"/></xs:sequence></xs:complexType></xs:element>';
    const penalty = '<xs:element name="Penalty"><xs:complexType><xs:attribute name="a"/></xs:complexType></xs:element>';
    const foreign =
      '<xs:schema targetNamespace="urn:n"><xs:complexType name="Penalty"><xs:attribute name="b"/></xs:complexType></xs:schema>';
    const path = join(folder, "operation.wsdl");
    const own = `<xs:schema targetNamespace="urn:t"><xs:import namespace="urn:n"/>${element}${penalty}</xs:schema>`;
    writeFileSync(path, wsdlWith(own + foreign, { out: 'element="t:Penalty"' }));
    const { model } = await loadModel(path, {});
    expect(model!.types.map(({ naming, name }) => [naming.after, name])).toEqual([
      ["element", "in_"],
      ["element", "TPenalty"],
      ["type", "Penalty"],
    ]);
  });

  test("the type of the service's own namespace keeps its name, wherever the others are", async () => {
    expect(await names(written([orders, stock], homePenalty))).toEqual({
      "{http://example.com/orders/types}Penalty": "OrdersPenalty",
      "{http://example.com/stock/v2}Penalty": "StockPenalty",
      "{urn:t}Penalty": "Penalty",
    });
  });

  test("a name that the schema gives itself is not taken for a word", async () => {
    const stockPenalty = { namespace: "urn:example:other", name: "StockPenalty" };
    expect(await names(written([orders, stock, stockPenalty]))).toEqual({
      "{http://example.com/orders/types}Penalty": "Penalty",
      "{http://example.com/stock/v2}Penalty": "StockV2Penalty",
      "{urn:example:other}StockPenalty": "StockPenalty",
    });
  });

  test("types that are named after others follow them, and options stay", async () => {
    const more = `<xs:complexType name="Fine"><xs:complexContent><xs:extension base="s:Penalty" xmlns:s="${stock.namespace}"/></xs:complexContent></xs:complexType>`;
    const path = written([orders, { ...stock, more }]);
    const { model } = await loadModel(path, { typePrefix: "X", typeSuffix: "Dto" });
    expect(model!.types.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["XPenaltyDto", "XStockPenaltyDto", "XAnyStockPenaltyDto"]),
    );
  });

  test("a type and an element of one namespace keep a number, the type its name", async () => {
    const path = join(folder, "kinds.wsdl");
    const note =
      '<xs:element name="Note"><xs:complexType><xs:sequence><xs:element name="Of" type="t:Note"/></xs:sequence></xs:complexType></xs:element>';
    const type = '<xs:complexType name="Note"><xs:attribute name="a"/></xs:complexType>';
    writeFileSync(
      path,
      wsdlWith(
        `<xs:schema targetNamespace="urn:t">${note}${type}<xs:element name="out" type="xs:string"/></xs:schema>`,
        {
          in: 'element="t:Note"',
        },
      ),
    );
    const { model } = await loadModel(path, {});
    expect(model!.types.map(({ name, naming }) => [naming.after, name])).toEqual([
      ["element", "Note2"],
      ["type", "Note"],
    ]);
  });

  test("diff tells a type that has another name in TypeScript", async () => {
    const streams = new RecordedStreams();
    await diff(written([orders]), written([orders], homePenalty), { quiet: true }, streams);
    expect(streams.output).toContain("TypeScript type Penalty -> OrdersPenalty, breaking for TypeScript users");
    expect(streams.output).toContain('"names" in the configuration');
  });

  test.each([
    ["http://example.com/orders", "Orders", "ExampleOrders"],
    ["http://example.com/orders/v2/types", "Orders", "OrdersV2Types"],
    ["http://example.com/2017/03/orders.xsd", "Orders", "OrdersXsd"],
    ["http://example.com/order-lines/2017-03", "OrderLines", "OrderLines2017_03"],
    ["urn:acme:orders:1.2", "Orders", "Orders12"],
    ["urn:orders", "Orders", undefined],
    ["http://schemas.datacontract.org/2004/07/Acme.Orders", "Orders", "AcmeOrders"],
    ["http://orders.acme.com/", "Orders", "AcmeOrders"],
    ["http://service.orders.acme.co.uk:8080/types", "Orders", "OrdersServiceTypes"],
    ["urn:common_2013_2.platform.webservices.netsuite.com", "Common", "Common_2013_2"],
    ["http://xml.amadeus.com/FATQIQ_13_1_1A", "FATQIQ", "FATQIQ_13_1_1A"],
    ["java:com.acme.orders", "Orders", "AcmeOrders"],
    ["http://example.com/%D0%BE", "D0BE", undefined],
    ["http://example.com/заказы", "Заказы", undefined],
    ["", "NoNamespace", undefined],
    ["1", "Namespace1", undefined],
    ["#?/", "Namespace", undefined],
    ["http://www.com/", "Www", undefined],
  ])("the words of %s are %s, then %s", (namespace, first, then) => {
    const words = namespaceWords(namespace);
    expect(words[0]).toBe(first);
    if (then !== undefined) expect(words).toContain(then);
  });
});
