/** Verifies the ds:Signature of a response, and returns only the signed parts (WS-Security 1.1, 8). */
import { createHash, type KeyObject, verify as verifyWith } from "node:crypto";
import { type Advice, ResponseError } from "soapwright-runtime";
import { NotWellFormed, type XmlName } from "soapwright-runtime/internal";
import { XmlReader } from "soapwright-runtime/tables";
import { DIGESTS, fits, keyFor, SIGNATURES } from "./algorithms";
import { canonicalOf, canonicalValue, type Mark, readable, writeCanonical } from "./canonical-writer";
import { outOfTime } from "./certificate";
import { childrenOf, type EnvelopePart, type EnvelopeParts, readParts } from "./envelope-parts";
import type { VerifyingTerms } from "./read-options";
import { isAddressing, isIdName, type OutlineElement, ResponseOutline } from "./response-outline";
import type { ReceivedMessage } from "./secured-message";
import { DS, EXCLUSIVE, WSSE, WSSE11, WSU, XENC } from "./security-namespaces";
import type { MessagePart, SignatureAlgorithm } from "./security-options";
import { readSignedInfo, type SignedInfo, type SignedReference } from "./signed-info";
import { readTimestamp } from "./signed-timestamp";

/** The canonical text of a part that the signature covers. */
interface SignedPart {
  readonly element: OutlineElement;
  readonly xml: string;
}

