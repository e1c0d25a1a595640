/** The names of the assertions of WS-SecurityPolicy 1.1 to 1.3, by what they ask of a caller. */
import type { PolicyNeed } from "./security-needs";

/** Versions 1.1 to 1.3 with a draft of 1.2 that WebLogic writes, and the assertions that WCF adds. */
export const securityNamespaces: ReadonlySet<string> = new Set([
  "http://schemas.xmlsoap.org/ws/2005/07/securitypolicy",
  "http://schemas.microsoft.com/ws/2005/07/securitypolicy",
  "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200512",
  "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702",
  "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802",
]);
export const reliableNamespaces: ReadonlySet<string> = new Set([
  "http://schemas.xmlsoap.org/ws/2005/02/rm/policy",
  "http://docs.oasis-open.org/ws-rx/wsrmp/200702",
]);

/** The local names of the assertions of each requirement. */
const ASSERTIONS: { readonly [need in PolicyNeed]?: string } = {
  tls: "TransportBinding HttpsToken",
  clientCertificate: "RequireClientCertificate",
  httpBasic: "HttpBasicAuthentication",
  httpDigest: "HttpDigestAuthentication",
  usernameToken: "UsernameToken",
  passwordDigest: "HashPassword",
  timestamp: "IncludeTimestamp",
  signature: "AsymmetricBinding X509Token",
  samlAssertion: "SamlToken",
  encryption:
    "EncryptedParts EncryptedElements ContentEncryptedElements EncryptSignature EncryptBeforeSigning EncryptedSupportingTokens SignedEncryptedSupportingTokens EndorsingEncryptedSupportingTokens SignedEndorsingEncryptedSupportingTokens",
  symmetricBinding: "SymmetricBinding",
  derivedKeys: "RequireDerivedKeys RequireExplicitDerivedKeys",
  impliedKeys: "RequireImpliedDerivedKeys",
  secureConversation: "SecureConversationToken SecurityContextToken SslContextToken",
  kerberos: "SpnegoContextToken KerberosToken",
  issuedToken: "IssuedToken",
  keyValueToken: "KeyValueToken RsaToken",
  certificateForm:
    "WssX509V1Token10 WssX509V1Token11 WssX509Pkcs7Token10 WssX509Pkcs7Token11 WssX509PkiPathV1Token10 WssX509PkiPathV1Token11 RequireEmbeddedTokenReference",
  algorithm: "InclusiveC14N11 SoapNormalization10",
  relToken: "RelToken",
  timestampLast: "LaxTsLast",
};
export const NEEDS: ReadonlyMap<string, readonly PolicyNeed[]> = invert(ASSERTIONS);

/** The details that an assertion without content stands for. */
export const DETAILS: ReadonlyMap<string, string> = new Map([
  ["AsymmetricBinding", "asymmetric"],
  ["NoPassword", "noPassword"],
  ["Nonce", "nonce"],
  ["Created", "nonce"],
  ["InclusiveC14N", "inclusive"],
  ["ProtectTokens", "protectTokens"],
  ["EncryptSignature", "encryptSignature"],
  ["EncryptBeforeSigning", "encryptBeforeSigning"],
  ["RequireThumbprintReference", "reference=ThumbprintSHA1"],
  ["RequireIssuerSerialReference", "reference=IssuerSerial"],
  ["RequireKeyIdentifierReference", "reference=SubjectKeyIdentifier"],
  ["RequireSignatureConfirmation", "confirmation"],
]);

/** Assertions whose inner policy is for an exchange with the issuer of a token. */
export const OF_OTHERS: ReadonlySet<string> = new Set([
  "BootstrapPolicy",
  "RequestSecurityTokenTemplate",
  "Claims",
  "Issuer",
]);

/** The local names of what requires nothing of a caller, or says how a requirement is met. */
export const WITHOUT_NEED: ReadonlySet<string> = new Set(
  [
    "TransportToken InitiatorToken InitiatorSignatureToken InitiatorEncryptionToken RecipientToken",
    "RecipientSignatureToken RecipientEncryptionToken ProtectionToken SignatureToken EncryptionToken",
    "SupportingTokens SignedSupportingTokens EndorsingSupportingTokens SignedEndorsingSupportingTokens",
    "SignedParts SignedElements RequiredParts RequiredElements Body Header Attachments XPath XPath2",
    "ContentSignatureTransform AttachmentCompleteSignatureTransform AlgorithmSuite ExclusiveC14N STRTransform10 XPath10",
    "XPathFilter20 AbsXPath Layout Strict Lax LaxTsFirst SignBeforeEncrypting OnlySignEntireHeadersAndBody Wss10 Wss11",
    "MustSupportRefKeyIdentifier MustSupportRefIssuerSerial MustSupportRefExternalURI MustSupportRefEmbeddedToken",
    "MustSupportRefThumbprint MustSupportRefEncryptedKey Trust10 Trust13 MustSupportClientChallenge",
    "MustSupportServerChallenge RequireClientEntropy RequireServerEntropy MustSupportIssuedTokens ScopePolicy15",
    "RequireRequestSecurityTokenCollection RequireAppliesTo MustSupportInteractiveChallenge RequireInternalReference",
    "RequireExternalReference RequireExternalUriReference WssUsernameToken10 WssUsernameToken11 WssX509V3Token10",
    "WssX509V3Token11 WssSamlV10Token10 WssSamlV11Token10 WssSamlV10Token11 WssSamlV11Token11 WssSamlV20Token11",
    "WssKerberosV5ApReqToken11 WssGssKerberosV5ApReqToken11 WssRelV10Token10 WssRelV20Token10 WssRelV10Token11",
    "WssRelV20Token11 SC10SecurityContextToken SC13SecurityContextToken SC200502SecurityContextToken",
    "MustNotSendCancel MustNotSendAmend MustNotSendRenew IssuerName",
  ].flatMap((names) => names.split(" ")),
);

/** WS-SecurityPolicy 1.3, 6.1, and the suites with GCM of CXF. */
export const SUITE = /^(?:Basic(?:128|192|256)(?:GCM)?|TripleDes)(?:Sha256)?(?:Rsa15)?$/;

function invert(assertions: typeof ASSERTIONS): ReadonlyMap<string, readonly PolicyNeed[]> {
  const needs = new Map<string, PolicyNeed[]>();
  for (const [need, names] of Object.entries(assertions)) {
    for (const name of names.split(" ")) needs.set(name, [...(needs.get(name) ?? []), need as PolicyNeed]);
  }
  return needs;
}
