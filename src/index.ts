/** The entry point of the package. Other names of the run time are in `soapwright-runtime`. */

export {
  type Call,
  type CallOptions,
  type ClientOptions,
  type Credential,
  credentialSource,
  type Feature,
  fakeCall,
  type Interceptor,
  type ItemIterator,
  isFaultOf,
  type Logger,
  mapConcurrent,
} from "soapwright-runtime";
export {
  AbortError,
  ArgumentError,
  ConfigurationError,
  ConnectionError,
  type ErrorKind,
  FaultError,
  HttpError,
  isAbortError,
  isArgumentError,
  isAuthenticationError,
  isConfigurationError,
  isConnectionError,
  isFaultError,
  isHttpError,
  isOverloadError,
  isResponseError,
  isServiceError,
  isTimeoutError,
  OverloadError,
  ResponseError,
  ServiceError,
  TimeoutError,
} from "soapwright-runtime/errors";
// Classes, factories and the types named in wsdl/versions.json.
export * from "../generated/main";
