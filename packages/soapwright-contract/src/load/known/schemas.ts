/**
 * Schemas of namespaces that a WSDL may use without a document, written from their specifications in the notation of
 * `describe.ts`. The loader reads them for imports without a document; `verify` passes them to its validator.
 */

import { soapEncodingNamespace, xmlNamespace, xsdNamespace } from "../../xml/xml";
import {
  anyAttribute,
  attributeGroup,
  attributeGroupRef,
  attributeRefs,
  attributes,
  content,
  elements,
  elementsNamedAsTypes,
  list,
  schema,
  simple,
  text,
  type,
  union,
} from "./describe";
import { securitySchemas } from "./known-security";

const addressing2004 = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
const addressing = "http://www.w3.org/2005/08/addressing";

/** Web Services Addressing, member submission of August 2004, sections 2 and 3. */
const addressingSubmitted = schema(
  addressing2004,
  {},
  text("AttributedURI", "xs:anyURI", anyAttribute()),
  text("AttributedQName", "xs:QName", anyAttribute()),
  text("ServiceNameType", "xs:QName", attributes("xs:NCName", "PortName"), anyAttribute()),
  text("Relationship", "xs:anyURI", attributes("xs:QName", "RelationshipType"), anyAttribute()),
  text("ReplyAfterType", "xs:nonNegativeInteger", anyAttribute()),
  simple("RelationshipTypeValues", "xs:QName"),
  simple("FaultSubcodeValues", "xs:QName"),
  type("ReferencePropertiesType", "(#any*)"),
  type("ReferenceParametersType", "(#any*)"),
  type(
    "EndpointReferenceType",
    `(Address=AttributedURI, ReferenceProperties=ReferencePropertiesType?, ReferenceParameters=ReferenceParametersType?,
      PortType=AttributedQName?, ServiceName=ServiceNameType?, #other*)`,
    anyAttribute(),
  ),
  elements("EndpointReferenceType", "EndpointReference From ReplyTo FaultTo"),
  elements("AttributedURI", "MessageID To Action"),
  elements("Relationship", "RelatesTo"),
  elements("ReplyAfterType", "ReplyAfter"),
  attributes("xs:anyURI", "Action"),
);

/** Web Services Addressing 1.0: Core, sections 2 and 3, and SOAP Binding, section 6. */
const addressingCore = schema(
  addressing,
  {},
  text("AttributedURIType", "xs:anyURI", anyAttribute()),
  text("AttributedQNameType", "xs:QName", anyAttribute()),
  text("AttributedUnsignedLongType", "xs:unsignedLong", anyAttribute()),
  simple("RelationshipType", "xs:anyURI", `${addressing}/reply`),
  union("RelationshipTypeOpenEnum", "RelationshipType xs:anyURI"),
  text(
    "RelatesToType",
    "xs:anyURI",
    `<xs:attribute name="RelationshipType" type="RelationshipTypeOpenEnum" default="${addressing}/reply"/>`,
    anyAttribute(),
  ),
  simple("FaultCodesType", "xs:QName"),
  union("FaultCodesOpenEnumType", "FaultCodesType xs:QName"),
  type("ReferenceParametersType", "(#any*)", anyAttribute()),
  type("MetadataType", "(#any*)", anyAttribute()),
  type(
    "EndpointReferenceType",
    "(Address=AttributedURIType, ReferenceParameters?, Metadata?, #other*)",
    anyAttribute(),
  ),
  type("ProblemActionType", "(Action?, SoapAction=xs:anyURI?)", anyAttribute()),
  elements("EndpointReferenceType", "EndpointReference From ReplyTo FaultTo"),
  elements("ReferenceParametersType", "ReferenceParameters"),
  elements("MetadataType", "Metadata"),
  elements("AttributedURIType", "MessageID To Action ProblemIRI"),
  elements("RelatesToType", "RelatesTo"),
  elements("AttributedQNameType", "ProblemHeaderQName"),
  elements("ProblemActionType", "ProblemAction"),
  elements("AttributedUnsignedLongType", "RetryAfter"),
  attributes("xs:boolean", "IsReferenceParameter"),
);

const envelope11 = "http://schemas.xmlsoap.org/soap/envelope/";
const envelope12 = "http://www.w3.org/2003/05/soap-envelope";
const oneBit = '<xs:restriction base="xs:boolean"><xs:pattern value="0|1"/></xs:restriction>';

