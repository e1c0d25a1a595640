/** Writes the ds:Signature of one request (XML Signature 1.1, WS-Security 1.1, 8). */
import { createHash, createHmac, type X509Certificate } from "node:crypto";
import type { CredentialRequest } from "soapwright-runtime";
import { attributeOf, escapeText, NO_SCOPE, readTag, type Scope, scopeIn } from "soapwright-runtime/codecs";
import type { SignedOctets } from "soapwright-runtime/extend";
import { DIGESTS, SIGNATURES } from "./algorithms";
import {
  type CanonicalOptions,
  canonicalOf,
  canonicalValue,
  type Inclusive,
  type Mark,
  type Patch,
  patched,
  writeCanonical,
} from "./canonical-writer";
import { requireInTime, subjectKeyIdentifier } from "./certificate";
import { elementsAt, isPath } from "./element-path";
import { blocksOf, type EnvelopePart, type EnvelopeParts, findParts } from "./envelope-parts";
import { MACS, type MacAlgorithm } from "./issuer/trust-terms";
import type { SigningTerms } from "./read-signature";
import { wrong } from "./security-error";
import { DS, EXCLUSIVE, INCLUSIVE, STR_TRANSFORM, THUMBPRINT, WSU, X509_SKI, X509_V3 } from "./security-namespaces";
import type { MessagePart } from "./security-options";
import {
  assertionReference,
  keyIdentifier,
  NS_WSU,
  newId,
  type Token,
  type Tokens,
  tokenReference,
} from "./security-tokens";
import { signatureOf } from "./signature-value";
import {
  ATTACHMENT_TRANSFORMS,
  type AttachmentPart,
  digestOfSent,
  isAttachmentPart,
  urlOf,
} from "./signed-attachments";
import { octetsOfToken, writtenCertificate } from "./token-reference";

const NS_DS = `xmlns:ds="${DS}"`;

export interface UnsecuredMessage {
  readonly envelope: string;
  readonly request: CredentialRequest;
  /** The octets that elements of the envelope refer to. A signature covers their base64 text. */
  readonly references?: SignedOctets["octets"] | undefined;
  /** The parts beside the envelope that no element of it stands for. */
  readonly attachments?: SignedOctets["attachments"] | undefined;
}

interface Signature extends Token {
  /** The reference to an assertion that the signature covers, or no text. */
  readonly reference: string;
  readonly value: string;
  /** The ids of what is signed. */
  readonly marks: readonly Patch[];
}

interface Reference {
  readonly uri: string;
  readonly digest: string;
  readonly prefixes?: readonly string[];
  /** What stands for the element: a token that it names, or an attachment. Default: its canonical text. */
  readonly of?: "token" | AttachmentPart;
}

/** The tokens that a signature covers, with another signature. */
export type SignableTokens = Tokens & { readonly Signature?: Token | undefined };

/** The inside of the Security block. */
export interface Block {
  readonly scope: Scope;
  readonly inherited: readonly string[] | undefined;
  /** The XML of an assertion in it. */
  readonly assertion: string | undefined;
}

/** What makes a signature: the key of a certificate, or the key that a token is bound to. */
export interface Signer extends Pick<SigningTerms, "digestAlgorithm"> {
  /** Whether canonical texts have every prefix in scope (Canonical XML 1.0). */
  readonly isInclusive: boolean;
  /** `"Signature"` is the other signature of the message. */
  readonly parts: readonly (MessagePart | keyof SignableTokens)[];
  /** The URI of the algorithm. */
  readonly method: string;
  readonly certificate?: X509Certificate | undefined;
  /** Returns the SignatureValue for the canonical SignedInfo. */
  sign(content: Buffer): Promise<string>;
  /** Returns ds:KeyInfo, whose reference has the id if there is one. */
  keyInfo(tokens: Tokens, id: string | undefined): string;
}

