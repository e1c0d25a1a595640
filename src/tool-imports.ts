/** What the tools of the run time take of its library: sandbox, doctor, exports and queue enter it here and nowhere else. */

import * as attemptSecurity from "./client/attempt-security";
import { provideSecured } from "./client/secured";

export { faultAction, requestAction, responseAction } from "./addressing/actions";
export { ADDRESSING_TERMS, type AddressingTerms, addressingVersionOf } from "./addressing/terms";
export { inlineIncludes } from "./attachments/inline-includes";
export { readMimeType } from "./attachments/media-type";
export { MultipartReader } from "./attachments/multipart";
export { collected, OutgoingParts } from "./attachments/outgoing";
export { ReceivedParts } from "./attachments/received";
export { XopEvents } from "./attachments/xop";
export { mapConcurrent } from "./client/map-concurrent";
export { canMeanNamespace } from "./client/namespace-hint";
export {
  checkBoolean,
  checkFunction,
  checkKnown,
  checkObject,
  checkOneOf,
  checkSignal,
  checkWithin,
  REQUESTS_A_SECOND,
  wrongOption,
} from "./client/option-checks";
export { partsOf } from "./client/service-client";
export { snakeCase } from "./client/snake-case";
export { AbortError } from "./errors/abort-error";
export { OF_CLIENT } from "./errors/advice";
export { isArgumentError } from "./errors/argument-error";
export { ConfigurationError, isConfigurationError } from "./errors/configuration-error";
export { isConnectionError } from "./errors/connection-error";
export { isFaultError } from "./errors/fault-error";
export { isHttpError } from "./errors/http-error";
export { isResponseError, ResponseError } from "./errors/response-error";
export { isServiceError, type ServiceError } from "./errors/service-error";
export { restate } from "./errors/telling";
export { isTimeoutError, TimeoutError } from "./errors/timeout-error";
export { kindOf } from "./kind-of";
export {
  allPartsOf,
  alternativesOf,
  builtInOf,
  Codec,
  compileSimple,
  complexTypeOf,
  contentOf,
  declarationsOf,
  enumerationOf,
  isNillable,
  mapType,
  nodeOf,
  ownValue,
  plainElements,
  propertiesOf,
  replayReferences,
  setOwn,
  simpleTypeOf,
  stepsOf,
  TypeOutlines,
  UNSIGNED,
  valueOfProperty,
  valueOfText,
  walkElements,
  withoutNil,
} from "./schema/codec";
export { isOwnRole } from "./soap/header-blocks";
export { readMediaType } from "./soap/response-reader";
export { movedAction } from "./soap/soap-action";
export { type Address, displayAddress, parseAddress, queryOf, requireSecure } from "./transport/address";
export { codeOf, connectionFailure } from "./transport/connection-failure";
export { contentCoding, Decompressed } from "./transport/content-coding";
export { HttpSender } from "./transport/http-sender";
export { chooseProxy } from "./transport/proxy";
export { connectorTo, openTunnel, proxyConnector } from "./transport/proxy-connector";
export { RateLease } from "./transport/rate-lease";
export { parseRetryAfter } from "./transport/retry-after";
export { unwaited } from "./unwaited";
export { VERSION } from "./version";
export { XmlReader } from "./xml/reader";
export { escapeAttribute, escapeText, findIllegalCharacter } from "./xml/source";
export { XmlTextDecoder } from "./xml/text-decoder";
export {
  declaredPrefix,
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

provideSecured(attemptSecurity);
