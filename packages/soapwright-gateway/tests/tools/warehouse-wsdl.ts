/** A WSDL with every kind of operation that tools have to tell apart. */

interface Operation {
  readonly name: string;
  readonly request?: string;
  /** Undefined for a one-way operation. */
  readonly response?: string;
  readonly safe?: true;
  readonly documentation?: string;
  readonly fault?: string;
}

const element = (name: string, type: string, more = "") => `<xs:element name="${name}" type="${type}" ${more}/>`;
const LOGIN =
  '<xs:element name="Login"><xs:complexType><xs:sequence><xs:element name="User" type="xs:string"/><xs:element name="Password" type="xs:string"/></xs:sequence></xs:complexType></xs:element>';

const operations: readonly Operation[] = [
  {
    name: "FindParts",
    request: element("Query", "xs:string", 'minOccurs="0"') + element("Domain", "xs:string", 'minOccurs="0"'),
    response: element("Part", "t:Part", 'minOccurs="0" maxOccurs="unbounded"'),
    safe: true,
    documentation: "Finds parts by a text in their names.",
    fault: "t:PartProblem",
  },
  {
    name: "GetPart",
    request: element("Id", "xs:long"),
    response: element("Part", "t:Part"),
    fault: "t:PartProblem",
  },
  { name: "GetStock", request: element("Id", "xs:int"), response: element("Count", "xs:int") },
  { name: "AddPart", request: element("Part", "t:Part"), response: element("Id", "xs:long") },
  { name: "GetSecret", request: LOGIN + element("Id", "xs:int"), response: element("Part", "t:Part", 'minOccurs="0"') },
  {
    name: "FindMore",
    request: element("ApiKey", "xs:string") + element("next", "xs:int", 'minOccurs="0"'),
    response: element("Name", "xs:string", 'minOccurs="0" maxOccurs="unbounded"'),
  },
  {
    name: "GetTags",
    request: element("pageToken", "xs:string", 'minOccurs="0"'),
    response: element("Tags", "t:Tags", 'minOccurs="0"'),
  },
  { name: "Announce", request: element("Text", "xs:string") },
  { name: "GetPicture", request: element("Id", "xs:int") },
];

const isOneWay = ({ name }: Operation) => name === "Announce";

export function warehouseWsdl(address = "http://127.0.0.1:1/warehouse"): string {
  const each = (text: (operation: Operation) => string): string => operations.map(text).join("\n");
  const picture =
    '<mime:multipartRelated><mime:part><soap:body use="literal" parts="parameters"/></mime:part><mime:part><mime:content part="picture" type="image/png"/></mime:part></mime:multipartRelated>';
  return `<?xml version="1.0"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:wsdlx="http://www.w3.org/ns/wsdl-extensions"
    xmlns:t="urn:warehouse" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:warehouse">
  <types>
    <xs:schema targetNamespace="urn:warehouse" elementFormDefault="qualified">
      <xs:complexType name="Part"><xs:sequence>
        <xs:element name="Id" type="xs:long"><xs:annotation><xs:documentation>The number of the part.</xs:documentation></xs:annotation></xs:element>
        <xs:element name="Name" type="xs:string"/><xs:element name="Price" type="xs:decimal" minOccurs="0"/>
        <xs:element name="Parent" type="t:Part" minOccurs="0"/>
      </xs:sequence></xs:complexType>
      <xs:complexType name="Tags"><xs:sequence>
        <xs:element name="Tag" type="xs:string" nillable="true" minOccurs="0" maxOccurs="3"/>
      </xs:sequence><xs:attribute name="lang" type="xs:string"/></xs:complexType>
      <xs:element name="PartProblem"><xs:complexType><xs:sequence><xs:element name="Number" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
      ${each(({ name, request = "" }) => `<xs:element name="${name}"><xs:complexType><xs:sequence>${request}</xs:sequence></xs:complexType></xs:element>`)}
      ${each(({ name, response = "" }) => `<xs:element name="${name}Response"><xs:complexType><xs:sequence>${response}</xs:sequence></xs:complexType></xs:element>`)}
    </xs:schema>
  </types>
  <message name="Problem"><part name="detail" element="t:PartProblem"/></message>
  ${each(
    ({ name }) => `<message name="${name}"><part name="parameters" element="t:${name}"/></message>
  <message name="${name}Response"><part name="parameters" element="t:${name}Response"/>${name === "GetPicture" ? '<part name="picture" type="xs:base64Binary"/>' : ""}</message>`,
  )}
  <portType name="Warehouse">
    ${each(
      (
        one,
      ) => `<operation name="${one.name}"${one.safe ? ' wsdlx:safe="true"' : ""}>${one.documentation ? `<documentation>${one.documentation}</documentation>` : ""}
      <input message="t:${one.name}"/>${isOneWay(one) ? "" : `<output message="t:${one.name}Response"/>`}${one.fault ? '<fault name="problem" message="t:Problem"/>' : ""}</operation>`,
    )}
  </portType>
  <binding name="Warehouse" type="t:Warehouse">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    ${each(
      (one) => `<operation name="${one.name}"><soap:operation soapAction="urn:warehouse/${one.name}"/>
      <input><soap:body use="literal"/></input>${isOneWay(one) ? "" : `<output>${one.name === "GetPicture" ? picture : '<soap:body use="literal"/>'}</output>`}${one.fault ? '<fault name="problem"><soap:fault name="problem" use="literal"/></fault>' : ""}</operation>`,
    )}
  </binding>
  <service name="WarehouseService"><port name="Warehouse" binding="t:Warehouse"><soap:address location="${address}"/></port></service>
</definitions>
`;
}
