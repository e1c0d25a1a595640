/**
 * The entry point `soapwright-runtime/extend`, for code that extends a client: interfaces of features, admissions,
 * interceptors, transports, caches and loggers, checks of their options, and errors under other names of options.
 */

export {
  ADDRESSING_TERMS,
  type AddressingTerms,
  addressingNotUnderstood,
  addressingVersionOf,
} from "./addressing-terms";
export type {
  Fairness,
  OpenAdmission,
  OpenFairness,
  OriginQueue,
  QueuedCall,
  RequestOutcome,
  TenantStats,
} from "./client/admission";
export type {
  ConnectionOptions,
  ExposeOptions,
  LimitOptions,
  QuirkOptions,
  RetryOptions,
} from "./client/client-options";
export type { CredentialStats } from "./client/credential-fetches";
export { CredentialHeaders, type CredentialRule, type CredentialTexts } from "./client/credential-headers";
export type { HttpExchange, InterceptedAttempt, InterceptedCall } from "./client/interceptors";
export { canMeanNamespace } from "./client/namespace-hint";
export {
  checkBoolean,
  checkFunction,
  checkKnown,
  checkMethods,
  checkObject,
  checkOneOf,
  checkSignal,
  checkText,
  checkWithin,
  definedOptions,
  type KnownWords,
  type NumberRange,
  REQUESTS_A_SECOND,
  wrongOption,
} from "./client/option-checks";
export type { CallSignal, HeaderBlockName, Pem } from "./client/option-types";
export type { CachedCredential, CacheRequest, SharedCredentials } from "./client/shared-credentials";
export type { BreakerState } from "./client/stats";
export type { CallWriter, EnvelopeCall, EnvelopeWriter, UnverifiedBlock, WrittenEnvelope } from "./envelope-writer";
export { type AdviceAction, adviceText, OF_CLIENT, type Reader } from "./errors/advice";
export {
  type AdvisedError,
  type ErrorSentence,
  messageForReader,
  messageWithoutOutcome,
  problemOf,
  type RewrittenParts,
  rewriteMessage,
} from "./errors/error-message";
export type { ServiceErrorOptions } from "./errors/service-error";
export type {
  CallFeature,
  Description,
  FailedRequest,
  FeatureCall,
  FeatureClient,
  FeatureKind,
  OpenFeature,
  OutgoingMessage,
  OwnConnections,
  Packaging,
  PartStream,
  PartsIn,
  PartsOut,
  ReceivedAttachment,
  ReceivedMessage,
  Refusal,
  RootPart,
  SentAttachment,
  SignedOctets,
  StreamedLife,
} from "./feature";
export { ignoreRejection } from "./ignore-rejection";
export type { StreamedBody } from "./octets";
export { ExtraBlocks, readExtraBlocks } from "./soap/extra-headers";
export { isOwnRole } from "./soap/header-blocks";
export { type Masker, maskEnvelope, maskHeaders, Secrets } from "./soap/mask";
export { expandedName, type SoapVersion } from "./soap/operation-plan";
export { movedAction } from "./soap/soap-action";
export type { SoapEvents, SoapResponse, SoapSecurity } from "./soap-client";
export type { HeldRequest } from "./transport/connection-owner";
export type { ConnectionCounts } from "./transport/exchange";
export { customTransport } from "./transport/given-sender";
export { isHeaderName, isHeaderValue } from "./transport/header-text";
export type { MessageHead } from "./transport/message-head";
export type { RateLimit, RateQueue } from "./transport/rate-limit";
export type { TenantRules, TenantUse } from "./transport/request-queue";
export type {
  CustomTransport,
  Transport,
  TransportRequest,
  TransportResponse,
  TransportSignal,
} from "./transport/transport";
