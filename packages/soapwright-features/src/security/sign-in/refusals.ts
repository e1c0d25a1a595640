/** The errors of challenges that a sign-in does not respond to. */
import { HttpError, ResponseError } from "soapwright-runtime/errors";
import { offeredSchemes } from "soapwright-runtime/http";

const REPORT = { advice: [{ action: "report" }] } as const;

/** The challenge cannot be used. `what` completes "its challenge …". */
export function brokenChallenge(what: string): ResponseError {
  return new ResponseError(
    `The service cannot be signed in to: its challenge ${what}. No proof of a password was sent.`,
    {
      reason: "sign-in-challenge",
      ...REPORT,
    },
  );
}

/** The challenge leaves only `schemes`, which are weaker than the one that was set. */
export function weakerChallenge(schemes: string, remedy: string): ResponseError {
  return new ResponseError(
    `The challenge of the service leaves ${schemes}, which is weaker than signIn.scheme. Nothing was proved by it. ${remedy}`,
    { reason: "sign-in-weaker", ...REPORT },
  );
}

/** The service does not offer `scheme`. */
export function schemeMissing(scheme: string, challenges: string): HttpError {
  const offered = offeredSchemes(challenges);
  const offer = offered.length === 0 ? "no scheme" : offered.join(", ");
  return new HttpError(
    `The service responded with status 401 and offers ${offer} (WWW-Authenticate), but signIn.scheme demands ${scheme}. Nothing else was sent.`,
    { status: 401, reason: "sign-in-scheme", advice: [{ action: "check", option: "signIn.scheme" }] },
  );
}

/** The service ends the connection that was to be signed in. */
export function connectionEnds(scheme: string): ResponseError {
  return new ResponseError(
    `The service, or a gateway in front of it, closes the connection after its challenge. ${scheme} signs in a connection, which has to stay open.`,
    { reason: "sign-in-connection", ...REPORT },
  );
}
