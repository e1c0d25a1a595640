/** Fetches a credential through a cache that processes share. Loaded on first use. */
import { randomUUID } from "node:crypto";
import { NAME } from "../runtime-names";
import type { TransportSignal } from "../transport/transport";
import { type CachedCredential, type CredentialCache, FETCHED_ELSEWHERE, FromCache } from "./credential-cache";

/** The request for a new credential through a cache. */
export interface CacheQuestion {
  readonly cache: CredentialCache;
  readonly key: string;
  /** Returns false if the credential has expired, was refused, or is the one being renewed. */
  isNew(credential: CachedCredential): boolean;
  /** Calls the user's function. */
  ask(): unknown;
  readonly signal: TransportSignal;
  /** Whether to wait while another process fetches the credential. */
  readonly waits: boolean;
}

/** Longest wait for the cache, and the time after which another process may fetch, in milliseconds. */
const SILENT_MS = 1_000;
const LOCK_MS = 10_000;
const POLL_MS = 50;
/** Time during which a failed cache is not used, in milliseconds. */
const AWAY_MS = 5_000;

/**
 * Returns the cached credential, or the result of the user's function, which is then cached. Rejects as that function
 * does.
 */
export async function askThroughCache(question: CacheQuestion): Promise<unknown> {
  const { cache, key, signal, waits } = question;
  const owner = randomUUID();
  for (let wait = POLL_MS; ; wait = Math.min(500, wait * 1.5)) {
    const known = await found(question);
    if (known !== undefined) return known;
    const isMine = await within(cache, () => cache.lock(key, owner, LOCK_MS));
    if (isMine !== false) return isMine === undefined ? question.ask() : fetchLocked(question, owner);
    if (!waits) return FETCHED_ELSEWHERE;
    await pause(wait * (0.5 + Math.random() / 2), signal);
    if (signal.aborted) return FETCHED_ELSEWHERE;
  }
}

async function fetchLocked(question: CacheQuestion, owner: string): Promise<unknown> {
  const { cache, key } = question;
  try {
    // Checked again: another process may have fetched the credential and released the lock in the meantime.
    const known = await found(question);
    if (known !== undefined) return known;
    const given = await question.ask();
    const credential = cachedOf(given);
    if (credential !== undefined) await within(cache, () => cache.set(key, credential));
    return given;
  } finally {
    await within(cache, () => cache.unlock(key, owner));
  }
}

/** Returns a cached credential in the form of the user's result; undefined if there is no valid one. */
async function found({ cache, key, isNew }: CacheQuestion): Promise<FromCache | undefined> {
  const credential = await within(cache, () => cache.get(key));
  if (!isCached(credential) || !isNew(credential)) return undefined;
  try {
    return new FromCache(JSON.parse(credential.value), credential);
  } catch {
    return undefined;
  }
}

/** Returns the entry for the cache; undefined if the credential has no expiry or has expired. */
function cachedOf(given: unknown): CachedCredential | undefined {
  if (typeof given !== "object" || given === null || !("value" in given) || !("expiresAt" in given)) return undefined;
  const expiresAt = Number(given.expiresAt);
  const fetchedAt = Date.now();
  if (!(expiresAt > fetchedAt) || !Number.isFinite(expiresAt)) return undefined;
  return { value: JSON.stringify(given.value), expiresAt, fetchedAt };
}

function isCached(value: unknown): value is CachedCredential {
  if (typeof value !== "object" || value === null) return false;
  const { value: text, expiresAt, fetchedAt } = value as Partial<CachedCredential>;
  return typeof text === "string" && Number.isFinite(expiresAt) && Number.isFinite(fetchedAt);
}

/** Caches that have failed, and the time until which they are not used. */
const failed = new WeakMap<CredentialCache, number>();

/** Returns the cache's result; undefined if it fails or is late, which is reported once. */
async function within<T>(cache: CredentialCache, ask: () => Promise<T>): Promise<T | undefined> {
  if (performance.now() < (failed.get(cache) ?? 0)) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("late")), SILENT_MS);
    timer.unref();
  });
  try {
    return await Promise.race([ask(), late]);
  } catch {
    const isTold = failed.has(cache);
    failed.set(cache, performance.now() + AWAY_MS);
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
