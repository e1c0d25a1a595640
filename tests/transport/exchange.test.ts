import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { AbortError } from "../../src/errors/abort-error";
import type { Transport } from "../../src/transport/transport";
import { makeTransport, send } from "./collected";
import { answer, type RawHandler, RawServer } from "./raw-server";

let server: RawServer | undefined;
let transport: Transport | undefined;

async function serve(handler: RawHandler, options: Parameters<typeof makeTransport>[1] = {}): Promise<Transport> {
  server = await RawServer.start(handler);
  transport = makeTransport(server.url, options);
  return transport;
}

afterEach(async () => {
  await transport?.close();
  await server?.allClosed();
  await server?.stop();
  server = undefined;
  transport = undefined;
});

test("posts with host, length and the headers it was given", async () => {
  const t = await serve((socket) => socket.write(answer("hello")));
  const { error, sink, exchange } = await send(t);
  expect(error).toBeUndefined();
  expect(sink.body).toBe("hello");
  expect(exchange.attempts).toBe(1);
  const [request] = server!.requests;
  expect(request?.head.toLowerCase()).toContain("post /service http/1.1");
  expect(request?.head.toLowerCase()).toContain(`host: 127.0.0.1:${server!.port}`);
  expect(request?.head.toLowerCase()).toContain("content-length: 10");
  expect(request?.body).toBe("<request/>");
});

test("uses one connection for calls one after the other", async () => {
  const t = await serve((socket) => socket.write(answer("x")));
  for (let i = 0; i < 5; i++) expect((await send(t)).error).toBeUndefined();
  expect(server!.connections).toBe(1);
});

test("lets no more in than maxInFlight, in order", async () => {
  let now = 0;
  let most = 0;
  const t = await serve(
    (socket, request) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        socket.write(answer(request.body));
      }, 5);
    },
    { maxInFlight: 3 },
  );
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const { sink } = await send(t, { envelope: String(i) });
      order.push(Number(sink.body));
    }),
  );
  expect(most).toBe(3);
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test("spreads requests evenly at requestsPerSecond", async () => {
  const t = await serve((socket) => socket.write(answer("x")), { requestsPerSecond: 50 });
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 6 }, () => send(t)));
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(95);
});

describe.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
  ["br", brotliCompressSync],
] as const)("a body compressed with %s", (coding, compress) => {
  test("is read", async () => {
    const text = "text ".repeat(50_000);
    const t = await serve((socket) =>
      socket.write(answer(compress(Buffer.from(text)), "200 OK", [`Content-Encoding: ${coding}`])),
    );
    const { error, sink } = await send(t);
    expect(error).toBeUndefined();
    expect(sink.body === text).toBe(true);
  });

  test("is cut off at the limit of decoded bytes", async () => {
    const bomb = compress(Buffer.alloc(20_000_000, 0x20));
    const t = await serve((socket) => socket.write(answer(bomb, "200 OK", [`Content-Encoding: ${coding}`])));
    const { error, sink } = await send(t);
    expect(error).toMatchObject({ code: "RESPONSE", reason: "limit" });
    expect(error?.message).toContain("maxResponseBytes");
    expect(sink.body.length).toBeLessThanOrEqual(1_000_000);
  });
});

test.each([["gzip, gzip"], ["zstd"], ["compress"]])("refuses content encoding %s", async (coding) => {
  const t = await serve((socket) => socket.write(answer("x", "200 OK", [`Content-Encoding: ${coding}`])));
  expect((await send(t)).error).toMatchObject({ code: "RESPONSE", reason: "content-encoding" });
});

test("refuses a body that is not what its content encoding says", async () => {
  const t = await serve((socket) => socket.write(answer("plain", "200 OK", ["Content-Encoding: gzip"])));
  expect((await send(t)).error).toMatchObject({ code: "RESPONSE", reason: "content-encoding" });
});

test("refuses a truncated gzip body", async () => {
  const cut = gzipSync("a".repeat(1000)).subarray(0, 20);
  const t = await serve((socket) => socket.write(answer(cut, "200 OK", ["Content-Encoding: gzip"])));
  expect((await send(t)).error).toMatchObject({ code: "RESPONSE", reason: "content-encoding" });
});

