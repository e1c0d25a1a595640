/** Tests `client/stats` by itself: no entry point shows it whole. */
import { Console } from "node:console";
import type { Socket } from "node:net";
import { Writable } from "node:stream";
import pino from "pino";
import { breaker, fairness } from "soapwright-features";
import type { Logger } from "soapwright-runtime";
import { isFaultError } from "soapwright-runtime/errors";
import { optionsOver } from "soapwright-testing/client/options-over";
import { book, envelope, fault11 } from "soapwright-testing/client/shelf";
import { collectGarbage } from "soapwright-testing/collect-garbage";
import { turn, until } from "soapwright-testing/stage/gate";
import { bookList } from "soapwright-testing/stage/responses";
import { callOptions, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { shelfWith } from "soapwright-testing/tenants/stage";
import { answer, type RawHandler } from "soapwright-testing/transport/raw-server";
import type { LogFields } from "../../src/client/log";
import { allStats } from "../../src/client/stats";

/** A line for each call and for each retry, with real loggers. */
describe("log", () => {
  endAfterEach();

  const good: RawHandler = (socket) => socket.write(bookList(book(1, "Mrs Marker")));
  const withId = (id: string, status: string): Buffer => answer("", status, [`X-Request-Id: ${id}`]);
  const busyTwice: RawHandler = (socket, { number }) =>
    socket.write(number <= 2 ? withId(`r-${number}`, "503 Busy") : bookList(book(1)));

  /** Collects everything that is written to it. */
  class Sink extends Writable {
    text = "";
    override _write(chunk: Buffer, _encoding: string, done: () => void): void {
      this.text += chunk.toString();
      done();
    }
    get lines(): string[] {
      return this.text.split("\n").slice(0, -1);
    }
  }

  interface PinoLine extends LogFields {
    readonly level: number;
    readonly msg: string;
    readonly [binding: string]: unknown;
  }

  function pinoTo(sink: Sink, options: pino.LoggerOptions = {}): pino.Logger {
    return pino({ ...options, level: options.level ?? "trace" }, sink);
  }
  const parsed = (sink: Sink): PinoLine[] => sink.lines.map((line) => JSON.parse(line) as PinoLine);

  /** A logger with `console`'s argument order that keeps its lines. */
  function keeping() {
    const lines: [level: string, message: string, fields: LogFields][] = [];
    const at = (level: string) => (message: string, fields: LogFields) => void lines.push([level, message, fields]);
    return { lines, logger: { info: at("info"), warn: at("warn"), error: at("error") } satisfies Logger };
  }

  async function openWith(options: object, handler: RawHandler = good) {
    const server = await serve(handler);
    return { server, client: open(optionsOver({ endpoint: server.url, retries: { delayMs: 1 } }, options)) };
  }

  describe("pino", () => {
    test("gets one line for each retry, of the request that failed, and one for the call", async () => {
      const sink = new Sink();
      const logger: Logger = pinoTo(sink).child({ service: "shelf" });
      const { client } = await openWith({ logger }, busyTwice);
      await client.getBooks({ ShelfId: 1 });
      expect(parsed(sink)).toMatchObject([
        { level: 40, msg: "Get_Books is retried.", attempt: 1, status: 503, requestId: "r-1", code: "HTTP", bytes: 0 },
        { level: 40, msg: "Get_Books is retried.", attempt: 2, status: 503, requestId: "r-2", code: "HTTP", bytes: 0 },
        { level: 30, msg: "Get_Books succeeded.", attempt: 3, status: 200, operation: "Get_Books", service: "shelf" },
      ]);
      const [first, second, call] = parsed(sink);
      expect(call!.bytes).toBeGreaterThan(100);
      expect(call!.ms).toBeGreaterThanOrEqual(first!.ms + second!.ms);
      expect(Object.keys(call!)).not.toContain("requestId");
      expect(Object.keys(call!)).not.toContain("code");
    });

    test("writes what its own level lets through", async () => {
      for (const [level, count] of [
        ["info", 3],
        ["warn", 2],
        ["error", 0],
        ["silent", 0],
      ] as const) {
        const sink = new Sink();
        const logger = pinoTo(sink, { level });
        const { client } = await openWith({ logger }, busyTwice);
        await client.getBooks({ ShelfId: 1 });
        expect([level, sink.lines.length]).toEqual([level, count]);
      }
    });
  });

  describe("console", () => {
    test("gets message, then fields, in one line each", async () => {
      const [stdout, stderr] = [new Sink(), new Sink()];
      const logger: Logger = new Console({ stdout, stderr });
      const { client } = await openWith({ logger }, busyTwice);
      await client.getBooks({ ShelfId: 1 });
      expect(stderr.lines).toEqual([
        expect.stringMatching(
          /^Get_Books is retried\. \{ operation: 'Get_Books', attempt: 1, status: 503, ms: [\d.]+, bytes: 0, requestId: 'r-1', code: 'HTTP', kind: 'busy' \}$/,
        ),
        expect.stringMatching(/attempt: 2/),
      ]);
      expect(stdout.lines).toEqual([
        expect.stringMatching(
          /^Get_Books succeeded\. \{ operation: 'Get_Books', attempt: 3, status: 200, ms: [\d.]+, bytes: \d+ \}$/,
        ),
      ]);
    });

    test("is a logger as it is", async () => {
      const spied = jest.spyOn(console, "info").mockImplementation(() => {});
      try {
        const { client } = await openWith({ logger: console });
        await client.getBooks({ ShelfId: 1 });
        expect(spied.mock.calls).toEqual([["Get_Books succeeded.", expect.objectContaining({ status: 200 })]]);
      } finally {
        spied.mockRestore();
      }
    });
  });

  describe("the order of fields and message", () => {
    const functions = () => {
      const calls: unknown[][] = [];
      const keep = (...args: unknown[]): void => void calls.push(args);
      return { calls, info: keep, warn: keep, error: keep };
    };
    const nothing = (): void => {};

    test.each<[string, object, "message" | "fields"]>([
      ["neither child nor fatal, as console", {}, "message"],
      ["child alone, as winston", { child: nothing }, "message"],
      ["fatal alone, as log4js", { fatal: nothing, trace: nothing }, "message"],
      ["child and fatal, as pino, Fastify and bunyan", { child: nothing, fatal: nothing }, "fields"],
    ])("with %s", async (_what, more, first) => {
      const logger = { ...functions(), ...more };
      const { client } = await openWith({ logger });
      await client.getBooks({ ShelfId: 1 });
      const [[a, b]] = logger.calls as [[unknown, unknown]];
      expect(typeof (first === "message" ? a : b)).toBe("string");
      expect(first === "message" ? b : a).toMatchObject({ operation: "Get_Books", status: 200 });
    });

    test("its functions are called as methods", async () => {
      class Own {
        readonly lines: string[] = [];
        info(message: string): void {
          this.lines.push(message);
        }
        warn(message: string): void {
          this.lines.push(message);
        }
        error(message: string): void {
          this.lines.push(message);
        }
      }
      const logger = new Own();
      const { client } = await openWith({ logger });
      await client.getBooks({ ShelfId: 1 });
      expect(logger.lines).toEqual(["Get_Books succeeded."]);
    });
  });

  describe("a call that fails", () => {
    test.each<[string, RawHandler, object, object]>([
      [
        "with a fault about its credentials",
        (socket) => socket.write(answer(envelope(fault11("s:FailedAuthentication", "Mrs Marker")), "500 X")),
        {},
        { code: "FAULT", kind: "refused", status: 500, attempt: 1 },
      ],
      ["without a connection", (socket) => socket.destroy(), { retries: 0 }, { code: "CONNECTION", attempt: 1 }],
      ["by its deadline", () => {}, { deadlineMs: 50 }, { code: "TIMEOUT", attempt: 1 }],
      [
        "with its last retry",
        (socket, { number }) => socket.write(withId(`r-${number}`, "503 X")),
        { retries: 1 },
        { code: "HTTP", status: 503, attempt: 2, requestId: "r-2" },
      ],
    ])("%s has an error line with its code", async (_what, handler, options, fields) => {
      const { lines, logger } = keeping();
      const { client } = await openWith({ logger, ...options }, handler);
      await rejection(client.getBooks({ ShelfId: 1 }));
      expect(lines.at(-1)).toEqual(["error", "Get_Books failed.", expect.objectContaining(fields)]);
      expect(lines.filter(([level]) => level === "error")).toHaveLength(1);
    });

    const saying =
      (code: string, reason = "r"): RawHandler =>
      (socket) =>
        socket.write(answer(envelope(fault11(code, reason)), "500 X"));

    test.each<[string, RawHandler, object, string | undefined, string]>([
      ["a fault of the service's own", saying("s:Client", "Mrs Marker"), {}, "warn", "rejected"],
      ["refused credentials", saying("s:FailedAuthentication"), {}, "error", "refused"],
      [
        "a kind of the user's",
        saying("s:E17"),
        {
          quirks: {
            errorKind: (error: unknown) =>
              isFaultError(error) && error.fault.code.local === "E17" ? "busy" : undefined,
          },
          // A busy response is retried.
          retries: 0,
        },
        "error",
        "busy",
      ],
    ])("of its kind has a line of its level: %s", async (_what, handler, options, level, kind) => {
      const { lines, logger } = keeping();
      const { client } = await openWith({ logger, ...options }, handler);
      await rejection(client.getBooks({ ShelfId: 1 }));
      expect(lines.map(([at, , fields]) => [at, fields.kind])).toEqual(level === undefined ? [] : [[level, kind]]);
    });

    test("before anything is sent has one, too", async () => {
      const { lines, logger } = keeping();
      const { client } = await openWith({ logger });
      await rejection(client.getBooks({ ShelfId: 0.5 }));
      await rejection(client.getBooks({ ShelfId: 1 }, callOptions({ timeoutMs: -1 })));
      expect(lines).toEqual([
        ["error", "Get_Books failed.", expect.objectContaining({ attempt: 0, bytes: 0, code: "ARGUMENT" })],
        ["error", "Get_Books failed.", expect.objectContaining({ attempt: 0, bytes: 0, code: "CONFIGURATION" })],
      ]);
    });

    test("because it was aborted is no error", async () => {
      const { lines, logger } = keeping();
      const { client, server } = await openWith({ logger }, () => {});
      const abort = new AbortController();
      const call = rejection(client.getBooks({ ShelfId: 1 }, { signal: abort.signal }));
      await until(() => server.requests.length === 1);
      abort.abort();
      await call;
      expect(lines).toEqual([["info", "Get_Books was aborted.", expect.objectContaining({ code: "ABORTED" })]]);
    });

    test("in an interceptor has a line, with what the caller gets", async () => {
      const { lines, logger } = keeping();
      const interceptors = [
        () => () => {
          throw new RangeError("mine");
        },
      ];
      const { client } = await openWith({ logger, interceptors });
      await rejection(client.getBooks({ ShelfId: 1 }));
      expect(lines).toEqual([["error", "Get_Books failed.", expect.objectContaining({ code: "CONFIGURATION" })]]);
    });
  });

  test("a stream has its line when its response is over, and one that was left has gone well", async () => {
    const { lines, logger } = keeping();
    const long = bookList(...Array.from({ length: 3_000 }, (_, id) => book(id)));
    const { client } = await openWith({ logger }, (socket) => socket.write(long));
    let items = 0;
    for await (const _ of client.getBooksStream({ ShelfId: 1 })) items++;
    for await (const _ of client.getBooksStream({ ShelfId: 1 })) break;
    await client.close();
    expect(items).toBe(3_000);
    expect(lines).toEqual([
      ["info", "Get_Books succeeded.", expect.objectContaining({ attempt: 1, status: 200, bytes: expect.any(Number) })],
      ["info", "Get_Books succeeded.", expect.objectContaining({ attempt: 1, status: 200 })],
    ]);
    expect(lines[0]![2].bytes).toBeGreaterThan(100_000);
  });

  test("no credential, argument, result or word of the service is in any line, wherever it was repeated", async () => {
    const { lines, logger } = keeping();
    const handler: RawHandler = (socket, { number }) =>
      socket.write(
        number === 1
          ? answer("hunter22 Mrs Marker", "503 hunter22", ["X-Request-Id: for hunter22", "X-Other: hunter22"])
          : answer(envelope(fault11("s:hunter22", "hunter22 of Mrs Marker")), "500 hunter22", [
              "X-Request-Id: hunter22",
            ]),
      );
    const headers = { Credentials: { User: "me", Secret: "hunter22" } };
    const { client } = await openWith({ logger, headers, httpHeaders: { Authorization: "hunter33" } }, handler);
    await rejection(client.getBooks({ ShelfId: 4242 }));
    expect(lines).toHaveLength(2);
    expect(lines[1]![2].requestId).toBe("***");
    expect(JSON.stringify(lines)).not.toMatch(/hunter|Marker|4242/);
  });

  describe("a logger", () => {
    const later = new Error("the disk is full");
    const fails = (): never => {
      throw later;
    };
    test.each<[string, () => unknown]>([
      ["throws", fails],
      ["rejects", () => Promise.reject(later)],
      ["never answers", () => new Promise(() => {})],
      ["returns something that fails when it is looked at", () => new Proxy({}, { get: () => fails() })],
    ])("that %s breaks no call and no stream", async (_what, write) => {
      const unhandled = jest.fn();
      process.on("unhandledRejection", unhandled);
      const { client, server } = await openWith({ logger: { info: write, warn: write, error: write } }, busyTwice);
      expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
      let items = 0;
      for await (const _ of client.getBooksStream({ ShelfId: 1 })) items++;
      await turn();
      process.off("unhandledRejection", unhandled);
      expect([items, server.requests.length, unhandled.mock.calls.length]).toEqual([1, 4, 0]);
    });

    test("that is slow takes no time from a request's limit", async () => {
      const slow = (): void => {
        const until = performance.now() + 700;
        while (performance.now() < until);
      };
      const { client } = await openWith({ logger: { info: slow, warn: slow, error: slow }, timeoutMs: 600 }, busyTwice);
      expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    });

    test.each<[unknown, RegExp]>([
      ["pino", /logger takes an object with the functions info, warn and error, but is /],
      [null, /logger takes/],
      [{ info() {}, error() {} }, /but is one without warn\./],
      [{ log() {} }, /but is one without info\./],
    ])("has its functions, or making the client fails: %p", (logger, message) => {
      expect(() => open({ endpoint: "http://127.0.0.1:1/", logger })).toThrow(message);
    });
  });

  test("the line of a retry has the kind that quirks.errorKind gives, as the line of the call has", async () => {
    const { lines, logger } = keeping();
    const options = { logger, retries: 1, quirks: { errorKind: () => "unreachable" as const } };
    const { client } = await openWith(options, (socket) => socket.write(withId("r", "503 Busy")));
    await rejection(client.getBooks({ ShelfId: 1 }));
    expect(lines.map(([level, , { kind }]) => [level, kind])).toEqual([
      ["warn", "unreachable"],
      ["error", "unreachable"],
    ]);
  });
});

/** `client.stats()`: the current state of a client. */
describe("stats", () => {
  endAfterEach();

  test("counts what waits, what is under way, connections and limits", async () => {
    const sockets: Socket[] = [];
    const server = await serve((socket) => void sockets.push(socket));
    const client = open({ endpoint: server.url, connections: 2, requestsPerSecond: 1_000_000, admission: [breaker()] });
    const { origin } = new URL(server.url);
    expect(client.stats()).toEqual({
      service: "Shelf",
      origins: [
        {
          origin,
          waiting: 0,
          waitingTenants: 0,
          longestQueue: 0,
          inFlight: 0,
          maxInFlight: 2,
          requestsPerSecond: 1_000_000,
          breaker: "closed",
          tenants: undefined,
        },
      ],
      connections: { idle: 0, active: 0 },
      retries: 0,
      retryBudget: 10,
      credentials: { fetches: 0, failed: 0, totalMs: 0 },
    });
    const calls = Array.from({ length: 5 }, () => client.getBooks({ ShelfId: 1 }));
    const other = client.with({}).getBooks({ ShelfId: 1 });
    while (sockets.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(client.stats()).toMatchObject({
      origins: [{ waiting: 4, waitingTenants: 2, longestQueue: 3, inFlight: 2 }],
      connections: { idle: 0, active: 2 },
    });
    for (let sent = 0; sent < 6; ) {
      for (const socket of sockets.splice(0)) {
        socket.write(bookList());
        sent++;
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await Promise.all([...calls, other]);
    const after = client.stats();
    expect(after).toMatchObject({ origins: [{ waiting: 0, inFlight: 0 }], connections: { active: 0 } });
    expect(after.connections?.idle).toBeGreaterThan(0);
  });

  test("counts retries, and what is left of their budget", async () => {
    const server = await serve((socket, { number }) => socket.write(number < 3 ? answer("", "503 Busy") : bookList()));
    const client = open({
      endpoint: server.url,
      retries: { delayMs: 1, budget: 4 },
      quirks: { safeOperations: ["getBooks"] },
    });
    await client.getBooks({ ShelfId: 1 });
    expect(client.stats()).toMatchObject({ retries: 2, retryBudget: 2 });
  });

  test("shows the breaker, and every origin that was called", async () => {
    const down = await serve((socket) => socket.write(answer("", "500 Error")));
    const fine = await serve((socket) => socket.write(bookList()));
    const admission = [breaker({ minimumRequests: 1, openMs: 60_000 })];
    const client = open({ endpoint: down.url, allowedOrigins: [new URL(fine.url).origin], admission, retries: 0 });
    await rejection(client.getBooks({ ShelfId: 1 }));
    await client.with({ endpoint: fine.url }).getBooks({ ShelfId: 1 });
    expect(client.stats().origins.map(({ origin, breaker: state }) => [origin, state])).toEqual([
      [new URL(down.url).origin, "open"],
      [new URL(fine.url).origin, "closed"],
    ]);
  });

  test("shows tenants by the labels that the user gives them, and no others", async () => {
    const sockets: Socket[] = [];
    const server = await serve((socket) => void sockets.push(socket));
    const client = open({
      endpoint: server.url,
      connections: 3,
      admission: [
        fairness({
          key({ args }) {
            const { ShelfId } = args as { ShelfId: number };
            return ShelfId > 8 ? undefined : `key ${ShelfId}`;
          },
          label(key: string) {
            if (key === "key 7") throw new Error("no label");
            return key === "key 3" ? undefined : key.replace("key ", "shelf ").replace("2", "1");
          },
        }),
      ],
    });
    expect(client.stats().origins[0]?.tenants).toEqual([]);
    const calls = [1, 1, 1, 2, 3, 4, 7, 9].map((ShelfId) => client.getBooks({ ShelfId }));
    while (sockets.length < 3) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(client.stats().origins[0]?.tenants).toEqual([
      { label: "shelf 1", waiting: 1, inFlight: 3 },
      { label: "shelf 4", waiting: 1, inFlight: 0 },
    ]);
    for (let sent = 0; sent < calls.length; ) {
      for (const socket of sockets.splice(0)) sent += Number(socket.write(bookList()) || true);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await Promise.all(calls);
    expect(client.stats().origins[0]?.tenants).toEqual([]);
  });

  test("a tenant by its credentials is its domain and user name; at most 100 labels are shown", async () => {
    const sockets: Socket[] = [];
    const server = await serve((socket) => void sockets.push(socket));
    const seen = new Set<string>();
    const shown = fairness({
      label(key) {
        seen.add(key);
        return key;
      },
      weight(key) {
        seen.add(`w ${key}`);
        return 1;
      },
    });
    const client = shelfWith({ secret: "s" }, { endpoint: server.url, connections: 1, admission: [shown] });
    const calls = Array.from({ length: 150 }, (_, n) =>
      client.with({ user: `u${n}` } as never).getBooks({ ShelfId: 1 }),
    );
    for (const call of calls) call.catch(() => {});
    while (sockets.length < 1) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(client.stats().origins[0]?.tenants).toHaveLength(100);
    expect([...seen]).toEqual(expect.arrayContaining(["u0", "u149", "w u149"]));
    expect([...seen].join()).not.toContain("\0");
    await client.close({ force: true });
  });

  test("counts functions for credentials, and what they take", async () => {
    const server = await serve((socket) => socket.write(bookList()));
    let asked = 0;
    const secret = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (++asked === 2) throw new Error("vault is sealed");
      return { value: "T", expiresAt: Date.now() + 3_600_000 };
    };
    const client = shelfWith({ user: "a", secret }, { endpoint: server.url });
    await Promise.all([client.getBooks({ ShelfId: 1 }), client.getBooks({ ShelfId: 1 })]);
    expect(client.stats().credentials).toMatchObject({ fetches: 1, failed: 0 });
    await rejection(client.with({ user: "b", secret } as never).getBooks({ ShelfId: 1 }));
    const { credentials } = client.stats();
    expect(credentials).toMatchObject({ fetches: 2, failed: 1 });
    expect(credentials.totalMs).toBeGreaterThan(30);
  });

  test("clients that are closed or dropped are not among those of the process", async () => {
    const before = allStats().length;
    const client = open({ endpoint: "http://127.0.0.1:1/" });
    open({ endpoint: "http://127.0.0.1:1/" });
    client.with({});
    expect(allStats()).toHaveLength(before + 2);
    await client.close();
    expect(allStats()).toHaveLength(before + 1);
    collectGarbage();
  });
});
