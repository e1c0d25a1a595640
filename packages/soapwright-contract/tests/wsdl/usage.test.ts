/** What no SOAP operation reaches is not judged; what one needs stays an error that names it. */
import { loadFiles, wsdlWith } from "soapwright-testing/codegen/load-files";

interface Beside {
  /** Components of the schema beside the elements `in`, `out` and `more`. */
  readonly schema?: string;
  /** Children of `wsdl:definitions`. */
  readonly definitions?: string;
  readonly ports?: string;
}

/** A WSDL with the operations `o` and `more`, whose messages have elements of their own. */
function contract({ schema = "", definitions = "", ports = "" }: Beside): string {
  const second = `<operation name="more"><soap:operation soapAction="urn:t/more"/><input><soap:body use="literal"/></input></operation>`;
  return wsdlWith(
    `<xs:schema targetNamespace="urn:t" elementFormDefault="qualified"><xs:element name="in" type="xs:string"/><xs:element name="out" type="xs:string"/><xs:element name="more" type="t:More"/>
${schema.includes('name="More"') ? "" : '<xs:complexType name="More"/>'}${schema}</xs:schema>`,
  )
    .replace("<message ", '<message name="more"><part name="p" element="t:more"/></message><message ')
    .replace("</portType>", '<operation name="more"><input message="t:more"/></operation></portType>')
    .replace("</binding>", `${second}</binding>`)
    .replace("</service>", `${ports}</service>`)
    .replace("</definitions>", `${definitions}</definitions>`)
    .replace(
      "<definitions ",
      '<definitions xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy" xmlns:o="urn:o" ',
    );
}

const get = `<portType name="get"><operation name="Get"><input message="t:getIn"/><output message="t:getOut"/></operation></portType>
<binding name="get" type="t:get"><http:binding verb="GET"/><operation name="Get"><http:operation location="/Get"/><input><http:urlEncoded/></input><output><mime:content part="Body" type="text/xml"/></output></operation></binding>`;
const getPort = '<port name="get" binding="t:get"><http:address location="http://localhost/"/></port>';

const broken =
  '<xs:complexType name="Broken"><xs:sequence><xs:element name="a" type="t:Nothing"/></xs:sequence></xs:complexType>';

const unused: readonly (readonly [what: string, beside: Beside, warning: RegExp])[] = [
  [
    "a part without type of a message that only an HTTP GET binding uses",
    {
      definitions: `<message name="getIn"/><message name="getOut"><part name="Body"/></message>${get}`,
      ports: getPort,
    },
    /warning: part Body has neither element nor type \(\{urn:t\}getOut\)\. Write one of the two\. No SOAP operation/,
  ],
  [
    "messages that an HTTP binding names and nothing defines",
    { definitions: get, ports: getPort },
    /warning: wsdl:message \{urn:t\}getIn is not defined/,
  ],
  [
    "a port type of another protocol that nothing defines",
    { definitions: get.replace(/<portType.*portType>/s, ""), ports: getPort },
    /warning: wsdl:portType \{urn:t\}get is not defined/,
  ],
  [
    "a message that nothing refers to",
    { definitions: '<message name="m"><part name="p" element="t:nothing"/></message>' },
    /warning: element \{urn:t\}nothing is not defined/,
  ],
  [
    "a message that is defined twice",
    { definitions: '<message name="m"/><message name="m"/>' },
    /warning: message is defined twice/,
  ],
  [
    "a port type without a binding",
    { definitions: '<portType name="q"><operation name="x"><input message="t:nothing"/></operation></portType>' },
    /warning: wsdl:message \{urn:t\}nothing is not defined/,
  ],
  [
    "a SOAP binding that no port has",
    { definitions: '<binding name="c" type="t:p"><soap:binding/><operation name="unknown"/></binding>' },
    /warning: operation unknown is not in the port type/,
  ],
  [
    "a required extension of a binding that no port has",
    {
      definitions:
        '<binding name="c" type="t:p"><soap:binding/><o:must xmlns="" w:required="true" xmlns:w="http://schemas.xmlsoap.org/wsdl/"/></binding>',
    },
    /warning: the extension of binding c is required by the service and not known here/,
  ],
  ["a type", { schema: broken }, /warning: type \{urn:t\}Nothing is not defined/],
  [
    "a type that derives from itself",
    {
      schema:
        '<xs:complexType name="Broken"><xs:complexContent><xs:extension base="t:Broken"/></xs:complexContent></xs:complexType>',
    },
    /warning: type derives from itself/,
  ],
  [
    "a group that contains itself",
    { schema: '<xs:group name="Broken"><xs:sequence><xs:group ref="t:Broken"/></xs:sequence></xs:group>' },
    /warning: .*contains itself/,
  ],
  [
    "a simple type with a wrong facet",
    {
      schema:
        '<xs:simpleType name="Broken"><xs:restriction base="xs:boolean"><xs:maxLength value="3"/></xs:restriction></xs:simpleType>',
    },
    /warning: maxLength does not apply to boolean/,
  ],
  [
    "a type that is defined twice",
    {
      schema:
        '<xs:simpleType name="B"><xs:restriction base="xs:int"/></xs:simpleType><xs:simpleType name="B"><xs:restriction base="xs:date"/></xs:simpleType>',
    },
    /warning: xs:simpleType is defined twice/,
  ],
];

