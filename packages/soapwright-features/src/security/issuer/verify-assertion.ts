/** A service's check of a SAML assertion: signed by an issuer that it trusts (SAML 2.0 and 1.1 Core, 5.4), in time, and for it. */
import { createHash, X509Certificate } from "node:crypto";
import { endOfElement, NO_SCOPE, readTag, resolve, type WrittenTag } from "soapwright-runtime/codecs";
import { DIGEST_NAMES, DIGESTS, SIGNATURE_NAMES, SIGNATURES } from "../algorithms";
import { canonicalOf } from "../canonical-writer";
import { MessageKeys } from "../encryption/message-keys";
import type { DecryptionTerms } from "../encryption/read-encryption";
import { childrenOf, type EnvelopePart, elementsIn, isNamed } from "../envelope-parts";
import { refuseRequest } from "../refusal";
import { readAssertion } from "../saml-assertion";
import { DS, EXCLUSIVE } from "../security-namespaces";
import { readSignedInfo } from "../signed-info";
import { signerAmong } from "../verify-signature";

export interface AssertionTerms {
  readonly certificates: readonly X509Certificate[];
  readonly audience: string | undefined;
  /** Reads the symmetric keys that assertions are bound to. */
  readonly key: DecryptionTerms | undefined;
}

/** Whom an assertion is about, and the key whose holder must sign the message; undefined for a bearer's assertion. */
export interface VerifiedAssertion {
  readonly subject: string;
  readonly holder: X509Certificate | Buffer | undefined;
}

/** One reference to the whole assertion, without the signature itself. */
const SHAPE =
  /^ds:CanonicalizationMethod ds:SignatureMethod ds:Reference ds:Reference\/ds:Transforms ds:Reference\/ds:Transforms\/ds:Transform ds:Reference\/ds:Transforms\/ds:Transform (?:ds:Reference\/ds:Transforms\/ds:Transform\/ec:InclusiveNamespaces )?ds:Reference\/ds:DigestMethod ds:Reference\/ds:DigestValue$/;

/** Everything is read from the text that is signed. Rejects with what `refuse` returns. */
export async function verifyAssertion(
  { certificates, audience, key }: AssertionTerms,
  text: string,
  part: EnvelopePart,
  refuse: (why: string) => Error,
): Promise<VerifiedAssertion> {
  const [signature, second] = childrenOf(text, part).filter((each) => isNamed(each, DS, "Signature"));
  if (signature === undefined || second !== undefined) throw refuse("its assertion has not one signature");
  const [signedInfo, value] = childrenOf(text, signature);
  if (signedInfo === undefined || value === undefined)
    throw refuse("the signature of its assertion is of another form");
  const content = await canonicalOf(text, signedInfo);
  const info = readSignedInfo(content);
  const [reference] = info?.references ?? [];
  const [, method = "", enveloped, transform, digestMethod] = info?.algorithms.map(({ uri }) => uri) ?? [];
  const algorithm = SIGNATURE_NAMES.find((name) => SIGNATURES[name].uri === method && name !== "RSA-SHA1");
  const digest = DIGEST_NAMES.find((name) => DIGESTS[name].uri === digestMethod && name !== "SHA-1");
  const isOfForm =
    isNamed(signedInfo, DS, "SignedInfo") &&
    isNamed(value, DS, "SignatureValue") &&
    SHAPE.test(info?.shape.join(" ") ?? "");
  const isKnown =
    enveloped === `${DS}enveloped-signature` && transform === EXCLUSIVE && info?.algorithms[0]?.uri === EXCLUSIVE;
  if (!isOfForm || !isKnown || reference === undefined || algorithm === undefined || digest === undefined) {
    throw refuse("the signature of its assertion is of another form");
  }
  const base64 = (await canonicalOf(text, value)).replace(/<[^>]*>/g, "");
  if (signerAmong(certificates, algorithm, content, base64) === undefined)
    throw refuse("its assertion is not signed by an issuer that this service trusts");
  const unsigned = text.slice(0, signature.start) + text.slice(endOfElement(text, signature.tag));
  const xml = await canonicalOf(unsigned, part, reference.prefixes);
  const { id, audiences } = readAssertion(xml, (what) => refuse(`its assertion ${what}`));
  const isWhole = createHash(DIGESTS[digest].hash).update(xml).digest("base64") === reference.digest.replace(/\s/g, "");
  if (!isWhole || reference.uri !== `#${id}`) throw refuse("its assertion was changed after it was signed");
  if (audience !== undefined && !audiences.includes(audience)) throw refuse("its assertion is for another service");
  const root: EnvelopePart = { namespace: "", local: "", tag: readTag(xml, 0), start: 0, scope: NO_SCOPE };
  const [name] = elementsIn(xml, root, ({ name }) => /(?:^|:)Name(?:ID|Identifier)$/.test(name));
  const subject = name === undefined ? "" : resolve(xml.slice(name.tag.end, xml.indexOf("<", name.tag.end)));
  return { subject, holder: holderOf(xml, root, key, refuse) };
}

/** SAML Token Profile 1.1, 3.5. A certificate confirms a holder, or a key that is encrypted for the service. */
function holderOf(
  xml: string,
  root: EnvelopePart,
  decryption: DecryptionTerms | undefined,
  refuse: (why: string) => Error,
): VerifiedAssertion["holder"] {
  if (!/["'>]urn:oasis:names:tc:SAML:[12]\.0:cm:holder-of-key["'<]/.test(xml)) return undefined;
  const encrypted = elementsIn(xml, root, ({ name }) => /(?:^|:)EncryptedKey$/.test(name));
  if (decryption !== undefined && encrypted.length === 1) {
    const keys = new MessageKeys(decryption, undefined, refuseRequest);
    keys.read({ text: xml, tokens: encrypted });
    const key = keys.shared()?.secret;
    if (key !== undefined) return key;
  }
  const isCertificate = ({ name }: WrittenTag): boolean => /(?:^|:)X509Certificate$/.test(name);
  const [found] = elementsIn(xml, root, isCertificate).filter(({ namespace }) => namespace === DS);
  const text = found === undefined ? "" : xml.slice(found.tag.end, xml.indexOf("<", found.tag.end));
  try {
    return new X509Certificate(Buffer.from(text, "base64"));
  } catch {
    throw refuse("its assertion is bound to a key that this service cannot check");
  }
}
