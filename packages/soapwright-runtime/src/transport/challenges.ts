/**
 * RFC 9110, 11.3: the authentication schemes that a `WWW-Authenticate` offers, each once. Their parameters are left out, and a
 * scheme that is not known has no name: a service may repeat there what was sent to it.
 */
export function offeredSchemes(header: string): readonly string[] {
  const schemes = new Set<string>();
  // What is quoted may have commas and words in it.
  for (const part of header.replace(/"(?:[^"\\]|\\.)*"?/g, '""').split(",")) {
    const [, scheme] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:\s+[^\s=].*|\s*)$/.exec(part) ?? [];
    if (scheme !== undefined) schemes.add(KNOWN.find((each) => each.toLowerCase() === scheme.toLowerCase()) ?? OTHER);
  }
  return [...schemes];
}

const OTHER = "another scheme";
/** IANA's registry, with NTLM and Amazon's. */
const KNOWN = [
  ...["AWS4-HMAC-SHA256", "Basic", "Bearer", "Concealed", "Digest", "DPoP", "GNAP", "HOBA", "Mutual", "Negotiate"],
  ...["NTLM", "OAuth", "PrivateToken", "SCRAM-SHA-1", "SCRAM-SHA-256", "vapid"],
];
