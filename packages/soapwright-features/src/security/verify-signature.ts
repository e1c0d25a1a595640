/** Verifies a ds:Signature and the digests that it covers (XML Signature 1.1). */
import {
  createHash,
  createHmac,
  type Hash,
  timingSafeEqual,
  verify as verifyWith,
  type X509Certificate,
} from "node:crypto";
import type { ReceivedAttachment } from "soapwright-runtime/extend";
import { DIGESTS, fits, keyFor, SIGNATURES } from "./algorithms";
import { canonicalOf, type Inclusive, type Mark, patched, writeCanonical } from "./canonical-writer";
import { outOfTime } from "./certificate";
import { childrenOf, type EnvelopePart, elementsIn, idsOf, isNamed, type SecuredParts } from "./envelope-parts";
import { MACS, type MacAlgorithm } from "./issuer/trust-terms";
import type { VerifyingTerms } from "./read-options";
import type { Refuse } from "./refusal";
import type { ResponseOutline } from "./response-outline";
import { DS, EXCLUSIVE, INCLUSIVE, STR_TRANSFORM } from "./security-namespaces";
import type { SignatureAlgorithm } from "./security-options";
import { ATTACHMENT_TRANSFORMS, type AttachmentPart, attachmentNamed, isOfReceived } from "./signed-attachments";
import { readSignedInfo, type SignedInfo, type SignedReference } from "./signed-info";
import { octetsOfToken, tokenOf, writtenCertificate } from "./token-reference";

/** Each reference costs a canonicalization. */
const MOST_REFERENCES = 64;

/** A message that was received, with the parts beside the envelope that no element of it stands for. */
export interface Elements extends SecuredParts {
  readonly attachments: readonly ReceivedAttachment[];
}

/** The content of ds:SignedInfo, in the order of XML Signature 1.1, 4.4. */
const SHAPE =
  /^ds:CanonicalizationMethod (?:ds:CanonicalizationMethod\/ec:InclusiveNamespaces )?ds:SignatureMethod (?:ds:Reference ds:Reference\/ds:Transforms ds:Reference\/ds:Transforms\/ds:Transform (?:ds:Reference\/ds:Transforms\/ds:Transform\/ec:InclusiveNamespaces |ds:Reference\/ds:Transforms\/ds:Transform\/wsse:TransformationParameters ds:Reference\/ds:Transforms\/ds:Transform\/wsse:TransformationParameters\/ds:CanonicalizationMethod )?ds:Reference\/ds:DigestMethod ds:Reference\/ds:DigestValue )+$/;

interface Choice {
  readonly option: "signatureAlgorithms" | "digestAlgorithms";
  readonly known: { readonly [name: string]: { readonly uri: string } };
}

const CANONICAL = [EXCLUSIVE, INCLUSIVE];

/** The algorithms by their elements that are no choice. */
const FIXED: ReadonlyMap<string, readonly string[]> = new Map([
  ["ds:CanonicalizationMethod", CANONICAL],
  ["ds:Reference/ds:Transforms/ds:Transform", [...CANONICAL, STR_TRANSFORM, ...Object.values(ATTACHMENT_TRANSFORMS)]],
  ["ds:Reference/ds:Transforms/ds:Transform/wsse:TransformationParameters/ds:CanonicalizationMethod", CANONICAL],
]);

/** The algorithms by their elements that are a choice. */
const CHOICES: ReadonlyMap<string, Choice> = new Map([
  ["ds:SignatureMethod", { option: "signatureAlgorithms", known: SIGNATURES }],
  ["ds:Reference/ds:DigestMethod", { option: "digestAlgorithms", known: DIGESTS }],
]);

function remedyFor(choice: Choice | undefined, uri: string): Parameters<Refuse>[1] {
  if (choice === undefined) return { remedy: `Ask the service for ${EXCLUSIVE}` };
  const { option, known } = choice;
  const name = Object.keys(known).find((each) => known[each]!.uri === uri);
  if (name !== undefined) return { callerRemedy: `To accept it, name ${name} in security.verify.${option}` };
  const names = Object.keys(known).filter((each) => !/SHA-?1$/.test(each));
  return { remedy: `Ask the service for one of ${names.join(", ")}` };
}

function acceptedBy({ secret, ...terms }: VerifyingTerms, { option, known }: Choice): readonly string[] {
  if (secret !== undefined && known === SIGNATURES) return [MACS[secret.algorithm].uri];
  return terms[option].map((name) => known[name]!.uri);
}