test("reads a body exactly at the limit and refuses one over it", async () => {
  const t = await serve((socket) => socket.write(answer("x".repeat(100))));
  expect((await send(t, { maxBytes: 100 })).error).toBeUndefined();
  expect((await send(t, { maxBytes: 99 })).error).toMatchObject({ code: "RESPONSE", reason: "limit" });
});

describe("an unasked 100 Continue", () => {
  test("is passed over", async () => {
    const t = await serve((socket) => {
      socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      setTimeout(() => socket.write(answer("after")), 10);
    });
    expect((await send(t)).sink.body).toBe("after");
    expect((await send(t)).sink.body).toBe("after");
  });

  test("is passed over in one piece with the answer, and byte by byte", async () => {
    const t = await serve((socket, { number }) => {
      const bytes = Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\nA: b\r\n\r\n"), answer("after")]);
      if (number === 1) socket.write(bytes);
      else for (const [i, byte] of bytes.entries()) setTimeout(() => socket.write(Buffer.of(byte)), i);
    });
    expect((await send(t)).sink.body).toBe("after");
    expect((await send(t)).sink.body).toBe("after");
  });

  test("does not hide a body that begins like one", async () => {
    const t = await serve((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\n");
      setTimeout(() => socket.write("HTTP/1.1 100 Continue\r\n\r\n"), 10);
    });
    expect((await send(t)).sink.body).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  });
});

test("passes over 103 Early Hints", async () => {
  const t = await serve((socket) => {
    socket.write("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n");
    socket.write(answer("after"));
  });
  expect((await send(t)).sink.body).toBe("after");
});

test("a second answer on the connection never reaches the next call", async () => {
  const t = await serve((socket, { number }) => {
    socket.write(Buffer.concat([answer(`right ${number}`), answer("stray")]));
  });
  for (let i = 1; i <= 3; i++) {
    const { error, sink } = await send(t);
    if (error === undefined) expect(sink.body).toMatch(/^right/);
  }
});

