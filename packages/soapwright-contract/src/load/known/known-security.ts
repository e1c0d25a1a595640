/** Schemas of XML Signature, XML Encryption and WS-Security 1.0, written from their specifications. */
import {
  abstract,
  anyAttribute,
  attributeGroup,
  attributeGroupRef,
  attributeRefs,
  attributes,
  content,
  elements,
  elementsNamedAsTypes,
  extended,
  list,
  mixed,
  schema,
  simple,
  text,
  type,
} from "./describe";

const ds = "http://www.w3.org/2000/09/xmldsig#";
const xenc = "http://www.w3.org/2001/04/xmlenc#";
const wss = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity";
const wsse = `${wss}-secext-1.0.xsd`;
const wsu = `${wss}-utility-1.0.xsd`;
const id = attributes("xs:ID", "Id");
const algorithm = attributes("xs:anyURI", "Algorithm!");

/** XML Signature Syntax and Processing, sections 4 and 5. */
const signature = schema(
  ds,
  {},
  simple("CryptoBinary", "xs:base64Binary"),
  simple("DigestValueType", "xs:base64Binary"),
  simple("HMACOutputLengthType", "xs:integer"),
  type("SignatureType", "(SignedInfo, SignatureValue, KeyInfo?, Object*)", id),
  text("SignatureValueType", "xs:base64Binary", id),
  type("SignedInfoType", "(CanonicalizationMethod, SignatureMethod, Reference+)", id),
  mixed("CanonicalizationMethodType", "(#any*)", algorithm),
  mixed("SignatureMethodType", "(HMACOutputLength=HMACOutputLengthType?, #other*)", algorithm),
  type("ReferenceType", "(Transforms?, DigestMethod, DigestValue)", id, attributes("xs:anyURI", "URI Type")),
  type("TransformsType", "(Transform+)"),
  mixed("TransformType", "(#other | XPath=xs:string)*", algorithm),
  mixed("DigestMethodType", "(#other*)", algorithm),
  mixed(
    "KeyInfoType",
    "(KeyName | KeyValue | RetrievalMethod | X509Data | PGPData | SPKIData | MgmtData | #other)+",
    id,
  ),
  mixed("KeyValueType", "(DSAKeyValue | RSAKeyValue | #other)"),
  type("RetrievalMethodType", "(Transforms?)", attributes("xs:anyURI", "URI Type")),
  type(
    "X509DataType",
    `((X509IssuerSerial=X509IssuerSerialType | X509SKI=xs:base64Binary | X509SubjectName=xs:string
      | X509Certificate=xs:base64Binary | X509CRL=xs:base64Binary | #other))+`,
  ),
  type("X509IssuerSerialType", "(X509IssuerName=xs:string, X509SerialNumber=xs:integer)"),
  type(
    "PGPDataType",
    `((PGPKeyID=xs:base64Binary, PGPKeyPacket=xs:base64Binary?, #other*)
      | (PGPKeyPacket=xs:base64Binary, #other*))`,
  ),
  type("SPKIDataType", "(SPKISexp=xs:base64Binary, #other?)+"),
  mixed("ObjectType", "(#any)*", id, attributes("xs:string", "MimeType"), attributes("xs:anyURI", "Encoding")),
  type("ManifestType", "(Reference+)", id),
  type("SignaturePropertiesType", "(SignatureProperty+)", id),
  mixed("SignaturePropertyType", "(#other)+", attributes("xs:anyURI", "Target!"), id),
  type(
    "DSAKeyValueType",
    `((P=CryptoBinary, Q=CryptoBinary)?, G=CryptoBinary?, Y=CryptoBinary, J=CryptoBinary?,
      (Seed=CryptoBinary, PgenCounter=CryptoBinary)?)`,
  ),
  type("RSAKeyValueType", "(Modulus=CryptoBinary, Exponent=CryptoBinary)"),
  ...[
    "Signature SignatureValue SignedInfo CanonicalizationMethod SignatureMethod Reference Transforms Transform DigestMethod",
    "DigestValue KeyInfo KeyValue RetrievalMethod X509Data PGPData SPKIData Object Manifest SignatureProperties",
    "SignatureProperty DSAKeyValue RSAKeyValue",
  ].flatMap((names) => elementsNamedAsTypes(names, "Type")),
  elements("xs:string", "KeyName MgmtData"),
);

