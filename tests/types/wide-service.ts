/** Returns a service with so many operations that a compiler gives up on the union of their types. */
export function wideService(operations: number): string {
  const each = (text: (index: number) => string): string =>
    Array.from({ length: operations }, (_, index) => text(index)).join("");
  return `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:example:wide" targetNamespace="urn:example:wide">
  <wsdl:types><xs:schema targetNamespace="urn:example:wide">${each(
    (index) =>
      `<xs:element name="E${index}"><xs:complexType><xs:sequence><xs:element name="a${index}" type="xs:int"/></xs:sequence></xs:complexType></xs:element>`,
  )}</xs:schema></wsdl:types>
  ${each((index) => `<wsdl:message name="M${index}"><wsdl:part name="p" element="tns:E${index}"/></wsdl:message>`)}
  <wsdl:portType name="P">${each(
    (index) => `<wsdl:operation name="Do${index}"><wsdl:input message="tns:M${index}"/></wsdl:operation>`,
  )}</wsdl:portType>
  <wsdl:binding name="B" type="tns:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each(
    (index) => `<wsdl:operation name="Do${index}"><wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation>`,
  )}</wsdl:binding>
  <wsdl:service name="S"><wsdl:port name="P" binding="tns:B"><soap:address location="https://service.example/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;
}
