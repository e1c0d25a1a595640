import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createEmployeeServiceV3, createEmployeeServiceV21 } from "employee-service-client";
import { startSandbox } from "employee-service-client/sandbox";
import { BasicAuthSecurity, BearerSecurity, ClientSSLSecurity, WSSecurity } from "soap";
import { fairness } from "soapwright-features";
import { nodeSoap } from "soapwright-node-soap";
import type { ClientOptions } from "soapwright-runtime";
import { isConfigurationError, isOverloadError } from "soapwright-runtime/errors";
import { book, books, envelope, type Headers, ShelfClient } from "soapwright-testing/client/shelf";
import { turn } from "soapwright-testing/stage/gate";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { credentialsOf, shelfWith, well } from "soapwright-testing/tenants/stage";
import { answer } from "soapwright-testing/transport/raw-server";

/** `client.with()`: clients for tenants, which share the connections of the first one. */
describe("tenants", () => {
  endAfterEach();

  const ask = { ShelfId: 1 };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  /** A server that holds its responses back until the test releases them. */
  async function holding() {
    const held: (() => void)[] = [];
    const server = await serve((socket) => held.push(() => socket.write(well())));
    const until = async (count: number) => {
      while (held.length < count) await pause(1);
    };
    return { server, held, until };
  }

  describe("a client without credentials", () => {
    test("is made, and its calls reject until with or auth give them", async () => {
      const sandbox = await startSandbox();
      atEnd(() => sandbox.close());
      const v3 = createEmployeeServiceV3({ baseUrl: sandbox.url });
      const v21 = createEmployeeServiceV21({ baseUrl: sandbox.url });
      atEnd(() => Promise.all([v3.close(), v21.close()]));
      const args = { EmployeeId: 1003, Period: 1, Year: 2026 };
      const error = await rejection(v3.addressGetList(args));
      expect(error).toMatchObject({
        code: "CONFIGURATION",
        reason: "credential-missing",
        option: "domain",
        attempts: 0,
        operation: "Address_GetList",
      });
      expect(error.message).toBe(
        "The credential domain is missing, so nothing was sent. Set domain on the client, with client.with(), or in auth of the call.",
      );
      const stream = v3.addressGetListStream(args);
      expect(await rejection(stream.next())).toMatchObject({ code: "CONFIGURATION", option: "domain" });
      expect(await v3.with({ domain: "sandbox" }).addressGetList(args)).toHaveLength(2);
      expect(await v3.addressGetList(args, { auth: { domain: () => "sandbox" } })).toHaveLength(2);
      const half = v21.with({ username: "sandbox-user" });
      expect(await rejection(half.costCenterGetCurrent({ EmployeeId: 1003 }))).toMatchObject({ option: "token" });
      const auth = { token: "sandbox-token" };
      expect(await half.costCenterGetCurrent({ EmployeeId: 1003 }, { auth })).toHaveLength(2);
      expect(sandbox.requests).toHaveLength(3);
    });
  });

  describe("with", () => {
    test("replaces credentials, HTTP headers and options of calls, and leaves the client as it was", async () => {
      const server = await serve((socket) => socket.write(well()));
      const client = shelfWith({ user: "me", secret: "s" }, { endpoint: server.url, httpHeaders: { "X-A": "1" } });
      const tenant = client.with({ user: "tenant", httpHeaders: { "X-B": "2" } } as never);
      const of = tenant.with({ secret: async () => "t", httpHeaders: { "x-a": "3" } } as never);
      for (const each of [tenant, of, client]) await each.getBooks(ask);
      expect(server.requests.map(credentialsOf)).toEqual(["tenant s", "tenant t", "me s"]);
      expect(server.requests.map(({ head }) => head.match(/^x-\w: .*$/gim))).toEqual([
        ["X-A: 1", "X-B: 2"],
        ["X-B: 2", "x-a: 3"],
        ["X-A: 1"],
      ]);
    });

    test("sets limits of time, a signal, retries and sizes of its calls", async () => {
      const { server } = await holding();
      const client = shelfWith({ user: "me" }, { endpoint: server.url });
      expect(await rejection(client.with({ timeoutMs: 20, retries: 0 }).getBooks(ask))).toMatchObject({
        code: "TIMEOUT",
        timeoutMs: 20,
      });
      const aborted = AbortSignal.abort();
      expect(await rejection(client.with({ signal: aborted }).getBooks(ask))).toMatchObject({ code: "ABORTED" });
      expect(await rejection(client.with({ limits: { requestBytes: 10 } }).getBooks(ask))).toMatchObject({
        code: "ARGUMENT",
      });
      // A call's own options take precedence.
      expect(await rejection(client.with({ timeoutMs: 5_000 }).getBooks(ask, { deadlineMs: 10 }))).toMatchObject({
        phase: "deadline",
      });
    });

    test("gives header functions the auth of the client, and of the call over it", async () => {
      const server = await serve((socket) => socket.write(well()));
      const client = open({
        endpoint: server.url,
        headers: ({ auth }: { auth?: { user?: string; secret?: string } }) => ({
          Credentials: { User: auth?.user ?? "none", Secret: auth?.secret ?? "none" },
        }),
      });
      const tenant = client.with({ auth: { user: "tenant" } });
      await tenant.getBooks(ask);
      await tenant.getBooks(ask, { auth: { secret: "call" } });
      await tenant.with({ headers: { Credentials: { User: "fixed" } } }).getBooks(ask);
      expect(server.requests.map(credentialsOf)).toEqual(["tenant none", "tenant call", "fixed undefined"]);
    });

    test.each([
      [{ endpoint: "https://other.example" }, "endpoint"],
      [{ connections: 5 }, "connections"],
      [{ limits: { queued: 5 } }, "limits.queued"],
      [{ transport: {} }, "transport"],
      [{ tls: { key: 5 } }, "tls.key"],
      [{ tls: { cert: "none", key: "none" } }, "tls"],
      [{ token: "t" }, "token"],
      [{ user: "" }, "user"],
      [{ user: 5 }, "user"],
      [{ auth: { pin: "1" } }, "auth.pin"],
      [{ timeoutMs: -1 }, "timeoutMs"],
      [{ httpHeaders: { Host: "x" } }, "httpHeaders.Host"],
    ])("refuses %p", (options, option) => {
      const client = shelfWith({ user: "me" }, { endpoint: "https://shelf.example" });
      expect(() => client.with(options as never)).toThrow(expect.objectContaining({ code: "CONFIGURATION", option }));
    });

    test.each([undefined, null, "text"])("refuses %p as options", (options) => {
      const client = shelfWith({ user: "me" }, { endpoint: "https://shelf.example" });
      expect(() => client.with(options as never)).toThrow(expect.objectContaining({ option: "options" }));
    });

    test("shares connections, the queue and the rate", async () => {
      const { server, held, until } = await holding();
      const client = shelfWith({ user: "me" }, { endpoint: server.url, connections: 2, limits: { queued: 1 } });
      const [a, b] = [client.with({ user: "a" } as never), client.with({ user: "b" } as never)];
      const calls = [client.getBooks(ask), a.getBooks(ask)];
      await until(2);
      const queued = b.getBooks(ask);
      expect(await rejection(a.getBooks(ask))).toMatchObject({ code: "OVERLOADED" });
      for (const let1 of held.splice(0)) let1();
      await Promise.all(calls);
      await until(1);
      held[0]?.();
      await queued;
      expect(server.connections).toBe(2);
    });

    test("keeps the class, its fields, and runs no constructor again", async () => {
      let made = 0;
      class Own extends ShelfClient {
        readonly name: string;
        constructor(name: string, endpoint: string) {
          super({ endpoint, features: [nodeSoap()] });
          made++;
          this.name = name;
        }
        async count(): Promise<number> {
          return (await this.getBooks(ask)).length;
        }
      }
      const server = await serve((socket) => socket.write(well()));
      const own = new Own("first", server.url);
      const tenant: Own = own.with({ timeoutMs: 5_000 });
      expect(tenant).toBeInstanceOf(Own);
      expect([tenant.name, made, await tenant.count()]).toEqual(["first", 1, 1]);
      expect(tenant.soap).not.toBe(own.soap);
      expect(tenant.soap).toBe(tenant.soap);
      await own.close();
    });

    test("is no place for what another package has put on Object.prototype", () => {
      const client = shelfWith({ user: "me" }, { endpoint: "https://shelf.example" });
      Object.defineProperty(Object.prototype, "user", { value: 5, configurable: true });
      try {
        expect(() => client.with({})).not.toThrow();
      } finally {
        Reflect.deleteProperty(Object.prototype, "user");
      }
    });
  });

  describe("two tenants with expiring credentials", () => {
    test("have each a token of their own; clients made of one share its token", async () => {
      const server = await serve((socket) => socket.write(well()));
      const client = shelfWith({}, { endpoint: server.url });
      let asked = 0;
      const tokenOf = (tenant: string) => async () => {
        await pause(2);
        return { value: `${tenant}${++asked}`, expiresAt: Number.POSITIVE_INFINITY };
      };
      const of = (user: string) => client.with({ user, secret: tokenOf(user) } as never);
      const [a, b] = [of("a"), of("b")];
      const patient = a.with({ timeoutMs: 60_000 });
      await Promise.all([a, b, patient, a, b, patient].map((each) => each.getBooks(ask)));
      expect(asked).toBe(2);
      const sent = server.requests.map(credentialsOf);
      expect(new Set(sent).size).toBe(2);
      for (const each of sent) expect(each).toMatch(/^(a a|b b)\d$/);
    });

    test("a refusal of one leaves the other's alone", async () => {
      const refused = new Set(["a1"]);
      const server = await serve((socket, request) => {
        const [, secret = ""] = credentialsOf(request).split(" ");
        socket.write(refused.has(secret) ? answer("", "401 Unauthorized") : well());
      });
      const client = shelfWith({}, { endpoint: server.url });
      const counts: { [tenant: string]: number } = { a: 0, b: 0 };
      const of = (user: string) => {
        const secret = async () => {
          counts[user]!++;
          return { value: user + counts[user], expiresAt: Number.POSITIVE_INFINITY };
        };
        return client.with({ user, secret } as never);
      };
      const [a, b] = [of("a"), of("b")];
      for (const each of [b, a, b, a]) await each.getBooks(ask);
      expect(counts).toEqual({ a: 2, b: 1 });
    });
  });

  describe("close", () => {
    test("of a tenant ends its own calls, and no others", async () => {
      const { server, held, until } = await holding();
      const client = shelfWith({ user: "me" }, { endpoint: server.url });
      const [a, b] = [client.with({ user: "a" } as never), client.with({ user: "b" } as never)];
      const ofA = a.with({ timeoutMs: 20_000 });
      const ended = [a.getBooks(ask), a.getBooks(ask)].map(rejection);
      const others = [client, b, ofA].map((each) => each.getBooks(ask));
      await until(5);
      await a.close({ force: true });
      for (const each of ended) expect(await each).toMatchObject({ code: "ABORTED" });
      expect(await rejection(a.getBooks(ask))).toMatchObject({
        code: "CONFIGURATION",
        reason: "client-closed",
        option: "close",
        advice: [],
      });
      expect(await rejection(a.with({}).getBooks(ask))).toMatchObject({ code: "CONFIGURATION", option: "close" });
      for (const release of held) release();
      await Promise.all(others);
      const last = b.getBooks(ask);
      await until(6);
      held[5]?.();
      await last;
    });

    test("of a tenant waits for its own calls alone, and leaves the connections open", async () => {
      const { server, held, until } = await holding();
      const client = shelfWith({ user: "me" }, { endpoint: server.url });
      const tenant = client.with({ user: "a" } as never);
      const other = client.getBooks(ask);
      await until(1);
      const own = tenant.getBooks(ask);
      await until(2);
      let isClosed = false;
      const closing = tenant.close().then(() => {
        isClosed = true;
      });
      await turn();
      expect(isClosed).toBe(false);
      held[1]?.();
      await Promise.all([own, closing]);
      expect(server.open).toBe(2);
      held[0]?.();
      await other;
      await tenant.close();
    });

    test("of the first client ends the calls of all, waits for them, and closes the connections", async () => {
      const { server, held, until } = await holding();
      const client = shelfWith({ user: "me" }, { endpoint: server.url });
      const tenants = ["a", "b"].map((user) => client.with({ user } as never));
      const calls = [client, ...tenants].map((each) => each.getBooks(ask));
      await until(3);
      let isClosed = false;
      const closing = client.close().then(() => {
        isClosed = true;
      });
      expect(await rejection(tenants[0]!.getBooks(ask))).toMatchObject({ code: "CONFIGURATION", option: "close" });
      for (const release of held.slice(0, 2)) release();
      await Promise.race(calls);
      await turn();
      expect(isClosed).toBe(false);
      await client.close({ force: true });
      await closing;
      expect(await Promise.allSettled(calls)).toEqual([
        expect.objectContaining({ status: "fulfilled" }),
        expect.objectContaining({ status: "fulfilled" }),
        expect.objectContaining({
          status: "rejected",
          reason: expect.objectContaining({ code: "ABORTED" }) as unknown,
        }),
      ]);
      await server.allClosed();
    });

    test("of a tenant ends its queued calls and its streams", async () => {
      const server = await serve((socket) => socket.write(answer(envelope(books(book(1), book(2)))).subarray(0, -40)));
      const client = shelfWith({ user: "me" }, { endpoint: server.url, connections: 1 });
      const tenant = client.with({ user: "a" } as never);
      const stream = tenant.getBooksStream(ask);
      await stream.next();
      const queued = rejection(tenant.getBooks(ask));
      await tenant.close({ force: true });
      expect(await queued).toMatchObject({ code: "ABORTED" });
      await expect(
        (async () => {
          for await (const _ of stream);
        })(),
      ).rejects.toMatchObject({ code: "ABORTED" });
    });
  });

  describe("tenants", () => {
    test("are collected when they are no longer referenced, also after calls", async () => {
      setFlagsFromString("--expose-gc");
      const collect = runInNewContext("gc") as () => void;
      const server = await serve((socket) => socket.write(well()));
      const client = shelfWith({}, { endpoint: server.url });
      const collected: WeakRef<object>[] = [];
      await (async () => {
        for (let i = 0; i < 20; i++) {
          const tenant = client.with({ user: `t${i}` } as never);
          await tenant.getBooks(ask);
          collected.push(new WeakRef(tenant));
        }
      })();
      for (let i = 0; i < 400 && collected.some((each) => each.deref() !== undefined); i++) {
        await pause(5);
        collect();
      }
      expect(collected.filter((each) => each.deref() !== undefined).length).toBeLessThanOrEqual(1);
    });
  });
});

