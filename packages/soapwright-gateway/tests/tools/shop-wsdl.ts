/** WSDLs of one service with the operations that a test needs. */

export interface ShopOperation {
  readonly name: string;
  /** Content of the complex type of the request, as XML Schema. */
  readonly request?: string;
  /** Content of the complex type of the response. */
  readonly response?: string;
  readonly documentation?: string;
  /** Whether the element `Bad` is its fault. */
  readonly fails?: true;
}

/** `types` are declarations beside those of the operations, in the namespace `urn:shop`, whose prefix is `t`. */
export function shopWsdl(operations: readonly ShopOperation[], types = ""): string {
  const each = (text: (operation: ShopOperation) => string): string => operations.map(text).join("\n");
  const element = (name: string, content = "<xs:sequence/>") =>
    `<xs:element name="${name}"><xs:complexType>${content}</xs:complexType></xs:element>`;
  return `<?xml version="1.0"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:t="urn:shop" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop">
  <types><xs:schema targetNamespace="urn:shop" elementFormDefault="qualified">
    ${types}
    ${element("Bad", '<xs:sequence><xs:element name="Why" type="xs:string"/></xs:sequence>')}
    ${each(({ name, request, response }) => element(name, request) + element(`${name}Response`, response))}
  </xs:schema></types>
  <message name="Bad"><part name="detail" element="t:Bad"/></message>
  ${each(({ name }) => `<message name="${name}"><part name="p" element="t:${name}"/></message><message name="${name}Response"><part name="p" element="t:${name}Response"/></message>`)}
  <portType name="Shop">
    ${each(({ name, documentation, fails }) => `<operation name="${name}">${documentation ? `<documentation>${documentation}</documentation>` : ""}<input message="t:${name}"/><output message="t:${name}Response"/>${fails ? '<fault name="Bad" message="t:Bad"/>' : ""}</operation>`)}
  </portType>
  <binding name="Shop" type="t:Shop"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    ${each(({ name, fails }) => `<operation name="${name}"><soap:operation soapAction="urn:shop/${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>${fails ? '<fault name="Bad"><soap:fault name="Bad" use="literal"/></fault>' : ""}</operation>`)}
  </binding>
  <service name="ShopService"><port name="Shop" binding="t:Shop"><soap:address location="http://127.0.0.1:1/shop"/></port></service>
</definitions>
`;
}

export const sequence = (...elements: readonly string[]): string => `<xs:sequence>${elements.join("")}</xs:sequence>`;
export const text = (name: string, more = ""): string => `<xs:element name="${name}" type="xs:string" ${more}/>`;
export const MANY = 'minOccurs="0" maxOccurs="unbounded"';
