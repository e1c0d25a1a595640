/** `sharedRate(redisRateLimit(…))` through clients, over a real Redis. */

import { Redis } from "ioredis";
import { redisRateLimit, sharedRate } from "soapwright-features";
import type { RateLimit } from "soapwright-runtime/extend";
import type { ShelfClient } from "soapwright-testing/client/shelf";
import { startRedis, type TestServer } from "soapwright-testing/queue/servers";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";

endAfterEach();

let server: TestServer;
const clients: Redis[] = [];
beforeAll(async () => {
  server = await startRedis("--appendonly", "no");
}, 60_000);
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await server?.remove();
});
afterEach(() => jest.restoreAllMocks());

const ask = { ShelfId: 1 };
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function connect(port = server.port): Redis {
  const client = new Redis(port, "127.0.0.1", { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on("error", () => {});
  clients.push(client);
  return client;
}

/** Starts a service that records the times of requests. */
async function noting(respond: () => Buffer = () => bookList()) {
  const at: number[] = [];
  const { url } = await serve((socket) => {
    at.push(performance.now());
    socket.write(respond());
  });
  const most = () => Math.max(0, ...at.map((from) => at.filter((time) => time >= from && time < from + 1_000).length));
  return { url, at, most };
}

function limited(url: string, perSecond: number, name: string, more: object = {}): ShelfClient {
  return open({
    endpoint: url,
    admission: [sharedRate(redisRateLimit({ client: connect(), perSecond, name, onAway() {} }))],
    ...more,
  });
}

const calls = (client: ShelfClient, count: number) => Array.from({ length: count }, () => client.getBooks(ask));

test("two clients share a rate, retries included, also with the client of the package redis", async () => {
  let sent = 0;
  const { url, at, most } = await noting(() => (++sent % 10 === 0 ? answer("", "503 Busy") : bookList()));
  const connection = connect();
  const sendCommand = ([command = "", ...words]: string[]) => connection.call(command, ...words);
  const other = redisRateLimit({ client: { sendCommand }, perSecond: 20, name: "shared", onAway() {} });
  const options = { quirks: { safeOperations: ["getBooks"] }, retries: { delayMs: 1 } };
  const both = [
    limited(url, 20, "shared", options),
    open({ endpoint: url, admission: [sharedRate(other)], ...options }),
  ];
  await Promise.all(both.flatMap((client) => calls(client, 30)));
  expect(at.length).toBeGreaterThan(60);
  expect(most()).toBeLessThanOrEqual(20);
}, 60_000);

test("a client of a cluster of the package redis gets the key first", async () => {
  const { url, at, most } = await noting();
  const connection = connect();
  const keys = new Set<string>();
  const client = {
    slots: [],
    sendCommand(key: string, _isReadonly: boolean, [command = "", ...words]: string[]) {
      keys.add(key);
      return connection.call(command, ...words);
    },
  };
  const said: unknown[] = [];
  const onAway = (reason: unknown) => said.push(reason);
  await Promise.all(
    calls(
      open({
        endpoint: url,
        admission: [sharedRate(redisRateLimit({ client, perSecond: 20, name: "cluster", onAway }))],
      }),
      30,
    ),
  );
  expect([said, [...keys]]).toEqual([[], ["soapwright:rate:{cluster}"]]);
  expect(at).toHaveLength(30);
  expect(most()).toBeLessThanOrEqual(20);
}, 60_000);

test.each([
  ["a text", "QUEUED"],
  ["a list of other things", ["x", {}, null]],
  ["nothing", undefined],
])(
  "a client that returns %s: a request a second, said once, and no call hangs",
  async (_what, returned) => {
    const said: unknown[] = [];
    const onAway = (reason: unknown) => said.push(reason);
    const rateLimit = redisRateLimit({ client: { call: async () => returned }, perSecond: 5, name: "odd", onAway });
    const { url, at } = await noting();
    await Promise.all(calls(open({ endpoint: url, deadlineMs: 20_000, admission: [sharedRate(rateLimit)] }), 2));
    expect(at).toHaveLength(2);
    expect(said).toEqual([expect.objectContaining({ message: expect.stringContaining("and not the numbers") })]);
  },
  60_000,
);

test("a client that returns numbers as texts gets the same limit", async () => {
  const connection = connect();
  const call = async (command: string, ...words: string[]) => {
    const response = await connection.call(command, ...words);
    return Array.isArray(response) ? response.map(String) : response;
  };
  const rateLimit = redisRateLimit({ client: { call }, perSecond: 20, name: "texts", onAway() {} });
  const { url, most } = await noting();
  await Promise.all(calls(open({ endpoint: url, admission: [sharedRate(rateLimit)] }), 30));
  expect(most()).toBeLessThanOrEqual(20);
}, 60_000);

test("what a client holds goes to the others when its calls are aborted and it is closed", async () => {
  const { url } = await noting();
  const [one, other] = [limited(url, 10, "closed"), limited(url, 10, "closed")];
  const giveUp = new AbortController();
  const aborted = Array.from({ length: 100 }, () => one.getBooks(ask, { signal: giveUp.signal } as never));
  for (const call of aborted) call.catch(() => {});
  await wait(1_500);
  giveUp.abort();
  const ends = await Promise.allSettled(aborted);
  expect(ends.filter(({ status }) => status === "rejected").length).toBeGreaterThan(50);
  expect(one.stats().origins[0]).toMatchObject({ waiting: 0, inFlight: 0 });
  await one.close();
  await Promise.all(calls(other, 5));
  const beganAt = performance.now();
  await Promise.all(calls(other, 20));
  expect(performance.now() - beganAt).toBeLessThan(10_000);
}, 60_000);

test("another rate under the same name rejects the calls, and nothing is sent", async () => {
  const { url } = await noting();
  const first = limited(url, 10, "rates");
  await first.getBooks(ask);
  const other = await noting();
  const second = limited(other.url, 11, "rates");
  for (const error of await Promise.all([...calls(second, 3)].map(rejection))) {
    expect(error).toMatchObject({ code: "CONFIGURATION", option: "sharedRate" });
    expect(error.message).toContain('"rates" is 10 requests a second');
  }
  expect(other.at).toEqual([]);
}, 60_000);

test.each([
  ["a server without scripts", ["--rename-command", "EVAL", "NO_EVAL"]],
  ["nobody at the port", undefined],
  ["a key of another program", []],
] as const)(
  "%s: a request a second, said once, and no call hangs",
  async (what, words) => {
    const strange = words === undefined ? undefined : await startRedis("--appendonly", "no", ...words);
    try {
      const client = connect(strange?.port ?? 1);
      if (what.startsWith("a key")) await client.set("soapwright:rate:{strange}", "theirs");
      const said: unknown[] = [];
      const rateLimit = redisRateLimit({
        client,
        perSecond: 50,
        name: "strange",
        onAway: (reason) => said.push(reason),
      });
      const { url, most } = await noting();
      const shelf = open({ endpoint: url, admission: [sharedRate(rateLimit)] });
      await Promise.all(calls(shelf, 4));
      expect(most()).toBeLessThanOrEqual(2);
      expect(said).toHaveLength(1);
    } finally {
      await strange?.remove();
    }
  },
  60_000,
);

test("a Redis that wants a password: the warning says so, once, and calls go on", async () => {
  const strict = await startRedis("--appendonly", "no", "--requirepass", "s3cret-of-redis");
  const said: string[] = [];
  const emitted = jest.spyOn(process, "emitWarning").mockImplementation((text) => void said.push(String(text)));
  try {
    const rateLimit = redisRateLimit({ client: connect(strict.port), perSecond: 50, name: "strict" });
    const { url, at } = await noting();
    await Promise.all(calls(open({ endpoint: url, admission: [sharedRate(rateLimit)] }), 3));
    expect(at).toHaveLength(3);
    const ours = said.filter((text) => text.startsWith("Redis"));
    expect(ours).toEqual([expect.stringContaining("NOAUTH")]);
    expect(ours.join()).not.toContain("s3cret");
  } finally {
    emitted.mockRestore();
    await strict.remove();
  }
}, 60_000);

test("a clock that jumps an hour, in either direction, changes nothing", async () => {
  const { url, at, most } = await noting();
  const client = limited(url, 20, "clock");
  const real = Date.now.bind(Date);
  let jump = 0;
  jest.spyOn(Date, "now").mockImplementation(() => real() + jump);
  const all = calls(client, 60);
  for (const to of [3_600_000, -3_600_000, 0]) {
    jump = to;
    await wait(800);
  }
  await Promise.all(all);
  expect(at).toHaveLength(60);
  expect(most()).toBeLessThanOrEqual(20);
}, 60_000);

test("a limit of the user gets requests for permits, notifications and returned permits", async () => {
  const notifications: string[] = [];
  let isOpen = false;
  let queue: { readonly waiting: number; wake(): void } | undefined;
  const rateLimit: RateLimit = {
    join(given) {
      queue = given;
      return () => notifications.push("left");
    },
    begin() {
      if (isOpen) notifications.push("begun");
      return isOpen;
    },
    end: () => void notifications.push("ended"),
  };
  const { url } = await noting();
  const client = open({ endpoint: url, admission: [sharedRate(rateLimit)] });
  const call = client.getBooks(ask);
  while (queue?.waiting !== 1) await wait(1);
  isOpen = true;
  queue.wake();
  await call;
  await client.close();
  expect(notifications).toEqual(["begun", "ended", "left"]);
});

test.each(["begin", "end"])(
  "what %s of the user's own limit throws names the option and the method",
  async (method) => {
    const { url, at } = await noting();
    const cause = new Error("no limit");
    const fail = () => {
      throw cause;
    };
    const client = open({
      endpoint: url,
      admission: [sharedRate({ join: () => () => {}, begin: () => true, end() {}, [method]: fail })],
    });
    const error = await rejection(client.getBooks(ask));
    expect(error).toMatchObject({ code: "CONFIGURATION", option: "sharedRate", cause });
    expect(error.message).toContain(`sharedRate.${method}`);
    expect(at).toHaveLength(method === "begin" ? 0 : 1);
  },
);
