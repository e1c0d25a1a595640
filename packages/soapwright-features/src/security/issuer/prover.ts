/** Signs messages with the key that a token is bound to: its sender has more than the token. */

import { createHmac } from "node:crypto";
import type { CredentialRequest } from "soapwright-runtime";
import type { IssuerTerms } from "../read-options";
import { type Signer, signerOf } from "../write-signature";
import type { IssuedToken } from "./issued-token";
import { MACS } from "./trust-terms";

/** Returns undefined for a bearer's token. `isSigned`: whether the message has a signature, which this one endorses. */
export function proverOf(
  { keyType, useKey, parts: own, signatureAlgorithm }: IssuerTerms,
  { key, reference = "" }: IssuedToken,
  request: CredentialRequest,
  isSigned: boolean,
): Signer | undefined {
  if (keyType === "bearer") return undefined;
  const parts = isSigned ? (["Signature"] as const) : own;
  const keyInfo = (): string => `<ds:KeyInfo>${reference}</ds:KeyInfo>`;
  if (useKey !== undefined) return { ...signerOf(useKey, request, "security.issuer.useKey"), parts, keyInfo };
  const { hash, uri, digest } = MACS[signatureAlgorithm];
  return {
    parts,
    method: uri,
    digestAlgorithm: digest,
    isInclusive: false,
    sign: async (content) => createHmac(hash, key!).update(content).digest("base64"),
    keyInfo,
  };
}
