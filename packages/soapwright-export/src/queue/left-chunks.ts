/** Chunks that no worker can carry out now. They stay in the queue with the reason and are retried later. */
import { setTimeout as delay } from "node:timers/promises";
import type { Job, Queue } from "bullmq";
import type { Redis } from "ioredis";
import { NAME } from "../names";

/** Chunks that are left to other workers, or to a later time. */
export interface LeftChunks {
  /** The id of the export; undefined if the job cannot be read. */
  readonly export?: string | undefined;
  readonly operation?: string | undefined;
  readonly version?: string | undefined;
  readonly reason: string;
}

/**
 * The delay of a chunk before its next attempt, in milliseconds, doubles each time, up to `longest`. With many delayed
 * chunks, only one is attempted per `each`, because other exports need the workers. A worker that leaves a chunk again
 * pauses for `worker`, so that a capable worker gets the chunk first.
 */
const REST_MS = { first: 1_000, longest: 5_000, each: 500, worker: 500 };
const MOST_JOBS = 1_000;
const NOTES_SECONDS = 30 * 86_400;

/** `resting` is the number of other delayed chunks. The caller must then throw BullMQ's `DelayedError`. */
export async function rest(job: Job, token: string | undefined, resting: number): Promise<void> {
  const doubled = REST_MS.first * 2 ** Math.min(job.attemptsStarted - 1, 10);
  const delayMs = Math.max(Math.min(REST_MS.longest, doubled), resting * REST_MS.each) * (0.75 + Math.random() / 2);
  await job.moveToDelayed(Math.ceil(Date.now() + delayMs), token);
  if (job.attemptsStarted > 1) await delay(REST_MS.worker);
}

/** The reporter of left chunks: each once for each reason. Redis keeps the reasons for `--status`. */
export class LeftNotes {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #onLeft: (left: LeftChunks) => void;
  readonly #reported = new Map<string, Set<string>>();

  constructor(redis: Redis, queue: string, onLeft: (left: LeftChunks) => void = () => {}) {
    this.#redis = redis;
    this.#key = keyOf(queue);
    this.#onLeft = onLeft;
  }

  async leave(left: LeftChunks): Promise<void> {
    const field = fieldOf(left);
    const text = JSON.stringify(left);
    const reported = this.#reported.get(field) ?? new Set();
    if (reported.has(text)) return;
    this.#reported.set(field, reported.add(text));
    this.#onLeft(left);
    await this.#redis.hset(this.#key, field, left.reason).catch(() => {});
    await this.#redis.expire(this.#key, NOTES_SECONDS).catch(() => {});
  }

  async clear(id: string): Promise<void> {
    if (this.#reported.delete(id)) await this.#redis.hdel(this.#key, id).catch(() => {});
  }
}

function keyOf(queue: string): string {
  return `${NAME}:left:{${queue}}`;
}

function fieldOf({ export: id }: Pick<LeftChunks, "export">): string {
  return id ?? "malformed";
}

/** Left chunks and their number. */
export interface CountedChunks extends LeftChunks {
  readonly chunks: number;
  /** Set if not all waiting chunks were examined, so that there may be more. */
  readonly atLeast?: true;
}

/**
 * Returns the chunks that wait for a capable worker, each with the last reason that a worker reported. Examines the
 * first 1,000 delayed and the first 1,000 waiting chunks.
 */
export async function leftIn(queue: Queue, redis: Redis): Promise<readonly CountedChunks[]> {
  const found = new Map<string, CountedChunks>();
  // A chunk that is about to be retried is listed as waiting.
  const [reasons, resting, waiting, counts] = await Promise.all([
    redis.hgetall(keyOf(queue.name)),
    queue.getDelayed(0, MOST_JOBS - 1),
    queue.getWaiting(0, MOST_JOBS - 1),
    queue.getJobCounts("delayed", "waiting"),
  ]);
  const isPart = Object.values(counts).some((count) => count > MOST_JOBS);
  const tried = waiting.filter((job) => job?.attemptsStarted > 0 && reasons[fieldOf(about(job.data))] !== undefined);
  for (const job of [...resting, ...tried]) {
    // A worker has taken the chunk meanwhile.
    if (job === undefined) continue;
    const left = about(job.data);
    const reason = reasons[fieldOf(left)] ?? "";
    const key = JSON.stringify(left);
    found.set(key, { ...left, reason, chunks: (found.get(key)?.chunks ?? 0) + 1 });
  }
  return [...found.values()].map((each) => (isPart ? { ...each, atLeast: true } : each));
}

/** Returns export, operation and version of a job, whose data may be any value. */
export function about(data: unknown): Omit<LeftChunks, "reason"> {
  const task: unknown = Reflect.get(Object(data), "task");
  return { export: text(data, "export"), operation: text(task, "operation"), version: text(task, "version") };
}

export function text(value: unknown, name: string): string | undefined {
  const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === "string" ? found.slice(0, 200) : undefined;
}
