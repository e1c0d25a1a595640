/** The check of the credentials, by a call that only reads. */

import type { CallOptions } from "soapwright-runtime";
import { declarationsOf } from "soapwright-runtime/codecs";
import {
  type FaultError,
  isFaultError,
  isHttpError,
  isResponseError,
  isServiceError,
  type ServiceError,
} from "soapwright-runtime/errors";
import { addressingVersionOf, canMeanNamespace } from "soapwright-runtime/extend";
import type { ServiceNode } from "soapwright-runtime/tables";
import { featureHint } from "./feature-hints";
import { CheckError, type CheckResult, SkipError } from "./run-check";
import type { Subject } from "./subject";

/** A call that only reads. It must use the passed options, which disable retries and limit the time. */
export type Read = (options: CallOptions<never>) => PromiseLike<unknown>;

export interface ReadOutcome {
  readonly succeeded: boolean;
  /** Whether the fault may mean that the service has another namespace. */
  readonly doubtsNamespace: boolean;
}

/** Calls `read` once. @throws CheckError, SkipError */
export async function checkCredentials(
  subject: Subject,
  read: Read | undefined,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<CheckResult & { readonly result: ReadOutcome }> {
  if (read === undefined) throw new SkipError("no-read", "No operation was given to read with.");
  try {
    // Slightly longer than the check's own limit, whose message is more helpful.
    await read({ retries: 0, timeoutMs: timeoutMs + 1_000, deadlineMs: timeoutMs + 1_000, signal });
    const result = { succeeded: true, doubtsNamespace: false };
    return { message: "A read succeeded: the service takes the credentials.", result };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (!isFaultError(error)) throw failureOf(error, subject);
    throwHeaderFault(error, subject);
    const reason = shownReason(error);
    if (isAboutCredentials(error, subject.service)) {
      const text = `The service refuses the credentials: "${reason}". Check ${subject.names.credentials}. The attempt is not repeated, so that no account is locked.`;
      throw new CheckError("credentials-refused", text);
    }
    const message = `The service was reached: its response is a fault that is not about credentials ("${reason}").`;
    return { message, result: { succeeded: false, doubtsNamespace: canMeanNamespace(error) } };
  }
}

/** The most likely causes of WS-Security's fault codes. */
const LIKELY_CAUSES: ReadonlyMap<string, string> = new Map([
  [
    "InvalidSecurity",
    "Most likely the request has no header block wsse:Security, or not the one that the service asks for: its reason or its policy in the WSDL says whether that is a UsernameToken, a Timestamp or a signature.",
  ],
  [
    "MessageExpired",
    "Most likely the clocks differ: compare the finding of the check clock, and the Timestamp that the security object writes.",
  ],
  [
    "UnsupportedSecurityToken",
    "Most likely the service asks for another kind of token, for example a password digest in the place of its text: its policy in the WSDL says which.",
  ],
]);

/** Throws a finding if the fault is about WS-Addressing or WS-Security header blocks. */
function throwHeaderFault(error: FaultError, { settings }: Subject): void {
  const codes = [error.fault.code, ...error.fault.subcodes];
  const hint = hintFor(error, settings);
  if (codes.some(({ namespace }) => addressingVersionOf(namespace) !== undefined)) {
    const text = `The service was reached, and refuses how requests are addressed. ${error.message}${hint}`;
    throw new CheckError("addressing-refused", text);
  }
  for (const { local } of codes) {
    const likely = LIKELY_CAUSES.get(local);
    if (likely === undefined) continue;
    const text = `The service was reached, and refuses the security of the message (${local}): "${shownReason(error)}". ${likely}${hint}`;
    throw new CheckError("security-refused", text);
  }
}

function failureOf(error: ServiceError, { names, settings }: Subject): Error {
  const place = settings.address.display;
  if (isHttpError(error)) {
    const { status } = error;
    if (status === 401 || status === 403) {
      const offered = error.responseHeaders?.["www-authenticate"] ?? "";
      const offer = offered === "" ? "" : ` It offers ${offered} (WWW-Authenticate).`;
      const text = `${place} refuses calls with status ${status}.${offer} Check ${names.credentials}, and what a gateway in front of the service asks for.${hintFor(error, settings)}`;
      return new CheckError("credentials-refused", text);
    }
    if (status === 404 || status === 405 || status === 410) {
      const text = `Nothing takes calls at ${place} (status ${status}). Check ${names.address}.`;
      return new CheckError("wrong-address", text);
    }
    if (status >= 300 && status < 400) {
      const text = `${place} sends calls to ${error.location ?? "another address"} (status ${status}), which this client does not follow. Check ${names.address}.`;
      return new CheckError("redirected", text);
    }
  }
  if (isResponseError(error) && error.reason === "content-type") {
    const text = `What ${place} responds to calls is no SOAP: a gateway's page, or another service. Check ${names.address}.`;
    return new CheckError("no-soap", text);
  }
  if (error.code === "ARGUMENT") return new SkipError("read-not-sent", `The read was not sent: ${error.message}`);
  return new CheckError("read-failed", error.message + hintFor(error, settings));
}

/** Returns a sentence to append, or an empty string. */
function hintFor(error: ServiceError, { features }: Subject["settings"]): string {
  const names = features.map(({ feature }) => feature.name);
  const hint = featureHint(error, names);
  return hint === undefined ? "" : ` ${hint}`;
}

/** Wording of SOAP stacks for faults about the caller, in the languages observed. */
const PATTERNS = [
  /\bun-?auth|\bnot auth|authenti[ck]|authoriz|authoris|geautor|autoris/i,
  /credential|password|passwort|wachtwoord|user ?name|gebruikers|benutzer|\btoken\b|api.?key/i,
  /\blog(?:ged)?[ -]?(?:in|on)\b|\bsign(?:ed)?[ -]?in\b|inlog|aanmeld|anmeld/i,
  /access (?:is )?(?:denied|refused)|forbidden|permission|not allowed|geen (?:toegang|rechten)|account/i,
];
const SECURITY_CODES =
  /^(?:FailedAuthentication|FailedCheck|InvalidSecurity(?:Token)?|SecurityTokenUnavailable)$|auth/i;

function isAboutCredentials({ fault, httpStatus }: FaultError, service: ServiceNode): boolean {
  if (httpStatus === 401 || httpStatus === 403) return true;
  if ([fault.code, ...fault.subcodes].some(({ local }) => SECURITY_CODES.test(local))) return true;
  const reason = fault.reason.slice(0, 500);
  return PATTERNS.some((pattern) => pattern.test(reason)) || headerNames(service).some((word) => hasWord(reason, word));
}

function headerNames({ operations }: ServiceNode): string[] {
  const headerTerms = operations.flatMap(({ input }) =>
    input.headers.flatMap(({ name, type }) => [
      name.local,
      ...declarationsOf(type).elements.map((child) => child.name.local),
    ]),
  );
  return [...new Set(headerTerms)];
}

function hasWord(text: string, word: string): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .includes(word.toLowerCase());
}

/** The run time has already masked the call's credentials in the reason. */
function shownReason({ fault }: FaultError): string {
  return fault.reason.replace(/\s+/g, " ").trim().slice(0, 200);
}
