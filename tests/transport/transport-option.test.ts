/**
 * A transport of the user: it gets a request and returns status, headers and bytes. The client does everything else.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { nodeSoap } from "soapwright-node-soap";
import { isServiceError } from "soapwright-runtime/errors";
import { customTransport } from "soapwright-runtime/extend";
import { fetchTransport } from "soapwright-runtime/fetch";
import { optionsOver } from "soapwright-testing/client/options-over";
import { book, books, envelope, fault11, NS } from "soapwright-testing/client/shelf";
import { runChild } from "soapwright-testing/stage/child";
import { pause } from "soapwright-testing/stage/consume";
import { turn, until } from "soapwright-testing/stage/gate";
import { bookList } from "soapwright-testing/stage/responses";
import { isSlow, sampleOf } from "soapwright-testing/stage/slow";
import { SocketCount } from "soapwright-testing/stage/sockets";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import type { MockReport, MockTask, Tool } from "./mock-process";

endAfterEach();

interface Request {
  readonly url: string;
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
}
interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | Iterable<[string, string]>;
  readonly body: AsyncIterable<Uint8Array> | null;
}
type Send = (request: Request) => Promise<Response>;

const ENDPOINT = "https://shelf.example/soap";
const XML = { "Content-Type": "text/xml; charset=utf-8" };
const GOOD = envelope(books(book(1)));
/** Newer Node.js has a storage for pages, and warns when MSW looks whether there is one. */
const WITHOUT_STORAGE = ["--no-experimental-webstorage"].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);
const adding = { Book: { Id: 1, Price: "1" } } as const;

/** A body in pieces that records whether it was ended. */
class Body implements AsyncIterable<Uint8Array> {
  pulled = 0;
  isEnded = false;

  constructor(readonly pieces: Iterable<Uint8Array | Promise<Uint8Array>>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (const piece of this.pieces) {
        const bytes = await piece;
        this.pulled++;
        yield bytes;
      }
    } finally {
      this.isEnded = true;
    }
  }
}

const textBody = (text: string | Uint8Array, size = 1_000_000): Body => {
  const bytes = Buffer.from(text as string);
  const count = Math.ceil(bytes.length / size);
  return new Body(Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size)));
};
const replies = (text: string | Uint8Array, status = 200, headers: Response["headers"] = XML): Response => ({
  status,
  headers,
  body: textBody(text),
});
const openOver = (send: Send, options: object = {}) =>
  open(optionsOver({ endpoint: ENDPOINT, transport: customTransport({ send }), retries: { delayMs: 1 } }, options));

describe("a transport gets", () => {
  test("address, method, headers, envelope and signal, and no socket is opened", async () => {
    const sockets = new SocketCount();
    const requests: Request[] = [];
    const client = openOver(
      async (request) => {
        requests.push(request);
        return replies(GOOD);
      },
      { httpHeaders: { "X-Gateway": "yes" }, headers: { Credentials: { User: "me" } } },
    );
    const { result, http } = await client.getBooks({ ShelfId: 7 }).withResponse();
    expect(result).toEqual([{ Id: 1, Title: "Title 1", Price: "1.50" }]);
    expect(http).toMatchObject({ status: 200, attempts: 1 });
    expect(http.headers["content-type"]).toBe("text/xml; charset=utf-8");
    expect(sockets.begun).toBe(0);
    const [request] = requests;
    expect(request).toMatchObject({ url: ENDPOINT, method: "POST" });
    const headers = Object.fromEntries(Object.entries(request?.headers ?? {}).map(([k, v]) => [k.toLowerCase(), v]));
    expect(headers).toMatchObject({
      "content-type": "text/xml; charset=utf-8",
      soapaction: `"${NS}/Get_Books"`,
      "x-gateway": "yes",
    });
    expect(request?.body).toBeInstanceOf(Uint8Array);
    const sent = Buffer.from(request?.body ?? []).toString();
    expect(sent).toMatch(/^<\?xml .*<User>me<\/User>.*ShelfId>7</s);
    expect(request?.signal).toBeInstanceOf(AbortSignal);
    expect(request?.signal.aborted).toBe(false);
  });

  test("what a security object adds", async () => {
    const heads: Readonly<Record<string, string>>[] = [];
    const client = openOver(
      async ({ headers }) => {
        heads.push(headers);
        return replies(GOOD);
      },
      { features: [nodeSoap()] },
    );
    client.soap.setSecurity({ addHeaders: (headers) => Object.assign(headers, { Authorization: "Bearer abc" }) });
    await client.getBooks({ ShelfId: 1 });
    expect(JSON.stringify(heads)).toMatch(/"authorization":"Bearer abc"/i);
  });

  test("its calls in the async context of their callers", async () => {
    const store = new AsyncLocalStorage<number>();
    const met: unknown[] = [];
    const client = openOver(
      async ({ body }) => {
        met.push([Number(/ShelfId>(\d+)/.exec(Buffer.from(body).toString())?.[1]), store.getStore()]);
        await pause(1);
        return replies(GOOD);
      },
      { connections: 1 },
    );
    await Promise.all([1, 2, 3].map((id) => store.run(id, () => client.getBooks({ ShelfId: id }))));
    expect(met).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });
});