/** SOAP 1.1, section 4. The children of a fault have no namespace. */
const soap11 = schema(
  envelope11,
  {},
  type("Envelope", "(Header?, Body, #other*)", anyAttribute()),
  type("Header", "(#other*)", anyAttribute()),
  type("Body", "(#any*)", anyAttribute("##any")),
  type("detail", "(#any*)", anyAttribute("##any")),
  type("Fault", "(faultcode=xs:QName, faultstring=xs:string, faultactor=xs:anyURI?, detail=detail?)").replaceAll(
    "<xs:element ",
    '<xs:element form="unqualified" ',
  ),
  ...elementsNamedAsTypes("Envelope Header Body Fault"),
  `<xs:attribute name="mustUnderstand"><xs:simpleType>${oneBit}</xs:simpleType></xs:attribute>`,
  attributes("xs:anyURI", "actor"),
  list("encodingStyle", "xs:anyURI"),
  attributes("encodingStyle", "encodingStyle"),
  attributeGroup("encodingStyle", attributeRefs("encodingStyle")),
);

/** SOAP 1.2 Part 1, section 5. */
const soap12 = schema(
  envelope12,
  { xml: xmlNamespace },
  type("Envelope", "(Header?, Body)", anyAttribute()),
  type("Header", "(#other*)", anyAttribute()),
  type("Body", "(#any*)", anyAttribute()),
  type("detail", "(#any*)", anyAttribute()),
  type("faultcode", "(Value=xs:QName, Subcode=subcode?)"),
  type("subcode", "(Value=xs:QName, Subcode=subcode?)"),
  text("reasontext", "xs:string", '<xs:attribute ref="xml:lang" use="required"/>'),
  type("faultreason", "(Text=reasontext+)"),
  type("Fault", "(Code=faultcode, Reason=faultreason, Node=xs:anyURI?, Role=xs:anyURI?, Detail=detail?)"),
  type("NotUnderstoodType", "", attributes("xs:QName", "qname!")),
  type("SupportedEnvType", "", attributes("xs:QName", "qname!")),
  type("UpgradeType", "(SupportedEnvelope=SupportedEnvType+)"),
  ...elementsNamedAsTypes("Envelope Header Body Fault"),
  elements("NotUnderstoodType", "NotUnderstood"),
  elements("UpgradeType", "Upgrade"),
  attributes("xs:anyURI", "role encodingStyle"),
  attributes("xs:boolean", "mustUnderstand relay"),
);

/** SOAP 1.1, section 5: the attributes, the array, and simple types that may carry `id` and `href`. */
const soapEncoding11 = schema(
  soapEncodingNamespace,
  {},
  attributes("xs:string", "arrayType offset position"),
  attributeGroup("commonAttributes", attributes("xs:ID", "id"), attributes("xs:anyURI", "href"), anyAttribute()),
  attributeGroup("arrayAttributes", attributeRefs("arrayType offset")),
  `<xs:group name="Array">${content("(#any*)")}</xs:group>`,
  type("Array", "(#any*)", attributeGroupRef("arrayAttributes"), attributeGroupRef("commonAttributes")),
  type("Struct", "(#any*)", attributeGroupRef("commonAttributes")),
  simple("base64", "xs:base64Binary"),
  ...(
    "string normalizedString token boolean decimal integer long int short byte float double date dateTime time " +
    "duration base64Binary hexBinary anyURI QName"
  )
    .split(" ")
    .map((name) => text(name, `xs:${name}`, attributeGroupRef("commonAttributes"))),
);

const encoding12 = "http://www.w3.org/2003/05/soap-encoding";
const encodedTypes =
  "duration dateTime time date gYearMonth gYear gMonthDay gDay gMonth boolean base64Binary hexBinary float double anyURI QName string normalizedString token language NMTOKEN Name NCName decimal integer nonPositiveInteger negativeInteger long int short byte nonNegativeInteger unsignedLong unsignedInt unsignedShort unsignedByte positiveInteger";

/** SOAP 1.2 Part 2, section 3: the attributes of nodes and arrays, and simple types that may carry them. */
const soapEncoding12 = schema(
  encoding12,
  {},
  simple("nodeTypeType", "xs:token", "simple", "struct", "array"),
  '<xs:simpleType name="arraySizeType"><xs:restriction base="xs:token"><xs:pattern value="(\\*|[0-9]+)( [0-9]+)*"/></xs:restriction></xs:simpleType>',
  attributes("xs:QName", "itemType"),
  attributes("arraySizeType", "arraySize"),
  attributes("nodeTypeType", "nodeType"),
  attributes("xs:ID", "id"),
  attributes("xs:IDREF", "ref"),
  attributeGroup("commonAttributes", attributeRefs("id ref"), anyAttribute()),
  attributeGroup("arrayAttributes", attributeRefs("itemType arraySize nodeType")),
  ...["Array", "Struct"].map((name) =>
    type(
      name,
      "(#any*)",
      name === "Array" ? attributeGroupRef("arrayAttributes") : attributeRefs("nodeType"),
      attributeGroupRef("commonAttributes"),
    ),
  ),
  ...encodedTypes
    .split(" ")
    .map((name) => text(name, `xs:${name}`, attributeRefs("nodeType"), attributeGroupRef("commonAttributes"))),
  ...elementsNamedAsTypes(`Array Struct ${encodedTypes}`),
);

