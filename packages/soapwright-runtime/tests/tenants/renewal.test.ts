/** Credentials that are renewed before they expire; calls use the old value meanwhile. */

import { type Asked, type CredentialRequest, credentialSource } from "soapwright-runtime";
import { endAfterEach, rejection, serve } from "soapwright-testing/stage/stage";
import { credentialsOf, guarded, type Named, shelfWith, well } from "soapwright-testing/tenants/stage";

endAfterEach();

const ask = { ShelfId: 1 };
const HOUR = 3_600_000;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Advances both clocks by `ms`; time stops otherwise. */
function clock() {
  const began = { date: Date.now(), monotonic: performance.now() };
  let passed = 0;
  jest.spyOn(Date, "now").mockImplementation(() => began.date + passed);
  jest.spyOn(performance, "now").mockImplementation(() => began.monotonic + passed);
  return { to: (ms: number) => (passed = ms), now: () => passed };
}

beforeEach(() => jest.spyOn(Math, "random").mockReturnValue(0.5));
afterEach(() => jest.restoreAllMocks());

/** A client, and its tokens of one hour: T1 at once, the next ones when the test releases them. */
async function started(given: { readonly refreshAheadMs?: number } = {}) {
  const time = clock();
  const server = await serve((socket) => socket.write(well()));
  const requests: CredentialRequest[] = [];
  const waiting: ((given?: Asked<string>) => void)[] = [];
  const secret = (request: CredentialRequest): Asked<string> => {
    const fetched = { value: `T${requests.push(request)}`, expiresAt: Date.now() + HOUR, ...given };
    if (requests.length === 1) return fetched;
    return new Promise<string>((resolve) =>
      waiting.push((given) => resolve((given ?? { ...fetched, expiresAt: Date.now() + HOUR }) as string)),
    );
  };
  const client = shelfWith({ user: "me", secret }, { endpoint: server.url });
  await client.getBooks(ask);
  const sent = () => server.requests.map((request) => credentialsOf(request).slice(3));
  return { client, time, requests, waiting, sent, server };
}

test("a call in the second half of a first lifetime asks, and uses the old value until the new one is there", async () => {
  const { client, time, requests, waiting, sent } = await started();
  time.to(0.5 * HOUR);
  await client.getBooks(ask);
  expect(requests).toHaveLength(1);
  // With a random number of 0.5, the renewal is at 0.55 of the half before the expiry.
  time.to(HOUR - 0.55 * 0.5 * HOUR);
  await Promise.all([client.getBooks(ask), client.getBooks(ask)]);
  await client.getBooks(ask);
  expect(requests).toHaveLength(2);
  waiting[0]?.();
  await turn();
  await client.getBooks(ask);
  expect(sent()).toEqual(["T1", "T1", "T1", "T1", "T1", "T2"]);
});

test.each([
  ["the earliest draw", 0.999_999, 0.5, 0.9],
  ["the latest draw", 0, 0.95, 0.99],
])("%s is inside of the window, with time for the fetch", async (_what, draw, first, later) => {
  jest.spyOn(Math, "random").mockReturnValue(draw);
  const { client, time, requests, waiting } = await started();
  let began = 0;
  for (const [index, at] of [first, later, later].entries()) {
    time.to(began + at * HOUR - 1_000);
    await client.getBooks(ask);
    expect(requests).toHaveLength(index + 1);
    began += at * HOUR + 1_000;
    time.to(began);
    await client.getBooks(ask);
    expect(requests).toHaveLength(index + 2);
    waiting[index]?.({ value: `T${index + 2}`, expiresAt: Date.now() + HOUR } as never);
    await turn();
  }
});

test("a token that calls waited for again, as after a refusal of all, has a first lifetime again", async () => {
  const { client, time, requests, waiting } = await started();
  time.to(2 * HOUR);
  const call = client.getBooks(ask);
  await turn();
  waiting[0]?.({ value: "T2", expiresAt: Date.now() + HOUR } as never);
  await call;
  time.to(3 * HOUR - 0.55 * 0.5 * HOUR);
  await client.getBooks(ask);
  expect(requests).toHaveLength(3);
});

