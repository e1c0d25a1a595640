/** Options: whose they are, and what they forbid. */
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmployeeServiceV3, createEmployeeServiceV21 } from "../../src/index";
import { mapConcurrent } from "../../src/runtime";
import { book } from "../client/shelf";
import type { RawHandler } from "../transport/raw-server";
import { runChild } from "./child";
import { pause } from "./consume";
import type { PollutedReport, PollutedTask } from "./polluted-process";
import { listenSilently } from "./silent";
import { atEnd, endAfterEach, open, rejection, serve } from "./stage";
import { added, bookList } from "./stage-bytes";

endAfterEach();

const good: RawHandler = (socket) => socket.write(bookList(book(1)));

/** Runs `act`, which must not wait for anything, while `name` is on `Object.prototype`. */
function whilePolluted<T>(name: string, value: unknown, act: () => T): T {
  // As a bug sets it: enumerable, too.
  Reflect.set(Object.prototype, name, value);
  try {
    return act();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}

const NUMBERS = [
  ...["timeoutMs", "deadlineMs", "retries", "maxResponseBytes", "maxStreamBytes", "connectTimeoutMs", "retryDelayMs"],
  ...["maxRetryDelayMs", "retryBudget", "maxDepth", "maxAttributes", "maxTextLength", "maxNameLength", "maxNames"],
  ...["maxHeaderBytes", "connections", "keepAliveMs", "maxInFlight", "requestsPerSecond", "maxQueued", "streamIdleMs"],
  ...["maxRequestBytes", "maxConnectionAgeMs"],
];
const OTHERS = [
  ...["endpoint", "soapVersion", "namespaces", "headers", "httpHeaders", "validation", "retryTimeouts", "proxy", "tls"],
  ...["socketPath", "compression", "allowInsecure", "allowControlCharacters", "exposeEnvelopes", "transport"],
  ...["interceptors", "attemptInterceptors"],
];

describe("an option on Object.prototype", () => {
  test.each([...NUMBERS, ...OTHERS])("is not one of the client: %s", async (name) => {
    const { url } = await serve(good);
    // No option takes this value: a client that read it would refuse it.
    const client = whilePolluted(name, -1.5, () => open(name === "endpoint" ? {} : { endpoint: url }));
    if (name !== "endpoint") expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
  });

  test.each(["signal", "headers", "auth", "httpHeaders", ...NUMBERS.slice(0, 5), "retryTimeouts"])(
    "is not one of a call: %s",
    async (name) => {
      const { url } = await serve(good);
      const client = open({ endpoint: url });
      // With a connection there is nothing of Node's left that would read its own options from there.
      await client.getBooks({ ShelfId: 1 });
      const calls = whilePolluted(name, -1.5, () => [
        client.getBooks({ ShelfId: 1 }),
        client.getBooks({ ShelfId: 1 }, {}),
      ]);
      for (const call of calls) expect(await call).toHaveLength(1);
    },
  );

  test.each(["concurrency", "signal", "onProgress", "ordered"])("is not one of mapConcurrent: %s", async (name) => {
    const outcomes = whilePolluted(name, -1.5, () => mapConcurrent([1], async (n) => n, {}));
    expect((await outcomes.next()).value).toMatchObject({ ok: true, result: 1 });
  });

  test("is not one of close", async () => {
    let answerIt: (() => void) | undefined;
    const { url } = await serve((socket) => {
      answerIt = () => socket.write(bookList(book(1)));
    });
    const client = open({ endpoint: url });
    const call = client.getBooks({ ShelfId: 1 });
    while (answerIt === undefined) await pause(1);
    const closed = whilePolluted("force", true, () => client.close({}));
    answerIt();
    expect(await call).toHaveLength(1);
    await closed;
  });

  test.each(["ca", "cert", "key", "pfx", "passphrase", "servername", "minVersion"])(
    "is not one of tls: %s",
    async (name) => {
      expect(() => whilePolluted(name, -1.5, () => open({ endpoint: "https://127.0.0.1:1/", tls: {} }))).not.toThrow();
    },
  );

  const baseUrl = "https://service.example";
  test.each(["namespaceBaseUrl", "endpoint", "namespace", "username", "token", "headers", "namespaces"])(
    "is not one of the employee service: %s",
    async (name) => {
      const { url, requests } = await serve((socket) => socket.destroy());
      const make = () => createEmployeeServiceV3({ baseUrl, domain: "mine", endpoint: url, retries: 0 });
      const client = name === "endpoint" ? make() : whilePolluted(name, "urn:polluted", make);
      await client.addressGetList({ EmployeeId: 1, Period: 1, Year: 2026 }).catch(() => {});
      const call = { EmployeeId: 1, Period: 1, Year: 2026 };
      await whilePolluted(name, "urn:polluted", () => client.addressGetList(call, { auth: { domain: "mine" } })).catch(
        () => {},
      );
      await client.close();
      expect(requests).toHaveLength(2);
      for (const { head, body } of requests) expect(head + body).not.toContain("polluted");
    },
  );

  test("does not stand in for the one that is required when the client is made: baseUrl", () => {
    const make = () => whilePolluted("baseUrl", "https://polluted.example", () => createEmployeeServiceV3({} as never));
    expect(make).toThrow(expect.objectContaining({ code: "CONFIGURATION", option: "baseUrl" }));
  });

  test.each(["username", "token", "domain"])("does not stand in for one that a call requires: %s", async (name) => {
    const { [name]: _left, ...given } = { username: "me", token: "t", domain: "d" } as { [option: string]: string };
    const error = await rejection(
      whilePolluted(name, "polluted", () => {
        if (name === "domain") {
          const client = createEmployeeServiceV3({ baseUrl });
          return client.with({}).addressGetList({ EmployeeId: 1, Period: 1, Year: 2026 });
        }
        const { domain: _domain, ...ofV21 } = given;
        return createEmployeeServiceV21({ baseUrl, ...ofV21 } as never)
          .with({})
          .costCenterGetCurrent({ EmployeeId: 1 });
      }),
    );
    expect(error).toMatchObject({ code: "CONFIGURATION", option: name, attempts: 0 });
  });

  const path = join(tmpdir(), `polluted-${process.pid}.sock`);
  const further = {
    soapVersion: "1.2",
    httpHeaders: { "X-Polluted": "1" },
    auth: { polluted: "1" },
    maxResponseBytes: 1,
    maxStreamBytes: 1,
    timeoutMs: 1,
    retries: 0,
    requestsPerSecond: 1,
    maxRequestBytes: 1,
    maxDepth: 1,
    maxNames: 1,
    validation: "strict",
    exposeEnvelopes: true,
    compression: false,
  };
  test.each([
    ["socketPath", { socketPath: path }],
    ["texts, which could be taken for HTTP headers", { token: "polluted", username: "polluted", "X-Polluted": "1" }],
    ["an aborted signal", { signal: { aborted: true, reason: "polluted", addEventListener() {} } }],
    ["many others", further],
  ])("changes no call, however long it is there: %s", async (_what, pollution) => {
    const spied: string[] = [];
    const spy = createServer((socket) => {
      spied.push("a connection");
      socket.on("error", () => {});
      socket.on("data", (data) => socket.end(spied.push(String(data)) > 0 ? bookList(book(2)) : ""));
    });
    await new Promise<void>((resolve) => spy.listen(path, resolve));
    atEnd(() => new Promise((resolve) => spy.close(resolve)));
    const server = await serve(good);
    const task: PollutedTask = { url: server.url, pollution };
    const { report, end } = await runChild<PollutedReport>("polluted-process.ts", task);
    expect(report).toEqual({ ids: [1, 1] });
    expect([end, spied]).toEqual([0, []]);
    for (const { head } of server.requests) {
      expect(head).not.toMatch(/polluted|soap\+xml/i);
      expect(head).toMatch(/accept-encoding: gzip/i);
    }
  });
});

describe("a security object", () => {
  test.each(["Content-Length", "content-length", "Transfer-Encoding", "TRANSFER-ENCODING"])(
    "that sets %s is refused, and nothing is sent",
    async (name) => {
      const server = await serve(good);
      const client = open({ endpoint: server.url, retries: 0 });
      client.soap.setSecurity({
        addHeaders: (headers) => {
          headers[name] = name.toLowerCase() === "content-length" ? "5" : "chunked";
        },
      });
      const error = await rejection(client.getBooks({ ShelfId: 1 }));
      expect(error).toMatchObject({ code: "CONFIGURATION", attempts: 0 });
      expect(error.message).toMatch(new RegExp(name, "i"));
      expect(error.message).toMatch(/\.$/);
      expect(server.requests).toHaveLength(0);
      client.soap.setSecurity(null);
      expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    },
  );
});

describe("NO_PROXY", () => {
  const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"];
  const before = names.map((name) => [name, process.env[name]] as const);
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  /** Whether a call to `endpoint` goes past the proxy. The addresses are those for documentation: nobody is there. */
  async function isExcluded(list: string, endpoint: string): Promise<boolean> {
    let asked = 0;
    const proxy = createHttpServer((request, response) => {
      asked++;
      request.resume().on("end", () => response.writeHead(502).end());
    });
    const sockets = new Set<Socket>();
    proxy.on("connection", (socket) => sockets.add(socket));
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    atEnd(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    });
    for (const name of names) delete process.env[name];
    process.env.HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    process.env.NO_PROXY = list;
    const client = open({ endpoint, proxy: "environment", allowInsecure: true, retries: 0, connectTimeoutMs: 300 });
    const error = await rejection(client.getBooks({ ShelfId: 1 }));
    expect(Reflect.get(error, "code")).toEqual(asked > 0 ? "HTTP" : expect.stringMatching(/^(CONNECTION|TIMEOUT)$/));
    return asked === 0;
  }

  test.each([
    ["2001:db8::1", "http://[2001:db8::1]/", true],
    ["2001:db8::1", "http://[2001:db8::1]:8080/", true],
    ["2001:db8::1", "http://[2001:db8::2]/", false],
    ["2001:DB8:0:0::0:1", "http://[2001:db8::1]/", true],
    ["[2001:db8::1]", "http://[2001:db8::1]/", true],
    ["[2001:db8::1]:8080", "http://[2001:db8::1]:8080/", true],
    ["[2001:db8::1]:8080", "http://[2001:db8::1]:8081/", false],
    ["2001:db8::8080", "http://[2001:db8::1]:8080/", false],
    ["2001:db8::/32", "http://[2001:db8:1::5]/", true],
    ["2001:db8:1::/48", "http://[2001:db8:2::5]/", false],
    ["192.0.2.0/24", "http://192.0.2.7/", true],
    ["192.0.2.0/24", "http://198.51.100.7/", false],
    ["192.0.2.128/25", "http://192.0.2.7/", false],
    ["192.0.2.128/25", "http://192.0.2.200:81/", true],
    ["a.example, 192.0.2.0/24 b.example", "http://192.0.2.7/", true],
    ["192.0.2.0/33", "http://192.0.2.7/", false],
    ["0.0.0.0/0", "http://192.0.2.7/", true],
    ["0.0.0.0/0", "http://[2001:db8::1]/", false],
    ["192.0.2.0/24", "http://192.0.2.7.example/", false],
    ["192.0.2.7:81", "http://192.0.2.7:81/", true],
    ["192.0.2.7:81", "http://192.0.2.7:82/", false],
  ])("%s: is %s excluded? %p", async (list, endpoint, want) => {
    expect(await isExcluded(list, endpoint)).toBe(want);
  });
});

