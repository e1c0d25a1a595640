/**
 * Returns the authentication schemes that a `WWW-Authenticate` offers, each once (RFC 9110, 11.3). Parameters are left
 * out, and an unknown scheme stays unnamed: a service may repeat a secret there.
 */
export function offeredSchemes(header: string): readonly string[] {
  const schemes = new Set<string>();
  // A quoted string may contain commas and names.
  for (const part of header.replace(/"(?:[^"\\]|\\.)*"?/g, '""').split(",")) {
    const [, scheme] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:\s+[^\s=].*|\s*)$/.exec(part) ?? [];
    if (scheme !== undefined) schemes.add(KNOWN.find((each) => each.toLowerCase() === scheme.toLowerCase()) ?? OTHER);
  }
  return [...schemes];
}

const OTHER = "another scheme";
/** IANA's registry, with NTLM and Amazon's scheme. */
const KNOWN = [
  ...["AWS4-HMAC-SHA256", "Basic", "Bearer", "Concealed", "Digest", "DPoP", "GNAP", "HOBA", "Mutual", "Negotiate"],
  ...["NTLM", "OAuth", "PrivateToken", "SCRAM-SHA-1", "SCRAM-SHA-256", "vapid"],
];
