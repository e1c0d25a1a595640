/** Each reason of a diagnostic is provoked by a small input: tests/house/coded-tests.test.ts lists what cannot be. */
import { gzipSync } from "node:zlib";
import type { DiagnosticReason, LoadOptions } from "soapwright-contract";
import { loadFiles, schemaWith, wsdlWith } from "soapwright-testing/codegen/load-files";

async function reasonsIn(files: { readonly [name: string]: string | Uint8Array }, options: LoadOptions = {}) {
  const { diagnostics } = await loadFiles(files, options);
  return diagnostics.map(({ reason }) => reason);
}

const type = (content: string, attributes = ""): string =>
  `<xs:complexType name="T" ${attributes}>${content}</xs:complexType>`;
const simple = (content: string): string => `<xs:simpleType name="T">${content}</xs:simpleType>`;
const facet = (facets: string, base = "xs:string"): string =>
  simple(`<xs:restriction base="${base}">${facets}</xs:restriction>`);
const complex = (derivation: string, base: string, content = ""): string =>
  type(`<xs:complexContent><xs:${derivation} base="${base}">${content}</xs:${derivation}></xs:complexContent>`);
const simpleContent = (derivation: string, base: string, content = ""): string =>
  type(`<xs:simpleContent><xs:${derivation} base="${base}">${content}</xs:${derivation}></xs:simpleContent>`);
const sequence = (content: string): string => type(`<xs:sequence>${content}</xs:sequence>`);
const array = (written: string): string =>
  complex(
    "restriction",
    "soapenc:Array",
    `<xs:attribute xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" ref="soapenc:arrayType" wsdl:arrayType="${written}"/>`,
  ).replace("<xs:complexType", '<xs:complexType xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/"');
const keyed = (constraints: string): string =>
  `<xs:element name="K"><xs:complexType><xs:sequence><xs:element name="a" type="xs:string"/></xs:sequence></xs:complexType>${constraints}</xs:element>`;
const key = '<xs:key name="k"><xs:selector xpath="t:a"/><xs:field xpath="."/></xs:key>';

