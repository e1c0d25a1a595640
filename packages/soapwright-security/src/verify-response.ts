/** Verifies the ds:Signature of a response, and returns only the signed parts (WS-Security 1.1, 8). */
import { createHash, type KeyObject, verify as verifyWith } from "node:crypto";
import { type Advice, ResponseError } from "soapwright-runtime";
import { XmlReader } from "soapwright-runtime/codecs";
import { addressingVersionOf } from "soapwright-runtime/extend";
import { attributeOf, declaredPrefix, NotWellFormed, type WrittenTag } from "soapwright-runtime/xml";
import { DIGESTS, fits, keyFor, SIGNATURES } from "./algorithms";
import { canonicalOf, canonicalValue, type Mark, readable, writeCanonical } from "./canonical-writer";
import { outOfTime } from "./certificate";
import {
  childrenOf,
  type EnvelopePart,
  type EnvelopeParts,
  elementsIn,
  isForReceiver,
  isNamed,
  readParts,
  securityOf,
} from "./envelope-parts";
import type { VerifyingTerms } from "./read-options";
import { isIdName, ResponseOutline } from "./response-outline";
import type { SecuredMessage } from "./secure-message";
import { DS, EXCLUSIVE, WSSE, WSSE11, WSU, XENC } from "./security-namespaces";
import type { MessagePart, SignatureAlgorithm } from "./security-options";
import { readSignedInfo, type SignedInfo, type SignedReference } from "./signed-info";
import { readTimestamp } from "./signed-timestamp";

export interface ReceivedMessage {
  readonly text: string;
  readonly operation: string;
  /** The blocks are understood in addition to those of the WSDL, as `{namespace}name`. */
  readonly understood: ReadonlySet<string>;
  readonly sent: SecuredMessage | undefined;
}

/** The envelope consists of verified parts only. Rejects with a `ResponseError` whose `reason` is `security`. */
export async function verifyResponse(terms: VerifyingTerms, message: ReceivedMessage): Promise<string> {
  const { text, operation } = message;
  const refuse = (what: string): ResponseError =>
    new ResponseError(`The response to ${operation} was not accepted: ${what}.`, {
      reason: "security",
      advice: [CHECK_VERIFY],
    });
  const outline = new ResponseOutline();
  const reader = new XmlReader(outline, { limits: LIMITS });
  for (let at = 0; at < text.length; at += SLICE) {
    reader.write(text.slice(at, at + SLICE));
    await new Promise<void>((settle) => setImmediate(settle));
  }
  reader.end();
  const { soap } = outline;
  if (soap === undefined) {
    throw new ResponseError(`The response to ${operation} is no SOAP envelope.`, { reason: "envelope" });
  }
  requireOneBody(outline, refuse);
  const isUnsigned = outline.securityBlocks < 2 && !outline.hasSignature;
  if (isUnsigned && isFault(outline) && terms.allowsUnsignedFaults) return text;
  requireForm(outline, refuse);
  try {
    return await verified(terms, message, outline, refuse);
  } catch (error) {
    if (error instanceof NotWellFormed) throw refuse("it is not of the form that is accepted");
    throw error;
  }
}

