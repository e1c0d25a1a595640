/** One rate for all processes: tokens are leased from one counter in Redis, by demand. */

import { randomUUID } from "node:crypto";
import { ConfigurationError } from "../errors/configuration-error";
import { ignoreRejection } from "../ignore-rejection";
import { kindOf } from "../kind-of";
import { NAME } from "../runtime-names";
import { LEASE_SCRIPT } from "./rate-lease-script";
import type { RateLimit, RateQueue } from "./rate-limit";

/**
 * A client of Redis or Valkey: of the package ioredis, which has `call`, or of the package redis, which has `sendCommand`. That
 * of a cluster of the package redis has `slots`, and wants the key first.
 */
export type RedisClient =
  | { call(command: string, ...words: string[]): Promise<unknown> }
  | { sendCommand(words: string[]): Promise<unknown> }
  | { readonly slots: object; sendCommand(key: string, isReadonly: boolean, words: string[]): Promise<unknown> };

export interface RateLeaseOptions {
  readonly client: RedisClient;
  /** Requests a second, of all processes together. They all have to say the same. */
  readonly perSecond: number;
  /** Names the counter: one for each service. */
  readonly name: string;
  /** So long can a request be under way, in milliseconds. */
  readonly requestMs: number;
  /** Told once when Redis goes away: the process keeps its share. */
  readonly onAway: (reason: unknown) => void;
}

/** A request may begin within so many milliseconds after the lease was asked for; it is renewed meanwhile. */
const LEASE_MS = 1_500;
const RENEW_MS = 400;
/** While calls wait for tokens that all are in use. */
const SHORT_MS = 200;
/** While tokens are on their way from one process to another. */
const MOVING_MS = 50;
/** Between two questions, whatever happens. */
const LEAST_MS = 20;
/** Another rate holds for so long after its last process has asked: who sees it for longer has one that is in use. */
const RATE_MS = LEASE_MS * 2;
/** Redis is away when it has not responded for so long. */
const SILENT_MS = 1_000;

/**
 * This process's part of the rate. A token is a request under way, or one whose response came less than a second ago: in any
 * second, wherever its requests were held up, the service sees each token once, and there are no more tokens than the rate
 * allows. Who shares them out is the script. Of a process that is silent the tokens come back when its last request must be
 * over. A process that has nothing to send holds nothing and asks for nothing.
 *
 * While Redis is away a process keeps the tokens that it has; one that has none goes on with one.
 */