/** Components of a schema. */
const ofSchemas: readonly (readonly [reason: DiagnosticReason, components: string])[] = [
  ["declaration-unnamed", "<xs:complexType/>"],
  ["declaration-name-invalid", '<xs:complexType name="a b"/>'],
  ["attribute-meaningless", '<xs:element name="e" type="xs:string" minOccurs="0"/>'],
  ["component-repeated-alike", `${facet("")}${facet("")}`],
  ["component-repeated", `${facet("")}${facet("", "xs:int")}`],
  ["reference-missing", sequence("<xs:group/>")],
  ["reference-undefined", sequence('<xs:element name="a" type="t:Nothing"/>')],
  ["reference-without-prefix", `${type("")}<xs:element xmlns="" name="e" type="T"/>`],
  ["qname-malformed", sequence('<xs:element name="a" type="a:b:c"/>')],
  ["qname-prefix-undeclared", sequence('<xs:element name="a" type="q:b"/>')],
  ["not-a-boolean", sequence('<xs:element name="a" type="xs:string" nillable="yes"/>')],
  ["value-not-allowed", sequence('<xs:element name="a" type="xs:string" form="half"/>')],
  ["local-name-missing", sequence('<xs:element type="xs:string"/>')],
  ["local-name-invalid", sequence('<xs:element name="1" type="xs:string"/>')],
  ["occurs-crossed", sequence('<xs:element name="a" type="xs:string" minOccurs="2"/>')],
  ["occurs-invalid", sequence('<xs:element name="a" type="xs:string" maxOccurs="many"/>')],
  ["foreign-element-ignored", type('<o:x xmlns:o="urn:o"/>')],
  ["of-schema-1-1", type('<xs:assert test="true()"/>')],
  ["named-type-misplaced", sequence('<xs:complexType name="Inner"/>')],
  ["schema-element-misplaced", sequence("<xs:length/>")],
  ["attribute-type-complex", `${type("")}<xs:attribute name="a" type="t:T"/>`],
  ["attribute-required-default", type('<xs:attribute name="a" type="xs:string" use="required" default="x"/>')],
  ["attribute-ref-missing", type('<xs:attributeGroup name="g"/>')],
  ["attribute-declared-twice", type('<xs:attribute name="a" type="xs:string"/>'.repeat(2))],
  ["attribute-group-circular", '<xs:attributeGroup name="g"><xs:attributeGroup ref="t:g"/></xs:attributeGroup>'],
  [
    "extension-of-all",
    `<xs:complexType name="B"><xs:all><xs:element name="a" type="xs:string"/></xs:all></xs:complexType>${complex("extension", "t:B", '<xs:sequence><xs:element name="b" type="xs:string"/></xs:sequence>')}`,
  ],
  [
    "extension-attribute-again",
    `<xs:complexType name="B"><xs:attribute name="a" type="xs:string"/></xs:complexType>${complex("extension", "t:B", '<xs:attribute name="a" type="xs:string"/>')}`,
  ],
  [
    "element-types-differ",
    type('<xs:choice><xs:element name="a" type="xs:string"/><xs:element name="a" type="xs:int"/></xs:choice>'),
  ],
  ["substitution-circular", '<xs:element name="e" type="xs:string" substitutionGroup="t:e"/>'],
  [
    "substitution-type",
    '<xs:element name="head" type="xs:int"/><xs:element name="e" type="xs:string" substitutionGroup="t:head"/>',
  ],
  ["type-circular", complex("extension", "t:T")],
  ["variety-circular", simple('<xs:list itemType="t:T"/>')],
  ["group-circular", '<xs:group name="g"><xs:sequence><xs:group ref="t:g"/></xs:sequence></xs:group>'],
  [
    "beside-content",
    type(
      '<xs:complexContent><xs:extension base="xs:anyType"/></xs:complexContent><xs:attribute name="a" type="xs:string"/>',
    ),
  ],
  ["wildcard-missing", type("<xs:openContent/><xs:sequence/>")],
  ["derivation-missing", type("<xs:complexContent/>")],
  ["derivation-base-missing", type("<xs:complexContent><xs:extension/></xs:complexContent>")],
  ["base-final", `<xs:complexType name="B" final="extension"/>${complex("extension", "t:B")}`],
  ["complex-content-of-simple", complex("extension", "xs:string")],
  [
    "open-content-extended",
    `<xs:complexType name="B"><xs:openContent mode="suffix"><xs:any/></xs:openContent><xs:sequence><xs:element name="a" type="xs:string"/></xs:sequence></xs:complexType>${complex("extension", "t:B", '<xs:sequence><xs:element name="b" type="xs:string"/></xs:sequence>')}`,
  ],
  [
    "simple-content-extended",
    `<xs:complexType name="B"><xs:simpleContent><xs:extension base="xs:string"/></xs:simpleContent></xs:complexType>${complex("extension", "t:B", '<xs:sequence><xs:element name="b" type="xs:string"/></xs:sequence>')}`,
  ],
  ["simple-content-restricts-simple", simpleContent("restriction", "xs:string")],
  [
    "simple-content-elements",
    simpleContent("extension", "xs:string", '<xs:sequence><xs:element name="b" type="xs:string"/></xs:sequence>'),
  ],
  ["simple-content-of-complex", `<xs:complexType name="B"/>${simpleContent("extension", "t:B")}`],
  ["array-type-unreadable", array("[")],
  ["array-type-without-brackets", array("xs:string")],
  ["array-type-dimensions", array("xs:string[,]")],
  ["inner-type-named", '<xs:element name="e"><xs:complexType name="Inner"/></xs:element>'],
  ["element-type-twice", '<xs:element name="e"><xs:complexType/><xs:complexType/></xs:element>'],
  ["element-type-both", '<xs:element name="e" type="xs:string"><xs:complexType/></xs:element>'],
  ["facet-value-missing", facet("<xs:length/>")],
  ["facet-twice", facet('<xs:length value="1"/>'.repeat(2))],
  ["facet-value-invalid", facet('<xs:length value="long"/>')],
  ["facet-value-not-of-type", facet('<xs:enumeration value="x"/>', "xs:int")],
  ["facet-not-applicable", facet('<xs:length value="1"/>', "xs:int")],
  ["facet-bounds-crossed", facet('<xs:minLength value="2"/><xs:maxLength value="1"/>')],
  ["pattern-invalid", facet('<xs:pattern value="["/>')],
  ["constraint-unnamed", keyed('<xs:key><xs:selector xpath="t:a"/><xs:field xpath="."/></xs:key>')],
  ["constraint-incomplete", keyed('<xs:key name="k"><xs:selector xpath="t:a"/></xs:key>')],
  [
    "constraint-refer-unknown",
    keyed('<xs:keyref name="r" refer="t:none"><xs:selector xpath="t:a"/><xs:field xpath="."/></xs:keyref>'),
  ],
  [
    "constraint-fields-differ",
    keyed(
      `${key}<xs:keyref name="r" refer="t:k"><xs:selector xpath="t:a"/><xs:field xpath="."/><xs:field xpath="@b"/></xs:keyref>`,
    ),
  ],
  ["constraint-path", keyed('<xs:key name="k"><xs:selector xpath="//t:a"/><xs:field xpath="."/></xs:key>')],
  ["all-misplaced", sequence("<xs:all/>")],
  ["all-occurs", type('<xs:all maxOccurs="2"/>')],
  ["all-content", type("<xs:all><xs:any/></xs:all>")],
  ["all-element-repeats", type('<xs:all><xs:element name="a" type="xs:string" maxOccurs="2"/></xs:all>')],
  [
    "content-ambiguous",
    sequence(
      '<xs:element name="a" type="xs:string" minOccurs="0"/><xs:element name="b" type="xs:string" minOccurs="0"/><xs:element name="a" type="xs:string" minOccurs="0"/>',
    ),
  ],
  [
    "content-ambiguous-substitute",
    `<xs:element name="head" type="xs:string"/><xs:element name="e" type="xs:string" substitutionGroup="t:head"/>${sequence('<xs:element ref="t:head" minOccurs="0"/><xs:element ref="t:e"/>')}`,
  ],
  ["simple-type-empty", simple("")],
  ["restriction-base-missing", simple("<xs:restriction/>")],
  ["list-item-missing", simple("<xs:list/>")],
  ["union-members-missing", simple("<xs:union/>")],
  ["simple-of-complex", `<xs:complexType name="B"/>${facet("", "t:B")}`],
  ["default-and-fixed", '<xs:element name="e" type="xs:string" default="a" fixed="a"/>'],
  ["default-invalid", '<xs:element name="e" type="xs:int" default="a"/>'],
];

