/** Reads the issuer's response to one request for a token (WS-Trust 1.4, 4.4): nothing else than what was asked for is kept. */

import { isServiceError } from "soapwright-runtime/errors";
import { problemOf } from "soapwright-runtime/extend";
import type { IssuerTerms } from "../read-options";
import { parseTime, readAssertion, textsOf } from "../saml-assertion";
import { WSSE11 } from "../security-namespaces";
import { assertionReference } from "../security-tokens";
import { type IssuedToken, issuedXml } from "./issued-token";
import { readKey } from "./proof";
import { refuse } from "./refuse";
import type { Issued, Lifetime, RequestSecurityToken, RequestSecurityTokenResponseCollection } from "./trust/types";
import { isSameTokenType, namespaceOf, tokenTypeOf } from "./trust-terms";

type Item = NonNullable<Issued["choice"]>[number];

/** A request, and its response as it came. */
export interface Answered {
  readonly request: RequestSecurityToken;
  readonly appliesTo: string;
  readonly received: string;
  /** The octets that the client has added to a key. */
  readonly entropy: Uint8Array;
}

/** Throws a `ResponseError` with the reason `issued-token`. */
export function readIssued(
  terms: IssuerTerms,
  { RequestSecurityTokenResponse: responses }: RequestSecurityTokenResponseCollection,
  { request, appliesTo, received, entropy }: Answered,
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
  const proof = value("RequestedProofToken");
  const issuerEntropy = value("Entropy");
  const keySize = value("KeySize");
  const key = terms.keyType === "symmetric" ? readKey({ entropy, proof, issuerEntropy, keySize }) : undefined;
  const reference = token.reference ?? issued.reference;
  if (terms.keyType !== "bearer" && reference === undefined) {
    throw refuse("it does not say how a message refers to its token (RequestedAttachedReference)");
  }
  return { xml: issued.token, secrets: token.secrets, reference, key, ...times };
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

interface ReadToken extends Pick<IssuedToken, "secrets" | "reference"> {
  readonly notOnOrAfter?: number | undefined;
}

/** An encrypted assertion is for the service alone. */
function readToken(xml: string, appliesTo: string, asked: string | undefined): ReadToken {
  try {
    if (!/^<(?:[^\s:/>]+:)?Assertion[\s/>]/.test(xml)) return { secrets: textsOf(xml) };
    const { texts, audiences, namespace, id, notOnOrAfter } = readAssertion(xml, (what) =>
      refuse(`its assertion ${what}`),
    );
    if (!isAskedType(asked, namespace)) throw refuse("its token is of another type (Assertion)");
    // A relying party may have a name that ends before the path.
    if (audiences.length > 0 && !audiences.some((audience) => isWithin(appliesTo, audience))) {
      throw refuse("its token is for another service (Audience)");
    }
    const isVersion1 = namespace.includes("SAML:1.0");
    const type = tokenTypeOf(isVersion1 ? "SAML 1.1" : "SAML 2.0");
    const reference = assertionReference(id, isVersion1, ` xmlns:wsse11="${WSSE11}" wsse11:TokenType="${type}"`);
    return { secrets: texts.filter((text) => !audiences.includes(text.trim())), notOnOrAfter, reference };
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