/** The envelope consists of verified parts only. Rejects with a `ResponseError` whose `reason` is `security`. */
export async function verifyResponse(terms: VerifyingTerms, message: ReceivedMessage): Promise<string> {
  const refuse = (what: string): ResponseError => refusal(message, what);
  const outline = new ResponseOutline();
  const reader = new XmlReader(outline, { limits: LIMITS });
  for (let at = 0; at < message.text.length; at += SLICE) {
    reader.write(message.text.slice(at, at + SLICE));
    await new Promise<void>((settle) => setImmediate(settle));
  }
  reader.end();
  const { soap } = outline;
  if (soap === undefined) {
    throw new ResponseError(`The response to ${message.operation} is no SOAP envelope.`, { reason: "envelope" });
  }
  if (isEncrypted(outline)) {
    throw refuse(
      "it is encrypted, which this client cannot read. Ask the service to sign responses without encryption",
    );
  }
  requireOne(outline, refuse);
  const isFault = outline.firstInBody?.namespace === soap && outline.firstInBody.local === "Fault";
  if (signaturesOf(outline).length === 0) {
    if (!isFault) {
      throw refuse("it is not signed. Ask the service to sign responses, or leave verify out of security()");
    }
    if (terms.allowsUnsignedFaults) return message.text;
    throw refuse(
      'it is a fault that is not signed, so that anybody may have written it. To receive such faults, set security.verify.faults: "allow-unsigned"',
    );
  }
  const parts = await check(terms, message.text, outline, refuse).catch((error: unknown) => {
    if (error instanceof NotWellFormed) throw refuse("it is not of the form that is accepted");
    throw error;
  });
  requireParts(terms, parts, outline, refuse);
  for (const { element, xml } of parts) {
    if (isNamed(element, WSU, "Timestamp")) readTimestamp(xml, terms, refuse);
  }
  requireConfirmation(parts, message, refuse);
  requireUnderstood(outline, parts, message, refuse);
  return rebuilt(soap, parts);
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

function refusal({ operation }: ReceivedMessage, what: string): ResponseError {
  return new ResponseError(`The response to ${operation} was not accepted: ${what}.`, {
    reason: "security",
    advice: [CHECK_VERIFY],
  });
}

/** The Body or the signature may be encrypted (XML Encryption 1.0, 3.4). */
function isEncrypted({ firstInBody, securityChildren }: ResponseOutline): boolean {
  const isData = ({ namespace, local }: XmlName): boolean => namespace === XENC && local === "EncryptedData";
  return (firstInBody !== undefined && isData(firstInBody)) || securityChildren.some(({ name }) => isData(name));
}

function signaturesOf({ securityChildren }: ResponseOutline): readonly OutlineElement[] {
  return securityChildren.filter((each) => isNamed(each, DS, "Signature"));
}

/** Throws unless there is one Envelope with one Header, one Body, and one Security block with one signature. */
function requireOne(outline: ResponseOutline, refuse: Refuse): void {
  if (outline.bodies.length !== 1 || outline.headers.length > 1 || outline.others.length > 0) {
    throw refuse("its Envelope is not one Header and one Body");
  }
  if (outline.security.length > 1) throw refuse("it has more than one wsse:Security header block");
  if (signaturesOf(outline).length > 1) throw refuse("its wsse:Security header block has more than one ds:Signature");
}

/** The content of ds:SignedInfo, in the order of XML Signature 1.1, 4.4. */
const SHAPE =
  /^ds:CanonicalizationMethod (?:ds:CanonicalizationMethod\/ec:InclusiveNamespaces )?ds:SignatureMethod (?:ds:Reference ds:Reference\/ds:Transforms ds:Reference\/ds:Transforms\/ds:Transform (?:ds:Reference\/ds:Transforms\/ds:Transform\/ec:InclusiveNamespaces )?ds:Reference\/ds:DigestMethod ds:Reference\/ds:DigestValue )+$/;

/** Canonicalization and transforms have only one algorithm each. */
const OPTIONS: { readonly [element: string]: readonly [option: string, known: typeof SIGNATURES | typeof DIGESTS] } = {
  SignatureMethod: ["signatureAlgorithms", SIGNATURES],
  DigestMethod: ["digestAlgorithms", DIGESTS],
};

function remedyFor(what: string, uri: string): string {
  const [option, description] = OPTIONS[what] ?? [];
  if (description === undefined) return `. Ask the service for ${EXCLUSIVE}`;
  const name = Object.entries(description).find(([, each]) => each.uri === uri)?.[0];
  const names = Object.keys(description).filter((each) => !/SHA-?1$/.test(each));
  if (name === undefined) return `. Ask the service for one of ${names.join(", ")}`;
  return `. To accept it, name ${name} in security.verify.${option}`;
}

function requireShape(terms: VerifyingTerms, info: SignedInfo, refuse: Refuse): void {
  const allowed: { readonly [at: string]: readonly string[] } = {
    "ds:CanonicalizationMethod": [EXCLUSIVE],
    "ds:SignatureMethod": terms.signatureAlgorithms.map((name) => SIGNATURES[name].uri),
    "ds:Reference/ds:Transforms/ds:Transform": [EXCLUSIVE],
    "ds:Reference/ds:DigestMethod": terms.digestAlgorithms.map((name) => DIGESTS[name].uri),
  };
  for (const { at, uri } of info.algorithms) {
    if (allowed[at]?.includes(uri) === true) continue;
    const what = at.slice(at.lastIndexOf(":") + 1);
    const found = `its signature has the ${what} ${shown(uri)}, which is not one of those that are accepted`;
    throw refuse(`${found}${remedyFor(what, uri)}`);
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

/** Other texts of the response must not get into messages. */
function shown(uri: string): string {
  return /^[\w:/.#-]{1,120}$/.test(uri) ? uri : "of another name";
}

/**
 * The SignatureValue is verified first: before that, nothing costs more than one pass over the Header. Values are the
 * canonical texts whose digests are signed.
 */
async function check(
  terms: VerifyingTerms,
  text: string,
  outline: ResponseOutline,
  refuse: Refuse,
): Promise<readonly SignedPart[]> {
  if (outline.headerSize > LARGEST_HEADER) {
    throw refuse(`its Header has more than ${LARGEST_HEADER.toLocaleString("en-US")} elements and attributes`);
  }
  const parts = readParts(text);
  const security = childrenOf(text, parts.blocks[outline.blocks.indexOf(outline.security[0]!)]!);
  const [signature] = security.filter(({ namespace, local }) => namespace === DS && local === "Signature");
  const [signedInfo, signatureValue, keyInfo, more] = signature === undefined ? [] : childrenOf(text, signature);
  const isDs = (part: EnvelopePart | undefined, local: string): part is EnvelopePart =>
    part?.namespace === DS && part.local === local;
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
  const now = Date.now();
  const keys = terms.certificates.filter((each) => outOfTime(each, now) === undefined).map((each) => each.publicKey);
  const wrong = (): ResponseError =>
    refuse(
      "its signature is not that of a configured certificate over what it came with. Compare security.verify.certificates with the certificate by which the service signs; if it is there, something on the way has changed the response",
    );
  if (name === undefined || value === undefined || !isSigned(name, keys, content, value)) throw wrong();
  requireIds(info.references, outline, refuse);
  const found = locate(outline, parts, security, refuse);
  const signed: SignedPart[] = [];
  for (const reference of info.references) {
    const id = reference.uri!.slice(1);
    const [element, part] = found.get(id) ?? [undefined, nestedIn(text, parts, id)];
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
    if (element !== undefined) signed.push({ element, xml: readable(xml, marks) });
  }
  return signed;
}

function locate(
  outline: ResponseOutline,
  { blocks, body }: EnvelopeParts,
  security: readonly EnvelopePart[],
  refuse: Refuse,
): ReadonlyMap<string, readonly [OutlineElement, EnvelopePart]> {
  const elements = [...outline.bodies, ...outline.blocks, ...outline.securityChildren];
  const parts = [body, ...blocks, ...security];
  const areSame = elements.every(({ name }, index) => {
    const part = parts[index];
    return part?.local === name.local && part.namespace === name.namespace;
  });
  if (!areSame || elements.length !== parts.length) throw refuse("its signature covers other parts than it names");
  return new Map(
    elements.flatMap((element, index) => (element.id === undefined ? [] : [[element.id, [element, parts[index]!]]])),
  );
}

/** The element is verified but never read: it is no part of the message. */
function nestedIn(text: string, { header }: EnvelopeParts, id: string): EnvelopePart | undefined {
  const search = (part: EnvelopePart): EnvelopePart | undefined => {
    const { attributes } = part.tag;
    const isNamedSo = attributes.some((name, i) => i % 2 === 0 && isIdName(name) && attributes[i + 1] === id);
    if (isNamedSo) return part;
    for (const child of childrenOf(text, part)) {
      const found = search(child);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return header && search(header);
}

function isSigned(name: SignatureAlgorithm, keys: readonly KeyObject[], content: string, value: string): boolean {
  const bytes = Buffer.from(content, "utf8");
  const signature = Buffer.from(value, "base64");
  return keys.some((key) => fits(key, name) && verifyWith(SIGNATURES[name].hash, bytes, keyFor(key, name), signature));
}

function isNamed({ name }: OutlineElement, namespace: string, local: string): boolean {
  return name.local === local && name.namespace === namespace;
}

const EXPECTED = "What has to be signed is set by security.verify.parts";

/** Throws unless every required part is present and signed. */
function requireParts(
  terms: VerifyingTerms,
  parts: readonly SignedPart[],
  outline: ResponseOutline,
  refuse: Refuse,
): void {
  const isSignedPart = (element: OutlineElement): boolean => parts.some((part) => part.element === element);
  for (const part of terms.parts) {
    const found = elementsOf(part, outline);
    const label = typeof part === "string" ? part : `{${part.namespace}}${part.name}`;
    if (found.length === 0 && part !== "Addressing")
      throw refuse(`it has no ${label}, which has to be signed. ${EXPECTED}`);
    if (!found.every(isSignedPart)) throw refuse(`its ${label} is not signed. ${EXPECTED}`);
    if (part === "Timestamp" && found.length > 1) throw refuse("it has more than one Timestamp");
  }
  // The Body is always required, because values come from it.
  if (!outline.bodies.every(isSignedPart)) throw refuse("its Body is not signed");
}

function elementsOf(part: MessagePart, outline: ResponseOutline): readonly OutlineElement[] {
  const { securityChildren, blocks, bodies } = outline;
  if (typeof part !== "string") return blocks.filter((each) => isNamed(each, part.namespace, part.name));
  switch (part) {
    case "Body":
      return bodies;
    case "Timestamp":
      return securityChildren.filter((each) => isNamed(each, WSU, "Timestamp"));
    case "Addressing":
      return blocks.filter(({ name }) => isAddressing(name));
    default:
      return securityChildren.filter((each) => isNamed(each, WSSE, part));
  }
}

/** Throws unless a response that confirms a signature confirms that of this request (WS-Security 1.1, 8.5). */
function requireConfirmation(parts: readonly SignedPart[], { sent }: ReceivedMessage, refuse: Refuse): void {
  const confirmed = parts.filter(({ element }) => isNamed(element, WSSE11, "SignatureConfirmation"));
  if (confirmed.length === 0) return;
  const values = confirmed.map(({ xml }) => /\sValue="([^"]*)"/.exec(xml)?.[1]?.replace(/\s|&#x[AD];/g, ""));
  if (values.includes(sent?.signatureValue)) return;
  throw refuse("it confirms the signature of another request (wsse11:SignatureConfirmation)");
}

/** Throws for an unsigned block that must be understood. Other unsigned blocks are left out. */
function requireUnderstood(
  outline: ResponseOutline,
  parts: readonly SignedPart[],
  { understood }: ReceivedMessage,
  refuse: Refuse,
): void {
  for (const block of outline.blocks) {
    const { namespace, local } = block.name;
    if (!block.mustUnderstand || block.isForOther || outline.security.includes(block)) continue;
    if (parts.some(({ element }) => element === block) || understood.has(`{${namespace}}${local}`)) continue;
    throw refuse(`its header block ${local} must be understood (mustUnderstand), and is not signed`);
  }
}

function rebuilt(soap: string, parts: readonly SignedPart[]): string {
  const at = (depth: number, local: string): string[] =>
    parts
      .filter(({ element }) => element.path.length === depth && element.path[1] === `{${soap}}${local}`)
      .map(({ xml }) => xml);
  const prefix = "soapenv";
  return `<${prefix}:Envelope xmlns:${prefix}="${canonicalValue(soap)}"><${prefix}:Header>${at(3, "Header").join("")}</${prefix}:Header>${at(2, "Body").join("")}</${prefix}:Envelope>`;
}