export class RateLease implements RateLimit {
  readonly #options: RateLeaseOptions;
  readonly #keys: readonly [leases: string, pause: string, rate: string];
  readonly #id = randomUUID();
  readonly #all: number;
  readonly #coolMs: number;
  readonly #queues = new Set<RateQueue>();
  /** A request may begin while fewer than so many are under way or cooling; how many are, also where a part has shrunk. */
  #tokens = 0;
  #busy = 0;
  /** Of those that are busy, the requests whose response has not come. */
  #underWay = 0;
  #target = 0;
  #leasedUntil = 0;
  /** Calls waited when Redis was asked last, so that it knows of them. */
  #isKnown = false;
  /** What the service has asked this process for, and that or what it has asked others for. */
  #askedUntil = 0;
  #pausedUntil = 0;
  #failure: ConfigurationError | undefined;
  /** Since when another rate has held, on the clock of `performance.now()`. */
  #otherSince: number | undefined;
  #isAway = false;
  #isAsking = false;
  #isClosed = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(options: RateLeaseOptions) {
    const { perSecond, name } = options;
    this.#options = options;
    this.#keys = [`${NAME}:rate:{${name}}`, `${NAME}:pause:{${name}}`, `${NAME}:perSecond:{${name}}`];
    this.#all = Math.max(1, Math.floor(perSecond));
    // Of a rate under one a second, the one token takes longer.
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
      this.#askWithin(SHORT_MS);
      throw this.#failure;
    }
    const now = performance.now();
    const isLeased = this.#isAway || now < this.#leasedUntil;
    if (this.#busy < this.#tokens && isLeased && now >= this.#pausedUntil) {
      this.#busy++;
      this.#underWay++;
      if (!this.#isAsking && this.#dueAt === Number.POSITIVE_INFINITY) this.#askWithin(RENEW_MS);
      return true;
    }
    // Redis knows of those who wait already, and tells no sooner for being asked again.
    if (!this.#isKnown || this.#dueAt === Number.POSITIVE_INFINITY) this.#askWithin(0);
    return false;
  }

  end(): void {
    this.#underWay--;
    setTimeout(() => {
      const isOver = this.#busy > this.#tokens;
      this.#busy--;
      this.#wake();
      if (isOver || this.#tokens > this.#busy + this.#spare) this.#askWithin(MOVING_MS);
    }, this.#coolMs + 1).unref();
  }

  /** No process begins a request for so long: at once here, within the length of a lease elsewhere. */
  pause(delayMs: number): void {
    this.#askedUntil = Math.max(this.#askedUntil, performance.now() + delayMs);
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#askedUntil);
    this.#askWithin(0);
  }

  /** Gives the tokens back that are not in use. The others come back by themselves: soon, where their responses have come. */
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

  /** So many more than it needs does a process that sends requests like to have at hand, where nobody else wants them. */
  get #spare(): number {
    return Math.ceil(this.#busy / 4);
  }

  /** Each queue takes what it can; the one that was first is last the next time. */
  #wake(): void {
    const [first] = this.#queues;
    if (first === undefined) return;
    for (const queue of [...this.#queues]) queue.wake();
    if (this.#queues.size > 1 && this.#queues.delete(first)) this.#queues.add(first);
  }

  /** Asks in so many milliseconds at the latest. */
  #askWithin(ms: number): void {
    if (this.#isClosed) return;
    const now = performance.now();
    const at = Math.max(now + ms, this.#askedAt + LEAST_MS);
    if (at >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = at;
    // Never at once: whoever has asked is counted among those who wait only afterwards.
    this.#timer = setTimeout(() => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      void this.#ask();
    }, at - now);
    this.#timer.unref();
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.#isClosed) return;
    this.#isAsking = true;
    const askedAt = performance.now();
    this.#askedAt = askedAt;
    const waiting = this.#waiting;
    this.#isKnown = waiting > 0;
    const wanted = Math.min(this.#all, this.#busy + waiting);
    // What is not needed is given back. Until the response comes, no more than are told.
    if (!this.#isAway) this.#tokens = Math.min(this.#tokens, wanted + this.#spare);
    const silence = setTimeout(() => this.#away(new Error("Redis has not responded.")), SILENT_MS);
    silence.unref();
    try {
      this.#granted(await this.#lease(wanted, askedAt), askedAt);
    } catch (error) {
      this.#away(error);
    } finally {
      clearTimeout(silence);
      this.#isAsking = false;
    }
    this.#wake();
    this.#goOn();
  }

  #lease(wanted: number, askedAt: number): Promise<unknown> {
    const { perSecond, requestMs } = this.#options;
    const isEnding = this.#isClosed && this.#underWay === 0;
    const overMs = Math.ceil(isEnding ? this.#coolMs : LEASE_MS + requestMs + this.#coolMs);
    const pauseMs = Math.max(0, Math.ceil(this.#askedUntil - askedAt));
    const held = Math.max(this.#busy, this.#tokens);
    const numbers = [held, wanted, this.#spare, this.#all, overMs, pauseMs, Math.ceil(this.#coolMs * 2)];
    const words = [this.#id, ...numbers.map(String), String(perSecond), String(RATE_MS)];
    return this.#send("EVAL", LEASE_SCRIPT, String(this.#keys.length), ...this.#keys, ...words);
  }

  #granted(response: unknown, askedAt: number): void {
    const { tokens, target, pausedMs, other } = read(response);
    this.#isAway = false;
    if (other !== undefined) {
      this.#otherSince ??= askedAt;
      // Sooner, it may be of processes that have ended: a rate is changed by starting them again.
      if (askedAt - this.#otherSince > RATE_MS) this.#failure = anotherRate(this.#options, String(other));
      this.#tokens = 0;
      this.#target = 0;
      return;
    }
    this.#otherSince = undefined;
    this.#failure = undefined;
    this.#target = target;
    // What is over its part is let go of as it cools.
    this.#tokens = Math.min(tokens, target);
    this.#leasedUntil = askedAt + LEASE_MS;
    if (pausedMs > 0) this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + pausedMs);
  }

  #away(reason: unknown): void {
    if (this.#isAway || this.#isClosed) return;
    this.#isAway = true;
    this.#tokens = Math.max(1, this.#tokens);
    try {
      ignoreRejection(this.#options.onAway(reason));
    } catch {
      // It is told, not asked: calls go on.
    }
    this.#wake();
  }

  /** When to ask the next time. Who has nothing to send and nothing to tell does not ask. */
  #goOn(): void {
    const waiting = this.#waiting;
    const isIdle = waiting === 0 && this.#busy === 0 && this.#tokens === 0 && !this.#isAway;
    if (isIdle && performance.now() >= this.#askedUntil) return;
    const isMoving =
      !this.#isAway &&
      (this.#tokens > this.#target || (waiting > 0 && this.#tokens < Math.min(this.#target, this.#all)));
    this.#askWithin(isMoving ? MOVING_MS : waiting > 0 ? SHORT_MS : RENEW_MS);
  }

  /** A client that throws at once, or returns no promise, is one that fails or responds. */
  async #send(command: string, ...words: string[]): Promise<unknown> {
    const { client } = this.#options;
    if ("call" in client) return client.call(command, ...words);
    const all = [command, ...words];
    return "slots" in client ? client.sendCommand(this.#keys[0], false, all) : client.sendCommand(all);
  }
}

/** What the script returns. A client may hand numbers over as texts. Throws where it is anything else. */
function read(response: unknown) {
  const [tokens, target, pausedMs, other] = Array.isArray(response) ? response : [];
  const numbers = { tokens: Number(tokens), target: Number(target), pausedMs: Number(pausedMs) };
  if (Object.values(numbers).every(Number.isFinite)) return { ...numbers, other: other as unknown };
  throw new Error(`the client returned ${kindOf(response)} and not the numbers of the script`);
}

function anotherRate({ name, perSecond }: RateLeaseOptions, other: string): ConfigurationError {
  return new ConfigurationError(
    `The rate limit "${name}" is ${other} requests a second in another process and ${perSecond} in this one. Set perSecond to the same number everywhere, or use another name.`,
    { option: "rateLimit" },
  );
}
