/**
 * The table of namespaces that a WSDL may use without a document, with schemas written from their specifications. The
 * loader reads them for imports without a document; `verify` passes them to its validator.
 */

import { xmlNamespace } from "../../xml/xml-namespaces";
import { securitySchemas } from "./known-security";
import { messagingSchemas } from "./messaging";

const xsdNamespace = "http://www.w3.org/2001/XMLSchema";
const soapEncoding = "http://schemas.xmlsoap.org/soap/encoding/";

const simpleTypes =
  "string normalizedString token boolean decimal integer long int short byte float double date dateTime time duration base64Binary hexBinary anyURI QName".split(
    " ",
  );

/** SOAP 1.1, section 5: the attributes, the array, and simple types that may carry `id` and `href`. */
const soapEncodingSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${soapEncoding}" targetNamespace="${soapEncoding}">
<xs:attribute name="arrayType" type="xs:string"/><xs:attribute name="offset" type="xs:string"/><xs:attribute name="position" type="xs:string"/>
<xs:attributeGroup name="commonAttributes"><xs:attribute name="id" type="xs:ID"/><xs:attribute name="href" type="xs:anyURI"/><xs:anyAttribute namespace="##other" processContents="lax"/></xs:attributeGroup>
<xs:attributeGroup name="arrayAttributes"><xs:attribute ref="tns:arrayType"/><xs:attribute ref="tns:offset"/></xs:attributeGroup>
<xs:group name="Array"><xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence></xs:group>
<xs:complexType name="Array"><xs:group ref="tns:Array" minOccurs="0"/><xs:attributeGroup ref="tns:arrayAttributes"/><xs:attributeGroup ref="tns:commonAttributes"/></xs:complexType>
<xs:complexType name="Struct"><xs:group ref="tns:Array" minOccurs="0"/><xs:attributeGroup ref="tns:commonAttributes"/></xs:complexType>
<xs:simpleType name="base64"><xs:restriction base="xs:base64Binary"/></xs:simpleType>
${simpleTypes.map((name) => `<xs:complexType name="${name}"><xs:simpleContent><xs:extension base="xs:${name}"><xs:attributeGroup ref="tns:commonAttributes"/></xs:extension></xs:simpleContent></xs:complexType>`).join("\n")}
</xs:schema>`;

const xmlSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${xmlNamespace}">
<xs:attribute name="lang"><xs:simpleType><xs:union memberTypes="xs:language"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value=""/></xs:restriction></xs:simpleType></xs:union></xs:simpleType></xs:attribute>
<xs:attribute name="base" type="xs:anyURI"/><xs:attribute name="id" type="xs:ID"/>
<xs:attribute name="space"><xs:simpleType><xs:restriction base="xs:NCName"><xs:enumeration value="default"/><xs:enumeration value="preserve"/></xs:restriction></xs:simpleType></xs:attribute>
<xs:attributeGroup name="specialAttrs"><xs:attribute ref="xml:lang"/><xs:attribute ref="xml:base"/><xs:attribute ref="xml:space"/></xs:attributeGroup>
</xs:schema>`;

/** The part of the schema for schemas that .NET data sets refer to: `ref="xs:schema"`. */
const schemaSchema = `<xs:schema xmlns:xs="${xsdNamespace}" targetNamespace="${xsdNamespace}"><xs:element name="schema"><xs:complexType mixed="true">
<xs:sequence><xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:anyAttribute processContents="lax"/></xs:complexType></xs:element></xs:schema>`;

const schemas: ReadonlyMap<string, string> = new Map([
  [xmlNamespace, xmlSchema],
  [xsdNamespace, schemaSchema],
  [soapEncoding, soapEncodingSchema],
  ...securitySchemas,
  ...messagingSchemas,
]);

/** Returns the bundled schema of the namespace. */
export function knownSchema(namespace: string): string | undefined {
  return schemas.get(namespace);
}
