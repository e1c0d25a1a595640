/** What policies of services ask for, in words; and what this client does not have. For both halves. */

/** What a need is called, where it is met, and what to do where it is not. */
export interface NeedWords {
  readonly words: string;
  /** What meets it. Absent: it is not supported. */
  readonly option?: string;
  /** What to do about one that is not supported. */
  readonly remedy?: string;
}

const PLAIN = "ask the service for a port that needs TLS and signatures alone";
const GATEWAY = "put a gateway that speaks it in front of the service";

/** WS-SecurityPolicy 1.3, and WS-ReliableMessaging Policy. */
export const POLICY_NEEDS: { readonly [need: string]: NeedWords } = {
  tls: { words: "TLS", option: "endpoint" },
  clientCertificate: { words: "a client certificate over TLS", option: "tls.cert" },
  httpBasic: { words: "HTTP Basic", option: "security.http" },
  httpDigest: { words: "HTTP Digest", option: "security.http" },
  usernameToken: { words: "a UsernameToken", option: "security.usernameToken" },
  passwordDigest: { words: "a password digest", option: "security.usernameToken" },
  timestamp: { words: "a Timestamp", option: "security.timestamp" },
  signature: { words: "an X.509 signature", option: "security.signature" },
  samlAssertion: { words: "a SAML assertion", option: "security.samlAssertion" },
  encryption: { words: "encryption of messages (XML Encryption)", remedy: PLAIN },
  symmetricBinding: { words: "the symmetric binding (a key that client and service share)", remedy: PLAIN },
  derivedKeys: { words: "derived keys", remedy: PLAIN },
  secureConversation: { words: "WS-SecureConversation", remedy: PLAIN },
  issuedToken: {
    words: "a token of a security token service (WS-Trust)",
    remedy: 'get the assertion from it yourself, set security.samlAssertion, and policy: "ignore"',
  },
  holderOfKey: { words: "a SAML assertion that is bound to a key", remedy: GATEWAY },
  kerberos: { words: "Kerberos", remedy: GATEWAY },
  keyValueToken: { words: "a bare key in the place of a certificate", remedy: PLAIN },
  relToken: { words: "a REL licence", remedy: GATEWAY },
  reliableMessaging: { words: "WS-ReliableMessaging", remedy: "ask for a port without it" },
};

/** Needs that TLS and HTTP meet: nothing of them is in the message. */
export const OF_CONNECTION: ReadonlySet<string> = new Set(["tls", "clientCertificate", "httpBasic", "httpDigest"]);

/** Whether a client can meet all of these needs. */
export function isSupported(needs: readonly string[]): boolean {
  return needs.every((need) => POLICY_NEEDS[need]?.option !== undefined);
}

/** The needs of each alternative: "a Timestamp and an X.509 signature, or …". */
export function alternativesInWords(alternatives: readonly (readonly string[])[]): string {
  return alternatives
    .map((needs) => (needs.length === 0 ? "nothing" : listed(needs.map((need) => POLICY_NEEDS[need]?.words ?? need))))
    .join("; or ");
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
