/** From two contracts to a version, through the real `codegen diff`: a change of each kind that a service's owner makes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { withEntry } from "../../scripts/release/changelog";
import { decideVersion, levelOf } from "../../scripts/release/changes";
import { contractChanges } from "../../scripts/release/contract-changes";
import type { Level } from "../../scripts/release/version";

jest.setTimeout(300_000);

const ns = "https://shop.example/orders";
const plain = `<?xml version="1.0" encoding="utf-8"?>
<definitions name="Orders" targetNamespace="${ns}" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:tns="${ns}"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types>
    <xs:schema elementFormDefault="qualified" targetNamespace="${ns}">
      <xs:simpleType name="State"><xs:restriction base="xs:string"><xs:enumeration value="Open"/><xs:enumeration value="Paid"/></xs:restriction></xs:simpleType>
      <xs:complexType name="Order">
        <xs:annotation><xs:documentation>An order.</xs:documentation></xs:annotation>
        <xs:sequence>
          <xs:element name="Id" type="xs:int"/>
          <xs:element name="Code" type="xs:string" minOccurs="0"/>
          <xs:element name="State" type="tns:State"/>
        </xs:sequence>
      </xs:complexType>
      <xs:complexType name="Auth"><xs:sequence><xs:element name="Key" type="xs:string"/></xs:sequence></xs:complexType>
      <xs:element name="Auth" type="tns:Auth"/>
      <xs:element name="Get"><xs:complexType><xs:sequence><xs:element name="Id" type="xs:int"/><xs:element name="Note" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="GetResponse"><xs:complexType><xs:sequence><xs:element name="GetResult" type="tns:Order" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    </xs:schema>
  </types>
  <message name="GetIn"><part name="parameters" element="tns:Get"/></message>
  <message name="GetOut"><part name="parameters" element="tns:GetResponse"/></message>
  <message name="GetAuth"><part name="Auth" element="tns:Auth"/></message>
  <portType name="OrdersSoap"><operation name="Get"><input message="tns:GetIn"/><output message="tns:GetOut"/></operation></portType>
  <binding name="OrdersSoap" type="tns:OrdersSoap">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Get"><soap:operation soapAction="${ns}/Get" style="document"/>
      <input><soap:body use="literal"/><soap:header message="tns:GetAuth" part="Auth" use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <binding name="OrdersSoap12" type="tns:OrdersSoap">
    <soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Get"><soap12:operation soapAction="${ns}/Get" soapActionRequired="false" style="document"/>
      <input><soap12:body use="literal"/><soap12:header message="tns:GetAuth" part="Auth" use="literal"/></input><output><soap12:body use="literal"/></output></operation>
  </binding>
  <service name="Orders">
    <port name="OrdersSoap" binding="tns:OrdersSoap"><soap:address location="https://shop.example/orders.asmx"/></port>
    <port name="OrdersSoap12" binding="tns:OrdersSoap12"><soap12:address location="https://shop.example/orders.asmx"/></port>
  </service>
</definitions>
`;
const code = '<xs:element name="Code" type="xs:string" minOccurs="0"/>';
const note = '<xs:element name="Note" type="xs:string" minOccurs="0"/>';
const change = (from: string | RegExp, to: string) => {
  const changed = plain.replace(from, to);
  if (changed === plain) throw new Error(`${from} is not in the WSDL.`);
  return changed;
};
const twoOperations = plain
  .replace(
    "</portType>",
    '<operation name="Put"><input message="tns:GetIn"/><output message="tns:GetOut"/></operation></portType>',
  )
  .replace(
    /(<operation name="Get"><soap(?:12)?:operation[\s\S]*?<\/operation>)/g,
    (one) => one + one.replace('name="Get"', 'name="Put"'),
  );

const pairs: readonly (readonly [string, string, string, Level])[] = [
  [
    "a field is added to a result",
    plain,
    change(code, `${code}<xs:element name="Total" type="xs:decimal" minOccurs="0"/>`),
    "minor",
  ],
  ["a field is removed from a result", plain, change(code, ""), "major"],
  ["a field gets another type", plain, change(code, code.replace("xs:string", "xs:int")), "major"],
  [
    "an enumeration of a result is extended",
    plain,
    change('<xs:enumeration value="Paid"/>', '<xs:enumeration value="Paid"/><xs:enumeration value="Lost"/>'),
    "minor",
  ],
  ["an optional argument becomes required", plain, change(note, note.replace(' minOccurs="0"', "")), "major"],
  ["an operation is added", plain, twoOperations, "minor"],
  ["an operation is renamed", twoOperations, twoOperations.replaceAll('"Put"', '"Store"'), "major"],
  ["the namespace moves", plain, plain.replaceAll(ns, `${ns}/2`), "major"],
  [
    "a header gets another type",
    plain,
    change('<xs:element name="Key" type="xs:string"/>', '<xs:element name="Key" type="xs:int"/>'),
    "major",
  ],
  [
    "an anyAttribute comes",
    plain,
    change(
      `<xs:element name="State" type="tns:State"/>\n        </xs:sequence>`,
      `<xs:element name="State" type="tns:State"/>\n        </xs:sequence><xs:anyAttribute processContents="lax"/>`,
    ),
    "minor",
  ],
  ["a result becomes nillable", plain, change(code, code.replace("/>", ' nillable="true"/>')), "major"],
  ["documentation alone changes", plain, change("An order.", "An order of a customer."), "patch"],
  ["nothing changes", plain, plain, "patch"],
];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pairs-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function changesBetween(old: string, now: string) {
  const today = join(folder, "today");
  mkdirSync(today, { recursive: true });
  writeFileSync(join(today, "orders.wsdl"), now);
  const last = { version: "1.2.3", from: "tag" as const, files: new Map([["wsdl/orders.wsdl", old]]) };
  return contractChanges(resolve("."), last, join(folder, "last"), today);
}

test.each(pairs)("%s", (_what, old, now, level) => {
  const changes = changesBetween(old, now);
  expect([levelOf(changes), changes]).toEqual([level, changes]);
  expect(changes.length > 0).toBe(old !== now);
  expect(withEntry("# Changelog\n", decideVersion("1.2.3", changes), changes)).toContain(
    changes[0]?.words ?? "No change",
  );
});

test("soapActionRequired is a change", () => {
  const changes = changesBetween(plain, change('soapActionRequired="false"', 'soapActionRequired="true"'));
  expect(changes.length).toBeGreaterThan(0);
});

test("a WSDL that cannot be read is one error of the release", () => {
  expect(() => changesBetween(plain, "<definitions")).toThrow(/^The WSDLs cannot be compared: /);
});
