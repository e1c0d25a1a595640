/** The words of WS-Trust, by version: 1.3 and 1.4 share a namespace, 2005/02 has another one for the same elements. */

import { DS, MORE } from "../security-namespaces";

export const TRUST_VERSIONS = ["1.3", "1.4", "2005/02"] as const;
export type TrustVersion = (typeof TRUST_VERSIONS)[number];

/** The namespace of the tables. */
export const TRUST = "http://docs.oasis-open.org/ws-sx/ws-trust/200512";
const TRUST_2005 = "http://schemas.xmlsoap.org/ws/2005/02/trust";

export function namespaceOf(version: TrustVersion): string {
  return version === "2005/02" ? TRUST_2005 : TRUST;
}

/** How a symmetric key signs (RFC 4051). */
export const MACS = {
  "HMAC-SHA256": { uri: `${MORE}hmac-sha256`, hash: "sha256", digest: "SHA-256" },
  "HMAC-SHA1": { uri: `${DS}hmac-sha1`, hash: "sha1", digest: "SHA-1" },
} as const;
export type MacAlgorithm = keyof typeof MACS;
export const MAC_NAMES = Object.keys(MACS) as MacAlgorithm[];

export const KEY_TYPES = ["bearer", "symmetric", "public"] as const;
export type KeyType = (typeof KEY_TYPES)[number];

/** WS-Trust 2005/02 has no word for a bearer's token: issuers take that of its profile for identities. */
export function keyTypeOf(version: TrustVersion, type: KeyType): string {
  const namespace = namespaceOf(version);
  if (type === "symmetric") return `${namespace}/SymmetricKey`;
  if (type === "public") return `${namespace}/PublicKey`;
  return version === "2005/02" ? "http://schemas.xmlsoap.org/ws/2005/05/identity/NoProofKey" : `${namespace}/Bearer`;
}

const PROFILE = "http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#";

/** Names of TokenType (SAML Token Profile 1.1, 3.3). The first is sent; issuers respond with any of them. */
const TOKEN_TYPES = {
  "SAML 1.1": [`${PROFILE}SAMLV1.1`, "urn:oasis:names:tc:SAML:1.0:assertion"],
  "SAML 2.0": [`${PROFILE}SAMLV2.0`, "urn:oasis:names:tc:SAML:2.0:assertion"],
} as const;
export type SamlVersion = keyof typeof TOKEN_TYPES;

export function tokenTypeOf(type: string): string {
  return (TOKEN_TYPES as { readonly [type: string]: readonly string[] })[type]?.[0] ?? type;
}

/** Whether two names mean one type of token. */
export function isSameTokenType(one: string, other: string): boolean {
  return (
    one === other ||
    Object.values<readonly string[]>(TOKEN_TYPES).some((all) => all.includes(one) && all.includes(other))
  );
}
