/** The entry point for generated code: what `generate --runtime` names by default. */

export { type EndpointReference, endpointReference } from "./addressing/endpoint-reference";
export type { AdaptiveOptions } from "./admissions/adaptive";
export { adaptive, breaker, sharedRate } from "./admissions/admissions";
export type { BreakerOptions } from "./admissions/breaker";
export type { RedisClient } from "./admissions/rate-lease";
export { type RedisRateLimitOptions, redisRateLimit } from "./admissions/redis-rate-limit";
export { attachmentOf } from "./attachments/attachment-values";
export type { Admission, OpenAdmission, OriginQueue, RequestOutcome } from "./client/admission";
export type { CallOptions, ClientOptions, SharedOptions, WithOptions } from "./client/client-options";
export type { CachedCredential, CredentialCache } from "./client/credential-cache";
export type { CredentialStats } from "./client/credential-fetches";
export { CredentialHeaders, type CredentialRule, type CredentialTexts } from "./client/credential-headers";
export type { Fairness, QueuedCall } from "./client/fairness";
export { type FakeResponse, fakeCall } from "./client/fake-call";
export type {
  AttemptInterceptor,
  AttemptNext,
  AttemptResponse,
  CallNext,
  CallResponse,
  HttpExchange,
  InterceptedAttempt,
  InterceptedCall,
  InterceptedResponse,
  Interceptor,
} from "./client/interceptors";
export { isFaultOf } from "./client/is-fault-of";
export type { LogFields, Logger, LogLevel } from "./client/log";
export { type MapOptions, mapConcurrent, type Outcome, type Progress } from "./client/map-concurrent";
export type {
  Asked,
  CallAuth,
  CallSignal,
  Credential,
  CredentialRequest,
  Expiring,
  ExtraHeader,
  ExtraHeaders,
  HeaderBlockName,
  HeaderRequest,
  HeaderSource,
  HttpHeaders,
  Pem,
  TlsOptions,
  ValidationMode,
} from "./client/option-types";
export {
  Call,
  type CloseOptions,
  type ItemIterator,
  ServiceClient,
  type WithOptionsOf,
} from "./client/service-client";
export { withBaseUrl } from "./client/settings";
export { type CredentialSourceOptions, credentialSource } from "./client/shared-sources";
export type { BreakerState, ClientStats, OriginStats } from "./client/stats";
export type { CallTrace } from "./client/trace";
export { formatDocument, type ParseOptions, parseDocument } from "./documents";
export { AbortError, isAbortError } from "./errors/abort-error";
export type { Advice, AdviceAction } from "./errors/advice";
export { ArgumentError, isArgumentError } from "./errors/argument-error";
export { ConfigurationError, isConfigurationError } from "./errors/configuration-error";
export { ConnectionError, isConnectionError } from "./errors/connection-error";
export type { ErrorSentence } from "./errors/error-message";
export { type Fault, type FaultDetail, FaultError, isFaultError } from "./errors/fault-error";
export { HttpError, isHttpError } from "./errors/http-error";
export type { ErrorKind } from "./errors/kind";
export { isOverloadError, OverloadError } from "./errors/overload-error";
export { isResponseError, ResponseError, type ResponseErrorReason } from "./errors/response-error";
export type { ResponseHeaders } from "./errors/response-headers";
export { type ErrorCode, isAuthenticationError, isServiceError, ServiceError } from "./errors/service-error";
export { isTimeoutError, TimeoutError, type TimeoutPhase } from "./errors/timeout-error";
export type {
  CallFeature,
  Description,
  FailedRequest,
  Feature,
  FeatureCall,
  FeatureClient,
  FeatureKind,
  MessageHead,
  OpenFeature,
  OutgoingMessage,
  Packaging,
  PartStream,
  PartsIn,
  PartsOut,
  ReceivedMessage,
  Refusal,
  RootPart,
  SignedOctets,
  StreamedLife,
} from "./feature";
export type {
  Attachment,
  AttachmentSource,
  AttachmentStream,
  AttachmentsOf,
  AttachmentValue,
  BlobLike,
  StreamedBody,
  WithAttachmentStreams,
  WithAttachments,
} from "./octets";
export { Codec, type CodecSettings, type ElementDecoder, type Validation } from "./schema/codec";
export { type Contract, contractOf } from "./schema/contract";
export type { Rename } from "./schema/plans/resolve";
export type { OperationNode, ServiceNode } from "./schema/tables/nodes";
export {
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
} from "./schema/tables/table-complex";
export {
  attached,
  fault,
  listMessage,
  message,
  type Operation,
  oneWay,
  operation,
  referring,
  serviceOf,
} from "./schema/tables/table-operations";
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
} from "./schema/tables/table-particles";
export {
  enumeration,
  open,
  orDate,
  partReference,
  restriction,
  simpleList,
  union,
  xs,
} from "./schema/tables/table-simple";
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
} from "./schema/tables/table-values";
export {
  type AnyType,
  type ComplexType,
  type DocumentElement,
  documentElement,
  type PolymorphicType,
  type SimpleType,
  type SoapArrayType,
} from "./schema/tables/typed";
export type { SoapClient, SoapEvents, SoapResponse, SoapSecurity } from "./soap/soap-client";
export type { RateLimit, RateQueue } from "./transport/rate-limit";
export type { Transport, TransportRequest, TransportResponse, TransportSignal } from "./transport/transport";
export { XmlReader } from "./xml/reader";
export { type ReaderOptions, ReaderPlan } from "./xml/xml-namespaces";