describe("a transport's response", () => {
  test.each<[string, Response["headers"]]>([
    ["a record", XML],
    ["a record in lower case", { "content-type": "text/xml" }],
    ["pairs", [["Content-Type", "text/xml"]]],
    ["a Map", new Map([["CONTENT-TYPE", "text/xml"]])],
    ["Headers of fetch", new Headers({ "content-type": "text/xml" })],
  ])("may have its headers as %s", async (_what, headers) => {
    const client = openOver(async () => replies(GOOD, 200, headers));
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
  });

  test("may say a header twice", async () => {
    const headers: [string, string][] = [
      ["Content-Type", "text/xml"],
      ["X-A", "1"],
      ["X-A", "2"],
    ];
    const { http } = await openOver(async () => replies(GOOD, 200, headers))
      .getBooks({ ShelfId: 1 })
      .withResponse();
    expect(http.headers["x-a"]).toBe("1, 2");
  });

  test("may come byte by byte, and may have no body", async () => {
    const client = openOver(async ({ headers }) =>
      JSON.stringify(headers).includes("Touch")
        ? { status: 202, headers: {}, body: null }
        : { status: 200, headers: XML, body: textBody(GOOD, 1) },
    );
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    expect(await client.touch({})).toBeUndefined();
  });

  test("is decompressed when it says that it is compressed", async () => {
    const headers = { ...XML, "Content-Encoding": "gzip" };
    const client = openOver(async () => replies(gzipSync(GOOD), 200, headers));
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    const cut = openOver(async () => replies(gzipSync(GOOD).subarray(0, -9), 200, headers), { retries: 0 });
    expect(["RESPONSE", "CONNECTION"]).toContain(Reflect.get(await rejection(cut.getBooks({ ShelfId: 1 })), "code"));
  });

  test.each<[string, Response, object]>([
    ["a fault", replies(envelope(fault11("s:Client", "No")), 500), { code: "FAULT", httpStatus: 500 }],
    ["a refusal", replies("<html>", 401), { code: "HTTP", status: 401 }],
    ["a redirect", replies("", 302, { Location: "https://elsewhere.example/" }), { code: "HTTP", status: 302 }],
    ["no XML", replies("not XML"), { code: "RESPONSE", reason: "xml" }],
    ["a page", replies("<html>", 200, { "Content-Type": "text/html" }), { code: "RESPONSE", reason: "content-type" }],
    ["nothing", { status: 200, headers: XML, body: null }, { code: "RESPONSE" }],
    ["a part", replies(GOOD.slice(0, -30)), { code: "RESPONSE" }],
  ])("becomes the error that it is: %s", async (_what, response, want) => {
    const client = openOver(async () => response, { retries: 0 });
    expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({ attempts: 1, ...want });
  });

  test.each([
    ["undefined", undefined],
    ["no status", { headers: XML, body: null }],
    ["a status that is text", { status: "200", headers: XML, body: null }],
    ["no headers", { status: 200, body: null }],
    ["a body of text", { status: 200, headers: XML, body: GOOD }],
    ["pieces of text", { status: 200, headers: XML, body: new Body([GOOD as unknown as Uint8Array]) }],
  ])(
    "that is not a response is reported as an error of this package, and does not hang: %s",
    async (_what, response) => {
      const client = openOver(async () => response as unknown as Response, { retries: 0 });
      expect(isServiceError(await rejection(client.getBooks({ ShelfId: 1 })))).toBe(true);
    },
  );

  test("is ended when it is not read further", async () => {
    const endless = new Body(
      (function* () {
        for (;;) yield Buffer.from("<p>please sign in</p>".repeat(1_000));
      })(),
    );
    const client = openOver(async () => ({ status: 401, headers: { "Content-Type": "text/html" }, body: endless }));
    expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "HTTP", status: 401 });
    await until(() => endless.isEnded);
  });
});

