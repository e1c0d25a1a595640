/** Keeps a client at its rate for a while, and watches how the machine lets it. */
import { ShelfClient } from "soapwright-testing/client/shelf";
import { answerParent } from "soapwright-testing/stage/child";

export interface RateTask {
  readonly url: string;
  readonly requestsPerSecond: number;
  readonly forMs: number;
}

export interface RateReport {
  readonly failed: number;
  /** Part of the time in which the loop stood still for over 20 ms: nothing of ours takes that long. */
  readonly stalled: number;
}

answerParent<RateTask, RateReport>(async ({ url, requestsPerSecond, forMs }) => {
  // What a process does once is no matter of the rate.
  const warm = new ShelfClient({ endpoint: url });
  await warm.getBooks({ ShelfId: 1 });
  await warm.close();
  const client = new ShelfClient({ endpoint: url, requestsPerSecond, connections: 64, retries: 0 });
  const started = performance.now();
  let stalledMs = 0;
  let last = started;
  const watching = setInterval(() => {
    const now = performance.now();
    if (now - last > 20) stalledMs += now - last;
    last = now;
  }, 2);
  let failed = 0;
  // More lanes than the rate can use: the gate is never without someone who waits.
  const lane = async (): Promise<void> => {
    while (performance.now() - started < forMs) {
      await client.getBooks({ ShelfId: 1 }).catch(() => failed++);
    }
  };
  await Promise.all(Array.from({ length: Math.max(20, Math.ceil(requestsPerSecond / 10)) }, lane));
  clearInterval(watching);
  await client.close();
  return { failed, stalled: stalledMs / forMs };
});
