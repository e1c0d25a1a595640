/** Faults of a service that does not accept a token (WS-Security 1.1, 12). */
import { isFaultError, type ServiceError } from "soapwright-runtime/errors";

const CODES: ReadonlySet<string> = new Set([
  "FailedAuthentication",
  "InvalidSecurityToken",
  "SecurityTokenUnavailable",
]);

export function isTokenRefusal(error: ServiceError): boolean {
  if (!isFaultError(error)) return false;
  const { code, subcodes } = error.fault;
  return [code, ...subcodes].some(
    ({ namespace, local }) => namespace.includes("/oasis-200401-wss-") && CODES.has(local),
  );
}