test.each(unused)("%s is a warning with its place", async (_what, beside, warning) => {
  const { definitions, printed } = await loadFiles({ "service.wsdl": contract(beside) });
  expect(printed.filter((line) => line.includes("error:"))).toEqual([]);
  expect(printed.join("\n")).toMatch(warning);
  for (const line of printed) expect(line).toMatch(/^service\.wsdl:\d+:\d+: /);
  const [port, ...others] = definitions!.services[0]!.ports;
  expect(others).toEqual([]);
  expect(port!.binding.operations.map(({ operation }) => operation.name)).toEqual(["o", "more"]);
});

test("broken types are left out of the schemas, with what contains them; sound types stay", async () => {
  const schema = `${broken}<xs:complexType name="Above"><xs:sequence><xs:element name="b" type="t:Broken"/></xs:sequence></xs:complexType>
<xs:element name="above" type="t:Above"/><xs:complexType name="Sound"/>`;
  const { schemas, printed } = await loadFiles({ "service.wsdl": contract({ schema }) });
  expect([...schemas!.types.keys()]).toEqual(["{urn:t}More", "{urn:t}Sound"]);
  expect([...schemas!.elements.keys()]).toEqual(["{urn:t}in", "{urn:t}out", "{urn:t}more"]);
  expect(printed).toEqual([
    expect.stringContaining("warning: type {urn:t}Nothing is not defined"),
    expect.stringContaining(
      "warning: xs:complexType Above is left out, because it refers to what is wrong. No SOAP operation reaches it.",
    ),
    expect.stringContaining("warning: xs:element above is left out, because it refers to what is wrong."),
  ]);
});