/** Throws a `ConfigurationError` for a certificate that has expired. */
export function signerOf(
  terms: SigningTerms,
  request: CredentialRequest,
  option = "security.signature",
): Signer & SigningTerms {
  requireInTime(`${option}.certificate`, terms.certificate);
  return {
    ...terms,
    isInclusive: terms.canonicalization === "inclusive",
    method: SIGNATURES[terms.signatureAlgorithm].uri,
    sign: (content) => signatureOf(terms, content, request),
    keyInfo: (tokens, id) => keyInfo(terms, tokens, id),
  };
}

/** Returns the signer by a secret key, which `reference` names. */
export function macSigner(
  algorithm: MacAlgorithm,
  key: Buffer,
  reference: string,
  terms: Pick<Signer, "parts" | "digestAlgorithm">,
): Signer {
  const { hash, uri } = MACS[algorithm];
  return {
    ...terms,
    method: uri,
    isInclusive: false,
    sign: async (content) => createHmac(hash, key).update(content).digest("base64"),
    keyInfo: () => `<ds:KeyInfo>${reference}</ds:KeyInfo>`,
  };
}

/** Returns the signature of the parts that the signer names. Rejects with a `ConfigurationError`. */
export async function sign(
  signer: Signer,
  { envelope, request, references: octets = [], attachments = [] }: UnsecuredMessage,
  parts: EnvelopeParts,
  tokens: SignableTokens,
  block: Block,
): Promise<Signature> {
  const { certificate } = signer;
  const { hash, uri } = DIGESTS[signer.digestAlgorithm];
  const inclusive: Inclusive = signer.isInclusive ? "all" : [];
  const digestOf = (octets: string): string => createHash(hash).update(octets).digest("base64");
  const inBlock = (xml: string): Promise<string> => canonicalOf(xml, { start: 0, ...block }, inclusive);
  const references: Reference[] = [];
  const marks: Patch[] = [];
  let keyId: string | undefined;
  let named = "";
  // "Addressing", "Headers" and a path may cover the element of another entry. An element gets only one id and one reference.
  const referred = new Set<number>();
  for (const part of new Set(signer.parts)) {
    const token = typeof part === "string" && part in tokens ? tokens[part as keyof SignableTokens] : undefined;
    if (token !== undefined) {
      references.push({ uri: `#${token.id}`, digest: digestOf(await inBlock(token.xml)) });
      continue;
    }
    if (isAttachmentPart(part)) {
      for (const attachment of attachments) {
        const digest = await digestOfSent(hash, part, attachment);
        references.push({ uri: urlOf(attachment), digest, of: part });
      }
      continue;
    }
    if (part === "Signature" || part === "EncryptedKey" || part === "SignatureConfirmation") continue;
    if (part === "BinarySecurityToken" && certificate !== undefined) {
      keyId = newId("STR");
      const digest = digestOf(octetsOfToken(writtenCertificate(certificate)));
      references.push({ uri: `#${keyId}`, digest, of: "token" });
      continue;
    }
    if (part === "SamlAssertion" && block.assertion !== undefined) {
      const id = newId("STR");
      const assertion = { tag: readTag(block.assertion, 0), scope: NO_SCOPE };
      const ofVersion1 = attributeOf(assertion, "", "AssertionID");
      const name = ofVersion1 ?? attributeOf(assertion, "", "ID") ?? "";
      named = assertionReference(name, ofVersion1 !== undefined, ` ${NS_WSU} wsu:Id="${id}"`);
      const digest = digestOf(octetsOfToken(await inBlock(block.assertion)));
      references.push({ uri: `#${id}`, digest, of: "token" });
      continue;
    }
    for (const element of signedElements(part, parts, envelope, request.operation)) {
      if (referred.has(element.start)) continue;
      referred.add(element.start);
      const id = idFor(element);
      if (id.insert !== "") marks.push({ at: element.start + 1 + element.tag.name.length, insert: id.insert });
      const inside = { octets, areAllInside: element === parts.body };
      references.push(await referenceTo(element, id, envelope, inside, hash, inclusive));
    }
  }
  // A signature needs a Reference (XML Signature 1.1, 4.4). "Addressing" adds none to a call without addressing
  // headers.
  if (references.length === 0) {
    throw wrong(
      "security.signature.parts",
      `The request of ${request.operation} is not addressed, so that security.signature.parts names nothing to sign. Add "Body", or set addressing.`,
    );
  }
  const signedInfo = writeSignedInfo(signer, references, uri);
  const scope = new Map([...block.scope, ["ds", DS]]);
  const content = await canonicalOf(signedInfo, { start: 0, scope, inherited: block.inherited }, inclusive);
  const value = await signer.sign(Buffer.from(content, "utf8"));
  const id = newId("SIG");
  return {
    id,
    xml: `<ds:Signature ${NS_DS} Id="${id}">${signedInfo}<ds:SignatureValue>${value}</ds:SignatureValue>${signer.keyInfo(tokens, keyId)}</ds:Signature>`,
    reference: named,
    value,
    marks,
  };
}

