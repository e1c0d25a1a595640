/**
 * Types with one name in several namespaces: words of the namespace distinguish them, and a larger WSDL renames none.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diff, loadModel } from "soapwright/internal";
import { wsdlWith } from "soapwright-testing/codegen/load-files";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import type { ModelOptions } from "../../src/model/model-options";
import { namespaceWords } from "../../src/model/names/namespace-words";

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
      "qname" in type && type.qname !== undefined ? [[`{${type.qname.namespace}}${type.qname.local}`, type.name]] : [],
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
    wsdlWith(`<xs:schema targetNamespace="urn:t">${note}${type}<xs:element name="out" type="xs:string"/></xs:schema>`, {
      in: 'element="t:Note"',
    }),
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
