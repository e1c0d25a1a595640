/** The transport over `fetch`: the same outcome of each call as over the client's own connections, and what `fetch` cannot do. */
import { connect } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { isServiceError } from "soapwright-runtime/errors";
import { type FetchTransportOptions, fetchTransport } from "soapwright-runtime/fetch";
import { book, books, envelope, fault11, ShelfClient } from "soapwright-testing/client/shelf";
import { said, saying, wellFor } from "soapwright-testing/transport/outcomes";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function serve(handler: RawHandler): Promise<RawServer> {
  const server = await RawServer.start(handler);
  stops.push(() => server.stop());
  return server;
}

type Options = Omit<NonNullable<ConstructorParameters<typeof ShelfClient>[0]>, "endpoint">;

/** A client without options of its own connections, and one over `fetch`. */
function bothOf(url: string, options: Options = {}): readonly [own: ShelfClient, byFetch: ShelfClient] {
  const shared = { endpoint: url, retries: 0, ...options };
  const both = [new ShelfClient(shared), new ShelfClient({ ...shared, transport: fetchTransport() })] as const;
  for (const client of both) stops.push(() => client.close({ force: true }));
  return both;
}

/** What a user can see of an error. */
function facts(error: unknown): object {
  if (!isServiceError(error)) throw error;
  const { code, kind, message, attempts, advice } = error;
  const named = ["sent", "status", "reason", "path", "line", "column", "phase", "retryAfterMs", "faultCode"];
  const further = Object.fromEntries(named.map((name) => [name, Reflect.get(error, name) as unknown]));
  return { class: error.constructor.name, code, kind, message, attempts, advice, ...further };
}

async function outcome(client: ShelfClient): Promise<unknown> {
  try {
    return await client.getBooks({ ShelfId: 1 });
  } catch (error) {
    return facts(error);
  }
}

const coded = (coding: string, body: Buffer) => answer(body, "200 OK", [`Content-Encoding: ${coding}`]);
const whole = saying("well");
const writing =
  (...pieces: (string | Buffer)[]): RawHandler =>
  (socket) => {
    for (const piece of pieces) socket.write(piece);
  };
const ending =
  (...pieces: (string | Buffer)[]): RawHandler =>
  (socket) => {
    for (const piece of pieces) socket.write(piece);
    socket.end();
  };
const html = answer("<html>busy</html>", "503 Busy").toString().replace("text/xml", "text/html");

const cases: { readonly [what: string]: RawHandler } = {
  "a result": writing(whole),
  "a result in gzip": writing(coded("gzip", gzipSync(said("x")))),
  "a result in deflate": writing(coded("deflate", deflateSync(said("x")))),
  "a result in bare deflate": writing(coded("deflate", deflateRawSync(said("x")))),
  "a result in br": writing(coded("br", brotliCompressSync(said("x")))),
  "a result in chunks": writing(
    "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n",
    ...[...said("x")].map((letter) => `1\r\n${letter}\r\n`),
    "0\r\n\r\n",
  ),
  "an interim response before it": writing("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", whole),
  "a fault": writing(answer(envelope(fault11("s:Client", "No")), "500 Oops")),
  "a redirect": writing(answer("", "302 Found", ["Location: https://elsewhere.example/?key=1"])),
  "a refusal": writing(answer("", "401 Unauthorized", ['WWW-Authenticate: Basic realm="x"'])),
  "a page with Retry-After": writing(html.replace("Busy\r\n", "Busy\r\nRetry-After: 7\r\n")),
  "a header twice": writing(answer(said("x"), "200 OK", ["X-A: 1", "X-A: 2"])),
  "no XML": writing(answer("not XML")),
  "half of an envelope": writing(answer(said("x").slice(0, 90))),
  "bytes that are no UTF-8": writing(answer(Buffer.from(said("\u00e9"), "latin1"))),
  "another charset": writing(
    answer(Buffer.from(said("\u00e9"), "latin1"))
      .toString("latin1")
      .replace("utf-8", "latin1"),
  ),
  "a coding that nobody knows": writing(coded("lzma", Buffer.from("x"))),
  "two codings": writing(coded("gzip, br", gzipSync(said("x")))),
  "bytes that are no gzip": writing(coded("gzip", Buffer.from("not at all compressed"))),
  "no response": ending(),
  "half a head": ending("HTTP/1.1 200 OK\r\nContent-"),
  "half a body": ending(whole.subarray(0, -40)),
  "a head without an end": writing("HTTP/1.1 200 OK\r\n", `X-Long: ${"x".repeat(40_000)}\r\n\r\n`),
};