test.each([
  [600_000, HOUR - 0.55 * 600_000],
  // At most half of the lifetime.
  [10 * HOUR, HOUR - 0.55 * 0.5 * HOUR],
])("refreshAheadMs %d", async (refreshAheadMs, at) => {
  const { client, time, requests } = await started({ refreshAheadMs });
  time.to(at - 1_000);
  await client.getBooks(ask);
  expect(requests).toHaveLength(1);
  time.to(at + 1_000);
  await client.getBooks(ask);
  expect(requests).toHaveLength(2);
});

test("refreshAheadMs 0 waits for the expiry", async () => {
  const { client, time, requests, waiting, sent } = await started({ refreshAheadMs: 0 });
  time.to(HOUR - 1);
  await client.getBooks(ask);
  expect(requests).toHaveLength(1);
  time.to(HOUR);
  const call = client.getBooks(ask);
  await turn();
  waiting[0]?.();
  await call;
  expect(sent()).toEqual(["T1", "T1", "T2"]);
});

test("a tenant without calls asks for nothing, and has no timer", async () => {
  const set = jest.spyOn(globalThis, "setTimeout");
  const { time, requests } = await started();
  const timers = set.mock.calls.map(([, ms]) => ms ?? 0);
  time.to(10 * HOUR);
  await turn();
  expect(requests).toHaveLength(1);
  // The timers of the call itself end within its deadline.
  expect(Math.max(0, ...timers)).toBeLessThanOrEqual(60_001);
});

test.each([
  ["rejects", () => Promise.reject(new Error("vault is sealed"))],
  [
    "throws",
    () => {
      throw new Error("vault is sealed");
    },
  ],
  ["returns what is no credential", () => ({ value: 5, expiresAt: Date.now() + HOUR })],
])(
  "a renewal that %s fails no call while the old value is good, and is not tried again by each",
  async (_what, fail) => {
    const time = clock();
    const server = await serve((socket) => socket.write(well()));
    let asked = 0;
    let isSealed = true;
    const secret = (): unknown => {
      asked++;
      return asked > 1 && isSealed ? fail() : { value: `T${asked}`, expiresAt: Date.now() + HOUR };
    };
    const client = shelfWith({ user: "me", secret } as Named, { endpoint: server.url });
    await client.getBooks(ask);
    time.to(0.95 * HOUR);
    for (let i = 0; i < 20; i++) await client.getBooks(ask);
    expect(asked).toBe(2);
    time.to(0.99 * HOUR);
    await client.getBooks(ask);
    expect(asked).toBe(3);
    time.to(HOUR);
    const error = await rejection(client.getBooks(ask));
    expect(error).toMatchObject({ code: "CONFIGURATION", option: "secret" });
    isSealed = false;
    await client.getBooks(ask);
    expect(credentialsOf(server.requests.at(-1)!)).toBe(`me T${asked}`);
  },
);

test("a renewal that hangs is waited for once the old value has expired, and is asked anew after a while", async () => {
  const { client, time, requests, waiting, sent } = await started();
  time.to(0.999 * HOUR);
  await client.getBooks(ask);
  expect(requests).toHaveLength(2);
  time.to(HOUR);
  // A call waits for a renewal that began 3.6 s ago.
  const call = client.getBooks(ask);
  await turn();
  expect(requests).toHaveLength(2);
  waiting[0]?.();
  await call;
  expect(sent()).toEqual(["T1", "T1", "T2"]);
  time.to(1.99 * HOUR);
  await client.getBooks(ask);
  expect(requests).toHaveLength(3);
  time.to(2.5 * HOUR);
  const other = client.getBooks(ask);
  await turn();
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([false, false, true, false]);
  waiting[2]?.();
  await other;
  expect(sent().at(-1)).toBe("T4");
});

