import { loadFiles, wsdlWith } from "soapwright-testing/codegen/load-files";

const types = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:element name="in" type="xs:int"/><xs:element name="out" type="xs:int"/></xs:schema>`;
const location = "http://localhost:1/schemas/v1/types.xsd";
const service = wsdlWith(`<xs:schema><xs:import namespace="urn:t" schemaLocation="${location}"/></xs:schema>`);
const catalog = (entries: string, attributes = "") =>
  `<?xml version="1.0"?><!DOCTYPE catalog PUBLIC "-//OASIS//DTD XML Catalogs V1.1//EN" "http://localhost:1/catalog.dtd">
<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"${attributes}>\n${entries}\n</catalog>`;

async function loads(entries: string, more: { [name: string]: string } = {}, attributes = "") {
  const files = {
    "service.wsdl": service,
    "c/catalog.xml": catalog(entries, attributes),
    "c/types.xsd": types,
    ...more,
  };
  const { definitions, printed } = await loadFiles(files, { catalogs: ["c/catalog.xml"] });
  return { isLoaded: definitions !== undefined, printed: printed.filter((line) => !line.includes("(DTD) ignored")) };
}

test.each([
  ["uri of a location", `<uri name="${location}" uri="types.xsd"/>`],
  ["uri of a namespace", `<uri name="urn:t" uri="types.xsd"/>`],
  ["system", `<system systemId="${location}" uri="types.xsd"/>`],
  ["rewriteURI", `<rewriteURI uriStartString="http://localhost:1/schemas/v1/" rewritePrefix="./"/>`],
  ["rewriteSystem", `<rewriteSystem systemIdStartString="http://localhost:1/schemas/v1/" rewritePrefix="./"/>`],
  [
    "the longest start",
    `<rewriteURI uriStartString="http://localhost:1/" rewritePrefix="nowhere/"/><rewriteURI uriStartString="http://localhost:1/schemas/v1/" rewritePrefix="./"/>`,
  ],
  [
    "an exact entry before a start",
    `<rewriteURI uriStartString="http://localhost:1/schemas/v1/t" rewritePrefix="x/"/><uri name="${location}" uri="types.xsd"/>`,
  ],
  ["the first of two", `<uri name="${location}" uri="types.xsd"/><uri name="${location}" uri="nowhere.xsd"/>`],
  ["uriSuffix", `<uriSuffix uriSuffix="/v1/types.xsd" uri="types.xsd"/>`],
  [
    "a group, and entries that say nothing of a WSDL",
    `<group prefer="public"><public publicId="x" uri="y"/><uri name="${location}" uri="types.xsd"/></group>`,
  ],
])("%s", async (_what, entries) => {
  expect(await loads(entries)).toEqual({ isLoaded: true, printed: [] });
});

test("xml:base, of the catalog, a group and an entry", async () => {
  const entry = `<group xml:base="b/"><uri name="urn:t" uri="types.xsd" xml:base="d/"/></group>`;
  const files = { "c/types.xsd": "<no/>", "c/a/b/d/types.xsd": types };
  expect(await loads(entry, files, ' xml:base="a/"')).toEqual({ isLoaded: true, printed: [] });
});

test("nextCatalog, one after the other, and by lines too", async () => {
  const entries = `<nextCatalog catalog="one/next.xml"/><nextCatalog catalog="two.tsv"/>`;
  const files = {
    "c/one/next.xml": catalog('<nextCatalog catalog="../deep.xml"/>'),
    "c/deep.xml": catalog(""),
    "c/two.tsv": "urn:t\ttypes.xsd",
  };
  expect(await loads(entries, files)).toEqual({ isLoaded: true, printed: [] });
});

test("catalogs that name each other are read once each", async () => {
  const files = {
    "c/b.xml": catalog(
      '<nextCatalog catalog="catalog.xml"/><uri name="urn:t" uri="types.xsd"/><nextCatalog catalog="b.xml"/>',
    ),
  };
  expect(await loads('<nextCatalog catalog="b.xml"/><nextCatalog catalog="./b.xml"/>', files)).toEqual({
    isLoaded: true,
    printed: [],
  });
});

test("an entry that cannot be read is reported with its place, and the rest is used", async () => {
  const { isLoaded, printed } = await loads(
    `<nextCatalog catalog="no.xml"/><nextCatalog catalog="http://localhost:1/c.xml"/><delegateURI uriStartString="x" catalog="y.xml"/><uri name="a"/><uri name="urn:t" uri="types.xsd"/>`,
  );
  expect(isLoaded).toBe(true);
  expect(printed).toEqual([
    expect.stringMatching(/catalog\.xml:3:1: warning: nextCatalog is ignored: file .*no\.xml does not exist\.$/),
    expect.stringMatching(/warning: nextCatalog is ignored\. Its attribute catalog names a local file\.$/),
    expect.stringMatching(/warning: delegateURI of a catalog is not read\. Write uri, system,/),
    expect.stringMatching(/warning: uri of a catalog is ignored\. It needs name and uri, an address or a path\.$/),
  ]);
});

