/** Fetches credentials through a cache that processes share. */
import { randomUUID } from "node:crypto";
import { NAME } from "../runtime-names";
import type { TransportSignal } from "../transport/transport";
import type { CachedCredential, CacheRequest, CredentialCache, SharedCredentials } from "./credential-cache";
import { checkMethods } from "./option-checks";

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
  const watched = new WatchedCache(cache);
  return { fetch: (question) => fetchThrough(watched, question) };
}

/** Returns undefined if another process fetches the credential. */
async function fetchThrough(
  cache: WatchedCache,
  question: CacheRequest,
): Promise<{ readonly credential: unknown } | undefined> {
  const { key, signal, waits } = question;
  const owner = randomUUID();
  for (let wait = POLL_MS; ; wait = Math.min(500, wait * 1.5)) {
    const cached = await found(cache, question);
    if (cached !== undefined) return { credential: cached };
    const isMine = await cache.ask((store) => store.lock(key, owner, LOCK_MS));
    if (isMine !== false)
      return { credential: await (isMine === undefined ? question.ask() : fetchLocked(cache, question, owner)) };
    if (!waits) return undefined;
    await pause(wait * (0.5 + Math.random() / 2), signal);
    if (signal.aborted) return undefined;
  }
}

async function fetchLocked(cache: WatchedCache, question: CacheRequest, owner: string): Promise<unknown> {
  const { key } = question;
  try {
    // The cache is read again, because another process may have fetched the credential and released the lock in the
    // meantime.
    const cachedByOther = await found(cache, question);
    if (cachedByOther !== undefined) return cachedByOther;
    const fetchedValue = await question.ask();
    const credential = cachedOf(fetchedValue);
    if (credential !== undefined) await cache.ask((each) => each.set(key, credential));
    return fetchedValue;
  } finally {
    await cache.ask((store) => store.unlock(key, owner));
  }
}

async function found(cache: WatchedCache, { key, found: valid }: CacheRequest): Promise<unknown> {
  const credential = await cache.ask((store) => store.get(key));
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

/** A cache that is not queried for a while after it has failed. */
class WatchedCache {
  readonly #cache: CredentialCache;
  /** The time is on the clock of `performance.now()`; undefined before the first failure. */
  #awayUntil: number | undefined;

  constructor(cache: CredentialCache) {
    this.#cache = cache;
  }

  /** Returns undefined if the cache fails or takes too long, which is reported once. */
  async ask<T>(ask: (cache: CredentialCache) => Promise<T>): Promise<T | undefined> {
    if (performance.now() < (this.#awayUntil ?? 0)) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error("late")), SILENT_MS);
      timer.unref();
    });
    try {
      return await Promise.race([ask(this.#cache), late]);
    } catch {
      const isTold = this.#awayUntil !== undefined;
      this.#awayUntil = performance.now() + AWAY_MS;
      if (!isTold) {
        process.emitWarning(
          "The credentialCache fails, or takes longer than a second: each process fetches credentials for itself until it responds.",
          { code: `${NAME.toUpperCase()}_CREDENTIAL_CACHE` },
        );
      }
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}

function pause(milliseconds: number, signal: TransportSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
