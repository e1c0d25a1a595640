/** Transports of users: their input, and the treatment of their results and errors. */
import { gzipSync } from "node:zlib";
import { type Headers, ShelfClient } from "soapwright-testing/client/shelf";
import { said, send } from "soapwright-testing/transport/outcomes";
import type { ClientOptions } from "../../src/client/client-options";
import { customTransport } from "../../src/transport/given-sender";
import type { Transport, TransportRequest, TransportResponse } from "../../src/transport/transport";

const ENDPOINT = "https://shelf.example/soap?key=hunter22";

function clientOver(transport: Transport, options: Partial<ClientOptions<Headers>> = {}): ShelfClient {
  return new ShelfClient({
    endpoint: ENDPOINT,
    transport: customTransport(transport),
    retries: { delayMs: 1 },
    ...options,
  });
}

async function* bytes(...pieces: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

function well(text = "well"): TransportResponse {
  return { status: 200, headers: { "Content-Type": "text/xml" }, body: bytes(said(text)) };
}

test("gets the whole request, and answers it", async () => {
  const requests: TransportRequest[] = [];
  const client = clientOver({
    send: async (request) => {
      requests.push(request);
      return well();
    },
  });
  expect(await send(client)).toEqual({ error: undefined, text: "well", attempts: 1 });
  const [request] = requests;
  expect(request).toMatchObject({ method: "POST", url: ENDPOINT });
  expect(request?.headers).toMatchObject({ "Content-Type": "text/xml; charset=utf-8" });
  expect(Object.keys(request?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain("content-length");
  expect(Buffer.from(request?.body ?? []).toString()).toContain("<ShelfId>1</ShelfId>");
  expect(request?.signal.aborted).toBe(false);
});

test.each([
  ["an object", { "content-type": "text/xml" }],
  ["names in any case", { "CONTENT-TYPE": "text/xml" }],
  ["a Map", new Map([["Content-Type", "text/xml"]])],
  ["Headers", new globalThis.Headers({ "content-type": "text/xml" })],
  ["pairs", [["Content-Type", "text/xml"]] as const],
])("headers may be %s", async (_what, headers) => {
  const client = clientOver({ send: async () => ({ status: 200, headers, body: bytes(said("x")) }) });
  expect((await send(client)).text).toBe("x");
});

test("bodies may come in pieces, compressed, as a web stream or not at all", async () => {
  const xml = said("x");
  const headers = { "content-type": "text/xml" };
  const zipped = { ...headers, "content-encoding": "gzip" };
  const responses: TransportResponse[] = [
    { status: 200, headers, body: bytes(xml.slice(0, 50), "", xml.slice(50)) },
    { status: 200, headers: zipped, body: bytes(gzipSync(xml)) },
    { status: 200, headers, body: new Blob([xml]).stream() as unknown as AsyncIterable<Uint8Array> },
    { status: 503, headers, body: null },
  ];
  const client = clientOver({ send: async () => responses.shift() as TransportResponse }, { retries: 0 });
  for (let i = 0; i < 3; i++) expect((await send(client)).text).toBe("x");
  expect((await send(client)).error).toMatchObject({ code: "HTTP", status: 503 });
});

test.each([
  ["nothing", undefined],
  ["null", null],
  ["text", "200 OK"],
  ["no status", { headers: {}, body: null }],
  ["a status that is text", { status: "200", headers: {}, body: null }],
  ["an interim status", { status: 100, headers: {}, body: null }],
  ["a status that is none", { status: 1000, headers: {}, body: null }],
  ["no headers", { status: 200, body: null }],
  ["headers that are numbers", { status: 200, headers: { age: 5 }, body: null }],
  ["headers that are no pairs", { status: 200, headers: ["content-type"], body: null }],
  ["headers that are undefined", { status: 200, headers: { "content-type": undefined }, body: null }],
  ["no body", { status: 200, headers: {} }],
  ["a text for a body", { status: 200, headers: {}, body: "<xml/>" }],
  ["a body of texts", { status: 200, headers: { "content-type": "text/xml" }, body: texts() }],
  ["a body that cannot be opened", { status: 200, headers: {}, body: { [Symbol.asyncIterator]: fails } }],
  ["headers that cannot be read", { status: 200, headers: { [Symbol.iterator]: fails }, body: null }],
])("a response that is %s is a ConnectionError that may have been sent", async (_what, response) => {
  const client = clientOver({ send: async () => response as TransportResponse }, { retries: 0 });
  const { error } = await send(client);
  expect(error).toMatchObject({ code: "CONNECTION", sent: "maybe", attempts: 1 });
  expect(error?.message).toMatch(/\.$/);
});

async function* texts(): AsyncGenerator<string> {
  yield "<xml/>";
}

function fails(): never {
  throw new Error("broken");
}

describe("a failure", () => {
  test("of send is the cause, and may have been sent", async () => {
    const cause = new TypeError("fetch failed");
    let sends = 0;
    const client = clientOver({
      send: async () => {
        sends++;
        throw cause;
      },
    });
    const { error } = await send(client, { safe: false });
    expect(error).toMatchObject({ code: "CONNECTION", reason: "transport-failed", sent: "maybe", cause });
    expect(error?.message).toContain("https://shelf.example/soap");
    expect(error?.message).not.toContain("hunter22");
    expect(sends).toBe(1);
  });

  test("that says that nothing was sent is repeated for every operation", async () => {
    let sends = 0;
    const client = clientOver({
      send: () => {
        sends++;
        throw Object.assign(new Error("refused"), { sent: "no" });
      },
    });
    expect((await send(client, { safe: false })).error).toMatchObject({ code: "CONNECTION", sent: "no", attempts: 3 });
    expect(sends).toBe(3);
  });

  describe("in the middle of the body", () => {
    let sends = 0;
    /** Breaks off in the first `times` responses. */
    function breaking(times = Number.POSITIVE_INFINITY): Transport {
      sends = 0;
      async function* broken(): AsyncGenerator<Uint8Array> {
        const xml = said("x");
        yield Buffer.from(xml.slice(0, xml.indexOf("</Book>") + 7));
        throw new Error("reset");
      }
      const headers = { "content-type": "text/xml" };
      return { send: async () => ({ status: 200, headers, body: ++sends <= times ? broken() : bytes(said("x")) }) };
    }

    test("is retried for a safe call, because no part of the response was used", async () => {
      expect(await send(clientOver(breaking(1)))).toEqual({ error: undefined, text: "x", attempts: 2 });
      expect(sends).toBe(2);
    });

    test("is reported when retries are used up, and at once for a call that is not safe", async () => {
      const { error } = await send(clientOver(breaking()));
      expect(error).toMatchObject({ code: "CONNECTION", sent: "maybe", cause: new Error("reset"), attempts: 3 });
      const unsafe = await send(clientOver(breaking()), { safe: false });
      expect(unsafe.error).toMatchObject({ code: "CONNECTION", sent: "maybe", attempts: 1 });
      expect(sends).toBe(1);
    });

    test("is reported and not retried for a stream that has begun", async () => {
      const items: unknown[] = [];
      const read = async (): Promise<void> => {
        for await (const item of clientOver(breaking()).getBooksStream({ ShelfId: 1 })) items.push(item);
      };
      await expect(read()).rejects.toMatchObject({ code: "CONNECTION", sent: "maybe" });
      expect(items).toHaveLength(1);
      expect(sends).toBe(1);
    });

    test("is not repeated where an interceptor has seen the whole response, and fails with an error of ours", async () => {
      const lost = await send(clientOver(breaking()));
      const client = clientOver(
        {
          send: async () => {
            sends++;
            return well();
          },
        },
        {
          attemptInterceptors: [
            (next) => async (attempt) => {
              await next(attempt);
              throw lost.error;
            },
          ],
        },
      );
      sends = 0;
      await send(client);
      expect(sends).toBe(1);
    });
  });
});

describe("what was given up", () => {
  /** Counts how often its body was closed. */
  function closable(): { body: AsyncIterable<Uint8Array>; closed: () => number } {
    let closed = 0;
    const body = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<IteratorResult<Uint8Array>>(() => {}),
        return: async () => {
          closed++;
          return { done: true as const, value: undefined };
        },
      }),
    };
    return { body, closed: () => closed };
  }

  test("has its signal aborted and its body closed", async () => {
    const { body, closed } = closable();
    let signal: TransportRequest["signal"] | undefined;
    const client = clientOver({
      send: async (request) => {
        signal = request.signal;
        return { status: 200, headers: { "content-type": "text/xml" }, body };
      },
    });
    expect((await send(client, { timeoutMs: 30 })).error).toMatchObject({ code: "TIMEOUT", phase: "attempt" });
    expect([signal?.aborted, closed()]).toEqual([true, 1]);
  });

  test("is closed although it comes too late, from a transport that does not look at the signal", async () => {
    const { body, closed } = closable();
    let respond: (response: TransportResponse) => void = () => {};
    const client = clientOver({ send: () => new Promise((resolve) => (respond = resolve)) });
    expect((await send(client, { timeoutMs: 30 })).error).toMatchObject({ code: "TIMEOUT" });
    respond({ status: 200, headers: {}, body });
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed()).toBe(1);
  });

  test.each(["throws", "rejects"])("does not matter when closing its body %s", async (how) => {
    const body = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<IteratorResult<Uint8Array>>(() => {}),
        return: () => (how === "throws" ? fails() : Promise.reject(new Error("broken"))),
      }),
    };
    const client = clientOver({ send: async () => ({ status: 200, headers: { "content-type": "text/xml" }, body }) });
    expect((await send(client, { timeoutMs: 30 })).error).toMatchObject({ code: "TIMEOUT" });
  });

  test("an error page that is too long is not read on", async () => {
    let yielded = 0;
    async function* page(): AsyncGenerator<Uint8Array> {
      for (; yielded < 1_000; yielded++) yield Buffer.alloc(10_000, 0x78);
    }
    const headers = { "content-type": "text/plain" };
    const client = clientOver({ send: async () => ({ status: 500, headers, body: page() }) }, { retries: 0 });
    expect((await send(client)).error).toMatchObject({ code: "HTTP", status: 500 });
    expect(yielded).toBeLessThan(50);
  });
});

test("is closed once, with its client", async () => {
  let closed = 0;
  const transport = {
    send: async () => well(),
    close: async () => {
      closed++;
    },
  };
  const client = clientOver(transport);
  await send(client);
  await Promise.all([client.close(), client.close({ force: true })]);
  await client.close();
  expect(closed).toBe(1);
});

test.each(["throws", "rejects"])("a close that %s rejects the client's close", async (how) => {
  const close = (): Promise<void> => (how === "throws" ? fails() : Promise.reject(new Error("broken")));
  const client = clientOver({ send: async () => well(), close });
  await expect(client.close()).rejects.toMatchObject({ code: "CONNECTION", cause: new Error("broken") });
});

test("its limits are the client's: limits.responseBytes, requests at a time", async () => {
  let now = 0;
  let most = 0;
  const client = clientOver(
    {
      send: async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 2));
        now--;
        return well("x".repeat(10_000));
      },
    },
    { connections: 2 },
  );
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () => send(client, { limits: { responseBytes: 5_000 } })),
  );
  for (const { error } of outcomes) expect(error).toMatchObject({ code: "RESPONSE", reason: "limit" });
  expect(most).toBe(2);
});
