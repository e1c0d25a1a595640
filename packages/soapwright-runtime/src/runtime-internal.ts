/**
 * The entry point `soapwright-runtime/internal`, for packages of the same version built from this repository. It may
 * change in any release.
 */

export { faultAction, requestAction, responseAction } from "./addressing/actions";
export { ADDRESSING_TERMS, type AddressingTerms, addressingVersionOf } from "./addressing/terms";
export { RateLease } from "./admissions/rate-lease";
export { inlineIncludes } from "./attachments/inline-includes";
export { readMimeType } from "./attachments/media-type";
export { MultipartReader } from "./attachments/multipart";
export { OutgoingParts } from "./attachments/outgoing";
export { ReceivedParts } from "./attachments/received";
export { XopEvents } from "./attachments/xop";
export type { CredentialUse } from "./client/credential-source";
export { canMeanNamespace } from "./client/namespace-hint";
export {
  checkBoolean,
  checkFunction,
  checkKnown,
  checkObject,
  checkOneOf,
  checkSignal,
  checkWithin,
  type NumberRange,
  REQUESTS_A_SECOND,
  wrongOption,
} from "./client/option-checks";
export { OPTIONS, type OptionName } from "./client/option-table";
export { type ClientParts, partsOf } from "./client/service-client";
export { readCallOptions, readClientOptions, withBaseUrl } from "./client/settings";
export { snakeCase } from "./client/snake-case";
export type { Reader } from "./errors/advice";
export { adviceText, OF_CLIENT } from "./errors/advice";
export { messageForReader, rewriteMessage } from "./errors/error-message";
export { ERROR_KINDS } from "./errors/kind";
export { ignoreRejection } from "./ignore-rejection";
export { kindOf, mismatchText } from "./kind-of";
export { jsonText, printable, printableXml } from "./printable";
export { NAME, RUNTIME_PACKAGE, TABLES_MODULE } from "./runtime-names";
export {
  alternativesOf,
  compileSimple,
  complexTypeOf,
  contentOf,
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
  valueOfText,
  withoutNil,
} from "./schema/codec";
export type { DecodeOptions } from "./schema/decode/frame";
export { alternativesText, isSupported } from "./schema/policy-needs";
export { UNVERIFIED } from "./schema/schema-namespaces";
export type { DecodeScope } from "./schema/scope";
export type {
  AddressingNode,
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
} from "./schema/tables/nodes";
export { TypeOutlines } from "./schema/tables/outline";
export {
  allPartsOf,
  builtInOf,
  declarationsOf,
  mapType,
  nodeOf,
  plainElements,
  stepsOf,
  walkElements,
} from "./schema/tables/view";
export { replayReferences } from "./schema/tree/references";
export { Replay } from "./schema/tree/replay";
export { isOwnRole } from "./soap/header-blocks";
export { Secrets } from "./soap/mask";
export { ResponsePlan, SOAP_TERMS } from "./soap/operation-plan";
export { ResponseReader, readMediaType } from "./soap/response-reader";
export { movedAction } from "./soap/soap-action";
export { type Address, displayAddress, parseAddress, queryOf, requireSecure } from "./transport/address";
export { offeredSchemes } from "./transport/challenges";
export { collectBody } from "./transport/collect-body";
export { codeOf, connectionFailure } from "./transport/connection-failure";
export type { Connect } from "./transport/connector";
export { contentCoding, Decompressed } from "./transport/content-coding";
export type { ResponseHead } from "./transport/exchange";
export { type HttpOptions, HttpSender } from "./transport/http-sender";
export { chooseProxy, environmentProxy, type ProxySettings } from "./transport/proxy";
export { connectorTo, openTunnel, proxyConnector } from "./transport/proxy-connector";
export { RequestQueue } from "./transport/request-queue";
export { parseRetryAfter } from "./transport/retry-after";
export { VERSION } from "./version";
export { limitText, SILENCE_MS, WaitNote } from "./wait-note";
export { escapeAttribute, escapeText, findIllegalCharacter } from "./xml/escape-text";
export type { XmlAttributeEvent, XmlEvents, XmlName } from "./xml/events";
export type { ReaderLimits } from "./xml/limits";
export { XmlTextDecoder } from "./xml/text-decoder";
export {
  attributeOf,
  declaredPrefix,
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
