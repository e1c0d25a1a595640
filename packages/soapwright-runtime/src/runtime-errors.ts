/**
 * The entry point `soapwright-runtime/errors`: errors and their guards. For telemetry: what observes every client of the process,
 * those of other copies of this package too. It loads nothing of a client, so that a program can load it before everything else.
 */

export type { CredentialTrace } from "./client/credential-fetches";
export { installInterceptors } from "./client/interceptors";
export { type Observer, observe } from "./client/observer";
export { allStats } from "./client/stats";
export { AbortError, isAbortError } from "./errors/abort-error";
export type { Advice } from "./errors/advice";
export { ArgumentError, isArgumentError } from "./errors/argument-error";
export { ConfigurationError, isConfigurationError } from "./errors/configuration-error";
export { ConnectionError, isConnectionError } from "./errors/connection-error";
export { withoutStop } from "./errors/error-message";
export { type Fault, FaultError, isFaultError } from "./errors/fault-error";
export { HttpError, isHttpError } from "./errors/http-error";
export type { ErrorKind } from "./errors/kind";
export { isOverloadError, OverloadError } from "./errors/overload-error";
export type { Reason, ReasonOf } from "./errors/reasons";
export { isResponseError, ResponseError, type ResponseErrorReason } from "./errors/response-error";
export type { ResponseHeaders } from "./errors/response-headers";
export { type ErrorCode, isAuthenticationError, isServiceError, ServiceError } from "./errors/service-error";
export { isTimeoutError, TimeoutError, type TimeoutPhase } from "./errors/timeout-error";
export { CREDENTIAL_CHANNEL, NAME } from "./runtime-names";
