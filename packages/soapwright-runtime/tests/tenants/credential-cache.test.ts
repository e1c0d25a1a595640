/** Credentials that processes share: one of them fetches for all. */

import { slowTest } from "soapwright-testing/stage/slow";
import { endAfterEach, rejection, serve } from "soapwright-testing/stage/stage";
import { credentialsOf, guarded, shelfWith, well } from "soapwright-testing/tenants/stage";
import { type CredentialCache, credentialSource, sharedCredentials } from "../../src";
import type { CachedCredential } from "../../src/runtime-extend";

endAfterEach();

const ask = { ShelfId: 1 };
const HOUR = 3_600_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
afterEach(() => jest.restoreAllMocks());

/** A cache of this process, for clients that represent processes. */
class Shared implements CredentialCache {
  readonly values = new Map<string, CachedCredential>();
  readonly locks = new Map<string, string>();
  readonly asked: string[] = [];

  async get(key: string) {
    this.asked.push("get");
    await pause(1);
    return this.values.get(key);
  }

  async set(key: string, credential: CachedCredential) {
    this.values.set(key, credential);
  }

  async lock(key: string, owner: string) {
    this.asked.push("lock");
    if (this.locks.has(key)) return false;
    this.locks.set(key, owner);
    return true;
  }

  async unlock(key: string, owner: string) {
    if (this.locks.get(key) === owner) this.locks.delete(key);
  }
}

/** Clients as in `count` processes, and the number of tokens that they have fetched. */
async function fleet(count: number, cache: CredentialCache, lifetime = HOUR) {
  const server = await serve((socket) => socket.write(well()));
  const credentialCache = sharedCredentials(cache);
  let fetched = 0;
  const pods = Array.from({ length: count }, () => {
    // A separate function, as in a separate process.
    const secret = async () => {
      const value = `T${++fetched}`;
      await pause(10);
      return { value, expiresAt: Date.now() + lifetime };
    };
    return shelfWith({ user: "me", secret }, { endpoint: server.url, credentialCache });
  });
  return { server, pods, fetched: () => fetched };
}

test("one process fetches for all, also those that ask meanwhile", async () => {
  const cache = new Shared();
  const { server, pods, fetched } = await fleet(20, cache);
  await Promise.all(pods.flatMap((pod) => [pod.getBooks(ask), pod.getBooks(ask)]));
  expect(fetched()).toBe(1);
  expect(new Set(server.requests.map(credentialsOf))).toEqual(new Set(["me T1"]));
  // A cached value is not requested again.
  const asked = cache.asked.length;
  await Promise.all(pods.map((pod) => pod.getBooks(ask)));
  expect(cache.asked).toHaveLength(asked);
  expect([...cache.locks]).toEqual([]);
});

test("one process renews for all, whichever reaches its moment first", async () => {
  const { server, pods, fetched } = await fleet(20, new Shared());
  await Promise.all(pods.map((pod) => pod.getBooks(ask)));
  const began = Date.now();
  const now = jest.spyOn(Date, "now");
  for (const share of [0.91, 0.93, 0.95, 0.97, 0.989, 0.999]) {
    now.mockReturnValue(began + share * HOUR);
    await Promise.all(pods.map((pod) => pod.getBooks(ask)));
    await pause(15);
  }
  now.mockReturnValue(began + 1.001 * HOUR);
  await Promise.all(pods.map((pod) => pod.getBooks(ask)));
  expect(fetched()).toBe(2);
  expect(server.requests.slice(-20).map(credentialsOf)).toEqual(Array.from({ length: 20 }, () => "me T2"));
});

test("what the service has refused is fetched anew once, and not taken from the cache", async () => {
  const cache = new Shared();
  const valid = new Set(["T1"]);
  const server = await guarded(valid);
  let fetched = 0;
  const pods = Array.from({ length: 5 }, () => {
    const secret = async () => ({ value: `T${++fetched}`, expiresAt: Date.now() + HOUR });
    return shelfWith(
      { user: "me", secret },
      { endpoint: server.url, credentialCache: sharedCredentials(cache), retries: 0 },
    );
  });
  await Promise.all(pods.map((pod) => pod.getBooks(ask)));
  valid.clear();
  valid.add("T2");
  await Promise.all(pods.map((pod) => pod.getBooks(ask)));
  expect(fetched).toBe(2);
});

test("services, tenants and credentials have keys of their own; no key holds a secret", async () => {
  const cache = new Shared();
  const server = await serve((socket) => socket.write(well()));
  const second = await serve((socket) => socket.write(well()));
  const secret = async () => ({ value: "marker-secret", expiresAt: Date.now() + HOUR });
  const httpHeaders = async () => ({ value: { "X-A": "marker-header" }, expiresAt: Date.now() + HOUR });
  for (const endpoint of [server.url, second.url]) {
    const client = shelfWith({}, { endpoint, credentialCache: sharedCredentials(cache) });
    for (const user of ["a", "b"]) await client.with({ user, secret, httpHeaders } as never).getBooks(ask);
  }
  expect(cache.values.size).toBe(8);
  expect([...cache.values.keys()].join()).not.toContain("marker");
  // A credential of an unknown tenant is not shared, unless it is named.
  const client = shelfWith(
    { user: () => "c", secret },
    { endpoint: server.url, credentialCache: sharedCredentials(cache) },
  );
  await client.getBooks(ask);
  expect(cache.values.size).toBe(8);
  await client.with({ secret: credentialSource(secret, { name: "gateway" }) } as never).getBooks(ask);
  expect(cache.values.size).toBe(9);
});

