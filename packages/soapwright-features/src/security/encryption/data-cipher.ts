/** Encrypts and decrypts the content of xenc:EncryptedData: XML Encryption 1.1, 5.2. */
import { type Cipher, createCipheriv, createDecipheriv, type Decipher, randomBytes } from "node:crypto";
import { XENC, XENC11 } from "../security-namespaces";
import type { DataAlgorithm } from "./encryption-options";

interface DataCipher {
  readonly uri: string;
  /** The number of octets of a key. */
  readonly keyLength: number;
}

export const DATA_ALGORITHMS: { readonly [A in DataAlgorithm]: DataCipher } = {
  "AES-128-GCM": { uri: `${XENC11}aes128-gcm`, keyLength: 16 },
  "AES-192-GCM": { uri: `${XENC11}aes192-gcm`, keyLength: 24 },
  "AES-256-GCM": { uri: `${XENC11}aes256-gcm`, keyLength: 32 },
  "AES-128-CBC": { uri: `${XENC}aes128-cbc`, keyLength: 16 },
  "AES-192-CBC": { uri: `${XENC}aes192-cbc`, keyLength: 24 },
  "AES-256-CBC": { uri: `${XENC}aes256-cbc`, keyLength: 32 },
};

export const DATA_NAMES = Object.keys(DATA_ALGORITHMS) as DataAlgorithm[];

const GCM_IV = 12;
const GCM_TAG = 16;
const BLOCK = 16;
/** So many octets are processed before other events of the event loop are handled. */
const SLICE = 1_048_576;

/** Returns the octets of a CipherValue. The padding of PKCS #7 is one of those that 5.2.2 allows. */
export async function encryptData(name: DataAlgorithm, key: Buffer, text: string): Promise<Buffer> {
  const content = Buffer.from(text, "utf8");
  if (name.endsWith("CBC")) {
    const iv = randomBytes(BLOCK);
    return Buffer.concat([iv, ...(await processed(createCipheriv(name, key, iv), content))]);
  }
  const iv = randomBytes(GCM_IV);
  const cipher = createCipheriv(name.toLowerCase() as "aes-256-gcm", key, iv);
  return Buffer.concat([iv, ...(await processed(cipher, content)), cipher.getAuthTag()]);
}

/** Returns undefined for whatever is wrong, so that no caller can tell one reason from another. */
export async function decryptData(name: DataAlgorithm, key: Buffer, octets: Buffer): Promise<string | undefined> {
  try {
    return UTF8.decode(await (name.endsWith("CBC") ? decryptCbc : decryptGcm)(name, key, octets));
  } catch {
    return undefined;
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

async function decryptGcm(name: string, key: Buffer, octets: Buffer): Promise<Buffer> {
  const end = octets.length - GCM_TAG;
  const algorithm = name.toLowerCase() as "aes-256-gcm";
  const decipher = createDecipheriv(algorithm, key, octets.subarray(0, GCM_IV), { authTagLength: GCM_TAG });
  decipher.setAuthTag(octets.subarray(end));
  return Buffer.concat(await processed(decipher, octets.subarray(GCM_IV, end)));
}

/** The last octet is the length of the padding, whose other octets may have any value. */
async function decryptCbc(name: string, key: Buffer, octets: Buffer): Promise<Buffer> {
  const decipher = createDecipheriv(name, key, octets.subarray(0, BLOCK)).setAutoPadding(false);
  const content = Buffer.concat(await processed(decipher, octets.subarray(BLOCK)));
  const padding = content.at(-1) ?? 0;
  if (padding < 1 || padding > BLOCK) throw new RangeError("padding");
  return content.subarray(0, -padding);
}

async function processed(cipher: Cipher | Decipher, octets: Buffer): Promise<Buffer[]> {
  const done: Buffer[] = [];
  for (let at = 0; at < octets.length; at += SLICE) {
    if (at > 0) await new Promise<void>((settle) => setImmediate(settle));
    done.push(cipher.update(octets.subarray(at, at + SLICE)));
  }
  done.push(cipher.final());
  return done;
}
