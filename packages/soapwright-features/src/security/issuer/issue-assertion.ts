/** Writes and signs a SAML assertion, as an issuer does: SAML 2.0 and 1.1 Core, 5.4. */
import { createHash, type KeyObject, randomUUID, sign, type X509Certificate } from "node:crypto";
import { escapeText, NO_SCOPE } from "soapwright-runtime/codecs";
import { algorithmFor, DIGESTS, keyFor, SIGNATURES } from "../algorithms";
import { canonicalOf } from "../canonical-writer";
import { DS, EXCLUSIVE } from "../security-namespaces";
import type { SamlVersion } from "./trust-terms";

export interface AssertionFacts {
  readonly version: SamlVersion;
  readonly subject: string;
  readonly audience: string | undefined;
  /** In milliseconds since 1970. */
  readonly created: number;
  readonly expires: number;
  /** The ds:KeyInfo of the key that its holder has; undefined for a bearer's assertion. */
  readonly keyInfo: string | undefined;
}

/** The key of an issuer, and its certificate. */
export interface IssuerKey {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

export interface WrittenAssertion {
  readonly id: string;
  readonly xml: string;
}

/** In SAML 2.0 the signature follows the Issuer, in SAML 1.1 it is the last child. */
export async function issueAssertion(facts: AssertionFacts, issuer: IssuerKey): Promise<WrittenAssertion> {
  const id = `_${randomUUID()}`;
  const [start, rest] = (facts.version === "SAML 1.1" ? saml11 : saml20)(id, facts, nameOf(issuer));
  return { id, xml: start + (await signatureOf(start + rest, id, issuer)) + rest };
}

const SAML_1 = "urn:oasis:names:tc:SAML:1.0:assertion";
const SAML_2 = "urn:oasis:names:tc:SAML:2.0:assertion";

function nameOf({ certificate }: IssuerKey): string {
  return escapeText(nameIn(certificate)).replaceAll('"', "&quot;");
}

/** The common name of a certificate, or its whole subject. */
export function nameIn({ subject }: X509Certificate): string {
  return /^CN=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll("\n", ", ");
}

/** Returns what precedes the signature, and what follows it. */
type Halves = readonly [start: string, rest: string];

function conditions({ audience, created, expires }: AssertionFacts, restriction: string): string {
  const times = `NotBefore="${timeOf(created)}" NotOnOrAfter="${timeOf(expires)}"`;
  const name = audience === undefined ? "" : `<s:Audience>${escapeText(audience)}</s:Audience>`;
  return `<s:Conditions ${times}>${name && `<s:${restriction}>${name}</s:${restriction}>`}</s:Conditions>`;
}

function saml20(id: string, facts: AssertionFacts, issuer: string): Halves {
  const { subject, created, keyInfo } = facts;
  const method = `urn:oasis:names:tc:SAML:2.0:cm:${keyInfo === undefined ? "bearer" : "holder-of-key"}`;
  const data = keyInfo && `<s:SubjectConfirmationData>${keyInfo}</s:SubjectConfirmationData>`;
  const confirmation = `<s:SubjectConfirmation Method="${method}">${data ?? ""}</s:SubjectConfirmation>`;
  const context = "<s:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</s:AuthnContextClassRef>";
  return [
    `<s:Assertion xmlns:s="${SAML_2}" ID="${id}" IssueInstant="${timeOf(created)}" Version="2.0"><s:Issuer>${issuer}</s:Issuer>`,
    `<s:Subject><s:NameID>${escapeText(subject)}</s:NameID>${confirmation}</s:Subject>${conditions(facts, "AudienceRestriction")}<s:AuthnStatement AuthnInstant="${timeOf(created)}"><s:AuthnContext>${context}</s:AuthnContext></s:AuthnStatement></s:Assertion>`,
  ];
}

function saml11(id: string, facts: AssertionFacts, issuer: string): Halves {
  const { subject, created, keyInfo } = facts;
  const method = `urn:oasis:names:tc:SAML:1.0:cm:${keyInfo === undefined ? "bearer" : "holder-of-key"}`;
  const confirmation = `<s:SubjectConfirmation><s:ConfirmationMethod>${method}</s:ConfirmationMethod>${keyInfo ?? ""}</s:SubjectConfirmation>`;
  const statement = `<s:AuthenticationStatement AuthenticationInstant="${timeOf(created)}" AuthenticationMethod="urn:oasis:names:tc:SAML:1.0:am:unspecified"><s:Subject><s:NameIdentifier>${escapeText(subject)}</s:NameIdentifier>${confirmation}</s:Subject></s:AuthenticationStatement>`;
  const head = `<s:Assertion xmlns:s="${SAML_1}" AssertionID="${id}" IssueInstant="${timeOf(created)}" Issuer="${issuer}" MajorVersion="1" MinorVersion="1">`;
  return [`${head}${conditions(facts, "AudienceRestrictionCondition")}${statement}`, "</s:Assertion>"];
}

export function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** Signs the whole assertion but the signature itself. */
async function signatureOf(unsigned: string, id: string, { certificate, key }: IssuerKey): Promise<string> {
  const alone = { start: 0, scope: NO_SCOPE };
  const algorithm = algorithmFor(key)!;
  const digest = createHash("sha256")
    .update(await canonicalOf(unsigned, alone))
    .digest("base64");
  const transforms = [`${DS}enveloped-signature`, EXCLUSIVE].map((uri) => `<ds:Transform Algorithm="${uri}"/>`);
  const signedInfo = `<ds:SignedInfo xmlns:ds="${DS}"><ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"/><ds:SignatureMethod Algorithm="${SIGNATURES[algorithm].uri}"/><ds:Reference URI="#${id}"><ds:Transforms>${transforms.join("")}</ds:Transforms><ds:DigestMethod Algorithm="${DIGESTS["SHA-256"].uri}"/><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
  const content = Buffer.from(await canonicalOf(signedInfo, alone));
  const value = sign(SIGNATURES[algorithm].hash, content, keyFor(key, algorithm)).toString("base64");
  return `<ds:Signature xmlns:ds="${DS}">${signedInfo}<ds:SignatureValue>${value}</ds:SignatureValue>${keyInfoOf(certificate)}</ds:Signature>`;
}

export function keyInfoOf({ raw }: X509Certificate): string {
  return `<ds:KeyInfo xmlns:ds="${DS}"><ds:X509Data><ds:X509Certificate>${raw.toString("base64")}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
}