test.each(Object.entries(cases))("both transports: %s", async (_what, handler) => {
  const server = await serve(handler);
  const [own, byFetch] = bothOf(server.url);
  const expected = await outcome(own);
  expect(await outcome(byFetch)).toEqual(expected);
});

/** What the parser of HTTP refuses, whose codes differ between the undici of Node.js and the newer one of the client. */
const unparsed: typeof cases = {
  "another protocol": ending("220 mail.example ESMTP\r\n"),
  "a chunk of no length": writing(
    "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
  ),
  "two lengths": writing("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc"),
};

test.each(Object.entries(unparsed))("both transports, but for the code of the parser: %s", async (_what, handler) => {
  const server = await serve(handler);
  const [own, byFetch] = await Promise.all(bothOf(server.url).map(outcome));
  expect(own).toMatchObject({ class: "ConnectionError", sent: "maybe", attempts: 1 });
  expect(byFetch).toMatchObject({ class: "ConnectionError", sent: "maybe", attempts: 1 });
  expect(JSON.stringify(byFetch)).toContain(`The response of ${server.url} `);
});

test("both transports: a connection that is refused, and a host that does not exist", async () => {
  const server = await serve(writing());
  const { url } = server;
  await server.stop();
  for (const endpoint of [url, "https://does-not-exist.invalid/"]) {
    const [own, byFetch] = bothOf(endpoint);
    const expected = await outcome(own);
    expect(expected).toMatchObject({ code: "CONNECTION", sent: "no" });
    expect(await outcome(byFetch)).toEqual(expected);
  }
});

test("both transports: a certificate of an unknown authority", async () => {
  const { readFileSync } = await import("node:fs");
  const [key, cert] = ["server.key", "server.crt"].map((name) =>
    readFileSync(`${__dirname}/../../../soapwright-testing/src/certificates/${name}`),
  );
  const server = await RawServer.start(writing(whole), { key, cert });
  stops.push(() => server.stop());
  const [own, byFetch] = bothOf(server.url);
  const expected = await outcome(own);
  expect(expected).toMatchObject({ code: "CONNECTION", kind: "configuration", sent: "no" });
  expect(await outcome(byFetch)).toEqual(expected);
});

test("both transports: time limits, a signal and limits of bytes", async () => {
  const silent = await serve(writing());
  const long = await serve(writing(answer(said("x".repeat(5_000)))));
  const named = (error: object) => ({ ...error, message: Reflect.get(error, "message").replace(/\d+ ms after/, "") });
  for (const [url, options] of [
    [silent.url, { timeoutMs: 30 }],
    [silent.url, { deadlineMs: 30 }],
    [long.url, { limits: { responseBytes: 1_000 } }],
    [silent.url, { limits: { requestBytes: 10 } }],
  ] as const) {
    const [own, byFetch] = bothOf(url, options);
    const expected = await outcome(own);
    expect(expected).toHaveProperty("code");
    expect(await outcome(byFetch)).toEqual(expected);
  }
  const aborted = await Promise.all(
    bothOf(silent.url).map(async (client) => {
      const abort = new AbortController();
      const call = client.getBooks({ ShelfId: 1 }, { signal: abort.signal });
      abort.abort(new Error("enough"));
      return call.then(
        () => "a result",
        (error: unknown) => named(facts(error)),
      );
    }),
  );
  expect(aborted[0]).toMatchObject({ code: "ABORTED" });
  expect(aborted[1]).toEqual(aborted[0]);
});

