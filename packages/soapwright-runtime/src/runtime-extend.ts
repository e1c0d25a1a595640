/**
 * The entry point `soapwright-runtime/extend`, for code that extends a client: interfaces of features, admissions,
 * interceptors, transports, caches and loggers.
 */

export type { RedisClient } from "./admissions/rate-lease";
export type {
  Fairness,
  OpenAdmission,
  OpenFairness,
  OriginQueue,
  QueuedCall,
  RequestOutcome,
  TenantStats,
} from "./client/admission";
export type { SharedOptions } from "./client/client-options";
export type { CredentialStats } from "./client/credential-fetches";
export { CredentialHeaders, type CredentialRule, type CredentialTexts } from "./client/credential-headers";
export type {
  AttemptNext,
  AttemptResponse,
  CallNext,
  HttpExchange,
  InterceptedAttempt,
  InterceptedCall,
  InterceptedResponse,
} from "./client/interceptors";
export type { CallSignal, HeaderBlockName, Pem } from "./client/option-types";
export type { CachedCredential, CacheRequest, SharedCredentials } from "./client/shared-credentials";
export type { BreakerState } from "./client/stats";
export type { AdviceAction } from "./errors/advice";
export type { ErrorSentence } from "./errors/error-message";
export type { ServiceErrorOptions } from "./errors/service-error";
export type {
  CallFeature,
  Description,
  FailedRequest,
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
export { type BesideCore, checkCore } from "./fit";
export type { StreamedBody } from "./octets";
export type { OctetsOut } from "./schema/codec";
export type { SoapEvents, SoapResponse, SoapSecurity } from "./soap/soap-client";
export type { ConnectionCounts } from "./transport/exchange";
export { customTransport } from "./transport/given-sender";
export type { RateLimit, RateQueue } from "./transport/rate-limit";
export type { TenantRules, TenantUse } from "./transport/request-queue";
export type {
  CustomTransport,
  Transport,
  TransportRequest,
  TransportResponse,
  TransportSignal,
} from "./transport/transport";
