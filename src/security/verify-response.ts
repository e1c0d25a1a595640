/** Verifies the ds:Signature of a response, and returns nothing but what it covers: WS-Security 1.1, 8. */
import { createHash, type KeyObject, verify as verifyWith } from "node:crypto";
import type { ReceivedMessage } from "../client/security-option";
import { ResponseError, XmlReader } from "../tool-imports";
import type { XmlName } from "../xml/events";
import { DIGESTS, fits, keyFor, SIGNATURES } from "./algorithms";
import { canonicalValue, writeCanonical } from "./canonical-writer";
import { outOfTime } from "./certificate";
import { childrenOf, type EnvelopeParts, readParts } from "./envelope-parts";
import { DS, EXCLUSIVE, WSSE, WSSE11, WSU } from "./namespaces";
import type { MessagePart, SignatureAlgorithm } from "./options";
import type { VerifyingTerms } from "./read-options";
import { isAddressing, type OutlineElement, ResponseOutline } from "./response-outline";
import { readTimestamp } from "./signed-timestamp";

type SignedXml = InstanceType<typeof import("xml-crypto")["SignedXml"]>;

/** A part of the response that the signature covers, as its canonical text. */
interface SignedPart {
  readonly element: OutlineElement;
  readonly xml: string;
}

/** Returns an envelope that is made of verified parts alone. Rejects with a `ResponseError` whose `reason` is `security`. */
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
  requireOne(outline, refuse);
  const isFault = outline.firstInBody?.namespace === soap && outline.firstInBody.local === "Fault";
  if (outline.signatures.length === 0) {
    if (!isFault) {
      throw refuse("it is not signed. Ask the service to sign responses, or leave verify out of createSecurity");
    }
    if (terms.allowsUnsignedFaults) return message.text;
    throw refuse(
      'it is a fault that is not signed, so that anybody may have written it. To be told such faults, set security.verify.faults: "allow-unsigned"',
    );
  }
  requireShape(terms, outline, refuse);
  const parts = await check(terms, message, outline, refuse);
  requireParts(terms, parts, outline, refuse);
  for (const { element, xml } of parts) {
    if (isNamed(element, WSU, "Timestamp")) readTimestamp(xml, terms, refuse);
  }
  requireConfirmation(parts, message, refuse);
  requireUnderstood(outline, parts, message, refuse);
  return rebuilt(soap, parts);
}

/** The reader of values has the limits of the client. These hold where there are none, for a parser that recurses. */
const LIMITS = {
  maxDepth: 512,
  maxAttributes: 100_000,
  maxTextLength: 500_000_000,
  maxNameLength: 1_000_000,
  maxNames: 10_000_000,
};
/** So much text is read before the event loop has its turn, in UTF-16 code units. */
const SLICE = 65_536;
/** Each one goes through the whole response. */
const MOST_REFERENCES = 64;

type Refuse = (what: string) => ResponseError;

function refusal({ operation }: ReceivedMessage, what: string): ResponseError {
  return new ResponseError(`The response to ${operation} was not accepted: ${what}.`, { reason: "security" });
}

/** One Envelope with one Header and one Body, and one Security block with one signature. */
function requireOne(outline: ResponseOutline, refuse: Refuse): void {
  if (outline.bodies.length !== 1 || outline.headers.length > 1 || outline.others.length > 0) {
    throw refuse("its Envelope is not one Header and one Body");
  }
  if (outline.security.length > 1) throw refuse("it has more than one wsse:Security header block");
  if (outline.signatures.length > 1) throw refuse("its wsse:Security header block has more than one ds:Signature");
}

/** What ds:Signature may have in it, and in which order: XML Signature, 4.1. What is elsewhere may not be in it. */
const SHAPE =
  /^ds:SignedInfo ds:SignedInfo\/ds:CanonicalizationMethod (?:ds:SignedInfo\/ds:CanonicalizationMethod\/\S+InclusiveNamespaces )?ds:SignedInfo\/ds:SignatureMethod (?:ds:SignedInfo\/ds:Reference ds:SignedInfo\/ds:Reference\/ds:Transforms ds:SignedInfo\/ds:Reference\/ds:Transforms\/ds:Transform (?:ds:SignedInfo\/ds:Reference\/ds:Transforms\/ds:Transform\/\S+InclusiveNamespaces )?ds:SignedInfo\/ds:Reference\/ds:DigestMethod ds:SignedInfo\/ds:Reference\/ds:DigestValue )+ds:SignatureValue (?:ds:KeyInfo )?$/;

/** Where algorithms are named that are accepted, and which there are: canonicalization and transforms have one alone. */
const OPTIONS: { readonly [element: string]: readonly [option: string, known: typeof SIGNATURES | typeof DIGESTS] } = {
  SignatureMethod: ["signatureAlgorithms", SIGNATURES],
  DigestMethod: ["digestAlgorithms", DIGESTS],
};