const needed: readonly (readonly [what: string, schema: string])[] = [
  [
    "a type of its element",
    '<xs:complexType name="More"><xs:sequence><xs:element name="a" type="t:Broken"/></xs:sequence></xs:complexType>',
  ],
  [
    "a type that its type extends",
    '<xs:complexType name="More"><xs:complexContent><xs:extension base="t:Broken"/></xs:complexContent></xs:complexType>',
  ],
  [
    "a group",
    `<xs:complexType name="More"><xs:group ref="t:g"/></xs:complexType><xs:group name="g"><xs:sequence><xs:element name="b" type="t:Broken"/></xs:sequence></xs:group>`,
  ],
  [
    "a type that may come in place of its type",
    `<xs:complexType name="More"/><xs:complexType name="Sub"><xs:complexContent><xs:extension base="t:More"><xs:sequence><xs:element name="a" type="t:Broken"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
  ],
  [
    "a member of a substitution group",
    `<xs:complexType name="More"><xs:sequence><xs:element ref="t:head"/></xs:sequence></xs:complexType><xs:element name="head" abstract="true"/><xs:element name="member" substitutionGroup="t:head" type="t:Broken"/>`,
  ],
];

test.each(needed)("%s is an error with the operation, which can be left out", async (_what, schema) => {
  const files = { "service.wsdl": contract({ schema: broken + schema }) };
  const refused = await loadFiles(files);
  expect(refused.definitions).toBeUndefined();
  expect(refused.printed).toEqual([
    expect.stringMatching(
      /^service\.wsdl:\d+:\d+: error: type \{urn:t\}Nothing is not defined\. .*Operation more needs it; go on without it with --skip-operation more\.$/,
    ),
  ]);
  const { definitions, printed } = await loadFiles(files, { skipOperations: ["more"] });
  expect(printed.join("\n")).toContain("note: operation more is left out: --skip-operation names it.");
  expect(definitions!.services[0]!.ports[0]!.binding.operations.map(({ operation }) => operation.name)).toEqual(["o"]);
});

test("an import that only unused types need is a warning, and an error where an operation needs it", async () => {
  const schema = (name: string) =>
    `<xs:complexType name="${name}"><xs:sequence><xs:element name="a" type="o:T"/></xs:sequence></xs:complexType>`;
  const text = (name: string) =>
    contract({ schema: schema(name) }).replace(
      '<xs:element name="in"',
      '<xs:import namespace="urn:o" schemaLocation="o.xsd"/><xs:element name="in"',
    );
  for (const files of [{}, { "o.xsd": "<xs:schema" }]) {
    const unneeded = await loadFiles({ "service.wsdl": text("Unused"), ...files });
    expect(unneeded.printed.filter((line) => line.includes("error:"))).toEqual([]);
    expect(unneeded.schemas!.types.has("{urn:t}Unused")).toBe(false);
    const refused = await loadFiles({ "service.wsdl": text("More"), ...files });
    expect(refused.definitions).toBeUndefined();
    expect(refused.printed.join("\n")).toMatch(
      /error: .*Operation more needs it; go on without it with --skip-operation more/,
    );
  }
});

test("an operation that is broken itself is left out by its name", async () => {
  const text = contract({}).replace('<input message="t:more"/>', '<input message="t:nothing"/>');
  expect((await loadFiles({ "service.wsdl": text })).printed).toEqual([
    expect.stringMatching(
      /error: wsdl:message \{urn:t\}nothing is not defined\. .*Operation more needs it; .*--skip-operation more/,
    ),
  ]);
  const { definitions } = await loadFiles({ "service.wsdl": text }, { skipOperations: ["more"] });
  expect(definitions!.services[0]!.ports[0]!.binding.operations).toHaveLength(1);
});

test("a name that --skip-operation gets and no operation has is an error", async () => {
  const { printed } = await loadFiles({ "service.wsdl": contract({}) }, { skipOperations: ["moer"] });
  expect(printed).toEqual([expect.stringContaining("error: no operation is called moer. Did you mean more?")]);
});

test.each([
  ["HTTP bindings alone", contract({}).replaceAll("soap:", "http:"), /The WSDL has: HTTP binding b\.$/],
  ["every operation left out", contract({}), /--skip-operation leaves nothing else\.$/],
])("%s: the WSDL has no SOAP operation", async (what, text, hint) => {
  const skipOperations = what.startsWith("HTTP") ? [] : ["o", "more"];
  const { definitions, printed } = await loadFiles({ "service.wsdl": text }, { skipOperations });
  const severity = skipOperations.length > 0 ? "error" : "warning";
  expect(definitions === undefined).toBe(severity === "error");
  const found = printed.filter((line) => line.includes(`${severity}: the WSDL has no SOAP operation`));
  expect(found).toEqual([expect.stringMatching(hint)]);
});
