/**
 * Tests parts by themselves, `transport/address`, `transport/connection` and 4 more: no entry point shows them whole.
 */
import { readFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { createServer as createTlsServer } from "node:tls";
import { book } from "soapwright-testing/client/shelf";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, serve } from "soapwright-testing/stage/stage";
import { saying } from "soapwright-testing/transport/outcomes";
import type { RawHandler } from "soapwright-testing/transport/raw-server";
import { parseAddress } from "../../src/transport/address";
import { Connection } from "../../src/transport/connection";
import { ConnectionBytes } from "../../src/transport/connection-bytes";
import { type Connect, socketConnector } from "../../src/transport/connector";
import { chooseProxy } from "../../src/transport/proxy";
import { proxyConnector } from "../../src/transport/proxy-connector";

/** One connection in each of its states, and the remains when it is ended there. */
describe("connection", () => {
  const file = (name: string): Buffer =>
    readFileSync(join(__dirname, "../../../soapwright-testing/src/certificates", name));
  const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

  /** A server with the behavior of `onSocket` that tracks its open sockets. */
  class Peer {
    readonly open = new Set<Socket>();
    accepted = 0;
    private constructor(readonly server: Server) {
      server.on("connection", (socket: Socket) => {
        this.accepted++;
        this.open.add(socket);
        socket.on("error", () => {}).on("close", () => this.open.delete(socket));
      });
    }
    static async start(server: Server): Promise<Peer> {
      const peer = new Peer(server);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return peer;
    }
    get port(): number {
      return (this.server.address() as { port: number }).port;
    }
    async allClosed(): Promise<void> {
      while (this.open.size > 0) await later(5);
      expect(this.open.size).toBe(0);
    }
    async stop(): Promise<void> {
      for (const socket of this.open) socket.destroy();
      await new Promise((resolve) => this.server.close(resolve));
    }
  }

  const silent = () => createServer((socket) => void socket.resume());
  const answering = () => createServer((socket) => void socket.on("data", () => socket.write(saying("well"))));

  const options = (origin: string, connectTimeoutMs = 5_000) => ({
    origin,
    connectTimeoutMs,
    keepAliveMs: 4_000,
  });

  interface Watched {
    readonly connection: Connection;
    readonly gone: () => number;
    readonly errors: Error[];
    readonly completed: () => number;
    send(): void;
  }

  function watch(origin: string, connect: Connect, connectTimeoutMs?: number): Watched {
    let gone = 0;
    let completed = 0;
    const errors: Error[] = [];
    const connection = new Connection(options(origin, connectTimeoutMs), connect, () => gone++);
    const events = {
      onConnect() {},
      onHeaders: () => true,
      onData: () => true,
      onComplete: () => {
        completed++;
      },
      onError: (error: Error) => void errors.push(error),
    };
    return {
      connection,
      gone: () => gone,
      errors,
      completed: () => completed,
      send: () => {
        const isTaken = connection.dispatch({ method: "POST", path: "/", headers: [], body: "x" }, events);
        if (!isTaken) errors.push(new Error("gone"));
      },
    };
  }

  const plain = (tls = {}) => socketConnector(tls);

  /** Ended twice, a connection closes once, notifies its request once, and accepts no further one. */
  async function expectEnded(watched: Watched, requests: number): Promise<void> {
    const { connection, gone, errors, completed, send } = watched;
    // Data before the other side's end may complete the request. It is notified of either, not of both.
    const told = () => errors.length + completed();
    const before = completed();
    connection.destroy();
    connection.destroy();
    while (gone() === 0) await later(5);
    expect([connection.state, gone(), told() - before]).toEqual(["gone", 1, requests]);
    send();
    connection.rest();
    connection.bytes?.hold();
    connection.bytes?.release();
    while (told() - before <= requests) await later(5);
    expect([connection.state, gone(), told() - before]).toEqual(["gone", 1, requests + 1]);
  }

  let peer: Peer | undefined;
  afterEach(async () => {
    await peer?.allClosed();
    await peer?.stop();
    peer = undefined;
  });

  test("new: it opens nothing", async () => {
    peer = await Peer.start(silent());
    const watched = watch(`http://127.0.0.1:${peer.port}`, plain());
    expect(watched.connection.state).toBe("new");
    await expectEnded(watched, 0);
    expect(peer.accepted).toBe(0);
  });

  test("connecting: at once, and while the name is resolved", async () => {
    peer = await Peer.start(silent());
    for (const host of ["127.0.0.1", "localhost"]) {
      const watched = watch(`http://${host}:${peer.port}`, plain());
      watched.send();
      expect(watched.connection.state).toBe("connecting");
      await expectEnded(watched, 1);
    }
  });

  test("connecting: in the middle of a TLS handshake", async () => {
    peer = await Peer.start(silent());
    const watched = watch(`https://127.0.0.1:${peer.port}`, plain());
    watched.send();
    while (peer.open.size === 0) await later(5);
    expect(watched.connection.state).toBe("connecting");
    await expectEnded(watched, 1);
  });

  test("busy: before a response, and in the middle of one", async () => {
    for (const text of ["", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"]) {
      peer = await Peer.start(
        createServer((socket) => void socket.on("data", () => text !== "" && socket.write(text))),
      );
      const watched = watch(`http://127.0.0.1:${peer.port}`, plain());
      watched.send();
      while (watched.connection.state !== "busy") await later(5);
      await later(20);
      await expectEnded(watched, 1);
      await peer.allClosed();
      await peer.stop();
    }
  });

  test("busy and held", async () => {
    peer = await Peer.start(answering());
    const watched = watch(`http://127.0.0.1:${peer.port}`, plain());
    watched.send();
    while (watched.connection.state !== "busy") await later(5);
    watched.connection.bytes?.hold();
    await later(20);
    await expectEnded(watched, watched.completed() === 0 ? 1 : 0);
  });

  test("idle: after a response, which it carried", async () => {
    peer = await Peer.start(answering());
    const watched = watch(`http://127.0.0.1:${peer.port}`, plain());
    for (let i = 1; i <= 3; i++) {
      watched.send();
      while (watched.completed() < i) await later(5);
      watched.connection.rest();
      expect([watched.connection.state, watched.connection.isUsed]).toEqual(["idle", true]);
    }
    expect(peer.accepted).toBe(1);
    await expectEnded(watched, 0);
  });

  test("refused: it is gone once, and says why", async () => {
    peer = await Peer.start(silent());
    const { port } = peer;
    await peer.stop();
    const watched = watch(`http://127.0.0.1:${port}`, plain());
    watched.send();
    while (watched.gone() === 0) await later(5);
    expect(watched.errors).toEqual([expect.objectContaining({ code: "ECONNREFUSED" })]);
    await expectEnded(watched, 1);
  });

  test("a name that is none: it is gone once", async () => {
    const watched = watch("http://no-such-host.invalid:80", plain());
    watched.send();
    while (watched.gone() === 0) await later(5);
    expect(watched.errors).toHaveLength(1);
    await expectEnded(watched, 1);
  });

  test("a certificate that is not trusted: it is gone once", async () => {
    peer = await Peer.start(createTlsServer({ key: file("server.key"), cert: file("server.crt") }));
    const watched = watch(`https://127.0.0.1:${peer.port}`, plain());
    watched.send();
    while (watched.gone() === 0) await later(5);
    expect(watched.errors).toHaveLength(1);
    await expectEnded(watched, 1);
  });

  test("no handshake in time: it is gone once, and no socket stays", async () => {
    peer = await Peer.start(silent());
    const watched = watch(`https://127.0.0.1:${peer.port}`, plain(), 40);
    watched.send();
    while (watched.gone() === 0) await later(5);
    expect(watched.errors).toEqual([expect.objectContaining({ code: "UND_ERR_CONNECT_TIMEOUT" })]);
    await expectEnded(watched, 1);
  });

  test("closed by the service while idle: it is gone once", async () => {
    peer = await Peer.start(createServer((socket) => void socket.on("data", () => socket.end(saying("well")))));
    const watched = watch(`http://127.0.0.1:${peer.port}`, plain());
    watched.send();
    while (watched.gone() === 0) await later(5);
    expect(watched.completed()).toBe(1);
    await expectEnded(watched, 0);
  });

  describe("through a proxy", () => {
    const service = parseAddress("https://service.example/", "endpoint");
    const through = (port: number): Connect => {
      const proxy = chooseProxy(`http://127.0.0.1:${port}`, service, {});
      if (proxy === undefined) throw new TypeError("no proxy");
      return proxyConnector({ proxy, address: service, tls: {} });
    };
    const established = "HTTP/1.1 200 Connection established\r\n\r\n";
    const proxies: [string, string | null][] = [
      ["that says nothing", null],
      ["whose tunnel leads nowhere", established],
    ];

    test.each(proxies)("%s: ended while connecting", async (_what, text) => {
      peer = await Peer.start(
        createServer((socket) => void socket.once("data", () => text !== null && socket.write(text))),
      );
      const watched = watch("https://service.example:443", through(peer.port));
      watched.send();
      while (peer.open.size === 0) await later(5);
      expect(watched.connection.state).toBe("connecting");
      await expectEnded(watched, 1);
    });

    test.each(proxies)("%s: not in time", async (_what, text) => {
      peer = await Peer.start(
        createServer((socket) => void socket.once("data", () => text !== null && socket.write(text))),
      );
      const watched = watch("https://service.example:443", through(peer.port), 60);
      watched.send();
      while (watched.gone() === 0) await later(5);
      await expectEnded(watched, 1);
    });

    test.each([
      ["refuses", "HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"],
      ["hangs up", ""],
      ["speaks no HTTP", "hello\r\n\r\n"],
      ["opens a tunnel and hangs up", established],
    ])("one that %s: gone once", async (_what, text) => {
      peer = await Peer.start(createServer((socket) => void socket.once("data", () => socket.end(text))));
      const watched = watch("https://service.example:443", through(peer.port));
      watched.send();
      while (watched.gone() === 0) await later(5);
      expect(watched.errors).toHaveLength(1);
      await expectEnded(watched, 1);
    });
  });
});

/** `connections.maxAgeMs`: a connection is replaced, however busy it is. */
describe("connection age", () => {
  endAfterEach();

  const good: RawHandler = (socket) => socket.write(bookList(book(1)));

  describe("connections.maxAgeMs", () => {
    test("replaces a connection that is never idle, and fails no call", async () => {
      const server = await serve(good);
      const client = open({ endpoint: server.url, connections: { max: 1, maxAgeMs: 100 }, retries: 0 });
      const until = performance.now() + 600;
      let calls = 0;
      while (performance.now() < until || calls < 20) {
        const { http } = await client.getBooks({ ShelfId: 1 }).withResponse();
        expect(http.attempts).toBe(1);
        calls++;
      }
      expect(server.connections).toBeGreaterThanOrEqual(3);
      expect(server.connections).toBeLessThan(calls);
    });

    test("lets a response come to its end", async () => {
      const server = await serve((socket) => setTimeout(() => socket.write(bookList(book(1))), 300));
      const client = open({ endpoint: server.url, connections: { max: 1, maxAgeMs: 50 }, retries: 0 });
      expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
      expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
      expect(server.connections).toBe(2);
    });

    test("keeps a connection that is younger", async () => {
      const server = await serve(good);
      const client = open({ endpoint: server.url, connections: { max: 1, maxAgeMs: 600_000 } });
      for (let n = 0; n < 30; n++) await client.getBooks({ ShelfId: 1 });
      expect(server.connections).toBe(1);
    });

    test.each([0, -1, 1.5, "5"])("is no option of %p", (maxConnectionAgeMs) => {
      expect(() => open({ connections: { maxAgeMs: maxConnectionAgeMs } })).toThrow(
        expect.objectContaining({
          code: "CONFIGURATION",
          option: "connections.maxAgeMs",
          message: expect.stringMatching(/milliseconds|\bms\b/),
        }),
      );
    });
  });
});

describe("connection bytes", () => {
  /** The bytes of a socket that carries the test's, and what a reader in the manner of undici got. */
  function open(): {
    flow: ConnectionBytes;
    push: (text: string | null) => void;
    got: () => string;
    ended: () => boolean;
  } {
    const duplex = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    const flow = new ConnectionBytes(duplex as unknown as Socket);
    let text = "";
    let ended = false;
    flow.on("readable", () => {
      for (let chunk = flow.read(); chunk !== null; chunk = flow.read()) text += chunk.toString("latin1");
    });
    flow.on("end", () => {
      ended = true;
    });
    return {
      flow,
      push: (pushed) => void duplex.push(pushed === null ? null : Buffer.from(pushed, "latin1")),
      got: () => text,
      ended: () => ended,
    };
  }

  const settle = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
  };

  const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
  const PROCESSING = "HTTP/1.1 102 Processing\r\nA: b\r\n\r\n";
  const HINTS = "HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\nB: c\r\n\r\n";

  test.each([
    ["none", ""],
    ["100", CONTINUE],
    ["103, then 100", HINTS + CONTINUE],
    ["100, then 103", CONTINUE + HINTS],
    ["102, 103 and 100", PROCESSING + HINTS + CONTINUE],
    ["of HTTP/1.0", "HTTP/1.0 100 Continue\r\n\r\n"],
    ["without a reason", "HTTP/1.1 100\r\n\r\n"],
    ["of no known status", "HTTP/1.1 199 Whatever\r\n\r\n"],
  ])("interim responses are left out, split at every byte: %s", async (_what, interim) => {
    const whole = interim + OK;
    for (let at = 0; at <= whole.length; at++) {
      const { push, got } = open();
      push(whole.slice(0, at));
      await settle();
      expect(OK.startsWith(got())).toBe(true);
      push(whole.slice(at));
      await settle();
      expect(got()).toBe(OK);
    }
  });

  test("they are left out byte by byte", async () => {
    const { push, got } = open();
    for (const byte of PROCESSING + HINTS + CONTINUE + OK) {
      push(byte);
      await settle();
    }
    expect(got()).toBe(OK);
  });

  test.each([
    ["101", "HTTP/1.1 101 Switching Protocols\r\n\r\n"],
    ["HTTP/2", "HTTP/2.0 100 Continue\r\n\r\n"],
    ["a status of four digits", "HTTP/1.1 1000 X\r\n\r\n"],
    ["a longer number", "HTTP/1.1 10\r\n\r\n"],
    ["garbage", "1111111111111111"],
    ["a page", "<html>HTTP/1.1 100 Continue\r\n\r\n</html>"],
    ["a head that is too long", `HTTP/1.1 100 Continue\r\nA: ${"x".repeat(20_000)}\r\n\r\n`],
  ])("%s is left to the parser", async (_what, text) => {
    const { push, got } = open();
    push(text);
    await settle();
    expect(got() === text).toBe(true);
  });

  test("behind the head of the response nothing is left out, until the next request", async () => {
    const { flow, push, got } = open();
    flow.expectHead();
    push(OK);
    await settle();
    push(CONTINUE);
    await settle();
    expect(got()).toBe(OK + CONTINUE);
    flow.expectHead();
    push(CONTINUE + OK);
    await settle();
    expect(got()).toBe(OK + CONTINUE + OK);
  });

  test("while it is held nothing is read, the end included; then all of it", async () => {
    const { flow, push, got, ended } = open();
    push(OK);
    await settle();
    flow.hold();
    push("more");
    push(null);
    await settle();
    expect([got(), ended()]).toEqual([OK, false]);
    flow.release();
    await settle();
    expect([got(), ended()]).toEqual([`${OK}more`, true]);
  });

  test("holding and releasing twice is doing it once", async () => {
    const { flow, push, got } = open();
    flow.release();
    flow.hold();
    flow.hold();
    push(OK);
    await settle();
    flow.release();
    flow.release();
    await settle();
    expect(got()).toBe(OK);
  });

  test("an interim response that comes while it is held is left out too", async () => {
    const { flow, push, got } = open();
    flow.hold();
    push(CONTINUE);
    await settle();
    push(OK);
    flow.release();
    await settle();
    expect(got()).toBe(OK);
  });

  test("an interim response that never ends is not reported", async () => {
    const { push, got, ended } = open();
    push("HTTP/1.1 100 Conti");
    push(null);
    await settle();
    expect([got(), ended()]).toEqual(["", true]);
  });

  test.each([
    ["in one piece", 60_000],
    ["in pieces when it is long", 70_000],
  ])("what is written goes out in its order, %s, and the end after it", async (_how, length) => {
    const written: string[] = [];
    const socket = new Duplex({
      read() {},
      write: (chunk: Buffer, _encoding, done) => {
        written.push(chunk.toString("latin1"));
        setImmediate(done);
      },
      final: (done) => {
        written.push("(end)");
        done();
      },
    });
    const bytes = new ConnectionBytes(socket as unknown as Socket);
    bytes.cork();
    const head = "POST / HTTP/1.1\r\nA: \u00e9\r\n\r\n";
    const body = "b".repeat(length);
    bytes.write(head, "latin1");
    bytes.write(Buffer.from(body));
    bytes.uncork();
    bytes.write("more");
    bytes.end();
    await new Promise((resolve) => bytes.once("finish", resolve));
    const pieces = length < 65_536 ? [head + body] : [head, body];
    expect(written).toEqual([...pieces, "more", "(end)"]);
  });

  test("the error of the socket ends them, and they end the socket", async () => {
    for (const side of ["socket", "bytes"] as const) {
      const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
      const bytes = new ConnectionBytes(socket as unknown as Socket);
      const error = new Error("reset");
      const failed = new Promise((resolve) => bytes.once("error", resolve));
      const closed = new Promise<void>((resolve) => bytes.once("close", resolve));
      (side === "socket" ? socket : bytes).destroy(error);
      expect(await failed).toBe(error);
      await closed;
      expect([socket.closed, bytes.closed]).toEqual([true, true]);
    }
  });
});
