import {
  type Asked,
  type ClientOptions,
  type CredentialCache,
  type CredentialRequest,
  credentialSource,
  sharedCredentials,
} from "soapwright-runtime";
import type { CachedCredential } from "soapwright-runtime/extend";
import type { Headers } from "soapwright-testing/client/shelf";
import { until } from "soapwright-testing/stage/gate";
import { slowTest } from "soapwright-testing/stage/slow";
import { endAfterEach, rejection, serve } from "soapwright-testing/stage/stage";
import { credentialsOf, guarded, refusals, shelfWith, well } from "soapwright-testing/tenants/stage";
import { answer } from "soapwright-testing/transport/raw-server";

/** Credentials that processes share: one of them fetches for all. */
describe("credential cache", () => {
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
    const client = shelfWith(
      { user: "me", secret },
      { endpoint: server.url, credentialCache: sharedCredentials(cache) },
    );
    expect(await rejection(client.getBooks(ask))).toMatchObject({
      code: "CONFIGURATION",
      reason: "credential-function-failed",
      cause: new Error("vault is sealed"),
    });
    expect(cache.locks.size).toBe(0);
    isSealed = false;
    await client.getBooks(ask);
  });

  test.each([{}, { get() {} }, 5])("a cache is not %p", (cache) => {
    expect(() => sharedCredentials(cache as never)).toThrow(
      "sharedCredentials takes an object with the functions get,",
    );
  });

  test.each([{}, new Shared(), 5])("credentialCache is not %p", (credentialCache) => {
    const make = () => shelfWith({}, { endpoint: "https://shelf.example", credentialCache: credentialCache as never });
    expect(make).toThrow("credentialCache takes the result of sharedCredentials(cache), but is");
  });
});

