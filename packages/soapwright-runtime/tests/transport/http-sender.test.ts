/** Tests `transport/retry-after` by itself: no entry point shows it whole. */
import { execFileSync } from "node:child_process";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { ShelfClient } from "soapwright-testing/client/shelf";
import { makeClient, said, saying, send, shelfOf, wellFor } from "soapwright-testing/transport/outcomes";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";
import { parseRetryAfter } from "../../src/transport/retry-after";

describe("http sender", () => {
  let server: RawServer | undefined;
  let client: ShelfClient | undefined;

  async function serve(handler: RawHandler, options: Parameters<typeof makeClient>[1] = {}): Promise<ShelfClient> {
    server = await RawServer.start(handler);
    client = makeClient(server.url, options);
    return client;
  }

  afterEach(async () => {
    await client?.close();
    await server?.allClosed();
    await server?.stop();
    server = undefined;
    client = undefined;
  });

  test("posts with host, length and the headers it was given", async () => {
    const c = await serve((socket) => socket.write(saying("hello")));
    expect(await send(c)).toEqual({ error: undefined, text: "hello", attempts: 1 });
    const [request] = server!.requests;
    expect(request?.head.toLowerCase()).toContain("post /service http/1.1");
    expect(request?.head.toLowerCase()).toContain(`host: 127.0.0.1:${server!.port}`);
    expect(request?.head.toLowerCase()).toContain(`content-length: ${request?.body.length}`);
    expect(request?.body).toContain("<ShelfId>1</ShelfId>");
  });

  test("uses one connection for calls one after the other", async () => {
    const c = await serve((socket) => socket.write(saying("x")));
    for (let i = 0; i < 5; i++) expect((await send(c)).error).toBeUndefined();
    expect(server!.connections).toBe(1);
  });

  test.each([1, 3])("lets no more in than connections: %d", async (connections) => {
    const held: (() => void)[] = [];
    let most = 0;
    const c = await serve(
      (socket, request) => {
        most = Math.max(
          most,
          held.push(() => socket.write(saying(shelfOf(request)))),
        );
        // No response is sent before as many requests as allowed are here. One more would come in the time after that.
        if (held.length < connections) return;
        setTimeout(() => {
          for (const release of held.splice(0)) release();
        }, 5);
      },
      { connections },
    );
    const shelves = Array.from({ length: 12 }, (_, i) => i);
    const said = await Promise.all(shelves.map(async (shelf) => (await send(c, { shelf })).text));
    expect(said).toEqual(shelves.map(String));
    expect(most).toBe(connections);
    const order = server!.requests.map(shelfOf);
    // Several connections may overtake one another; one cannot.
    expect(connections === 1 ? order : order.sort((a, b) => Number(a) - Number(b))).toEqual(shelves.map(String));
  });

  test("spreads requests evenly at requestsPerSecond", async () => {
    const c = await serve((socket) => socket.write(saying("x")), { requestsPerSecond: 50 });
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 6 }, () => send(c)));
    // Five intervals of 20 ms, minus the time that a late timer catches up.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(84);
  });

  describe.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
  ] as const)("a body compressed with %s", (coding, compress) => {
    test("is read", async () => {
      const text = "text".repeat(50_000);
      const c = await serve((socket) =>
        socket.write(answer(compress(Buffer.from(said(text))), "200 OK", [`Content-Encoding: ${coding}`])),
      );
      expect((await send(c)).text === text).toBe(true);
    });

    test("is cut off at the limit of decoded bytes", async () => {
      const bomb = compress(Buffer.from(said(" ".repeat(20_000_000))));
      const c = await serve((socket) => socket.write(answer(bomb, "200 OK", [`Content-Encoding: ${coding}`])));
      const { error } = await send(c, { limits: { responseBytes: 1_000_000 } });
      expect(error).toMatchObject({ code: "RESPONSE", reason: "limit" });
      expect(error?.message).toContain("limits.responseBytes");
    });
  });

  test.each([["gzip, gzip"], ["zstd"], ["compress"]])("refuses content encoding %s", async (coding) => {
    const c = await serve((socket) => socket.write(answer("x", "200 OK", [`Content-Encoding: ${coding}`])));
    expect((await send(c)).error).toMatchObject({ code: "RESPONSE", reason: "content-encoding" });
  });

  test("refuses a body that is not what its content encoding says", async () => {
    const c = await serve((socket) => socket.write(answer("plain", "200 OK", ["Content-Encoding: gzip"])));
    expect((await send(c)).error).toMatchObject({ code: "RESPONSE", reason: "content-encoding" });
  });

  test.each([
    ["gzip", "plain", "is marked as compressed with gzip, but its bytes cannot be decompressed"],
    ["gzip", gzipSync(said("x")).subarray(0, -5), "is marked as compressed with gzip, but its bytes"],
    ["gzip, gzip", gzipSync(gzipSync(said("x"))), "has a content encoding that this client does not read"],
    ["zstd", "x", "has a content encoding that this client does not read"],
  ])("says why the body of an error cannot be read: %s", async (coding, body, why) => {
    let status = "500 Internal Server Error";
    const c = await serve((socket) => socket.write(answer(body, status, [`Content-Encoding: ${coding}`])));
    const { error: failed } = await send(c);
    expect(failed).toMatchObject({ code: "HTTP", reason: "status-unreadable", cause: { reason: "content-encoding" } });
    expect(failed?.message).toContain(`responded with status 500 and a body that cannot be read. The response ${why}`);
    expect(failed?.message).not.toContain("Call again later");
    status = "503 Service Unavailable";
    const { error: busy } = await send(c);
    expect(busy).toMatchObject({ code: "HTTP", kind: "busy" });
    expect(busy?.message).toContain(why);
    expect(busy?.message).toContain("Call again later");
  });

  test("refuses a truncated gzip body", async () => {
    const cut = gzipSync(said("x")).subarray(0, -5);
    const c = await serve((socket) => socket.write(answer(cut, "200 OK", ["Content-Encoding: gzip"])));
    expect((await send(c)).error).toMatchObject({ code: "RESPONSE", reason: "content-encoding" });
  });

  test("reads a body exactly at the limit and refuses one over it", async () => {
    const c = await serve((socket) => socket.write(saying("x")));
    const length = Buffer.byteLength(said("x"));
    expect((await send(c, { limits: { responseBytes: length } })).error).toBeUndefined();
    expect((await send(c, { limits: { responseBytes: length - 1 } })).error).toMatchObject({
      code: "RESPONSE",
      reason: "limit",
    });
  });

  describe("an unasked 100 Continue", () => {
    test("is passed over", async () => {
      const c = await serve((socket) => {
        socket.write("HTTP/1.1 100 Continue\r\n\r\n");
        setTimeout(() => socket.write(saying("after")), 10);
      });
      expect((await send(c)).text).toBe("after");
      expect((await send(c)).text).toBe("after");
    });

    test("is passed over in one piece with the answer, and byte by byte", async () => {
      const c = await serve((socket, { number }) => {
        const bytes = Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\nA: b\r\n\r\n"), saying("after")]);
        if (number === 1) socket.write(bytes);
        else for (const [i, byte] of bytes.entries()) setTimeout(() => socket.write(Buffer.of(byte)), i);
      });
      for (let round = 0; round < 2; round++)
        expect(await send(c)).toEqual({ error: undefined, text: "after", attempts: 1 });
    });

    test("does not hide a body that begins like one", async () => {
      const c = await serve((socket) => {
        const [before = "", after = ""] = said("@").split("@");
        const text = "HTTP/1.1 100 Continue";
        socket.write(
          `HTTP/1.1 200 OK\r\nContent-Length: ${before.length + text.length + after.length}\r\n\r\n${before}`,
        );
        setTimeout(() => socket.write(text), 10);
        setTimeout(() => socket.write(after), 20);
      });
      expect((await send(c)).text).toBe("HTTP/1.1 100 Continue");
    });
  });

  test("passes over 103 Early Hints", async () => {
    const c = await serve((socket) => {
      socket.write("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n");
      socket.write(saying("after"));
    });
    expect((await send(c)).text).toBe("after");
  });

  test("a second answer on the connection never reaches the next call", async () => {
    const c = await serve((socket, { number }) => {
      socket.write(Buffer.concat([saying(`right ${number}`), saying("stray")]));
    });
    for (let i = 1; i <= 3; i++) {
      const { error, text } = await send(c);
      if (error === undefined) expect(text).toMatch(/^right/);
    }
  });

  describe("retries", () => {
    test("repeat a safe request after a lost connection", async () => {
      const c = await serve((socket, { number }) => {
        if (number < 3) socket.destroy();
        else socket.write(saying("third"));
      });
      expect(await send(c)).toEqual({ error: undefined, text: "third", attempts: 3 });
    });

    test("do not repeat what may have arrived and is not safe", async () => {
      const c = await serve((socket) => socket.destroy());
      const { error } = await send(c, { safe: false });
      expect(error).toMatchObject({ code: "CONNECTION", sent: "maybe" });
      expect(server!.requests).toHaveLength(1);
    });

    test("repeat anything that cannot have arrived", async () => {
      const free = await RawServer.start(() => {});
      const { url } = free;
      await free.stop();
      const refused = makeClient(url);
      const { error, attempts } = await send(refused, { safe: false });
      expect(error).toMatchObject({ code: "CONNECTION", sent: "no" });
      expect(error?.message).toContain("ECONNREFUSED");
      expect(attempts).toBe(3);
      await refused.close();
    });

    test.each([408, 429, 500, 502, 503, 504])("repeat a safe request after status %d", async (status) => {
      const c = await serve((socket, { number }) =>
        socket.write(number === 1 ? answer("", `${status} No`) : saying("well")),
      );
      expect((await send(c)).text).toBe("well");
    });

    test.each([400, 401, 403, 404, 501])("do not repeat after status %d", async (status) => {
      const c = await serve((socket) => socket.write(answer("", `${status} No`)));
      expect((await send(c)).error).toMatchObject({ code: "HTTP", status });
      expect(server!.requests).toHaveLength(1);
    });

    test("repeat a response that is lost after it has begun, of a call that is safe", async () => {
      const c = await serve((socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
        setTimeout(() => socket.destroy(), 5);
      });
      expect((await send(c)).error).toMatchObject({ code: "CONNECTION", sent: "maybe" });
      expect(server!.requests).toHaveLength(3);
    });

    test("obey Retry-After", async () => {
      const c = await serve((socket, { number }) =>
        socket.write(number === 1 ? answer("", "503 Busy", ["Retry-After: 1"]) : saying("well")),
      );
      const startedAt = performance.now();
      expect((await send(c)).text).toBe("well");
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
    });

    const fault = (code: string): string =>
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:q="urn:q"><s:Body><s:Fault><faultcode>${code}</faultcode><faultstring>Later.</faultstring></s:Fault></s:Body></s:Envelope>`;
    const xml = "Content-Type: text/xml";

    test.each([
      ["status 503", "503 Busy", "s:Server"],
      ["status 429", "429 Slow down", "s:Client"],
      ["WCF's code", "500 Internal Server Error", "q:ServerTooBusy"],
    ])(
      "repeat a fault that says that the service is busy, by %s, and obey its Retry-After",
      async (_by, status, code) => {
        const c = await serve((socket, { number }) =>
          socket.write(number === 1 ? answer(fault(code), status, [xml, "Retry-After: 1"]) : saying("well")),
        );
        const startedAt = performance.now();
        expect((await send(c)).text).toBe("well");
        expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
      },
    );

    test("repeat a busy fault no more often than retries say", async () => {
      const c = await serve((socket) => socket.write(answer(fault("q:ServerTooBusy"), "500 No", [xml])), {
        retries: 2,
      });
      expect((await send(c)).error).toMatchObject({ code: "FAULT", kind: "busy", attempts: 3 });
    });

    test("do not repeat any other fault", async () => {
      const c = await serve((socket) => socket.write(answer(fault("s:Server"), "500 No", [xml])));
      expect((await send(c)).error).toMatchObject({ code: "FAULT", kind: "rejected", attempts: 1 });
    });

    test("give up at once when Retry-After is beyond the deadline", async () => {
      const c = await serve((socket) => socket.write(answer("", "503 Busy", ["Retry-After: 999999999"])));
      const { error } = await send(c);
      expect(error).toMatchObject({ code: "HTTP", status: 503, retryAfterMs: 999_999_999_000 });
      expect(server!.requests).toHaveLength(1);
    });

    test("stop when the budget is spent, so that an outage is not multiplied", async () => {
      const c = await serve((socket) => socket.write(answer("", "503 Busy")), { retries: { budget: 4 } });
      for (let i = 0; i < 10; i++) await send(c);
      expect(server!.requests).toHaveLength(14);
    });
  });

  describe("time-outs", () => {
    test.each([
      ["before the head", ""],
      ["after the head", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"],
      ["in the body", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"],
    ])("end an attempt that is silent %s", async (_where, bytes) => {
      const c = await serve((socket) => bytes !== "" && socket.write(bytes));
      // Long enough for the request to arrive on a busy machine.
      const { error } = await send(c, { timeoutMs: 600 });
      expect(error).toMatchObject({ code: "TIMEOUT", phase: "attempt", timeoutMs: 600 });
      expect(server!.requests).toHaveLength(1);
    });

    test("end an attempt that drips", async () => {
      const c = await serve((socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
        const timer = setInterval(() => socket.write(" "), 10);
        socket.on("close", () => clearInterval(timer));
      });
      const startedAt = performance.now();
      expect((await send(c, { timeoutMs: 150 })).error).toMatchObject({ code: "TIMEOUT", phase: "attempt" });
      // The server drips for ten seconds.
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    });

    test("are repeated when retries.timeouts says so", async () => {
      const c = await serve((socket, { number }) => number > 1 && socket.write(saying("late")));
      expect((await send(c, { timeoutMs: 600, retries: { timeouts: true } })).text).toBe("late");
    });

    test("the deadline covers waits in the queue", async () => {
      const c = await serve(() => {}, { connections: 1 });
      const [first, second] = await Promise.all([
        send(c, { timeoutMs: 1_000 }),
        send(c, { timeoutMs: 1_000, deadlineMs: 100 }),
      ]);
      expect(first.error).toMatchObject({ code: "TIMEOUT", phase: "attempt" });
      expect(second.error).toMatchObject({ code: "TIMEOUT", phase: "deadline", timeoutMs: 100 });
      expect(server!.requests).toHaveLength(1);
    });
  });

  test.each([["in the queue"], ["before the head"], ["in the body"], ["between retries"]])(
    "aborting %s ends the call once and frees the connection",
    async (where) => {
      const c = await serve(
        (socket) => {
          if (where === "in the body") socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
          if (where === "between retries") socket.write(answer("", "503 Busy", ["Retry-After: 2"]));
        },
        { connections: 1 },
      );
      const blocker = where === "in the queue" ? send(c, { timeoutMs: 200 }) : undefined;
      const controller = new AbortController();
      setTimeout(() => controller.abort("enough"), 60);
      const { error } = await send(c, { signal: controller.signal });
      expect(error).toMatchObject({ code: "ABORTED", cause: "enough" });
      await blocker;
    },
  );

  test("a head that is too long is a limit's error", async () => {
    const c = await serve((socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}\r\n\r\n`));
    const { error } = await send(c);
    expect(error).toMatchObject({ code: "RESPONSE", reason: "limit" });
    expect(error?.message).toBe("The head of the response is longer than 16,384 bytes. Tell the owner of the service.");
  });

  test.each([
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
    ["a bad chunk size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"],
    ["HTTP/0.9", "<html>hello</html>"],
    ["an upgrade", "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
  ])("%s is a ConnectionError", async (_what, bytes) => {
    const c = await serve((socket) => socket.end(bytes));
    const { error } = await send(c);
    expect(error).toMatchObject({ code: "CONNECTION", sent: "maybe" });
  });

  test("two equal Content-Length headers are named, and no word of TLS is said", async () => {
    const c = await serve((socket) =>
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nab"),
    );
    const { error } = await send(c);
    expect(error?.message).toContain("has more than one Content-Length");
    expect(error).toMatchObject({
      code: "CONNECTION",
      reason: "response-length",
      sent: "maybe",
      advice: [{ action: "report" }],
    });
    expect(error?.message).not.toMatch(/TLS|https:/);
  });

  test("an address that has spoken HTTP is not said to want https: when it hangs up later", async () => {
    let requests = 0;
    const c = await serve((socket, request) => {
      requests++;
      if (requests <= 3) socket.write(wellFor(request));
      else socket.destroy();
    });
    for (let i = 0; i < 3; i++) expect((await send(c)).error).toBeUndefined();
    const { error } = await send(c, { safe: false });
    expect(error).toMatchObject({ code: "CONNECTION" });
    expect(error?.message).not.toMatch(/TLS|https:/);
  });

  test("a connection closed while idle does not fail the next call", async () => {
    const c = await serve((socket, request) => socket.end(wellFor(request)));
    for (let i = 0; i < 5; i++) {
      expect((await send(c, { safe: false })).error).toBeUndefined();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
});

describe("retry after", () => {
  test.each([
    ["7", 7_000],
    [" 0 ", 0],
    ["9".repeat(11), 99_999_999_999_000],
    ["9".repeat(400), Number.MAX_SAFE_INTEGER],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["-5", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%p is %p milliseconds", (value, wanted) => {
    expect(parseRetryAfter(value)).toBe(wanted);
  });

  test("a date is a wait from now on", () => {
    const inMinutes = new Date(Date.now() + 600_000).toUTCString();
    expect(Math.abs(parseRetryAfter(inMinutes)! - 600_000)).toBeLessThan(60_000);
  });

  test("each form of a date is in GMT, wherever the process runs", () => {
    const dates = ["Sun, 06 Nov 2094 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 2094"];
    const file = require.resolve("../../src/transport/retry-after");
    const script = `Date.now = () => Date.UTC(2094, 10, 6, 8, 49, 30);
    process.stdout.write(JSON.stringify(${JSON.stringify(dates)}.map(require(${JSON.stringify(file)}).parseRetryAfter)));`;
    const options = { env: { ...process.env, TZ: "America/New_York" }, encoding: "utf8" } as const;
    const waits = execFileSync(process.execPath, ["-r", "ts-node/register", "-e", script], options);
    // Two digits of a year are of the last century.
    expect(waits).toBe("[7000,0,7000]");
  });
});
