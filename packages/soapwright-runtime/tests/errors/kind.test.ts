/** The single classification of an error for its caller. */
import { AbortError } from "../../src/errors/abort-error";
import { ArgumentError } from "../../src/errors/argument-error";
import { ConfigurationError } from "../../src/errors/configuration-error";
import { ConnectionError } from "../../src/errors/connection-error";
import { type FaultDetail, FaultError } from "../../src/errors/fault-error";
import { HttpError } from "../../src/errors/http-error";
import { OverloadError } from "../../src/errors/overload-error";
import { ResponseError } from "../../src/errors/response-error";
import { isAuthenticationError } from "../../src/errors/service-error";
import { TimeoutError } from "../../src/errors/timeout-error";

const name = (local: string) => ({ namespace: "urn:x", local });

function fault(code: string, reason = "r", httpStatus = 500, subcodes: readonly string[] = []): FaultError {
  const nothing = { actor: undefined, node: undefined, role: undefined, detail: undefined };
  return new FaultError<FaultDetail>("m", {
    fault: { code: name(code), subcodes: subcodes.map(name), reason, ...nothing },
    httpStatus,
  });
}

test.each([
  [new AbortError("m"), "aborted"],
  [new ArgumentError("m", { path: "a", expected: "b", received: "c" }), "argument"],
  [new ConfigurationError("m", { option: "o" }), "configuration"],
  [new ConnectionError("m", { sent: "no" }), "unreachable"],
  [new ConnectionError("m", { sent: "no", kind: "configuration" }), "configuration"],
  [new OverloadError("m", { queued: 1, maxQueued: 1 }), "busy"],
  [new ResponseError("m", { reason: "value" }), "broken"],
  [new ResponseError("m", { reason: "limit" }), "configuration"],
  [new ResponseError("m", { reason: "content-type" }), "configuration"],
  [new TimeoutError("m", { phase: "attempt", timeoutMs: 1 }), "timeout"],
])("%s is %s", (error, kind) => {
  expect(error.kind).toBe(kind);
  expect(error.toJSON()).toMatchObject({ kind });
});

test.each([
  [206, "broken"],
  [302, "configuration"],
  [400, "configuration"],
  [401, "refused"],
  [403, "not-permitted"],
  [404, "configuration"],
  [407, "configuration"],
  [408, "timeout"],
  [413, "argument"],
  [429, "busy"],
  [500, "broken"],
  [502, "unreachable"],
  [503, "busy"],
  [504, "unreachable"],
])("status %i without a fault is %s", (status, kind) => {
  expect(new HttpError("m", { status }).kind).toBe(kind);
});

test.each([
  ["the code of WS-Security", fault("FailedAuthentication"), "refused"],
  ["a class of codes (SOAP 1.1, 4.4.1)", fault("Client.Authentication"), "refused"],
  ["an inner subcode of SOAP 1.2", fault("Sender", "r", 500, ["Other", "InvalidSecurityToken"]), "refused"],
  ["status 401", fault("Client", "r", 401), "refused"],
  ["words alone", fault("Server", "Invalid user name or password."), "refused"],
  ["an expired token", fault("Client", "The token has expired"), "refused"],
  ["a user by name, which is masked", fault("Client", "The password of *** is wrong"), "refused"],
  ["a tenant by name, which is masked", fault("Client", "Invalid *** credentials"), "refused"],
  ["status 403", fault("Client", "r", 403), "not-permitted"],
  ["a locked account", fault("Client", "Your account has been locked."), "not-permitted"],
  ["a permission", fault("Server", "You have insufficient privileges for this operation."), "not-permitted"],
  ["throttling of WCF", fault("Receiver", "r", 500, ["ServerTooBusy"]), "busy"],
  ["throttling in words", fault("Server", "Request was throttled"), "busy"],
  ["status 503", fault("Server", "r", 503), "busy"],
  ["another version of SOAP", fault("VersionMismatch"), "configuration"],
  ["a rule of the service", fault("Server", "The period is closed"), "rejected"],
  ["a record that is missing", fault("Client", "Employee 17 was not found"), "rejected"],
  ["a code of its own", fault("Custom.17", "Rejected"), "rejected"],
])("a fault that says %s", (_what, error, kind) => {
  expect(error.kind).toBe(kind);
  expect(isAuthenticationError(error)).toBe(kind === "refused");
});

test("long texts of a service cost no time", () => {
  const begunAt = performance.now();
  fault("x.".repeat(200_000), `token ${"a ".repeat(500_000)}`);
  // A backtracking pattern takes minutes for such a text.
  expect(performance.now() - begunAt).toBeLessThan(5_000);
});

test.each([undefined, null, "x", new Error("refused"), { kind: "refused" }])("%p is no refusal", (value) => {
  expect(isAuthenticationError(value)).toBe(false);
});

