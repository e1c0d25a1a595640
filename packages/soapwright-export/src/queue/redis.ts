/** Connections to Redis or Valkey, with error messages of one line. */
import type { Redis } from "ioredis";
import { errorCode } from "../error-code";
import { ExportError, notInstalled } from "../export-error";
import { type OnWaiting, reportWait } from "../report-wait";

const CONNECT_MS = 5_000;
/** BullMQ's scripts support no older major version. */
const OLDEST = 5;

export interface RedisAddress {
  readonly queue: string;
  readonly password?: string | undefined;
  readonly onWarning?: (message: string) => void;
  readonly onWaiting?: OnWaiting | undefined;
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
  { queue: address, password, onWarning, onWaiting }: RedisAddress,
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
  let refusal: unknown;
  let failure: unknown;
  redis.on("error", (error: unknown) => {
    if (isReply(error)) refusal ??= error;
    else failure = error;
  });
  const connected = async () => {
    await within(CONNECT_MS * 2, redis.connect());
    if (refusal !== undefined) throw refusal;
    return within(CONNECT_MS, redis.info());
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
function refused(place: string, reply: unknown): ExportError {
  const text = isReply(reply) ? reply.message : "";
  const [code = ""] = /^[A-Z]+/.exec(text) ?? [];
  const [, what, remedy] = REFUSALS.find(([pattern]) => pattern.test(text))!;
  return new ExportError("CONNECTION", `Redis at ${place} ${what} (${code}). ${remedy}.`, { cause: reply });
}

/** Throws an `ExportError` for a server that is too old, and warns of an eviction policy that loses keys. */
function checkServer(info: string, place: string, onWarning: RedisAddress["onWarning"]): void {
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
