/** The option `credentialCache`: fetches credentials that expire through a cache that processes share. */
import { randomUUID, warn } from "#platform";
import { NAME } from "../runtime-names";
import type { TransportSignal } from "../transport/transport";
import { checkMethods } from "./option-checks";

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

/** Maximum wait for the cache in milliseconds, after which another process may fetch. */
const SILENT_MS = 1_000;
const LOCK_MS = 10_000;
const POLL_MS = 50;
/** Time during which a failed cache is not used, in milliseconds. */
const AWAY_MS = 5_000;

/**
 * Returns the value of the option `credentialCache` with which processes that have the same cache share credentials
 * that expire: one of them fetches for all. While the cache fails or takes longer than a second, each process fetches
 * for itself, and one warning reports that.
 *
 * @throws ConfigurationError for a cache without one of its methods.
 */
export function sharedCredentials(cache: CredentialCache): SharedCredentials {
  checkMethods("sharedCredentials", cache, ["get", "set", "lock", "unlock"]);
  const ask = watched(cache);
  return { fetch: (request) => fetchThrough(ask, request) };
}

/** Calls a method of the cache. Resolves to undefined if the cache fails or takes too long. */
type AskCache = <T>(call: (cache: CredentialCache) => Promise<T>) => Promise<T | undefined>;

/** Returns undefined if another process fetches the credential. */
async function fetchThrough(
  ask: AskCache,
  request: CacheRequest,
): Promise<{ readonly credential: unknown } | undefined> {
  const { key, signal, waits } = request;
  const owner = randomUUID();
  for (let wait = POLL_MS; ; wait = Math.min(500, wait * 1.5)) {
    const cached = await found(ask, request);
    if (cached !== undefined) return { credential: cached };
    const isMine = await ask((cache) => cache.lock(key, owner, LOCK_MS));
    if (isMine === undefined) return { credential: await request.ask() };
    if (isMine) return { credential: await fetchLocked(ask, request, owner) };
    if (!waits) return undefined;
    await pause(wait * (0.5 + Math.random() / 2), signal);
    if (signal.aborted) return undefined;
  }
}

/** Resolves after `ms` milliseconds, or as soon as `signal` is aborted. */
function pause(ms: number, signal: TransportSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end);
  });
}

async function fetchLocked(ask: AskCache, request: CacheRequest, owner: string): Promise<unknown> {
  const { key } = request;
  try {
    // The cache is read again, because another process may have fetched the credential and released the lock in the
    // meantime.
    const cachedByOther = await found(ask, request);
    if (cachedByOther !== undefined) return cachedByOther;
    const fetched = await request.ask();
    const credential = cachedOf(fetched);
    if (credential !== undefined) await ask((cache) => cache.set(key, credential));
    return fetched;
  } finally {
    await ask((cache) => cache.unlock(key, owner));
  }
}

async function found(ask: AskCache, { key, found: valid }: CacheRequest): Promise<unknown> {
  const credential = await ask((cache) => cache.get(key));
  return isCached(credential) ? valid(credential) : undefined;
}

/** Returns undefined for a credential that has no expiry or has expired. */
function cachedOf(stored: unknown): CachedCredential | undefined {
  if (typeof stored !== "object" || stored === null || !("value" in stored) || !("expiresAt" in stored))
    return undefined;
  const expiresAt = Number(stored.expiresAt);
  const fetchedAt = Date.now();
  if (!(expiresAt > fetchedAt) || !Number.isFinite(expiresAt)) return undefined;
  return { value: JSON.stringify(stored.value), expiresAt, fetchedAt };
}

function isCached(value: unknown): value is CachedCredential {
  if (typeof value !== "object" || value === null) return false;
  const { value: text, expiresAt, fetchedAt } = value as Partial<CachedCredential>;
  return typeof text === "string" && Number.isFinite(expiresAt) && Number.isFinite(fetchedAt);
}

/** The cache is not called for a while after it has failed. The first failure is reported. */
function watched(cache: CredentialCache): AskCache {
  /** The time is on the clock of `performance.now()`; undefined before the first failure. */
  let awayUntil: number | undefined;
  return async (call) => {
    if (performance.now() < (awayUntil ?? 0)) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error("late")), SILENT_MS);
      timer.unref?.();
    });
    try {
      return await Promise.race([call(cache), late]);
    } catch {
      if (awayUntil === undefined) {
        warn(
          "The credentialCache fails, or takes longer than a second: each process fetches credentials for itself until it responds.",
          `${NAME.toUpperCase()}_CREDENTIAL_CACHE`,
        );
      }
      awayUntil = performance.now() + AWAY_MS;
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };
}
