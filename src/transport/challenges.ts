/** RFC 9110, 11.3: the authentication schemes that a `WWW-Authenticate` offers, each once, without their parameters. */
export function offeredSchemes(header: string): readonly string[] {
  const schemes = new Map<string, string>();
  // What is quoted may have commas and words in it.
  for (const part of header.replace(/"(?:[^"\\]|\\.)*"?/g, '""').split(",")) {
    const [, scheme] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]{1,40})(?:\s+[^\s=].*|\s*)$/.exec(part) ?? [];
    if (scheme !== undefined && schemes.size < MOST_SCHEMES) schemes.set(scheme.toLowerCase(), known(scheme));
  }
  return [...schemes.values()];
}

const MOST_SCHEMES = 8;
const KNOWN = ["Basic", "Bearer", "Digest", "Negotiate", "NTLM"];

function known(scheme: string): string {
  return KNOWN.find((each) => each.toLowerCase() === scheme.toLowerCase()) ?? scheme;
}
