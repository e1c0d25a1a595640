/** Secret texts: constants, or returned by a function of the user. */
import type { Credential, CredentialRequest } from "soapwright-runtime";
import { findIllegalCharacter } from "soapwright-runtime/codecs";
import { isConfigurationError } from "soapwright-runtime/errors";
import { kindOf } from "soapwright-runtime/xsd";
import { wrong } from "./security-error";

/** Rejects with a `ConfigurationError` that names `option`. */
export async function askText(option: string, source: Credential, request: CredentialRequest): Promise<string> {
  if (typeof source === "string") return source;
  let received: unknown;
  try {
    received = await source(request);
  } catch (cause) {
    if (isConfigurationError(cause)) throw cause;
    throw wrong(option, `The ${option} function failed, so nothing was sent. Its error is the cause.`, cause);
  }
  // A value with an expiry is not cached: it is requested for each message, so that an expired one is never sent.
  if (typeof received === "object" && received !== null && "value" in received) received = received.value;
  if (typeof received === "string" && findIllegalCharacter(received) < 0) return received;
  const kind = received === undefined ? "nothing" : kindOf(received);
  const what = typeof received === "string" ? "text that XML cannot carry" : kind;
  throw wrong(option, `The ${option} function must return text, but returned ${what}.`);
}