test.each(ofSchemas)("%s is of a schema", async (reason, components) => {
  expect(await reasonsIn({ "service.wsdl": schemaWith(components) })).toContain(reason);
});

const base = schemaWith("");
const soapBody = '<soap:body use="literal"/>';
const input = '<input message="t:in"/>';
const mime = 'xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"';
const wsa = "http://www.w3.org/2005/08/addressing";
const reference = (address: string, more = "", namespace = wsa): string =>
  `<w:EndpointReference xmlns:w="${namespace}">${address}${more}</w:EndpointReference>`;
const multipart = (parts: string): string =>
  `<mime:multipartRelated ${mime}><mime:part>${parts}</mime:part></mime:multipartRelated>`;
const port = '<soap:address location="http://localhost/s"/>';
const address = "<w:Address>http://localhost/s</w:Address>";
const using = '<wsaw:UsingAddressing xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl"/>';
const policy = (assertions: string): string =>
  `<wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata">${assertions}</wsp:Policy>`;

type Change = readonly [reason: DiagnosticReason, from: string, to: string, options?: LoadOptions];

/** Changes of a WSDL without a mistake, each of a text that it has. */
const ofWsdls: readonly Change[] = [
  ["import-in-types", "<types>", '<types><xs:import namespace="urn:x"/>'],
  ["types-foreign", "<types>", '<types><o:x xmlns:o="urn:o"/>'],
  ["element-misplaced", "<types>", "<operation/><types>"],
  ["element-unknown", soapBody, "<soap:boddy/>"],
  ["element-without-namespace", "<types>", '<message xmlns="" name="m"/><types>'],
  ["element-namespace-unknown", "<types>", '<message xmlns="http://schemas.xmlsoap.org/wsdl" name="m"/><types>'],
  ["attribute-unknown", '<part name="in"', '<part nam="x" name="in"'],
  ["attribute-namespace-unknown", '<soap:body use="literal"', '<soap:body soap:use="literal"'],
  ["attribute-value-unknown", "<soap:binding ", '<soap:binding style="documnt" '],
  ["transport-unknown", "soap/http", "soap/http/"],
  ["component-unnamed", '<message name="in">', "<message>"],
  ["component-twice", "<message ", '<message name="in"/><message '],
  ["component-undefined", 'binding="t:b"', 'binding="t:c"'],
  ["attribute-missing", ' binding="t:b"', ""],
  ["prefix-assumed", 'binding="t:b"', 'binding="b"', { allowNoPrefix: true }],
  ["not-an-ncname", '<service name="s"', '<service name="the service"'],
  ["service-missing", /<service[\s\S]*<\/service>/.exec(base)![0], ""],
  ["binding-missing", /<binding[\s\S]*<\/service>/.exec(base)![0], ""],
  ["service-unnamed", '<service name="s">', "<service>"],
  ["service-without-port", /<port name[\s\S]*<\/port>/.exec(base)![0], ""],
  ["port-address-missing", port, ""],
  ["no-soap-operation", /<operation name="o"><soap[\s\S]*<\/binding>/.exec(base)![0], "</binding>"],
  ["skipped-operation-unknown", "", "", { skipOperations: ["none"] }],
  ["operation-skipped", "", "", { skipOperations: ["o"] }],
  [
    "binding-not-soap",
    "<service ",
    '<binding name="h" type="t:p"><http:binding xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" verb="GET"/></binding><service ',
  ],
  ["soap-binding-missing", /<soap:binding[^>]*>/.exec(base)![0], ""],
  [
    "operation-bound-alike",
    "</binding>",
    `${/<operation name="o"><soap[\s\S]*?<\/operation>/.exec(base)![0]}</binding>`,
  ],
  [
    "operation-bound-twice",
    "</binding>",
    `${/<operation name="o"><soap[\s\S]*?<\/operation>/.exec(base)![0].replace("urn:t/o", "urn:t/other")}</binding>`,
  ],
  ["operation-not-bound", "</portType>", `<operation name="p">${input}</operation></portType>`],
  ["operation-not-in-port-type", '<operation name="o"><soap', '<operation name="q"><soap'],
  [
    "overload-ambiguous",
    `${input}<output message="t:out"/></operation>`,
    '<input name="one" message="t:in"/></operation><operation name="o"><input name="other" message="t:out"/></operation>',
  ],
  ["binding-input-missing", `<input>${soapBody}</input>`, ""],
  ["binding-output-missing", `<output>${soapBody}</output>`, ""],
  ["output-not-in-port-type", '<output message="t:out"/>', ""],
  ["fault-not-in-port-type", "</operation></binding>", '<fault name="f"/></operation></binding>'],
  [
    "operation-declared-alike",
    "</portType>",
    `<operation name="o">${input}<output message="t:out"/></operation></portType>`,
  ],
  ["operation-unnamed", "</portType>", `<operation>${input}</operation></portType>`],
  ["operation-without-messages", "</portType>", '<operation name="q"/></portType>'],
  ["operation-of-service", "</portType>", '<operation name="q"><output message="t:out"/></operation></portType>'],
  ["input-twice", input, input.repeat(2)],
  ["fault-twice", "</operation></portType>", `${'<fault name="f" message="t:out"/>'.repeat(2)}</operation></portType>`],
  ["part-unnamed", '<part name="in"', "<part"],
  ["part-twice", '<part name="in" element="t:in"/>', '<part name="in" element="t:in"/>'.repeat(2)],
  ["part-element-or-type", '<part name="in" element="t:in"/>', '<part name="in"/>'],
  ["body-twice", `<input>${soapBody}`, `<input>${soapBody}${soapBody}`],
  ["body-missing", `<input>${soapBody}`, "<input>"],
  ["body-part-unknown", `<input>${soapBody}`, '<input><soap:body use="literal" parts="none"/>'],
  ["header-part-missing", `<input>${soapBody}`, `<input>${soapBody}<soap:header message="t:two" use="literal"/>`],
  [
    "header-part-unknown",
    `<input>${soapBody}`,
    `<input>${soapBody}<soap:header message="t:in" part="x" use="literal"/>`,
  ],
  ["use-unknown", 'use="literal"', 'use="plain"'],
  ["rpc-namespace-missing", "<soap:binding ", '<soap:binding style="rpc" '],
  ["multipart-root-missing", `<input>${soapBody}`, `<input>${multipart('<mime:content part="in" type="a/b"/>')}`],
  [
    "multipart-roots-several",
    `<input>${soapBody}`,
    `<input>${multipart(soapBody).replace("</mime:part>", `</mime:part><mime:part>${soapBody}</mime:part>`)}`,
  ],
  [
    "mime-part-differs",
    `<input>${soapBody}`,
    `<input>${multipart(soapBody).replace("</mime:part>", '</mime:part><mime:part><mime:content part="in" type="a/b"/><mime:content part="other" type="a/b"/></mime:part>')}`,
  ],
  [
    "mime-part-unknown",
    `<input>${soapBody}`,
    `<input>${multipart(soapBody).replace("</mime:part>", '</mime:part><mime:part><mime:content part="none" type="a/b"/></mime:part>')}`,
  ],
  [
    "extension-required",
    "<soap:address",
    '<o:x xmlns:o="urn:o" xmlns:w="http://schemas.xmlsoap.org/wsdl/" w:required="true"/><soap:address',
  ],
  ["extension-ignored", "<soap:address", '<o:x xmlns:o="urn:o"/><soap:address'],
  ["reference-twice", port, `${port}${reference(address).repeat(2)}`],
  ["reference-address-count", port, `${port}${reference("")}`],
  ["reference-address-differs", port, `${port}${reference("<w:Address>http://localhost/other</w:Address>")}`],
  [
    "reference-parameter-own",
    port,
    `${port}${reference(address, "<w:ReferenceParameters><w:To>x</w:To></w:ReferenceParameters>")}`,
  ],
  [
    "reference-version",
    port,
    `${port}${using}${reference(address, '<w:ReferenceParameters><o:x xmlns:o="urn:o"/></w:ReferenceParameters>', "http://schemas.xmlsoap.org/ws/2004/08/addressing")}`,
  ],
  [
    "anonymous-unknown",
    '<soap:operation soapAction="urn:t/o"/>',
    '<soap:operation soapAction="urn:t/o"/><wsaw:Anonymous xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl">maybe</wsaw:Anonymous>',
  ],
  [
    "policy-unknown",
    "<soap:address",
    '<wsp:PolicyReference xmlns:wsp="http://www.w3.org/ns/ws-policy" URI="#none"/><soap:address',
  ],
  [
    "addressing-versions-contradict",
    port,
    `${port}<w:UsingAddressing xmlns:w="http://www.w3.org/2006/05/addressing/wsdl" xmlns:x="http://schemas.xmlsoap.org/wsdl/" x:required="true"/><w:UsingAddressing xmlns:w="http://schemas.xmlsoap.org/ws/2004/08/addressing/policy" xmlns:x="http://schemas.xmlsoap.org/wsdl/" x:required="true"/>`,
  ],
  [
    "anonymous-contradicts",
    port,
    `${port}${policy("<wsam:Addressing><wsp:Policy><wsam:AnonymousResponses/><wsam:NonAnonymousResponses/></wsp:Policy></wsam:Addressing>")}`,
  ],
  [
    "component-left-out",
    "</types>",
    '<xs:schema targetNamespace="urn:u" xmlns:u="urn:u"><xs:complexType name="A"><xs:sequence><xs:element name="a" type="u:None"/></xs:sequence></xs:complexType><xs:complexType name="B"><xs:sequence><xs:element name="a" type="u:A"/></xs:sequence></xs:complexType></xs:schema></types>',
  ],
  [
    "errors-permitted",
    '<part name="in" element="t:in"/>',
    '<part name="in" element="t:none"/><part name="b" element="t:none2"/>',
  ],
];

