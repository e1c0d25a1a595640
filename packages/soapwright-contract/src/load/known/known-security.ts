/** Schemas of XML Signature, XML Encryption and WS-Security 1.0, written from their specifications. */
import {
  abstract,
  any,
  anyAttribute,
  attributeGroup,
  attributeGroupRef,
  attributeRef,
  attributes,
  choice,
  elements,
  extended,
  list,
  mixed,
  ref,
  schema,
  sequence,
  simple,
  text,
  type,
} from "./describe";

const ds = "http://www.w3.org/2000/09/xmldsig#";
const xenc = "http://www.w3.org/2001/04/xmlenc#";
const wss = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity";
const wsse = `${wss}-secext-1.0.xsd`;
const wsu = `${wss}-utility-1.0.xsd`;

/** XML Signature Syntax and Processing, sections 4 and 5. */
const signature = schema(
  ds,
  {},
  simple("CryptoBinary", "xs:base64Binary"),
  simple("DigestValueType", "xs:base64Binary"),
  simple("HMACOutputLengthType", "xs:integer"),
  type(
    "SignatureType",
    sequence("", ref("SignedInfo"), ref("SignatureValue"), ref("KeyInfo", "?"), ref("Object", "*")),
    attributes("xs:ID", "Id"),
  ),
  text("SignatureValueType", "xs:base64Binary", attributes("xs:ID", "Id")),
  type(
    "SignedInfoType",
    sequence("", ref("CanonicalizationMethod"), ref("SignatureMethod"), ref("Reference", "+")),
    attributes("xs:ID", "Id"),
  ),
  mixed("CanonicalizationMethodType", sequence("", any("##any")), attributes("xs:anyURI", "Algorithm!")),
  mixed(
    "SignatureMethodType",
    sequence("", elements("HMACOutputLengthType", "HMACOutputLength", "?"), any("##other")),
    attributes("xs:anyURI", "Algorithm!"),
  ),
  type(
    "ReferenceType",
    sequence("", ref("Transforms", "?"), ref("DigestMethod"), ref("DigestValue")),
    attributes("xs:ID", "Id"),
    attributes("xs:anyURI", "URI Type"),
  ),
  type("TransformsType", sequence("", ref("Transform", "+"))),
  mixed(
    "TransformType",
    choice("*", any("##other", ""), elements("xs:string", "XPath")),
    attributes("xs:anyURI", "Algorithm!"),
  ),
  mixed("DigestMethodType", sequence("", any("##other")), attributes("xs:anyURI", "Algorithm!")),
  mixed(
    "KeyInfoType",
    choice(
      "+",
      ...["KeyName", "KeyValue", "RetrievalMethod", "X509Data", "PGPData", "SPKIData", "MgmtData"].map((name) =>
        ref(name),
      ),
      any("##other", ""),
    ),
    attributes("xs:ID", "Id"),
  ),
  mixed("KeyValueType", choice("", ref("DSAKeyValue"), ref("RSAKeyValue"), any("##other", ""))),
  type("RetrievalMethodType", sequence("", ref("Transforms", "?")), attributes("xs:anyURI", "URI Type")),
  type(
    "X509DataType",
    sequence(
      "+",
      choice(
        "",
        elements("X509IssuerSerialType", "X509IssuerSerial"),
        elements("xs:base64Binary", "X509SKI"),
        elements("xs:string", "X509SubjectName"),
        elements("xs:base64Binary", "X509Certificate X509CRL"),
        any("##other", ""),
      ),
    ),
  ),
  type(
    "X509IssuerSerialType",
    sequence("", elements("xs:string", "X509IssuerName"), elements("xs:integer", "X509SerialNumber")),
  ),
  type(
    "PGPDataType",
    choice(
      "",
      sequence(
        "",
        elements("xs:base64Binary", "PGPKeyID"),
        elements("xs:base64Binary", "PGPKeyPacket", "?"),
        any("##other"),
      ),
      sequence("", elements("xs:base64Binary", "PGPKeyPacket"), any("##other")),
    ),
  ),
  type("SPKIDataType", sequence("+", elements("xs:base64Binary", "SPKISexp"), any("##other", "?"))),
  mixed(
    "ObjectType",
    sequence("*", any("##any", "")),
    attributes("xs:ID", "Id"),
    attributes("xs:string", "MimeType"),
    attributes("xs:anyURI", "Encoding"),
  ),
  type("ManifestType", sequence("", ref("Reference", "+")), attributes("xs:ID", "Id")),
  type("SignaturePropertiesType", sequence("", ref("SignatureProperty", "+")), attributes("xs:ID", "Id")),
  mixed(
    "SignaturePropertyType",
    choice("+", any("##other", "")),
    attributes("xs:anyURI", "Target!"),
    attributes("xs:ID", "Id"),
  ),
  type(
    "DSAKeyValueType",
    sequence(
      "",
      sequence("?", elements("CryptoBinary", "P Q")),
      elements("CryptoBinary", "G", "?"),
      elements("CryptoBinary", "Y"),
      elements("CryptoBinary", "J", "?"),
      sequence("?", elements("CryptoBinary", "Seed PgenCounter")),
    ),
  ),
  type("RSAKeyValueType", sequence("", elements("CryptoBinary", "Modulus Exponent"))),
  ...[
    "Signature SignatureValue SignedInfo CanonicalizationMethod SignatureMethod Reference Transforms Transform DigestMethod",
    "DigestValue KeyInfo KeyValue RetrievalMethod X509Data PGPData SPKIData Object Manifest SignatureProperties",
    "SignatureProperty DSAKeyValue RSAKeyValue",
  ].flatMap((names) => names.split(" ").map((name) => elements(`${name}Type`, name))),
  elements("xs:string", "KeyName MgmtData"),
);

