/** Faults of a service that does not accept a token (WS-Security 1.1, 12). */
import { isFaultError, type ServiceError } from "soapwright-runtime/errors";

const CODES: ReadonlySet<string> = new Set([
  "FailedAuthentication",
  "InvalidSecurityToken",
  "SecurityTokenUnavailable",
]);

/** Returns the codes of WS-Security in a fault, without their namespace. */
export function securityCodes(error: ServiceError): readonly string[] {
  if (!isFaultError(error)) return [];
  const { code, subcodes } = error.fault;
  const codes = [code, ...subcodes].filter(({ namespace }) => namespace.includes("/oasis-200401-wss-"));
  return codes.map(({ local }) => local);
}

export function isTokenRefusal(error: ServiceError): boolean {
  return securityCodes(error).some((code) => CODES.has(code));
}