test("what has no expiry is not shared", async () => {
  const cache = new Shared();
  const server = await serve((socket) => socket.write(well()));
  const client = shelfWith(
    { user: "me", secret: async () => "T" },
    { endpoint: server.url, credentialCache: sharedCredentials(cache) },
  );
  await client.getBooks(ask);
  await client.getBooks(ask);
  expect([cache.values.size, cache.locks.size]).toEqual([0, 0]);
});

test.each([
  ["rejects", () => Promise.reject(new Error("away"))],
  [
    "throws",
    () => {
      throw new Error("away");
    },
  ],
])("a cache that %s stops nobody, is left alone for a while, and is spoken of once", async (_what, fail) => {
  const warned = jest.spyOn(process, "emitWarning").mockImplementation(() => {});
  const failing = jest.fn(fail);
  const cache = { get: failing, set: failing, lock: failing, unlock: failing };
  const { pods, fetched } = await fleet(3, cache as CredentialCache);
  for (const pod of pods) await pod.getBooks(ask);
  expect([fetched(), failing.mock.calls.length]).toEqual([3, 1]);
  expect(warned.mock.calls.map(([words]) => String(words))).toEqual([expect.stringContaining("credentialCache")]);
});

slowTest("a cache that is silent costs a second once, and no call", async () => {
  jest.spyOn(process, "emitWarning").mockImplementation(() => {});
  const silent = jest.fn(() => new Promise<never>(() => {}));
  const cache: CredentialCache = { get: silent, set: silent, lock: silent, unlock: silent };
  const { pods, fetched } = await fleet(3, cache);
  for (const pod of pods) await pod.getBooks(ask);
  expect([fetched(), silent.mock.calls.length]).toEqual([3, 1]);
});

test.each([
  ["no JSON", { value: "{", expiresAt: Date.now() + HOUR, fetchedAt: 0 }],
  ["no credential", { value: "5", expiresAt: Date.now() + HOUR, fetchedAt: 0 }],
  ["a line break", { value: '"a\\nb"', expiresAt: Date.now() + HOUR, fetchedAt: 0 }],
  ["no expiry", { value: '"T"', expiresAt: "soon", fetchedAt: 0 }],
  ["an old one", { value: '"T"', expiresAt: Date.now() - 1, fetchedAt: 0 }],
  ["something else", "text"],
])("%s in the cache is as nothing", async (_what, content) => {
  const cache = new Shared();
  cache.get = async () => content as never;
  const { server, pods, fetched } = await fleet(1, cache);
  await pods[0]!.getBooks(ask);
  expect(fetched()).toBe(1);
  expect(server.requests.map(credentialsOf)).toEqual(["me T1"]);
});

test("a process that waits for another's fetch gives up with its call", async () => {
  const cache = new Shared();
  cache.lock = async () => false;
  const { pods, fetched } = await fleet(1, cache);
  const error = await rejection(pods[0]!.getBooks(ask, { deadlineMs: 60 }));
  expect(error).toMatchObject({ code: "TIMEOUT", phase: "deadline" });
  const asked = cache.asked.length;
  await pause(150);
  expect([fetched(), cache.asked.length - asked]).toEqual([0, 0]);
});

test("a function that fails ends the lock, so that another process may try", async () => {
  const cache = new Shared();
  const server = await serve((socket) => socket.write(well()));
  let isSealed = true;
  const secret = async () => {
    if (isSealed) throw new Error("vault is sealed");
    return { value: "T", expiresAt: Date.now() + HOUR };
  };
  const client = shelfWith({ user: "me", secret }, { endpoint: server.url, credentialCache: sharedCredentials(cache) });
  expect(await rejection(client.getBooks(ask))).toMatchObject({
    code: "CONFIGURATION",
    cause: new Error("vault is sealed"),
  });
  expect(cache.locks.size).toBe(0);
  isSealed = false;
  await client.getBooks(ask);
});

test.each([{}, { get() {} }, 5])("a cache is not %p", (cache) => {
  expect(() => sharedCredentials(cache as never)).toThrow("sharedCredentials takes an object with the functions get,");
});

test.each([{}, new Shared(), 5])("credentialCache is not %p", (credentialCache) => {
  const make = () => shelfWith({}, { endpoint: "https://shelf.example", credentialCache: credentialCache as never });
  expect(make).toThrow("credentialCache takes the result of sharedCredentials(cache), but is");
});
