/** The door for generated code: what `generate --runtime` names by default. */
export { Call, type CallResponse, type HttpExchange } from "./client/call";
export { isFaultOf } from "./client/is-fault-of";
export { type MapOptions, mapConcurrent, type Outcome, type Progress } from "./client/map-concurrent";
export type {
  CallAuth,
  CallOptions,
  CallSignal,
  ClientOptions,
  HeaderRequest,
  HeaderSource,
  Pem,
  SharedOptions,
  TlsOptions,
  ValidationMode,
} from "./client/options";
export { type CloseOptions, ServiceClient } from "./client/service-client";
export type { CallTrace } from "./client/trace";
export { AbortError, isAbortError } from "./errors/abort-error";
export { ArgumentError, isArgumentError } from "./errors/argument-error";
export { ConfigurationError, isConfigurationError } from "./errors/configuration-error";
export { ConnectionError, isConnectionError } from "./errors/connection-error";
export { type Fault, type FaultDetail, FaultError, isFaultError } from "./errors/fault-error";
export { HttpError, isHttpError } from "./errors/http-error";
export { isResponseError, ResponseError, type ResponseErrorReason } from "./errors/response-error";
export { type ErrorCode, isServiceError, ServiceError } from "./errors/service-error";
export { isTimeoutError, TimeoutError } from "./errors/timeout-error";
export { Codec, type CodecSettings, type ElementDecoder, type Validation } from "./schema/codec";
export { type Contract, contractOf } from "./schema/contract";
export {
  type Alternative,
  abstractType,
  anyAttribute,
  anyType,
  complexType,
  declared,
  declaredValue,
  extension,
  mixed,
  type Namespace,
  namespace,
  nillable,
  polymorphic,
  simpleContent,
  soapArray,
  variant,
  variantValue,
} from "./schema/describe/complex";
export {
  type FaultOf,
  fault,
  listMessage,
  type Message,
  message,
  type Operation,
  oneWay,
  operation,
  serviceOf,
} from "./schema/describe/operations";
export {
  all,
  any,
  anyList,
  choice,
  looseChoice,
  looseOptionalChoice,
  optionalAll,
  optionalAny,
  optionalAnyList,
  optionalChoice,
  optionalRepeated,
  optionalSequence,
  repeated,
  sequence,
} from "./schema/describe/particles";
export { enumeration, open, orDate, restriction, simpleList, union, xs } from "./schema/describe/simple";
export type { AnyType, ComplexType, PolymorphicType, SimpleType, SoapArrayType } from "./schema/describe/typed";
export type { ServiceNode } from "./schema/nodes";
export type {
  AtMostOneOf,
  Decimal,
  Declared,
  DeclaredFault,
  DeclaredValue,
  Flat,
  NoContent,
  NoHeaders,
  OneOf,
  Open,
  QName,
  SomeOf,
  Variant,
  VariantValue,
  XmlAttribute,
  XmlElement,
  XsDate,
  XsDateTime,
  XsDuration,
  XsGDay,
  XsGMonth,
  XsGMonthDay,
  XsGYear,
  XsGYearMonth,
  XsTime,
} from "./schema/values";
export type { SoapClient, SoapEvents, SoapResponse, SoapSecurity } from "./soap/soap-client";
export { XmlReader } from "./xml/reader";
export { type ReaderOptions, ReaderPlan } from "./xml/reader-options";
