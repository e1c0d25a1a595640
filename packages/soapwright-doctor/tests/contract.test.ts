/** A changed contract, told in words: one change each of WSDLs that are made here. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceNode } from "soapwright-runtime/tables";
import { findingsOf, servicesOf } from "./compare-files";

const wsdl = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:example" targetNamespace="urn:example">
<wsdl:types><xs:schema targetNamespace="urn:example" elementFormDefault="qualified">
  <xs:element name="Get"><xs:complexType><xs:sequence>
    <xs:element name="Id" type="xs:int"/>
    <xs:element name="Kind" type="tns:Kind" minOccurs="0"/>
    <xs:element name="Filter" type="tns:Filter" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="Note" type="xs:string" nillable="true"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="GetResponse"><xs:complexType><xs:sequence>
    <xs:element name="Thing" type="tns:Thing" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="Auth"><xs:complexType><xs:sequence><xs:element name="Key" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="Left"><xs:complexType><xs:sequence><xs:element name="Calls" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="Gone"><xs:complexType><xs:sequence><xs:element name="Id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
  <xs:simpleType name="Kind"><xs:restriction base="xs:string"><xs:enumeration value="Big"/><xs:enumeration value="Small"/></xs:restriction></xs:simpleType>
  <xs:complexType name="Filter"><xs:sequence>
    <xs:element name="Name" type="xs:string"/>
    <xs:element name="Value" type="xs:string"/>
  </xs:sequence><xs:attribute name="not" type="xs:boolean"/></xs:complexType>
  <xs:complexType name="Base"><xs:sequence><xs:element name="Id" type="xs:long"/></xs:sequence></xs:complexType>
  <xs:complexType name="Thing"><xs:complexContent><xs:extension base="tns:Base"><xs:sequence>
    <xs:element name="Price" type="xs:decimal"/>
    <xs:element name="Kind" type="tns:Kind" minOccurs="0"/>
    <xs:element name="Parts" type="tns:Thing" minOccurs="0" maxOccurs="unbounded"/>
    <xs:choice><xs:element name="Text" type="xs:string"/><xs:element name="Number" type="xs:int"/></xs:choice>
  </xs:sequence><xs:attribute name="unit" type="xs:string" use="required"/></xs:extension></xs:complexContent></xs:complexType>
</xs:schema></wsdl:types>
<wsdl:message name="In"><wsdl:part name="p" element="tns:Get"/></wsdl:message>
<wsdl:message name="Out"><wsdl:part name="p" element="tns:GetResponse"/></wsdl:message>
<wsdl:message name="Header"><wsdl:part name="Auth" element="tns:Auth"/></wsdl:message>
<wsdl:message name="OutHeader"><wsdl:part name="Left" element="tns:Left"/></wsdl:message>
<wsdl:message name="Fault"><wsdl:part name="f" element="tns:Gone"/></wsdl:message>
<wsdl:portType name="Store"><wsdl:operation name="Get"><wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/><wsdl:fault name="Gone" message="tns:Fault"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="Store" type="tns:Store"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="Get">
  <soap:operation soapAction="urn:example:Get"/><wsdl:input><soap:body use="literal"/><soap:header message="tns:Header" part="Auth" use="literal"/></wsdl:input>
  <wsdl:output><soap:body use="literal"/><soap:header message="tns:OutHeader" part="Left" use="literal"/></wsdl:output><wsdl:fault name="Gone"><soap:fault name="Gone" use="literal"/></wsdl:fault></wsdl:operation></wsdl:binding>
<wsdl:binding name="Store12" type="tns:Store"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="Get">
  <soap12:operation soapAction="urn:example:Get"/><wsdl:input><soap12:body use="literal"/><soap12:header message="tns:Header" part="Auth" use="literal"/></wsdl:input>
  <wsdl:output><soap12:body use="literal"/><soap12:header message="tns:OutHeader" part="Left" use="literal"/></wsdl:output><wsdl:fault name="Gone"><soap12:fault name="Gone" use="literal"/></wsdl:fault></wsdl:operation></wsdl:binding>
<wsdl:service name="Store"><wsdl:port name="S" binding="tns:Store"><soap:address location="https://service.example/a"/></wsdl:port>
<wsdl:port name="S12" binding="tns:Store12"><soap12:address location="https://service.example/a"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

let folder: string;
let service: ServiceNode;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "doctor-contract-"));
  writeFileSync(join(folder, "service.wsdl"), wsdl);
  [service] = (await servicesOf(join(folder, "service.wsdl"))) as [ServiceNode];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function told(...changes: readonly (readonly [string | RegExp, string])[]): Promise<string[]> {
  let text = wsdl;
  for (const [from, to] of changes) {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${from} is not in the WSDL`);
    text = changed;
  }
  const findings = await findingsOf(service, join(folder, "service.wsdl"), Buffer.from(text));
  return findings.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
}

test("nothing changed, nothing told", async () => {
  expect(await told([/\n/g, "\n\n"])).toEqual([]);
});

test.each<[string, RegExp | string, string, string]>([
  [
    "an operation gone",
    /operation name="Get"/g,
    'operation name="Fetch"',
    "error operation-missing: The operation Get is not in the service's WSDL any more.",
  ],
  [
    "another SOAPAction",
    /<soap:operation soapAction="urn:example:Get"/,
    '<soap:operation soapAction="urn:other:Get"',
    'error soap-action-differs: The SOAPAction of Get in SOAP 1.1 is "urn:other:Get" in the service\'s WSDL and "urn:example:Get" in this client.',
  ],
  [
    "another SOAPAction of the other SOAP version",
    /<soap12:operation soapAction="urn:example:Get"/,
    '<soap12:operation soapAction="urn:other:Get"',
    'warning soap-action-differs: The SOAPAction of Get in SOAP 1.2 is "urn:other:Get"',
  ],
  [
    "a SOAP version gone",
    /<wsdl:binding name="Store12"[\s\S]*?<\/wsdl:binding>/,
    "",
    "warning soap-version-missing: The service's WSDL has no binding for SOAP 1.2 any more.",
  ],
  [
    "the SOAP version of the client gone",
    /<wsdl:binding name="Store"[\s\S]*?<\/wsdl:binding>/,
    "",
    "error soap-version-missing: The service's WSDL has no binding for SOAP 1.1 any more.",
  ],
  [
    "another style",
    /<soap:binding /,
    '<soap:binding style="rpc" ',
    "error style-differs: The style of Get is rpc in the service's WSDL and document in this client.",
  ],
  [
    "another use",
    /<soap:body use="literal"/,
    '<soap:body use="encoded"',
    "error use-differs: The request of Get is encoded in the service's WSDL and literal in this client.",
  ],
  [
    "another use of the response alone",
    '<wsdl:output><soap:body use="literal"',
    '<wsdl:output><soap:body use="encoded"',
    "error use-differs: The response of Get is encoded in the service's WSDL and literal in this client.",
  ],
  [
    "a header gone",
    /<soap:header message="tns:Header"[^>]*>/,
    "",
    "error header-missing: The header Auth of the request of Get is not in the service's WSDL any more.",
  ],
  [
    "a header of the response gone",
    /<soap:header message="tns:OutHeader"[^>]*>/,
    "",
    "warning header-missing: The header Left of the response of Get",
  ],
  [
    "a child of a header renamed",
    'name="Key"',
    'name="Token"',
    "error field-missing: Key of Auth, in the request of Get, is not in the service's WSDL any more.",
  ],
  [
    "a fault gone",
    '<wsdl:fault name="Gone" message="tns:Fault"/>',
    "",
    "warning fault-missing: The fault Gone of Get is not in the service's WSDL any more.",
  ],
  [
    "another element of a fault",
    'name="f" element="tns:Gone"',
    'name="f" element="tns:Auth"',
    "warning fault-differs: The detail of the fault Gone of Get is Auth in the service's WSDL and Gone in this client.",
  ],
  [
    "another element of the request",
    'name="p" element="tns:Get"',
    'name="p" element="tns:Auth"',
    "error element-differs: The element Get of the request of Get is Auth in the service's WSDL.",
  ],
  [
    "the response gone",
    '<wsdl:output message="tns:Out"/>',
    "",
    "error message-missing: The response of Get is not in the service's WSDL any more.",
  ],
  [
    "a field of the response gone",
    '<xs:element name="Price" type="xs:decimal"/>',
    "",
    "error field-missing: Price of Thing, in the response of Get, is not in the service's WSDL any more.",
  ],
  [
    "a field of the base type gone",
    '<xs:element name="Id" type="xs:long"/>',
    "",
    "error field-missing: Id of Thing, in the response of Get,",
  ],
  [
    "an optional field of the request gone",
    '<xs:element name="Kind" type="tns:Kind" minOccurs="0"/>',
    "",
    "warning field-missing: Kind of Get, in the request of Get,",
  ],
  [
    "a field in another namespace",
    'name="Price"',
    'name="Price" form="unqualified"',
    "error field-missing: Price of Thing, in the response of Get, is in no namespace in the service's WSDL and in the namespace urn:example in this client.",
  ],
  [
    "another type",
    'name="Price" type="xs:decimal"',
    'name="Price" type="xs:double"',
    "error type-differs: Price of Thing, in the response of Get, is xs:double in the service's WSDL and xs:decimal in this client.",
  ],
  [
    "a record for a text",
    'name="Value" type="xs:string"',
    'name="Value" type="tns:Base"',
    "error type-differs: Value of Filter, in the request of Get, is a record in the service's WSDL and xs:string in this client.",
  ],
  [
    "anything for a record",
    'name="Thing" type="tns:Thing"',
    'name="Thing"',
    "error type-differs: Thing of GetResponse, in the response of Get, is anything in the service's WSDL and a record in this client.",
  ],
  [
    "required, which was optional, in the request",
    'name="Kind" type="tns:Kind" minOccurs="0"',
    'name="Kind" type="tns:Kind"',
    "error field-required: Kind of Get, in the request of Get, is required in the service's WSDL and optional in this client.",
  ],
  [
    "optional, which was required, in the response",
    'name="Price"',
    'minOccurs="0" name="Price"',
    "error field-optional: Price of Thing, in the response of Get, is optional in the service's WSDL and required in this client",
  ],
  [
    "once, which was often, in the request",
    'name="Filter" type="tns:Filter" minOccurs="0" maxOccurs="unbounded"',
    'name="Filter" type="tns:Filter" minOccurs="0"',
    "error occurrence-differs: Filter of Get, in the request of Get, occurs once in the service's WSDL and several times in this client.",
  ],
  [
    "often, which was once, in the response",
    'name="Price"',
    'maxOccurs="5" name="Price"',
    "error occurrence-differs: Price of Thing, in the response of Get, occurs several times",
  ],
  [
    "no nil in the request any more",
    'name="Note" type="xs:string" nillable="true"',
    'name="Note" type="xs:string"',
    "warning nillable-differs: Note of Get, in the request of Get, may not be nil",
  ],
  [
    "nil in the response",
    'name="Price"',
    'nillable="true" name="Price"',
    "warning nillable-differs: Price of Thing, in the response of Get, may be nil",
  ],
  [
    "items that may be nil",
    'name="Thing" type="tns:Thing"',
    'nillable="true" name="Thing" type="tns:Thing"',
    "note nillable-items: Thing of GetResponse, in the response of Get, may be nil",
  ],
  [
    "an enumeration value gone",
    '<xs:enumeration value="Small"/>',
    "",
    'error value-missing: Kind of Get, in the request of Get, does not take "Small" any more',
  ],
  [
    "an enumeration where there was none",
    'name="Value" type="xs:string"',
    'name="Value" type="tns:Kind"',
    'warning values-listed: Value of Filter, in the request of Get, takes only "Big", "Small" in the service\'s WSDL',
  ],
  [
    "another order in the request",
    /(<xs:element name="Name"[^>]*>)\s*(<xs:element name="Value"[^>]*>)/,
    "$2$1",
    "error order-differs: Value of Filter, in the request of Get, is in another place",
  ],
  [
    "an attribute gone",
    /<xs:attribute name="unit"[^>]*>/,
    "",
    "error field-missing: unit of Thing, in the response of Get,",
  ],
  [
    "an attribute that is optional now",
    ' use="required"',
    "",
    "error field-optional: unit of Thing, in the response of Get,",
  ],
  [
    "an attribute that is required now",
    'name="not"',
    'use="required" name="not"',
    "error field-required: not of Filter, in the request of Get,",
  ],
  [
    "a branch of a choice gone",
    '<xs:element name="Number" type="xs:int"/>',
    "",
    "field-missing: Number of Thing, in the response of Get,",
  ],
  [
    "an element that nobody declares",
    'type="tns:Thing" minOccurs',
    'type="tns:Nothing" minOccurs',
    "note not-compared: A part of the contract was not compared: the type Nothing is not declared.",
  ],
])("%s", async (_what, from, to, wanted) => {
  const all = await told([from, to]);
  expect(all).toEqual(expect.arrayContaining([expect.stringContaining(wanted)]));
});

test.each<[string, RegExp | string, string, string]>([
  [
    "an operation more",
    "</wsdl:portType>",
    '<wsdl:operation name="Put"><wsdl:input message="tns:In"/></wsdl:operation></wsdl:portType>',
    "",
  ],
  [
    "a field more in the response",
    '<xs:element name="Price"',
    '<xs:element name="Weight" type="xs:int"/><xs:element name="Price"',
    "1 field.",
  ],
  [
    "a field more in the request",
    '<xs:element name="Note"',
    '<xs:element name="More" type="xs:int"/><xs:element name="Note"',
    "1 required request field.",
  ],
  [
    "an enumeration value more",
    '<xs:enumeration value="Big"/>',
    '<xs:enumeration value="Big"/><xs:enumeration value="Huge"/>',
    "1 enumeration value",
  ],
  [
    "a header more",
    "<soap:body use",
    '<soap:header message="tns:OutHeader" part="Left" use="literal"/><soap:body use',
    "1 header.",
  ],
  [
    "optional, which was required, in the request",
    '<xs:element name="Id" type="xs:int"/>\n    <xs:element name="Kind"',
    '<xs:element name="Id" type="xs:int" minOccurs="0"/>\n    <xs:element name="Kind"',
    "",
  ],
])("%s is counted, and no finding", async (_what, from, to, counted) => {
  const all = await told([from, to]);
  expect(all.filter((line) => !line.startsWith("note "))).toEqual([]);
  if (counted !== "") expect(all.join("\n")).toContain(counted);
});

test("what is in mixed content is compared too", async () => {
  const all = await told(
    ['complexType name="Filter"', 'complexType name="Filter" mixed="true"'],
    ['<xs:element name="Value" type="xs:string"/>', ""],
  );
  expect(all).toEqual([
    expect.stringContaining(
      "error field-missing: Value of Filter, in the request of Get, is not in the service's WSDL",
    ),
  ]);
});

test("a type may have another name", async () => {
  const findings = await told(
    [/"tns:Filter"/g, '"tns:Other"'],
    ['complexType name="Filter"', 'complexType name="Other"'],
  );
  expect(findings).toEqual([]);
});

test("input and output may have another use each", async () => {
  const mixed = wsdl.replaceAll(/<wsdl:output>(<soap1?2?:body) use="literal"/g, '<wsdl:output>$1 use="encoded"');
  writeFileSync(join(folder, "mixed.wsdl"), mixed);
  const [known] = await servicesOf(join(folder, "mixed.wsdl"));
  expect(known!.operations[0]).toMatchObject({ use: "literal", outputUse: "encoded" });
  expect(await findingsOf(known!, join(folder, "mixed.wsdl"))).toEqual([]);
  const findings = await findingsOf(known!, join(folder, "service.wsdl"));
  expect(findings.map(({ code }) => code)).toEqual(["use-differs"]);
});

test("an operation more is counted where it is bound", async () => {
  const put = `<wsdl:operation name="Put"><soap:operation soapAction="urn:example:Put"/><wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation>`;
  const all = await told(["</wsdl:operation></wsdl:binding>", `</wsdl:operation>${put}</wsdl:binding>`]);
  expect(all).toEqual([
    expect.stringContaining("note more-than-known: The service has more than this client knows: 1 operation."),
  ]);
});

test("many differences are told up to a limit", async () => {
  const fields = Array.from({ length: 300 }, (_, index) => `<xs:element name="F${index}" type="xs:int"/>`).join("");
  const large = wsdl.replace('<xs:element name="Price" type="xs:decimal"/>', fields);
  writeFileSync(join(folder, "large.wsdl"), large);
  const [known] = await servicesOf(join(folder, "large.wsdl"));
  const findings = await findingsOf(known!, join(folder, "service.wsdl"));
  expect(findings.length).toBeLessThan(110);
  expect(findings.map(({ message }) => message).join("\n")).toMatch(/There are 2\d\d more differences\./);
});

describe("hostile schemas end", () => {
  const group = (index: number) =>
    `<xs:group name="g${index}"><xs:sequence><xs:group ref="tns:g${index + 1}"/><xs:group ref="tns:g${index + 1}"/></xs:sequence></xs:group>`;
  test.each<[string, string, string]>([
    [
      "groups in groups",
      `<xs:complexType name="Thing"><xs:group ref="tns:g0"/></xs:complexType>${Array.from({ length: 60 }, (_, index) => group(index)).join("")}<xs:group name="g60"><xs:sequence><xs:element name="a"/></xs:sequence></xs:group>`,
      "a type has more than 50,000 parts",
    ],
    [
      "a type derived from itself",
      `<xs:complexType name="Thing"><xs:complexContent><xs:extension base="tns:Thing"/></xs:complexContent></xs:complexType>`,
      "contains itself",
    ],
    [
      "5,000 types, each derived from the next",
      `<xs:complexType name="Thing"><xs:complexContent><xs:extension base="tns:t0"/></xs:complexContent></xs:complexType>${Array.from({ length: 5_000 }, (_, index) => `<xs:complexType name="t${index}"><xs:complexContent><xs:extension base="tns:t${index + 1}"/></xs:complexContent></xs:complexType>`).join("")}`,
      "more than 500 types are derived from one another",
    ],
    [
      "unions of unions",
      `<xs:simpleType name="Thing"><xs:union memberTypes="tns:u0 tns:u0"/></xs:simpleType>${Array.from({ length: 60 }, (_, index) => `<xs:simpleType name="u${index}"><xs:union memberTypes="tns:u${index + 1} tns:u${index + 1}"/></xs:simpleType>`).join("")}<xs:simpleType name="u60"><xs:restriction base="xs:int"/></xs:simpleType>`,
      "Thing of GetResponse, in the response of Get, is xs:int in the service's WSDL and a record in this client.",
    ],
    [
      "5,000 unions, each of the next",
      `<xs:simpleType name="Thing"><xs:union memberTypes="tns:u0"/></xs:simpleType>${Array.from({ length: 5_000 }, (_, index) => `<xs:simpleType name="u${index}"><xs:union memberTypes="tns:u${index + 1}"/></xs:simpleType>`).join("")}<xs:simpleType name="u5000"><xs:restriction base="xs:int"/></xs:simpleType>`,
      "more than 500 types are made of one another",
    ],
    [
      "5,000 groups, each in the one before",
      `<xs:complexType name="Thing"><xs:group ref="tns:g0"/></xs:complexType>${Array.from({ length: 5_000 }, (_, index) => `<xs:group name="g${index}"><xs:sequence><xs:group ref="tns:g${index + 1}"/></xs:sequence></xs:group>`).join("")}<xs:group name="g5000"><xs:sequence><xs:element name="a"/></xs:sequence></xs:group>`,
      "a type has more than 50,000 parts",
    ],
  ])("%s", async (_what, declarations, words) => {
    const all = await told([
      /<xs:complexType name="Thing">[\s\S]*?<\/xs:complexContent><\/xs:complexType>/,
      declarations,
    ]);
    expect(all.join("\n")).toContain(words);
  });

  test("5,000 types, each in the one before, where the client has one that contains itself", async () => {
    const thing = (name: string, part: string) =>
      `<xs:complexType name="${name}"><xs:sequence><xs:element name="Parts" type="tns:${part}" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`;
    const types = Array.from({ length: 5_000 }, (_, index) => thing(`T${index}`, `T${index + 1}`)).join("");
    const all = await told([
      /<xs:complexType name="Thing">[\s\S]*?<\/xs:complexContent><\/xs:complexType>/,
      `${thing("Thing", "T0")}${types}${thing("T5000", "Thing")}`,
    ]);
    expect(all.join("\n")).toContain("error field-missing: Price of Thing, in the response of Get,");
  });

  test("20,000 overloads of one operation", async () => {
    const overload =
      '<wsdl:operation name="Get"><soap:operation soapAction="x"/><wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation>';
    const all = await told([
      /<\/wsdl:operation><\/wsdl:binding>/,
      `</wsdl:operation>${overload.repeat(20_000)}</wsdl:binding>`,
    ]);
    expect(all.filter((line) => line.startsWith("error"))).toEqual([]);
  });
});
