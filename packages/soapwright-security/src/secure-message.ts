/** Writes the wsse:Security block of one request: WS-Security 1.1, its UsernameToken and X.509 Token Profiles. */
import { createHash, randomBytes, randomUUID, sign as signWith, verify as verifyWith } from "node:crypto";
import { promisify } from "node:util";
import { type CredentialRequest, isServiceError } from "soapwright-runtime";
import { addressingVersionOf } from "soapwright-runtime/addressing";
import type { SignedOctets } from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/extend";
import { attributeOf, escapeText, scopeIn } from "soapwright-runtime/xml";
import { DIGESTS, keyFor, SIGNATURES } from "./algorithms";
import { type CanonicalOptions, canonicalValue, type Mark, readable, writeCanonical } from "./canonical-writer";
import { asPair, requireInTime, subjectKeyIdentifier } from "./certificate";
import { type EnvelopePart, type EnvelopeParts, findParts, isNamed } from "./envelope-parts";
import type { SecurityTerms, SigningTerms, TimestampTerms, UsernameTokenTerms } from "./read-options";
import { readAssertion } from "./saml-assertion";
import { wrong } from "./security-error";
import {
  BASE64,
  DS,
  EXCLUSIVE,
  PASSWORD_DIGEST,
  PASSWORD_TEXT,
  SOAP_11,
  THUMBPRINT,
  WSSE,
  WSU,
  X509_SKI,
  X509_V3,
} from "./security-namespaces";
import type { MessagePart, SigningRequest } from "./security-options";
import { askText } from "./text-source";

export interface UnsecuredMessage {
  readonly envelope: string;
  readonly request: CredentialRequest;
  /** The octets that elements of the envelope refer to. A signature covers their base64 text. */
  readonly references?: SignedOctets["octets"] | undefined;
}

export interface SecuredMessage {
  readonly envelope: string;
  /** The texts are masked wherever the service repeats them. */
  readonly secrets: readonly string[];
  /** The SignatureConfirmation of a response must have this value. */
  readonly signatureValue?: string | undefined;
}

const NS_WSSE = `xmlns:wsse="${WSSE}"`;
const NS_WSU = `xmlns:wsu="${WSU}"`;
const NS_DS = `xmlns:ds="${DS}"`;

interface Token {
  readonly id: string;
  readonly xml: string;
}

type Tokens = { readonly [K in "Timestamp" | "BinarySecurityToken" | "UsernameToken"]: Token | undefined };

type Insertion = Pick<Mark, "at" | "insert">;

/** Reuses no value of an earlier request. Rejects with a `ConfigurationError`. */
export async function secureMessage(terms: SecurityTerms, message: UnsecuredMessage): Promise<SecuredMessage> {
  const { envelope, request } = message;
  const { signature } = terms;
  const secrets: string[] = [];
  const parts = findParts(envelope);
  const tokens: Tokens = {
    Timestamp: terms.timestamp && timestamp(terms.timestamp),
    BinarySecurityToken: signature?.keyReference === "BinarySecurityToken" ? binaryToken(signature) : undefined,
    UsernameToken: terms.usernameToken && (await usernameToken(terms.usernameToken, message, secrets)),
  };
  let assertion = "";
  if (terms.samlAssertion !== undefined) {
    const { xml, texts } = readAssertion(await askText("security.samlAssertion", terms.samlAssertion, request));
    assertion = xml;
    secrets.push(...texts);
  }
  const marks: Insertion[] = [];
  const signed = signature && (await sign(signature, message, parts, tokens, marks));
  const { soap, prefix } = parts;
  const declaration = `xmlns:soapenv="${soap}"`;
  const must = terms.mustUnderstand ? ' soapenv:mustUnderstand="1"' : "";
  const role = soap === SOAP_11 ? "actor" : "role";
  const actor = terms.actor === undefined ? "" : ` soapenv:${role}="${canonicalValue(terms.actor)}"`;
  const block =
    `<wsse:Security ${NS_WSSE} ${declaration}${must}${actor}>` +
    `${tokens.Timestamp?.xml ?? ""}${tokens.BinarySecurityToken?.xml ?? ""}${tokens.UsernameToken?.xml ?? ""}` +
    `${assertion}${signed?.xml ?? ""}</wsse:Security>`;
  if (parts.header?.tag.isEmpty === false) marks.push({ at: parts.header.tag.end, insert: block });
  else marks.push({ at: parts.body.start, insert: `<${prefix}Header>${block}</${prefix}Header>` });
  return { envelope: readable(envelope, marks), secrets, signatureValue: signed?.value };
}

