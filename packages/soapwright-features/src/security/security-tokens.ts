/** Writes the tokens of a wsse:Security block: WS-Security 1.1, its UsernameToken and X.509 Token Profiles. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { CredentialRequest } from "soapwright-runtime";
import { escapeText } from "soapwright-runtime/codecs";
import type { SecurityTerms, TimestampTerms, UsernameTokenTerms } from "./read-options";
import type { SigningTerms } from "./read-signature";
import {
  BASE64,
  PASSWORD_DIGEST,
  PASSWORD_TEXT,
  SAML_ASSERTION_ID,
  SAML_ID,
  WSSE,
  WSSE11,
  WSU,
  X509_V3,
} from "./security-namespaces";
import { askText } from "./text-source";

export const NS_WSSE = `xmlns:wsse="${WSSE}"`;
export const NS_WSU = `xmlns:wsu="${WSU}"`;

export interface Token {
  readonly id: string;
  readonly xml: string;
  /** Texts that are masked wherever the service repeats them. */
  readonly secrets?: readonly string[];
}

/** The tokens of one block, by the names that a signature covers them by. */
export interface Tokens {
  readonly Timestamp: Token | undefined;
  readonly BinarySecurityToken: Token | undefined;
  readonly UsernameToken: Token | undefined;
  readonly EncryptedKey?: Token | undefined;
  readonly SignatureConfirmation?: Token | undefined;
}

export async function writeTokens(terms: SecurityTerms, request: CredentialRequest): Promise<Tokens> {
  const { signature } = terms;
  const Timestamp = terms.timestamp && timestamp(terms.timestamp);
  const BinarySecurityToken = signature?.keyReference === "BinarySecurityToken" ? binaryToken(signature) : undefined;
  const UsernameToken = terms.usernameToken && (await usernameToken(terms.usernameToken, request));
  return { Timestamp, BinarySecurityToken, UsernameToken };
}

/** Returns the element that refers to a token. `attributes` begin with a blank. */
export function tokenReference(inside: string, attributes = ""): string {
  return `<wsse:SecurityTokenReference ${NS_WSSE}${attributes}>${inside}</wsse:SecurityTokenReference>`;
}

/** Returns the name of a token by octets in base64. */
export function keyIdentifier(type: string, base64: string): string {
  return `<wsse:KeyIdentifier EncodingType="${BASE64}" ValueType="${type}">${base64}</wsse:KeyIdentifier>`;
}

/** Returns the element that refers to an assertion (SAML Token Profile 1.1, 3.4). */
export function assertionReference(id: string, isVersion1: boolean, attributes: string): string {
  const type = isVersion1 ? SAML_ASSERTION_ID : SAML_ID;
  return tokenReference(`<wsse:KeyIdentifier ValueType="${type}">${escapeText(id)}</wsse:KeyIdentifier>`, attributes);
}

export function newId(kind: string): string {
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

export function binaryToken({ certificate }: Pick<SigningTerms, "certificate">): Token {
  const id = newId("X509");
  const xml =
    `<wsse:BinarySecurityToken ${NS_WSSE} ${NS_WSU} EncodingType="${BASE64}" ValueType="${X509_V3}" wsu:Id="${id}">` +
    `${certificate.raw.toString("base64")}</wsse:BinarySecurityToken>`;
  return { id, xml };
}

/** WS-Security 1.1, 8.5. There is one for each signature of the request, and one without a value if it has none. */
export function confirmation(value: string | undefined): Token {
  const id = newId("SC");
  const attribute = value === undefined ? "" : ` Value="${value}"`;
  const xml = `<wsse11:SignatureConfirmation xmlns:wsse11="${WSSE11}" xmlns:wsu="${WSU}"${attribute} wsu:Id="${id}"></wsse11:SignatureConfirmation>`;
  return { id, xml };
}

/** The digest is Base64(SHA-1(nonce + created + password)) (UsernameToken Profile 1.1, 3.1). */
async function usernameToken(
  { username, password, passwordType, nonce: hasNonce }: UsernameTokenTerms,
  request: CredentialRequest,
): Promise<Token> {
  const id = newId("UT");
  const isDigest = passwordType === "digest";
  const secrets = [username];
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
  const xml = `<wsse:UsernameToken ${NS_WSSE} ${NS_WSU} wsu:Id="${id}">${content}</wsse:UsernameToken>`;
  return { id, xml, secrets };
}
