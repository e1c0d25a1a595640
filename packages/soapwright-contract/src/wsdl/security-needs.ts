/** The requirements that policies of WSDLs may have, and how a client meets them. */

/** The label of a requirement, and the option that satisfies it, or the remedy if no option does. */
export interface SecurityNeed {
  readonly words: string;
  /** The client's option that satisfies it. Absent if it is not supported. */
  readonly option?: string;
  /** The remedy if it is not supported. */
  readonly remedy?: string;
}

const PLAIN = "ask the service for a port that needs TLS and signatures alone";
const GATEWAY = "put a gateway that speaks it in front of the service";

/** The requirements of WS-SecurityPolicy 1.3, and WS-ReliableMessaging Policy. */
const needs = {
  tls: { words: "TLS", option: "endpoint" },
  clientCertificate: { words: "a client certificate over TLS", option: "tls.cert" },
  httpBasic: { words: "HTTP Basic", option: "signIn" },
  httpDigest: { words: "HTTP Digest", option: "signIn" },
  usernameToken: { words: "a UsernameToken", option: "security.usernameToken" },
  passwordDigest: { words: "a password digest", option: "security.usernameToken" },
  timestamp: { words: "a Timestamp", option: "security.timestamp" },
  signature: { words: "an X.509 signature", option: "security.signature" },
  serviceCertificate: { words: "the certificate of the service", option: "security.verify" },
  samlAssertion: { words: "a SAML assertion", option: "security.samlAssertion" },
  encryption: { words: "encryption of messages (XML Encryption)", option: "security.encryption" },
  encryptedAttachments: { words: "encrypted attachments", remedy: PLAIN },
  encryptedHeaders: {
    words: "encryption of every header block of a namespace",
    remedy: "ask the service to name the header blocks",
  },
  rsa15: {
    words: "keys that are encrypted by RSA 1.5",
    remedy: "ask the service for an algorithm suite without Rsa15",
  },
  tripleDes: { words: "encryption by Triple DES", remedy: "ask the service for an algorithm suite with AES" },
  symmetricBinding: {
    words: "the symmetric binding (a key that client and service share)",
    option: "security.symmetricBinding",
  },
  derivedKeys: { words: "derived keys", option: "security.symmetricBinding" },
  impliedKeys: {
    words: "derived keys that no DerivedKeyToken names",
    remedy: "ask the service for RequireExplicitDerivedKeys",
  },
  passwordKey: {
    words: "a key that is derived from a password",
    remedy: "ask the service for a port that needs TLS and the password alone",
  },
  tokenKey: { words: "messages that the key of a token protects", remedy: PLAIN },
  derivedTokenKeys: { words: "keys that are derived from that of a token", remedy: PLAIN },
  encryptedToken: { words: "an encrypted token", remedy: PLAIN },
  certificateForm: {
    words: "a certificate in another form than that of an X509V3 token",
    remedy: "ask the service for the token type X509V3",
  },
  secondCertificate: { words: "a second certificate", remedy: PLAIN },
  endorsing: { words: "a second signature, over the first one", remedy: PLAIN },
  endorsedParts: { words: "parts that a second signature covers", remedy: PLAIN },
  encryptedSignature: {
    words: "an encrypted signature over encrypted parts",
    remedy: "ask the service for SignBeforeEncrypting",
  },
  binding: {
    words: "signatures or encryption without a binding that says how",
    remedy: "ask the service for its whole policy",
  },
  algorithm: {
    words: "an algorithm that this client does not have",
    remedy: "ask the service for an algorithm suite with AES and RSA-OAEP",
  },
  secureConversation: { words: "WS-SecureConversation", remedy: PLAIN },
  issuedToken: { words: "a token of a security token service (WS-Trust)", option: "security.issuer" },
  holderOfKey: { words: "a token that is bound to a key", remedy: GATEWAY },
  kerberos: { words: "Kerberos", remedy: GATEWAY },
  keyValueToken: { words: "a bare key in the place of a certificate", remedy: PLAIN },
  elementsByXPath: {
    words: "signed or encrypted elements by an XPath of another form than child steps",
    remedy: PLAIN,
  },
  xpathPredicate: { words: "signed or encrypted elements by an XPath with a predicate", remedy: PLAIN },
  timestampLast: { words: "a Timestamp after everything else", remedy: "ask the service for the layout Strict or Lax" },
  relToken: { words: "a REL licence", remedy: GATEWAY },
  unknown: {
    words: "what WS-SecurityPolicy 1.3 does not define",
    remedy: "compare its name with the specification, or ask the service what it stands for",
  },
  reliableMessaging: { words: "WS-ReliableMessaging", remedy: "ask for a port without it" },
} satisfies { readonly [need: string]: SecurityNeed };

export type PolicyNeed = keyof typeof needs;

export const SECURITY_NEEDS: { readonly [need in PolicyNeed]: SecurityNeed } = needs;
