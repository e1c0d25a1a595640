/** The contract of a shop, for tests of changes in it. */
export const ns = "https://shop.example/orders";
export const plain = `<?xml version="1.0" encoding="utf-8"?>
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
