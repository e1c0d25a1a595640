/** Where processes keep credentials that expire for one another: the option `credentialCache`. */

/** A credential in a cache. */
export interface CachedCredential {
  /** The value as JSON. It is a secret: a cache outside of the process encrypts it. */
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** When it was fetched: milliseconds since 1970. */
  readonly fetchedAt: number;
}

/**
 * Where several processes keep credentials that expire: it is asked before a function for credentials is. The functions have
 * one second; while one of them fails or is late, each process fetches for itself.
 */
export interface CredentialCache {
  /** The credential under `key`, or undefined. A key names service, credential and tenant; it holds no secret. */
  get(key: string): Promise<CachedCredential | undefined>;
  /** Keeps the credential, no longer than until `expiresAt`. */
  set(key: string, credential: CachedCredential): Promise<void>;
  /**
   * Gives the lock of `key` to `owner` for so many milliseconds. False: another owner has it. Whoever has it fetches the
   * credential for all.
   */
  lock(key: string, owner: string, milliseconds: number): Promise<boolean>;
  /** Ends the lock of `key`, where `owner` has it still. */
  unlock(key: string, owner: string): Promise<void>;
}

/** Another process fetches the credential, and nobody waits for it here. */
export const FETCHED_ELSEWHERE = Symbol("fetched elsewhere");

/** A value that another process has fetched. */
export class FromCache {
  readonly value: unknown;
  readonly expiresAt: number;
  readonly fetchedAt: number;

  constructor(value: unknown, { expiresAt, fetchedAt }: CachedCredential) {
    this.value = value;
    this.expiresAt = expiresAt;
    this.fetchedAt = fetchedAt;
  }
}
