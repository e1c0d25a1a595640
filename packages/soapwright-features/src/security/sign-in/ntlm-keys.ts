/** The keys of NTLMv2: MS-NLMP, 3.3.2 and 3.4. */
import { createHmac } from "node:crypto";

/** What proves the password to a service, and the key of the session. */
export interface NtlmProof {
  /** NTProofStr with the values that it covers. */
  readonly response: Buffer;
  /** SessionBaseKey, which is the exported key too, because no other is exchanged. */
  readonly sessionKey: Buffer;
}

/** Whose password is proved. */
export interface NtlmAccount {
  readonly username: string;
  /** The domain as it is in the proof, which may be empty. */
  readonly domain: string;
  readonly password: string;
}

export interface NtlmValues extends NtlmAccount {
  readonly serverChallenge: Uint8Array;
  readonly clientChallenge: Uint8Array;
  /** A FILETIME: 8 bytes. */
  readonly timestamp: Uint8Array;
  /** The AV pairs that the client sends back. */
  readonly targetInfo: Uint8Array;
}

/**
 * Returns the key of NTLMv2 for an account (NTOWFv2: MS-NLMP, 3.3.2), by which a service in a sandbox checks proofs. It is
 * worth as much as the password.
 */
export function ntlmKey({ username, domain, password }: NtlmAccount): Uint8Array {
  return hmacMd5(md4(utf16(password)), utf16(upperCase(username) + domain));
}

/** Computes the response of NTLMv2 (MS-NLMP, 3.3.2). */
export function proveNtlm(values: NtlmValues): NtlmProof {
  const { serverChallenge, clientChallenge, timestamp, targetInfo } = values;
  const key = ntlmKey(values);
  const zeros = (length: number): Buffer => Buffer.alloc(length);
  const covered = Buffer.concat([
    Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]),
    ...[timestamp, clientChallenge, zeros(4), targetInfo, zeros(4)],
  ]);
  const proof = hmacMd5(key, serverChallenge, covered);
  return { response: Buffer.concat([proof, covered]), sessionKey: hmacMd5(key, proof) };
}

export function hmacMd5(key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
  const hmac = createHmac("md5", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

export function utf16(text: string): Buffer {
  return Buffer.from(text, "utf16le");
}

/** Windows maps each UTF-16 unit to one unit, so that a sharp s, for example, stays. */
function upperCase(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const upper = text[at]!.toUpperCase();
    return upper.length === 1 ? upper : text[at]!;
  }).join("");
}

const SHIFTS = [
  [3, 7, 11, 19],
  [3, 5, 9, 13],
  [3, 9, 11, 15],
] as const;
const ORDERS = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
  [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
] as const;
const CONSTANTS = [0, 0x5a827999, 0x6ed9eba1] as const;

/** MD4 (RFC 1320), which OpenSSL 3 offers no more. Hashes passwords for NTLM alone. */
export function md4(message: Uint8Array): Buffer {
  const padded = Buffer.alloc((((message.length + 8) >> 6) + 1) << 6);
  padded.set(message);
  padded[message.length] = 0x80;
  padded.writeUInt32LE((message.length * 8) % 2 ** 32, padded.length - 8);
  padded.writeUInt32LE(Math.floor(message.length / 2 ** 29), padded.length - 4);
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  for (let block = 0; block < padded.length; block += 64) {
    let [a, b, c, d] = state as unknown as [number, number, number, number];
    for (let round = 0; round < 3; round++) {
      for (let step = 0; step < 16; step++) {
        const mixed = round === 0 ? (b & c) | (~b & d) : round === 1 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
        const word = padded.readInt32LE(block + ORDERS[round]![step]! * 4);
        const sum = (a + mixed + word + CONSTANTS[round]!) | 0;
        const shift = SHIFTS[round]![step % 4]!;
        [a, b, c, d] = [d, (sum << shift) | (sum >>> (32 - shift)), b, c];
      }
    }
    [a, b, c, d].forEach((value, at) => {
      state[at] = state[at]! + value;
    });
  }
  return Buffer.from(state.buffer);
}
