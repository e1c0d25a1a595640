/** Runs a client at its rate for a while, and measures delays of the machine. */
import { ShelfClient } from "soapwright-testing/client/shelf";
import { answerParent } from "soapwright-testing/stage/child";

export interface RateTask {
  readonly url: string;
  readonly requestsPerSecond: number;
  readonly forMs: number;
}

export interface RateReport {
  readonly failed: number;
  /**
   * The share of the time in which the event loop was blocked for more than 20 ms, which the client itself never does.
   */
  readonly stalled: number;
}

answerParent<RateTask, RateReport>(async ({ url, requestsPerSecond, forMs }) => {
  // A first call loads the code, which must not affect the rate.
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
  // There are more lanes than the rate can use, so that calls are always waiting.
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
