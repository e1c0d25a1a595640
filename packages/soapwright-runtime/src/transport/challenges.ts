/**
 * Returns the authentication schemes that a `WWW-Authenticate` header offers, each once (RFC 9110, 11.3), without
 * parameters. An unknown scheme gets no name, because a service may repeat a secret there.
 */
export function offeredSchemes(header: string): readonly string[] {
  const schemes = new Set<string>();
  // A quoted string may contain commas and names.
  for (const part of header.replace(/"(?:[^"\\]|\\.)*"?/g, '""').split(",")) {
    const [, scheme] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:\s+[^\s=].*|\s*)$/.exec(part) ?? [];
    if (scheme !== undefined) schemes.add(SCHEMES.find((each) => each.toLowerCase() === scheme.toLowerCase()) ?? OTHER);
  }
  return [...schemes];
}

const OTHER = "another scheme";
/** The schemes of IANA's registry, with NTLM and Amazon's scheme. */
const SCHEMES = [
  ...["AWS4-HMAC-SHA256", "Basic", "Bearer", "Concealed", "Digest", "DPoP", "GNAP", "HOBA", "Mutual", "Negotiate"],
  ...["NTLM", "OAuth", "PrivateToken", "SCRAM-SHA-1", "SCRAM-SHA-256", "vapid"],
];
