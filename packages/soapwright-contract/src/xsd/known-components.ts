/**
 * Components of namespaces that every WSDL may use without a document: the SOAP encoding's types and attributes (SOAP
 * 1.1 section 5), the `xml:` attributes, and `xs:schema` as .NET DataSets refer to it.
 */

import { expandedName, type QName, soapEncodingNamespace, wsdlNamespace, xmlNamespace, xsdNamespace } from "../xml/xml";
import {
  anyType,
  builtInSimpleType,
  builtInTypes,
  emptyComplexType,
  nowhere,
  plainElement,
  plainSimpleType,
} from "./built-in-types";
import type { AttributeDeclaration, AttributeUse, ComplexType, Shell, SimpleType, TypeDefinition } from "./components";

export const knownNamespaces: ReadonlySet<string> = new Set([
  xsdNamespace,
  soapEncodingNamespace,
  xmlNamespace,
  wsdlNamespace,
]);

function qname(local: string, namespace: string): QName {
  return { namespace, local };
}

function byName<C extends { readonly name?: QName | undefined }>(components: readonly C[]): ReadonlyMap<string, C> {
  return new Map(components.map((component) => [expandedName(component.name!), component]));
}

function restriction(base: string): Shell<SimpleType> {
  return plainSimpleType({ of: "restriction", base: builtInSimpleType(base) }, nowhere);
}

/** SOAP 1.1 section 5.1: `soapenc:int` is `xs:int` with optional `id` and `href`, and has the same value. */
function encodedSimpleType(base: string, local = base): SimpleType {
  return { ...restriction(base), name: qname(local, soapEncodingNamespace) };
}

function encodedComplexType(local: string): Shell<ComplexType> {
  return { ...emptyComplexType(nowhere), name: qname(local, soapEncodingNamespace), builtIn: true };
}

const types = byName<TypeDefinition>([
  ...builtInTypes.values(),
  ...[...builtInTypes.keys()]
    .filter((local) => !/^any(Simple)?Type$/.test(local))
    .map((local) => encodedSimpleType(local)),
  encodedSimpleType("base64Binary", "base64"),
  encodedSimpleType("string", "arrayCoordinate"),
  // SOAP 1.1 section 5.4.2: the base of every encoded array, and an array of any type.
  {
    ...encodedComplexType("Array"),
    soapArray: { itemType: anyType, itemTypeName: qname("anyType", xsdNamespace), dimensions: "[]" },
  },
  // SOAP 1.1 section 5.4.1: a struct with any members.
  { ...encodedComplexType("Struct"), content: anyType.content },
]);

function attribute(local: string, namespace: string, type: SimpleType): AttributeDeclaration {
  return { kind: "attribute", name: qname(local, namespace), global: true, type, position: nowhere };
}

function encodedAttribute(local: string, type = "string"): AttributeDeclaration {
  return attribute(local, soapEncodingNamespace, builtInSimpleType(type));
}

const spaceType: SimpleType = {
  ...restriction("NCName"),
  facets: ["default", "preserve"].map((value) => ({ name: "enumeration", value, position: nowhere })),
};
/** XML 1.0 section 2.12: `xml:lang` may be empty, unlike `xs:language`. */
const langType: SimpleType = {
  ...restriction("token"),
  facets: [{ name: "pattern", value: "([a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*)?", position: nowhere }],
};
const specialAttributes = [
  attribute("lang", xmlNamespace, langType),
  attribute("space", xmlNamespace, spaceType),
  attribute("base", xmlNamespace, builtInSimpleType("anyURI")),
  attribute("id", xmlNamespace, builtInSimpleType("ID")),
];
const arrayAttributes = [encodedAttribute("arrayType"), encodedAttribute("offset")];
const memberAttributes = [encodedAttribute("position")];

function attributeGroup(
  local: string,
  namespace: string,
  declarations: readonly AttributeDeclaration[],
): readonly [string, readonly AttributeUse[]] {
  const uses = declarations.map((each): AttributeUse => ({ attribute: each, use: "optional", position: nowhere }));
  return [expandedName(qname(local, namespace)), uses];
}

export const knownComponents = {
  /** .NET DataSets: `ref="xs:schema"`, a schema sent with the rows. */
  element: byName([plainElement(qname("schema", xsdNamespace), true, nowhere)]),
  type: types,
  attribute: byName([
    ...specialAttributes,
    encodedAttribute("root", "boolean"),
    ...arrayAttributes,
    ...memberAttributes,
  ]),
  group: new Map<string, undefined>(),
  attributeGroup: new Map([
    attributeGroup("specialAttrs", xmlNamespace, specialAttributes),
    attributeGroup("commonAttributes", soapEncodingNamespace, []),
    attributeGroup("arrayAttributes", soapEncodingNamespace, arrayAttributes),
    attributeGroup("arrayMemberAttributes", soapEncodingNamespace, memberAttributes),
  ]),
};
