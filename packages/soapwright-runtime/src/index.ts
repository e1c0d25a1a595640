/** The main entry point: errors and their guards, types of options and calls, and what a program hands to a client. */

export type { Admission } from "./client/admission";
export type { CallOptions, ClientOptions, WithOptions } from "./client/client-options";
export { type FakeResponse, fakeCall } from "./client/fake-call";
export type { AttemptInterceptor, CallResponse, Interceptor } from "./client/interceptors";
export { isFaultOf } from "./client/is-fault-of";
export type { LogFields, Logger } from "./client/log";
export { type MapOptions, mapConcurrent, type Outcome, type Progress } from "./client/map-concurrent";
export type {
  Asked,
  CallAuth,
  Credential,
  CredentialRequest,
  Expiring,
  ExtraHeader,
  ExtraHeaders,
  HeaderRequest,
  HeaderSource,
  HttpHeaders,
  TlsOptions,
  ValidationMode,
} from "./client/option-types";
export { Call, type CloseOptions, type ItemIterator, ServiceClient, type WithOptionsOf } from "./client/service-client";
export { type CredentialCache, sharedCredentials } from "./client/shared-credentials";
export { type CredentialSourceOptions, credentialSource } from "./client/shared-sources";
export type { ClientStats, OriginStats } from "./client/stats";
export type { CallTrace } from "./client/trace";
export { formatDocument, type ParseOptions, parseDocument } from "./documents";
export { AbortError, isAbortError } from "./errors/abort-error";
export type { Advice } from "./errors/advice";
export { ArgumentError, isArgumentError } from "./errors/argument-error";
export { ConfigurationError, isConfigurationError } from "./errors/configuration-error";
export { ConnectionError, isConnectionError } from "./errors/connection-error";
export { type Fault, type FaultDetail, FaultError, isFaultError } from "./errors/fault-error";
export { HttpError, isHttpError } from "./errors/http-error";
export type { ErrorKind } from "./errors/kind";
export { isOverloadError, OverloadError } from "./errors/overload-error";
export { isResponseError, ResponseError, type ResponseErrorReason } from "./errors/response-error";
export type { ResponseHeaders } from "./errors/response-headers";
export { type ErrorCode, isAuthenticationError, isServiceError, ServiceError } from "./errors/service-error";
export { isTimeoutError, TimeoutError, type TimeoutPhase } from "./errors/timeout-error";
export type { Feature } from "./feature";
export type { ResponseNote } from "./schema/codec";
export type { Contract } from "./schema/contract";
export type { Decimal, Open, QName, XmlAttribute, XmlElement } from "./schema/tables/table-values";
export type { SoapClient } from "./soap/soap-client";
