/** Connections to Redis or Valkey, with error messages of one line. */
import { setTimeout as delay } from "node:timers/promises";
import type { Redis } from "ioredis";
import { ExportError, errorCode, notInstalled } from "../export-error";
import { reportWait } from "../report-wait";

const CONNECT_MS = 5_000;
/** BullMQ's scripts support no older major version. */
const OLDEST = 5;

/** The addresses of Redis and PostgreSQL. */
export interface QueueAddresses {
  /** The address of Redis, for example `redis://host:6379`. */
  readonly queue: string;
  /** The password of Redis, if the address contains none. */
  readonly password?: string | undefined;
  /** The address of the database, for example `postgres://user@host/database`. */
  readonly to: string;
  /**
   * The package that the exports belong to. It names the queue, so that two products on one Redis never take each
   * other's chunks. Default: a queue that all exports without a product share.
   */
  readonly product?: string;
  /** Called with a sentence about settings of Redis that can lose chunks. */
  readonly onWarning?: (message: string) => void;
  /** Called with a sentence when connecting to Redis or PostgreSQL takes longer than three seconds. */
  readonly onWaiting?: (message: string) => void;
}

/** User and password are left out. Throws an `ExportError` for an invalid address. */
export function redisPlace(address: string): string {
  try {
    const { protocol, hostname, port, pathname } = new URL(address);
    if (!/^rediss?:$/.test(protocol)) throw new TypeError(protocol);
    return `${hostname}${port === "" ? "" : `:${port}`}${pathname === "/" ? "" : pathname}`;
  } catch (cause) {
    throw noAddress(cause);
  }
}

/**
 * The connection reconnects by itself. With `patient`, commands wait for it; otherwise they fail after a few seconds.
 * Throws an `ExportError` if Redis is unreachable or unusable.
 */
export async function connectRedis(
  { queue: address, password, onWarning, onWaiting }: QueueAddresses,
  patient: boolean,
): Promise<Redis> {
  const place = redisPlace(address);
  const { Redis: Client } = await import("ioredis").catch(notInstalled("ioredis", "use a queue", "bullmq ioredis"));
  let redis: Redis;
  try {
    redis = new Client(address, {
      lazyConnect: true,
      ...(password === undefined || new URL(address).password !== "" ? {} : { password }),
      connectTimeout: CONNECT_MS,
      maxRetriesPerRequest: patient ? null : 20,
      retryStrategy: (times) => Math.min(times * 100, 1_000),
    });
  } catch (cause) {
    throw noAddress(cause);
  }
  // Errors of the handshake, for example a wrong password, are events. Later errors reject the commands.
  let refusal: Error | undefined;
  let failure: unknown;
  redis.on("error", (error: unknown) => {
    if (isReply(error)) refusal ??= error;
    else failure = error;
  });
  const late = async (ms: number) => {
    await delay(ms, undefined, { ref: false });
    throw new Error("It took too long.");
  };
  const connected = async () => {
    await Promise.race([redis.connect(), late(CONNECT_MS * 2)]);
    if (refusal !== undefined) throw refusal;
    return Promise.race([redis.info(), late(CONNECT_MS)]);
  };
  try {
    checkServer(await reportWait(connected(), `Redis at ${place}`, CONNECT_MS * 2, onWaiting), place, onWarning);
    return redis;
  } catch (cause) {
    redis.disconnect();
    if (cause instanceof ExportError) throw cause;
    const reply = isReply(cause) ? cause : refusal;
    throw reply === undefined ? noRedis(place, failure ?? cause) : refused(place, reply);
  }
}

export function noRedis(place: string, cause: unknown): ExportError {
  const code = errorCode(cause);
  const why = code === undefined ? "" : ` (${code})`;
  const remedy = /SSL|TLS|CERT|SIGNATURE/.test(why)
    ? "Check its certificate"
    : "Check that it is running and the address";
  return new ExportError(
    "CONNECTION",
    `There is no connection to Redis at ${place}${why}. ${remedy}, then run the same command again: it resumes where it stopped.`,
    { cause },
  );
}

function noAddress(cause: unknown): ExportError {
  return new ExportError("OPTION", "The address of the queue is not one of Redis. Write redis://host:6379.", { cause });
}

function isReply(error: unknown): error is Error {
  return error instanceof Error && error.name === "ReplyError";
}

const REFUSALS: readonly (readonly [pattern: RegExp, what: string, remedy: string])[] = [
  [
    /^(?:NOAUTH|WRONGPASS)/,
    "does not accept the user or the password",
    "Write the user into the address, redis://user@host:6379, and set REDIS_PASSWORD or REDIS_PASSWORD_FILE",
  ],
  [/^NOPERM/, "does not permit the user what a queue needs", "Permit it all commands and keys"],
  [/DB index|SELECT is not allowed/i, "has no database of that number", "Choose another at the end of the address"],
  [/^/, "refused the connection", "See its log, and check the address"],
];

/** The first word of a reply is its code; the rest may contain the user's data. */
function refused(place: string, reply: Error): ExportError {
  const text = reply.message;
  const [code = ""] = /^[A-Z]+/.exec(text) ?? [];
  const [, what, remedy] = REFUSALS.find(([pattern]) => pattern.test(text))!;
  return new ExportError("CONNECTION", `Redis at ${place} ${what} (${code}). ${remedy}.`, { cause: reply });
}

/** Throws an `ExportError` for a server that is too old, and warns of an eviction policy that loses keys. */
function checkServer(info: string, place: string, onWarning: QueueAddresses["onWarning"]): void {
  const said = (name: string) => new RegExp(`^${name}:(\\S+)`, "m").exec(info)?.[1];
  const version = said("redis_version");
  if (version !== undefined && Number.parseInt(version, 10) < OLDEST)
    throw new ExportError(
      "OPTION",
      `Redis at ${place} is version ${version}, and a queue needs ${OLDEST} or later. Use another server.`,
    );
  const policy = said("maxmemory_policy");
  if (policy === undefined || policy === "noeviction") return;
  onWarning?.(
    `Redis at ${place} throws keys away when its memory is full (maxmemory-policy ${policy}), so that chunks can be lost. Set maxmemory-policy to noeviction.`,
  );
}
