/** Tracing channels of calls and of their requests, with real subscribers of Node. */
import { AsyncLocalStorage } from "node:async_hooks";
import { tracingChannel } from "node:diagnostics_channel";
import { book } from "soapwright-testing/client/shelf";
import { pause } from "soapwright-testing/stage/consume";
import { bookList } from "soapwright-testing/stage/responses";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawHandler } from "soapwright-testing/transport/raw-server";
import { Call } from "../../src";
import type { CallTrace } from "../../src/client/trace";

endAfterEach();

const EVENTS = ["start", "end", "asyncStart", "asyncEnd", "error"] as const;

type Heard = [channel: string, event: string, trace: CallTrace];

/** Records every event of `names`, with the trace at that time. */
function hear(...names: readonly string[]): Heard[] {
  const heard: Heard[] = [];
  for (const name of names) {
    const listener = (event: string) => (trace: CallTrace) => void heard.push([name, event, { ...trace }]);
    const listeners = Object.fromEntries(EVENTS.map((event) => [event, listener(event)]));
    const channel = tracingChannel<unknown, CallTrace>(name);
    channel.subscribe(listeners as never);
    atEnd(async () => void channel.unsubscribe(listeners as never));
  }
  return heard;
}

const busyOnce: RawHandler = (socket, { number }) =>
  socket.write(number === 1 ? answer("", "503 Busy") : bookList(book(1)));
const brief = (heard: readonly Heard[]) => heard.map(([name, event, { attempts }]) => `${name} ${event} ${attempts}`);
const OF_CALL = ["asyncStart", "end", "asyncEnd"];

test("a call and each of its requests have channels of their own", async () => {
  const server = await serve(busyOnce);
  const client = open({ endpoint: server.url, retryDelayMs: 1 });
  const heard = hear("soapwright:call", "soapwright:attempt");
  const call = client.getBooks({ ShelfId: 1 });
  expect(call).toBeInstanceOf(Call);
  expect((await call.withResponse()).http).toMatchObject({ status: 200, attempts: 2 });
  expect(brief(heard)).toEqual([
    "soapwright:call start 0",
    "soapwright:attempt start 1",
    ...["error", ...OF_CALL].map((event) => `soapwright:attempt ${event} 1`),
    "soapwright:attempt start 2",
    ...OF_CALL.map((event) => `soapwright:attempt ${event} 2`),
    ...OF_CALL.map((event) => `soapwright:call ${event} 2`),
  ]);
  const [first, second] = heard.filter(([name, event]) => name === "soapwright:attempt" && event === "end");
  expect(first?.[2]).toMatchObject({ status: 503, bytes: 0, retries: 0, error: { name: "HttpError", code: "HTTP" } });
  expect(second?.[2]).toMatchObject({ status: 200, retries: 1, error: undefined, operation: "Get_Books" });
  expect(second?.[2].bytes).toBeGreaterThan(100);
  const { requestLength, bytes, durationMs, status, error } = heard.at(-1)![2];
  expect([requestLength > 100, bytes, status, error]).toEqual([true, second?.[2].bytes, 200, undefined]);
  expect(durationMs).toBeGreaterThanOrEqual(second![2].durationMs!);
});

test("what is bound to start is active in the call, and in each of its requests", async () => {
  const server = await serve(busyOnce);
  const stores = { call: new AsyncLocalStorage<string>(), attempt: new AsyncLocalStorage<string>() };
  for (const [name, store] of Object.entries(stores)) {
    const { start } = tracingChannel<string, CallTrace>(`soapwright:${name}`);
    start.bindStore(
      store as AsyncLocalStorage<unknown> as never,
      ((trace: CallTrace) => `${name} ${trace.attempts}`) as never,
    );
    atEnd(async () => void start.unbindStore(store as never));
  }
  const met: unknown[] = [];
  const here = (): void => void met.push([stores.call.getStore(), stores.attempt.getStore()]);
  const client = open({
    endpoint: server.url,
    retryDelayMs: 1,
    headers: () => {
      here();
      return {};
    },
  });
  client.soap.setSecurity({ addHeaders: here });
  await client.getBooks({ ShelfId: 1 });
  expect(met).toEqual([
    ["call 0", undefined],
    ["call 0", "attempt 1"],
    ["call 0", "attempt 2"],
  ]);
  expect([stores.call.getStore(), stores.attempt.getStore()]).toEqual([undefined, undefined]);
});

describe("a stream", () => {
  const long = bookList(...Array.from({ length: 3_000 }, (_, id) => book(id)));

  test("is over when its reader has left, which is no error", async () => {
    const server = await serve((socket) => socket.write(long));
    const client = open({ endpoint: server.url });
    const heard = hear("soapwright:call", "soapwright:attempt");
    for await (const { Id } of client.getBooksStream({ ShelfId: 1 })) if (Id === 3) break;
    await client.close();
    expect(brief(heard)).toEqual([
      "soapwright:call start 0",
      "soapwright:attempt start 1",
      ...OF_CALL.map((event) => `soapwright:attempt ${event} 1`),
      ...OF_CALL.map((event) => `soapwright:call ${event} 1`),
    ]);
  });

  test("is over when it is no longer read, though it is not left", async () => {
    const server = await serve((socket) => socket.write(long));
    const client = open({ endpoint: server.url, streamIdleMs: 50 });
    const heard = hear("soapwright:call");
    const stream = client.getBooksStream({ ShelfId: 1 });
    await stream.next();
    while (heard.length < 5) await pause(5);
    expect(heard.map(([, event]) => event)).toEqual(["start", "error", ...OF_CALL]);
    expect(heard.at(-1)![2].error).toEqual({ name: "TimeoutError", code: "TIMEOUT" });
    await stream.return?.();
  });

  test("that breaks off in the middle ends with its error", async () => {
    const server = await serve((socket) => socket.end(long.subarray(0, long.length / 2)));
    const client = open({ endpoint: server.url });
    const heard = hear("soapwright:call");
    const reading = async (): Promise<void> => {
      for await (const _ of client.getBooksStream({ ShelfId: 1 }));
    };
    const { code } = (await rejection(reading())) as Error & { readonly code: string };
    expect(heard.map(([, event]) => event)).toEqual(["start", "error", ...OF_CALL]);
    expect(heard.at(-1)![2].error?.code).toBe(code);
  });

  test("that fails before its first item ends with its error, once", async () => {
    const server = await serve((socket) => socket.destroy());
    const client = open({ endpoint: server.url, retries: 0 });
    const heard = hear("soapwright:call");
    await rejection(client.getBooksStream({ ShelfId: 1 }).next());
    expect(heard.map(([, event]) => event)).toEqual(["start", "error", ...OF_CALL]);
  });
});