function newId(kind: string): string {
  return `${kind}-${randomUUID()}`;
}

function timestamp({ lifetimeMs, clockSkewMs }: TimestampTerms): Token {
  const id = newId("TS");
  const created = Date.now() - clockSkewMs;
  const xml =
    `<wsu:Timestamp ${NS_WSU} wsu:Id="${id}"><wsu:Created>${new Date(created).toISOString()}</wsu:Created>` +
    `<wsu:Expires>${new Date(created + lifetimeMs).toISOString()}</wsu:Expires></wsu:Timestamp>`;
  return { id, xml };
}

function binaryToken({ certificate }: SigningTerms): Token {
  const id = newId("X509");
  const xml =
    `<wsse:BinarySecurityToken ${NS_WSSE} ${NS_WSU} EncodingType="${BASE64}" ValueType="${X509_V3}" wsu:Id="${id}">` +
    `${certificate.raw.toString("base64")}</wsse:BinarySecurityToken>`;
  return { id, xml };
}

/** The digest is Base64(SHA-1(nonce + created + password)) (UsernameToken Profile 1.1, 3.1). */
async function usernameToken(
  { username, password, isDigest, hasNonce }: UsernameTokenTerms,
  { request }: UnsecuredMessage,
  secrets: string[],
): Promise<Token> {
  const id = newId("UT");
  secrets.push(username);
  let content = `<wsse:Username>${escapeText(username)}</wsse:Username>`;
  const nonce = randomBytes(16);
  const created = new Date().toISOString();
  if (password !== undefined) {
    const text = await askText("security.usernameToken.password", password, request);
    secrets.push(text);
    const digest = createHash("sha1").update(nonce).update(created).update(text).digest("base64");
    secrets.push(digest);
    content += `<wsse:Password Type="${isDigest ? PASSWORD_DIGEST : PASSWORD_TEXT}">${isDigest ? digest : escapeText(text)}</wsse:Password>`;
  }
  if (hasNonce) {
    const written = nonce.toString("base64");
    secrets.push(written);
    content += `<wsse:Nonce EncodingType="${BASE64}">${written}</wsse:Nonce><wsu:Created>${created}</wsu:Created>`;
  }
  return { id, xml: `<wsse:UsernameToken ${NS_WSSE} ${NS_WSU} wsu:Id="${id}">${content}</wsse:UsernameToken>` };
}

interface Reference {
  readonly id: string;
  readonly digest: string;
  readonly prefixes: readonly string[];
}