test("a value that is refused during its renewal is not used again", async () => {
  const time = clock();
  const valid = new Set(["T1"]);
  const server = await guarded(valid);
  let asked = 0;
  const waiting: (() => void)[] = [];
  const secret = (): Asked<string> => {
    const fetched = { value: `T${++asked}`, expiresAt: Date.now() + HOUR };
    return asked === 1 ? fetched : new Promise((resolve) => waiting.push(() => resolve(fetched)));
  };
  const client = shelfWith({ user: "me", secret }, { endpoint: server.url, retries: 0 });
  await client.getBooks(ask);
  time.to(0.96 * HOUR);
  await client.getBooks(ask);
  expect(asked).toBe(2);
  valid.clear();
  valid.add("T2");
  const call = client.getBooks(ask);
  while (server.requests.length < 3) await turn();
  waiting[0]?.();
  await call;
  expect(asked).toBe(2);
  expect(server.requests.map(credentialsOf)).toEqual(["me T1", "me T1", "me T1", "me T2"]);
});

describe("a function that is given more than once", () => {
  const issuer = () => {
    const requests: CredentialRequest[] = [];
    const token = async (request: CredentialRequest) => ({
      value: `T${requests.push(request)}`,
      expiresAt: Number.POSITIVE_INFINITY,
    });
    return { requests, token };
  };

  test("with the same name and tenant is one source, whichever client of with() it was given to", async () => {
    const server = await serve((socket) => socket.write(well()));
    const { requests, token } = issuer();
    const client = shelfWith({}, { endpoint: server.url });
    const call = (user: string) => client.with({ user, secret: token } as never).getBooks(ask);
    await Promise.all(Array.from({ length: 100 }, () => call("a")));
    for (let i = 0; i < 10; i++) await call("a");
    expect(requests).toHaveLength(1);
    await Promise.all([call("b"), call("b"), call("a")]);
    expect(requests).toHaveLength(2);
    const used = server.requests.map(credentialsOf);
    expect(new Set(used)).toEqual(new Set(["a T1", "b T2"]));
    // With `auth` of a call, or with `httpHeaders`, it is another credential.
    const httpHeaders = async () => ({
      value: { "X-N": String(requests.push({} as never)) },
      expiresAt: Date.now() + HOUR,
    });
    for (let i = 0; i < 3; i++) await client.with({ user: "a", httpHeaders } as never).getBooks(ask);
    await client.with({ user: "b", httpHeaders } as never).getBooks(ask);
    expect(server.requests.slice(-4).map(({ head }) => /^x-n: (\d)/im.exec(head)?.[1])).toEqual(["3", "3", "3", "4"]);
  });

  test("learns who calls, and is asked once for each of them, though the first client was made with it", async () => {
    const server = await serve((socket) => socket.write(well()));
    const learned: unknown[] = [];
    const secret = async ({ credentials }: CredentialRequest) => {
      learned.push(credentials);
      return { value: `T-${credentials.user}`, expiresAt: Number.POSITIVE_INFINITY };
    };
    const client = shelfWith({ secret }, { endpoint: server.url });
    for (const user of ["a", "b", "a", "b"]) await client.with({ user } as never).getBooks(ask);
    await client.getBooks(ask, { auth: { user: "b" } } as never);
    const tenant = client.with({ user: "a" } as never);
    await tenant.with({ timeoutMs: 5_000 }).getBooks(ask);
    expect(learned).toEqual([{ user: "a" }, { user: "b" }]);
    expect(server.requests.map(credentialsOf)).toEqual(["a T-a", "b T-b", "a T-a", "b T-b", "b T-b", "a T-a"]);
  });

  test("learns nothing where a function says who calls, and where it is one for all", async () => {
    const server = await serve((socket) => socket.write(well()));
    const learned: unknown[] = [];
    const secret = ({ credentials }: CredentialRequest) => {
      learned.push(credentials);
      return { value: "T", expiresAt: Number.POSITIVE_INFINITY };
    };
    await shelfWith({ user: () => "me", secret }, { endpoint: server.url }).getBooks(ask);
    await shelfWith({ user: "me", secret: credentialSource(secret) }, { endpoint: server.url }).getBooks(ask);
    expect(learned).toEqual([{}, {}]);
  });

  test("of a client is not asked for another tenant by httpHeaders", async () => {
    const server = await serve((socket) => socket.write(well()));
    const httpHeaders = ({ credentials }: CredentialRequest) => ({
      value: { "X-Who": credentials.user ?? "nobody" },
      expiresAt: Number.POSITIVE_INFINITY,
    });
    const client = shelfWith({}, { endpoint: server.url, httpHeaders });
    for (const user of ["a", "b"]) await client.with({ user } as never).getBooks(ask);
    await client.with({ user: "a", httpHeaders } as never).getBooks(ask);
    // The first client's value is the same for all of them, so it cannot be one tenant's.
    expect(server.requests.map(({ head }) => /^x-who: (.*)$/im.exec(head)?.[1])).toEqual(["nobody", "nobody", "a"]);
  });

  test("a warning tells once when a function is made anew for each client of with()", async () => {
    const warned = jest.spyOn(process, "emitWarning").mockImplementation(() => {});
    const server = await serve((socket) => socket.write(well()));
    let asked = 0;
    const client = shelfWith({}, { endpoint: server.url });
    const call = (user: string, expiresAt?: number) =>
      client
        .with({ user, secret: async () => (expiresAt ? { value: `T${++asked}`, expiresAt } : "T") } as never)
        .getBooks(ask);
    // One function per tenant, and ones whose values belong to one call, cause no warning.
    for (let n = 0; n < 15; n++) await call(`tenant ${n}`, Number.POSITIVE_INFINITY);
    for (let n = 0; n < 15; n++) await call("me");
    expect(warned).not.toHaveBeenCalled();
    for (let n = 0; n < 30; n++) await call("me and 4711", Number.POSITIVE_INFINITY);
    expect(asked).toBe(45);
    expect(warned).toHaveBeenCalledTimes(1);
    expect(warned.mock.calls[0]).toEqual([
      expect.stringMatching(/^Another function was passed as secret .*credentialSource/),
      { code: "SOAPWRIGHT_CREDENTIAL_FUNCTIONS" },
    ]);
    expect(String(warned.mock.calls[0])).not.toContain("4711");
  });

  test("is not shared where the tenant is not known, or differs", async () => {
    const server = await serve((socket) => socket.write(well()));
    const { requests, token } = issuer();
    const client = shelfWith({}, { endpoint: server.url });
    const user = () => "by a function";
    for (let i = 0; i < 3; i++) await client.with({ user, secret: token } as never).getBooks(ask);
    expect(requests).toHaveLength(3);
    // A separate client shares nothing.
    const other = shelfWith({ user: "me", secret: token }, { endpoint: server.url });
    const third = shelfWith({ user: "me", secret: token }, { endpoint: server.url });
    for (const each of [other, third, other]) await each.getBooks(ask);
    expect(requests).toHaveLength(5);
  });

  test("credentialSource makes one source of it, wherever it is given", async () => {
    const server = await serve((socket) => socket.write(well()));
    const { requests, token } = issuer();
    const secret = credentialSource(token);
    const clients = ["a", "b"].map((user) => shelfWith({ user, secret }, { endpoint: server.url }));
    for (const client of clients) {
      await client.with({ user: "c", secret } as never).getBooks(ask);
      await client.with({ user: () => "d", secret } as never).getBooks(ask);
      await client.getBooks(ask, { auth: { secret } });
    }
    expect(requests).toHaveLength(1);
    // Another one of the same function is another source.
    await clients[0]!.with({ secret: credentialSource(token) } as never).getBooks(ask);
    expect(requests).toHaveLength(2);
  });

  test.each([
    [() => credentialSource("token" as never), /credentialSource/],
    [() => credentialSource(() => "t", { name: 5 as never }), /credentialSource name/],
    [() => credentialSource(() => "t", { key: "x" } as never), /key/],
  ])("credentialSource refuses what is wrong: %#", (make, message) => {
    expect(make).toThrow(expect.objectContaining({ code: "CONFIGURATION", message: expect.stringMatching(message) }));
  });
});

test.each([-1, "soon", 1.5])("refreshAheadMs is milliseconds: not %p", async (refreshAheadMs) => {
  const wrong = started({ refreshAheadMs: refreshAheadMs as number });
  await expect(wrong).rejects.toMatchObject({ code: "CONFIGURATION", option: "secret.refreshAheadMs" });
});
