/** Options are own properties: a property that another package sets on `Object.prototype` is none. */
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmployeeServiceV3, createEmployeeServiceV21 } from "employee-service-client";
import { book } from "soapwright-testing/client/shelf";
import { runChild } from "soapwright-testing/stage/child";
import { pause } from "soapwright-testing/stage/consume";
import { bookList } from "soapwright-testing/stage/responses";
import { sampleOf } from "soapwright-testing/stage/slow";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import type { RawHandler } from "soapwright-testing/transport/raw-server";
import { mapConcurrent } from "../../src";
import type { PollutedReport, PollutedTask } from "./polluted-process";

endAfterEach();

const good: RawHandler = (socket) => socket.write(bookList(book(1)));

/** Runs `act`, which must be synchronous, while `name` is on `Object.prototype`. */
function whilePolluted<T>(name: string, value: unknown, act: () => T): T {
  // Enumerable, as a bug sets it.
  Reflect.set(Object.prototype, name, value);
  try {
    return act();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}

const NUMBERS = [
  ...["timeoutMs", "deadlineMs", "retries", "maxResponseBytes", "maxStreamBytes", "connectTimeoutMs", "retryDelayMs"],
  ...["retryBudget", "maxDepth", "maxTextLength"],
  ...["connections", "keepAliveMs", "requestsPerSecond", "maxQueued", "streamIdleMs"],
  ...["maxRequestBytes", "maxConnectionAgeMs"],
];
const OTHERS = [
  ...["endpoint", "soapVersion", "namespaces", "headers", "httpHeaders", "validation", "retryTimeouts", "proxy", "tls"],
  ...["allowInsecure", "allowControlCharacters", "exposeEnvelopes", "transport"],
  ...["interceptors", "attemptInterceptors"],
];

describe("an option on Object.prototype", () => {
  test.each([...NUMBERS, ...OTHERS])("is not one of the client: %s", async (name) => {
    const { url } = await serve(good);
    // No option accepts this value: a client that read it would refuse it.
    const client = whilePolluted(name, -1.5, () => open(name === "endpoint" ? {} : { endpoint: url }));
    if (name !== "endpoint") expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
  });

  test.each(["signal", "headers", "auth", "httpHeaders", ...NUMBERS.slice(0, 5), "retryTimeouts"])(
    "is not one of a call: %s",
    async (name) => {
      const { url } = await serve(good);
      const client = open({ endpoint: url });
      // With an open connection, Node no longer reads its own options from there.
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
    validation: "strict",
    exposeEnvelopes: true,
  };
  const pollutions: readonly [what: string, pollution: PollutedTask["pollution"]][] = [
    ["socketPath", { socketPath: path }],
    ["texts, which could be taken for HTTP headers", { token: "polluted", username: "polluted", "X-Polluted": "1" }],
    ["an aborted signal", { signal: { aborted: true, reason: "polluted", addEventListener() {} } }],
    ["many others", further],
  ];
  test.each(sampleOf(pollutions, pollutions.length))(
    "changes no call, however long it is there: %s",
    async (_what, pollution) => {
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
      const { report, end } = await runChild<PollutedReport>(join(__dirname, "polluted-process.ts"), task);
      expect(report).toEqual({ ids: [1, 1] });
      expect([end, spied]).toEqual([0, []]);
      for (const { head } of server.requests) {
        expect(head).not.toMatch(/polluted|soap\+xml/i);
        expect(head).toMatch(/accept-encoding: gzip/i);
      }
    },
  );
});
