/** The rate that processes share, over a real Redis. */
import { Redis } from "ioredis";
import { redisRateLimit } from "soapwright-features";
import { isConfigurationError } from "soapwright-runtime/errors";
import type { RateLimit } from "soapwright-runtime/extend";
import { startRedis, type TestServer } from "soapwright-testing/queue/servers";

let server: TestServer;
const clients: Redis[] = [];
beforeAll(async () => {
  server = await startRedis();
}, 60_000);
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await server?.remove();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function connect(port = server.port): Redis {
  const client = new Redis(port, "127.0.0.1", { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on("error", () => {});
  clients.push(client);
  return client;
}

/** A process. The same number of its calls waits at all times, and each response takes the same time. */
class Pod {
  waiting = 0;
  readonly #leave: () => void;
  constructor(
    private readonly limit: RateLimit,
    private readonly begun: number[],
    private readonly responseMs = 20,
  ) {
    this.#leave = limit.join(this);
  }
  call(count: number): void {
    this.waiting += count;
    this.wake();
  }
  wake(): void {
    while (this.waiting > 0 && this.limit.begin()) {
      this.waiting--;
      this.begun.push(performance.now());
      setTimeout(() => this.limit.end(), this.responseMs);
    }
  }
  stop(): void {
    this.waiting = 0;
    this.#leave();
  }
}

function mostInASecond(at: readonly number[]): number {
  return Math.max(0, ...at.map((from) => at.filter((time) => time >= from && time < from + 1_000).length));
}

test("4 busy processes of 40 get nearly all of the rate, and the others get a token when they need one", async () => {
  const client = connect();
  const begun: number[] = [];
  const quiet: number[] = [];
  const limit = () => redisRateLimit({ client, perSecond: 150, name: "skewed" });
  const busy = Array.from({ length: 4 }, () => new Pod(limit(), begun));
  const idle = Array.from({ length: 36 }, () => new Pod(limit(), quiet));
  for (const pod of idle) pod.call(1);
  await wait(2_500);
  expect(quiet).toHaveLength(36);
  for (const pod of busy) pod.call(2_000);
  await wait(2_000);
  const from = begun.length;
  await wait(4_000);
  const perSecond = (begun.length - from) / 4;
  idle[0]!.call(1);
  await wait(1_500);
  expect(quiet).toHaveLength(37);
  for (const pod of [...busy, ...idle]) pod.stop();
  expect(perSecond).toBeGreaterThan(135);
  expect(mostInASecond([...begun, ...quiet].sort((a, b) => a - b))).toBeLessThanOrEqual(150);
}, 60_000);

test("processes with nothing to send hold no token, and ask for nothing", async () => {
  const client = connect();
  const pods = Array.from({ length: 40 }, () => new Pod(redisRateLimit({ client, perSecond: 20, name: "idle" }), []));
  for (const pod of pods) pod.call(1);
  await wait(5_000);
  const leases = await client.hgetall("soapwright:rate:{idle}");
  expect(Object.values(leases).map((lease) => lease.split(" ")[0])).toEqual(Object.keys(leases).map(() => "0"));
  const asked = (await client.info("commandstats")).match(/cmdstat_eval:calls=(\d+)/)?.[1];
  await wait(1_000);
  expect((await client.info("commandstats")).match(/cmdstat_eval:calls=(\d+)/)?.[1]).toBe(asked);
  for (const pod of pods) pod.stop();
}, 60_000);

test("more processes than tokens have their turns", async () => {
  const client = connect();
  const all = Array.from({ length: 12 }, () => [] as number[]);
  const pods = all.map((begun) => new Pod(redisRateLimit({ client, perSecond: 4, name: "turns" }), begun));
  for (const [index, pod] of pods.entries()) pod.call(index === 0 ? 1 : 500);
  await wait(14_000);
  for (const pod of pods) pod.stop();
  expect(all.filter((begun) => begun.length === 0)).toEqual([]);
  expect(mostInASecond(all.flat().sort((a, b) => a - b))).toBeLessThanOrEqual(4);
}, 60_000);

test("another rate under the same name is an error that names the option, as long as both are in use", async () => {
  const client = connect();
  const begun: number[] = [];
  const first = new Pod(redisRateLimit({ client, perSecond: 10, name: "rates" }), begun);
  first.call(500);
  await wait(200);
  const other = redisRateLimit({ client, perSecond: 11, name: "rates" });
  let failure: unknown;
  const leave = other.join({
    waiting: 1,
    wake() {
      try {
        other.begin();
      } catch (error) {
        failure ??= error;
      }
    },
  });
  other.begin();
  await wait(6_000);
  expect(isConfigurationError(failure) && failure.option).toBe("sharedRate");
  expect((failure as Error).message).toContain('"rates" is 10 requests a second in another process and 11');
  expect(mostInASecond(begun)).toBeLessThanOrEqual(10);
  leave();
  first.stop();
}, 30_000);

test("anything that Redis has as another rate is cut and escaped in the error", async () => {
  const client = connect();
  await client.set("soapwright:perSecond:{foreign}", `\u001b[2J${"9".repeat(100_000)}`);
  const limit = redisRateLimit({ client, perSecond: 11, name: "foreign" });
  const leave = limit.join({ waiting: 1, wake() {} });
  let failure: Error | undefined;
  while (failure === undefined) {
    await wait(50);
    try {
      limit.begin();
    } catch (error) {
      failure = error as Error;
    }
  }
  expect(failure).toMatchObject({ code: "CONFIGURATION", reason: "rate-differs" });
  expect(failure.message).toMatch(
    /^The rate limit "foreign" is \\u001b\[2J9{36} requests a second in another process and 11/,
  );
  leave();
}, 30_000);

test.each([20, 40])(
  "a process that starts where one has just ended, of 40 a second, gets its %d at once",
  async (rate) => {
    const client = connect();
    const begun: number[] = [];
    const make = (perSecond: number) =>
      new Pod(redisRateLimit({ client, perSecond, name: `restart${rate}`, timeoutMs: 60_000 }), begun);
    const first = make(40);
    first.call(500);
    await wait(2_300);
    // The requests have ended, but their tokens are in use for another second.
    first.waiting = 0;
    await wait(100);
    first.stop();
    const before = begun.length;
    const second = make(rate);
    second.call(500);
    await wait(7_000);
    second.stop();
    expect(begun.length - before).toBeGreaterThanOrEqual(rate * 2);
    expect(mostInASecond(begun)).toBeLessThanOrEqual(40);
  },
  30_000,
);

test("while Redis is away each keeps its share, says so once, and shares again afterwards", async () => {
  const said: unknown[] = [];
  const begun: number[] = [];
  const make = () =>
    new Pod(redisRateLimit({ client: connect(), perSecond: 40, name: "away", onAway: (e) => said.push(e) }), begun);
  const pods = [make(), make()];
  for (const pod of pods) pod.call(5_000);
  await wait(2_500);
  await server.stop("SIGKILL");
  await wait(3_000);
  const from = begun.length;
  await wait(4_000);
  const during = begun.length - from;
  await server.start();
  await wait(3_000);
  for (const pod of pods) pod.stop();
  expect(said).toHaveLength(2);
  expect(during).toBeGreaterThan(40 * 4 * 0.8);
  expect(mostInASecond(begun)).toBeLessThanOrEqual(40);
}, 60_000);

test.each(["restarts", "is emptied"])(
  "a Redis that %s without its data: nobody gets what others have in use, and nobody loses what it has",
  async (what) => {
    const forgetful = await startRedis("--appendonly", "no", "--save", "");
    try {
      const begun: number[] = [];
      const name = "forgotten";
      const admin = connect(forgetful.port);
      const make = (waiting: number) => {
        const limit = redisRateLimit({ client: connect(forgetful.port), perSecond: 40, name, onAway() {} });
        const pod = new Pod(limit, begun);
        pod.call(waiting);
        return pod;
      };
      const busy = [make(5_000), make(5_000)];
      await wait(4_000);
      for (const round of [1, 2, 3]) {
        if (what === "restarts") {
          await forgetful.stop("SIGKILL");
          await forgetful.start();
        } else await admin.flushall();
        while ((await admin.exists(`soapwright:rate:{${name}}`)) === 0) await wait(20);
        busy.push(make(50 * round));
        await wait(1_500);
      }
      const from = begun.length;
      await wait(4_000);
      for (const pod of busy) pod.stop();
      expect(mostInASecond(begun)).toBeLessThanOrEqual(40);
      expect(begun.length - from).toBeGreaterThan(40 * 4 * 0.7);
    } finally {
      await forgetful.remove();
    }
  },
  60_000,
);

test.each([
  [{ client: {}, perSecond: 1, name: "n" }, "client"],
  [{ client: { call() {} }, perSecond: 0, name: "n" }, "perSecond"],
  [{ client: { call() {} }, perSecond: Number.NaN, name: "n" }, "perSecond"],
  [{ client: { call() {} }, perSecond: 1, name: "" }, "name"],
  [{ client: { call() {} }, perSecond: 1, name: "n", timeoutMs: -1 }, "timeoutMs"],
])("refuses %j", (options, name) => {
  expect(() => redisRateLimit(options as never)).toThrow(
    expect.objectContaining({ option: "sharedRate", message: expect.stringContaining(name) as string }) as Error,
  );
});

test("entries that no process has written are deleted, and stop no call", async () => {
  const client = connect();
  const name = "malformed";
  const key = `soapwright:rate:{${name}}`;
  const inTenDays = Date.now() + 10 * 86_400_000;
  await client.hset(key, "words", "what is this", "none", "", "long", `200 ${inTenDays} 0`);
  const begun: number[] = [];
  const away = jest.fn();
  const pod = new Pod(redisRateLimit({ client, name, perSecond: 100, onAway: away }), begun);
  pod.call(50);
  await wait(800);
  pod.stop();
  expect(begun.length).toBe(50);
  expect(away).not.toHaveBeenCalled();
  expect(Object.keys(await client.hgetall(key))).not.toEqual(expect.arrayContaining(["words"]));
}, 20_000);

test.each([
  ["lease that another process seems to hold", "rate", "soapwright:rate:{starved}"],
  ["pause", "pause", "soapwright:pause:{starved}"],
])(
  "a %s that gives no token is reported once, with the Redis key, and calls go on when it is deleted",
  async (_what, kind, key) => {
    const client = connect();
    const soon = Date.now() + 600_000;
    if (kind === "rate") await client.hset(key, "elsewhere", `100 ${soon} 0`);
    else await client.set(key, "1", "PX", 600_000);
    const begun: number[] = [];
    const said: string[] = [];
    const away = jest.fn();
    const onStarved = ({ message }: Error) => said.push(message);
    const pod = new Pod(redisRateLimit({ client, name: "starved", perSecond: 100, onAway: away, onStarved }), begun);
    pod.call(1);
    await wait(8_000);
    expect([begun, said]).toEqual([[], [expect.stringContaining(`the Redis key ${key} `)]]);
    await client.del(key);
    await wait(800);
    expect(begun).toHaveLength(1);
    pod.stop();
    expect(away).not.toHaveBeenCalled();
    await client.del("soapwright:rate:{starved}");
  },
  30_000,
);

test("a client whose call returns no promise counts as unavailable, and stops no call", async () => {
  const begun: number[] = [];
  const away = jest.fn();
  const client = { call: () => undefined } as unknown as Redis;
  const pod = new Pod(redisRateLimit({ client, name: "odd", perSecond: 100, onAway: away }), begun);
  pod.call(1);
  await wait(100);
  pod.stop();
  expect(begun.length).toBe(1);
  expect(away).toHaveBeenCalledTimes(1);
});
