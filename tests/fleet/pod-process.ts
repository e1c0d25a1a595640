/** One pod of `processes.ts`: makes calls, and reports their outcomes every 100 ms. */

import { tracingChannel } from "node:diagnostics_channel";
import { Redis } from "ioredis";
import { redisRateLimit, sharedRate } from "soapwright-features";
import { isHttpError } from "soapwright-runtime/errors";
import { ShelfClient } from "soapwright-testing/client/shelf";

export interface PodTask {
  readonly url: string;
  readonly redisPort: number;
  /** The name of the shared limit. */
  readonly name: string;
  readonly limit: "none" | "fixed" | "shared";
  readonly perSecond: number;
  readonly pods: number;
  /** The times of the calls, in milliseconds from the message `begin`. */
  readonly calls: readonly number[];
}

export interface PodReport {
  readonly succeeded: number;
  readonly refused: number;
  readonly failed: number;
  /** The total time of requests, as the pod measures it: the service's 50 ms and the delay of the machine. */
  readonly requests: number;
  readonly requestMs: number;
}

const DEADLINE_MS = 60_000;

process.once("message", (task) => {
  const { url, redisPort, name, limit, perSecond, pods, calls } = task as PodTask;
  const counts = { succeeded: 0, refused: 0, failed: 0, requests: 0, requestMs: 0 };
  const nothing = () => {};
  const startedAt = new WeakMap<object, number>();
  tracingChannel<unknown, object>("soapwright:attempt").subscribe({
    start: (attempt) => void startedAt.set(attempt, performance.now()),
    asyncEnd: (attempt) => {
      counts.requests++;
      counts.requestMs += performance.now() - (startedAt.get(attempt) ?? Number.NaN);
    },
    end: nothing,
    asyncStart: nothing,
    error: nothing,
  });
  const redis = limit === "shared" ? new Redis(redisPort, "127.0.0.1") : undefined;
  const client = new ShelfClient({
    endpoint: url,
    retries: 0,
    limits: { queued: 1_000_000 },
    deadlineMs: DEADLINE_MS,
    requestsPerSecond: limit === "fixed" ? perSecond / pods : undefined,
    admission: redis && [
      sharedRate(redisRateLimit({ client: redis, perSecond, name, timeoutMs: 5_000, onAway: console.error })),
    ],
  });
  const call = () =>
    client.getBooks({ ShelfId: 1 }).then(
      () => counts.succeeded++,
      (error) => (isHttpError(error) && error.status === 429 ? counts.refused++ : counts.failed++),
    );
  process.send?.("ready");
  process.once("message", () => {
    for (const at of calls) setTimeout(call, at);
    setInterval(() => process.send?.(counts), 100);
  });
});
process.once("disconnect", () => process.exit());
