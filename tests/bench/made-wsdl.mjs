// Generates a document/literal WSDL with any number of operations, each with its own types.

const field = (name, type) => `<xs:element name="${name}" type="${type}" minOccurs="0"/>`;

function types(index) {
  return `
    <xs:complexType name="Record${index}"><xs:sequence>
      <xs:element name="Id" type="xs:int"/>${field("Name", "xs:string")}${field("Amount", "xs:decimal")}
      <xs:element name="Kind" type="tns:Kind${index}"/>
      <xs:element name="Part" type="tns:Part${index}" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="Parent" type="tns:Record${Math.max(0, index - 1)}" minOccurs="0"/>
    </xs:sequence></xs:complexType>
    <xs:complexType name="Part${index}"><xs:sequence>
      <xs:element name="From" type="xs:date"/>${field("Note", "xs:string")}${field("Hours", "xs:double")}
    </xs:sequence><xs:attribute name="code" type="xs:string" use="required"/></xs:complexType>
    <xs:simpleType name="Kind${index}"><xs:restriction base="xs:string">
      <xs:enumeration value="First"/><xs:enumeration value="Second"/><xs:enumeration value="Third"/>
    </xs:restriction></xs:simpleType>
    <xs:element name="Get${index}"><xs:complexType><xs:sequence>
      <xs:element name="Id" type="xs:int"/>${field("Since", "xs:dateTime")}
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="Get${index}Response"><xs:complexType><xs:sequence>
      <xs:element name="Get${index}Result" type="tns:Record${index}" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType></xs:element>`;
}

const messages = (index) => `
  <wsdl:message name="Get${index}In"><wsdl:part name="parameters" element="tns:Get${index}"/></wsdl:message>
  <wsdl:message name="Get${index}Out"><wsdl:part name="parameters" element="tns:Get${index}Response"/></wsdl:message>`;

const operation = (index) => `
    <wsdl:operation name="Get${index}"><wsdl:documentation>Records of kind ${index}.</wsdl:documentation>
      <wsdl:input message="tns:Get${index}In"/><wsdl:output message="tns:Get${index}Out"/></wsdl:operation>`;

const binding = (index) => `
    <wsdl:operation name="Get${index}"><soap:operation soapAction="urn:made/Get${index}" style="document"/>
      <wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`;

export function madeWsdl(operations) {
  const each = (make) => Array.from({ length: operations }, (_, index) => make(index)).join("");
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:made" targetNamespace="urn:made">
  <wsdl:types><xs:schema elementFormDefault="qualified" targetNamespace="urn:made">${each(types)}
  </xs:schema></wsdl:types>${each(messages)}
  <wsdl:portType name="Made">${each(operation)}
  </wsdl:portType>
  <wsdl:binding name="Made" type="tns:Made">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>${each(binding)}
  </wsdl:binding>
  <wsdl:service name="Made"><wsdl:port name="Made" binding="tns:Made"><soap:address location="http://localhost/made"/></wsdl:port></wsdl:service>
</wsdl:definitions>
`;
}
