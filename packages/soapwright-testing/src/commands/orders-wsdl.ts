/** A WSDL with the arguments that the commands for any WSDL have to read: numbers, choices, lists, records, nil. */
export function ordersWsdl(address = "http://127.0.0.1:1/orders"): string {
  return `<?xml version="1.0"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:t="urn:orders" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    targetNamespace="urn:orders">
  <types>
    <xs:schema targetNamespace="urn:orders" elementFormDefault="qualified">
      <xs:simpleType name="Status"><xs:restriction base="xs:string">
        <xs:enumeration value="open"/><xs:enumeration value="sent"/>
      </xs:restriction></xs:simpleType>
      <xs:complexType name="Line"><xs:sequence>
        <xs:element name="Code" type="xs:string"/><xs:element name="Count" type="xs:int" minOccurs="0"/>
      </xs:sequence></xs:complexType>
      <xs:complexType name="Order">
        <xs:annotation><xs:documentation>One order.</xs:documentation></xs:annotation>
        <xs:sequence>
          <xs:element name="Id" type="xs:long"/><xs:element name="Total" type="xs:decimal"/>
          <xs:element name="Line" type="t:Line" minOccurs="0" maxOccurs="unbounded"/>
        </xs:sequence>
      </xs:complexType>
      <xs:element name="findOrders"><xs:complexType><xs:sequence>
        <xs:element name="customerId" type="xs:long">
          <xs:annotation><xs:documentation>The number of the customer.</xs:documentation></xs:annotation>
        </xs:element>
        <xs:element name="status" type="t:Status"/>
        <xs:element name="line" type="t:Line" minOccurs="0" maxOccurs="unbounded"/>
        <xs:element name="until" type="xs:date" minOccurs="0" nillable="true"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="findOrdersResponse"><xs:complexType><xs:sequence>
        <xs:element name="order" type="t:Order" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="ping"><xs:complexType/></xs:element>
      <xs:element name="pingResponse"><xs:complexType><xs:sequence>
        <xs:element name="now" type="xs:dateTime"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:schema>
  </types>
  <message name="findOrders"><part name="parameters" element="t:findOrders"/></message>
  <message name="findOrdersResponse"><part name="parameters" element="t:findOrdersResponse"/></message>
  <message name="ping"><part name="parameters" element="t:ping"/></message>
  <message name="pingResponse"><part name="parameters" element="t:pingResponse"/></message>
  <portType name="Orders">
    <operation name="findOrders">
      <documentation>Finds the orders of a customer. The newest come first.</documentation>
      <input message="t:findOrders"/><output message="t:findOrdersResponse"/>
    </operation>
    <operation name="ping"><input message="t:ping"/><output message="t:pingResponse"/></operation>
  </portType>
${["", "12"]
  .map(
    (version) => `  <binding name="Soap${version}" type="t:Orders">
    <soap${version}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${["findOrders", "ping"]
  .map(
    (name) => `    <operation name="${name}"><soap${version}:operation soapAction="urn:orders/${name}"/>
      <input><soap${version}:body use="literal"/></input><output><soap${version}:body use="literal"/></output>
    </operation>`,
  )
  .join("\n")}
  </binding>`,
  )
  .join("\n")}
  <service name="OrderService">
    <port name="Orders11" binding="t:Soap"><soap:address location="${address}"/></port>
    <port name="Orders12" binding="t:Soap12"><soap12:address location="${address}"/></port>
  </service>
</definitions>
`;
}
