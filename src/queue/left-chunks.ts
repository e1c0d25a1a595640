/** Chunks that no worker can carry out just now: they stay in the queue, with the reason, and are tried again later. */
import type { Job, Queue } from "bullmq";
import type { Redis } from "ioredis";
import { NAME } from "../names";

/** Chunks that are left to other workers, or to a later time. */
export interface LeftChunks {
  /** Undefined where the job cannot be read. */
  readonly export?: string | undefined;
  readonly operation?: string | undefined;
  readonly version?: string | undefined;
  readonly reason: string;
}

/** How long a chunk rests before it is tried again: twice as long each time. */
const REST_MS = { first: 2_000, longest: 60_000 };
/** So many chunks are looked through for what waits. */
const MOST_JOBS = 1_000;

/** Lets the chunk wait in the queue, for this worker and all others. BullMQ has to be told so by a `DelayedError`. */
export async function rest(job: Job, token: string | undefined): Promise<void> {
  const delayMs = Math.min(REST_MS.longest, Math.max(REST_MS.first, job.delay * 2));
  await job.moveToDelayed(Date.now() + delayMs, token);
}

/** Says of each chunk that is left, once for each reason, and keeps the reasons in Redis for `--status`. */
export class LeftNotes {
  readonly #redis: Redis;
  readonly #onLeft: (left: LeftChunks) => void;
  readonly #told = new Set<string>();

  constructor(redis: Redis, onLeft: (left: LeftChunks) => void = () => {}) {
    this.#redis = redis;
    this.#onLeft = onLeft;
  }

  async leave(left: LeftChunks): Promise<void> {
    const key = JSON.stringify(left);
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#onLeft(left);
    await this.#redis.hset(KEY, fieldOf(left), left.reason).catch(() => {});
  }

  /** The export goes on. */
  async clear(id: string): Promise<void> {
    const told = [...this.#told].filter((key) => (JSON.parse(key) as LeftChunks).export === id);
    if (told.length === 0) return;
    for (const key of told) this.#told.delete(key);
    await this.#redis.hdel(KEY, fieldOf({ export: id, reason: "" })).catch(() => {});
  }
}

const KEY = `${NAME}:left`;

function fieldOf({ export: id }: LeftChunks): string {
  return id ?? "malformed";
}

/** What waits in the queues for a worker that can carry it out, with the last reason that a worker has had. */
export async function leftIn(
  queues: readonly Queue[],
  redis: Redis,
): Promise<readonly (LeftChunks & { readonly chunks: number })[]> {
  const found = new Map<string, LeftChunks & { readonly chunks: number }>();
  for (const queue of queues) {
    for (const job of await queue.getDelayed(0, MOST_JOBS - 1)) {
      const data: unknown = job.data;
      const id = text(data, "export");
      const task: unknown = Reflect.get(Object(data), "task");
      const left = { export: id, operation: text(task, "operation"), version: text(task, "version") };
      const reason = (await redis.hget(KEY, fieldOf({ ...left, reason: "" }))) ?? "";
      const key = JSON.stringify(left);
      found.set(key, { ...left, reason, chunks: (found.get(key)?.chunks ?? 0) + 1 });
    }
  }
  return [...found.values()];
}

/** A text of a job that may hold anything. */
export function text(value: unknown, name: string): string | undefined {
  const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === "string" ? found.slice(0, 200) : undefined;
}
