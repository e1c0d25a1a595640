/** A response is reported correctly, however the server writes it and ends the connection behind it. */
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { book, type ShelfClient } from "soapwright-testing/client/shelf";
import { runChild } from "soapwright-testing/stage/child";
import { added, bookList } from "soapwright-testing/stage/responses";
import { serveShapes } from "soapwright-testing/stage/shape-server";
import { COMPLETE, type Shape, SIZES, TRUNCATED, titleOf } from "soapwright-testing/stage/shapes";
import { listenSilently } from "soapwright-testing/stage/silent";
import { isSlow, sampleOf, slowTest } from "soapwright-testing/stage/slow";
import { atEnd, endAfterEach, open, serve } from "soapwright-testing/stage/stage";
import { serveTunnels } from "soapwright-testing/stage/tunnels";
import type { RawServer } from "soapwright-testing/transport/raw-server";
import type { BlockedReport, BlockedTask } from "./blocked-process";
import type { GivenUpReport, GivenUpTask } from "./given-up-process";
import type { ShapesReport, ShapesTask } from "./shapes-process";

endAfterEach();

const MINUTES = 60_000;

const pem = (name: string): string =>
  readFileSync(join(__dirname, "../../../soapwright-testing/src/certificates", name), "utf8");
const identity = { key: pem("server.key"), cert: pem("server.crt") };

async function takeAll(shapes: readonly Shape[], way: "plain" | "TLS" | "tunnel" = "plain"): Promise<void> {
  const server = await serveShapes(shapes, way === "plain" ? undefined : identity);
  atEnd(() => server.stop());
  const tls = way === "plain" ? {} : { tls: { ca: pem("ca.crt") } };
  const proxy = way === "tunnel" ? { proxy: await serveTunnels() } : {};
  const task: ShapesTask = { url: server.url, client: { ...tls, ...proxy }, shapes };
  const { report, end, stderr } = await runChild<ShapesReport>(join(__dirname, "shapes-process.ts"), task);
  expect(report).toEqual({ uncaught: [], wrong: [], taken: shapes.length * 3 });
  expect([end, stderr]).toEqual([0, ""]);
}

describe("a body, by each framing", () => {
  test(
    "arrives complete in every coding, whatever the server does behind it and at whatever pace it is read",
    () => takeAll(sampleOf(COMPLETE, 19)),
    30 * MINUTES,
  );

  test("is never taken for complete when something is missing", () => takeAll(sampleOf(TRUNCATED, 19)), 15 * MINUTES);

  test.each(sampleOf(["TLS", "tunnel"] as const, 2))(
    "over %s arrives complete, and is never taken for complete when something is missing",
    (way) => {
      const shapes = [...COMPLETE, ...TRUNCATED].filter(
        ({ coding, items }) => ["identity", "gzip"].includes(coding) && items !== SIZES["26 kB"],
      );
      return takeAll(sampleOf(shapes, 19), way);
    },
    15 * MINUTES,
  );
});

slowTest(
  "a loop blocked for longer than the server keeps connections fails no call",
  async () => {
    // Announces that it keeps connections, but closes them 60 ms after each response.
    const server = await serve((socket, { body }) => {
      socket.write(body.includes("Add_Book") ? added : bookList(book(0, titleOf(0))));
      setTimeout(() => socket.end(), 60);
    });
    const task: BlockedTask = { url: server.url, blockMs: 600, rounds: 3 };
    const { report, end } = await runChild<BlockedReport>(join(__dirname, "blocked-process.ts"), task);
    const fine = Array.from({ length: 3 }, () => "ok");
    expect(report).toEqual({ safe: fine, unsafe: fine, underWay: fine });
    expect(end).toBe(0);
    // The unsafe operation was sent once each time.
    expect(server.requests.filter(({ body }) => body.includes("Add_Book"))).toHaveLength(3);
  },
  MINUTES,
);

