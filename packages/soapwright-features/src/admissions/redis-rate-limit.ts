/** The rate limit for `sharedRate` that the clients of many processes share. */

import { ConfigurationError } from "soapwright-runtime/errors";
import type { RateLimit } from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";
import { RateLease, type RedisClient } from "./rate-lease";

/** The Redis client and the rate that processes share. */
export interface RedisRateLimitOptions {
  /** A connected client of Redis or Valkey: of the package ioredis, or of the package redis. The caller closes it. */
  readonly client: RedisClient;
  /** Requests per second of all processes together, retries included. */
  readonly perSecond: number;
  /**
   * Name of the limit. Each service needs its own. All processes with the same name have to set the same `perSecond`.
   */
  readonly name: string;
  /**
   * The longest `timeoutMs` of your calls, in milliseconds. The quota of a process that crashed is free after it.
   * Default 30,000.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Called once each time that Redis becomes unavailable: each process then keeps its last quota of the rate. Default:
   * a process warning.
   */
  readonly onAway?: ((reason: unknown) => void) | undefined;
  /**
   * Called once each time that calls of this process have waited 5 seconds for a permit and got none, although Redis
   * responds. The reason names the Redis key that blocks them. Default: a process warning.
   */
  readonly onStarved?: ((reason: Error) => void) | undefined;
}

/**
 * Returns a limit for the clients of all processes together, by one counter in Redis or Valkey. Set `admission:
 * [sharedRate(limit)]` in each client. In any second the service receives at most `perSecond` requests, and an idle
 * process reserves none of them.
 *
 * @throws ConfigurationError naming the option that is wrong. Calls reject with one when a process that still runs has
 * set another `perSecond` under that name.
 */
export function redisRateLimit(options: RedisRateLimitOptions): RateLimit {
  const { client, perSecond, name, timeoutMs: requestMs = 30_000 } = options;
  const { onAway = warnAway, onStarved = warnStarved } = options;
  const isClient = typeof client === "object" && client !== null && ("call" in client || "sendCommand" in client);
  if (!isClient) throw wrong("client", "a client of the package ioredis or redis", client);
  const isRate = typeof perSecond === "number" && perSecond >= 0.001 && perSecond <= 1_000_000;
  if (!isRate) throw wrong("perSecond", "a number from 0.001 to 1,000,000", perSecond);
  if (typeof name !== "string" || name === "") throw wrong("name", "a text that is not empty", name);
  const isTime = typeof requestMs === "number" && requestMs >= 1 && requestMs <= 2_147_483_647;
  if (!isTime) throw wrong("timeoutMs", "a number of milliseconds from 1 to 2,147,483,647", requestMs);
  if (typeof onAway !== "function") throw wrong("onAway", "a function", onAway);
  if (typeof onStarved !== "function") throw wrong("onStarved", "a function", onStarved);
  return new RateLease({ client, perSecond, name, requestMs, onAway, onStarved });
}

function wrong(option: string, expected: string, value: unknown): ConfigurationError {
  return new ConfigurationError(
    `${option} of redisRateLimit must be ${expected}, but is ${typeof value === "number" ? String(value) : kindOf(value)}.`,
    { reason: "redis-rate-option", option: "sharedRate" },
  );
}

function warnStarved(reason: Error): void {
  process.emitWarning(reason.message, { code: "SOAPWRIGHT_RATE_LIMIT" });
}

function warnAway(reason: unknown): void {
  // The client's message for a rejected command may quote the whole script, so only its beginning is shown.
  const why = reason instanceof Error ? (reason.message.split("\n", 1)[0] ?? "").slice(0, 200).trim() : kindOf(reason);
  process.emitWarning(
    `Redis is away, or refuses (${why}): each process keeps the part of the shared rate limit that it last had until Redis is back.`,
    { code: "SOAPWRIGHT_RATE_LIMIT" },
  );
}
