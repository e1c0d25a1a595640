/** A rate limit for all processes together. Tokens are leased from one counter in Redis, by demand. */

import { randomUUID } from "node:crypto";
import { ConfigurationError } from "soapwright-runtime/errors";
import { ignoreRejection, type RateLimit, type RateQueue } from "soapwright-runtime/extend";
import { kindOf, printable } from "soapwright-runtime/xsd";
import { LEASE_SCRIPT } from "./rate-lease-script";

/**
 * A client of Redis or Valkey: of the package ioredis, which has `call`, or of the package redis, which has
 * `sendCommand`. A cluster client of the package redis has `slots`, and takes the key first.
 */
export type RedisClient =
  | { call(command: string, ...parameters: string[]): Promise<unknown> }
  | { sendCommand(parameters: string[]): Promise<unknown> }
  | { readonly slots: object; sendCommand(key: string, isReadonly: boolean, parameters: string[]): Promise<unknown> };

export interface RateLeaseOptions {
  readonly client: RedisClient;
  /** Requests per second of all processes together. All processes have to set the same number. */
  readonly perSecond: number;
  /** Name of the counter. Each service needs its own. */
  readonly name: string;
  /** The longest `timeoutMs` of calls, in milliseconds. The quota of a crashed process is free after it. */
  readonly requestMs: number;
  /** Called once when Redis becomes unavailable; the process keeps its quota. */
  readonly onAway: (reason: unknown) => void;
  /** Called once when calls have waited `STARVED_MS` without a token although Redis responds. */
  readonly onStarved: (reason: Error) => void;
}

// All times are in milliseconds.
/** Length of a lease from the renewal that granted it. */
const LEASE_MS = 1_500;
const RENEW_MS = 400;
/** Interval of renewal while calls wait and all tokens are in use. */
const SHORT_MS = 200;
/** Interval of renewal while tokens move between processes. */
const MOVING_MS = 50;
const MIN_INTERVAL_MS = 20;
/** Time for which a rate stays set after its last process renewed. A rate that is set for longer is in use. */
const RATE_MS = LEASE_MS * 2;
/** With a rate below one per second, calls wait five cooling times. */
const STARVED_MS = 5_000;
/** Characters of a number in Redis that a message shows. */
const MAX_SHOWN = 40;
/** Time without a response after which Redis is unavailable. */
const SILENT_MS = 1_000;

/**
 * This process's quota of the rate. A token is a request in flight, or a request whose response arrived less than a
 * second ago. So whatever delays a request has, the service sees each token at most once in any second, and there are
 * no more tokens than the rate allows. The script divides the tokens. Tokens of a silent process return when its last
 * request must be over. A process that has nothing to send holds no tokens and renews no lease. Owns the renewal timer;
 * the user owns the Redis client.
 *
 * While Redis is unavailable a process keeps its tokens. A process without tokens continues with one.
 */