test("a request that the client ends is ended on the connection", async () => {
  const server = await serve(writing());
  const [, byFetch] = bothOf(server.url, { timeoutMs: 50 });
  expect(await outcome(byFetch)).toMatchObject({ code: "TIMEOUT", phase: "attempt" });
  await server.allClosed();
});

test("a stream ends its response when it is left", async () => {
  const [opening = "", closing = ""] = envelope(books(book(0))).split(book(0));
  const many = Array.from({ length: 500 }, (_, id) => book(id)).join("");
  const server = await serve((socket, { number }) => {
    if (number === 1) socket.write(answer(opening + many + closing));
    else {
      socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n");
      const text = opening + many;
      socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);
    }
  });
  const [, byFetch] = bothOf(server.url);
  const ids: number[] = [];
  for await (const { Id } of byFetch.getBooksStream({ ShelfId: 1 })) ids.push(Id);
  expect(ids).toEqual(Array.from({ length: 500 }, (_, id) => id));
  for await (const { Id } of byFetch.getBooksStream({ ShelfId: 1 })) if (Id === 100) break;
  await server.allClosed();
});

test("what was refused is sent again, as over own connections", async () => {
  const requests: string[] = [];
  const server = await serve((socket, request) => {
    requests.push(request.body);
    socket.write(request.number % 3 === 0 ? wellFor(request) : answer("", "503 Busy"));
  });
  const [own, byFetch] = bothOf(server.url, { retries: { max: 2, delayMs: 1 } });
  for (const client of [own, byFetch]) {
    const { http } = await client.getBooks({ ShelfId: 1 }).withResponse();
    expect(http).toMatchObject({ attempts: 3, status: 200 });
  }
  expect(new Set(requests).size).toBe(1);
});

test("the request is the same, but for what fetch adds", async () => {
  const heads: string[] = [];
  const server = await serve((socket, { head }) => {
    heads.push(head);
    socket.write(whole);
  });
  for (const client of bothOf(server.url, { httpHeaders: { "X-Gateway": "yes" } }))
    await client.getBooks({ ShelfId: 1 });
  const [own, byFetch] = heads.map((head) =>
    Object.fromEntries(
      head
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(/: ?(.*)/s, 2).map((x) => x.toLowerCase())),
    ),
  );
  expect(byFetch).toMatchObject({
    ...own,
    "accept-encoding": expect.stringContaining("gzip"),
    connection: "keep-alive",
  });
  expect(byFetch!.soapaction).toMatch(/get_books"$/);
});

