import { verify } from "soapwright/internal";
import { loadFiles, wsdlWith } from "soapwright-testing/codegen/load-files";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { Folder } from "soapwright-testing/commands/small-wsdl";
import { securitySchemas } from "../../src/load/known/known-security";
import { knownSchema, messagingSchemas } from "../../src/load/known/schemas";

const namespaces = [...securitySchemas, ...messagingSchemas].map(([namespace]) => namespace);
const ds = "http://www.w3.org/2000/09/xmldsig#";
const wsa = "http://www.w3.org/2005/08/addressing";

/** Returns a WSDL whose messages have an element of each namespace that declares elements. */
function using(schemaLocation: (namespace: string) => string): string {
  const prefixes = namespaces.map((namespace, index) => `xmlns:n${index}="${namespace}"`).join(" ");
  const imports = namespaces.map((namespace) => `<xs:import namespace="${namespace}"${schemaLocation(namespace)}/>`);
  const uses = namespaces.flatMap((namespace, index) => {
    const name = /<xs:element name="(\w+)"/.exec(globals(namespace))?.[1];
    return name === undefined ? [] : [`<xs:element ref="n${index}:${name}" minOccurs="0"/>`];
  });
  return wsdlWith(`<xs:schema targetNamespace="urn:t" ${prefixes} elementFormDefault="qualified">${imports.join("")}
<xs:element name="in"><xs:complexType><xs:sequence>${uses.join("")}</xs:sequence></xs:complexType></xs:element>
<xs:element name="out" type="xs:string"/></xs:schema>`);
}

/** Returns the lines of a description that declare global elements. */
function globals(namespace: string): string {
  return (knownSchema(namespace) ?? "")
    .split("\n")
    .filter((line) => line.startsWith("<xs:element"))
    .join("\n");
}

const mentioned = using(() => "");

test("each is in the one table, and is a schema without a mistake", async () => {
  for (const namespace of namespaces) expect(knownSchema(namespace)).toContain(`targetNamespace="${namespace}"`);
  expect(mentioned.match(/<xs:element ref=/g)?.length).toBeGreaterThan(8);
  const { definitions, printed, files } = await loadFiles({ "service.wsdl": mentioned });
  expect(printed).toEqual([]);
  expect(definitions).toBeDefined();
  expect(files).toHaveLength(1);
});

test("a validator judges what they allow", async () => {
  const folder = new Folder();
  const streams = new RecordedStreams();
  try {
    expect(await verify(folder.write(mentioned), { instances: 5 }, streams)).toBe(0);
    expect(streams.output).toContain("libxml2 judged 1 of 1 operation");
  } finally {
    folder.remove();
  }
});

test("they replace documents of the network and missing files, which is reported", async () => {
  const text = using(
    (namespace) =>
      ` schemaLocation="${namespace === ds ? "xmldsig.xsd" : `http://localhost:9/${encodeURIComponent(namespace)}`}"`,
  );
  const { definitions, printed } = await loadFiles({ "service.wsdl": text });
  expect(definitions).toBeDefined();
  expect(printed).toContainEqual(
    expect.stringMatching(
      /note: the generator's own description of namespace "http:\/\/www\.w3\.org\/2000\/09\/xmldsig#" is used: file .*xmldsig\.xsd does not exist/,
    ),
  );
  expect(printed.filter((line) => !line.includes(": note: "))).toEqual([]);
});

test("the user's own document comes first, in its place or by a catalog", async () => {
  const own = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${wsa}"><xs:element name="EndpointReference" type="xs:int"/></xs:schema>`;
  const service = (location: string) =>
    wsdlWith(
      `<xs:schema targetNamespace="urn:t" xmlns:a="${wsa}"><xs:import namespace="${wsa}"${location}/><xs:element name="out" type="xs:string"/></xs:schema>`,
      { in: `element="a:EndpointReference" xmlns:a="${wsa}"` },
    );
  for (const [location, options] of [
    [' schemaLocation="own.xsd"', {}],
    ["", { catalogs: ["catalog.tsv"] }],
    [' schemaLocation="http://localhost:9/ws-addr.xsd"', { catalogs: ["catalog.tsv"] }],
  ] as const) {
    const files = { "service.wsdl": service(location), "own.xsd": own, "catalog.tsv": `${wsa}\town.xsd` };
    const { schemas, printed } = await loadFiles(files, options);
    expect(printed).toEqual([]);
    expect(schemas!.elements.get(`{${wsa}}EndpointReference`)?.type.name?.local).toBe("int");
  }
});

test("an undeclared component of a description is reported as of any schema", async () => {
  const text = wsdlWith(
    `<xs:schema targetNamespace="urn:t"><xs:import namespace="${ds}"/><xs:element name="out" type="xs:string"/></xs:schema>`,
    { in: `element="d:Signatur" xmlns:d="${ds}"` },
  );
  const { printed } = await loadFiles({ "service.wsdl": text });
  expect(printed.join("\n")).toContain(`element {${ds}}Signatur is not defined. Did you mean {${ds}}Signature?`);
});

describe("a namespace that a message refers to and nothing imports", () => {
  const text = (namespace: string) =>
    wsdlWith('<xs:schema targetNamespace="urn:t"><xs:element name="out" type="xs:string"/></xs:schema>', {
      in: `element="n:EndpointReference" xmlns:n="${namespace}"`,
    });

  test("is the generator's own, where that is known, and verified", async () => {
    const { schemas, printed } = await loadFiles({ "service.wsdl": text(wsa) });
    expect(schemas?.elements.has(`{${wsa}}EndpointReference`)).toBe(true);
    expect(printed).toEqual([
      `service.wsdl:4:20: warning: nothing imports namespace "${wsa}"; the generator's schema of ${wsa} is read. Import it in wsdl:types, because other tools expect it there.`,
    ]);
    const folder = new Folder();
    try {
      expect(await verify(folder.write(text(wsa)), { instances: 3 }, new RecordedStreams())).toBe(0);
    } finally {
      folder.remove();
    }
  });

  test("is that of the catalog, which comes first", async () => {
    for (const namespace of [wsa, "urn:own"]) {
      const own = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}"><xs:element name="EndpointReference" type="xs:int"/></xs:schema>`;
      const files = { "service.wsdl": text(namespace), "own.xsd": own, "catalog.tsv": `${namespace}\town.xsd` };
      const { schemas, printed } = await loadFiles(files, { catalogs: ["catalog.tsv"] });
      expect(schemas!.elements.get(`{${namespace}}EndpointReference`)?.type.name?.local).toBe("int");
      expect(printed.join()).toContain(`warning: nothing imports namespace "${namespace}"; own.xsd is read.`);
    }
  });

  test("is an error with the remedy, where neither has it", async () => {
    const { definitions, printed } = await loadFiles({ "service.wsdl": text("urn:own") });
    expect(definitions).toBeUndefined();
    expect(printed).toEqual([
      "service.wsdl:4:36: error: element {urn:own}EndpointReference is not defined. No schema of that namespace was read. Import it, or map the namespace to a file with --catalog. It may have any content with --allow-missing-messages.",
    ]);
  });
});