describe("loopback", () => {
  test.each(["[::ffff:7f1:203]", "[::ffff:7f:1]", "[::ffff:7f:0]", "[::ffff:7f0:1]", "127.0.0.1.example", "[::2]"])(
    "is not %s: credentials do not go there in plain text",
    (host) => {
      expect(() => open({ endpoint: `http://${host}/` })).toThrow(
        expect.objectContaining({ code: "CONFIGURATION", option: "endpoint" }),
      );
    },
  );

  test.each(["[::ffff:7f01:203]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::1]", "127.1.2.3"])("is %s", (host) => {
    expect(() => open({ endpoint: `http://${host}/` })).not.toThrow();
  });
});

describe("maxRequestBytes", () => {
  const withTitle = (Title: string) => ({ Book: { Id: 1, Title, Price: "1" } });

  test.each([
    ["letters", "x"],
    ["letters of several bytes", "é"],
    ["what is escaped", "&"],
  ])("is counted in bytes as they are sent, to the byte: %s", async (_what, letter) => {
    const server = await serve((socket) => socket.write(added));
    const args = withTitle(letter.repeat(3_000));
    await open({ endpoint: server.url }).addBook(args);
    const length = Number(/content-length: (\d+)/i.exec(server.requests[0]?.head ?? "")?.[1]);
    expect(length).toBeGreaterThan(3_000);
    expect(await open({ endpoint: server.url, maxRequestBytes: length }).addBook(args)).toBe(1);
    const error = await rejection(open({ endpoint: server.url, maxRequestBytes: length - 1 }).addBook(args));
    expect(error).toMatchObject({ code: "ARGUMENT", attempts: 0, operation: "Add_Book" });
    expect(error.message).toMatch(/maxRequestBytes/);
    expect(server.requests).toHaveLength(2);
  });

  test("refuses an argument of 64 MiB unless it is raised", async () => {
    const silent = await listenSilently();
    atEnd(silent.stop);
    const args = withTitle("x".repeat(2 ** 26));
    const client = open({ endpoint: `http://127.0.0.1:${silent.port}/`, retries: 0, timeoutMs: 3_000 });
    expect(await rejection(client.addBook(args))).toMatchObject({ code: "ARGUMENT", attempts: 0 });
    expect(silent.open()).toBe(0);
  });

  test("is for streams too", async () => {
    const stream = open({ endpoint: "http://127.0.0.1:1/", maxRequestBytes: 100 }).getBooksStream({ ShelfId: 1 });
    await expect(stream.next()).rejects.toMatchObject({ code: "ARGUMENT" });
  });

  test.each([0, -1, 1.5, "5"])("is no option of %p", (maxRequestBytes) => {
    expect(() => open({ maxRequestBytes })).toThrow(
      expect.objectContaining({
        code: "CONFIGURATION",
        option: "maxRequestBytes",
        message: expect.stringContaining("bytes"),
      }),
    );
  });
});

describe("maxConnectionAgeMs", () => {
  test("replaces a connection that is never idle, and fails no call", async () => {
    const server = await serve(good);
    const client = open({ endpoint: server.url, connections: 1, retries: 0, maxConnectionAgeMs: 100 });
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
    const client = open({ endpoint: server.url, connections: 1, retries: 0, maxConnectionAgeMs: 50 });
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    expect(server.connections).toBe(2);
  });

  test("keeps a connection that is younger", async () => {
    const server = await serve(good);
    const client = open({ endpoint: server.url, connections: 1, maxConnectionAgeMs: 600_000 });
    for (let n = 0; n < 30; n++) await client.getBooks({ ShelfId: 1 });
    expect(server.connections).toBe(1);
  });

  test.each([0, -1, 1.5, "5"])("is no option of %p", (maxConnectionAgeMs) => {
    expect(() => open({ maxConnectionAgeMs })).toThrow(
      expect.objectContaining({
        code: "CONFIGURATION",
        option: "maxConnectionAgeMs",
        message: expect.stringMatching(/milliseconds|\bms\b/),
      }),
    );
  });
});