async function sign(
  terms: SigningTerms,
  { envelope, request, references: octets = [] }: UnsecuredMessage,
  parts: EnvelopeParts,
  tokens: Tokens,
  marks: Insertion[],
): Promise<{ readonly xml: string; readonly value: string }> {
  requireInTime("security.signature.certificate", terms.certificate);
  const { hash, uri } = DIGESTS[terms.digestAlgorithm];
  const references: Reference[] = [];
  // "Addressing" may cover the block of another entry. An element gets only one id and one reference.
  const referred = new Set<EnvelopePart>();
  const refer = async (part: EnvelopePart): Promise<void> => {
    if (referred.has(part)) return;
    referred.add(part);
    const { id, added, insert } = idFor(part);
    if (insert !== "") marks.push({ at: part.start + 1 + part.tag.name.length, insert });
    const inlined = part === parts.body ? octets : [];
    let prefixes: readonly string[] = [];
    for (;;) {
      const digest = createHash(hash);
      const left: Mark[] = [];
      const options = { added, inclusive: prefixes, marks: left };
      await writeInlined(envelope, part, inlined, (text) => void digest.update(text), options);
      // The signature covers prefixes of names in content only if they are listed (Exclusive XML Canonicalization, 3).
      const unsigned = new Set(left.flatMap((mark) => mark.unsigned ?? []));
      if (unsigned.size === 0) {
        references.push({ id, digest: digest.digest("base64"), prefixes });
        return;
      }
      prefixes = [...prefixes, ...unsigned];
    }
  };
  for (const part of new Set(terms.parts)) {
    const token = typeof part === "string" && part in tokens ? tokens[part as keyof Tokens] : undefined;
    if (token !== undefined) {
      references.push({ id: token.id, digest: createHash(hash).update(token.xml).digest("base64"), prefixes: [] });
    } else if (part === "Body") await refer(parts.body);
    else for (const block of blocksOf(part, parts, request.operation)) await refer(block);
  }
  // A signature needs a Reference (XML Signature 1.1, 4.4). "Addressing" adds none to a call without addressing
  // headers.
  if (references.length === 0) {
    throw wrong(
      "security.signature.parts",
      `The request of ${request.operation} is not addressed, so that security.signature.parts names nothing to sign. Add "Body", or set addressing.`,
    );
  }
  const signedInfo = writeSignedInfo(terms, references, uri);
  const value = await signatureOf(terms, Buffer.from(signedInfo, "utf8"), request);
  const content = signedInfo.replace(` ${NS_DS}`, "");
  return {
    xml: `<ds:Signature ${NS_DS} Id="${newId("SIG")}">${content}<ds:SignatureValue>${value}</ds:SignatureValue>${keyInfo(terms, tokens)}</ds:Signature>`,
    value,
  };
}

/** Each `xop:Include` is replaced by its base64 text (XOP, 3). */
async function writeInlined(
  envelope: string,
  part: EnvelopePart,
  octets: SignedOctets["octets"],
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
    if (at < 0) throw new TypeError("the Body does not refer to an attachment of the request");
    take(written.slice(from, at));
    for await (const text of base64()) take(text);
    from = at + element.length;
  }
  take(written.slice(from));
}

/** Throws if a required block is missing. */
function blocksOf(part: MessagePart, { blocks }: EnvelopeParts, operation: string): readonly EnvelopePart[] {
  if (part === "Addressing") return blocks.filter(({ namespace }) => addressingVersionOf(namespace) !== undefined);
  if (typeof part === "string") return [];
  const named = blocks.filter((block) => isNamed(block, part.namespace, part.name));
  if (named.length > 0) return named;
  throw wrong(
    "security.signature.parts",
    `The request of ${operation} has no header block {${part.namespace}}${part.name}, which security.signature.parts is to sign.`,
  );
}

/** The attribute is inserted if the element has no wsu:Id. */
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

function writeSignedInfo(terms: SigningTerms, references: readonly Reference[], digest: string): string {
  const algorithm = (name: string, uri: string, inside = ""): string =>
    `<ds:${name} Algorithm="${uri}">${inside}</ds:${name}>`;
  const inclusive = ({ prefixes }: Reference): string => {
    const list = prefixes.map((prefix) => prefix || "#default").join(" ");
    return list && `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="${list}"></ec:InclusiveNamespaces>`;
  };
  const each = references.map(
    (reference) =>
      `<ds:Reference URI="#${canonicalValue(reference.id)}"><ds:Transforms>${algorithm("Transform", EXCLUSIVE, inclusive(reference))}</ds:Transforms>` +
      `${algorithm("DigestMethod", digest)}<ds:DigestValue>${reference.digest}</ds:DigestValue></ds:Reference>`,
  );
  return (
    `<ds:SignedInfo ${NS_DS}>${algorithm("CanonicalizationMethod", EXCLUSIVE)}` +
    `${algorithm("SignatureMethod", SIGNATURES[terms.signatureAlgorithm].uri)}${each.join("")}</ds:SignedInfo>`
  );
}

const signLocally = promisify(signWith) as (
  hash: string,
  content: Uint8Array,
  key: ReturnType<typeof keyFor>,
) => Promise<Buffer>;