describe("over a transport", () => {
  test.each([
    ["connections", { connections: 3 }, 3],
    ["the default of connections", {}, 64],
  ])("no more requests are under way than %s", async (_what, options, most) => {
    let now = 0;
    let met = 0;
    const client = openOver(async () => {
      met = Math.max(met, ++now);
      await pause(2);
      now--;
      return replies(GOOD);
    }, options);
    await Promise.all(Array.from({ length: 200 }, () => client.getBooks({ ShelfId: 1 })));
    expect(met).toBe(most);
  });

  test("limits.queued holds, and requestsPerSecond", async () => {
    let sent = 0;
    const client = openOver(
      async () => {
        sent++;
        return replies(GOOD);
      },
      { limits: { queued: 2 }, requestsPerSecond: 1 },
    );
    const ends = await Promise.allSettled(
      Array.from({ length: 6 }, () => client.getBooks({ ShelfId: 1 }, { deadlineMs: 300 })),
    );
    const codes = ends.map((end) => (end.status === "fulfilled" ? "ok" : Reflect.get(Object(end.reason), "code")));
    expect(codes.filter((code) => code === "OVERLOADED").length).toBeGreaterThanOrEqual(3);
    expect(sent).toBeLessThanOrEqual(2);
  });

  test.each([
    ["timeoutMs", { timeoutMs: 30 }, { code: "TIMEOUT", phase: "attempt", timeoutMs: 30 }],
    ["deadlineMs", { deadlineMs: 30 }, { code: "TIMEOUT", phase: "deadline", timeoutMs: 30 }],
  ])("%s ends a request that stays, and its signal says so", async (_what, options, want) => {
    const signals: AbortSignal[] = [];
    const client = openOver(
      ({ signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
      { retries: 0, ...options },
    );
    expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject(want);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("timeoutMs ends a body that stays", async () => {
    const stuck = new Body([Buffer.from(GOOD.slice(0, 50)), new Promise<Uint8Array>(() => {})]);
    const client = openOver(async () => ({ status: 200, headers: XML, body: stuck }), { retries: 0, timeoutMs: 50 });
    expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "TIMEOUT" });
  });

  test("the caller's signal ends the request", async () => {
    const signals: AbortSignal[] = [];
    const client = openOver(({ signal }) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    const abort = new AbortController();
    const call = client.getBooks({ ShelfId: 1 }, { signal: abort.signal });
    await until(() => signals.length === 1);
    abort.abort(new Error("enough"));
    expect(await rejection(call)).toMatchObject({ code: "ABORTED", cause: { message: "enough" } });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("limits.responseBytes ends a body that is too long, also one that decompresses to that", async () => {
    const long = textBody(envelope(books(book(1, "x".repeat(50_000)))), 1_000);
    const client = openOver(async () => ({ status: 200, headers: XML, body: long }), {
      limits: { responseBytes: 10_000 },
    });
    expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "RESPONSE", reason: "limit" });
    await until(() => long.isEnded);
    expect(long.pulled).toBeLessThan(30);
    const bomb = replies(gzipSync(Buffer.alloc(5_000_000, " ")), 200, { ...XML, "Content-Encoding": "gzip" });
    const second = openOver(async () => bomb, { limits: { responseBytes: 10_000 } });
    expect(await rejection(second.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "RESPONSE", reason: "limit" });
  });

  test("a stream takes no more of the body than its consumer asks for, and ends it when it is left", async () => {
    const many = isSlow ? 2_000 : 400;
    const [opening = "", closing = ""] = envelope(books(book(0))).split(book(0));
    const pieces = [
      Buffer.from(opening),
      ...Array.from({ length: many }, (_, n) =>
        Buffer.from(Array.from({ length: 50 }, (__, m) => book(n * 50 + m)).join("")),
      ),
      Buffer.from(closing),
    ];
    const body = new Body(pieces);
    const client = openOver(async () => ({ status: 200, headers: XML, body }));
    const stream = client.getBooksStream({ ShelfId: 1 });
    for (let n = 0; n < 120; n++) expect((await stream.next()).value).toMatchObject({ Id: n });
    for (let turns = 0; turns < 50; turns++) await turn();
    expect(body.pulled).toBeLessThan(200);
    await stream.return?.();
    await until(() => body.isEnded);
    const whole = openOver(async () => ({ status: 200, headers: XML, body: new Body(pieces) }));
    let items = 0;
    const misplaced: number[] = [];
    for await (const { Id } of whole.getBooksStream({ ShelfId: 1 })) if (Id !== items++) misplaced.push(Id);
    expect([items, misplaced]).toEqual([50 * many, []]);
  });
});

describe("what a transport fails with", () => {
  const failing = (sent: unknown, times = 99) => {
    let requests = 0;
    const send: Send = async () => {
      if (++requests > times) return replies(GOOD);
      throw Object.assign(new Error("the mesh is gone"), sent === undefined ? {} : { sent });
    };
    return { send, requests: () => requests };
  };

  test.each([
    ["no", "no"],
    ["maybe", "maybe"],
    [undefined, "maybe"],
    ["certainly", "maybe"],
  ])("is a ConnectionError: sent %p is reported as %p", async (sent, reported) => {
    const { send } = failing(sent);
    const error = await rejection(openOver(send, { retries: 0 }).getBooks({ ShelfId: 1 }));
    expect(error).toMatchObject({
      code: "CONNECTION",
      sent: reported,
      attempts: 1,
      cause: { message: "the mesh is gone" },
    });
  });

  test("is retried as far as it is safe", async () => {
    const safe = failing("maybe", 2);
    expect(await openOver(safe.send, { retries: 2 }).getBooks({ ShelfId: 1 })).toHaveLength(1);
    const unsafe = failing("maybe");
    await expect(openOver(unsafe.send, { retries: 2 }).addBook(adding)).rejects.toMatchObject({ attempts: 1 });
    const unsent = failing("no");
    await expect(openOver(unsent.send, { retries: 2 }).addBook(adding)).rejects.toMatchObject({
      attempts: 3,
      sent: "no",
    });
    expect([safe.requests(), unsafe.requests(), unsent.requests()]).toEqual([3, 1, 3]);
  });

  test("may be thrown at once, or be no Error", async () => {
    const thrown = openOver(
      () => {
        throw new Error("at once");
      },
      { retries: 0 },
    );
    expect(await rejection(thrown.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "CONNECTION" });
    const nothing = openOver(() => Promise.reject(undefined), { retries: 0 });
    expect(await rejection(nothing.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "CONNECTION", sent: "maybe" });
  });

  test("may come within the body", async () => {
    const body = new Body([Buffer.from(GOOD.slice(0, 80)), Promise.reject(new Error("cut"))]);
    const client = openOver(async () => ({ status: 200, headers: XML, body }), { retries: 0 });
    const error = await rejection(client.getBooks({ ShelfId: 1 }));
    expect(error).toMatchObject({ code: "CONNECTION", sent: "maybe", cause: { message: "cut" } });
  });

  test("after the call has ended is ignored", async () => {
    const rejections: unknown[] = [];
    const note = (error: unknown): void => void rejections.push(error);
    process.on("unhandledRejection", note);
    let fail: (error: Error) => void = () => {};
    const client = openOver(() => new Promise((_resolve, reject) => (fail = reject)), { timeoutMs: 20, retries: 0 });
    await rejection(client.getBooks({ ShelfId: 1 }));
    fail(new Error("late"));
    await turn();
    process.off("unhandledRejection", note);
    expect(rejections).toEqual([]);
  });
});

describe("close", () => {
  test("closes the transport once, behind the last call, and waits for it", async () => {
    const order: string[] = [];
    const transport = {
      send: async () => {
        await pause(20);
        order.push("sent");
        return replies(GOOD);
      },
      close: async () => {
        await pause(5);
        order.push("closed");
      },
    };
    const client = open({ endpoint: ENDPOINT, transport: customTransport(transport) });
    const call = client.getBooks({ ShelfId: 1 });
    await Promise.all([client.close(), client.close()]);
    expect(order).toEqual(["sent", "closed"]);
    expect(await call).toHaveLength(1);
  });

  test("keeps the transport's this, and does without a close", async () => {
    class Counting {
      sent = 0;
      async send(): Promise<Response> {
        this.sent++;
        return replies(GOOD);
      }
    }
    const transport = new Counting();
    const client = open({ endpoint: ENDPOINT, transport: customTransport(transport) });
    await client.getBooks({ ShelfId: 1 });
    await client.close();
    expect(transport.sent).toBe(1);
  });
});

describe("the option transport", () => {
  const send: Send = async () => replies(GOOD);

  test.each([
    ["connections.keepAliveMs", { connections: { keepAliveMs: 1_000 } }],
    ["tls", { tls: {} }],
    ["proxy", { proxy: "http://proxy.example:1" }],
  ])("excludes %s", (name, options) => {
    const make = () => openOver(send, options);
    expect(make).toThrow(expect.objectContaining({ code: "CONFIGURATION" }));
    expect(make).toThrow(
      expect.objectContaining({ message: expect.stringMatching(new RegExp(`(?=.*${name})(?=.*transport)`)) }),
    );
  });

  test.each([[5], [null], ["fetch"], [{}], [{ send: 5 }], [{ send, close: 5 }]])("is not %p", (transport) => {
    expect(() => customTransport(transport as never)).toThrow(
      expect.objectContaining({ code: "CONFIGURATION", option: "transport" }),
    );
    expect(() => open({ endpoint: ENDPOINT, transport })).toThrow(
      "transport takes the result of fetchTransport() or customTransport({ send }), but is",
    );
  });

  test("allows no plain http to other machines by itself", () => {
    expect(() => open({ endpoint: "http://shelf.example/", transport: customTransport({ send }) })).toThrow(
      expect.objectContaining({ code: "CONFIGURATION", option: "endpoint" }),
    );
  });
});

describe("the transport over fetch", () => {
  test("reads what a server sends, compressed or not, and frees its connections", async () => {
    const server = await serve((socket, { number }) => {
      if (number % 2 === 1) socket.write(bookList(book(number)));
      else {
        const bytes = gzipSync(envelope(books(book(number))));
        const head = `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Encoding: gzip\r\nContent-Length: ${bytes.length}\r\n\r\n`;
        socket.write(Buffer.concat([Buffer.from(head), bytes]));
      }
    });
    const client = open({ endpoint: server.url, transport: fetchTransport() });
    for (let n = 1; n <= 6; n++) expect(await client.getBooks({ ShelfId: 1 })).toMatchObject([{ Id: n }]);
    // fetch may start the second request before the first connection is free again. A connection in use needs a third
    // one.
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  test.each<Tool>(sampleOf(["MSW", "nock", "MockAgent"], 3))("works with %s", async (tool) => {
    const task: MockTask = { tool };
    const { report, end, stderr } = await runChild<MockReport>(
      join(__dirname, "mock-process.ts"),
      task,
      WITHOUT_STORAGE,
    );
    expect(stderr).toBe("");
    expect(report?.ends).toEqual({
      "a list": "1,2",
      "a stream": "1,2",
      "a compressed list": "1,2",
      "a fault": "FAULT 500 1",
      "a redirect": "HTTP 302 1",
      "a refusal": "HTTP 401 1",
      "an empty response": "undefined",
      "an error of the network": "CONNECTION  1",
    });
    expect(end).toBe(0);
    expect(report?.seen[0]).toMatchObject({
      soapAction: `"${NS}/Get_Books"`,
      body: expect.stringContaining("ShelfId>1<"),
    });
    // nock does not report a request that it fails.
    expect(report?.seen.length).toBeGreaterThanOrEqual(7);
  });
});
