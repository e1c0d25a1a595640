/** Whether the service has refused the credentials of a request. */
import { isFaultError } from "../errors/fault-error";
import { isHttpError } from "../errors/http-error";
import type { ServiceError } from "../errors/service-error";

/**
 * Fault codes: WS-Security (SOAP Message Security 1.1, 12), WS-Trust, and `Client.Authentication` of SOAP 1.1 (4.4.1) and
 * codes that say the same.
 */
const CODES =
  /^(?:FailedAuthentication|InvalidSecurityToken|SecurityTokenUnavailable|InvalidSecurity|MessageExpired|BadContextToken|(?:.*\W)?(?:Not|Un)?Authenticat(?:ed|ion)(?:Failed|Error|Fault|Required)?|(?:Not|Un)Authori[sz]ed(?:Access)?|InvalidCredentials?|InvalidToken|TokenExpired|ExpiredToken|AccessDenied|401)$/i;

/** What services write where the code says nothing: the words of a refusal, not of a record that is missing. */
const REASONS = [
  /\b(?:not|un|never)[ -]?(?:authori[sz]ed|authenticated)\b/i,
  /\bauthenticat(?:ion|e)\b/i,
  /\bauthori[sz]ation (?:failed|required|denied)\b/i,
  /\b(?:access|logon|login) (?:is |was |has )?(?:denied|failed|refused)\b/i,
  /\b(?:invalid|expired|unknown|wrong|revoked|incorrect) (?:\w+ ){0,2}(?:credentials?|token|password|session|ticket)\b/i,
  /\b(?:credentials?|token|password|session|ticket) (?:\w+ ){0,3}(?:invalid|expired|unknown|wrong|revoked|incorrect)\b/i,
];

/** Whether `error` says that the credentials were refused: status 401, or a fault that says so. */
export function isRefusal(error: ServiceError): boolean {
  if (isHttpError(error)) return error.status === 401;
  if (!isFaultError(error)) return false;
  if (error.httpStatus === 401) return true;
  const { code, subcodes, reason } = error.fault;
  if ([code, ...subcodes].some(({ local }) => CODES.test(local))) return true;
  const words = reason.slice(0, LONGEST_REASON);
  return REASONS.some((pattern) => pattern.test(words));
}

/** So much of a reason is looked at, in UTF-16 code units. */
const LONGEST_REASON = 1_000;