async function signatureOf(
  terms: SigningTerms,
  content: Buffer,
  request: UnsecuredMessage["request"],
): Promise<string> {
  const { key, signatureAlgorithm } = terms;
  const { hash } = SIGNATURES[signatureAlgorithm];
  if (key !== undefined) {
    const bytes = await signLocally(hash, content, keyFor(key, signatureAlgorithm));
    return bytes.toString("base64");
  }
  const digest = createHash(hash).update(content).digest();
  const signature = await askSigner(terms, { content, digest, algorithm: signatureAlgorithm }, request);
  const bytes =
    SIGNATURES[signatureAlgorithm].key === "ec" ? asPair(signature, terms.certificate.publicKey) : signature;
  // The key service may use a wrong key, or hash the digest again. The service could only report a wrong signature.
  if (!verifyWith(hash, content, keyFor(terms.certificate.publicKey, signatureAlgorithm), bytes)) {
    throw wrong(
      "security.signature.signer",
      `What security.signature.signer returned is no ${signatureAlgorithm} signature by the key of security.signature.certificate, so nothing was sent. Check which key it signs with, and that it signs digest as a digest, or content.`,
    );
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** Rejects when the time limit has passed. */
async function askSigner(
  { signer, signerTimeoutMs }: SigningTerms,
  content: Pick<SigningRequest, "content" | "digest" | "algorithm">,
  { operation, attempt, credentials, signal }: UnsecuredMessage["request"],
): Promise<Uint8Array> {
  const option = "security.signature.signer";
  const controller = new AbortController();
  const onAbort = (): void => controller.abort();
  signal.addEventListener("abort", onAbort, { once: true });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const ms = signerTimeoutMs.toLocaleString("en-US");
      const message = `The signer took longer than security.signature.signerTimeoutMs (${ms} ms), so nothing was sent. Raise it, or call again later.`;
      reject(wrong("security.signature.signerTimeoutMs", message));
      controller.abort();
    }, signerTimeoutMs);
  });
  try {
    const request: SigningRequest = { ...content, operation, attempt, credentials, signal: controller.signal };
    const signature: unknown = await Promise.race([(async () => signer?.(request))(), late]);
    if (signature instanceof Uint8Array && signature.length > 0) return signature;
    const returned = signature === undefined ? "nothing" : kindOf(signature);
    throw wrong(option, `${option} must return the bytes of a signature, but returned ${returned}.`);
  } catch (cause) {
    if (isServiceError(cause)) throw cause;
    throw wrong(option, `${option} failed, so nothing was sent. Its error is the cause.`, cause);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

/** The forms are those of the X.509 Token Profile 1.1, 3.2. */
function keyInfo({ certificate, keyReference }: SigningTerms, { BinarySecurityToken: token }: Tokens): string {
  const identifier = (type: string, value: string): string =>
    `<wsse:KeyIdentifier EncodingType="${BASE64}" ValueType="${type}">${value}</wsse:KeyIdentifier>`;
  let reference: string;
  switch (keyReference) {
    case "BinarySecurityToken":
      reference = `<wsse:Reference URI="#${token?.id}" ValueType="${X509_V3}"/>`;
      break;
    case "SubjectKeyIdentifier":
      reference = identifier(X509_SKI, subjectKeyIdentifier(certificate) ?? "");
      break;
    case "ThumbprintSHA1":
      // SHA-1 only identifies the certificate: security does not depend on it.
      reference = identifier(THUMBPRINT, createHash("sha1").update(certificate.raw).digest("base64"));
      break;
    case "IssuerSerial": {
      // RFC 2253 has the last part of a name first.
      const issuer = escapeText(certificate.issuer.split("\n").reverse().join(","));
      const serial = BigInt(`0x${certificate.serialNumber}`);
      reference = `<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>${issuer}</ds:X509IssuerName><ds:X509SerialNumber>${serial}</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>`;
      break;
    }
  }
  return `<ds:KeyInfo><wsse:SecurityTokenReference ${NS_WSSE}>${reference}</wsse:SecurityTokenReference></ds:KeyInfo>`;
}