describe("a given fetch", () => {
  test("is called without a receiver, with the whole request", async () => {
    const calls: unknown[] = [];
    const given = function (this: unknown, url: unknown, init: unknown) {
      calls.push([this, url, init]);
      return Promise.resolve(new Response(said("x"), { headers: { "Content-Type": "text/xml" } }));
    };
    const options: FetchTransportOptions = { fetch: given };
    const client = new ShelfClient({
      endpoint: "https://shelf.example/soap?key=1",
      transport: fetchTransport(options),
    });
    expect(await client.getBooks({ ShelfId: 1 })).toMatchObject([{ Title: "x" }]);
    expect(calls).toEqual([
      [
        undefined,
        "https://shelf.example/soap?key=1",
        expect.objectContaining({ method: "POST", redirect: "manual", signal: expect.any(AbortSignal) }),
      ],
    ]);
  });

  const over = (fetch: unknown): ShelfClient =>
    new ShelfClient({
      endpoint: "https://shelf.example/soap?key=hunter22",
      retries: 0,
      transport: fetchTransport({ fetch } as FetchTransportOptions),
    });

  test("that says nothing gives an error that names what may be wrong", async () => {
    const error = await outcome(over(() => Promise.reject(new TypeError("Failed to fetch"))));
    expect(error).toMatchObject({ class: "ConnectionError", kind: "unreachable", sent: "maybe" });
    expect(JSON.stringify(error)).toMatch(/https:\/\/shelf\.example\/soap .*CORS/);
    expect(JSON.stringify(error)).not.toContain("hunter22");
  });

  test("of a browser hides a redirect", async () => {
    const hidden = { status: 0, type: "opaqueredirect", headers: new Headers(), body: null };
    const error = await outcome(over(() => Promise.resolve(hidden)));
    expect(error).toMatchObject({ class: "ConnectionError", kind: "configuration", sent: "maybe" });
    expect(JSON.stringify(error)).toContain("redirects the request");
  });

  test("may have decoded zstd", async () => {
    const headers = { "content-type": "text/xml", "content-encoding": "zstd" };
    expect(
      await over(() => Promise.resolve(new Response(said("x"), { headers }))).getBooks({ ShelfId: 1 }),
    ).toHaveLength(1);
  });
});

describe("what fetch cannot do is refused", () => {
  test.each([
    ["connections.connectTimeoutMs", { connections: { connectTimeoutMs: 5 } }],
    ["connections.keepAliveMs", { connections: { keepAliveMs: 5 } }],
    ["connections.maxAgeMs", { connections: { maxAgeMs: 5 } }],
    ["proxy", { proxy: "environment" }],
    ["tls", { tls: { minVersion: "TLSv1.3" } }],
  ] as const)("%s", (option, options) => {
    expect(() => bothOf("https://shelf.example/", options)[1]).toThrow(
      expect.objectContaining({ code: "CONFIGURATION", option, message: expect.stringContaining(option) }),
    );
  });

  test.each([
    [{ fetch: "fetch" }, "fetch takes a function such as the global fetch, but is a string."],
    [{ connections: 5 }, '"connections" is not an option of fetchTransport'],
    [() => {}, "fetchTransport takes { fetch }, but is given a function."],
    [null, "fetchTransport takes { fetch }, but is given null."],
  ])("%p as the options of fetchTransport", (options, message) => {
    expect(() => fetchTransport(options as never)).toThrow(
      expect.objectContaining({
        code: "CONFIGURATION",
        option: "transport",
        message: expect.stringContaining(message),
      }),
    );
  });

  test("an HTTP header that the platform drops", async () => {
    const original = globalThis.Request;
    // What a browser does with Cookie, which Node.js sends.
    globalThis.Request = class extends original {
      constructor(...args: ConstructorParameters<typeof original>) {
        super(...args);
        this.headers.delete("x-forbidden");
      }
    };
    try {
      const client = new ShelfClient({
        endpoint: "https://shelf.example/",
        httpHeaders: { "X-Forbidden": "a=secret" },
        transport: fetchTransport({ fetch: () => Promise.reject(new Error("it was called")) }),
      });
      const error = await outcome(client);
      expect(error).toMatchObject({ class: "ConfigurationError", attempts: 1 });
      expect(JSON.stringify(error)).toContain("X-Forbidden cannot be sent");
      expect(JSON.stringify(error)).not.toContain("secret");
    } finally {
      globalThis.Request = original;
    }
  });
});

test("nothing of a client over fetch is open when it is closed", async () => {
  const server = await serve(writing(whole));
  const [, byFetch] = bothOf(server.url);
  await byFetch.getBooks({ ShelfId: 1 });
  expect(byFetch.stats().connections).toBeUndefined();
  await byFetch.close();
  // The server still takes connections of others.
  await new Promise<void>((resolve) => {
    const socket = connect(server.port, "127.0.0.1", () => resolve(void socket.destroy()));
  });
});
