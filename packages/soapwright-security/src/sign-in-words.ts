/** Advice about a 401 for clients with HTTP authentication; part of `security`. */
import { offeredSchemes } from "soapwright-runtime/internal";

/**
 * `challenges` is a `WWW-Authenticate` after a request with `security.http`, whose Authorization was `sent`. Returns
 * undefined if the advice for every client is enough.
 */
export function signInWords(challenges: string, sent: string | undefined): string | undefined {
  const offered = offeredSchemes(challenges);
  const [used = ""] = offeredSchemes(sent ?? "");
  if (offered.includes(used)) {
    if (used !== "Digest" || !/\bstale\s*=\s*"?true/i.test(challenges)) return undefined;
    return "It calls each nonce of its own too old at once (stale=true), and says nothing of user name and password: ask it to keep its nonces longer, and to share them among its servers.";
  }
  if (sent === undefined && offered.includes("Digest")) {
    return "security.http cannot respond to its Digest, which needs realm, nonce, MD5, SHA-256 or SHA-512-256, and qop auth or auth-int: ask the service for that.";
  }
  const other = offered.find((scheme) => scheme === "Basic" || scheme === "Digest");
  return other === undefined ? undefined : `Set security.http.scheme to "${other.toLowerCase()}".`;
}
