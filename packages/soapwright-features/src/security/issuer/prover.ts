/** Signs messages with the key that a token is bound to: its sender has more than the token. */

import type { CredentialRequest } from "soapwright-runtime";
import type { IssuerTerms } from "../read-options";
import { macSigner, type Signer, signerOf } from "../write-signature";
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
  if (useKey === undefined) {
    return macSigner(signatureAlgorithm, key!, reference, { parts, digestAlgorithm: MACS[signatureAlgorithm].digest });
  }
  const keyInfo = (): string => `<ds:KeyInfo>${reference}</ds:KeyInfo>`;
  return { ...signerOf(useKey, request, "security.issuer.useKey"), parts, keyInfo };
}