function requireShape(terms: VerifyingTerms, info: SignedInfo, refuse: Refuse): void {
  for (const { at, uri } of info.algorithms) {
    const choice = CHOICES.get(at);
    const accepted = choice === undefined ? (FIXED.get(at) ?? []) : acceptedBy(terms, choice);
    if (accepted.includes(uri)) continue;
    // Other texts of the response must not get into messages.
    const shown = /^[\w:/.#-]{1,120}$/.test(uri) ? uri : "of another name";
    throw refuse(
      `its signature has the ${at.slice(at.lastIndexOf(":") + 1)} ${shown}, which is not one of those that are accepted`,
      remedyFor(choice, uri),
    );
  }
  const { references, shape } = info;
  if (references.length > MOST_REFERENCES) throw refuse(`its signature has more than ${MOST_REFERENCES} references`);
  if (!SHAPE.test(`${shape.join(" ")} `)) throw refuse(WRONG_FORM);
}

const BY_ANOTHER_KEY = "its signature is not by the key of the symmetric binding over what it came with";
const TWICE = "its signature names one part twice";
const WRONG_FORM = "its ds:Signature is not of the form that is accepted";

/** Throws unless every Reference, but those to attachments, names one element by its id. */
function requireIds(references: readonly SignedReference[], outline: ResponseOutline, refuse: Refuse): void {
  const seen = new Set<string>();
  for (const { uri, attachment } of references) {
    if (attachment !== undefined) continue;
    if (uri === undefined || !/^#[^'"\s]+$/.test(uri))
      throw refuse("its signature has a Reference that names no part by its id");
    const id = uri.slice(1);
    if (seen.has(id)) throw refuse(TWICE);
    seen.add(id);
    if (outline.ids.get(id) !== 1) {
      throw refuse(
        outline.ids.has(id) ? "an id that is signed is on more than one element" : "a part that is signed is missing",
      );
    }
  }
  for (const count of outline.wsuIds.values()) if (count > 1) throw refuse("a wsu:Id is on more than one element");
}

/** What a signature covers. */
export interface Signed {
  /** The canonical texts of elements, by the position of their elements. */
  readonly texts: ReadonlyMap<number, string>;
  readonly attachments: ReadonlyMap<ReceivedAttachment, AttachmentPart>;
}

/**
 * Returns the parts whose digests are signed. The SignatureValue is verified first: before that, nothing costs more than
 * one pass over the Header.
 */
export async function signedParts(
  terms: VerifyingTerms,
  parts: Elements,
  signature: EnvelopePart,
  outline: ResponseOutline,
  refuse: Refuse,
): Promise<Signed> {
  const { text } = parts;
  const [signedInfo, signatureValue, keyInfo, more] = childrenOf(text, signature);
  const isDs = (part: EnvelopePart | undefined, local: string): part is EnvelopePart =>
    part !== undefined && isNamed(part, DS, local);
  if (!isDs(signedInfo, "SignedInfo") || !isDs(signatureValue, "SignatureValue")) throw refuse(WRONG_FORM);
  // The client ignores what the response says about its key.
  if (more !== undefined || (keyInfo !== undefined && !isDs(keyInfo, "KeyInfo"))) throw refuse(WRONG_FORM);
  let content = await canonicalOf(text, signedInfo);
  const info = readSignedInfo(content);
  if (info === undefined) throw refuse("its signature has a PrefixList that is too long");
  requireShape(terms, info, refuse);
  if (info.prefixes.length > 0) content = await canonicalOf(text, signedInfo, info.prefixes);
  const name = terms.signatureAlgorithms.find((each) =>
    info.algorithms.some(({ at, uri }) => at === "ds:SignatureMethod" && uri === SIGNATURES[each].uri),
  );
  const [, value] = /^<[^>]*>([^<]*)<\/[^>]*>$/.exec(await canonicalOf(text, signatureValue)) ?? [];
  const { secret } = terms;
  const wrong = (): Error =>
    refuse(
      secret === undefined
        ? "its signature is not that of a configured certificate over what it came with"
        : BY_ANOTHER_KEY,
      {
        callerRemedy:
          "Compare security.verify.certificates with the certificate by which the service signs; if it is there, something on the way has changed the response",
      },
    );
  if (secret === undefined) {
    const signer = name && signerAmong(terms.certificates, name, content, value ?? "");
    if (signer === undefined) throw wrong();
    terms.signer?.(signer);
  } else if (!isAuthentic(secret.algorithm, secret.keyOf(parts, keyInfo), content, value ?? "")) throw wrong();
  requireIds(info.references, outline, refuse);
  const ids = info.references.flatMap(({ uri, attachment }) => (attachment === undefined ? uri!.slice(1) : []));
  const identified = partsById(parts, ids);
  const signed = new Map<number, string>();
  const attachments = new Map<ReceivedAttachment, AttachmentPart>();
  for (const reference of info.references) {
    const { attachment: transform } = reference;
    if (transform !== undefined) {
      const attachment = attachmentNamed(parts.attachments, reference.uri ?? "");
      if (attachment === undefined) throw refuse("an attachment that is signed is missing");
      if (attachments.has(attachment)) throw refuse(TWICE);
      const { hash } = hashOf(reference);
      if (!(await isOfReceived(hash, transform, attachment, reference.digest))) throw wrong();
      attachments.set(attachment, transform);
      continue;
    }
    const part = identified.get(reference.uri!.slice(1));
    // The element is in the Body, which is verified as a whole.
    if (part === undefined) continue;
    const { hash } = hashOf(reference);
    const isGood = (octets: Hash): boolean => octets.digest().equals(Buffer.from(reference.digest, "base64"));
    if (!reference.isOfToken) {
      const { octets, xml } = await digested(text, part, createHash(hash), reference.prefixes);
      if (!isGood(octets)) throw wrong();
      signed.set(part.start, xml);
      continue;
    }
    const token = await tokenOf(parts, part, outline);
    if (token === undefined) throw refuse("its signature covers a token that is not in its wsse:Security header block");
    // A certificate outside the message is one of those that may sign, so nothing depends on which of them is signed.
    const texts =
      token === "certificate"
        ? terms.certificates.map(writtenCertificate)
        : [await canonicalOf(text, token, reference.prefixes)];
    if (!texts.some((xml) => isGood(createHash(hash).update(octetsOfToken(xml), "utf8")))) throw wrong();
    if (token !== "certificate") signed.set(token.start, texts[0]!);
  }
  return { texts: signed, attachments };
}

function hashOf({ digestMethod }: SignedReference) {
  return Object.values(DIGESTS).find(({ uri }) => uri === digestMethod)!;
}

/** Returns the hash of the canonical text, and the text for a reader. */
async function digested(text: string, part: EnvelopePart, octets: Hash, inclusive: Inclusive) {
  const marks: Mark[] = [];
  let xml = "";
  const take = (piece: string): void => {
    octets.update(piece, "utf8");
    xml += piece;
  };
  await writeCanonical(text, part.start, part.scope, take, { inclusive, inherited: part.inherited, marks });
  return { octets, xml: patched(xml, marks) };
}

/** Returns the Body and elements of the Header by these ids, each of which is on one element only. */
function partsById(
  { text, header, blocks, body, tokens }: Elements,
  ids: readonly string[],
): ReadonlyMap<string, EnvelopePart> {
  const found = new Map<string, EnvelopePart>();
  const add = (part: EnvelopePart): void => {
    for (const id of idsOf(part.tag)) found.set(id, part);
  };
  [body, ...(header === undefined ? [] : [header]), ...blocks, ...tokens].forEach(add);
  const others = new Set(ids.filter((id) => !found.has(id)));
  if (header === undefined || others.size === 0) return found;
  elementsIn(text, header, (tag) => idsOf(tag).some((id) => others.has(id))).forEach(add);
  return found;
}

/** Returns the certificate, valid now, whose signature `value` is in base64. */
export function signerAmong(
  certificates: readonly X509Certificate[],
  name: SignatureAlgorithm,
  content: string,
  value: string,
): X509Certificate | undefined {
  const bytes = Buffer.from(content, "utf8");
  const signature = Buffer.from(value, "base64");
  return certificates.find(
    (each) =>
      outOfTime(each) === undefined &&
      fits(each.publicKey, name) &&
      verifyWith(SIGNATURES[name].hash, bytes, keyFor(each.publicKey, name), signature),
  );
}

function isAuthentic(algorithm: MacAlgorithm, key: Buffer | undefined, content: string, value: string): boolean {
  if (key === undefined) return false;
  const expected = createHmac(MACS[algorithm].hash, key).update(content, "utf8").digest();
  const signature = Buffer.from(value, "base64");
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
