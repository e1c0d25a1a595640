/**
 * Functions that a program passes to a client and that misbehave, each at each place: every call ends with its result or
 * a typed error, no call is forgotten, the process goes on, and the client closes.
 */
import { fairness, sharedRate } from "soapwright-features";
import { sharedCredentials } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
import { customTransport, type Transport, type TransportResponse } from "soapwright-runtime/extend";
import { book, books, envelope, fault11, ShelfClient } from "soapwright-testing/client/shelf";
import { isSlow } from "soapwright-testing/stage/slow";
import { endAfterEach, open } from "soapwright-testing/stage/stage";
import { shelfWith } from "soapwright-testing/tenants/stage";

endAfterEach();

/** Promises of one test, which settle when its calls have ended and its client is closed. */
class Held {
  readonly #late: (() => void)[] = [];

  /** Returns a promise that nobody settles before the end. */
  until(settle: (resolve: (value: unknown) => void, reject: (error: Error) => void) => void): Promise<unknown> {
    return new Promise((resolve, reject) => this.#late.push(() => settle(resolve, reject)));
  }

  async end(): Promise<void> {
    for (const settle of this.#late.splice(0)) settle();
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}

type Misbehaviour = (held: Held) => unknown;

const THEN = "then";

const MISBEHAVIOURS: { readonly [what: string]: Misbehaviour } = {
  "throws an error": () => {
    throw new TypeError("third party");
  },
  "throws nothing": () => {
    throw undefined;
  },
  rejects: () => Promise.reject(new TypeError("third party")),
  "rejects late": (held) => held.until((_resolve, reject) => reject(new TypeError("third party"))),
  "is late": (held) => held.until((resolve) => resolve(undefined)),
  "never settles": () => new Promise(() => {}),
  "returns nothing": () => undefined,
  "returns null": () => null,
  "returns a number": () => Number.NaN,
  "returns an object": () => ({}),
  "returns a list": () => [1],
  "returns a thenable that throws": () => ({ [THEN]: MISBEHAVIOURS["throws an error"] }),
};

const headers = { "content-type": "text/xml; charset=utf-8" };
async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
const well = envelope(books(book(1)));
const responses: { readonly [status: string]: () => TransportResponse } = {
  "200": () => ({ status: 200, headers, body: bytes(well) }),
  "401": () => ({ status: 401, headers: { "www-authenticate": "Digest realm=x" }, body: null }),
  "500": () => ({ status: 500, headers, body: bytes(envelope(fault11("s:Server", "No"))) }),
};
const sending = (status: string): Transport => ({ send: async () => responses[status]!() });

type Hook = () => unknown;
interface Party {
  /** The text by which an error names it. */
  readonly name: RegExp;
  /** Whether a program receives errors of its own function unchanged. */
  readonly isOwn?: boolean;
  /** Returns options of a client that call `hook` at one place. */
  readonly at: { readonly [place: string]: (hook: Hook, status: string) => object };
}

const featureWith = (open: object): object => ({ name: "third", version: 1, kind: "headers", ...open });
const hooked = (call: object) => () => ({ features: [featureWith({ open: () => ({ call: () => call }) })] });
const featureHook = (name: string) => (hook: Hook) => hooked({ [name]: hook })();
const admitting = (opened: object): object => ({ admission: [{ name: "third", open: () => opened }] });
const limiting = (limit: object): object => ({ join: () => () => {}, begin: () => true, end() {}, ...limit });
const responding = (response: (status: string) => unknown) => (_hook: Hook, status: string) => ({
  transport: customTransport({ send: async () => response(status) } as Transport),
});

const FEATURES = [
  "blocks",
  "beside",
  "secure",
  "request",
  "verify",
  "headers",
  "after",
  "challenged",
  "describe",
  "outcome",
];
const PARTIES: { readonly [party: string]: Party } = {
  feature: {
    name: /feature "third"/,
    at: {
      open: (hook) => ({ features: [featureWith({ open: hook })] }),
      call: (hook) => ({ features: [featureWith({ open: () => ({ call: hook }) })] }),
      understands: (hook) => ({
        features: [
          featureWith({
            open: () => ({
              call: () => ({
                get understands() {
                  return hook();
                },
              }),
            }),
          }),
        ],
      }),
      packaging: (hook) => ({
        features: [
          featureWith({
            open: () => ({
              call: () => ({
                get packaging() {
                  return hook();
                },
              }),
            }),
          }),
        ],
      }),
      ...Object.fromEntries(FEATURES.map((name) => [name, featureHook(name)])),
    },
  },
  admission: {
    name: /admission "third"/,
    at: {
      open: (hook) => ({ admission: [{ name: "third", open: hook }] }),
      check: (hook) => admitting({ check: hook }),
      begin: (hook) => admitting({ begin: hook }),
      end: (hook) => admitting({ begin: () => hook }),
      stats: (hook) => admitting({ stats: hook }),
      limits: (hook) =>
        admitting({
          get limits() {
            return hook();
          },
        }),
      slots: (hook) =>
        admitting({
          limits: {
            get slots() {
              return hook();
            },
            perSecond: undefined,
          },
        }),
      perSecond: (hook) =>
        admitting({
          limits: {
            slots: 1,
            get perSecond() {
              return hook();
            },
          },
        }),
      shared: (hook) =>
        admitting({
          get shared() {
            return hook();
          },
        }),
      join: (hook) => admitting({ shared: limiting({ join: hook }) }),
      leave: (hook) => admitting({ shared: limiting({ join: () => hook }) }),
      "begin of shared": (hook) => admitting({ shared: limiting({ begin: hook }) }),
      "end of shared": (hook) => admitting({ shared: limiting({ end: hook }) }),
    },
  },
  sharedRate: {
    name: /sharedRate|admission "sharedRate"/,
    at: Object.fromEntries(
      ["join", "begin", "end"].map((name) => [
        name,
        (hook: Hook) => ({ admission: [sharedRate(limiting({ [name]: hook }) as never)] }),
      ]),
    ),
  },
  fairness: {
    name: /fairness\.(key|weight)/,
    at: {
      key: (hook) => ({ admission: [fairness({ key: hook as never })] }),
      weight: (hook) => ({ admission: [fairness({ key: () => "a", weight: hook as never })] }),
      label: (hook) => ({ admission: [fairness({ key: () => "a", label: hook as never })] }),
    },
  },
  transport: {
    name: /transport/,
    at: {
      send: (hook) => ({ transport: customTransport({ send: hook as never }) }),
      headers: (hook, status) => ({
        transport: customTransport({
          send: async () => ({ ...responses[status]!(), headers: hook() as never }),
        }),
      }),
      body: (hook, status) =>
        responding(() => ({ ...responses[status]!(), body: { [Symbol.asyncIterator]: hook } }))(hook, status),
      next: (hook, status) =>
        responding(() => ({ ...responses[status]!(), body: { [Symbol.asyncIterator]: () => ({ next: hook }) } }))(
          hook,
          status,
        ),
      return: (hook, status) =>
        responding(() => ({
          ...responses[status]!(),
          body: {
            [Symbol.asyncIterator]: () => ({ next: async () => ({ value: Buffer.from("<x/>") }), return: hook }),
          },
        }))(hook, status),
      close: (hook, status) => ({ transport: customTransport({ ...sending(status), close: hook as never }) }),
    },
  },
  "function for credentials": {
    name: /secret|headers|httpHeaders|extraHeaders|response.* cannot be read/,
    at: {
      headers: (hook) => ({ headers: hook }),
      httpHeaders: (hook) => ({ httpHeaders: hook }),
      extraHeaders: (hook) => ({ extraHeaders: hook }),
    },
  },
  "function of the program": {
    name: /interceptor|errorKind/i,
    isOwn: true,
    at: {
      interceptors: (hook) => ({ interceptors: [hook] }),
      "interceptors, inside": (hook) => ({ interceptors: [() => hook] }),
      attemptInterceptors: (hook) => ({ attemptInterceptors: [hook] }),
      "attemptInterceptors, inside": (hook) => ({ attemptInterceptors: [() => hook] }),
      errorKind: (hook) => ({ quirks: { errorKind: hook } }),
      logger: (hook) => ({ logger: { info: hook, warn: hook, error: hook } }),
    },
  },
};

const CASES = Object.entries(PARTIES).flatMap(([party, { at }]) =>
  Object.keys(at).flatMap((place) => Object.keys(MISBEHAVIOURS).map((what) => [party, place, what] as const)),
);

/** Notes what would end the process. */
function watchProcess(): () => unknown[] {
  const seen: unknown[] = [];
  const note = (reason: unknown): number => seen.push(reason);
  process.on("unhandledRejection", note);
  process.on("uncaughtException", note);
  return () => {
    process.off("unhandledRejection", note);
    process.off("uncaughtException", note);
    return seen;
  };
}

/** Returns what the calls rejected with. Two of three wait for the first. */
async function failuresOf(client: { getBooks(args: { ShelfId: number }): PromiseLike<unknown> }): Promise<unknown[]> {
  const calls = await Promise.allSettled([1, 2, 3].map((ShelfId) => client.getBooks({ ShelfId })));
  return calls.flatMap((call) => (call.status === "rejected" ? [call.reason] : []));
}

function expectTyped(errors: readonly unknown[], { name, isOwn = false }: Party): void {
  const wrong = errors.filter((error) => !isServiceError(error) && !isOwn);
  expect(wrong).toEqual([]);
  const named = errors.filter(isServiceError).map(({ code, message }) => [code, message] as const);
  expect(named.filter(([code, message]) => code === "CONFIGURATION" && !name.test(message))).toEqual([]);
}

/** `make test` takes one response for each case, `make slow-test` all. */
const casesOf = (status: string): typeof CASES => {
  const statuses = Object.keys(responses);
  return CASES.filter((_case, at) => isSlow || at % statuses.length === statuses.indexOf(status));
};

describe.each(Object.keys(responses))("with a response of status %s", (status) => {
  test.each(casesOf(status))("a %s whose %s %s", async (party, place, what) => {
    const held = new Held();
    const seen = watchProcess();
    const third = PARTIES[party]!;
    const hook: Hook = () => MISBEHAVIOURS[what]!(held);
    try {
      const limits = { deadlineMs: 60, retries: 0, connections: 1, endpoint: "https://shelf.example/" };
      const options = { transport: customTransport(sending(status)), ...limits, ...third.at[place]!(hook, status) };
      let client: ShelfClient | undefined;
      try {
        client = new ShelfClient(options);
      } catch (error) {
        expectTyped([error], third);
      }
      if (client !== undefined) {
        expectTyped(await failuresOf(client), third);
        client.stats();
        const [closed] = await Promise.allSettled([client.close({ force: true })]);
        expectTyped(closed?.status === "rejected" ? [closed.reason] : [], third);
      }
      await held.end();
    } finally {
      expect(seen()).toEqual([]);
    }
  });
});

test.each(Object.keys(MISBEHAVIOURS))("a credential function that %s, and its cache", async (what) => {
  const held = new Held();
  const seen = watchProcess();
  const hook = () => MISBEHAVIOURS[what]!(held) as never;
  const transport = customTransport(sending("200"));
  const terms = { endpoint: "https://shelf.example/", deadlineMs: 60, transport };
  const cache = { get: async () => undefined, set: async () => {}, lock: async () => true, unlock: async () => {} };
  const fetched = async () => ({ value: "s", expiresAt: Date.now() + 60_000 });
  for (const [secret, more] of [
    [hook, {}],
    ...Object.keys(cache).map((name) => [fetched, { ...cache, [name]: hook }] as const),
  ] as const) {
    const credentialCache = "get" in more ? { credentialCache: sharedCredentials(more as typeof cache) } : {};
    const client = shelfWith({ user: "ada", secret }, { ...terms, ...credentialCache });
    expectTyped(await failuresOf(client), { name: /secret/, at: {} });
    await client.close({ force: true });
  }
  await held.end();
  expect(seen()).toEqual([]);
});

test("an error of a feature or an admission names it, and has its error as the cause", async () => {
  const fails: Hook = MISBEHAVIOURS["throws an error"] as Hook;
  for (const options of [featureHook("headers")(fails), featureHook("request")(fails), admitting({ check: fails })]) {
    const client = open({ endpoint: "https://shelf.example/", transport: customTransport(sending("200")), ...options });
    const [error] = await failuresOf(client);
    expect(error).toMatchObject({ code: "CONFIGURATION", cause: { message: "third party" } });
    expect(error).toMatchObject({
      message: expect.stringMatching(/^The (feature|admission) "third" failed in \w+\(\)\./),
    });
  }
  const asynchronous = open({
    endpoint: "https://shelf.example/",
    transport: customTransport(sending("200")),
    ...featureHook("headers")(() => Promise.reject(new TypeError("third party"))),
  });
  const [error] = await failuresOf(asynchronous);
  expect((error as Error).message).toMatch('The feature "third" returned a promise from headers(). Return a string');
});

test.each([0, -1, Number.NaN, null, "1"])(
  "an admission that changes its slots to %p rejects calls at once",
  async (slots) => {
    const limits: { slots: unknown; perSecond: undefined } = { slots: 1, perSecond: undefined };
    const terms = { endpoint: "https://shelf.example/", transport: customTransport(sending("200")) };
    const client = open({ ...terms, ...admitting({ limits }) });
    expect(await failuresOf(client)).toEqual([]);
    limits.slots = slots;
    const errors = await failuresOf(client);
    expect(errors.map((error) => (error as Error).message)).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/admission "third" returned an object from limits/)),
    );
    limits.slots = 2;
    expect(await failuresOf(client)).toEqual([]);
    expect(() => open({ ...terms, ...admitting({ limits: { slots } }) })).toThrow(/admission "third"/);
  },
);

