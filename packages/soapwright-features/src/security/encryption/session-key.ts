/** The key of one message, which an EncryptedKey carries, and the keys that are derived from it. */
import { createHash, randomBytes } from "node:crypto";
import { NO_SCOPE } from "soapwright-runtime/codecs";
import { canonicalOf } from "../canonical-writer";
import { requireInTime } from "../certificate";
import {
  DS,
  ENCRYPTED_KEY,
  ENCRYPTED_KEY_SHA1,
  WSC,
  WSC_2005,
  WSSE11,
  WSU,
  XENC,
  XENC11,
} from "../security-namespaces";
import { binaryToken, keyIdentifier, newId, tokenReference } from "../security-tokens";
import { keyInfo } from "../write-signature";
import { DATA_ALGORITHMS } from "./data-cipher";
import { derivedKey } from "./derived-keys";
import { OAEP, OAEP_DIGESTS, OAEP_MGF1P, wrapKey } from "./key-transport";
import type { EncryptionTerms, SymmetricTerms } from "./read-encryption";

const OF_KEY = ` xmlns:wsse11="${WSSE11}" wsse11:TokenType="${ENCRYPTED_KEY}"`;

/** A key, and how a part refers to it. */
export interface UsedKey {
  readonly key: Buffer;
  /** A wsse:SecurityTokenReference in canonical form. */
  readonly reference: string;
  /** The DerivedKeyToken, or no text. */
  readonly token: string;
}

/** A secret that both sides have. */
export interface SharedSecret {
  readonly secret: Buffer;
  /** The SHA-1 of the encrypted key in base64, by which a response refers to it (WS-Security 1.1, 7.3). */
  readonly sha1: string;
}

/** The key of a request, or the one that its response refers to. */
export interface SessionKey extends SharedSecret {
  readonly id: string;
  /** The certificate as a token, or no text. */
  readonly certificate: string;
  /** The EncryptedKey, whose end `list` is put into. No text in a response. */
  readonly xml: string;
  readonly reference: string;
}

/** Makes a key for the recipient. Throws a `ConfigurationError` for a certificate that has expired. */
export async function newSessionKey(terms: EncryptionTerms): Promise<SessionKey> {
  const { certificate, keyReference, keyTransport, oaepDigest, oaepMask, dataAlgorithm } = terms;
  if (certificate === undefined) throw new TypeError("an encryption without a certificate has the key of a request");
  requireInTime("security.encryption.certificate", certificate);
  const id = newId("EK");
  const secret = randomBytes(DATA_ALGORITHMS[dataAlgorithm].keyLength);
  const token = keyReference === "BinarySecurityToken" ? binaryToken({ certificate }) : undefined;
  const octets = wrapKey(certificate.publicKey, secret, { digest: oaepDigest, mgf: oaepMask });
  const digest = `<ds:DigestMethod xmlns:ds="${DS}" Algorithm="${OAEP_DIGESTS[oaepDigest].uri}"/>`;
  const isFixedMask = keyTransport === "RSA-OAEP-MGF1P";
  const mask = isFixedMask ? "" : `<xenc11:MGF xmlns:xenc11="${XENC11}" Algorithm="${OAEP_DIGESTS[oaepMask].mgf}"/>`;
  const info = keyInfo({ certificate, keyReference }, { BinarySecurityToken: token });
  const xml =
    `<xenc:EncryptedKey xmlns:xenc="${XENC}" Id="${id}">` +
    `<xenc:EncryptionMethod Algorithm="${isFixedMask ? OAEP_MGF1P : OAEP}">${digest}${mask}</xenc:EncryptionMethod>` +
    `${info.replace("<ds:KeyInfo>", `<ds:KeyInfo xmlns:ds="${DS}">`)}` +
    `<xenc:CipherData><xenc:CipherValue>${octets.toString("base64")}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey>`;
  return {
    id,
    secret,
    sha1: sha1Of(octets),
    certificate: token?.xml ?? "",
    xml: await canonicalOf(xml, { start: 0, scope: NO_SCOPE }),
    reference: tokenReference(`<wsse:Reference URI="#${id}"></wsse:Reference>`, OF_KEY),
  };
}

/** Returns the key of a request, for its response. */
export function answeringKey(shared: SharedSecret): SessionKey {
  const reference = tokenReference(keyIdentifier(ENCRYPTED_KEY_SHA1, shared.sha1), OF_KEY);
  return { ...shared, id: "", certificate: "", xml: "", reference };
}

/** Returns the key itself, or one of `length` octets that is derived from it. */
export function useKey(session: SessionKey, derivedKeys: SymmetricTerms["derivedKeys"], length: number): UsedKey {
  const { secret, reference } = session;
  if (derivedKeys === undefined) return { key: secret, reference, token: "" };
  const wsc = derivedKeys === "1.3" ? WSC : WSC_2005;
  const id = newId("DK");
  const nonce = randomBytes(16);
  return {
    key: derivedKey(secret, { nonce, offset: 0, length }),
    reference: tokenReference(`<wsse:Reference URI="#${id}" ValueType="${wsc}/dk"></wsse:Reference>`),
    token:
      `<wsc:DerivedKeyToken xmlns:wsc="${wsc}" xmlns:wsu="${WSU}" wsu:Id="${id}">${reference}` +
      `<wsc:Offset>0</wsc:Offset><wsc:Length>${length}</wsc:Length><wsc:Nonce>${nonce.toString("base64")}</wsc:Nonce></wsc:DerivedKeyToken>`,
  };
}

export function sha1Of(octets: Buffer): string {
  return createHash("sha1").update(octets).digest("base64");
}
