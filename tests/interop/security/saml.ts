/** Assertions of SAML 2.0, unsigned and signed by xmlsec1, as an identity provider would. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../folders";
import { KEYS } from "./small";

export const SAML = "urn:oasis:names:tc:SAML:2.0:assertion";

/** Returns an assertion about `subject` for a bearer, with `signature` after its issuer. */
export function assertionOf(subject: string, signature = ""): string {
  const [now, later] = [0, 300_000].map((ms) => new Date(Date.now() + ms).toISOString().replace(/\.\d+/, ""));
  const confirmation = `<saml2:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"></saml2:SubjectConfirmation>`;
  return `<saml2:Assertion xmlns:saml2="${SAML}" ID="_a" IssueInstant="${now}" Version="2.0"><saml2:Issuer>urn:example:issuer</saml2:Issuer>${signature}<saml2:Subject><saml2:NameID>${subject}</saml2:NameID>${confirmation}</saml2:Subject><saml2:Conditions NotBefore="${now}" NotOnOrAfter="${later}"></saml2:Conditions></saml2:Assertion>`;
}

/** Returns the assertion, signed with `key` by xmlsec1. */
export function issueAssertion(subject: string, key: string): string {
  const folder = newFolder();
  const algorithm = (use: string, uri: string) => `<ds:${use} Algorithm="${uri}"></ds:${use}>`;
  const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
  const transforms = ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", exclusive]
    .map((uri) => algorithm("Transform", uri))
    .join("");
  const reference = `<ds:Reference URI="#_a"><ds:Transforms>${transforms}</ds:Transforms>${algorithm("DigestMethod", "http://www.w3.org/2001/04/xmlenc#sha256")}<ds:DigestValue/></ds:Reference>`;
  const signature = `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>${algorithm("CanonicalizationMethod", exclusive)}${algorithm("SignatureMethod", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256")}${reference}</ds:SignedInfo><ds:SignatureValue/><ds:KeyInfo><ds:X509Data><ds:X509Certificate/></ds:X509Data></ds:KeyInfo></ds:Signature>`;
  const template = join(folder, "template.xml");
  const file = join(folder, "assertion.xml");
  writeFileSync(template, assertionOf(subject, signature));
  const pair = `${join(KEYS, `${key}.key`)},${join(KEYS, `${key}.crt`)}`;
  execFileSync("xmlsec1", ["--sign", "--privkey-pem", pair, ...marked, "--output", file, template]);
  return readFileSync(file, "utf8");
}

/** The arguments that declare the id attribute of an assertion. */
const marked = ["--id-attr:ID", `${SAML}:Assertion`];

/** Whether xmlsec1 verifies the signature of the assertion, in a message or alone. */
export function isGoodAssertion(text: string, key: string): boolean {
  const file = join(newFolder(), "message.xml");
  writeFileSync(file, text);
  try {
    const found = ["--node-xpath", "//*[local-name()='Assertion']/*[local-name()='Signature']"];
    const by = ["--pubkey-cert-pem", join(KEYS, `${key}.crt`)];
    execFileSync("xmlsec1", ["--verify", ...by, ...marked, ...found, file], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