/** Tenants of one client take turns when calls have to wait. */
describe("fairness", () => {
  endAfterEach();

  const ask = { ShelfId: 1 };

  /** A client with one connection, and the callers of its server, in order. */
  async function shelf(options: ClientOptions<Headers> = {}) {
    const server = await serve((socket) => socket.write(well()));
    const client = shelfWith({ user: "first" }, { endpoint: server.url, connections: 1, ...options });
    return { client, came: () => server.requests.map((request) => credentialsOf(request).split(" ")[0]) };
  }

  test("a tenant with many calls does not hold up the others, whose credentials say who they are", async () => {
    const { client, came } = await shelf();
    const noisy = Array.from({ length: 6 }, (_, i) =>
      client.with({ auth: { user: "noisy", secret: `T${i}` } }).getBooks(ask),
    );
    const quiet = ["a", "b"].map((user) => client.with({ auth: { user } }).getBooks(ask));
    await Promise.all([...noisy, ...quiet]);
    expect(came()).toEqual(["noisy", "noisy", "a", "b", "noisy", "noisy", "noisy", "noisy"]);
  });

  test("a token that a function returns anew changes nothing", async () => {
    const { client, came } = await shelf();
    let asked = 0;
    const noisy = () => client.with({ auth: { user: "noisy", secret: () => `T${asked++}` } }).getBooks(ask);
    const calls = Array.from({ length: 5 }, noisy);
    await Promise.all([...calls, client.with({ auth: { user: "quiet", secret: () => "Q" } }).getBooks(ask)]);
    expect(came().indexOf("quiet")).toBeLessThanOrEqual(2);
  });

  test("where a function returns the user name, each client of with() is a tenant", async () => {
    const { client, came } = await shelf();
    const [one, other] = [client.with({ auth: { user: () => "one" } }), client.with({ auth: { user: () => "other" } })];
    const calls = [one, one, one, one, other].map((tenant) => tenant.getBooks(ask));
    await Promise.all(calls);
    expect(came().indexOf("other")).toBeLessThanOrEqual(2);
  });

  test("without tenants calls are sent in order", async () => {
    const { client } = await shelf();
    const ended: number[] = [];
    await Promise.all(Array.from({ length: 20 }, (_, i) => client.getBooks(ask).then(() => ended.push(i))));
    expect(ended).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  test("the key and the weight are the user's where they are given", async () => {
    const { client } = await shelf({
      admission: [
        fairness({
          key: ({ args }) => ((args as { ShelfId: number }).ShelfId < 10 ? "small" : undefined),
          weight: (key) => (key === "small" ? 2 : 1),
        }),
      ],
    });
    const ended: number[] = [];
    const ids = [99, 10, 11, 12, 1, 2, 3];
    await Promise.all(ids.map((ShelfId) => client.getBooks({ ShelfId }).then(() => ended.push(ShelfId))));
    expect(ended).toEqual([99, 10, 1, 2, 11, 3, 12]);
  });

  test("a key of the user's is never a tenant by its credentials", () => {
    const keys: string[] = [];
    const rule = fairness({ key: ({ args }) => args as string, weight: (key) => keys.push(key) });
    const given = ["\0acme", "\x01acme", "acme", "\0"];
    const tenants = given.map((args) => rule.keyOf({ operation: "Get", args }));
    expect(tenants.some((tenant) => tenant?.startsWith("\0"))).toBe(false);
    expect(new Set(tenants).size).toBe(given.length);
    for (const tenant of tenants) rule.open({ slots: 1, perSecond: undefined }).weightOf(tenant);
    expect(keys).toEqual(given);
  });

  test("when too many wait, the newest of the tenant with the most is refused", async () => {
    const { client } = await shelf({ limits: { queued: 3 } });
    const noisy = client.with({ auth: { user: "noisy" } });
    const calls = Array.from({ length: 4 }, () => noisy.getBooks(ask));
    const quiet = client.with({ auth: { user: "quiet" } }).getBooks(ask);
    const outcomes = await Promise.allSettled([...calls, quiet]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    const refused: unknown = (outcomes[3] as PromiseRejectedResult).reason;
    expect(isOverloadError(refused)).toBe(true);
    expect(refused).toMatchObject({ reason: "queue-full" });
  });

  test.each([
    [{ key: () => 7 as never }, "fairness.key returned a number. Return a string, or undefined."],
    [
      {
        key: () => {
          throw new Error("my secret");
        },
      },
      "fairness.key threw an error, see cause. Let it return a value for every call.",
    ],
    [{ key: () => "t", weight: () => 0 }, "fairness.weight returned 0. Return a whole number from 1 to 100."],
    [{ key: () => "t", weight: () => Number.NaN }, "fairness.weight returned NaN."],
  ])("a rule that is wrong rejects the call that has to wait, and no other: %#", async (options, message) => {
    const { client } = await shelf({ admission: [fairness(options)] });
    const first = client.getBooks(ask);
    const error = await rejection(client.getBooks(ask));
    expect(isConfigurationError(error)).toBe(true);
    expect(error).toMatchObject({ reason: "fairness-failed", option: "fairness" });
    expect((error as Error).message).toContain(message);
    await first;
    await client.getBooks(ask);
  });

  test.each([
    [7, "fairness takes an object, but is a number"],
    [{ keys: () => "t" }, '"keys" is not an option of fairness. Did you mean key?'],
    [{ key: "t" }, "fairness.key takes a function"],
    [{ maxInFlight: 0 }, "fairness.maxInFlight takes a whole number from 1 to 1000000 (requests), but is 0."],
    [{ requestsPerSecond: "5" }, "fairness.requestsPerSecond takes a number from 0.001"],
  ])("refuses the rule %j", (options, message) => {
    expect(() => fairness(options as never)).toThrow(message);
  });

  test("a client refuses options that did not go through fairness()", () => {
    const options = { endpoint: "http://127.0.0.1:1/", admission: [{ key: () => "t" } as never] };
    expect(() => shelfWith({}, options)).toThrow(
      "admission[0] takes an admission, as { name, open } or the result of fairness({ … }), but is an object.",
    );
  });
});

/** `client.soap` of a client of `with()`: one tenant's settings apply to its requests alone. */
describe("soap", () => {
  endAfterEach();

  const ask = { ShelfId: 1 };
  const user = (body: string): string => /<wsse:Username>([^<]*)</.exec(body)?.[1] ?? "none";
  const authorization = (head: string): string => /^authorization: (.*?)\r?$/im.exec(head)?.[1] ?? "none";
  const notes = (body: string): string[] => [...body.matchAll(/<Note[^>]*>([^<]*)</g)].map(([, text]) => text ?? "");
  const note = (text: string): string => `<Note xmlns="urn:n">${text}</Note>`;

  test("the security object of a tenant is that tenant's, with calls of others at the same time", async () => {
    const server = await serve((socket) => socket.write(well()));
    const client = open({ endpoint: server.url, features: [nodeSoap()] });
    const [a, b, c] = [client.with({}), client.with({}), client.with({})];
    a.soap.setSecurity(new WSSecurity("a", "secret-a"));
    b.soap.setSecurity(new WSSecurity("b", "secret-b"));
    const inTurn = [a, b, c, client];
    for (let round = 0; round < 5; round++) {
      const from = server.requests.length;
      for (const each of inTurn) await each.getBooks(ask);
      expect(server.requests.slice(from).map(({ body }) => user(body))).toEqual(["a", "b", "none", "none"]);
    }
    const from = server.requests.length;
    await Promise.all(Array.from({ length: 40 }, (_, n) => inTurn[n % 4]!.getBooks({ ShelfId: n })));
    for (const { body } of server.requests.slice(from)) {
      const id = Number(/<ShelfId>(\d+)</.exec(body)?.[1]);
      expect(user(body)).toBe(["a", "b", "none", "none"][id % 4]);
    }
  });

  test("starts from what its parent has, follows it until its own is asked for, and changes nothing of it", async () => {
    const server = await serve((socket) => socket.write(well()));
    const client = open({ endpoint: server.url, features: [nodeSoap()] });
    const before = client.with({});
    client.soap.setSecurity(new BearerSecurity("first"));
    client.soap.addSoapHeader(note("everyone"));
    client.soap.addSoapHeader(() => note("made"));
    const tenant = client.with({});
    tenant.soap.addSoapHeader(note("tenant"));
    client.soap.setSecurity(new BearerSecurity("second"));
    const of = tenant.with({});
    const cleared = tenant.with({});
    cleared.soap.clearSoapHeaders();
    cleared.soap.setSecurity(null);
    for (const each of [before, tenant, of, cleared, client]) await each.getBooks(ask);
    expect(server.requests.map(({ head, body }) => [authorization(head), ...notes(body)])).toEqual([
      ["Bearer second", "everyone", "made"],
      ["Bearer first", "everyone", "made", "tenant"],
      ["Bearer first", "everyone", "made", "tenant"],
      ["none"],
      ["Bearer second", "everyone", "made"],
    ]);
  });

  test("listeners of the parent hear calls of a tenant, and those of a tenant no others", async () => {
    const server = await serve((socket) => socket.write(well()));
    const client = open({ endpoint: server.url, features: [nodeSoap()] });
    const heard: string[] = [];
    client.soap.on("request", () => heard.push("all"));
    const tenant = client.with({});
    tenant.soap.on("request", () => heard.push("tenant"));
    await client.getBooks(ask);
    await tenant.getBooks(ask);
    expect(heard).toEqual(["all", "all", "tenant"]);
    expect(tenant.soap.lastRequest).toContain("Get_Books");
  });

  test("a retry of one tenant and a call of another keep their own", async () => {
    const server = await serve((socket, { number }) =>
      number === 1 ? void setTimeout(() => socket.destroy(), 20) : void socket.write(well()),
    );
    const client = open({ endpoint: server.url, features: [nodeSoap()], retries: { delayMs: 1 } });
    const [a, b] = [client.with({}), client.with({})];
    a.soap.setSecurity(new BasicAuthSecurity("a", "secret"));
    b.soap.setSecurity(new BasicAuthSecurity("b", "secret"));
    const slow = a.getBooks({ ShelfId: 1 });
    await b.getBooks({ ShelfId: 2 });
    await slow;
    const basic = (name: string) => `Basic ${Buffer.from(`${name}:secret`).toString("base64")}`;
    for (const { head, body } of server.requests) {
      expect(authorization(head)).toBe(basic(body.includes("<ShelfId>1<") ? "a" : "b"));
    }
  });

  test("a client certificate of a tenant is of its own connections, and one that cannot be used is refused", async () => {
    const server = await serve((socket) => socket.write(well()));
    const client = open({ endpoint: server.url, features: [nodeSoap()] });
    const tenant = client.with({});
    tenant.soap.setSecurity(new ClientSSLSecurity(Buffer.from("k"), Buffer.from("c")));
    expect(await rejection(tenant.getBooks(ask))).toMatchObject({ code: "CONFIGURATION", option: "tls" });
    await client.getBooks(ask);
    expect(server.requests).toHaveLength(1);
  });
});