/** Credentials with an expiry: fetched once for all waiting calls, cached until they expire or are refused. */
describe("expiring", () => {
  endAfterEach();

  const ask = { ShelfId: 1 };
  const never = Number.POSITIVE_INFINITY;
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  /** Tokens T1, T2 … with an expiry, each after a moment, and the requests for them. */
  function issuer(expiresAt: () => Date | number = () => never) {
    const requests: CredentialRequest[] = [];
    const secret = async (request: CredentialRequest) => {
      const value = `T${requests.push(request)}`;
      await pause(5);
      return { value, expiresAt: expiresAt() };
    };
    return { requests, secret };
  }

  test("is fetched once for all calls that wait, the first ones too, and then remembered", async () => {
    const server = await serve((socket) => socket.write(well()));
    const { requests, secret } = issuer();
    const client = shelfWith({ user: "me", secret }, { endpoint: server.url });
    await Promise.all(Array.from({ length: 50 }, () => client.getBooks(ask)));
    await client.getBooks(ask);
    expect(requests).toHaveLength(1);
    expect(new Set(server.requests.map(credentialsOf))).toEqual(new Set(["me T1"]));
  });

  test("the function learns operation, attempt and signal", async () => {
    const server = await guarded(new Set(["T2"]));
    const { requests, secret } = issuer();
    await shelfWith({ user: "me", secret }, { endpoint: server.url }).getBooks(ask);
    expect(requests.map(({ operation, attempt, signal }) => [operation, attempt, signal.aborted])).toEqual([
      ["Get_Books", 1, false],
      ["Get_Books", 2, false],
    ]);
    expect(requests[0]?.signal).toBeInstanceOf(AbortSignal);
  });

  test("a result whose properties throw is an error that names the option, and nothing is sent", async () => {
    const server = await serve((socket) => socket.write(well()));
    for (const thrown of [new Error("locked"), undefined]) {
      const secret = () => {
        const getter = {
          enumerable: true,
          get: () => {
            throw thrown;
          },
        };
        return Object.defineProperties({}, { value: getter, expiresAt: getter }) as { value: string; expiresAt: Date };
      };
      const error = await rejection(shelfWith({ user: "me", secret }, { endpoint: server.url }).getBooks(ask));
      expect(error).toMatchObject({ code: "CONFIGURATION", option: "secret" });
      expect((error as Error).cause).toBe(thrown);
    }
    expect(server.requests).toHaveLength(0);
  });

  test("is fetched anew when it has expired, by the system's clock", async () => {
    const server = await serve((socket) => socket.write(well()));
    const { requests, secret } = issuer(() => new Date(Date.now() + 3_600_000));
    const client = shelfWith({ user: "me", secret }, { endpoint: server.url });
    await client.getBooks(ask);
    await client.getBooks(ask);
    expect(requests).toHaveLength(1);
    const now = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_001);
    try {
      await client.getBooks(ask);
    } finally {
      now.mockRestore();
    }
    expect(server.requests.map(credentialsOf)).toEqual(["me T1", "me T1", "me T2"]);
  });

  test("is fetched anew when its time has passed, although the system's clock was set back", async () => {
    const server = await serve((socket) => socket.write(well()));
    const { secret } = issuer(() => Date.now() + 500);
    const client = shelfWith({ user: "me", secret }, { endpoint: server.url });
    await client.getBooks(ask);
    const now = jest.spyOn(Date, "now").mockReturnValue(Date.now() - 3_600_000);
    try {
      await pause(600);
      await client.getBooks(ask);
    } finally {
      now.mockRestore();
    }
    expect(server.requests.map(credentialsOf)).toEqual(["me T1", "me T2"]);
  });

  test("one that comes too late to be remembered is used for the calls that wait for it", async () => {
    const server = await serve((socket) => socket.write(well()));
    const { requests, secret } = issuer(() => new Date(0));
    const client = shelfWith({ user: "me", secret }, { endpoint: server.url });
    await client.getBooks(ask);
    await client.getBooks(ask);
    expect(requests.length).toBeGreaterThanOrEqual(2);
    expect(server.requests).toHaveLength(2);
  });

  describe.each(Object.keys(refusals) as (keyof typeof refusals)[])("refused by %s", (how) => {
    test("it is fetched anew once, for all calls that were refused, and they are repeated", async () => {
      const valid = new Set(["T1"]);
      const server = await guarded(valid, refusals[how]);
      const { requests, secret } = issuer();
      const client = shelfWith({ user: "me", secret }, { endpoint: server.url, retries: 0 });
      await client.getBooks(ask);
      valid.clear();
      valid.add("T2");
      const results = await Promise.all(Array.from({ length: 20 }, () => client.getBooks(ask).withResponse()));
      expect(requests).toHaveLength(2);
      expect(Math.max(...results.map(({ http }) => http.attempts))).toBe(2);
    });

    test("a call is repeated once, and the error is the service's", async () => {
      const server = await guarded(new Set(), refusals[how]);
      const { requests, secret } = issuer();
      const client = shelfWith({ user: "me", secret }, { endpoint: server.url });
      const error = await rejection(client.getBooks(ask));
      expect(error).toMatchObject({ code: how === "status 401" ? "HTTP" : "FAULT", attempts: 2 });
      expect([requests.length, server.requests.length]).toEqual([2, 2]);
      // The refused one is not cached.
      await rejection(client.getBooks(ask));
      expect(requests).toHaveLength(4);
    });

    test("an operation that is not safe is not repeated, but the next call has another token", async () => {
      const server = await guarded(new Set(["T2"]), refusals[how]);
      const { secret } = issuer();
      const client = shelfWith({ user: "me", secret }, { endpoint: server.url });
      const error = await rejection(client.addBook({ Book: { Id: 1, Price: "1" } }));
      expect(error).toMatchObject({ attempts: 1 });
      await client.getBooks(ask);
      expect(server.requests.map(credentialsOf)).toEqual(["me T1", "me T2"]);
    });
  });

  test("a refusal of what has no expiry is not repeated", async () => {
    const server = await guarded(new Set());
    let asked = 0;
    const client = shelfWith({ user: "me", secret: async () => `T${++asked}` }, { endpoint: server.url });
    await rejection(client.getBooks(ask));
    await rejection(client.getBooks(ask));
    expect([asked, server.requests.length]).toEqual([2, 2]);
  });

  test("another fault is no refusal", async () => {
    const server = await guarded(new Set(), () => answer("", "403 Forbidden"));
    const { requests, secret } = issuer();
    const client = shelfWith({ user: "me", secret }, { endpoint: server.url });
    await rejection(client.getBooks(ask));
    await rejection(client.getBooks(ask));
    expect([requests.length, server.requests.length]).toEqual([1, 2]);
  });

  test("a stream whose credentials are refused is repeated before its first item", async () => {
    const server = await guarded(new Set(["T2"]));
    const { secret } = issuer();
    const client = shelfWith({ user: "me", secret }, { endpoint: server.url });
    const titles: (string | undefined)[] = [];
    for await (const { Title } of client.getBooksStream(ask)) titles.push(Title);
    expect(titles).toEqual(["Title 1"]);
  });

  test("one that expires while a call waits for its turn is not sent", async () => {
    const held: (() => void)[] = [];
    const server = await serve((socket, { number }) => {
      if (number > 1) socket.write(well());
      else held.push(() => socket.write(well()));
    });
    let expiresAt = never;
    const { requests, secret } = issuer(() => expiresAt);
    expiresAt = Date.now() + 60_000;
    const client = shelfWith({ user: "me", secret }, { endpoint: server.url, connections: 1 });
    const first = client.getBooks(ask);
    while (held.length === 0) await pause(1);
    const second = client.getBooks(ask);
    await until(() => client.stats().origins[0]?.waiting === 1);
    const now = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 60_001);
    try {
      held[0]?.();
      await Promise.all([first, second]);
    } finally {
      now.mockRestore();
    }
    expect(server.requests.map(credentialsOf)).toEqual(["me T1", "me T2"]);
    expect(requests).toHaveLength(2);
  });

  test("a failure is reported to all calls that wait, each with its own error, and the next call fetches again", async () => {
    const server = await serve((socket) => socket.write(well()));
    let asked = 0;
    const secret = async () => {
      asked++;
      await pause(5);
      if (asked === 1) throw new Error("vault is sealed");
      return { value: "T", expiresAt: never };
    };
    const client = shelfWith({ user: "me", secret }, { endpoint: server.url });
    const errors = await Promise.all(Array.from({ length: 5 }, () => rejection(client.getBooks(ask))));
    expect(asked).toBe(1);
    expect(new Set(errors).size).toBe(5);
    for (const error of errors) {
      expect(error).toMatchObject({ code: "CONFIGURATION", option: "secret", operation: "Get_Books", attempts: 0 });
      expect(error.cause).toEqual(new Error("vault is sealed"));
    }
    await client.getBooks(ask);
    expect(asked).toBe(2);
  });

  test("a caller that gives up does not end the fetch for others; the last one ends it", async () => {
    const server = await serve((socket) => socket.write(well()));
    const signals: CredentialRequest["signal"][] = [];
    const answers: (() => void)[] = [];
    const secret = ({ signal }: CredentialRequest) => {
      const value = `T${signals.push(signal)}`;
      return new Promise<Asked<string>>((resolve) => answers.push(() => resolve({ value, expiresAt: never })));
    };
    const client = shelfWith({ user: "me", secret: secret as never }, { endpoint: server.url });
    const leaving = new AbortController();
    const first = rejection(client.getBooks(ask, { signal: leaving.signal }));
    const second = client.getBooks(ask);
    leaving.abort();
    expect(await first).toMatchObject({ code: "ABORTED" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    answers[0]?.();
    await second;
    expect(server.requests.map(credentialsOf)).toEqual(["me T1"]);

    const other = shelfWith({ user: "me", secret: secret as never }, { endpoint: server.url });
    const calls = [other.getBooks(ask, { deadlineMs: 20 }), other.getBooks(ask, { deadlineMs: 20 })].map(rejection);
    for (const call of calls) expect(await call).toMatchObject({ code: "TIMEOUT", phase: "deadline" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    // Its later outcome concerns no call.
    const third = other.getBooks(ask);
    answers[1]?.();
    answers[2]?.();
    await third;
    expect(credentialsOf(server.requests.at(-1)!)).toBe("me T3");
  });

  test.each([
    ["no text", { value: 5, expiresAt: never }, "secret", "credential-unusable"],
    ["an empty text", { value: " ", expiresAt: never }, "secret", "credential-unusable"],
    ["a line break", { value: "a\nb", expiresAt: never }, "secret", "credential-unusable"],
    ["no text and no expiry", 5, "secret", "credential-unusable"],
    ["no moment", { value: "T", expiresAt: "soon" }, "secret.expiresAt", "credential-expiry"],
    ["seconds", { value: "T", expiresAt: 1_900_000_000 }, "secret.expiresAt", "credential-expiry"],
    ["a Date of nothing", { value: "T", expiresAt: new Date(Number.NaN) }, "secret.expiresAt", "credential-expiry"],
  ])("%s is an error that names the option", async (_what, given, option, reason) => {
    const server = await serve((socket) => socket.write(well()));
    const client = shelfWith({ user: "me", secret: (() => given) as never }, { endpoint: server.url });
    const error = await rejection(client.getBooks(ask));
    expect(error).toMatchObject({ code: "CONFIGURATION", reason, option, attempts: 0 });
    expect(server.requests).toHaveLength(0);
  });

  test("what has no expiry is of each call alone, in the context of the call", async () => {
    const { AsyncLocalStorage } = await import("node:async_hooks");
    const tenant = new AsyncLocalStorage<string>();
    const server = await serve((socket) => socket.write(well()));
    const user = async () => {
      await pause(2);
      return tenant.getStore() ?? "nobody";
    };
    const client = shelfWith({ user }, { endpoint: server.url });
    await Promise.all(["a", "b", "c"].map((name) => tenant.run(name, () => client.getBooks(ask))));
    expect(server.requests.map(credentialsOf).sort()).toEqual(["a undefined", "b undefined", "c undefined"]);
  });

  describe("httpHeaders by a function", () => {
    const bearer = (head: string) => /^authorization: (.*)$/im.exec(head)?.[1];

    async function gateway(valid: Set<string>) {
      return serve((socket, { head }) =>
        socket.write(valid.has(bearer(head) ?? "") ? well() : answer("", "401 Unauthorized")),
      );
    }

    test("are asked for each call, or until they expire, and fetched anew once when refused", async () => {
      const valid = new Set(["Bearer 1"]);
      const server = await gateway(valid);
      let asked = 0;
      const httpHeaders = async () => ({ value: { Authorization: `Bearer ${++asked}` }, expiresAt: never });
      const client = shelfWith({ user: "me" }, { endpoint: server.url, httpHeaders, retries: 0 });
      await Promise.all([client.getBooks(ask), client.getBooks(ask)]);
      valid.clear();
      valid.add("Bearer 2");
      await Promise.all([client.getBooks(ask), client.getBooks(ask)]);
      expect(asked).toBe(2);
      let plain = 2;
      const rotating = shelfWith(
        { user: "me" },
        {
          endpoint: server.url,
          httpHeaders: ({ operation }) => ({ authorization: `Bearer ${plain}`, "X-Op": operation }),
        },
      );
      await rotating.getBooks(ask);
      plain = 3;
      await rejection(rotating.getBooks(ask));
      expect(server.requests.at(-2)?.head).toMatch(/^x-op: Get_Books$/im);
    });

    test("stand under those of with and of the call, whatever the case of their names", async () => {
      const server = await serve((socket) => socket.write(well()));
      const options: ClientOptions<Headers> = {
        endpoint: server.url,
        httpHeaders: () => ({ Authorization: "client", "X-A": "client", "X-B": "client" }),
      };
      const tenant = shelfWith({ user: "me" }, options).with({ httpHeaders: { authorization: "tenant" } });
      await tenant.getBooks(ask, { httpHeaders: () => ({ "x-a": "call" }) });
      const { head } = server.requests[0]!;
      expect(head.match(/^(authorization|x-\w): .*$/gim)).toEqual([
        "X-B: client",
        "authorization: tenant",
        "x-a: call",
      ]);
    });

    test.each([
      ["fails", () => Promise.reject(new Error("no"))],
      ["returns a reserved name", () => ({ Host: "x" })],
      ["returns a number", () => ({ "X-A": 5 })],
      ["returns nothing", () => undefined],
    ])("that %s rejects the call, and nothing is sent", async (_what, httpHeaders) => {
      const server = await serve((socket) => socket.write(well()));
      const client = shelfWith({ user: "me" }, { endpoint: server.url, httpHeaders: httpHeaders as never });
      expect(await rejection(client.getBooks(ask))).toMatchObject({
        code: "CONFIGURATION",
        option: expect.stringMatching(/^httpHeaders/) as string,
        attempts: 0,
      });
      expect(server.requests).toHaveLength(0);
    });

    test("interceptors set headers over them", async () => {
      const server = await serve((socket) => socket.write(well()));
      const client = shelfWith(
        { user: "me" },
        {
          endpoint: server.url,
          httpHeaders: () => ({ Authorization: "asked", "X-A": "asked" }),
          interceptors: [
            (next) => (call) => {
              call.httpHeaders["X-A"] = "intercepted";
              return next(call);
            },
          ],
        },
      );
      await client.getBooks(ask);
      expect(server.requests[0]?.head).toMatch(/^x-a: intercepted$/im);
      expect(bearer(server.requests[0]!.head)).toBe("asked");
    });

    test("are secrets, also those that the service has refused and repeats", async () => {
      const server = await serve((socket, { head }) =>
        socket.write(answer(`<html>${bearer(head)} and Bearer marker-token-1 were refused</html>`, "401 Unauthorized")),
      );
      let asked = 0;
      const httpHeaders = () => ({ value: { Authorization: `Bearer marker-token-${++asked}` }, expiresAt: never });
      const error = await rejection(shelfWith({ user: "me" }, { endpoint: server.url, httpHeaders }).getBooks(ask));
      expect(asked).toBe(2);
      expect(Reflect.get(error, "excerpt")).toContain("were refused");
      expect(Reflect.get(error, "excerpt")).not.toContain("marker");
    });
  });
});
