/** Reads the issuer's response to one request for a token (WS-Trust 1.4, 4.4): nothing else than what was asked for is kept. */
import { isServiceError, ResponseError } from "soapwright-runtime/errors";
import { problemOf } from "soapwright-runtime/extend";
import { parseTime, readAssertion, textsOf } from "../saml-assertion";
import { type IssuedToken, issuedXml } from "./issued-token";
import type { IssuerTerms } from "./read-issuer";
import type { Issued, Lifetime, RequestSecurityToken, RequestSecurityTokenResponseCollection } from "./trust/types";
import { isSameTokenType, namespaceOf } from "./trust-terms";

type Item = NonNullable<Issued["choice"]>[number];

/** A request, and its response as it came. */
export interface Answered {
  readonly request: RequestSecurityToken;
  readonly appliesTo: string;
  readonly received: string;
}

/** Throws a `ResponseError` with the reason `issued-token`. */
export function readIssued(
  terms: IssuerTerms,
  { RequestSecurityTokenResponse: responses }: RequestSecurityTokenResponseCollection,
  { request, appliesTo, received }: Answered,
): IssuedToken {
  const [response, other] = responses;
  if (response === undefined || other !== undefined) throw refuse("it has not one RequestSecurityTokenResponse");
  const value = <K extends keyof Item>(name: K): NonNullable<Item[K]> | undefined => only(response, name);
  if (response.Context !== undefined && response.Context !== request.Context) {
    throw refuse("it belongs to another request (Context)");
  }
  const address = value("AppliesTo")?.EndpointReference.Address.trim();
  if (address !== undefined && address !== appliesTo) throw refuse("its token is for another service (AppliesTo)");
  const tokenType = value("TokenType")?.trim();
  if (!isAskedType(terms.tokenType, tokenType)) throw refuse("its token is of another type (TokenType)");
  if ((value("KeyType")?.trim() ?? request.KeyType) !== request.KeyType) {
    throw refuse("its token is for another kind of key (KeyType)");
  }
  value("RequestedSecurityToken");
  const issued = issuedXml(received, namespaceOf(terms.version));
  if (issued === undefined) throw refuse("it has not one token");
  const token = readToken(issued.token, appliesTo, terms.tokenType);
  const times = readTimes(terms, value("Lifetime"), token.notOnOrAfter);
  return { xml: issued.token, secrets: token.secrets, ...times };
}

export function refuse(what: string): ResponseError {
  return new ResponseError(`The response of the issuer was not accepted: ${what}.`, { reason: "issued-token" });
}

/** Two elements of one name could be read as two tokens by two readers. */
function only<K extends keyof Item>({ choice = [] }: Issued, name: K): NonNullable<Item[K]> | undefined {
  const [first, second] = choice.flatMap((item) => item[name] ?? []);
  if (second !== undefined) throw refuse(`it has more than one ${name}`);
  return first as NonNullable<Item[K]> | undefined;
}

function isAskedType(asked: string | undefined, come: string | undefined): boolean {
  return asked === undefined || come === undefined || isSameTokenType(asked, come);
}

/** An encrypted assertion is for the service alone. */
function readToken(xml: string, appliesTo: string, asked: string | undefined) {
  try {
    if (!/^<(?:[^\s:/>]+:)?Assertion[\s/>]/.test(xml)) return { secrets: textsOf(xml), notOnOrAfter: undefined };
    const { texts, audiences, namespace, notOnOrAfter } = readAssertion(xml, (what) => refuse(`its assertion ${what}`));
    if (!isAskedType(asked, namespace)) throw refuse("its token is of another type (Assertion)");
    // A relying party may have a name that ends before the path.
    if (audiences.length > 0 && !audiences.some((audience) => isWithin(appliesTo, audience))) {
      throw refuse("its token is for another service (Audience)");
    }
    return { secrets: texts.filter((text) => !audiences.includes(text.trim())), notOnOrAfter };
  } catch (error) {
    throw isServiceError(error) && error.reason !== "issued-token" ? refuse(problemOf(error)) : error;
  }
}

function isWithin(address: string, audience: string): boolean {
  return address === audience || address.startsWith(audience.endsWith("/") ? audience : `${audience}/`);
}

/** No token is kept longer, in milliseconds, whatever its issuer says. */
const LONGEST_MS = 86_400_000;

/** The clocks of issuer and client may differ, so that the length of the lifetime counts too. */
function readTimes(
  { clockSkewMs, renewAheadMs }: IssuerTerms,
  lifetime: Lifetime | undefined,
  notOnOrAfter: number | undefined,
): Pick<IssuedToken, "usableUntil" | "renewAt"> {
  const timeIn = (text: string | undefined): number | undefined => {
    const time = text === undefined ? undefined : parseTime(text.trim());
    if (text !== undefined && time === undefined) throw refuse("its Lifetime has a time that cannot be read");
    return time;
  };
  const now = Date.now();
  const created = timeIn(lifetime?.Created) ?? now;
  const expires = Math.min(
    timeIn(lifetime?.Expires) ?? Number.POSITIVE_INFINITY,
    notOnOrAfter ?? Number.POSITIVE_INFINITY,
  );
  if (created > now + clockSkewMs) throw refuse("its token is not valid yet (Created)");
  if (expires <= now || expires <= created) throw refuse("its token has expired (Expires)");
  // A token that says nothing of its end serves the calls that wait for it.
  if (expires === Number.POSITIVE_INFINITY) return { usableUntil: undefined, renewAt: now };
  const lifetimeMs = Math.min(expires - now, expires - created, LONGEST_MS);
  const aheadMs = Math.min(renewAheadMs, lifetimeMs / 2);
  return { usableUntil: now + lifetimeMs - aheadMs / 2, renewAt: now + lifetimeMs - aheadMs };
}
