/** Measures what a client costs its process: memory that stays, and turns of the event loop. Needs `--expose-gc`. */

import { nodeSoap } from "soapwright-node-soap";
import { watch } from "soapwright-testing/attacks/watched";
import { ShelfClient } from "soapwright-testing/client/shelf";
import { answerParent } from "soapwright-testing/stage/child";

/** How the calls in the queue end, all together. */
export type End = "expire" | "one signal" | "close";

export type CostTask =
  | { readonly job: "memory after a response"; readonly url: string }
  | { readonly job: "a listener on a stream"; readonly url: string }
  | { readonly job: "queue"; readonly url: string; readonly calls: number; readonly end: End };

export interface MemoryReport {
  /** The memory in MiB that the process holds more than before, with an idle client. */
  readonly keptMiB: number;
  /** The outcome of the call: `ok`, or code and reason. */
  readonly end: string;
}

export interface ListenerReport {
  readonly items: number;
  /** The largest memory in MiB that was held more than before, after a collection, while items arrived. */
  readonly mostMiB: number;
  readonly heard: readonly number[];
}

export interface QueueReport {
  /** The number of calls by the code of their end. */
  readonly ended: { readonly [code: string]: number };
  /** The processor time until all were queued, in milliseconds. */
  readonly queueingMs: number;
  /** The largest processor time of one turn after that, and that until the last call had settled, in milliseconds. */
  readonly blockedMs: number;
  readonly settlingMs: number;
  /** The outcome of another call, made while all others waited. */
  readonly oneMore: string;
}

function usedMiB(): number {
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

function cpuMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

async function memoryAfter(url: string): Promise<MemoryReport> {
  const client = new ShelfClient({ endpoint: url, retries: 0, connections: 1 });
  // The first response is small, so that what a client loads once does not count.
  await client.getBooks({ ShelfId: 1 });
  const before = usedMiB();
  const end = await client.getBooks({ ShelfId: 1 }).then(
    () => "ok",
    (error: unknown) => `${Reflect.get(Object(error), "code")} ${Reflect.get(Object(error), "reason")}`,
  );
  // What ends with the connection is released by the first collection, and its octets by the one after.
  for (let turn = 0; turn < 3; turn++) {
    usedMiB();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const keptMiB = usedMiB() - before;
  await client.close();
  return { keptMiB, end };
}

async function listenToStream(url: string): Promise<ListenerReport> {
  const client = new ShelfClient({ endpoint: url, retries: 0, features: [nodeSoap()] });
  const heard: number[] = [];
  client.soap.on("response", (_body, response) => heard.push(response?.status ?? 0));
  const before = usedMiB();
  let items = 0;
  let mostMiB = 0;
  for await (const _ of client.getBooksStream({ ShelfId: 1 })) {
    if (++items % 10_000 === 0) mostMiB = Math.max(mostMiB, usedMiB() - before);
  }
  await client.close();
  return { items, mostMiB, heard };
}

async function endQueued(url: string, count: number, end: End): Promise<QueueReport> {
  const client = new ShelfClient({ endpoint: url, connections: 1, retries: 0, timeoutMs: 600_000 });
  const holder = client.getBooks({ ShelfId: 1 }, { deadlineMs: 600_000 }).catch(() => {});
  const ended: { [code: string]: number } = {};
  const note = (error: unknown): void => {
    const code = String(Reflect.get(Object(error), "code"));
    ended[code] = (ended[code] ?? 0) + 1;
  };
  const abort = new AbortController();
  const options = {
    deadlineMs: end === "expire" ? 3_000 : 600_000,
    ...(end === "one signal" ? { signal: abort.signal } : {}),
  };
  const begun = process.cpuUsage();
  const calls: Promise<unknown>[] = [];
  for (let n = 0; n < count; n++) calls.push(client.getBooks({ ShelfId: 1 }, options).catch(note));
  const queueingMs = cpuMs(begun);
  const oneMore = await Promise.race([
    client.getBooks({ ShelfId: 1 }, options).then(
      () => "ok",
      (error: unknown) => String(Reflect.get(Object(error), "code")),
    ),
    new Promise<string>((resolve) => setTimeout(resolve, 0, "waits")),
  ]);
  const queued = process.cpuUsage();
  const { watched } = await watch(async () => {
    if (end === "one signal") abort.abort();
    const closed = end === "close" ? client.close({ force: true }) : undefined;
    await Promise.all(calls);
    await closed;
  });
  const settlingMs = cpuMs(queued);
  await client.close({ force: true });
  await holder;
  return { ended, queueingMs, blockedMs: watched.blockedMs, settlingMs, oneMore };
}

answerParent<CostTask, MemoryReport | ListenerReport | QueueReport>((task) => {
  if (task.job === "memory after a response") return memoryAfter(task.url);
  if (task.job === "a listener on a stream") return listenToStream(task.url);
  return endQueued(task.url, task.calls, task.end);
});
