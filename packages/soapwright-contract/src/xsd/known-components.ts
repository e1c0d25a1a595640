/**
 * Components of namespaces that every WSDL may use without a document: the SOAP encoding's types and attributes (SOAP
 * 1.1 section 5), the `xml:` attributes, and `xs:schema` as .NET DataSets refer to it.
 */

import { expandedName, type QName, soapEncodingNamespace, wsdlNamespace, xmlNamespace, xsdNamespace } from "../xml/xml";
import {
  anySimpleType,
  anyType,
  builtInSimpleType,
  builtInType,
  builtInTypeNames,
  emptyComplexType,
  nowhere,
  plainElement,
  plainSimpleType,
} from "./built-in-types";
import type {
  AttributeDeclaration,
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  SimpleType,
  TypeDefinition,
} from "./components";

export const knownNamespaces: ReadonlySet<string> = new Set([
  xsdNamespace,
  soapEncodingNamespace,
  xmlNamespace,
  wsdlNamespace,
]);

function qname(local: string, namespace: string): QName {
  return { namespace, local };
}

/** SOAP 1.1 section 5.1: `soapenc:int` is `xs:int` with optional `id` and `href`, and has the same value. */
function encodedSimpleType(base: SimpleType, local: string): SimpleType {
  return { ...plainSimpleType({ of: "restriction", base }, nowhere), name: qname(local, soapEncodingNamespace) };
}

/** SOAP 1.1 section 5.4.2: the base of every encoded array, and an array of any type. */
const soapArrayType: ComplexType = {
  ...emptyComplexType(nowhere),
  name: qname("Array", soapEncodingNamespace),
  builtIn: true,
  soapArray: { itemType: anyType, itemTypeName: qname("anyType", xsdNamespace), dimensions: "[]" },
};

/** SOAP 1.1 section 5.4.1: a struct with any members. */
const structType: ComplexType = {
  ...emptyComplexType(nowhere),
  name: qname("Struct", soapEncodingNamespace),
  builtIn: true,
  content: anyType.content,
};

const types = new Map<string, TypeDefinition>();
function declareType(type: TypeDefinition): void {
  if (type.name !== undefined) types.set(expandedName(type.name), type);
}
for (const local of builtInTypeNames) {
  const type = builtInType(local);
  if (type === undefined) continue;
  declareType(type);
  if (type.kind === "simpleType" && type !== anySimpleType) declareType(encodedSimpleType(type, local));
}
declareType(encodedSimpleType(builtInSimpleType("base64Binary"), "base64"));
declareType(soapArrayType);
declareType(structType);
declareType(encodedSimpleType(builtInSimpleType("string"), "arrayCoordinate"));

const attributes = new Map<string, AttributeDeclaration>();
function declareAttribute(local: string, namespace: string, type: SimpleType): AttributeDeclaration {
  const declaration: AttributeDeclaration = {
    kind: "attribute",
    name: qname(local, namespace),
    global: true,
    type,
    position: nowhere,
  };
  attributes.set(expandedName(declaration.name), declaration);
  return declaration;
}

const spaceType: SimpleType = {
  ...plainSimpleType({ of: "restriction", base: builtInSimpleType("NCName") }, nowhere),
  facets: ["default", "preserve"].map((value) => ({ name: "enumeration", value, position: nowhere })),
};
/** XML 1.0 section 2.12: `xml:lang` may be empty, unlike `xs:language`. */
const langType: SimpleType = {
  ...plainSimpleType({ of: "restriction", base: builtInSimpleType("token") }, nowhere),
  facets: [{ name: "pattern", value: "([a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*)?", position: nowhere }],
};
const specialAttributes = [
  declareAttribute("lang", xmlNamespace, langType),
  declareAttribute("space", xmlNamespace, spaceType),
  declareAttribute("base", xmlNamespace, builtInSimpleType("anyURI")),
  declareAttribute("id", xmlNamespace, builtInSimpleType("ID")),
];
declareAttribute("root", soapEncodingNamespace, builtInSimpleType("boolean"));
const arrayAttributes = [
  declareAttribute("arrayType", soapEncodingNamespace, builtInSimpleType("string")),
  declareAttribute("offset", soapEncodingNamespace, builtInSimpleType("string")),
];
const positionAttribute = declareAttribute("position", soapEncodingNamespace, builtInSimpleType("string"));

function optionalUses(declarations: readonly AttributeDeclaration[]): readonly AttributeUse[] {
  return declarations.map((attribute) => ({ attribute, use: "optional", position: nowhere }));
}

const attributeGroups = new Map<string, readonly AttributeUse[]>([
  [expandedName(qname("specialAttrs", xmlNamespace)), optionalUses(specialAttributes)],
  [expandedName(qname("commonAttributes", soapEncodingNamespace)), []],
  [expandedName(qname("arrayAttributes", soapEncodingNamespace)), optionalUses(arrayAttributes)],
  [expandedName(qname("arrayMemberAttributes", soapEncodingNamespace)), optionalUses([positionAttribute])],
]);

/** .NET DataSets: `ref="xs:schema"`, a schema sent with the rows. */
const schemaElement: ElementDeclaration = plainElement(qname("schema", xsdNamespace), true, nowhere);

export const knownComponents = {
  element: new Map<string, ElementDeclaration>([[expandedName(schemaElement.name), schemaElement]]),
  type: types as ReadonlyMap<string, TypeDefinition>,
  attribute: attributes as ReadonlyMap<string, AttributeDeclaration>,
  group: new Map<string, undefined>(),
  attributeGroup: attributeGroups,
};
