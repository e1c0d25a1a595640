/** One rate for all workers: requests of the coming second are leased from one counter in Redis. */

import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { NAME } from "../names";
import type { AttemptInterceptor } from "../runtime";

export interface RateLeaseOptions {
  /** Requests a second, of all workers together. They all have to say the same. */
  readonly perSecond: number;
  /** Names the counter: one for each service. */
  readonly name: string;
  /** So long can a request be under way, in milliseconds: the client's `timeoutMs`. */
  readonly requestMs: number;
}

/** A request may begin within so many milliseconds after the lease was asked for; it is renewed meanwhile. */
const LEASE_MS = 1_500;
const RENEW_MS = 400;

/**
 * Leases are numbers of tokens. A token is a request under way, or one whose response came less than a second ago: in any
 * second, wherever its requests were held up, the service sees each token once, and there are no more tokens than the rate
 * allows. Of a worker that is silent the tokens come back when its last request must be over.
 *
 * A pause is as long as the longest that any worker was asked for.
 *
 * KEYS: leases by worker, the pause. ARGV: worker, tokens it holds on to, tokens it wants, all tokens, milliseconds until
 * its last request is over, milliseconds that the service has asked this worker to wait. Returns its tokens, its fair
 * share, and how long to pause.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held, wanted, all = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local asked = tonumber(ARGV[6])
if asked > 0 and asked > redis.call('PTTL', KEYS[2]) then redis.call('SET', KEYS[2], '1', 'PX', asked) end
local others, workers = 0, 1
local leases = redis.call('HGETALL', KEYS[1])
for i = 1, #leases, 2 do
  if leases[i] ~= ARGV[1] then
    local tokens, over, wants = string.match(leases[i + 1], '(%d+) (%d+) (%d+)')
    if tonumber(over) < now then redis.call('HDEL', KEYS[1], leases[i])
    else
      others = others + tonumber(tokens)
      if tonumber(wants) > 0 then workers = workers + 1 end
    end
  end
end
local fair = math.max(1, math.floor(all / workers))
local free = math.max(0, all - others)
local tokens = math.min(free, math.max(held, math.min(wanted, fair)))
redis.call('HSET', KEYS[1], ARGV[1], string.format('%d %d %d', tokens, now + tonumber(ARGV[5]), wanted))
redis.call('PEXPIRE', KEYS[1], 86400000)
return { tokens, fair, math.max(0, redis.call('PTTL', KEYS[2])) }
`;

/** This worker's part of the rate. */
export class RateLease {
  readonly #redis: Redis;
  readonly #keys: readonly [leases: string, pause: string];
  readonly #worker = randomUUID();
  readonly #all: number;
  readonly #coolMs: number;
  readonly #overMs: number;
  /** Requests that may be under way or cooling, and how many are. */
  #tokens = 0;
  #busy = 0;
  #leasedUntil = 0;
  /** What the service has asked this worker for, and that or what it has asked others for. */
  #askedUntil = 0;
  #pausedUntil = 0;
  #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isRenewing = false;
  #isDue = false;
  #isClosed = false;

  constructor(redis: Redis, { perSecond, name, requestMs }: RateLeaseOptions) {
    this.#redis = redis;
    this.#keys = [`${NAME}:rate:{${name}}`, `${NAME}:pause:{${name}}`];
    this.#all = Math.max(1, Math.floor(perSecond));
    // Of a rate under one a second, the one token takes longer.
    this.#coolMs = perSecond < 1 ? 1000 / perSecond : 1000;
    this.#overMs = LEASE_MS + requestMs + this.#coolMs;
    this.#renew();
  }

  /** Resolves when a request may begin. Call what it resolves to when the request is over. */
  async take(): Promise<() => void> {
    while (!this.#mayBegin()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      setTimeout(() => {
        this.#busy--;
        this.#wake();
      }, this.#coolMs + 1);
    };
  }

  /** No worker begins a request for so long: at once here, within the length of a lease elsewhere. */
  pause(delayMs: number): void {
    this.#askedUntil = Math.max(this.#askedUntil, performance.now() + delayMs);
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#askedUntil);
    this.#renew();
  }

  /** Leases a token for each request of a call after the first, for which `take` has been called. */
  get interceptor(): AttemptInterceptor {
    return (next) => async (attempt) => {
      if (attempt.attempt === 1) return next(attempt);
      const over = await this.take();
      try {
        return await next(attempt);
      } finally {
        over();
      }
    };
  }

  /** Gives the tokens back when none is in use and Redis is there; otherwise they come back by themselves. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (this.#busy === 0 && this.#redis.status === "ready")
      await this.#redis.hdel(this.#keys[0], this.#worker).catch(() => {});
  }

  #mayBegin(): boolean {
    const now = performance.now();
    return this.#busy < this.#tokens && now < this.#leasedUntil && now >= this.#pausedUntil;
  }

  #wake(): void {
    for (let room = this.#tokens - this.#busy; room > 0 && this.#waiting.length > 0; room--) this.#waiting.shift()?.();
  }

  /** Asks for tokens now, and again before they end; tells what the service has asked for, until it is over. */
  #renew(): void {
    clearTimeout(this.#timer);
    this.#isDue = this.#isRenewing;
    if (this.#isRenewing || this.#isClosed) return;
    this.#isRenewing = true;
    const askedAt = performance.now();
    const wanted = Math.min(this.#all, this.#busy + this.#waiting.length + 1);
    // Until the response comes, no more than are told.
    this.#tokens = Math.max(this.#busy, Math.min(this.#tokens, wanted));
    const [leases, pause] = this.#keys;
    const { held, all } = { held: this.#tokens, all: this.#all };
    const ownPauseMs = Math.max(0, Math.ceil(this.#askedUntil - askedAt));
    void this.#redis
      .eval(SCRIPT, 2, leases, pause, this.#worker, held, wanted, all, Math.ceil(this.#overMs), ownPauseMs)
      .then((response) => {
        const [tokens = 0, fair = 0, pausedMs = 0] = response as number[];
        // What is over the fair share is let go of as it cools.
        this.#tokens = Math.min(tokens, Math.max(fair, this.#busy));
        this.#leasedUntil = askedAt + LEASE_MS;
        if (pausedMs > 0) this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + pausedMs);
        this.#wake();
      })
      .catch(() => {})
      .finally(() => {
        this.#isRenewing = false;
        const isShort = this.#waiting.length > 0 && this.#tokens <= this.#busy;
        if (this.#isDue) this.#renew();
        else if (!this.#isClosed) this.#timer = setTimeout(() => this.#renew(), isShort ? RENEW_MS / 2 : RENEW_MS);
      });
  }
}
