/** The entry point `soapwright-contract`. */

export { compareTables } from "./compare/compare-tables";
export { numbered } from "./compare/judgement";
export type { Directions, Listener, Verdict } from "./compare/listener";
export type { LiveContract, UnreadDocument } from "./compare/live-contract";
export { compareOperation, type OperationContext } from "./compare/messages";
export { Names } from "./compare/names";
export type { Rename } from "./compare/table-components";
export { TypeComparison } from "./compare/types";
export {
  type Diagnostic,
  Diagnostics,
  diagnosticJson,
  formatDiagnostic,
  type Position,
  type Severity,
} from "./diagnostics";
export { addressName, isAddress } from "./load/address";
export { DocumentLoader, type LoadedDocument } from "./load/document-loader";
export type { DocumentSource, SourceDocument } from "./load/document-source";
export { readRegularFile, realPath } from "./load/file-source";
export { globFiles, isGlob } from "./load/glob";
export { knownSchema } from "./load/known/schemas";
export { LoadProblem } from "./load/load-problem";
export { type Location, shownRoot } from "./load/location";
export { defaultLimits, type LoadLimits, type LoadOptions } from "./load/options";
export { stdinName, stdinShown } from "./load/stdin-source";
export { buildModel } from "./model/build/build-model";
export type {
  AlternativeModel,
  AttachmentModel,
  ClientModel,
  ComplexModel,
  DocumentModel,
  ElementModel,
  GroupModel,
  MessageModel,
  Model,
  OperationModel,
  ParticleModel,
  PartModel,
  PolymorphicModel,
  PortModel,
  Presence,
  SimpleDefinition,
  SimpleModel,
  TypeId,
  TypeModel,
  ValueType,
} from "./model/model";
export { checkClassName } from "./model/names/class-name";
export { checkGivenNames, type GivenName, type GivenNames } from "./model/names/given-names";
export { isIdentifier } from "./model/names/identifiers";
export { NameScope } from "./model/names/name-scope";
export { namespaceWords } from "./model/names/namespace-words";
export { reservedNames } from "./model/names/reserved";
export {
  constantCase,
  credentialsName,
  factoryName,
  kebabCase,
  namesBeside,
  optionsName,
} from "./model/names/service-names";
export { homeNamespaces, typeNamespaces } from "./model/names/type-namespaces";
export { OctetTypes, PartReferences } from "./model/octets";
export type { ModelOptions, NamingOptions } from "./model/options";
export { acceptingDates } from "./model/passes/accept-dates";
export { flattenGroups } from "./model/passes/flatten-groups";
export { mergeOccurrence } from "./model/passes/merge-occurrence";
export { runPasses } from "./model/passes/passes";
export {
  alternativesOf,
  interfaceNames,
  isEnumeration,
  isParticle,
  isWhole,
  type KeyedPart,
  keyedParts,
  reachOrder,
  schemaName,
  typeNames,
  typeOf,
  typesById,
  visitType,
} from "./model/walk";
export { namedBeside, slotOfUse } from "./payload/ambiguity";
export { type EffectiveType, effective, isAnyType, presentParticles, typesFor } from "./payload/effective";
export { isFixedText, type Place, placesBelow, reachable } from "./payload/graph";
export { compareLexical } from "./payload/order";
export { placeNames } from "./payload/place-names";
export { remembered } from "./payload/remembered";
export { operationsOf, type PayloadRole, type PayloadRoot, rootsOf } from "./payload/roots";
export { itemsOf, type Shape, shapeOf } from "./payload/shape";
export { type Slot, slotOf } from "./payload/slots";
export { nameWords, occurrenceWords, operationWords, simpleWords, typeWords } from "./payload/type-words";
export { Random } from "./random";
export { buildTables } from "./tables/build-tables";
export { binaryText, stringText } from "./texts/atoms";
export { attempts, drawText, type MadeText, type Manner, prefixesOf } from "./texts/drawn-text";
export { atomic, boundsOf, decimalRange, lengthRange, patternedOf } from "./texts/limits";
export { branchesOf, isShort, leastLength, longestText, type Reach, textOfPattern } from "./texts/pattern-text";
export { patternedText } from "./texts/patterned-texts";
export { facetValues, type TextFacet, type TextShape } from "./texts/shape";
export type { Addressing } from "./wsdl/addressing";
export type {
  Binding,
  BindingMessage,
  BindingOperation,
  Definitions,
  Message,
  Part,
  Port,
  PortType,
} from "./wsdl/definitions";
export type { ReferenceParameter } from "./wsdl/endpoint-reference";
export { type LoadedDefinitions, type LoadedFile, loadDefinitions } from "./wsdl/load";
export { soapNamespaces } from "./wsdl/namespaces";
export { readContract } from "./wsdl/read-contract";
export { SECURITY_NEEDS } from "./wsdl/security-needs";
export type { SecurityPolicy } from "./wsdl/security-policy";
export { decodeDocument } from "./xml/decode";
export { LineIndex } from "./xml/line-index";
export { prefixesInScope, resolvePrefix, resolveQName } from "./xml/namespaces";
export { attribute, attributeNode, childElements, childrenNamed, isNamed } from "./xml/navigate";
export { parseXml } from "./xml/parse";
export { expandedName, type QName } from "./xml/qname";
export type { XmlAttribute, XmlElement } from "./xml/tree";
export { builtInSimpleType } from "./xsd/built-in-types";
export type {
  AttributeUse,
  AttributeWildcard,
  ComplexType,
  ElementDeclaration,
  ElementUse,
  Facet,
  FacetName,
  ModelGroup,
  NamespaceConstraint,
  Particle,
  SchemaDocument,
  Schemas,
  SimpleType,
  TypeDefinition,
  Wildcard,
} from "./xsd/components";
export { knownNamespaces } from "./xsd/known-components";
export { soapEncodingNamespace, wsdlNamespace, xsdNamespace, xsiNamespace } from "./xsd/namespaces";
export { refersToPart } from "./xsd/part-reference";
