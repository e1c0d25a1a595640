/** The cache of examples/redis-credential-cache.ts over a real Redis. */
import { randomBytes } from "node:crypto";
import { Redis } from "ioredis";
import { type CredentialCache, sharedCredentials } from "soapwright-runtime";
import { startRedis, type TestServer } from "soapwright-testing/queue/servers";
import { endAfterEach, serve } from "soapwright-testing/stage/stage";
import { credentialsOf, shelfWith, well } from "soapwright-testing/tenants/stage";
import { redisCredentialCache } from "../../examples/redis-credential-cache";

endAfterEach();

let server: TestServer;
let redis: Redis;
beforeAll(async () => {
  server = await startRedis("--appendonly", "no");
  redis = new Redis(server.port, "127.0.0.1");
}, 60_000);
afterAll(async () => {
  redis.disconnect();
  await server.remove();
});
beforeEach(() => redis.flushall());

const key = randomBytes(32);
const cacheOf = (of: Uint8Array = key): CredentialCache => redisCredentialCache({ client: redis, key: of });
const credential = () => ({ value: '"marker-token"', expiresAt: Date.now() + 60_000, fetchedAt: Date.now() });

/** Returns everything in Redis, as text. */
async function contents(): Promise<string> {
  const keys = await redis.keys("*");
  return [...keys, ...(await Promise.all(keys.map((name) => redis.get(name))))].join("\n");
}

test("one process fetches for all, and Redis learns neither credential nor tenant", async () => {
  const service = await serve((socket) => socket.write(well()));
  let fetched = 0;
  const pods = Array.from({ length: 8 }, () => {
    const secret = async () => ({ value: `marker-token-${++fetched}`, expiresAt: Date.now() + 60_000 });
    return shelfWith(
      { user: "marker-user", secret },
      { endpoint: service.url, credentialCache: sharedCredentials(cacheOf()) },
    );
  });
  await Promise.all(pods.flatMap((pod) => [pod.getBooks({ ShelfId: 1 }), pod.getBooks({ ShelfId: 1 })]));
  expect(fetched).toBe(1);
  expect(new Set(service.requests.map(credentialsOf))).toEqual(new Set(["marker-user marker-token-1"]));
  const text = await contents();
  expect(text).not.toBe("");
  for (const encoding of ["utf8", "base64", "hex"] as const)
    expect(text).not.toContain(Buffer.from("marker").toString(encoding).slice(0, 6));
});

test("a credential is kept until its expiry, and not longer", async () => {
  const cache = cacheOf();
  await cache.set("a", credential());
  expect(await cache.get("a")).toMatchObject({ value: '"marker-token"' });
  const [name = ""] = await redis.keys("*");
  expect(await redis.pttl(name)).toBeGreaterThan(0);
  expect(await redis.pttl(name)).toBeLessThanOrEqual(60_000);
});

test("another key, a changed text and the place of another tenant open nothing", async () => {
  const cache = cacheOf();
  await cache.set("a", credential());
  await cache.set("b", { ...credential(), value: '"other"' });
  expect(await cacheOf(randomBytes(32)).get("a")).toBeUndefined();
  const names = (await redis.keys("*")).sort();
  const [one = "", two = ""] = names;
  const [first, second] = [await redis.get(one), await redis.get(two)];
  await redis.set(one, second!);
  await redis.set(two, first!);
  expect(await Promise.all([cache.get("a"), cache.get("b")])).toEqual([undefined, undefined]);
  for (const text of ["", "text", first!.slice(0, 20), `${first!.slice(0, -4)}AAAA`]) {
    await redis.set(one, text);
    await redis.set(two, text);
    expect(await Promise.all([cache.get("a"), cache.get("b")])).toEqual([undefined, undefined]);
  }
});

test("a lock is its owner's until it ends", async () => {
  const cache = cacheOf();
  expect(await cache.lock("a", "one", 10_000)).toBe(true);
  expect(await cache.lock("a", "two", 10_000)).toBe(false);
  await cache.unlock("a", "two");
  expect(await cache.lock("a", "two", 10_000)).toBe(false);
  expect(await cache.lock("b", "two", 10_000)).toBe(true);
  await cache.unlock("a", "one");
  expect(await cache.lock("a", "two", 1)).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await cache.lock("a", "three", 10_000)).toBe(true);
});

test("a key of another length is refused", () => {
  expect(() => cacheOf(randomBytes(16))).toThrow(RangeError);
});