/** Codes alone, with meaningless messages. */
test.each([
  [
    "not-permitted",
    [
      "Forbidden",
      "Client.Forbidden",
      "urn:a:PermissionDenied",
      "InsufficientPermissions",
      "NoPermission",
      "NoPermissions",
      "AccountLocked",
      "AccountIsDisabled",
      "forbidden",
    ],
  ],
  [
    "refused",
    [
      "FailedCheck",
      "InvalidSecurity",
      "SecurityTokenUnavailable",
      "MessageExpired",
      "BadContextToken",
      "NotAuthenticated",
      "Unauthenticated",
      "AuthenticationFailed",
      "AuthenticationFailure",
      "AuthenticationError",
      "AuthenticationFault",
      "AuthenticationRequired",
      "Authenticated",
      "AuthorizationFailed",
      "AuthorisationFailure",
      "AuthorizationError",
      "Authorization",
      "NotAuthorized",
      "UnauthorisedAccess",
      "InvalidCredential",
      "InvalidCredentials",
      "InvalidToken",
      "TokenExpired",
      "ExpiredToken",
      "AccessDenied",
      "401",
      "Client.401",
      "a b AccessDenied",
    ],
  ],
  [
    "busy",
    [
      "ServerBusy",
      "ErrorServerBusy",
      "ErrorServerTooBusy",
      "TooManyRequests",
      "Throttled",
      "ThrottlingException",
      "ThrottlingError",
      "ThrottlingFault",
      "RateLimitExceeded",
      "Rate_Limit_Reached",
      "RequestLimitExceeded",
      "EndpointUnavailable",
      "ServiceUnavailable",
      "429",
      "env:429",
    ],
  ],
  [
    "configuration",
    [
      "MustUnderstand",
      "DataEncodingUnknown",
      "ActionNotSupported",
      "DestinationUnreachable",
      "ProcedureNotPresent",
      "InvalidAddressingHeader",
      "InvalidMessageInformationHeader",
      "MessageAddressingHeaderRequired",
      "MessageInformationHeaderRequired",
    ],
  ],
  [
    "rejected",
    [
      "ForbiddenName",
      "XForbidden",
      "NoPermissionsNeeded",
      "MyAccessDenied",
      "AccessDeniedOnce",
      "Account401",
      "4010",
      "ServerBusyness",
      "MyServerBusy",
      "Error",
      "RateLimit",
      "XMustUnderstand",
      "MustUnderstandIt",
      "mustunderstand",
      "Client.MustUnderstand",
      "AuthenticationX",
    ],
  ],
])("%s by the codes %j", (kind, codes) => {
  for (const code of codes) expect([code, fault(code).kind]).toEqual([code, kind]);
});

/** Messages alone, with meaningless codes. */
test.each([
  [
    "not-permitted",
    [
      "Permission denied",
      "This is FORBIDDEN.",
      "No permission",
      "You lack the required access rights",
      "missing privilege",
      "The user lacks write permission",
      "insufficient rights: no access right",
      "Account 17 is disabled",
      "account blocked",
    ],
  ],
  [
    "refused",
    [
      "not authorized",
      "Unauthorised",
      "un-authenticated",
      "You are not authenticated",
      "never authorised",
      "Cannot authenticate",
      "Authentication needed",
      "Authorization has failed",
      "login failure",
      "Log-in required",
      "Logon refused",
      "sign-in expired",
      "Access to this is denied",
      "access refused",
      "invalid credentials",
      "unknown user name",
      "Wrong password",
      "revoked API key",
      "bad api-key",
      "incorrect login",
      "missing ticket",
      "the session is invalid",
      "apikey *** 'x' revoked",
      "expired tokens",
    ],
  ],
  [
    "busy",
    [
      "The server is busy",
      "service overloaded",
      "System is currently busy",
      "the system too busy",
      "too many requests",
      "Too many concurrent requests",
      "throttling",
      "Rate limit exceeded",
      "the request limit of 5 was reached",
      "temporarily unavailable",
    ],
  ],
  [
    "rejected",
    [
      "The period is closed.",
      "accessible",
      "The loginX failed",
      "unbusy server",
      "The password policy",
      "account number 5",
      "author unknown",
      "rate limits apply",
      "missing address",
      "the token",
    ],
  ],
])("%s by the words %j", (kind, words) => {
  for (const word of words) expect([word, fault("Server", word).kind]).toEqual([word, kind]);
});

test("of a long code and a long reason the start is looked at", () => {
  expect(fault(`${"x".repeat(189)}.AccessDenied`).kind).toBe("rejected");
  expect(fault(`${"x".repeat(187)}.AccessDenied`).kind).toBe("refused");
  expect(fault("Server", `${" ".repeat(991)}forbidden`).kind).toBe("not-permitted");
  expect(fault("Server", `${" ".repeat(992)}forbidden`).kind).toBe("rejected");
});

test("a redirect begins at 300", () => {
  expect(new HttpError("m", { status: 300 }).kind).toBe("configuration");
  expect(new HttpError("m", { status: 299 }).kind).toBe("broken");
});