export class RateLease implements RateLimit {
  readonly #options: RateLeaseOptions;
  readonly #keys: readonly [leases: string, pause: string, rate: string];
  readonly #id = randomUUID();
  readonly #all: number;
  readonly #coolMs: number;
  readonly #queues = new Set<RateQueue>();
  /** Limits requests in flight or cooling. `#busy` is their number, which may exceed a reduced maximum. */
  #tokens = 0;
  #busy = 0;
  /** These requests are a part of `#busy`. */
  #inFlight = 0;
  #target = 0;
  #leasedUntil = 0;
  #isWaitingReported = false;
  /** The pause that the service requested from this process. `#pausedUntil` is the longest of any process. */
  #ownPauseUntil = 0;
  #pausedUntil = 0;
  #failure: ConfigurationError | undefined;
  /** The time is on the clock of `performance.now()`; it is infinite after starvation was reported. */
  #starvedSince: number | undefined;
  /** The time is on the clock of `performance.now()`. */
  #otherRateSince: number | undefined;
  #isAway = false;
  #isRenewing = false;
  #isClosed = false;
  #renewedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(options: RateLeaseOptions) {
    const { perSecond, name } = options;
    this.#options = options;
    this.#keys = [`soapwright:rate:{${name}}`, `soapwright:pause:{${name}}`, `soapwright:perSecond:{${name}}`];
    this.#all = Math.max(1, Math.floor(perSecond));
    // With a rate below one per second, the single token cools for longer.
    this.#coolMs = perSecond < 1 ? 1000 / perSecond : 1000;
  }

  join(queue: RateQueue): () => void {
    this.#isClosed = false;
    this.#queues.add(queue);
    return () => {
      if (!this.#queues.delete(queue) || this.#queues.size > 0) return;
      this.#isClosed = true;
      void this.#close();
    };
  }

  begin(): boolean {
    if (this.#failure !== undefined) {
      this.#renewWithin(SHORT_MS);
      throw this.#failure;
    }
    const now = performance.now();
    const isLeased = this.#isAway || now < this.#leasedUntil;
    if (this.#busy < this.#tokens && isLeased && now >= this.#pausedUntil) {
      this.#busy++;
      this.#inFlight++;
      if (!this.#isRenewing && this.#dueAt === Number.POSITIVE_INFINITY) this.#renewWithin(RENEW_MS);
      return true;
    }
    // When Redis knows of waiting calls, another renewal brings no token sooner.
    if (!this.#isWaitingReported || this.#dueAt === Number.POSITIVE_INFINITY) this.#renewWithin(0);
    return false;
  }

  end(): void {
    this.#inFlight--;
    setTimeout(() => {
      const isOver = this.#busy > this.#tokens;
      this.#busy--;
      this.#wake();
      if (isOver || this.#tokens > this.#busy + this.#spare) this.#renewWithin(MOVING_MS);
    }, this.#coolMs + 1).unref();
  }

  /** Pauses all processes: this one immediately, the others within the length of a lease. */
  pause(delayMs: number): void {
    this.#ownPauseUntil = Math.max(this.#ownPauseUntil, performance.now() + delayMs);
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#ownPauseUntil);
    this.#renewWithin(0);
  }

  /** The tokens in use expire soon after their responses have arrived. */
  async #close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
    if (this.#isAway) return;
    this.#tokens = 0;
    if (this.#busy > 0) {
      await this.#lease(0, performance.now()).catch(() => {});
      return;
    }
    await this.#send("HDEL", this.#keys[0], this.#id).catch(() => {});
  }

  get #waiting(): number {
    let sum = 0;
    for (const queue of this.#queues) sum += queue.waiting;
    return sum;
  }

  /** Tokens that a sending process reserves while no other process wants them. */
  get #spare(): number {
    return Math.ceil(this.#busy / 4);
  }

  /** Round robin: the first queue becomes the last. */
  #wake(): void {
    const [first] = this.#queues;
    if (first === undefined) return;
    for (const queue of [...this.#queues]) queue.wake();
    if (this.#queues.size > 1 && this.#queues.delete(first)) this.#queues.add(first);
  }

  #renewWithin(ms: number): void {
    if (this.#isClosed) return;
    const now = performance.now();
    const at = Math.max(now + ms, this.#renewedAt + MIN_INTERVAL_MS);
    if (at >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = at;
    // The renewal must not be synchronous: a caller counts as waiting only after `begin` has returned.
    this.#timer = setTimeout(() => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      void this.#renew();
    }, at - now);
    this.#timer.unref();
  }

  async #renew(): Promise<void> {
    if (this.#isRenewing || this.#isClosed) return;
    this.#isRenewing = true;
    const askedAt = performance.now();
    this.#renewedAt = askedAt;
    const waiting = this.#waiting;
    this.#isWaitingReported = waiting > 0;
    const demand = Math.min(this.#all, this.#busy + waiting);
    // Returns unused tokens. Until the response arrives, the limit is the number that Redis knows.
    if (!this.#isAway) this.#tokens = Math.min(this.#tokens, demand + this.#spare);
    const silence = setTimeout(() => this.#reportAway(new Error("Redis has not responded.")), SILENT_MS);
    silence.unref();
    try {
      this.#applyLease(await this.#lease(demand, askedAt), askedAt);
    } catch (error) {
      this.#reportAway(error);
    } finally {
      clearTimeout(silence);
      this.#isRenewing = false;
    }
    this.#wake();
    this.#scheduleNext();
  }

  #lease(demand: number, askedAt: number): Promise<unknown> {
    const { perSecond, requestMs } = this.#options;
    const isEnding = this.#isClosed && this.#inFlight === 0;
    const overMs = Math.ceil(isEnding ? this.#coolMs : LEASE_MS + requestMs + this.#coolMs);
    const pauseMs = Math.max(0, Math.ceil(this.#ownPauseUntil - askedAt));
    const held = Math.max(this.#busy, this.#tokens);
    const numbers = [held, demand, this.#spare, this.#all, overMs, pauseMs, Math.ceil(this.#coolMs * 2)];
    const scriptArguments = [this.#id, ...numbers.map(String), String(perSecond), String(RATE_MS)];
    return this.#send("EVAL", LEASE_SCRIPT, String(this.#keys.length), ...this.#keys, ...scriptArguments);
  }

  #applyLease(response: unknown, askedAt: number): void {
    const { tokens, target, pausedMs, other: otherRate } = read(response);
    this.#isAway = false;
    if (otherRate !== undefined) {
      this.#otherRateSince ??= askedAt;
      // For a shorter time the rate may belong to processes that have ended: it is changed by a restart of all
      // processes.
      if (askedAt - this.#otherRateSince > RATE_MS) this.#failure = anotherRate(this.#options, String(otherRate));
      this.#tokens = 0;
      this.#target = 0;
      return;
    }
    this.#otherRateSince = undefined;
    this.#failure = undefined;
    this.#target = target;
    // Tokens above the quota are returned when they have cooled.
    this.#tokens = Math.min(tokens, target);
    this.#leasedUntil = askedAt + LEASE_MS;
    this.#pausedUntil = Math.max(this.#ownPauseUntil, performance.now() + pausedMs);
    this.#reportStarvation(askedAt, pausedMs);
  }

  /** Called when Redis responds but waiting calls get no token. The leases or the pause are the reason. */
  #reportStarvation(askedAt: number, pausedMs: number): void {
    const isProgressing = this.#busy > 0 || (this.#tokens > 0 && pausedMs === 0);
    const isReported = this.#starvedSince === Number.POSITIVE_INFINITY;
    if (isProgressing || (this.#waiting === 0 && !isReported)) {
      this.#starvedSince = undefined;
      return;
    }
    this.#starvedSince ??= askedAt;
    if (askedAt - this.#starvedSince < (STARVED_MS / 1000) * this.#coolMs) return;
    this.#starvedSince = Number.POSITIVE_INFINITY;
    quietly(() => this.#options.onStarved(starved(this.#options.name, this.#keys, this.#all, pausedMs)));
  }

  #reportAway(reason: unknown): void {
    if (this.#isAway || this.#isClosed) return;
    this.#isAway = true;
    this.#tokens = Math.max(1, this.#tokens);
    quietly(() => this.#options.onAway(reason));
    this.#wake();
  }

  #scheduleNext(): void {
    const waiting = this.#waiting;
    const isIdle = waiting === 0 && this.#busy === 0 && this.#tokens === 0 && !this.#isAway;
    if (isIdle && performance.now() >= this.#ownPauseUntil) return;
    const isMoving =
      !this.#isAway &&
      (this.#tokens > this.#target || (waiting > 0 && this.#tokens < Math.min(this.#target, this.#all)));
    this.#renewWithin(isMoving ? MOVING_MS : waiting > 0 ? SHORT_MS : RENEW_MS);
  }

  /** The function is async, so that a client that throws or returns a plain value becomes a promise. */
  async #send(command: string, ...parameters: string[]): Promise<unknown> {
    const { client } = this.#options;
    if ("call" in client) return client.call(command, ...parameters);
    const all = [command, ...parameters];
    return "slots" in client ? client.sendCommand(this.#keys[0], false, all) : client.sendCommand(all);
  }
}

/** Calls a listener. Its errors must not affect calls. */
function quietly(listener: () => unknown): void {
  try {
    ignoreRejection(listener());
  } catch {}
}

/** A client may return numbers as strings. Throws an `Error` for anything else. */
function read(response: unknown) {
  const [tokens, target, pausedMs, other] = Array.isArray(response) ? response : [];
  const numbers = { tokens: Number(tokens), target: Number(target), pausedMs: Number(pausedMs) };
  if (Object.values(numbers).every(Number.isFinite)) return { ...numbers, other: other as unknown };
  throw new Error(`the client returned ${kindOf(response)} and not the numbers of the script`);
}

function starved(name: string, [leases, pause]: readonly string[], all: number, pausedMs: number): Error {
  const what = `Calls that wait for the shared rate "${name}" get no permit`;
  return new Error(
    pausedMs > 0
      ? `${what}: the Redis key ${pause} stops all processes for ${Math.ceil(pausedMs / 1000).toLocaleString("en-US")} more seconds, because a response had Retry-After. If the service is available again, delete the key.`
      : `${what}: leases in the Redis key ${leases} hold all ${all.toLocaleString("en-US")} of them. Compare its fields with the processes that run, and delete those of others. If all of them run, they take turns: raise perSecond, or run fewer.`,
  );
}

function anotherRate({ name, perSecond }: RateLeaseOptions, other: string): ConfigurationError {
  // Redis may hold anything under the key.
  const shown = printable(other.slice(0, MAX_SHOWN));
  return new ConfigurationError(
    `The rate limit "${name}" is ${shown} requests a second in another process and ${perSecond} in this one. Set perSecond to the same number everywhere, or use another name.`,
    { reason: "rate-differs", option: "sharedRate" },
  );
}