async function verified(
  terms: VerifyingTerms,
  message: ReceivedMessage,
  outline: ResponseOutline,
  refuse: Refuse,
): Promise<string> {
  const { text } = message;
  const envelopeParts = readParts(text);
  const [security, second] = securityOf(envelopeParts);
  if (second !== undefined) throw refuse("it has more than one wsse:Security header block");
  const parts = { ...envelopeParts, tokens: security === undefined ? [] : childrenOf(text, security) };
  const { soap, body, blocks, tokens } = parts;
  // The Body or the signature may be encrypted (XML Encryption 1.0, 3.4).
  if (
    outline.firstInBody === `{${XENC}}EncryptedData` ||
    tokens.some((token) => isNamed(token, XENC, "EncryptedData"))
  ) {
    throw refuse(
      "it is encrypted, which this client cannot read. Ask the service to sign responses without encryption",
    );
  }
  const [signature, other] = tokens.filter((token) => isNamed(token, DS, "Signature"));
  if (other !== undefined) throw refuse("its wsse:Security header block has more than one ds:Signature");
  if (signature === undefined) {
    if (!isFault(outline)) {
      throw refuse("it is not signed. Ask the service to sign responses, or leave verify out of security()");
    }
    if (terms.allowsUnsignedFaults) return text;
    throw refuse(
      'it is a fault that is not signed, so that anybody may have written it. To receive such faults, set security.verify.faults: "allow-unsigned"',
    );
  }
  const texts = await signedTexts(terms, text, parts, signature, outline, refuse);
  requireParts(terms, texts, parts, refuse);
  const signed = [...blocks, ...tokens].filter(({ start }) => texts.has(start));
  for (const part of signed) {
    if (isNamed(part, WSU, "Timestamp")) readTimestamp(texts.get(part.start)!, terms, refuse);
  }
  requireConfirmation(signed, message, refuse);
  for (const block of blocks) {
    const isProcessed = block === security || texts.has(block.start) || !isForReceiver(block, soap);
    const must = isProcessed ? undefined : attributeOf(block, soap, "mustUnderstand")?.trim();
    if ((must !== "1" && must !== "true") || message.understood.has(`{${block.namespace}}${block.local}`)) continue;
    throw refuse(`its header block ${block.local} must be understood (mustUnderstand), and is not signed`);
  }
  const header = blocks.map(({ start }) => texts.get(start) ?? "").join("");
  return `<soapenv:Envelope xmlns:soapenv="${canonicalValue(soap)}"><soapenv:Header>${header}</soapenv:Header>${texts.get(body.start)}</soapenv:Envelope>`;
}

/** The limits of this parser, which is recursive. The reader of values applies the client's limits. */
const LIMITS = {
  maxDepth: 512,
  maxAttributes: 1_000,
  maxTextLength: 500_000_000,
  maxNameLength: 1_000_000,
  maxNames: 10_000_000,
};
/** So many UTF-16 code units are read before other events of the event loop are handled. */
const SLICE = 65_536;
/** Each reference costs a canonicalization. */
const MOST_REFERENCES = 64;
/** Elements and attributes of a Header are searched before the signature is verified. */
const LARGEST_HEADER = 10_000;

export const CHECK_VERIFY: Advice = { action: "check", option: "security.verify" };

type Refuse = (what: string) => ResponseError;

const WRONG_ENVELOPE = "its Envelope is not one Header and one Body";

/** Throws unless the Envelope has one Body, and beside it at most a Header. */
function requireOneBody({ soap, children }: ResponseOutline, refuse: Refuse): void {
  const [body, header, ...others] = [...children].sort();
  const hasHeader = header === undefined || header === `{${soap}}Header`;
  if (body !== `{${soap}}Body` || !hasHeader || others.length > 0) throw refuse(WRONG_ENVELOPE);
}

/** Throws unless the Header is before the Body, and of limited size. */
function requireForm({ soap, children, headerSize }: ResponseOutline, refuse: Refuse): void {
  if (children.at(-1) !== `{${soap}}Body`) throw refuse(WRONG_ENVELOPE);
  if (headerSize > LARGEST_HEADER) {
    throw refuse(`its Header has more than ${LARGEST_HEADER.toLocaleString("en-US")} elements and attributes`);
  }
}

function isFault({ soap, firstInBody }: ResponseOutline): boolean {
  return firstInBody === `{${soap}}Fault`;
}

/** The content of ds:SignedInfo, in the order of XML Signature 1.1, 4.4. */
const SHAPE =
  /^ds:CanonicalizationMethod (?:ds:CanonicalizationMethod\/ec:InclusiveNamespaces )?ds:SignatureMethod (?:ds:Reference ds:Reference\/ds:Transforms ds:Reference\/ds:Transforms\/ds:Transform (?:ds:Reference\/ds:Transforms\/ds:Transform\/ec:InclusiveNamespaces )?ds:Reference\/ds:DigestMethod ds:Reference\/ds:DigestValue )+$/;

