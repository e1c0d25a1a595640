/**
 * Tokens with an expiry of one hour that forty pods have fetched within 100 ms: the times of their fetches, on virtual
 * time.
 */

import { type CredentialCache, sharedCredentials } from "soapwright-runtime";
import { CredentialHeaders } from "soapwright-runtime/extend";
import { Random } from "soapwright-verify";
import type { CredentialUse } from "../../packages/soapwright-runtime/src/client/credential-source";
import type { VirtualTime } from "./virtual-time";

export interface TokensResult {
  /** The number of fetches after the first ones, within four hours. */
  readonly fetches: number;
  /** The largest number of fetches that began within one second. */
  readonly mostInSecond: number;
  /** The number of calls that waited for a token, after the first of each pod. */
  readonly stalled: number;
}

const PODS = 40;
const HOUR = 3_600_000;
const FETCH_MS = 300;
/** The time from one call of a pod to its next one, in milliseconds. */
const PERIOD_MS = 2_000;

/** Runs the pods. With `refreshAheadMs` 0, tokens are not renewed ahead. */
export async function runTokens(
  time: VirtualTime,
  { refreshAheadMs, cache, seed }: { refreshAheadMs?: number; cache?: CredentialCache; seed: number },
): Promise<TokensResult> {
  const random = new Random(seed);
  const real = { now: Date.now, random: Math.random };
  Date.now = () => time.now;
  Math.random = () => random.next();
  const began = time.now;
  const fetchedAt: number[] = [];
  let stalled = 0;
  try {
    for (let pod = 0; pod < PODS; pod++) {
      const token = async () => {
        fetchedAt.push(time.now);
        await new Promise((resolve) => setTimeout(resolve, FETCH_MS));
        return { value: `token ${fetchedAt.length}`, expiresAt: time.now + HOUR, refreshAheadMs };
      };
      const rules = ["user", "token"].map((option) => ({ option, required: true }));
      const credentials = CredentialHeaders.of<object>(rules, { user: "fleet", token }, () => (texts) => texts);
      const call = async (isFirst: boolean) => {
        const calledAt = time.now;
        await credentials.ask(callOf(cache));
        if (!isFirst && time.now > calledAt) stalled++;
      };
      const from = began + random.next() * 100;
      time.at(from, () => void call(true));
      for (let at = 1_000 + random.next() * PERIOD_MS; at < 4 * HOUR; at += PERIOD_MS)
        time.at(from + at, () => void call(false));
    }
    await time.runUntil(began + 4 * HOUR + 60_000);
  } finally {
    Date.now = real.now;
    Math.random = real.random;
  }
  const later = fetchedAt.filter((at) => at > began + 1_000);
  const mostInSecond = Math.max(
    0,
    ...later.map((at) => later.filter((other) => other >= at && other < at + 1_000).length),
  );
  return { fetches: later.length, mostInSecond, stalled };
}

function callOf(cache: CredentialCache | undefined): CredentialUse {
  const request = { operation: "Call", attempt: 1, credentials: {}, signal: new AbortController().signal };
  return {
    request,
    terms: { credentialCache: cache && sharedCredentials(cache) },
    scope: ["urn:fleet"],
    use() {},
    fetched() {},
    join: (fetch) => fetch.join(),
  };
}

/** Returns a cache that all pods share, with a response time of a millisecond. */
export function sharedCache(time: VirtualTime): CredentialCache {
  const values = new Map<string, { value: string; expiresAt: number; fetchedAt: number }>();
  const locks = new Map<string, { owner: string; until: number }>();
  const passed = () => new Promise((resolve) => setTimeout(resolve, 1));
  return {
    async get(key) {
      await passed();
      return values.get(key);
    },
    async set(key, credential) {
      await passed();
      values.set(key, credential);
    },
    async lock(key, owner, milliseconds) {
      await passed();
      if ((locks.get(key)?.until ?? 0) > time.now) return false;
      locks.set(key, { owner, until: time.now + milliseconds });
      return true;
    },
    async unlock(key, owner) {
      await passed();
      if (locks.get(key)?.owner === owner) locks.delete(key);
    },
  };
}
