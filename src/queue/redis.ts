/** Connections to Redis or Valkey, and their errors as one line. */
import type { Redis } from "ioredis";
import { ExportError } from "../export/export-error";

/** Longest wait for the first connection, in milliseconds. */
const CONNECT_MS = 5_000;

/** Host and database of an address, without user and password. */
export function redisPlace(address: string): string {
  try {
    const { protocol, hostname, port, pathname } = new URL(address);
    if (!/^rediss?:$/.test(protocol)) throw new TypeError(protocol);
    return `${hostname}${port === "" ? "" : `:${port}`}${pathname === "/" ? "" : pathname}`;
  } catch (cause) {
    throw new ExportError("OPTION", "The address of the queue is not one of Redis. Write redis://host:6379.", {
      cause,
    });
  }
}

/**
 * A connection that comes back by itself. `patient`: commands wait until it does; otherwise they fail after a few seconds.
 * Throws an `ExportError` when Redis is not there now.
 */
export async function connectRedis(address: string, patient: boolean): Promise<Redis> {
  const place = redisPlace(address);
  const { Redis: Client } = await import("ioredis").catch((cause: unknown) => {
    throw new ExportError(
      "OPTION",
      "The package ioredis is not installed. Install it to use a queue: npm install bullmq ioredis.",
      { cause },
    );
  });
  const redis = new Client(address, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: patient ? null : 20,
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  });
  // Whoever waits for a command is told.
  redis.on("error", () => {});
  try {
    await within(CONNECT_MS * 2, redis.connect());
  } catch (cause) {
    redis.disconnect();
    throw noRedis(place, cause);
  }
  return redis;
}

export function noRedis(place: string, cause: unknown): ExportError {
  return new ExportError(
    "CONNECTION",
    `There is no connection to Redis at ${place}. Check that it is running and the address, then run the same command again: it goes on where it was.`,
    { cause },
  );
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It took too long.")), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