const two = '<message name="two"><part name="a" element="t:in"/><part name="b" element="t:out"/></message><portType ';

for (const [reason, from, to, options] of ofWsdls)
  test(`${reason} is of a WSDL`, async () => {
    expect(base).toContain(from);
    const text = base.replace(from, () => to).replace("<portType ", two);
    expect(await reasonsIn({ "service.wsdl": text }, options)).toContain(reason);
  });

const importing = (attributes: string, kind = "import"): string =>
  schemaWith("").replace(/(<xs:schema[^>]*>)/, `$1<xs:${kind} ${attributes}/>`);
const loading = (location: string): string =>
  importing(`namespace="urn:x" schemaLocation="${location}"`).replace(
    "</xs:schema>",
    '<xs:element name="x" xmlns:x="urn:x" type="x:T"/></xs:schema>',
  );
const schema = (
  namespace: string,
  content = '<xs:simpleType name="T"><xs:restriction base="xs:string"/></xs:simpleType>',
): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}">${content}</xs:schema>`;
const catalog = (entries: string): string =>
  `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">${entries}</catalog>`;

type Row = readonly [
  reason: DiagnosticReason,
  files: { readonly [name: string]: string | Uint8Array },
  options?: LoadOptions,
];
const only = (text: string | Uint8Array) => ({ "service.wsdl": text });
const catalogs = ["catalog.xml"];
const withCatalog = (text: string) => ({ ...only(base), "catalog.xml": text });
const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, "utf16le");