describe("a connect that is given up", () => {
  const calls = isSlow ? 10_000 : 200;

  const givenUp: readonly [string, (port: number) => Omit<GivenUpTask, "calls">][] = [
    [
      "by its caller during the TLS handshake",
      (port) => ({ options: { endpoint: `https://127.0.0.1:${port}/` }, abortAfterMs: 5 }),
    ],
    [
      "by connections.connectTimeoutMs during the TLS handshake",
      (port) => ({
        options: { endpoint: `https://127.0.0.1:${port}/`, connections: { max: 16, connectTimeoutMs: 10 } },
        abortAfterMs: undefined,
      }),
    ],
    [
      "by its deadline during the TLS handshake",
      (port) => ({ options: { endpoint: `https://127.0.0.1:${port}/`, deadlineMs: 10 }, abortAfterMs: undefined }),
    ],
    [
      "by its caller while the proxy says nothing",
      (port) => ({
        options: { endpoint: "https://shelf.example/", proxy: `http://127.0.0.1:${port}` },
        abortAfterMs: 5,
      }),
    ],
    [
      "by connections.connectTimeoutMs while the proxy says nothing",
      (port) => ({
        options: {
          endpoint: "https://shelf.example/",
          proxy: `http://127.0.0.1:${port}`,
          connections: { max: 16, connectTimeoutMs: 10 },
        },
        abortAfterMs: undefined,
      }),
    ],
  ];
  test.each(sampleOf(givenUp, 3))(
    "%s leaves no socket, and none keeps the process",
    async (_what, make) => {
      const silent = await listenSilently();
      atEnd(silent.stop);
      const task: GivenUpTask = { ...make(silent.port), calls };
      const { report, end } = await runChild<GivenUpReport>(join(__dirname, "given-up-process.ts"), task);
      const { ended = {}, mostSockets, begun = 0, socketsAfterClose } = report ?? {};
      expect(Object.values(ended).reduce((sum, count) => sum + count, 0)).toBe(calls);
      expect(Object.keys(ended).filter((code) => !/^(ABORTED|TIMEOUT (connect|deadline))$/.test(code))).toEqual([]);
      expect(begun).toBeGreaterThan(0);
      expect(mostSockets).toBeLessThanOrEqual(16);
      expect(socketsAfterClose).toBe(0);
      expect(end).toBe(0);
    },
    MINUTES,
  );
});

const moments: readonly [string, string | undefined, (port: number) => GivenUpTask["options"]][] = [
  ["a request, over plain http", undefined, (port) => ({ endpoint: `http://127.0.0.1:${port}/` })],
  [
    "a response, over plain http",
    "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 1000\r\n\r\n<a>",
    (port) => ({ endpoint: `http://127.0.0.1:${port}/` }),
  ],
  ["the TLS handshake", undefined, (port) => ({ endpoint: `https://127.0.0.1:${port}/` })],
  [
    "the proxy's CONNECT",
    undefined,
    (port) => ({ endpoint: "https://shelf.example/", proxy: `http://127.0.0.1:${port}` }),
  ],
  [
    "the TLS handshake in the proxy's tunnel",
    "HTTP/1.1 200 OK\r\n\r\n",
    (port) => ({ endpoint: "https://shelf.example/", proxy: `http://127.0.0.1:${port}` }),
  ],
  [
    "the TLS handshake with the proxy",
    undefined,
    (port) => ({ endpoint: "https://shelf.example/", proxy: `https://127.0.0.1:${port}` }),
  ],
];
test.each(sampleOf(moments, 3))(
  "calls given up at any moment of %s: the listener never sees more than `connections`",
  async (_what, greeting, make) => {
    for (const abortAfterMs of isSlow ? [1, 3, 10] : [3]) {
      const silent = await listenSilently(greeting);
      atEnd(silent.stop);
      const task: GivenUpTask = {
        options: { ...make(silent.port), connections: 2 },
        calls: 200,
        abortAfterMs,
        lanes: 4,
        isPatient: true,
      };
      const { report, end } = await runChild<GivenUpReport>(join(__dirname, "given-up-process.ts"), task);
      expect([report?.ended, end]).toEqual([{ ABORTED: 200 }, 0]);
      expect(silent.most()).toBeLessThanOrEqual(2);
    }
  },
);