describe("retries", () => {
  test("repeat a safe request after a lost connection", async () => {
    const t = await serve((socket, { number }) => {
      if (number < 3) socket.destroy();
      else socket.write(answer("third"));
    });
    const { error, sink, exchange } = await send(t);
    expect(error).toBeUndefined();
    expect(sink.body).toBe("third");
    expect(exchange.attempts).toBe(3);
  });

  test("do not repeat what may have arrived and is not safe", async () => {
    const t = await serve((socket) => socket.destroy());
    const { error } = await send(t, { safe: false });
    expect(error).toMatchObject({ code: "CONNECTION", sent: "maybe" });
    expect(server!.requests).toHaveLength(1);
  });

  test("repeat anything that cannot have arrived", async () => {
    const free = await RawServer.start(() => {});
    const { url } = free;
    await free.stop();
    const refused = makeTransport(url);
    const { error, exchange } = await send(refused, { safe: false });
    expect(error).toMatchObject({ code: "CONNECTION", sent: "no" });
    expect(exchange.attempts).toBe(3);
    await refused.close();
  });

  test.each([408, 429, 500, 502, 503, 504])("repeat a safe request after status %d", async (status) => {
    const t = await serve((socket, { number }) =>
      socket.write(number === 1 ? answer("", `${status} No`) : answer("well")),
    );
    expect((await send(t)).sink.body).toBe("well");
  });

  test.each([400, 401, 403, 404, 501])("do not repeat after status %d", async (status) => {
    const t = await serve((socket) => socket.write(answer("", `${status} No`)));
    expect((await send(t)).error).toMatchObject({ code: "HTTP", status });
    expect(server!.requests).toHaveLength(1);
  });

  test("do not repeat an answer that has begun with status 200", async () => {
    const t = await serve((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
      setTimeout(() => socket.destroy(), 5);
    });
    expect((await send(t)).error).toMatchObject({ code: "CONNECTION", sent: "maybe" });
    expect(server!.requests).toHaveLength(1);
  });

  test("obey Retry-After", async () => {
    const t = await serve((socket, { number }) =>
      socket.write(number === 1 ? answer("", "503 Busy", ["Retry-After: 1"]) : answer("well")),
    );
    const startedAt = performance.now();
    expect((await send(t)).sink.body).toBe("well");
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  test("give up at once when Retry-After is beyond the deadline", async () => {
    const t = await serve((socket) => socket.write(answer("", "503 Busy", ["Retry-After: 999999999"])));
    const { error } = await send(t);
    expect(error).toMatchObject({ code: "HTTP", status: 503, retryAfterMs: 999_999_999_000 });
    expect(server!.requests).toHaveLength(1);
  });

  test("stop when the budget is spent, so that an outage is not multiplied", async () => {
    const t = await serve((socket) => socket.write(answer("", "503 Busy")), { retryBudget: 4 });
    for (let i = 0; i < 10; i++) await send(t);
    expect(server!.requests).toHaveLength(14);
  });
});

describe("time-outs", () => {
  test.each([
    ["before the head", ""],
    ["after the head", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"],
    ["in the body", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"],
  ])("end an attempt that is silent %s", async (_where, bytes) => {
    const t = await serve((socket) => bytes !== "" && socket.write(bytes));
    const { error } = await send(t, { timeoutMs: 80 });
    expect(error).toMatchObject({ code: "TIMEOUT", phase: "attempt", timeoutMs: 80 });
    expect(server!.requests).toHaveLength(1);
  });

  test("end an attempt that drips", async () => {
    const t = await serve((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
      const timer = setInterval(() => socket.write("x"), 10);
      socket.on("close", () => clearInterval(timer));
    });
    const startedAt = performance.now();
    expect((await send(t, { timeoutMs: 150 })).error).toMatchObject({ code: "TIMEOUT", phase: "attempt" });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  test("are repeated when retryTimeouts says so", async () => {
    const t = await serve((socket, { number }) => number > 1 && socket.write(answer("late")));
    expect((await send(t, { timeoutMs: 80, retryTimeouts: true })).sink.body).toBe("late");
  });

  test("the deadline covers waits at the gate", async () => {
    const t = await serve(() => {}, { maxInFlight: 1 });
    const [first, second] = await Promise.all([
      send(t, { timeoutMs: 300 }),
      send(t, { timeoutMs: 300, deadlineMs: 100 }),
    ]);
    expect(first.error).toMatchObject({ code: "TIMEOUT", phase: "attempt" });
    expect(second.error).toMatchObject({ code: "TIMEOUT", phase: "deadline", timeoutMs: 100 });
    expect(server!.requests).toHaveLength(1);
  });
});

test.each([["at the gate"], ["before the head"], ["in the body"], ["between retries"]])(
  "cancelling %s ends the exchange once and frees the connection",
  async (where) => {
    const t = await serve(
      (socket) => {
        if (where === "in the body") socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
        if (where === "between retries") socket.write(answer("", "503 Busy", ["Retry-After: 2"]));
      },
      { maxInFlight: 1 },
    );
    const blocker = where === "at the gate" ? send(t, { timeoutMs: 200 }) : undefined;
    const { error } = await send(t, {}, (exchange) => setTimeout(() => exchange.cancel(new AbortError("enough")), 60));
    expect(error).toMatchObject({ code: "ABORTED" });
    await blocker;
  },
);

test("a head over maxHeaderBytes is a limit's error", async () => {
  const t = await serve((socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}\r\n\r\n`));
  const { error } = await send(t);
  expect(error).toMatchObject({ code: "RESPONSE", reason: "limit" });
  expect(error?.message).toContain("maxHeaderBytes");
});

test.each([
  ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
  ["a bad chunk size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"],
  ["HTTP/0.9", "<html>hello</html>"],
  ["an upgrade", "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
])("%s is a ConnectionError", async (_what, bytes) => {
  const t = await serve((socket) => socket.end(bytes));
  const { error } = await send(t);
  expect(error).toMatchObject({ code: "CONNECTION", sent: "maybe" });
});

test("a connection closed while idle does not fail the next call", async () => {
  const t = await serve((socket) => socket.end(answer("x")));
  for (let i = 0; i < 5; i++) {
    expect((await send(t, { safe: false })).error).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
});
