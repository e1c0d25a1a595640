/**
 * The entry point `soapwright-runtime/codecs`: what works by tables: codecs, what a table contains, for pages, forms and commands,
 * and the code that tables hand to a client where a contract needs it. Below them are the reader and the writer of XML, and, for
 * features, names and extents of elements as they are written, whose offsets are UTF-16 units of the text.
 */

export { type AnyTypes, type AnyValue, anyTypes, type BuiltInValues } from "./any-types";
export { parseDocument } from "./documents";
export {
  type AddressingVersion,
  alternativesOf,
  Codec,
  type CodecSettings,
  compileSimple,
  complexTypeOf,
  contentOf,
  type ElementDecoder,
  enumerationOf,
  isNillable,
  type NodeRef,
  type OperationNode,
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
export { Writer as XmlWriter } from "./schema/encode/xml-writer";
export { identity } from "./schema/identity";
export type { Rename } from "./schema/plans/resolve";
export { checkPolicy, type PolicyCall } from "./schema/policy-needs";
export { UNVERIFIED } from "./schema/schema-namespaces";
export { octetsOfBase64 } from "./schema/simple/binary";
export { attempt, Mismatch } from "./schema/simple/mismatch";
export { isSame } from "./schema/simple/simple-compare";
export { writeText } from "./schema/simple/simple-type";
export { soapEncoding } from "./schema/soap-encoding";
export type {
  AddressingNode,
  AlternativeNode,
  AttributeNode,
  BuiltInName,
  ComplexNode,
  ElementNode,
  Facets,
  FaultNode,
  GroupNode,
  MessageNode,
  NamespaceConstraint,
  ParticleNode,
  PartNode,
  PolymorphicNode,
  SimpleRef,
  TypeNode,
  Variety,
} from "./schema/tables/nodes";
export {
  allPartsOf,
  builtInOf,
  declarationsOf,
  leavesOf,
  nodeOf,
  type OwnPart,
  plainElements,
  propertyPartsOf,
  stepsOf,
} from "./schema/tables/view";
export { replayReferences } from "./schema/tree/references";
export { Replay } from "./schema/tree/replay";
export { SOAP_TERMS } from "./soap/operation-plan";
export { escapeAttribute, escapeText, findIllegalCharacter } from "./xml/escape-text";
export type { XmlAttributeEvent, XmlEvents, XmlName } from "./xml/events";
export type { ReaderLimits } from "./xml/limits";
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
export { type ReaderOptions, ReaderPlan } from "./xml/xml-namespaces";