describe("a request that got not one byte on a connection used before", () => {
  const adding = { Book: { Id: 1, Price: "1" } } as const;
  /** Responds to the first `good` requests of each connection and ends it by `endIt` at the next. */
  async function serveGood(endIt: (socket: Socket) => void, good = 1): Promise<RawServer> {
    const met = new WeakMap<Socket, number>();
    return serve((socket, { body }) => {
      const before = met.get(socket) ?? 0;
      met.set(socket, before + 1);
      if (before >= good) endIt(socket);
      else if (body.includes("Add_Book")) socket.write(added);
      else socket.write(bookList(book(0)));
    });
  }
  const openAt = (server: RawServer): ShelfClient =>
    open({ endpoint: server.url, retries: { max: 0, budget: 0 }, connections: 4 });

  const endings: readonly (readonly [string, (socket: Socket) => void])[] = [
    ["a FIN", (socket) => socket.end()],
    ["a reset", (socket) => socket.resetAndDestroy()],
  ];

  test.each(endings)("goes out once more, outside of the retries, after %s", async (_what, endIt) => {
    const server = await serveGood(endIt);
    const client = openAt(server);
    await client.getBooks({ ShelfId: 1 });
    const { result, http } = await client.getBooks({ ShelfId: 2 }).withResponse();
    expect([result.length, http.attempts, server.requests.length, server.connections]).toEqual([1, 2, 3, 2]);
  });

  slowTest("goes out on a fresh connection, though others are idle that are no better", async () => {
    const server = await serveGood((socket) => socket.end());
    const client = openAt(server);
    await Promise.all(Array.from({ length: 4 }, () => client.getBooks({ ShelfId: 1 })));
    const before = server.connections;
    for (let n = 0; n < 3; n++) expect(await client.getBooks({ ShelfId: 2 })).toHaveLength(1);
    expect(server.connections).toBeGreaterThan(before);
  });

  test("of a stream goes out once more too", async () => {
    const server = await serveGood((socket) => socket.end());
    const client = openAt(server);
    await client.getBooks({ ShelfId: 1 });
    const items: unknown[] = [];
    for await (const item of client.getBooksStream({ ShelfId: 1 })) items.push(item);
    expect([items.length, server.requests.length]).toEqual([1, 3]);
  });

  test.each(endings)("does not go out again when its operation is not safe, after %s", async (_what, endIt) => {
    const server = await serveGood(endIt);
    const client = openAt(server);
    await client.getBooks({ ShelfId: 1 });
    await expect(client.addBook(adding)).rejects.toMatchObject({ code: "CONNECTION", sent: "maybe", attempts: 1 });
    expect(server.requests).toHaveLength(2);
  });

  test.each(endings)("goes out no third time, after %s", async (_what, endIt) => {
    const server = await serve((socket, { number }) => {
      if (number === 1) socket.write(bookList(book(0)));
      else endIt(socket);
    });
    const client = openAt(server);
    await client.getBooks({ ShelfId: 1 });
    await expect(client.getBooks({ ShelfId: 1 })).rejects.toMatchObject({ code: "CONNECTION", sent: "maybe" });
    expect(server.requests).toHaveLength(3);
  });

  test.each(endings)("is not what fails on a connection of its own, after %s", async (_what, endIt) => {
    const server = await serveGood(endIt, 0);
    const client = openAt(server);
    await expect(client.getBooks({ ShelfId: 1 })).rejects.toMatchObject({ code: "CONNECTION", attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  test("is not one that got a first byte", async () => {
    const server = await serveGood((socket) => socket.write("H", () => socket.end()));
    const client = openAt(server);
    await client.getBooks({ ShelfId: 1 });
    await expect(client.getBooks({ ShelfId: 1 })).rejects.toMatchObject({ code: "CONNECTION" });
    expect(server.requests).toHaveLength(2);
  });
});

test("a connection that the server has closed between two calls is used by neither, whatever the operation", async () => {
  const server = await serve((socket) => {
    socket.write(added, () => setTimeout(() => socket.end(), 5));
  });
  const client = open({ endpoint: server.url, retries: 0, connections: 1 });
  for (let n = 0; n < 30; n++) {
    const { http } = await client.addBook({ Book: { Id: n, Price: "1" } }).withResponse();
    expect(http.attempts).toBe(1);
    await server.allClosed();
  }
  expect(server.requests).toHaveLength(30);
});