const contentType = attributeRefs("contentType");

/** Describing Media Content of Binary Data in XML, section 2. */
function mediaTypes(namespace: string): readonly [string, string] {
  return [
    namespace,
    schema(
      namespace,
      {},
      '<xs:attribute name="contentType"><xs:simpleType><xs:restriction base="xs:string"><xs:minLength value="3"/></xs:restriction></xs:simpleType></xs:attribute>',
      attributes("xs:string", "expectedContentTypes"),
      text("base64Binary", "xs:base64Binary", contentType),
      text("hexBinary", "xs:hexBinary", contentType),
    ),
  ];
}

const xopNamespace = "http://www.w3.org/2004/08/xop/include";

/** XML-binary Optimized Packaging, section 2. */
const xopSchema = schema(
  xopNamespace,
  {},
  type("Include", "(#other*)", attributes("xs:anyURI", "href!"), anyAttribute()),
  elements("Include", "Include"),
);

const swaRefNamespace = "http://ws-i.org/profiles/basic/1.1/xsd";
const xlinkNamespace = "http://www.w3.org/1999/xlink";

function linkGroup(kind: string, names: string): string {
  const uses = names === "" ? "" : attributeRefs(names);
  return ["Attrs", "Link"]
    .map((ending) => attributeGroup(`${kind}${ending}`, `<xs:attribute ref="type" fixed="${kind}"/>`, uses))
    .join("");
}

/** XML Linking Language 1.1, sections 4 and 5. */
const xlinkSchema = schema(
  xlinkNamespace,
  {},
  simple("typeType", "xs:token", "simple", "extended", "title", "resource", "locator", "arc"),
  simple("showType", "xs:token", "new", "replace", "embed", "other", "none"),
  simple("actuateType", "xs:token", "onLoad", "onRequest", "other", "none"),
  simple("hrefType", "xs:anyURI"),
  simple("labelType", "xs:NCName"),
  simple("fromType", "xs:NCName"),
  simple("toType", "xs:NCName"),
  simple("titleAttrType", "xs:string"),
  simple("roleType", "xs:anyURI"),
  simple("arcroleType", "xs:anyURI"),
  ..."type show actuate href label from to role arcrole".split(" ").map((name) => attributes(`${name}Type`, name)),
  attributes("titleAttrType", "title"),
  linkGroup("simple", "href role arcrole title show actuate"),
  linkGroup("extended", "role title"),
  linkGroup("title", ""),
  linkGroup("resource", "role title label"),
  linkGroup("locator", "href role title label"),
  linkGroup("arc", "arcrole title show actuate from to"),
  attributeGroup("emptyLink", '<xs:attribute name="type" type="xs:string" fixed="none" form="qualified"/>'),
);

export const messagingSchemas: readonly (readonly [namespace: string, schema: string])[] = [
  [addressing2004, addressingSubmitted],
  [addressing, addressingCore],
  [envelope11, soap11],
  [envelope12, soap12],
  [encoding12, soapEncoding12],
  mediaTypes("http://www.w3.org/2005/05/xmlmime"),
  mediaTypes("http://www.w3.org/2004/11/xmlmime"),
  [xopNamespace, xopSchema],
  [swaRefNamespace, schema(swaRefNamespace, {}, simple("swaRef", "xs:anyURI"))],
  [xlinkNamespace, xlinkSchema],
];

const xmlSchema = `<xs:schema xmlns:xs="${xsdNamespace}" targetNamespace="${xmlNamespace}">
<xs:attribute name="lang"><xs:simpleType><xs:union memberTypes="xs:language"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value=""/></xs:restriction></xs:simpleType></xs:union></xs:simpleType></xs:attribute>
${attributes("xs:anyURI", "base")}${attributes("xs:ID", "id")}
<xs:attribute name="space"><xs:simpleType><xs:restriction base="xs:NCName"><xs:enumeration value="default"/><xs:enumeration value="preserve"/></xs:restriction></xs:simpleType></xs:attribute>
${attributeGroup("specialAttrs", attributeRefs("xml:lang xml:base xml:space"))}
</xs:schema>`;

/** The part of the schema for schemas that .NET data sets refer to: `ref="xs:schema"`. */
const schemaSchema = `<xs:schema xmlns:xs="${xsdNamespace}" targetNamespace="${xsdNamespace}"><xs:element name="schema"><xs:complexType mixed="true">
<xs:sequence><xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:anyAttribute processContents="lax"/></xs:complexType></xs:element></xs:schema>`;

const schemas: ReadonlyMap<string, string> = new Map([
  [xmlNamespace, xmlSchema],
  [xsdNamespace, schemaSchema],
  [soapEncodingNamespace, soapEncoding11],
  ...securitySchemas,
  ...messagingSchemas,
]);

/** Returns the bundled schema of the namespace. */
export function knownSchema(namespace: string): string | undefined {
  return schemas.get(namespace);
}
