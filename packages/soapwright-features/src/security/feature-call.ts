/** What the features of this folder ask of the call that they are opened for. */
import type { CredentialRequest } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
import type { FeatureCall } from "soapwright-runtime/extend";
import { wrong } from "./security-error";

/** Returns the argument of a function that returns a credential. */
export function credentialRequest(call: FeatureCall): CredentialRequest {
  return {
    operation: call.operation,
    attempt: call.attempts + 1,
    credentials: call.credentials,
    get signal() {
      return call.signal;
    },
  };
}

/** Returns the result of a step of `feature`, unless the call ends first. Rejects with a `ServiceError`. */
export async function untilDone<T>(call: FeatureCall, feature: string, step: Promise<T>): Promise<T> {
  try {
    return await call.until(step);
  } catch (cause) {
    if (isServiceError(cause)) throw cause;
    throw wrong(feature, `The feature ${feature} failed. Its error is the cause.`, cause);
  }
}
