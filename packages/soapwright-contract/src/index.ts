/** The entry point `soapwright-contract`. */

export {
  type Change,
  type ChangeSeverity,
  Changes,
  describeChange,
  severityOf,
  stepOf,
} from "./compare/change";
export { compareDefinitions } from "./compare/compare-definitions";
export { Names } from "./compare/compared-names";
export { numbered } from "./compare/judgement";
export {
  type Diagnostic,
  Diagnostics,
  diagnosticJson,
  formatDiagnostic,
  type Position,
  type Severity,
} from "./diagnostics";
export { accepts, isQName, lengthOf } from "./element-graph/accepts";
export { namedBeside, slotOfUse } from "./element-graph/ambiguity";
export { describeOccurrence, describeOperation, describeSimpleType, describeType } from "./element-graph/descriptions";
export { type EffectiveType, effective, isAnyType, presentParticles, typesFor } from "./element-graph/effective";
export { isFixedText, type Place, placesBelow, reachable } from "./element-graph/graph";
export { type Shape, shapeOf } from "./element-graph/graph-shape";
export { placeName } from "./element-graph/place-names";
export { operationsOf, type PayloadRole, type PayloadRoot, rootsOf } from "./element-graph/roots";
export { type Slot, slotOf } from "./element-graph/slots";
export { addressName, isAddress } from "./load/address";
export { DocumentLoader, type LoadedDocument } from "./load/document-loader";
export { readRegularFile, realPath } from "./load/file-source";
export { globFiles, isGlob } from "./load/glob";
export { knownSchema } from "./load/known/schemas";
export { defaultLimits, type LoadLimits, type LoadOptions } from "./load/load-options";
export { LoadProblem } from "./load/load-problem";
export { shownRoot } from "./load/location";
export { stdinName, stdinShown } from "./load/stdin-source";
export { buildModel } from "./model/build/build-model";
export type {
  AlternativeModel,
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
  Presence,
  SimpleDefinition,
  SimpleModel,
  TypeId,
  TypeModel,
  ValueType,
} from "./model/model";
export type { ModelOptions, NamingOptions } from "./model/model-options";
export { type ChosenName, type ChosenNames, checkChosenNames } from "./model/names/chosen-names";
export { checkClassName } from "./model/names/class-name";
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
export { octetMessages, referringMessages } from "./model/octets";
export { acceptingDates } from "./model/passes/accept-dates";
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
  usesSoapEncoding,
  visitType,
} from "./model/walk";
export { Random } from "./random";
export { remembered } from "./remembered";
export { buildTables } from "./tables/build-tables";
export { elementTable, operationTable, serviceTable, typeTable } from "./tables/describe-tables";
export {
  BuilderCall,
  ListedValues,
  NameCode,
  NamespaceCall,
  OperationReference,
  RuntimeValue,
  type TableCode,
  TypeReference,
} from "./tables/table-code";
export { attempts, type DrawnText, drawText, type Manner, prefixesOf } from "./texts/drawn-text";
export { atomic, boundsOf, decimalRange, patternedOf } from "./texts/limits";
export { matchesPattern } from "./texts/pattern-match";
export { branchesOf, isShort, longestText, type Reach, textOfPattern } from "./texts/pattern-text";
export { patternedText } from "./texts/patterned-texts";
export { facetValues, type TextFacet, type TextShape } from "./texts/text-shape";
export type {
  Binding,
  BindingMessage,
  BindingOperation,
  Definitions,
  Message,
  Part,
  Port,
  PortType,
  Service,
} from "./wsdl/definitions";
export { type LoadedDefinitions, type LoadedFile, loadDefinitions } from "./wsdl/load";
export { SECURITY_NEEDS } from "./wsdl/security-needs";
export type { SecurityPolicy } from "./wsdl/security-policy";
export type { Addressing } from "./wsdl/wsdl-addressing";
export { decodeDocument } from "./xml/decode";
export { LineIndex } from "./xml/line-index";
export { attribute, attributeNode, childElements, isNamed, listItems } from "./xml/navigate";
export { parseXml } from "./xml/parse";
export { expandedName, type QName } from "./xml/qname";
export type { XmlElement } from "./xml/tree";
export { prefixesInScope, resolvePrefix, resolveQName } from "./xml/xml-namespaces";
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
export { allows } from "./xsd/namespace-constraint";
export { refersToPart } from "./xsd/part-reference";
export { soapEncodingNamespace, wsdlNamespace, xsdNamespace, xsiNamespace } from "./xsd/xsd-namespaces";