function remedyFor(what: string, uri: string): string {
  const [option, known] = OPTIONS[what] ?? [];
  if (known === undefined) return `. Ask the service for ${EXCLUSIVE}`;
  const name = Object.entries(known).find(([, each]) => each.uri === uri)?.[0];
  const names = Object.keys(known).filter((each) => !/SHA-?1$/.test(each));
  if (name === undefined) return `. Ask the service for one of ${names.join(", ")}`;
  return `. To accept it, name ${name} in security.verify.${option}`;
}

function requireShape(terms: VerifyingTerms, outline: ResponseOutline, refuse: Refuse): void {
  const [signature] = outline.signatures as [ResponseOutline["signatures"][number]];
  const allowed: { readonly [at: string]: readonly string[] } = {
    "ds:SignedInfo/ds:CanonicalizationMethod": [EXCLUSIVE],
    "ds:SignedInfo/ds:SignatureMethod": terms.signatureAlgorithms.map((name) => SIGNATURES[name].uri),
    "ds:SignedInfo/ds:Reference/ds:Transforms/ds:Transform": [EXCLUSIVE],
    "ds:SignedInfo/ds:Reference/ds:DigestMethod": terms.digestAlgorithms.map((name) => DIGESTS[name].uri),
  };
  for (const { at, uri } of signature.algorithms) {
    if (allowed[at]?.includes(uri) === true) continue;
    const what = at.slice(at.lastIndexOf(":") + 1);
    const found = `its signature has the ${what} ${shown(uri)}, which is not one of those that are accepted`;
    throw refuse(`${found}${remedyFor(what, uri)}`);
  }
  if (!SHAPE.test(`${signature.shape.join(" ")} `))
    throw refuse("its ds:Signature is not of the form that is accepted");
  if (signature.uris.length > MOST_REFERENCES) {
    throw refuse(`its signature has more than ${MOST_REFERENCES} references`);
  }
  const seen = new Set<string>();
  for (const uri of signature.uris) {
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

/** Names from the response are shown short, and only where they look like a URI. */
function shown(uri: string): string {
  return /^[\w:/.#-]{1,120}$/.test(uri) ? uri : "of another name";
}

/**
 * Verifies. Values are the canonical texts that the signature's digests were made of. xml-crypto builds trees and searches them
 * for each reference, which takes seconds for a long Body: it gets the envelope with an empty one, and its canonical text from us.
 */
async function check(
  terms: VerifyingTerms,
  message: ReceivedMessage,
  outline: ResponseOutline,
  refuse: Refuse,
): Promise<readonly SignedPart[]> {
  const { text } = message;
  // Whoever verifies nothing does not load it.
  const { SignedXml } = await import("xml-crypto");
  const { uris, prefixes } = outline.signatures[0]!;
  const signed = new SignedXml({ publicCert: "configured", getCertFromKeyInfo: () => null });
  signed.idAttributes = ["Id"];
  let isValid = false;
  try {
    const parts = await readParts(text);
    const bodyAt = uris.indexOf(`#${outline.bodies[0]?.id}`);
    const inclusive = prefixes[bodyAt] ?? [];
    restrict(signed, terms, await canonicalBody(text, parts, inclusive));
    signed.loadSignature(await signatureIn(text, parts, outline));
    isValid = signed.checkSignature(withoutBody(text, parts)) === true;
  } catch {
    // Its messages repeat what is in the response.
  }
  if (!isValid) {
    throw refuse(
      "its signature is not that of a configured certificate over what it came with. Compare security.verify.certificates with the certificate by which the service signs; if it is there, something on the way has changed the response",
    );
  }
  const texts = signed.getSignedReferences();
  const named = signed.getReferences().map(({ uri }) => uri);
  if (texts.length !== uris.length || named.some((uri, index) => uri !== uris[index])) {
    throw refuse("its signature covers other parts than it names");
  }
  const byId = new Map<string, OutlineElement>();
  for (const element of [...outline.bodies, ...outline.blocks, ...outline.securityChildren]) {
    if (element.id !== undefined) byId.set(element.id, element);
  }
  return uris.flatMap((uri, index): SignedPart[] => {
    const element = byId.get(uri!.slice(1));
    // Signed, but no part of a message: nobody reads it.
    if (element === undefined) return [];
    const xml = texts[index]!;
    if (!isRoot(xml, element.name)) throw refuse("its signature covers other parts than it names");
    return [{ element, xml }];
  });
}

interface CanonicalBody {
  readonly soap: string;
  readonly xml: string;
  readonly inclusive: readonly string[];
}

async function canonicalBody(
  text: string,
  { soap, body }: EnvelopeParts,
  inclusive: readonly string[],
): Promise<CanonicalBody> {
  let xml = "";
  const take = (piece: string): void => {
    xml += piece;
  };
  const prefixes = inclusive.map((prefix) => (prefix === "#default" ? "" : prefix));
  await writeCanonical(text, body.start, body.scope, take, [], prefixes);
  return { soap, xml, inclusive };
}

function withoutBody(text: string, { root, body }: EnvelopeParts): string {
  const { end, isEmpty } = body.tag;
  return `${text.slice(0, isEmpty ? end : end - 1)}${isEmpty ? "" : "/>"}</${root}>`;
}

/** The element whose id was signed is the one that the outline has found. */
function isRoot(xml: string, { namespace, local }: XmlName): boolean {
  let found: XmlName | undefined;
  const reader = new XmlReader(
    {
      startElement(name) {
        found ??= { ...name };
      },
      endElement() {},
      text() {},
    },
    { limits: LIMITS },
  );
  reader.write(xml.slice(0, xml.indexOf(">") + 1));
  return found?.namespace === namespace && found.local === local;
}

/** The one ds:Signature that is a child of our Security block, as a text of its own. */
async function signatureIn(text: string, parts: EnvelopeParts, { blocks, security }: ResponseOutline): Promise<string> {
  const block = parts.blocks[blocks.indexOf(security[0]!)];
  const children = block === undefined ? [] : await childrenOf(text, block);
  const signature = children.find(({ namespace, local }) => namespace === DS && local === "Signature");
  let alone = "";
  if (signature === undefined) return alone;
  await writeCanonical(text, signature.start, signature.scope, (piece) => {
    alone += piece;
  });
  return alone;
}

/** What xml-crypto may do: the accepted algorithms, and no key but those of the configured certificates. */
function restrict(signed: SignedXml, terms: VerifyingTerms, body: CanonicalBody): void {
  const Exclusive = signed.CanonicalizationAlgorithms[EXCLUSIVE]!;
  signed.CanonicalizationAlgorithms = {
    [EXCLUSIVE]: class extends Exclusive {
      override process(
        ...given: Parameters<InstanceType<typeof Exclusive>["process"]>
      ): ReturnType<InstanceType<typeof Exclusive>["process"]> {
        const [node, { inclusiveNamespacesPrefixList = [] }] = given;
        const { localName, namespaceURI } = node as unknown as { readonly [name: string]: unknown };
        if (localName !== "Body" || namespaceURI !== body.soap) return super.process(...given);
        if ([inclusiveNamespacesPrefixList].flat().join(" ") === body.inclusive.join(" ")) return body.xml;
        throw new Error("another form of the Body");
      }
    },
  };
  signed.HashAlgorithms = Object.fromEntries(
    terms.digestAlgorithms.map((name) => {
      const { uri, hash } = DIGESTS[name];
      return [
        uri,
        class {
          getAlgorithmName = (): string => uri;
          getHash = (xml: string): string => createHash(hash).update(xml, "utf8").digest("base64");
        },
      ];
    }),
  );
  const now = Date.now();
  const keys = terms.certificates.filter((each) => outOfTime(each, now) === undefined).map((each) => each.publicKey);
  signed.SignatureAlgorithms = Object.fromEntries(
    terms.signatureAlgorithms.map((name) => {
      const { uri } = SIGNATURES[name];
      return [
        uri,
        class {
          getAlgorithmName = (): string => uri;
          getSignature = (): never => {
            throw new Error("nothing is signed here");
          };
          verifySignature = (content: string, _key: unknown, value: string): boolean =>
            isSigned(name, keys, content, value);
        },
      ];
    }),
  ) as unknown as SignedXml["SignatureAlgorithms"];
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

/** Everything that has to be signed is there, and signed. */
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
  // Whatever else is expected: values come from the Body.
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

/** WS-Security 1.1, 8.5: a response that confirms the request's signature confirms that of another request, or ours. */
function requireConfirmation(parts: readonly SignedPart[], { sent }: ReceivedMessage, refuse: Refuse): void {
  const confirmed = parts.filter(({ element }) => isNamed(element, WSSE11, "SignatureConfirmation"));
  if (confirmed.length === 0) return;
  const values = confirmed.map(({ xml }) => /\sValue="([^"]*)"/.exec(xml)?.[1]?.replace(/\s|&#x[AD];/g, ""));
  if (values.includes(sent?.signatureValue)) return;
  throw refuse("it confirms the signature of another request (wsse11:SignatureConfirmation)");
}

/** A block that nobody signed is not read. One that must be understood cannot be left out in silence. */
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

/** An envelope of verified parts: header blocks and Body. */
function rebuilt(soap: string, parts: readonly SignedPart[]): string {
  const at = (depth: number, local: string): string[] =>
    parts
      .filter(({ element }) => element.path.length === depth && element.path[1] === `{${soap}}${local}`)
      .map(({ xml }) => xml);
  const prefix = "soapenv";
  return `<${prefix}:Envelope xmlns:${prefix}="${canonicalValue(soap)}"><${prefix}:Header>${at(3, "Header").join("")}</${prefix}:Header>${at(2, "Body").join("")}</${prefix}:Envelope>`;
}
