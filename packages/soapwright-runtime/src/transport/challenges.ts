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

/**
 * Returns what to do about a `Proxy-Authenticate` header with other schemes than Basic; undefined if it offers Basic,
 * or nothing.
 */
export function proxyOffer(challenge: string): string | undefined {
  const schemes = offeredSchemes(challenge);
  if (schemes.length === 0 || schemes.includes("Basic")) return undefined;
  return `The proxy offers ${joinNames(schemes, "and")} (Proxy-Authenticate), and the option proxy signs in with Basic alone. Hand in signIn({ proxy: … }) for NTLM or Negotiate, or have the proxy accept Basic.`;
}

export function joinNames(names: readonly string[], and: "and" | "or"): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1)}`;
}
