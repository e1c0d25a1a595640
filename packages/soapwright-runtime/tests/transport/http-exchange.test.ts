/**
 * Tests parts by themselves, `errors/connection-error`, `transport/address` and 4 more: no entry point shows them
 * whole.
 */
import { createHook } from "node:async_hooks";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { until } from "soapwright-testing/stage/gate";
import { SocketCount } from "soapwright-testing/stage/sockets";
import { makeClient, said, saying, send, wellFor } from "soapwright-testing/transport/outcomes";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";
import { ConnectionError } from "../../src/errors/connection-error";
import { parseAddress } from "../../src/transport/address";
import { connectionFailure } from "../../src/transport/connection-failure";
import { contentCoding, type ReadBytes } from "../../src/transport/content-coding";
import { Decompressed } from "../../src/transport/decompressed";
import type { Exchange, HttpRequest } from "../../src/transport/exchange";
import { HttpSender } from "../../src/transport/http-sender";
import { hadNoResponse } from "../../src/transport/no-response";

/** Requests on connections that the service ends: which are retried, on which connection, and at what cost. */
describe("http exchange", () => {
  const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const request: HttpRequest = {
    method: "POST",
    headers: ["Content-Type", "text/xml"],
    body: Buffer.from("<a/>"),
    fresh: false,
  };

  let server: RawServer;
  let sender: HttpSender;

  async function serve(handler: RawHandler, connections = 4): Promise<HttpSender> {
    server = await RawServer.start(handler);
    sender = new HttpSender({
      address: parseAddress(server.url, "endpoint"),
      proxy: undefined,
      tls: {},
      connectTimeoutMs: 2_000,
      keepAliveMs: 4_000,
      connections,
      maxConnectionAgeMs: 300_000,
    });
    return sender;
  }

  afterEach(async () => {
    await sender?.close();
    await server.allClosed();
    await server.stop();
  });

  async function bodyOf(exchange: Exchange): Promise<string> {
    let text = "";
    for (let bytes = await exchange.read(); bytes !== undefined; bytes = await exchange.read())
      text += Buffer.from(bytes);
    return text;
  }

  describe("an exchange", () => {
    test("reads head and body, and nothing more after the last byte", async () => {
      const s = await serve((socket) => socket.write(answer("hello")));
      const exchange = s.open(request);
      const head = await exchange.head();
      expect([head.status, head.header("content-length")]).toEqual([200, "5"]);
      expect(await bodyOf(exchange)).toBe("hello");
      for (let i = 0; i < 3; i++) expect(await exchange.read()).toBeUndefined();
      exchange.close();
      exchange.close();
      expect(server.open).toBe(1);
    });

    test("leaves other work its turn while a long response arrives", async () => {
      const s = await serve((socket) => socket.write(answer("x".repeat(16 * 2 ** 20))));
      const exchange = s.open(request);
      await exchange.head();
      let inTurn = 0;
      let most = 0;
      let next: NodeJS.Immediate;
      const turn = () => {
        most = Math.max(most, inTurn);
        inTurn = 0;
        next = setImmediate(turn);
      };
      turn();
      for (let bytes = await exchange.read(); bytes !== undefined; bytes = await exchange.read())
        inTurn += bytes.length;
      clearImmediate(next!);
      exchange.close();
      expect(most).toBeGreaterThan(0);
      // One read of a socket may exceed the limit.
      expect(most).toBeLessThanOrEqual(131_072 + 65_536);
    });

    test("fails before the head, and every read after that", async () => {
      const s = await serve((socket) => socket.destroy());
      const exchange = s.open(request);
      await expect(exchange.head()).rejects.toMatchObject({ code: "CONNECTION", sent: "maybe" });
      await expect(exchange.read()).rejects.toMatchObject({ code: "CONNECTION" });
      exchange.close();
    });

    test("fails between head and body, whether or not someone reads then", async () => {
      for (const reading of [true, false]) {
        const s = await serve((socket) => {
          socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
          setTimeout(() => socket.destroy(), 20);
        });
        const exchange = s.open(request);
        await exchange.head();
        if (!reading) await later(60);
        expect(Buffer.from((await exchange.read()) ?? []).toString()).toBe("abc");
        await expect(exchange.read()).rejects.toMatchObject({ code: "CONNECTION", sent: "maybe" });
        exchange.close();
        await s.close();
        await server.stop();
      }
    });

    test("closed at any time before its end closes its connection, and one that waits gets the place", async () => {
      const s = await serve((socket, { number }) => number > 1 && socket.write(answer("second")), 1);
      const first = s.open(request);
      first.head().catch(() => {});
      await until(() => server.requests.length === 1);
      const second = s.open(request);
      const head = second.head();
      first.close();
      expect((await head).status).toBe(200);
      expect(await bodyOf(second)).toBe("second");
      second.close();
      expect(server.connections).toBe(2);
    });

    test("closed while it waits for a connection hands the connection on", async () => {
      const s = await serve((socket) => setTimeout(() => socket.write(answer("x")), 20), 1);
      const first = s.open(request);
      const firstHead = first.head();
      const given = s.open(request);
      given.head().catch(() => {});
      const last = s.open(request);
      const lastHead = last.head();
      given.close();
      await firstHead;
      await bodyOf(first);
      first.close();
      expect((await lastHead).status).toBe(200);
      await bodyOf(last);
      last.close();
      expect([server.connections, server.requests.length]).toEqual([1, 2]);
    });

    test("what waits to be read is bounded, and complete", async () => {
      const sockets = new SocketCount();
      const part = Buffer.alloc(100_000, 0x61);
      let written = 0;
      const s = await serve((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${part.length * 300}\r\n\r\n`);
        const more = (): void => {
          while (written < 300) {
            written++;
            if (!socket.write(part)) return void socket.once("drain", more);
          }
        };
        more();
      });
      const exchange = s.open(request);
      await exchange.head();
      await sockets.heldBack(2_000_000);
      expect((await bodyOf(exchange)).length).toBe(part.length * 300);
      exchange.close();
    });

    test("a connection that the service says it closes is not used again", async () => {
      const s = await serve((socket) => socket.end(answer("x", "200 OK", ["Connection: close"])));
      for (let i = 0; i < 10; i++) {
        const exchange = s.open(request);
        await exchange.head();
        await bodyOf(exchange);
        exchange.close();
      }
      expect([server.connections, server.requests.length]).toEqual([10, 10]);
    });

    test("only a request without an answer on a used connection is marked as withoutResponse", async () => {
      const s = await serve((socket, { number }) => (number === 1 ? socket.write(answer("x")) : socket.destroy()));
      const first = s.open(request);
      await first.head();
      await bodyOf(first);
      first.close();
      const reused = s.open(request);
      const withoutResponse = await reused.head().catch((error: unknown) => error);
      expect(hadNoResponse(withoutResponse as never)).toBe(true);
      reused.close();
      const onNew = s.open(request);
      const lost = await onNew.head().catch((error: unknown) => error);
      expect(hadNoResponse(lost as never)).toBe(false);
      onNew.close();
      const place = { endpoint: "https://x", secure: true, connectTimeoutMs: 1 };
      expect(hadNoResponse(connectionFailure(new Error("x"), "maybe", place))).toBe(false);
    });

    test("one that asks for a fresh connection gets one, also when all places are taken", async () => {
      const s = await serve((socket) => setTimeout(() => socket.write(answer("x")), 10), 2);
      const open = async (fresh: boolean): Promise<void> => {
        const exchange = s.open({ ...request, fresh });
        await exchange.head();
        await bodyOf(exchange);
        exchange.close();
      };
      await Promise.all([open(false), open(false)]);
      expect(server.connections).toBe(2);
      const busy = [open(false), open(false)];
      await Promise.all([...busy, open(true), open(true)]);
      expect(server.connections).toBe(4);
      expect(server.open).toBeLessThanOrEqual(2);
    });

    test("close ends what is under way and leaves nothing", async () => {
      const s = await serve(() => {}, 2);
      const exchanges = Array.from({ length: 4 }, () => s.open(request));
      for (const exchange of exchanges) exchange.head().catch(() => {});
      await until(() => server.requests.length === 2);
      for (const exchange of exchanges) exchange.close();
      await s.close();
      expect(server.connections).toBe(2);
      await server.allClosed();
    });
  });

  describe("a client whose service closes kept connections", () => {
    test("repeats a safe request at once, outside retries and their budget", async () => {
      const seen = new Set<object>();
      // Responds to the first request of each connection, and closes at the second.
      server = await RawServer.start((socket, each) => {
        if (seen.has(socket)) socket.destroy();
        else {
          seen.add(socket);
          socket.write(wellFor(each));
        }
      });
      const client = makeClient(server.url, { retries: { max: 0, budget: 0 }, connections: 2 });
      for (let i = 0; i < 20; i++) expect((await send(client)).text).toBe("well");
      await client.close();
    });

    test("does not repeat one that is not safe", async () => {
      const seen = new Set<object>();
      server = await RawServer.start((socket, each) => {
        if (seen.has(socket)) socket.destroy();
        else {
          seen.add(socket);
          socket.write(wellFor(each));
        }
      });
      const client = makeClient(server.url, { retries: 2 });
      expect((await send(client, { safe: false })).text).toBe("1");
      expect((await send(client, { safe: false })).error).toMatchObject({
        code: "CONNECTION",
        sent: "maybe",
        attempts: 1,
      });
      expect(server.requests).toHaveLength(2);
      await client.close();
    });

    test("has all its retries after a request that was repeated at once", async () => {
      const seen = new Set<object>();
      server = await RawServer.start((socket, each) => {
        if (each.number === 1) {
          seen.add(socket);
          socket.write(wellFor(each));
        } else if (seen.has(socket)) socket.destroy();
        else socket.write(each.number < 5 ? answer("", "503 Busy") : saying("well"));
      });
      const client = makeClient(server.url, { retries: 2, connections: 1 });
      await send(client);
      expect(await send(client)).toEqual({ error: undefined, text: "well", attempts: 4 });
      await client.close();
    });

    test("needs one attempt for each call when the service says that it closes", async () => {
      server = await RawServer.start((socket) => socket.end(answer(said("x"), "200 OK", ["Connection: close"])));
      const client = makeClient(server.url, { retries: 0 });
      for (let i = 0; i < 30; i++) expect(await send(client)).toEqual({ error: undefined, text: "x", attempts: 1 });
      expect(server.requests).toHaveLength(30);
      await client.close();
    });
  });
});

describe("body", () => {
  /** Memory of zlib: all of it must be released by the end of a test. */
  const handles = new Set<number>();
  const hook = createHook({
    init(id, type, _trigger, handle: { close?(): void }) {
      if (type !== "ZLIB") return;
      handles.add(id);
      const { close } = handle;
      handle.close = function (this: object) {
        handles.delete(id);
        close?.call(this);
      };
    },
  });

  /** Excludes the test's own compression. */
  function uncounted(compress: (bytes: Buffer) => Buffer): (bytes: Buffer) => Buffer {
    return (bytes) => {
      hook.disable();
      try {
        return compress(bytes);
      } finally {
        hook.enable();
      }
    };
  }

  const gzip = uncounted(gzipSync);
  const codings = [
    ["gzip", gzip],
    ["x-gzip", gzip],
    ["deflate", uncounted(deflateSync)],
    ["deflate", uncounted(deflateRawSync)],
    ["br", uncounted(brotliCompressSync)],
  ] as const;

  /** Yields `chunks` and then ends, fails, or stalls. */
  function source(
    chunks: readonly Uint8Array[],
    end: "end" | "silence" | Error = "end",
  ): ReadBytes & { asked(): number } {
    let at = 0;
    const read = async (): Promise<Uint8Array | undefined> => {
      const chunk = chunks[at++];
      if (chunk !== undefined || end === "end") return chunk;
      if (end === "silence") return new Promise(() => {});
      throw end;
    };
    return Object.assign(read, { asked: () => at });
  }

  async function all(body: Decompressed): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for (let bytes = await body.read(); bytes !== undefined; bytes = await body.read()) chunks.push(bytes);
    body.close();
    return Buffer.concat(chunks);
  }

  const inPieces = (bytes: Buffer, size: number): Buffer[] =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
  const text = Buffer.from("some text, and more of it. ".repeat(20_000));

  beforeEach(() => {
    handles.clear();
    hook.enable();
  });
  afterEach(async () => {
    while (handles.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    hook.disable();
    expect(handles.size).toBe(0);
  });

  describe.each(codings)("%s", (coding, compress) => {
    test.each([1, 7, 1000, 1 << 20])("is read in pieces of %d bytes", async (size) => {
      const original = size === 1 ? text.subarray(0, 2_000) : text;
      expect((await all(new Decompressed(source(inPieces(compress(original), size)), coding))).equals(original)).toBe(
        true,
      );
    });

    test("cut off at any place is an error", async () => {
      const whole = compress(text.subarray(0, 300));
      for (let length = 1; length < whole.length; length++) {
        const body = new Decompressed(source([whole.subarray(0, length)]), coding);
        await expect(all(body)).rejects.toMatchObject({ code: "RESPONSE", reason: "content-encoding" });
      }
    });

    test.each([
      ["in the same piece", (whole: Buffer, garbage: Buffer) => [Buffer.concat([whole, garbage])]],
      ["in a piece of its own", (whole: Buffer, garbage: Buffer) => [whole, garbage]],
      ["in many pieces", (whole: Buffer, garbage: Buffer) => [whole, ...inPieces(garbage, 3)]],
      ["long", (whole: Buffer, garbage: Buffer) => [whole, ...Array<Buffer>(500).fill(Buffer.concat([garbage, text]))]],
    ])("with garbage behind its end, %s, is the text or an error, and ends", async (_how, pieces) => {
      const read = source(pieces(compress(Buffer.from("text")), Buffer.from("garbage")));
      const body = new Decompressed(read, coding);
      const outcome = await all(body).catch((error: unknown) => error);
      if (Buffer.isBuffer(outcome)) expect(outcome.toString()).toBe("text");
      else expect(outcome).toMatchObject({ code: "RESPONSE", reason: "content-encoding" });
      body.close();
    });

    test("passes on what its source fails with, after the bytes that came before", async () => {
      const lost = new ConnectionError("lost", { sent: "maybe" });
      const whole = compress(text);
      for (const length of [1, 20, whole.length >> 1, whole.length]) {
        const body = new Decompressed(source([whole.subarray(0, length)], lost), coding);
        await expect(all(body)).rejects.toBe(lost);
      }
    });

    test("closed early reads no more, although a reader still waits", async () => {
      const pieces = inPieces(compress(Buffer.from(Array.from({ length: 400_000 }, () => Math.random() * 256))), 1_000);
      const read = source(pieces);
      const body = new Decompressed(read, coding);
      await body.read();
      const waiting = body.read().catch(() => {});
      body.close();
      await waiting;
      const asked = read.asked();
      for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
      expect(read.asked()).toBe(asked);
      expect(asked).toBeLessThan(pieces.length);
    });

    test("closed while its source is silent leaves nothing behind", async () => {
      const whole = compress(text);
      const body = new Decompressed(source([whole.subarray(0, whole.length - 8)], "silence"), coding);
      const outcomes: unknown[] = [];
      const reading = all(body).then(
        () => outcomes.push("read"),
        (error: unknown) => outcomes.push(error),
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
      body.close();
      await reading;
      expect(outcomes).toEqual([expect.objectContaining({ code: "RESPONSE" })]);
    });

    test("closed before its first byte opens nothing", async () => {
      let give: (bytes: Uint8Array | undefined) => void = () => {};
      const body = new Decompressed(() => new Promise((resolve) => (give = resolve)), coding);
      const first = body.read();
      body.close();
      give(compress(text));
      expect(await first).toBeUndefined();
      expect(handles.size).toBe(0);
    });

    test("an empty body is empty", async () => {
      expect(await all(new Decompressed(source([]), coding))).toHaveLength(0);
    });
  });

  test("what is not compressed is an error that names the coding", async () => {
    const body = new Decompressed(source([Buffer.from("plain text")]), "gzip");
    await expect(all(body)).rejects.toMatchObject({
      reason: "content-encoding",
      message: expect.stringContaining("compressed with gzip") as string,
    });
  });

  test("several members of gzip are one text", async () => {
    const members = [gzip(Buffer.from("one, ")), gzip(Buffer.from("two"))];
    expect((await all(new Decompressed(source(members), "gzip"))).toString()).toBe("one, two");
  });

  test("a bomb is decompressed no further than it is read", async () => {
    const bomb = gzip(Buffer.alloc(20_000_000));
    const pieces = inPieces(bomb, 200);
    const read = source(pieces);
    const body = new Decompressed(read, "gzip");
    let [length, ahead] = [0, 0];
    for (let bytes = await body.read(); bytes !== undefined; bytes = await body.read()) {
      length += bytes.length;
      // Decompressed data is not visible, but its source is: each piece decompresses to 200 kB.
      ahead = Math.max(ahead, read.asked() - length / (20_000_000 / pieces.length));
    }
    expect(length).toBe(20_000_000);
    expect(ahead).toBeLessThan(3);
  });

  test.each([
    ["", undefined],
    ["identity", undefined],
    [" GZIP ", "gzip"],
    ["identity, br", "br"],
  ])("content-encoding %p means %p", (value, coding) => {
    expect(contentCoding(value)).toBe(coding);
  });

  test.each(["gzip, gzip", "zstd", "compress", "gzip, br", "__proto__"])("content-encoding %p is refused", (value) => {
    expect(() => contentCoding(value)).toThrow(expect.objectContaining({ reason: "content-encoding" }) as Error);
  });
});