/** XML Encryption Syntax and Processing, sections 3 and 5.5. */
const encryption = schema(
  xenc,
  { ds },
  abstract(
    "EncryptedType",
    sequence(
      "",
      elements("EncryptionMethodType", "EncryptionMethod", "?"),
      ref("ds:KeyInfo", "?"),
      ref("CipherData"),
      ref("EncryptionProperties", "?"),
    ),
    attributes("xs:ID", "Id"),
    attributes("xs:anyURI", "Type"),
    attributes("xs:string", "MimeType"),
    attributes("xs:anyURI", "Encoding"),
  ),
  simple("KeySizeType", "xs:integer"),
  mixed(
    "EncryptionMethodType",
    sequence(
      "",
      elements("KeySizeType", "KeySize", "?"),
      elements("xs:base64Binary", "OAEPparams", "?"),
      any("##other"),
    ),
    attributes("xs:anyURI", "Algorithm!"),
  ),
  type("CipherDataType", choice("", elements("xs:base64Binary", "CipherValue"), ref("CipherReference"))),
  type(
    "CipherReferenceType",
    choice("", elements("TransformsType", "Transforms", "?")),
    attributes("xs:anyURI", "URI!"),
  ),
  type("TransformsType", sequence("", ref("ds:Transform", "+"))),
  extended("EncryptedDataType", "EncryptedType"),
  extended(
    "EncryptedKeyType",
    "EncryptedType",
    sequence("", ref("ReferenceList", "?"), elements("xs:string", "CarriedKeyName", "?")),
    attributes("xs:string", "Recipient"),
  ),
  mixed(
    "AgreementMethodType",
    sequence(
      "",
      elements("xs:base64Binary", "KA-Nonce", "?"),
      any("##other"),
      elements("ds:KeyInfoType", "OriginatorKeyInfo", "?"),
      elements("ds:KeyInfoType", "RecipientKeyInfo", "?"),
    ),
    attributes("xs:anyURI", "Algorithm!"),
  ),
  type("ReferenceType", sequence("", any("##other")), attributes("xs:anyURI", "URI!")),
  `<xs:element name="ReferenceList"><xs:complexType>${choice("+", elements("ReferenceType", "DataReference KeyReference"))}</xs:complexType></xs:element>`,
  type("EncryptionPropertiesType", sequence("", ref("EncryptionProperty", "+")), attributes("xs:ID", "Id")),
  mixed(
    "EncryptionPropertyType",
    choice("+", any("##other", "")),
    attributes("xs:anyURI", "Target"),
    attributes("xs:ID", "Id"),
    '<xs:anyAttribute namespace="http://www.w3.org/XML/1998/namespace"/>',
  ),
  ..."CipherData CipherReference EncryptedData EncryptedKey AgreementMethod EncryptionProperties EncryptionProperty"
    .split(" ")
    .map((name) => elements(`${name}Type`, name)),
);

/** Web Services Security: SOAP Message Security 1.0, sections 4 and 10. */
const utility = schema(
  wsu,
  {},
  attributes("xs:ID", "Id"),
  attributeGroup("commonAtts", attributeRef("Id"), anyAttribute()),
  text("AttributedDateTime", "xs:string", attributeGroupRef("commonAtts")),
  text("AttributedURI", "xs:anyURI", attributeGroupRef("commonAtts")),
  simple("tTimestampFault", "xs:QName"),
  type(
    "TimestampType",
    sequence("", ref("Created", "?"), ref("Expires", "?"), choice("*", any("##other", ""))),
    attributeGroupRef("commonAtts"),
  ),
  elements("TimestampType", "Timestamp"),
  elements("AttributedDateTime", "Created Expires"),
);

const open = attributeRef("wsu:Id") + anyAttribute();

/** Web Services Security: SOAP Message Security 1.0, sections 5 to 7, and the Username Token Profile. */
const extension = schema(
  wsse,
  { wsu, ds },
  text("AttributedString", "xs:string", open),
  text("PasswordString", "AttributedString", attributes("xs:anyURI", "Type")),
  text("EncodedString", "AttributedString", attributes("xs:anyURI", "EncodingType")),
  text("BinarySecurityTokenType", "EncodedString", attributes("xs:anyURI", "ValueType")),
  text("KeyIdentifierType", "EncodedString", attributes("xs:anyURI", "ValueType")),
  type("UsernameTokenType", sequence("", elements("AttributedString", "Username"), any("##any")), open),
  list("tUsage", "xs:anyURI"),
  attributes("tUsage", "Usage"),
  type("ReferenceType", attributes("xs:anyURI", "URI ValueType"), anyAttribute()),
  type("EmbeddedType", choice("*", any("##any", "")), attributes("xs:anyURI", "ValueType"), anyAttribute()),
  type(
    "SecurityTokenReferenceType",
    choice("*", any("##any", "")),
    attributeRef("wsu:Id"),
    attributeRef("Usage"),
    anyAttribute(),
  ),
  type("SecurityHeaderType", sequence("", any("##any")), anyAttribute()),
  type("TransformationParametersType", sequence("", any("##any")), anyAttribute()),
  simple("FaultcodeEnum", "xs:QName"),
  ..."UsernameToken BinarySecurityToken Reference Embedded KeyIdentifier SecurityTokenReference TransformationParameters"
    .split(" ")
    .map((name) => elements(`${name}Type`, name)),
  elements("SecurityHeaderType", "Security"),
  elements("PasswordString", "Password"),
  elements("EncodedString", "Nonce"),
);

/** Schemas by namespace. */
export const securitySchemas: readonly (readonly [namespace: string, schema: string])[] = [
  [ds, signature],
  [xenc, encryption],
  [wsu, utility],
  [wsse, extension],
];
