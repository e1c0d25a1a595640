/** A WSDL whose operations are the tools that the conformance suite calls. */
const names = ["test_simple_text", "test_error_handling", "test_tool_with_progress", "json_schema_2020_12_tool"];

export function conformanceWsdl(): string {
  const each = (text: (name: string) => string): string => names.map(text).join("\n");
  const request = (name: string) =>
    name === "json_schema_2020_12_tool"
      ? '<xs:element name="name" type="xs:string" minOccurs="0"/><xs:element name="address" type="t:address" minOccurs="0"/>'
      : "";
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:t="urn:conformance" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:conformance">
  <types>
    <xs:schema targetNamespace="urn:conformance" elementFormDefault="qualified">
      <xs:complexType name="address"><xs:sequence>
        <xs:element name="street" type="xs:string" minOccurs="0"/><xs:element name="city" type="xs:string" minOccurs="0"/>
      </xs:sequence></xs:complexType>
      ${each(
        (
          name,
        ) => `<xs:element name="${name}"><xs:complexType><xs:sequence>${request(name)}</xs:sequence></xs:complexType></xs:element>
      <xs:element name="${name}Response"><xs:complexType><xs:sequence><xs:element name="text" type="xs:string"/></xs:sequence></xs:complexType></xs:element>`,
      )}
    </xs:schema>
  </types>
  ${each((name) => `<message name="${name}"><part name="parameters" element="t:${name}"/></message><message name="${name}Response"><part name="parameters" element="t:${name}Response"/></message>`)}
  <portType name="Conformance">
    ${each((name) => `<operation name="${name}"><documentation>Does what the suite wants.</documentation><input message="t:${name}"/><output message="t:${name}Response"/></operation>`)}
  </portType>
  <binding name="Conformance" type="t:Conformance">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    ${each((name) => `<operation name="${name}"><soap:operation soapAction="${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`)}
  </binding>
  <service name="Conformance"><port name="Conformance" binding="t:Conformance"><soap:address location="http://127.0.0.1:1/conformance"/></port></service>
</definitions>`;
}
