/** Requests on connections that the service ends: which are retried, on which connection, and at what cost. */

import { makeClient, said, saying, send, wellFor } from "soapwright-testing/transport/outcomes";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";
import { parseAddress } from "../../src/transport/address";
import { connectionFailure, hadNoResponse } from "../../src/transport/connection-failure";
import type { Exchange, HttpRequest } from "../../src/transport/exchange";
import { HttpSender } from "../../src/transport/http-sender";

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
    for (let bytes = await exchange.read(); bytes !== undefined; bytes = await exchange.read()) inTurn += bytes.length;
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
    await later(20);
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
    await later(200);
    expect(written).toBeLessThan(300);
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
    await later(30);
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
    const client = makeClient(server.url, { retries: 0, retryBudget: 0, connections: 2 });
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