test.each([
  ["markup that is not well-formed", "<catalog", /^c\/catalog\.xml:\d+:1: error: not well-formed XML/],
  ["another document", "<a/>", /^c\/catalog\.xml:1:1: error: not a catalog: its root is a\.$/],
  [
    "an entity",
    '<!DOCTYPE catalog [<!ENTITY x SYSTEM "file:///etc/passwd">]><catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">&x;</catalog>',
    /error: not well-formed XML: &x; refers to an entity/,
  ],
])("%s instead of a catalog is an error", async (_what, text, message) => {
  const { isLoaded, printed } = await loads("", { "c/catalog.xml": text });
  expect(isLoaded).toBe(false);
  expect(printed).toEqual([expect.stringMatching(message)]);
});

test("an address that a catalog gives is read only where the network is allowed", async () => {
  const { isLoaded, printed } = await loads('<uri name="urn:t" uri="http://localhost:2/types.xsd"/>');
  expect(isLoaded).toBe(false);
  expect(printed).toEqual([expect.stringContaining("http://localhost:2/types.xsd is not read: no network")]);
});

test("a relative location is looked up as the address that it is resolved to", async () => {
  const schema = (location: string) =>
    `<xs:schema><xs:import namespace="urn:t" schemaLocation="${location}"/></xs:schema>`;
  for (const [from, entry] of [
    ["../v0/types.xsd", `<uriSuffix uriSuffix="/v0/types.xsd" uri="types.xsd"/>`],
    ["c/../old/types.xsd", `<systemSuffix systemIdSuffix="/old/types.xsd" uri="types.xsd"/>`],
    [
      "old/types.xsd",
      `<rewriteURI uriStartString="../old/" rewritePrefix="./"/><uriSuffix uriSuffix="old/types.xsd" uri="types.xsd"/>`,
    ],
  ] as const) {
    const files = { "service.wsdl": wsdlWith(schema(from)), "old/types.xsd": "<no/>" };
    expect(await loads(entry, files)).toEqual({ isLoaded: true, printed: [] });
  }
});

test("two versions of one schema are one error, which a catalog solves", async () => {
  const version = (type: string) =>
    types.replace(
      "</xs:schema>",
      `<xs:simpleType name="a"><xs:restriction base="${type}"/></xs:simpleType>
      <xs:simpleType name="b"><xs:restriction base="${type}"/></xs:simpleType></xs:schema>`,
    );
  const [first, second] = ["v1/types.xsd", "v2/types.xsd"].map((at) => `<xs:include schemaLocation="${at}"/>`);
  const files = {
    "service.wsdl": wsdlWith(
      `<xs:schema targetNamespace="urn:t">${first}</xs:schema><xs:schema targetNamespace="urn:t">${second}</xs:schema>`,
    ),
    "v1/types.xsd": version("xs:int"),
    "v2/types.xsd": version("xs:string"),
  };
  const refused = await loads("", files);
  expect(refused.printed.filter((line) => line.includes("error: "))).toEqual([
    expect.stringMatching(
      /v2.types.xsd:1:\d+: error: xs:simpleType is defined twice, and so is one more component \({urn:t}a\). The first is at v1.types.xsd:1. If these are two versions of one schema, map the location of one to the other with --catalog; else take the first with --allow-double-types\.$/,
    ),
  ]);
  const mapped = await loads('<uriSuffix uriSuffix="/v2/types.xsd" uri="../v1/types.xsd"/>', files);
  expect(mapped).toEqual({ isLoaded: true, printed: [] });
});

test("a relative location of no file is looked up by its namespace, and the message names the catalog", async () => {
  const files = {
    "service.wsdl": wsdlWith('<xs:schema><xs:import namespace="urn:t" schemaLocation="typs.xsd"/></xs:schema>'),
    "types.xsd": types,
  };
  expect(await loads('<uri name="urn:t" uri="types.xsd"/>', files)).toEqual({ isLoaded: true, printed: [] });
  const { isLoaded, printed } = await loads('<uri name="urn:other" uri="types.xsd"/>', files);
  expect(isLoaded).toBe(false);
  expect(printed[0]).toMatch(
    /service\.wsdl:3:\d+: error: .*typs\.xsd does not exist, and no entry of .*catalog\.xml names/,
  );
  expect(printed[0]).toContain("Did you mean types.xsd? Or map the namespace to a file with --catalog.");
});