/** XML Encryption Syntax and Processing, sections 3 and 5.5. */
const encryption = schema(
  xenc,
  { ds },
  abstract(
    "EncryptedType",
    "(EncryptionMethod=EncryptionMethodType?, ds:KeyInfo?, CipherData, EncryptionProperties?)",
    id,
    attributes("xs:anyURI", "Type"),
    attributes("xs:string", "MimeType"),
    attributes("xs:anyURI", "Encoding"),
  ),
  simple("KeySizeType", "xs:integer"),
  mixed("EncryptionMethodType", "(KeySize=KeySizeType?, OAEPparams=xs:base64Binary?, #other*)", algorithm),
  type("CipherDataType", "(CipherValue=xs:base64Binary | CipherReference)"),
  type("CipherReferenceType", "(Transforms=TransformsType?)", attributes("xs:anyURI", "URI!")),
  type("TransformsType", "(ds:Transform+)"),
  extended("EncryptedDataType", "EncryptedType"),
  extended(
    "EncryptedKeyType",
    "EncryptedType",
    "(ReferenceList?, CarriedKeyName=xs:string?)",
    attributes("xs:string", "Recipient"),
  ),
  mixed(
    "AgreementMethodType",
    "(KA-Nonce=xs:base64Binary?, #other*, OriginatorKeyInfo=ds:KeyInfoType?, RecipientKeyInfo=ds:KeyInfoType?)",
    algorithm,
  ),
  type("ReferenceType", "(#other*)", attributes("xs:anyURI", "URI!")),
  `<xs:element name="ReferenceList"><xs:complexType>${content("(DataReference=ReferenceType | KeyReference=ReferenceType)+")}</xs:complexType></xs:element>`,
  type("EncryptionPropertiesType", "(EncryptionProperty+)", id),
  mixed(
    "EncryptionPropertyType",
    "(#other)+",
    attributes("xs:anyURI", "Target"),
    id,
    '<xs:anyAttribute namespace="http://www.w3.org/XML/1998/namespace"/>',
  ),
  ...elementsNamedAsTypes(
    "CipherData CipherReference EncryptedData EncryptedKey AgreementMethod EncryptionProperties EncryptionProperty",
    "Type",
  ),
);

/** Web Services Security: SOAP Message Security 1.0, sections 4 and 10. */
const utility = schema(
  wsu,
  {},
  id,
  attributeGroup("commonAtts", attributeRefs("Id"), anyAttribute()),
  text("AttributedDateTime", "xs:string", attributeGroupRef("commonAtts")),
  text("AttributedURI", "xs:anyURI", attributeGroupRef("commonAtts")),
  simple("tTimestampFault", "xs:QName"),
  type("TimestampType", "(Created?, Expires?, (#other)*)", attributeGroupRef("commonAtts")),
  elements("TimestampType", "Timestamp"),
  elements("AttributedDateTime", "Created Expires"),
);

const open = attributeRefs("wsu:Id") + anyAttribute();

/** Web Services Security: SOAP Message Security 1.0, sections 5 to 7, and the Username Token Profile. */
const extension = schema(
  wsse,
  { wsu, ds },
  text("AttributedString", "xs:string", open),
  text("PasswordString", "AttributedString", attributes("xs:anyURI", "Type")),
  text("EncodedString", "AttributedString", attributes("xs:anyURI", "EncodingType")),
  text("BinarySecurityTokenType", "EncodedString", attributes("xs:anyURI", "ValueType")),
  text("KeyIdentifierType", "EncodedString", attributes("xs:anyURI", "ValueType")),
  type("UsernameTokenType", "(Username=AttributedString, #any*)", open),
  list("tUsage", "xs:anyURI"),
  attributes("tUsage", "Usage"),
  type("ReferenceType", "", attributes("xs:anyURI", "URI ValueType"), anyAttribute()),
  type("EmbeddedType", "(#any)*", attributes("xs:anyURI", "ValueType"), anyAttribute()),
  type("SecurityTokenReferenceType", "(#any)*", attributeRefs("wsu:Id Usage"), anyAttribute()),
  type("SecurityHeaderType", "(#any*)", anyAttribute()),
  type("TransformationParametersType", "(#any*)", anyAttribute()),
  simple("FaultcodeEnum", "xs:QName"),
  ...elementsNamedAsTypes(
    "UsernameToken BinarySecurityToken Reference Embedded KeyIdentifier SecurityTokenReference TransformationParameters",
    "Type",
  ),
  elements("SecurityHeaderType", "Security"),
  elements("PasswordString", "Password"),
  elements("EncodedString", "Nonce"),
);

export const securitySchemas: readonly (readonly [namespace: string, schema: string])[] = [
  [ds, signature],
  [xenc, encryption],
  [wsu, utility],
  [wsse, extension],
];
