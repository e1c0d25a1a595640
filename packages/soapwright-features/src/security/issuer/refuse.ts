import { ResponseError } from "soapwright-runtime/errors";

/** Returns the error of an issuer's response that is not accepted. It shows nothing of the response. */
export function refuse(what: string): ResponseError {
  return new ResponseError(`The response of the issuer was not accepted: ${what}.`, { reason: "issued-token" });
}
