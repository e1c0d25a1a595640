/** SAML assertions of the testing issuer, signed by xml-crypto, which is independent of our code. */
import { randomUUID } from "node:crypto";
import { SignedXml } from "xml-crypto";
import { pem } from "./keys";

const NAMESPACES = {
  "1.1": "urn:oasis:names:tc:SAML:1.0:assertion",
  "2.0": "urn:oasis:names:tc:SAML:2.0:assertion",
};
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";

export interface AssertionFacts {
  readonly version: keyof typeof NAMESPACES;
  readonly subject: string;
  readonly audience?: string | undefined;
  /** In milliseconds since 1970; undefined for an assertion without conditions. */
  readonly expires?: number | undefined;
  readonly created?: number | undefined;
  /** The content of the subject's confirmation by a key: ds:KeyInfo. Default: a bearer. */
  readonly keyInfo?: string | undefined;
  /** The name of the key that signs; undefined for an unsigned assertion. Default: `service`. */
  readonly key?: string | undefined;
}

export function assertionOf(facts: AssertionFacts): string {
  const { version, key = "service" } = facts;
  const id = `_${randomUUID()}`;
  const xml = version === "1.1" ? saml11(id, facts) : saml20(id, facts);
  return key === "none" ? xml : sign(xml, version, key);
}

const time = (ms: number | undefined): string => new Date(ms ?? Date.now()).toISOString();

function saml20(id: string, { subject, audience, expires, created, keyInfo }: AssertionFacts): string {
  const method = keyInfo === undefined ? "bearer" : "holder-of-key";
  const data = keyInfo === undefined ? "" : `<s:SubjectConfirmationData>${keyInfo}</s:SubjectConfirmationData>`;
  const audiences = audience && `<s:AudienceRestriction><s:Audience>${audience}</s:Audience></s:AudienceRestriction>`;
  const conditions =
    expires === undefined
      ? ""
      : `<s:Conditions NotBefore="${time(created)}" NotOnOrAfter="${time(expires)}">${audiences ?? ""}</s:Conditions>`;
  return `<s:Assertion xmlns:s="${NAMESPACES["2.0"]}" ID="${id}" IssueInstant="${time(created)}" Version="2.0"><s:Issuer>urn:example:issuer</s:Issuer><s:Subject><s:NameID>${subject}</s:NameID><s:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${method}">${data}</s:SubjectConfirmation></s:Subject>${conditions}<s:AuthnStatement AuthnInstant="${time(created)}"><s:AuthnContext><s:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</s:AuthnContextClassRef></s:AuthnContext></s:AuthnStatement></s:Assertion>`;
}

function saml11(id: string, { subject, audience, expires, created, keyInfo }: AssertionFacts): string {
  const method = keyInfo === undefined ? "bearer" : "holder-of-key";
  const audiences =
    audience && `<s:AudienceRestrictionCondition><s:Audience>${audience}</s:Audience></s:AudienceRestrictionCondition>`;
  const conditions =
    expires === undefined
      ? ""
      : `<s:Conditions NotBefore="${time(created)}" NotOnOrAfter="${time(expires)}">${audiences ?? ""}</s:Conditions>`;
  return `<s:Assertion xmlns:s="${NAMESPACES["1.1"]}" AssertionID="${id}" IssueInstant="${time(created)}" Issuer="urn:example:issuer" MajorVersion="1" MinorVersion="1">${conditions}<s:AuthenticationStatement AuthenticationInstant="${time(created)}" AuthenticationMethod="urn:oasis:names:tc:SAML:1.0:am:password"><s:Subject><s:NameIdentifier>${subject}</s:NameIdentifier><s:SubjectConfirmation><s:ConfirmationMethod>urn:oasis:names:tc:SAML:1.0:cm:${method}</s:ConfirmationMethod>${keyInfo ?? ""}</s:SubjectConfirmation></s:Subject></s:AuthenticationStatement></s:Assertion>`;
}

/** In SAML 2.0 the signature follows the Issuer (5.4 of its core), in SAML 1.1 it is the last child. */
function sign(xml: string, version: AssertionFacts["version"], key: string): string {
  const signing = new SignedXml({
    privateKey: pem(`${key}.key`),
    publicCert: pem(`${key}.crt`),
    idAttribute: "AssertionID",
    canonicalizationAlgorithm: EXCLUSIVE,
    signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  });
  signing.addReference({
    xpath: "/*",
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", EXCLUSIVE],
    digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
  });
  signing.computeSignature(xml, {
    prefix: "ds",
    location: version === "2.0" ? { reference: "/*/*[1]", action: "after" } : { reference: "/*", action: "append" },
  });
  return signing.getSignedXml();
}

/** Whether xml-crypto finds the signature of the assertion in `message` good. */
export function isGoodForXmlCrypto(message: string, key = "service"): boolean {
  const assertion = /<s:Assertion [\s\S]*<\/s:Assertion>/.exec(message)?.[0] ?? "";
  const judge = new SignedXml({
    publicCert: pem(`${key}.crt`),
    idAttribute: "AssertionID",
    getCertFromKeyInfo: () => null,
  });
  const [signature] = /<ds:Signature [\s\S]*?<\/ds:Signature>/.exec(assertion) ?? [];
  if (signature === undefined) return false;
  judge.loadSignature(signature);
  try {
    return judge.checkSignature(assertion);
  } catch {
    return false;
  }
}
