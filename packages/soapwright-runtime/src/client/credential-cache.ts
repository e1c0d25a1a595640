/** The option `credentialCache`: a cache in which processes share credentials that expire. */

import type { TransportSignal } from "../transport/transport";

/** A credential in a cache. */
export interface CachedCredential {
  /** The value as JSON. It is a secret: a cache outside of the process must encrypt it. */
  readonly value: string;
  /** Time of the expiry, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** Time of the fetch, in milliseconds since 1970. */
  readonly fetchedAt: number;
}

/**
 * A cache in which processes share credentials that expire. It is queried before a credential function is called. Each
 * method may take one second. When one fails or takes longer, each process fetches for itself.
 */
export interface CredentialCache {
  /**
   * Returns the credential stored under `key`; undefined for none. A key names service, credential and tenant, and
   * contains no secret.
   */
  get(key: string): Promise<CachedCredential | undefined>;
  /** Stores the credential, at most until `expiresAt`. */
  set(key: string, credential: CachedCredential): Promise<void>;
  /**
   * Locks `key` for `milliseconds`, during which `owner` fetches the credential for all processes. Resolves to false if
   * another owner has the lock.
   */
  lock(key: string, owner: string, milliseconds: number): Promise<boolean>;
  /** Releases the lock of `key` if `owner` still has it. */
  unlock(key: string, owner: string): Promise<void>;
}

/** A client's request for a new credential through a cache. */
export interface CacheRequest {
  readonly key: string;
  /**
   * Returns the usable form of a cached credential; undefined if it has expired, was refused, or is the one being
   * renewed.
   */
  found(credential: CachedCredential): unknown;
  /** Calls the user's function, and returns its result. */
  ask(): unknown;
  readonly signal: TransportSignal;
  /** Whether the call waits while another process fetches the credential. */
  readonly waits: boolean;
}

/** The value of the option `credentialCache`, which `sharedCredentials()` returns. */
export interface SharedCredentials {
  /**
   * Returns a credential in its usable form or as the user's function returned it; undefined if another process fetches
   * it.
   */
  fetch(question: CacheRequest): Promise<{ readonly credential: unknown } | undefined>;
}
