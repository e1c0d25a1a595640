import { type CallOptions, type ClientOptions, mapConcurrent } from "soapwright-runtime";
import { books, envelope, type Headers, ShelfClient } from "soapwright-testing/client/shelf";
import { endAfterEach, rejection } from "soapwright-testing/stage/stage";
import { answer, RawServer } from "soapwright-testing/transport/raw-server";

endAfterEach();

describe("a signal whose reason is a time-out", () => {
  async function serve(options: ClientOptions<Headers> = {}, responds = false) {
    const server = await RawServer.start((socket) => {
      if (responds) socket.write(answer(envelope(books())));
    });
    const client = new ShelfClient({ endpoint: server.url, ...options });
    const end = async () => {
      await client.close({ force: true });
      await server.stop();
    };
    return { server, client, end };
  }

  const timedOut = () =>
    AbortSignal.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));

  const signals: { readonly [name: string]: () => AbortSignal } = {
    "AbortSignal.timeout": () => AbortSignal.timeout(20),
    "AbortSignal.any of one": () => AbortSignal.any([new AbortController().signal, AbortSignal.timeout(20)]),
    "a signal that had timed out before": timedOut,
    "another error with the name TimeoutError": () =>
      AbortSignal.abort(Object.assign(new Error("late"), { name: "TimeoutError" })),
  };

  test.each(Object.keys(signals))("%s is a TimeoutError, logged as an error, and not retried", async (name) => {
    const lines: [level: string, message: string, kind: string | undefined][] = [];
    const log =
      (level: string) =>
      (message: string, { kind }: { readonly kind?: string }) =>
        lines.push([level, message, kind]);
    const logger = { info: log("info"), warn: log("warn"), error: log("error") };
    const { server, client, end } = await serve({ logger, retries: { max: 3, timeouts: true } });
    const signal = signals[name]!();
    const error = await rejection(client.getBooks({ ShelfId: 7 }, { signal, safe: true }));
    expect(error).toMatchObject({
      name: "TimeoutError",
      code: "TIMEOUT",
      reason: "timeout-signal",
      kind: "timeout",
      phase: "signal",
      cause: signal.reason as unknown,
      advice: [{ action: "raise", option: "signal" }, { action: "repeat" }],
    });
    expect((error as Error).message).toMatch(
      /^The call was ended by the time limit of its signal, [\d,]+ ms after it began\. Give the signal more time, or call again later\.$/,
    );
    expect(lines).toEqual([["error", expect.stringMatching(/ failed\.$/), "timeout"]]);
    expect(server.requests.length).toBeLessThan(2);
    await end();
  });

  test.each<[string, unknown]>([
    ["none", undefined],
    ["a text", "enough"],
    ["an AbortError", new DOMException("left", "AbortError")],
  ])("another reason is an AbortError: %s", async (_name, reason) => {
    const { client, end } = await serve();
    const signal = AbortSignal.abort(reason);
    expect(await rejection(client.getBooks({ ShelfId: 7 }, { signal }))).toMatchObject({ kind: "aborted" });
    await end();
  });

  test("a stream and a batch end with it too", async () => {
    const { client, end } = await serve({}, true);
    const options: CallOptions<Headers> = { signal: timedOut() };
    const stream = async () => {
      for await (const _book of client.getBooksStream({ ShelfId: 7 }, options)) throw new Error("an item");
    };
    expect(await rejection(stream())).toMatchObject({ code: "TIMEOUT", phase: "signal" });
    const batch = async () => {
      for await (const _each of mapConcurrent([1], (ShelfId) => client.getBooks({ ShelfId }), { signal: timedOut() }))
        throw new Error("an outcome");
    };
    expect(await rejection(batch())).toMatchObject({ code: "TIMEOUT", phase: "signal" });
    await end();
  });
});
