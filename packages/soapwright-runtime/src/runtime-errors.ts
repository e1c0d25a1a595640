/**
 * The entry point `soapwright-runtime/errors`: errors and their guards alone, for code that handles them and makes no call; the
 * check of the version of this package, which packages beside it make.
 */

export { AbortError, isAbortError } from "./errors/abort-error";
export { ArgumentError, isArgumentError } from "./errors/argument-error";
export { ConfigurationError, isConfigurationError } from "./errors/configuration-error";
export { ConnectionError, isConnectionError } from "./errors/connection-error";
export { FaultError, isFaultError } from "./errors/fault-error";
export { HttpError, isHttpError } from "./errors/http-error";
export type { ErrorKind } from "./errors/kind";
export { isOverloadError, OverloadError } from "./errors/overload-error";
export { isResponseError, ResponseError } from "./errors/response-error";
export { isAuthenticationError, isServiceError, ServiceError } from "./errors/service-error";
export { isTimeoutError, TimeoutError } from "./errors/timeout-error";
