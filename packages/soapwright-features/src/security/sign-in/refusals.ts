/** The errors of challenges that a sign-in does not respond to. */
import { ConfigurationError, HttpError, ResponseError } from "soapwright-runtime/errors";
import { offeredSchemes } from "soapwright-runtime/http";
import type { Side } from "./sign-in-call";

const REPORT = { advice: [{ action: "report" }] } as const;

/** The challenge cannot be used. `what` completes "its challenge …". */
export function brokenChallenge(what: string): ResponseError {
  return new ResponseError(`The client cannot sign in: the challenge ${what}. No proof of a password was sent.`, {
    reason: "sign-in-challenge",
    ...REPORT,
  });
}

/** The challenge leaves only `schemes`, which are weaker than the one that was set. */
export function weakerChallenge(schemes: string, remedy: string): ResponseError {
  return new ResponseError(
    `The challenge leaves ${schemes}, which is weaker than what signIn is set to. Nothing was proved by it. ${remedy}`,
    { reason: "sign-in-weaker", ...REPORT },
  );
}

/** The other side does not offer `scheme`. */
export function schemeMissing(scheme: string, challenges: string, { name, status, option }: Side): HttpError {
  const offered = offeredSchemes(challenges);
  const offer = offered.length === 0 ? "no scheme" : offered.join(", ");
  return new HttpError(
    `The ${name} responded with status ${status} and offers ${offer}, but ${option}.scheme demands ${scheme}. Nothing else was sent.`,
    { status, reason: "sign-in-scheme", advice: [{ action: "check", option: `${option}.scheme` }] },
  );
}

/** The proxy does not accept who signs in. */
export function proxyRefused(what: string): HttpError {
  return new HttpError(`The proxy responded with status 407: it has refused the ${what}.`, {
    status: 407,
    reason: "sign-in-proxy",
    advice: [{ action: "check", option: "signIn.proxy" }],
  });
}

/** The connection to the proxy is not the one to the service. */
export function behindProxy(scheme: string): ConfigurationError {
  return new ConfigurationError(
    `signIn with the scheme ${scheme} signs in connections, and through a proxy a plain http: address has none of its own. Use an https: address, or no proxy.`,
    { reason: "sign-in-behind-proxy", option: "signIn.scheme" },
  );
}

/** The other side ends the connection that was to be signed in. */
export function connectionEnds(scheme: string, { name }: Side): ResponseError {
  return new ResponseError(
    `The ${name} closes the connection after its challenge. ${scheme} signs in a connection, which has to stay open.`,
    { reason: "sign-in-connection", ...REPORT },
  );
}
