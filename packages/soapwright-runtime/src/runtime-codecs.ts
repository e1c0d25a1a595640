/**
 * The entry point `soapwright-runtime/codecs`: what works by tables: codecs, what a table contains, for pages, forms and commands,
 * and the code that tables hand to a client where a contract needs it. Below them are the reader and the writer of XML, and, for
 * features, names and extents of elements as they are written, whose offsets are UTF-16 units of the text.
 */

export { type AnyTypes, anyTypes } from "./any-types";
export { formatDocument, parseDocument } from "./documents";
export {
  type AddressingVersion,
  alternativesOf,
  Codec,
  compileSimple,
  complexTypeOf,
  contentOf,
  enumerationOf,
  isNillable,
  type NodeRef,
  ownValue,
  propertiesOf,
  type SimpleNode,
  setOwn,
  simpleTypeOf,
  type TypedProperty,
  typedPropertiesOf,
  type Validation,
  valueOfText,
  withoutNil,
} from "./schema/codec";
export { identity } from "./schema/identity";
export type { Rename } from "./schema/plans/resolve";
export { checkPolicy } from "./schema/policy-needs";
export { UNVERIFIED } from "./schema/schema-namespaces";
export { soapEncoding } from "./schema/soap-encoding";
export { madeElement, recordOf } from "./schema/tables/made-nodes";
export { mapType } from "./schema/tables/map-type";
export type {
  AddressingNode,
  AlternativeNode,
  AttributeNode,
  BuiltInName,
  ComplexNode as RecordType,
  ElementNode,
  Facets,
  FaultNode,
  MessageNode,
  NamespaceConstraint,
  SimpleRef,
} from "./schema/tables/nodes";
export {
  baseOf,
  type Group,
  isGroup,
  type Member,
  membersOf,
  ownMembersOf,
  type Part,
  type PartVisitor,
  partsOf,
  visitPart,
} from "./schema/tables/parts";
export { declarationsOf, plainElements } from "./schema/tables/properties";
export { builtInOf, isAnyType, nodeOf, stepsOf, typeNameOf } from "./schema/tables/view";
export { type TypeVisitor, visit } from "./schema/tables/visit";
export { replayReferences } from "./schema/tree/references";
export { Replay } from "./schema/tree/replay";
export { SOAP_TERMS } from "./soap/operation-plan";
export { escapeAttribute, escapeText, findIllegalCharacter } from "./xml/escape-text";
export type { XmlAttributeEvent, XmlEvents, XmlName } from "./xml/events";
export { XmlReader } from "./xml/reader";
export {
  attributeOf,
  endOfElement,
  expanded,
  markupEnd,
  NO_SCOPE,
  NotWellFormed,
  readSpecial,
  readTag,
  resolve,
  type Scope,
  scopeIn,
  type WrittenTag,
} from "./xml/written-tag";
export { declaredPrefix } from "./xml/xml-names";