test("statistics of an admission leave those of the client alone", () => {
  const stats = () => ({ waiting: 7, inFlight: 7, origin: "x", own: 7 });
  const terms = { endpoint: "https://shelf.example/", transport: customTransport(sending("200")) };
  const [origin] = open({ ...terms, ...admitting({ stats }) }).stats().origins;
  expect(origin).toMatchObject({ waiting: 0, inFlight: 0, origin: "https://shelf.example", own: 7 });
});

/** A client whose first call is in flight until `respond`, and whose admission has `queue`. */
function waitingClient() {
  let respond!: (response: TransportResponse) => void;
  const first = new Promise<TransportResponse>((resolve) => {
    respond = resolve;
  });
  let queue!: { refuse(make: () => never): void; hold(ms: number): void };
  const openIt = (given: typeof queue): object => {
    queue = given;
    return {};
  };
  const client = open({
    endpoint: "https://shelf.example/",
    connections: 1,
    admission: [{ name: "third", open: openIt }],
    transport: customTransport({ send: () => first }),
  });
  return { client, queue, respond: () => respond(responses["200"]!()) };
}

test.each(["throws an error", "returns nothing"])(
  "refuse() with a function that %s rejects each call that waits",
  async (what) => {
    const { client, queue, respond } = waitingClient();
    const calls = failuresOf(client);
    queue.refuse(MISBEHAVIOURS[what] as () => never);
    respond();
    const errors = await calls;
    expect(errors).toHaveLength(2);
    expectTyped(errors, PARTIES.admission!);
  },
);

test.each([Number.POSITIVE_INFINITY, 1e12])("hold(%p) sets no timer that fires at once", async (ms) => {
  const timers = jest.spyOn(globalThis, "setTimeout");
  const { client, queue, respond } = waitingClient();
  queue.hold(ms);
  respond();
  const errors = await failuresOf(client.with({ deadlineMs: 30 }));
  expect(errors.map((error) => (error as { code?: string }).code)).toEqual(["TIMEOUT", "TIMEOUT", "TIMEOUT"]);
  const longest = Math.max(...timers.mock.calls.map(([, delay = 0]) => delay));
  timers.mockRestore();
  // A longer one fires at once.
  expect(longest).toBe(2_147_483_647);
});

test("a transport whose close() hangs does not keep a client that is closed by force, also after a close()", async () => {
  const warn = jest.spyOn(process, "emitWarning").mockImplementation();
  const close = () => new Promise<void>(() => {});
  const client = open({
    endpoint: "https://shelf.example/",
    transport: customTransport({ ...sending("200"), close }),
  });
  void client.close();
  await client.close({ force: true });
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^The transport of a client did not end its close\(\)/), {
    code: expect.stringMatching(/_TRANSPORT_CLOSE$/),
  });
  warn.mockRestore();
});
