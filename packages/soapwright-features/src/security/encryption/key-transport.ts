/** Wraps and unwraps the key of an xenc:EncryptedKey: XML Encryption 1.1, 5.5, and RFC 8017, 7. */
import { constants, createHash, type KeyObject, privateDecrypt, publicEncrypt, randomBytes } from "node:crypto";
import { DS, XENC, XENC11 } from "../security-namespaces";
import type { OaepDigest } from "./encryption-options";

export interface KeyTransport {
  readonly digest: OaepDigest;
  readonly mgf: OaepDigest;
}

export const OAEP_MGF1P = `${XENC}rsa-oaep-mgf1p`;
export const OAEP = `${XENC11}rsa-oaep`;
export const RSA_15 = `${XENC}rsa-1_5`;

interface OaepHash {
  readonly hash: "sha1" | "sha256";
  readonly uri: string;
  readonly mgf: string;
}

export const OAEP_DIGESTS: { readonly [D in OaepDigest]: OaepHash } = {
  "SHA-1": { hash: "sha1", uri: `${DS}sha1`, mgf: `${XENC11}mgf1sha1` },
  "SHA-256": { hash: "sha256", uri: `${XENC}sha256`, mgf: `${XENC11}mgf1sha256` },
};

/** The padding is written here, because Node.js has one digest for OAEP and its mask alike. */
export function wrapKey(to: KeyObject, key: Buffer, { digest, mgf }: KeyTransport): Buffer {
  const label = createHash(OAEP_DIGESTS[digest].hash).digest();
  const seed = randomBytes(label.length);
  const size = modulusLength(to);
  const padding = Buffer.alloc(size - key.length - 2 * label.length - 2);
  const data = Buffer.concat([label, padding, Buffer.of(1), key]);
  const maskedData = xor(data, mask(mgf, seed, data.length));
  const maskedSeed = xor(seed, mask(mgf, maskedData, seed.length));
  const block = Buffer.concat([Buffer.of(0), maskedSeed, maskedData]);
  return publicEncrypt({ key: to, padding: constants.RSA_NO_PADDING }, block);
}

/** Returns the padded block, whose padding is not looked at; a random one if the octets are none of the key's. */
export function unwrapBlock(key: KeyObject, octets: Buffer): Buffer {
  const size = modulusLength(key);
  try {
    const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, octets);
    if (block.length === size) return block;
  } catch {
    // The octets are as many as the modulus has, and a smaller number, in every message that was encrypted.
  }
  return randomBytes(size);
}

/**
 * Returns the key in a block, which has one of these lengths. A block with wrong padding has a random key, chosen
 * without a branch: its message fails as one whose content was changed, so that nobody learns about the padding from it
 * (Bleichenbacher, Manger).
 */
export function keyIn(block: Buffer, transport: KeyTransport | "RSA-1_5", lengths: readonly number[]): Buffer {
  const { data, wrong, filler } = transport === "RSA-1_5" ? pkcs1(block) : oaep(block, transport);
  for (const length of lengths) {
    const start = data.length - length;
    if (start <= filler) continue;
    let bad = wrong | (data[start - 1]! ^ (transport === "RSA-1_5" ? 0 : 1));
    for (let at = filler; at < start - 1; at++) {
      // PKCS #1 1.5 fills with octets that are not zero, OAEP with zeros.
      bad |= transport === "RSA-1_5" ? ((data[at]! - 1) >>> 8) & 0xff : data[at]!;
    }
    const isBad = -((bad + 0xff) >>> 8) & 0xff;
    const key = randomBytes(length);
    for (let at = 0; at < length; at++) key[at] = (data[start + at]! & ~isBad) | (key[at]! & isBad);
    if (lengths.length === 1 || isBad === 0) return key;
  }
  return randomBytes(lengths[0]!);
}

interface Padded {
  readonly data: Buffer;
  /** Zero if the beginning is right. */
  readonly wrong: number;
  /** Where the octets begin that fill the block. */
  readonly filler: number;
}

function pkcs1(block: Buffer): Padded {
  return { data: block, wrong: block[0]! | (block[1]! ^ 2), filler: 2 };
}

function oaep(block: Buffer, { digest, mgf }: KeyTransport): Padded {
  const label = createHash(OAEP_DIGESTS[digest].hash).digest();
  const maskedSeed = block.subarray(1, 1 + label.length);
  const maskedData = block.subarray(1 + label.length);
  const seed = xor(maskedSeed, mask(mgf, maskedData, label.length));
  const data = xor(maskedData, mask(mgf, seed, maskedData.length));
  let wrong = block[0]!;
  for (let at = 0; at < label.length; at++) wrong |= data[at]! ^ label[at]!;
  return { data, wrong, filler: label.length };
}

/** MGF1 (RFC 8017, B.2.1). */
function mask(mgf: OaepDigest, seed: Buffer, length: number): Buffer {
  const { hash } = OAEP_DIGESTS[mgf];
  const blocks: Buffer[] = [];
  const counter = Buffer.alloc(4);
  for (let made = 0; made < length; made += blocks.at(-1)!.length) {
    counter.writeUInt32BE(blocks.length);
    blocks.push(createHash(hash).update(seed).update(counter).digest());
  }
  return Buffer.concat(blocks).subarray(0, length);
}

function xor(a: Buffer, b: Buffer): Buffer {
  return Buffer.from(a.map((octet, at) => octet ^ b[at]!));
}

export function modulusLength(key: KeyObject): number {
  return (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
}
