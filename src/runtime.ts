/** The door for generated code: what `generate --runtime` names by default. */
export { Call, type CallResponse, type HttpExchange } from "./client/call";
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
export { AbortError, isAbortError } from "./errors/abort-error";
export { ArgumentError, isArgumentError } from "./errors/argument-error";
export { ConfigurationError, isConfigurationError } from "./errors/configuration-error";
export { ConnectionError, isConnectionError } from "./errors/connection-error";
export { type Fault, type FaultDetail, FaultError, isFaultError } from "./errors/fault-error";
export { HttpError, isHttpError } from "./errors/http-error";
export { isResponseError, ResponseError, type ResponseErrorReason } from "./errors/response-error";
export { type ErrorCode, isServiceError, ServiceError } from "./errors/service-error";
export { isTimeoutError, TimeoutError } from "./errors/timeout-error";
export type {
  Decimal,
  OneOf,
  Open,
  QName,
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
