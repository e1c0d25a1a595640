/** Generates a WSDL of another domain with any number of operations, and their arguments and results. */

/** The base URL in the WSDL. */
export const fleetBaseUrl = "https://fleet.example";
/** The target namespace of the WSDL. */
export const fleetNamespace = `${fleetBaseUrl}/ws/Fleet`;

const verbs = ["Get", "Find", "List", "Report", "Count"];
const nouns = ["Truck", "Van", "Trailer", "Tanker", "Crane", "Ferry"];
const colours = ["Red", "Dark Blue", "Grün", "none"];

/** Returns the name of operation number `i`, for example `Depot_GetTruck0`. */
export function operationName(i: number): string {
  return `Depot_${verbs[i % verbs.length]}${nouns[i % nouns.length]}${i}`;
}

/** Returns the client's method of operation number `i`. */
export function methodName(i: number): string {
  const name = operationName(i);
  return `depot${name.slice("Depot_".length)}`;
}

/** Returns a WSDL with `count` operations: nested, extended, repeated and nillable types, enumerations, a header. */
export function fleetWsdl(count: number): string {
  const indexes = Array.from({ length: count }, (_, i) => i);
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:tns="${fleetNamespace}" targetNamespace="${fleetNamespace}">
  <wsdl:types>
    <s:schema elementFormDefault="qualified" targetNamespace="${fleetNamespace}">
${sharedTypes}
${indexes.map(typesOf).join("\n")}
    </s:schema>
  </wsdl:types>
${indexes.map(messagesOf).join("\n")}
  <wsdl:message name="Session"><wsdl:part name="Session" element="tns:Session"/></wsdl:message>
  <wsdl:portType name="FleetSoap">
${indexes.map(portOperationOf).join("\n")}
  </wsdl:portType>
${bindingOf("soap", "FleetSoap", indexes)}
${bindingOf("soap12", "FleetSoap12", indexes)}
  <wsdl:service name="Fleet">
    <wsdl:port name="FleetSoap" binding="tns:FleetSoap"><soap:address location="${fleetBaseUrl}/ws/Fleet.asmx"/></wsdl:port>
    <wsdl:port name="FleetSoap12" binding="tns:FleetSoap12"><soap12:address location="${fleetBaseUrl}/ws/Fleet.asmx"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}

const sharedTypes = `      <s:element name="Session" type="tns:Session"/>
      <s:complexType name="Session"><s:sequence><s:element minOccurs="0" name="Key" type="s:string"/></s:sequence></s:complexType>
      <s:simpleType name="Colour"><s:restriction base="s:string">${colours.map((value) => `<s:enumeration value="${value}"/>`).join("")}</s:restriction></s:simpleType>
      <s:complexType name="Asset"><s:sequence><s:element name="Id" type="s:long"/><s:element minOccurs="0" name="Name" type="s:string"/></s:sequence></s:complexType>
      <s:complexType name="ArrayOfString"><s:sequence><s:element minOccurs="0" maxOccurs="unbounded" name="string" nillable="true" type="s:string"/></s:sequence></s:complexType>
      <s:complexType name="Keeper"><s:sequence><s:element name="Since" nillable="true" type="s:dateTime"/><s:element minOccurs="0" maxOccurs="unbounded" name="Phone" type="s:string"/></s:sequence><s:attribute name="code" type="s:int" use="required"/></s:complexType>`;

function typesOf(i: number): string {
  const name = operationName(i);
  const result = isList(i) ? `ArrayOfVehicle${i}` : `Vehicle${i}`;
  return `      <s:element name="${name}"><s:complexType><s:sequence><s:element minOccurs="0" name="Plate" type="s:string"/><s:element name="Limit" type="s:int"/><s:element minOccurs="0" name="Colour" type="tns:Colour"/></s:sequence></s:complexType></s:element>
      <s:element name="${name}Response"><s:complexType><s:sequence><s:element minOccurs="0" name="${name}Result" type="tns:${result}"/></s:sequence></s:complexType></s:element>
      <s:complexType name="Vehicle${i}"><s:complexContent><s:extension base="tns:Asset"><s:sequence><s:element name="Price" type="s:decimal"/><s:element name="Parked" type="s:boolean"/><s:element minOccurs="0" name="Colour" type="tns:Colour"/><s:element minOccurs="0" name="Tags" type="tns:ArrayOfString"/><s:element minOccurs="0" name="Keeper" type="tns:Keeper"/></s:sequence></s:extension></s:complexContent></s:complexType>
      <s:complexType name="ArrayOfVehicle${i}"><s:sequence><s:element minOccurs="0" maxOccurs="unbounded" name="Vehicle${i}" type="tns:Vehicle${i}"/></s:sequence></s:complexType>`;
}

function messagesOf(i: number): string {
  const name = operationName(i);
  return `  <wsdl:message name="${name}In"><wsdl:part name="parameters" element="tns:${name}"/></wsdl:message>
  <wsdl:message name="${name}Out"><wsdl:part name="parameters" element="tns:${name}Response"/></wsdl:message>`;
}

function portOperationOf(i: number): string {
  const name = operationName(i);
  return `    <wsdl:operation name="${name}"><wsdl:documentation>Operation number ${i}.</wsdl:documentation><wsdl:input message="tns:${name}In"/><wsdl:output message="tns:${name}Out"/></wsdl:operation>`;
}

function bindingOf(prefix: "soap" | "soap12", binding: string, indexes: readonly number[]): string {
  const operations = indexes.map((i) => {
    const name = operationName(i);
    return `    <wsdl:operation name="${name}"><${prefix}:operation soapAction="${fleetNamespace}/${name}" style="document"/><wsdl:input><${prefix}:body use="literal"/><${prefix}:header message="tns:Session" part="Session" use="literal"/></wsdl:input><wsdl:output><${prefix}:body use="literal"/></wsdl:output></wsdl:operation>`;
  });
  return `  <wsdl:binding name="${binding}" type="tns:FleetSoap">
    <${prefix}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${operations.join("\n")}
  </wsdl:binding>`;
}

/** Whether an operation returns a list, as even ones do; odd ones return a single vehicle. */
export function isList(i: number): boolean {
  return i % 2 === 0;
}

/** Returns the arguments of operation `i`. */
export function argumentsOf(i: number): object {
  return { Plate: `plate <${i}> & "co"`, Limit: i, Colour: colours[i % colours.length] };
}

/** Returns the result of operation `i`. */
export function answerOf(i: number): unknown {
  const vehicle = (n: number) => ({
    Id: 9007199254740993n + BigInt(n),
    Name: `Nº ${n}`,
    Price: `${n}.50`,
    Parked: n % 2 === 1,
    Colour: colours[n % colours.length],
    Tags: { string: ["a", null, ""] },
    Keeper: { Since: n % 3 === 0 ? null : "2026-11-21T08:30:00Z", Phone: ["1", "2"], code: n },
  });
  return isList(i) ? Array.from({ length: i % 5 }, (_, n) => vehicle(n)) : vehicle(i);
}
