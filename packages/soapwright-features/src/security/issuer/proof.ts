/** The key that a token is bound to, which its sender proves to have (WS-Trust 1.4, 4.4.3 and 4.4.4). */
import { createHmac } from "node:crypto";
import { refuse } from "./refuse";
import type { Entropy, ProofToken } from "./trust/types";

/** What a response says of a key, beside the octets that the client sent. */
interface KeyFacts {
  readonly entropy: Uint8Array;
  readonly proof: ProofToken | undefined;
  readonly issuerEntropy: Entropy | undefined;
  readonly keySize: number | undefined;
}

/** Bounds of keys in bits, for those that the issuer makes too. */
export const KEY_BITS = { least: 128, most: 512 };

/**
 * Returns the key: that of the issuer, the one that both have made, or the octets of the client, which an issuer without a
 * proof has taken. Throws a `ResponseError`.
 */
export function readKey({ entropy, proof, issuerEntropy, keySize = entropy.length * 8 }: KeyFacts): Buffer {
  if (keySize % 8 !== 0 || keySize < KEY_BITS.least || keySize > KEY_BITS.most) {
    throw refuse("its key is too short or too long (KeySize)");
  }
  if (proof?.BinarySecret !== undefined) return requireSize(octetsOf(proof.BinarySecret.value), keySize);
  if (proof?.any !== undefined || issuerEntropy?.any !== undefined) {
    throw refuse("its key is encrypted. Ask the issuer for a BinarySecret");
  }
  if (proof?.ComputedKey === undefined) {
    if (issuerEntropy !== undefined) throw refuse("its key is not complete (ComputedKey)");
    return requireSize(Buffer.from(entropy), keySize);
  }
  if (!proof.ComputedKey.trim().endsWith("/CK/PSHA1")) throw refuse("its key is not computed by PSHA1 (ComputedKey)");
  if (issuerEntropy === undefined) throw refuse("its key is not complete (Entropy)");
  return computeKey(entropy, octetsOf(issuerEntropy.BinarySecret.value), keySize / 8);
}

/** P_SHA1 (RFC 2246, 5) of both entropies: WS-Trust 1.4, 4.4.4. */
export function computeKey(secret: Uint8Array, seed: Uint8Array, length: number): Buffer {
  const hmac = (...content: Uint8Array[]): Buffer => createHmac("sha1", secret).update(Buffer.concat(content)).digest();
  const pieces: Buffer[] = [];
  for (let [size, inner] = [0, hmac(seed)]; size < length; size += 20, inner = hmac(inner)) {
    pieces.push(hmac(inner, seed));
  }
  return Buffer.concat(pieces).subarray(0, length);
}

function requireSize(key: Buffer, bits: number): Buffer {
  if (key.length * 8 !== bits) throw refuse("its key has another size than its KeySize");
  return key;
}

/** An entropy of 16 to 128 octets adds to the key. */
function octetsOf(text: string): Buffer {
  const octets = Buffer.from(text, "base64");
  if (/[^\w+/=\s]/.test(text) || octets.length < KEY_BITS.least / 8 || octets.length > 128) {
    throw refuse("its key is too short or too long (BinarySecret)");
  }
  return octets;
}
