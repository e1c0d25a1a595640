/** One connection in each of its states, and the remains when it is ended there. */

import { readFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { saying } from "soapwright-testing/transport/outcomes";
import { parseAddress } from "../../src/transport/address";
import { Connection } from "../../src/transport/connection";
import type { Connect } from "../../src/transport/connector";
import { directConnector } from "../../src/transport/connector";
import { chooseProxy } from "../../src/transport/proxy";
import { proxyConnector } from "../../src/transport/proxy-connector";

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
    for (let i = 0; i < 200 && this.open.size > 0; i++) await later(5);
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
  const handler = {
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
    send: () => connection.dispatch({ method: "POST", path: "/", headers: [], body: "x" }, handler),
  };
}

const plain = (tls = {}) => directConnector({ connectTimeoutMs: 5_000, tls });

/** Ended twice, a connection closes once, notifies its request once, and accepts no further one. */
async function expectEnded(watched: Watched, requests: number): Promise<void> {
  const { connection, gone, errors, completed, send } = watched;
  // Data before the other side's end may complete the request. It is notified of either, not of both.
  const told = () => errors.length + completed();
  const before = completed();
  connection.destroy();
  connection.destroy();
  for (let i = 0; i < 200 && gone() === 0; i++) await later(5);
  expect([connection.state, gone(), told() - before]).toEqual(["gone", 1, requests]);
  send();
  connection.rest();
  connection.hold();
  connection.release();
  await later(20);
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
  for (let i = 0; i < 200 && peer.open.size === 0; i++) await later(5);
  await later(10);
  expect(watched.connection.state).toBe("connecting");
  await expectEnded(watched, 1);
});

test("busy: before a response, and in the middle of one", async () => {
  for (const text of ["", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"]) {
    peer = await Peer.start(createServer((socket) => void socket.on("data", () => text !== "" && socket.write(text))));
    const watched = watch(`http://127.0.0.1:${peer.port}`, plain());
    watched.send();
    for (let i = 0; i < 200 && watched.connection.state !== "busy"; i++) await later(5);
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
  for (let i = 0; i < 200 && watched.connection.state !== "busy"; i++) await later(5);
  watched.connection.hold();
  await later(20);
  await expectEnded(watched, watched.completed() === 0 ? 1 : 0);
});

test("idle: after a response, which it carried", async () => {
  peer = await Peer.start(answering());
  const watched = watch(`http://127.0.0.1:${peer.port}`, plain());
  for (let i = 1; i <= 3; i++) {
    watched.send();
    for (let t = 0; t < 200 && watched.completed() < i; t++) await later(5);
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
  for (let i = 0; i < 200 && watched.gone() === 0; i++) await later(5);
  expect(watched.errors).toEqual([expect.objectContaining({ code: "ECONNREFUSED" })]);
  await expectEnded(watched, 1);
});

test("a name that is none: it is gone once", async () => {
  const watched = watch("http://no-such-host.invalid:80", plain());
  watched.send();
  for (let i = 0; i < 1_000 && watched.gone() === 0; i++) await later(5);
  expect(watched.errors).toHaveLength(1);
  await expectEnded(watched, 1);
});

test("a certificate that is not trusted: it is gone once", async () => {
  peer = await Peer.start(createTlsServer({ key: file("server.key"), cert: file("server.crt") }));
  const watched = watch(`https://127.0.0.1:${peer.port}`, plain());
  watched.send();
  for (let i = 0; i < 400 && watched.gone() === 0; i++) await later(5);
  expect(watched.errors).toHaveLength(1);
  await expectEnded(watched, 1);
});

test("no handshake in time: it is gone once, and no socket stays", async () => {
  peer = await Peer.start(silent());
  const watched = watch(`https://127.0.0.1:${peer.port}`, plain(), 40);
  watched.send();
  for (let i = 0; i < 400 && watched.gone() === 0; i++) await later(5);
  expect(watched.errors).toEqual([expect.objectContaining({ code: "UND_ERR_CONNECT_TIMEOUT" })]);
  await expectEnded(watched, 1);
});

test("closed by the service while idle: it is gone once", async () => {
  peer = await Peer.start(createServer((socket) => void socket.on("data", () => socket.end(saying("well")))));
  const watched = watch(`http://127.0.0.1:${peer.port}`, plain());
  watched.send();
  for (let i = 0; i < 400 && watched.gone() === 0; i++) await later(5);
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
    for (let i = 0; i < 200 && peer.open.size === 0; i++) await later(5);
    await later(30);
    expect(watched.connection.state).toBe("connecting");
    await expectEnded(watched, 1);
  });

  test.each(proxies)("%s: not in time", async (_what, text) => {
    peer = await Peer.start(
      createServer((socket) => void socket.once("data", () => text !== null && socket.write(text))),
    );
    const watched = watch("https://service.example:443", through(peer.port), 60);
    watched.send();
    for (let i = 0; i < 400 && watched.gone() === 0; i++) await later(5);
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
    for (let i = 0; i < 400 && watched.gone() === 0; i++) await later(5);
    expect(watched.errors).toHaveLength(1);
    await expectEnded(watched, 1);
  });
});
