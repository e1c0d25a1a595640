export type { ChangeReason } from "./change-reasons";
export { type Change, Changes, describeChange, Names, severityOf, stepOf } from "./compare/change";
export { compareDefinitions } from "./compare/compare-definitions";
export { compareDocuments } from "./compare/compare-documents";
export { typescriptNames } from "./compare/typescript-names";
export { type Diagnostic, Diagnostics, formatDiagnostic, type Position } from "./diagnostics";
export { describeOccurrence, describeOperation, describeSimpleType, describeType } from "./graph/descriptions";
export { ElementGraph, isFixedText, type Place, placeName, type Slot, slotOf } from "./graph/element-graph";
export { operationsOf, type PayloadRole, type PayloadRoot, rootsOf } from "./graph/roots";
export type { LoadLimits } from "./load/default-limits";
export { DocumentLoader, type LoadedDocument } from "./load/document-loader";
export { LoadProblem, readDocumentFile, realPath, stdinName, stdinShown } from "./load/file-source";
export {
  type OfficialDocument,
  officialByName,
  officialDocuments,
} from "./load/known/official";
export { knownSchema } from "./load/known/schemas";
export type { LoadOptions } from "./load/load-options";
export { addressName, isAddress, shownRoot } from "./load/location";
export { readRegularFile } from "./load/regular-file";
export { RemoteSource } from "./load/remote-source";
export { reachOrder, usesAnyTypes, usesSoapEncoding } from "./model/messages";
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
export type { ChosenName, ChosenNames, ModelOptions, NamingOptions } from "./model/model-options";
export {
  credentialsName,
  factoryName,
  isIdentifier,
  NameScope,
  namesBeside,
  optionsName,
} from "./model/names/identifiers";
export { namespaceWords } from "./model/names/namespace-words";
export {
  ANY_TYPE_MAP,
  type ModuleName,
  type RuntimeTypeName,
  type RuntimeValueName,
  reservedNames,
  runtimeEntryOf,
} from "./model/names/reserved";
export { homeNamespaces, typeNamespaces } from "./model/names/type-namespaces";
export { octetMessages, referringMessages } from "./model/octets";
export { isWhole, type KeyedPart, keyedParts, particlesIn } from "./model/parts";
export { acceptingDates } from "./model/passes/accept-dates";
export { restrictedBuiltIn, typeOf } from "./model/values";
export { isEnumeration, typesById, visitType } from "./model/walk";
export { documentationTexts, plain } from "./open/contract-documentation";
export { type Documents, loadDocuments } from "./open/documents";
export { digest, type LoadedModel, loadModel } from "./open/load-model";
export { type LoadedService, type LoadedServices, loadServices, OpenProblem } from "./open/loaded-services";
export { Progress } from "./open/progress";
export { Report, withProgress } from "./open/report";
export type { DiagnosticReason } from "./reasons";
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
export { loadDefinitions } from "./wsdl/load";
export { SECURITY_NEEDS } from "./wsdl/security-needs";
export type { SecurityPolicy } from "./wsdl/security-policy";
export type { Addressing } from "./wsdl/wsdl-addressing";
export { decodeDocument } from "./xml/decode";
export { LineIndex } from "./xml/line-index";
export { parseXml } from "./xml/parse";
export type { XmlElement } from "./xml/xml";
export {
  attribute,
  attributeNode,
  childElements,
  expandedName,
  isNamed,
  listItems,
  prefixesInScope,
  type QName,
  resolveQName,
  soapEncodingNamespace,
  wsdlNamespace,
  xsdNamespace,
  xsiNamespace,
} from "./xml/xml";
export { accepts, isQName, lengthOf } from "./xsd/accepts";
export type {
  AttributeUse,
  AttributeWildcard,
  ComplexType,
  ElementDeclaration,
  ElementUse,
  Facet,
  ModelGroup,
  NamespaceConstraint,
  Particle,
  SchemaDocument,
  Schemas,
  SimpleType,
  TypeDefinition,
  Wildcard,
} from "./xsd/components";
export {
  type EffectiveType,
  effective,
  isAnyType,
  presentParticles,
  refersToPart,
  typesFor,
} from "./xsd/effective-type";
export { allows } from "./xsd/namespace-constraint";
export { facetValues, type Shape, shapeOf, type TextFacet, type TextShape } from "./xsd/text-shape";