interface Choice {
  readonly option: "signatureAlgorithms" | "digestAlgorithms";
  readonly known: { readonly [name: string]: { readonly uri: string } };
}

/** The algorithms by their elements. Canonicalization and transforms have only one algorithm. */
const CHOICES: ReadonlyMap<string, Choice> = new Map([
  ["ds:SignatureMethod", { option: "signatureAlgorithms", known: SIGNATURES }],
  ["ds:Reference/ds:DigestMethod", { option: "digestAlgorithms", known: DIGESTS }],
]);

function remedyFor(choice: Choice | undefined, uri: string): string {
  if (choice === undefined) return `Ask the service for ${EXCLUSIVE}`;
  const { option, known } = choice;
  const name = Object.keys(known).find((each) => known[each]!.uri === uri);
  if (name !== undefined) return `To accept it, name ${name} in security.verify.${option}`;
  const names = Object.keys(known).filter((each) => !/SHA-?1$/.test(each));
  return `Ask the service for one of ${names.join(", ")}`;
}

function requireShape(terms: VerifyingTerms, info: SignedInfo, refuse: Refuse): void {
  for (const { at, uri } of info.algorithms) {
    const choice = CHOICES.get(at);
    const accepted = choice === undefined ? [EXCLUSIVE] : terms[choice.option].map((name) => choice.known[name]!.uri);
    if (accepted.includes(uri)) continue;
    // Other texts of the response must not get into messages.
    const shown = /^[\w:/.#-]{1,120}$/.test(uri) ? uri : "of another name";
    throw refuse(
      `its signature has the ${at.slice(at.lastIndexOf(":") + 1)} ${shown}, which is not one of those that are accepted. ${remedyFor(choice, uri)}`,
    );
  }
  const { references, shape } = info;
  if (references.length > MOST_REFERENCES) throw refuse(`its signature has more than ${MOST_REFERENCES} references`);
  if (!SHAPE.test(`${shape.join(" ")} `)) throw refuse(WRONG_FORM);
}

const WRONG_FORM = "its ds:Signature is not of the form that is accepted";

/** Throws unless every Reference names one element by its id. */
function requireIds(references: readonly SignedReference[], outline: ResponseOutline, refuse: Refuse): void {
  const seen = new Set<string>();
  for (const { uri } of references) {
    if (uri === undefined || !/^#[^'"\s]+$/.test(uri))
      throw refuse("its signature has a Reference that names no part by its id");
    const id = uri.slice(1);
    if (seen.has(id)) throw refuse("its signature names one part twice");
    seen.add(id);
    if (outline.ids.get(id) !== 1) {
      throw refuse(
        outline.ids.has(id) ? "an id that is signed is on more than one element" : "a part that is signed is missing",
      );
    }
  }
  for (const count of outline.wsuIds.values()) if (count > 1) throw refuse("a wsu:Id is on more than one element");
}

/**
 * Returns the canonical texts whose digests are signed, by the position of their elements. The SignatureValue is
 * verified first: before that, nothing costs more than one pass over the Header.
 */
async function signedTexts(
  terms: VerifyingTerms,
  text: string,
  parts: Elements,
  signature: EnvelopePart,
  outline: ResponseOutline,
  refuse: Refuse,
): Promise<ReadonlyMap<number, string>> {
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
  const keys = terms.certificates.filter((each) => outOfTime(each) === undefined).map((each) => each.publicKey);
  const wrong = (): ResponseError =>
    refuse(
      "its signature is not that of a configured certificate over what it came with. Compare security.verify.certificates with the certificate by which the service signs; if it is there, something on the way has changed the response",
    );
  if (name === undefined || value === undefined || !isSigned(name, keys, content, value)) throw wrong();
  requireIds(info.references, outline, refuse);
  const ids = info.references.map(({ uri }) => uri!.slice(1));
  const identified = partsById(text, parts, ids);
  const signed = new Map<number, string>();
  for (const reference of info.references) {
    const part = identified.get(reference.uri!.slice(1));
    // The element is in the Body, which is verified as a whole.
    if (part === undefined) continue;
    const { hash } = Object.values(DIGESTS).find(({ uri }) => uri === reference.digestMethod)!;
    const digest = createHash(hash);
    const marks: Mark[] = [];
    let xml = "";
    const take = (piece: string): void => {
      digest.update(piece, "utf8");
      xml += piece;
    };
    await writeCanonical(text, part.start, part.scope, take, { inclusive: reference.prefixes, marks });
    if (!digest.digest().equals(Buffer.from(reference.digest, "base64"))) throw wrong();
    signed.set(part.start, readable(xml, marks));
  }
  return signed;
}

/** Returns the Body and elements of the Header by these ids, each of which is on one element only. */
function partsById(
  text: string,
  { header, blocks, body, tokens }: Elements,
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

function idsOf({ attributes }: WrittenTag): readonly string[] {
  return attributes.filter((_, index) => {
    const name = index % 2 === 1 ? attributes[index - 1]! : "";
    return declaredPrefix(name) === undefined && isIdName(name);
  });
}

function isSigned(name: SignatureAlgorithm, keys: readonly KeyObject[], content: string, value: string): boolean {
  const bytes = Buffer.from(content, "utf8");
  const signature = Buffer.from(value, "base64");
  return keys.some((key) => fits(key, name) && verifyWith(SIGNATURES[name].hash, bytes, keyFor(key, name), signature));
}

const EXPECTED = "What has to be signed is set by security.verify.parts";

interface Elements extends EnvelopeParts {
  /** The children of the Security block. */
  readonly tokens: readonly EnvelopePart[];
}

/** Throws unless every required part is present and signed. */
function requireParts(
  terms: VerifyingTerms,
  texts: ReadonlyMap<number, string>,
  elements: Elements,
  refuse: Refuse,
): void {
  const isSignedPart = ({ start }: EnvelopePart): boolean => texts.has(start);
  for (const part of terms.parts) {
    const found = elementsOf(part, elements);
    const label = typeof part === "string" ? part : `{${part.namespace}}${part.name}`;
    if (found.length === 0 && part !== "Addressing")
      throw refuse(`it has no ${label}, which has to be signed. ${EXPECTED}`);
    if (!found.every(isSignedPart)) throw refuse(`its ${label} is not signed. ${EXPECTED}`);
    if (part === "Timestamp" && found.length > 1) throw refuse("it has more than one Timestamp");
  }
  // The Body is always required, because values come from it.
  if (!isSignedPart(elements.body)) throw refuse("its Body is not signed");
}

function elementsOf(part: MessagePart, { body, blocks, tokens }: Elements): readonly EnvelopePart[] {
  if (typeof part !== "string") return blocks.filter((each) => isNamed(each, part.namespace, part.name));
  if (part === "Body") return [body];
  if (part === "Addressing") return blocks.filter(({ namespace }) => addressingVersionOf(namespace) !== undefined);
  return tokens.filter((each) => isNamed(each, part === "Timestamp" ? WSU : WSSE, part));
}

/** Throws unless a response that confirms a signature confirms that of this request (WS-Security 1.1, 8.5). */
function requireConfirmation(signed: readonly EnvelopePart[], { sent }: ReceivedMessage, refuse: Refuse): void {
  const confirmed = signed.filter((part) => isNamed(part, WSSE11, "SignatureConfirmation"));
  if (confirmed.length === 0) return;
  const values = confirmed.map((part) => attributeOf(part, "", "Value")?.replace(/\s/g, ""));
  if (values.includes(sent?.signatureValue)) return;
  throw refuse("it confirms the signature of another request (wsse11:SignatureConfirmation)");
}