/** The signature covers prefixes of names in content only if they are listed (Exclusive XML Canonicalization, 3). */
async function referenceTo(
  part: EnvelopePart,
  { id, added }: ReturnType<typeof idFor>,
  envelope: string,
  inside: Inside,
  hash: string,
  inclusive: Inclusive,
): Promise<Reference> {
  for (let prefixes: readonly string[] = []; ; ) {
    const digest = createHash(hash);
    const marks: Mark[] = [];
    const options = { added, inclusive: inclusive === "all" ? inclusive : prefixes, inherited: part.inherited, marks };
    await writeInlined(envelope, part, inside, (text) => void digest.update(text), options);
    const unsigned = new Set(marks.flatMap((mark) => mark.unsigned ?? []));
    if (unsigned.size === 0) return { uri: `#${id}`, digest: digest.digest("base64"), prefixes };
    prefixes = [...prefixes, ...unsigned];
  }
}

/** The attachments that elements of the envelope stand for: all are inside of the Body, and some inside of another part. */
interface Inside {
  readonly octets: SignedOctets["octets"];
  readonly areAllInside: boolean;
}

/** Each `xop:Include` is replaced by its base64 text (XOP, 3). */
async function writeInlined(
  envelope: string,
  part: EnvelopePart,
  { octets, areAllInside }: Inside,
  take: (text: string) => void,
  options: CanonicalOptions,
): Promise<void> {
  const pieces: string[] = [];
  const takeOwn = octets.length === 0 ? take : (text: string): void => void pieces.push(text);
  await writeCanonical(envelope, part.start, part.scope, takeOwn, options);
  if (options.marks?.some(({ unsigned }) => unsigned !== undefined) === true) return;
  const written = pieces.join("");
  const found = octets.map(({ element, base64 }) => ({ at: written.indexOf(element), element, base64 }));
  let from = 0;
  for (const { at, element, base64 } of found.sort((a, b) => a.at - b.at)) {
    if (at < 0 && areAllInside) throw new TypeError("the Body does not refer to an attachment of the request");
    if (at < 0) continue;
    take(written.slice(from, at));
    for await (const text of base64()) take(text);
    from = at + element.length;
  }
  take(written.slice(from));
}

/** Returns the envelope with ids on elements that are signed by paths: a signature over their parents covers these ids. */
export function withIds(envelope: string, signed: Signer["parts"]): string {
  let text = envelope;
  for (const part of signed.filter(isPath)) {
    const marks = elementsAt(text, findParts(text), part).map((element) => ({
      at: element.start + 1 + element.tag.name.length,
      insert: idFor(element).insert,
    }));
    text = patched(text, marks);
  }
  return text;
}

/** Throws if a required block is missing. */
function signedElements(
  part: MessagePart,
  parts: EnvelopeParts,
  envelope: string,
  operation: string,
): readonly EnvelopePart[] {
  if (part === "Body") return [parts.body];
  if (isPath(part)) return elementsAt(envelope, parts, part);
  const blocks = blocksOf(part, parts);
  if (typeof part === "string" || part.optional === true || blocks.length > 0) return blocks;
  throw wrong(
    "security.signature.parts",
    `The request of ${operation} has no header block {${part.namespace}}${part.name}, which security.signature.parts is to sign.`,
  );
}

