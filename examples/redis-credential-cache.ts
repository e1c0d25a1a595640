/**
 * Credentials that expire, kept in Redis for all processes, so that one of them fetches for all. Redis gets them encrypted
 * (AES-256-GCM) with a key that you give to your processes, so that a reader of Redis learns none:
 *
 * ```ts
 * const key = Buffer.from(process.env.CREDENTIAL_KEY ?? "", "base64"); // 32 bytes: openssl rand -base64 32
 * const credentialCache = sharedCredentials(redisCredentialCache({ client: new Redis(url), key }));
 * const client = createEmployeeServiceV3({ baseUrl, credentialCache });
 * ```
 *
 * To change the key, start the processes with the new one: they fetch credentials anew.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

/** A client of the package ioredis. With the package redis: `{ call: (...words) => client.sendCommand(words) }`. */
interface Client {
  call(command: string, ...words: string[]): Promise<unknown>;
}

/** `CachedCredential` of the package. */
interface Cached {
  readonly value: string;
  readonly expiresAt: number;
  readonly fetchedAt: number;
}

export interface RedisCredentialCacheOptions {
  readonly client: Client;
  /** 32 bytes, the same in every process. */
  readonly key: Uint8Array;
  /** Start of the names of all keys in Redis. */
  readonly prefix?: string;
}

const UNLOCK = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A `CredentialCache`. Throws a `RangeError` for a key of another length. */
export function redisCredentialCache({ client, key, prefix = "credentials" }: RedisCredentialCacheOptions) {
  if (key.length !== 32) throw new RangeError(`The key has to be 32 bytes long, but has ${key.length}.`);
  // Names of tenants stay out of Redis, too.
  const nameOf = (kind: string, of: string): string =>
    `${prefix}:${kind}:${createHmac("sha256", key).update(of).digest("base64url")}`;

  const sealed = (of: string, credential: Cached): string => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", key, iv);
    // A credential that someone copies to another tenant's place does not open there.
    cipher.setAAD(Buffer.from(of));
    const text = Buffer.concat([cipher.update(JSON.stringify(credential), "utf8"), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64");
  };

  const opened = (of: string, text: string): Cached | undefined => {
    const bytes = Buffer.from(text, "base64");
    if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(of));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
      return JSON.parse(plain.toString("utf8")) as Cached;
    } catch {
      // Of another key, or changed: as if it were not there.
      return undefined;
    }
  };

  return {
    async get(of: string): Promise<Cached | undefined> {
      const text = await client.call("GET", nameOf("value", of));
      return typeof text === "string" ? opened(of, text) : undefined;
    },

    async set(of: string, credential: Cached): Promise<void> {
      const milliseconds = Math.max(1, Math.ceil(credential.expiresAt - Date.now()));
      await client.call("SET", nameOf("value", of), sealed(of, credential), "PX", String(milliseconds));
    },

    async lock(of: string, owner: string, milliseconds: number): Promise<boolean> {
      const given = await client.call("SET", nameOf("lock", of), owner, "NX", "PX", String(milliseconds));
      return given === "OK";
    },

    async unlock(of: string, owner: string): Promise<void> {
      await client.call("EVAL", UNLOCK, "1", nameOf("lock", of), owner);
    },
  };
}
