/** Chunks that no worker can carry out just now: they stay in the queue, with the reason, and are tried again later. */
import type { Job, Queue } from "bullmq";
import type { Redis } from "ioredis";
import { NAME } from "soapwright-runtime/internal";

/** Chunks that are left to other workers, or to a later time. */
export interface LeftChunks {
  /** Undefined where the job cannot be read. */
  readonly export?: string | undefined;
  readonly operation?: string | undefined;
  readonly version?: string | undefined;
  readonly reason: string;
}

/**
 * How long a chunk rests before it is tried again: twice as long each time. Of very many, no more are tried than one in
 * `each` milliseconds: healthy exports need the workers. A worker that has left a chunk another time waits too, so that
 * one that can carry it out comes to it first.
 */
const REST_MS = { first: 1_000, longest: 5_000, each: 500, worker: 500 };
/** So many chunks of a queue are looked through for what rests, and so many for what waits. */
const MOST_JOBS = 1_000;
/** Reasons are kept for so long after the last one. */
const NOTES_SECONDS = 30 * 86_400;

/**
 * Lets the chunk wait in the queue, for this worker and all others; `resting` others do. BullMQ has to be told so by a
 * `DelayedError`.
 */
export async function rest(job: Job, token: string | undefined, resting: number): Promise<void> {
  const doubled = REST_MS.first * 2 ** Math.min(job.attemptsStarted - 1, 10);
  const delayMs = Math.max(Math.min(REST_MS.longest, doubled), resting * REST_MS.each) * (0.75 + Math.random() / 2);
  await job.moveToDelayed(Math.ceil(Date.now() + delayMs), token);
  if (job.attemptsStarted > 1) await new Promise((resolve) => setTimeout(resolve, REST_MS.worker));
}

/** Says of each chunk that is left, once for each reason, and keeps the reasons in Redis for `--status`. */
export class LeftNotes {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #onLeft: (left: LeftChunks) => void;
  readonly #told = new Set<string>();

  /** `queue` is the name of the product's own queue. */
  constructor(redis: Redis, queue: string, onLeft: (left: LeftChunks) => void = () => {}) {
    this.#redis = redis;
    this.#key = keyOf(queue);
    this.#onLeft = onLeft;
  }

  async leave(left: LeftChunks): Promise<void> {
    const key = JSON.stringify(left);
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#onLeft(left);
    await this.#redis.hset(this.#key, fieldOf(left), left.reason).catch(() => {});
    await this.#redis.expire(this.#key, NOTES_SECONDS).catch(() => {});
  }

  /** The export goes on. */
  async clear(id: string): Promise<void> {
    const told = [...this.#told].filter((key) => (JSON.parse(key) as LeftChunks).export === id);
    if (told.length === 0) return;
    for (const key of told) this.#told.delete(key);
    await this.#redis.hdel(this.#key, fieldOf({ export: id })).catch(() => {});
  }
}

function keyOf(queue: string): string {
  return `${NAME}:left:{${queue}}`;
}

function fieldOf({ export: id }: Pick<LeftChunks, "export">): string {
  return id ?? "malformed";
}

/** Chunks that wait, and how many. */
export interface CountedChunks extends LeftChunks {
  readonly chunks: number;
  /** There may be more: not all that waits was looked through. */
  readonly atLeast?: true;
}

/**
 * What waits in the queues for a worker that can carry it out, with the last reason that a worker has had. The first of
 * `queues` is the product's own. Of each, the first 1,000 chunks that rest and the first 1,000 that wait are looked through.
 */
export async function leftIn(queue: Queue, redis: Redis): Promise<readonly CountedChunks[]> {
  const found = new Map<string, CountedChunks>();
  // One that is about to be tried again is in the queue like the others.
  const [reasons, resting, waiting, counts] = await Promise.all([
    redis.hgetall(keyOf(queue.name)),
    queue.getDelayed(0, MOST_JOBS - 1),
    queue.getWaiting(0, MOST_JOBS - 1),
    queue.getJobCounts("delayed", "waiting"),
  ]);
  const isPart = Object.values(counts).some((count) => count > MOST_JOBS);
  const tried = waiting.filter((job) => job?.attemptsStarted > 0 && reasons[fieldOf(about(job.data))] !== undefined);
  for (const job of [...resting, ...tried]) {
    // Another has taken it meanwhile.
    if (job === undefined) continue;
    const left = about(job.data);
    const reason = reasons[fieldOf(left)] ?? "";
    const key = JSON.stringify(left);
    found.set(key, { ...left, reason, chunks: (found.get(key)?.chunks ?? 0) + 1 });
  }
  return [...found.values()].map((each) => (isPart ? { ...each, atLeast: true } : each));
}

/** What a job is about, which may hold anything. */
export function about(data: unknown): Omit<LeftChunks, "reason"> {
  const task: unknown = Reflect.get(Object(data), "task");
  return { export: text(data, "export"), operation: text(task, "operation"), version: text(task, "version") };
}

/** A text of a job that may hold anything. */
export function text(value: unknown, name: string): string | undefined {
  const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === "string" ? found.slice(0, 200) : undefined;
}