/** The id of an element, and the attributes that are inserted if it has none: by name and value, and as text. */
function idFor(part: EnvelopePart): { id: string; added: readonly string[]; insert: string } {
  const written = attributeOf(part, WSU, "Id");
  if (written !== undefined) return { id: written, added: [], insert: "" };
  const id = newId(part.local === "Body" ? "Body" : "Header");
  const inside = scopeIn(part.tag, part.scope);
  let prefix = "wsu";
  while (inside.has(prefix)) prefix += "1";
  const added = [`xmlns:${prefix}`, WSU, `${prefix}:Id`, id];
  return { id, added, insert: ` xmlns:${prefix}="${WSU}" ${prefix}:Id="${id}"` };
}

function writeSignedInfo(signer: Signer, references: readonly Reference[], digest: string): string {
  const algorithm = (name: string, uri: string, inside = ""): string =>
    `<ds:${name} Algorithm="${uri}">${inside}</ds:${name}>`;
  const canonical = signer.isInclusive ? INCLUSIVE : EXCLUSIVE;
  const canonicalization = algorithm("CanonicalizationMethod", canonical);
  const transform = ({ prefixes = [], of }: Reference): string => {
    if (of === "token") {
      const parameters = `<wsse:TransformationParameters>${canonicalization}</wsse:TransformationParameters>`;
      return algorithm("Transform", STR_TRANSFORM, parameters);
    }
    if (of !== undefined) return algorithm("Transform", ATTACHMENT_TRANSFORMS[of]);
    const list = prefixes.map((prefix) => prefix || "#default").join(" ");
    const inclusive = `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="${list}"></ec:InclusiveNamespaces>`;
    return algorithm("Transform", canonical, list && inclusive);
  };
  const each = references.map(
    (reference) =>
      `<ds:Reference URI="${canonicalValue(reference.uri)}"><ds:Transforms>${transform(reference)}</ds:Transforms>` +
      `${algorithm("DigestMethod", digest)}<ds:DigestValue>${reference.digest}</ds:DigestValue></ds:Reference>`,
  );
  return (
    `<ds:SignedInfo>${canonicalization}` +
    `${algorithm("SignatureMethod", signer.method)}${each.join("")}</ds:SignedInfo>`
  );
}

/** The forms are those of the X.509 Token Profile 1.1, 3.2. */
export function keyInfo(
  { certificate, keyReference }: Pick<SigningTerms, "certificate" | "keyReference">,
  { BinarySecurityToken: token }: Pick<Tokens, "BinarySecurityToken">,
  id?: string,
): string {
  let reference: string;
  switch (keyReference) {
    case "BinarySecurityToken":
      reference = `<wsse:Reference URI="#${token?.id}" ValueType="${X509_V3}"/>`;
      break;
    case "SubjectKeyIdentifier":
      reference = keyIdentifier(X509_SKI, subjectKeyIdentifier(certificate) ?? "");
      break;
    case "ThumbprintSHA1":
      // SHA-1 only identifies the certificate: security does not depend on it.
      reference = keyIdentifier(THUMBPRINT, createHash("sha1").update(certificate.raw).digest("base64"));
      break;
    case "IssuerSerial": {
      // RFC 2253 has the last part of a name first.
      const issuer = escapeText(certificate.issuer.split("\n").reverse().join(","));
      const serial = BigInt(`0x${certificate.serialNumber}`);
      reference = `<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>${issuer}</ds:X509IssuerName><ds:X509SerialNumber>${serial}</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>`;
      break;
    }
  }
  const identified = id === undefined ? "" : ` ${NS_WSU} wsu:Id="${id}"`;
  return `<ds:KeyInfo>${tokenReference(reference, identified)}</ds:KeyInfo>`;
}