/** More than the elements of a document are nested, and fewer than a chain has links. */
const DEPTH = 12;

function chain(extension: string, textOf: (next: string) => string): { readonly [name: string]: string } {
  return Object.fromEntries(
    [...Array(20).keys()].map((at) => [`${at}.${extension}`, textOf(`${at + 1}.${extension}`)]),
  );
}

function derived(textOf: (at: number) => string, last: string): string {
  return [...[...Array(20).keys()].map(textOf), last].join("");
}

/** Files, of which `service.wsdl` is the root. */
const ofFiles: readonly Row[] = [
  ["document-empty", only("")],
  ["document-blank", only(" \n")],
  ["document-gzip", only(gzipSync(base))],
  ["document-zip", only("PK\u0003\u0004")],
  ["document-html", only("<html></html>")],
  ["document-login-page", only('<html><input type="password"></html>')],
  ["encoding-not-utf-16", only('<?xml version="1.0" encoding="UTF-16"?><a/>')],
  ["encoding-contradicted", only(utf16('<?xml version="1.0" encoding="UTF-8"?><a/>'))],
  ["encoding-unknown", only('<?xml version="1.0" encoding="klingon"?><a/>')],
  [
    "encoding-bytes-invalid",
    only(
      Buffer.concat([
        Buffer.from('<?xml version="1.0" encoding="shift_jis"?><a>'),
        Buffer.of(0xff),
        Buffer.from("</a>"),
      ]),
    ),
  ],
  ["encoding-byte-invalid", only(Buffer.concat([Buffer.from("<a>"), Buffer.of(0xff), Buffer.from("</a>")]))],
  ["not-well-formed", only("<a>")],
  ["ampersand-raw", only("<a>&</a>")],
  ["entity-undefined", only("<a>&b;</a>")],
  ["parameter-entity", only('<!DOCTYPE a [<!ENTITY % b "c"> %b;]><a/>')],
  ["dtd-ignored", only(`<!DOCTYPE definitions>${base}`)],
  ["xml-too-deep", only("<a><b><c/></b></a>"), { limits: { maxDepth: 2 } }],
  [
    "schema-namespace-misspelled",
    only(base.replace("http://www.w3.org/2001/XMLSchema", "http://www.w3c.org/2001/XMLSchema")),
  ],
  ["attribute-twice", only('<a xmlns:b="urn:b" xmlns:c="urn:b" b:d="1" c:d="2"/>')],
  ["prefix-reserved", only('<a xmlns:xml="urn:b"/>')],
  ["prefix-taken-back", only('<a xmlns:b="urn:b"><c xmlns:b=""/></a>')],
  ["prefix-undeclared", only("<b:a/>")],
  ["name-malformed", only("<b:c:a/>")],
  ["not-a-wsdl", only("<a/>")],
  ["file-missing", only(loading("none.xsd"))],
  ["file-irregular", { ...only(loading("folder")), "folder/a.xsd": "" }],
  ["file-too-large", only(base), { limits: { maxFileBytes: 10 } }],
  ["too-many-files", { ...only(loading("a.xsd")), "a.xsd": schema("urn:x") }, { limits: { maxFiles: 1 } }],
  [
    "too-many-bytes",
    { ...only(loading("a.xsd")), "a.xsd": schema("urn:x") },
    { limits: { maxTotalBytes: base.length + 10 } },
  ],
  ["location-missing", only(base.replace("<types>", '<import namespace="urn:x"/><types>'))],
  ["file-outside", only(loading("../outside.xsd"))],
  ["network-not-allowed", only(loading("http://127.0.0.1:9/a.xsd"))],
  ["address-malformed", only(loading("http://[/a.xsd"))],
  ["file-address-malformed", only(loading("file://host:1/%zz"))],
  ["address-scheme", only(loading("ftp://host/a.xsd"))],
  ["catalog-root", withCatalog("<a/>"), { catalogs }],
  ["catalog-line", withCatalog("no tab"), { catalogs }],
  ["catalog-element-unread", withCatalog(catalog("<delegateURI/>")), { catalogs }],
  ["catalog-entry-incomplete", withCatalog(catalog('<uri name="urn:x"/>')), { catalogs }],
  ["catalog-next-incomplete", withCatalog(catalog("<nextCatalog/>")), { catalogs }],
  [
    "too-many-catalogs",
    { ...withCatalog(catalog("")), "b.xml": catalog("") },
    { catalogs: ["catalog.xml", "b.xml"], limits: { maxFiles: 1 } },
  ],
  ["not-a-schema", { ...only(loading("a.xsd")), "a.xsd": "<a/>" }],
  ["import-namespace-differs", { ...only(loading("a.xsd")), "a.xsd": schema("urn:y") }],
  ["import-namespace-accepted", { ...only(loading("a.xsd")), "a.xsd": schema("urn:y") }, { allowWrongImport: true }],
  ["component-repeated-first-used", only(schemaWith(`${facet("")}${facet("", "xs:int")}`)), { allowDoubleTypes: true }],
  [
    "redefine-content",
    {
      ...only(
        importing('schemaLocation="a.xsd"', "redefine").replace(
          '"a.xsd"/>',
          '"a.xsd"><xs:element name="e"/></xs:redefine>',
        ),
      ),
      "a.xsd": schema("urn:t"),
    },
  ],
  [
    "redefine-missing",
    {
      ...only(
        importing('schemaLocation="a.xsd"', "redefine").replace(
          '"a.xsd"/>',
          '"a.xsd"><xs:simpleType name="None"><xs:restriction base="t:None"/></xs:simpleType></xs:redefine>',
        ),
      ),
      "a.xsd": schema("urn:t"),
    },
  ],
  [
    "namespace-not-imported",
    {
      ...only(base.replace('element="t:in"', 'element="x:in" xmlns:x="urn:x"')),
      "a.xsd": schema("urn:x", '<xs:element name="in" type="xs:string"/>'),
      "catalog.xml": catalog('<uri name="urn:x" uri="a.xsd"/>'),
    },
    { catalogs },
  ],
  ["too-many-types", only(schemaWith(`${type("")}${type("").replace('"T"', '"U"')}`)), { limits: { maxTypes: 1 } }],
  [
    "bundled-schema-used",
    only(
      importing(
        'namespace="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" schemaLocation="none.xsd"',
      ),
    ),
  ],
  [
    "imports-too-deep",
    {
      ...only(base.replace("<types>", '<import namespace="urn:t" location="0.wsdl"/><types>')),
      ...chain(
        "wsdl",
        (next) =>
          `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t"><import namespace="urn:t" location="${next}"/></definitions>`,
      ),
    },
    { limits: { maxDepth: DEPTH } },
  ],
  [
    "schemas-too-deep",
    { ...only(loading("0.xsd")), ...chain("xsd", (next) => schema("urn:x", `<xs:include schemaLocation="${next}"/>`)) },
    { limits: { maxDepth: DEPTH } },
  ],
  [
    "types-too-deep",
    only(
      schemaWith(
        derived(
          (at) =>
            `<xs:complexType name="D${at}"><xs:complexContent><xs:extension base="t:D${at + 1}"/></xs:complexContent></xs:complexType>`,
          '<xs:complexType name="D20"/>',
        ),
      ),
    ),
    { limits: { maxDepth: DEPTH } },
  ],
  [
    "varieties-too-deep",
    only(
      schemaWith(
        derived(
          (at) => `<xs:simpleType name="D${at}"><xs:union memberTypes="t:D${at + 1}"/></xs:simpleType>`,
          '<xs:simpleType name="D20"><xs:union memberTypes="xs:int"/></xs:simpleType>',
        ),
      ),
    ),
    { limits: { maxDepth: DEPTH } },
  ],
  [
    "groups-too-deep",
    only(
      schemaWith(
        derived(
          (at) => `<xs:group name="D${at}"><xs:sequence><xs:group ref="t:D${at + 1}"/></xs:sequence></xs:group>`,
          '<xs:group name="D20"><xs:sequence/></xs:group>',
        ),
      ),
    ),
    { limits: { maxDepth: DEPTH } },
  ],
  [
    "content-too-large",
    only(
      schemaWith(
        sequence(
          '<xs:element name="a" type="xs:string"/><xs:element name="b" type="xs:string"/><xs:element name="c" type="xs:string"/>',
        ),
      ),
    ),
    { limits: { maxParticles: 2 } },
  ],
];

for (const [reason, files, options] of ofFiles)
  test(`${reason} is of files`, async () => {
    expect(await reasonsIn(files, options)).toContain(reason);
  });

/** What a note or a warning is about is no obstacle. */
test("an rpc operation whose name cannot be one of an element", async () => {
  const text = wsdlWith(schemaWith("").slice(0, 0), { in: 'type="xs:string"', out: 'type="xs:string"' })
    .replace("<soap:binding ", '<soap:binding style="rpc" ')
    .replaceAll('name="o"', 'name="o p"')
    .replace('<soap:body use="literal"/>', '<soap:body use="literal" namespace="urn:t"/>');
  expect(await reasonsIn({ "service.wsdl": text })).toContain("element-name-invalid");
});
