/** The table of options: its checks, its declarations and its messages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CallOptions, ClientOptions, WithOptions } from "soapwright-runtime";
import { customTransport } from "soapwright-runtime/extend";
import { shelf } from "soapwright-testing/client/shelf";
import { makeClient, send, wellFor } from "soapwright-testing/transport/outcomes";
import { RawServer } from "soapwright-testing/transport/raw-server";
import { GROUPS, type GroupName, MOVED, pathOf } from "../../packages/soapwright-runtime/src/client/option-places";
import { OPTIONS, type OptionName } from "../../packages/soapwright-runtime/src/client/option-table";
import {
  readCallOptions,
  readClientOptions,
  readWithOptions,
} from "../../packages/soapwright-runtime/src/client/settings";
import { OPTION_DOCS, OPTION_NAMES, withOptionTable } from "../../scripts/write-options";

const root = join(__dirname, "../..");
const names = Object.keys(OPTIONS) as OptionName[];
const read = (options: object) => readClientOptions(shelf, { endpoint: "https://shelf.example/", ...options }, []);

/** The options that give `value` to a setting, wherever that is given. */
const giving = (name: OptionName, value: unknown): object => {
  const [group, member] = pathOf(name).split(".") as [string, string | undefined];
  return { [group]: member === undefined ? value : { [member]: value } };
};
const documented = (name: OptionName) => {
  const path = pathOf(name);
  return OPTION_DOCS.get(Object.hasOwn(GROUPS, path) ? `${path}.max` : path)!;
};
const refuses = (name: OptionName, value: unknown): void => {
  const place = OPTIONS[name].place;
  const reading = () =>
    place === "call" ? readCallOptions(read({ headers: () => ({}) }), giving(name, value)) : read(giving(name, value));
  expect(reading).toThrow(
    expect.objectContaining({
      code: "CONFIGURATION",
      option: expect.stringMatching(new RegExp(`^${pathOf(name).replace(".", "\\.")}`)) as string,
    }) as Error,
  );
};

describe.each(names)("%s", (name) => {
  const { place, standard } = OPTIONS[name];
  const { type, description, standard: shown } = documented(name);

  test("says what it is in sentences, and its default", () => {
    expect(description).toMatch(/^[A-Z`].*\.$/s);
    if (typeof standard === "number") expect(shown).toBe(standard.toLocaleString("en-US"));
    else if (standard !== undefined) expect(shown).toBe(`\`${JSON.stringify(standard)}\``);
    else expect(shown).not.toBe("");
  });

  test("refuses a value of another kind", () => {
    const wrong: unknown[] = [Symbol("x"), Number.NaN, 5n];
    if (!type.startsWith("boolean")) wrong.push(true);
    if (!type.includes("string") && !type.includes('"')) wrong.push("text");
    if (type !== "number") wrong.push(5);
    if (!type.includes("=>") && !/headers$/i.test(name)) wrong.push(() => {});
    if (type === "ExtraHeaders") wrong.push([5], {});
    else if (!type.includes("[]")) wrong.push([]);
    else wrong.push([5], {});
    for (const value of wrong) refuses(name, value);
    if (type !== "number" && name !== "endpoint" && name !== "proxy") refuses(name, null);
  });

  if (type === "number") {
    const edges = { timeoutMs: 2_147_483_647, requestsPerSecond: 1_000_000 } as { [name: string]: number };
    test("refuses numbers below and above its range, and takes its edges and its default", () => {
      for (const value of [-1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MAX_VALUE, "5"]) {
        refuses(name, value);
      }
      if (!name.startsWith("requestsPerSecond")) refuses(name, 1.5 + Number(standard ?? 100));
      if (typeof standard === "number") expect(OPTIONS[name].check(name, standard as never)).toBe(standard);
      const edge = edges[name];
      if (edge === undefined) return;
      expect(OPTIONS[name].check(name, edge as never)).toBe(edge);
      refuses(name, edge + 1);
    });
  }

  test("is not read from a prototype", () => {
    const inherited = Object.create({ [name]: Symbol("inherited") }) as object;
    if (place !== "call") expect(() => readClientOptions(shelf, inherited, [])).not.toThrow();
    if (place !== "client") expect(() => readCallOptions(read({}), inherited)).not.toThrow();
  });
});

test("an option that is not known is refused, with the one that may be meant", () => {
  expect(() => read({ timeout: 5 })).toThrow(/"timeout" is not an option of a client; timeoutMs is\./);
  expect(() => read({ auth: {} })).toThrow(expect.objectContaining({ option: "auth" }) as Error);
  expect(() => readCallOptions(read({}), { connections: 5 } as object)).toThrow(/not an option of a call/);
  expect(() => read({ limits: { deph: 5 } })).toThrow(/"deph" is not an option of limits of a client; depth is\./);
  const ofClient = { limits: { depth: 5 } } as object;
  expect(() => readCallOptions(read({}), ofClient)).toThrow(
    expect.objectContaining({ option: "limits.depth" }) as Error,
  );
  expect(() => read({ [Symbol("x")]: 5 })).toThrow(expect.objectContaining({ code: "CONFIGURATION" }) as Error);
});

test.each(["keepAliveMs", "maxConnectionAgeMs", "connectTimeoutMs", "tls", "proxy"] as const)(
  "%s is refused beside a transport",
  (name) => {
    const value: unknown = { tls: {}, proxy: "http://proxy.example" }[name as string] ?? 10;
    const transport = customTransport({ send: () => Promise.reject(new Error("not called")) });
    expect(() => read({ transport, ...giving(name, value) })).toThrow(
      expect.objectContaining({ option: pathOf(name) }) as Error,
    );
  },
);

test("what another package has put on Object.prototype is no option, neither of ours nor of undici's, TLS's or a socket's", async () => {
  const server = await RawServer.start((socket, request) => socket.write(wellFor(request)));
  const others = ["socketPath", "host", "hostname", "port", "path", "method", "lookup", "localAddress", "family"];
  // `signal` and `timeout` on Object.prototype break every socket of Node.js itself, so they cannot be tested.
  const added = [
    ...[...names, ...Object.keys(GROUPS)].filter((name) => name !== "signal"),
    ...others,
    "agent",
    "headers",
    "upgrade",
    "reset",
    "expectContinue",
    "blocking",
    "throwOnError",
  ];
  const value = "/no/such/place";
  try {
    for (const name of added) {
      Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true, enumerable: false });
    }
    const client = makeClient(server.url, { retries: 0 });
    const safe = await send(client, {});
    await client.close();
    expect(safe).toEqual({ error: undefined, text: "well", attempts: 1 });
  } finally {
    for (const name of added) Reflect.deleteProperty(Object.prototype, name);
    await server.stop();
  }
  expect(server.requests[0]?.head).toMatch(/^POST \/service HTTP\/1\.1\r\n/);
  expect(server.requests[0]?.head).not.toContain(value);
});

/** The keys of the groups that have a setting at one of the places `P`, and the settings without a group there. */
type Grouped = { [G in GroupName]: (typeof GROUPS)[G][keyof (typeof GROUPS)[G]] }[GroupName];
type Place<K extends OptionName> = (typeof OPTIONS)[K]["place"];
type At<P extends string> =
  | { [K in OptionName]: K extends Grouped ? never : Place<K> extends P ? K : never }[OptionName]
  | { [G in GroupName]: MembersAt<G, P> extends never ? never : G }[GroupName];
type MembersAt<G extends GroupName, P extends string> = {
  [M in keyof (typeof GROUPS)[G]]: (typeof GROUPS)[G][M] extends OptionName
    ? Place<(typeof GROUPS)[G][M]> extends P
      ? M
      : never
    : never;
}[keyof (typeof GROUPS)[G]];
type MembersOf<O, G extends keyof O> = keyof Exclude<O[G], number | undefined>;
type Same<A, B> = [A, B] extends [B, A] ? true : false;

test("the declarations have the options of the table, where they may be set", () => {
  type OfClient = "client" | "with" | "both";
  type OfWith = "with" | "both" | "call";
  const ofClient: Same<keyof ClientOptions, At<OfClient> | "features"> = true;
  const ofWith: Same<keyof WithOptions, At<OfWith>> = true;
  const ofCall: Same<keyof CallOptions, At<"both" | "call">> = true;
  const members: { [G in GroupName]: Same<MembersOf<ClientOptions, G>, MembersAt<G, OfClient>> } = {
    limits: true,
    retries: true,
    connections: true,
    quirks: true,
    expose: true,
  };
  const ofCalls: { [G in "limits" | "retries" | "quirks"]: Same<MembersOf<CallOptions, G>, MembersAt<G, "both">> } = {
    limits: true,
    retries: true,
    quirks: true,
  };
  const exposed: Same<MembersOf<WithOptions, "expose">, MembersAt<"expose", OfWith>> = true;
  expect([ofClient, ofWith, ofCall, exposed, ...Object.values(members), ...Object.values(ofCalls)]).not.toContain(
    false,
  );
  const paths = Object.entries(GROUPS).flatMap(([group, of]) => Object.keys(of).map((member) => `${group}.${member}`));
  expect([...OPTION_DOCS.keys()].sort()).toEqual([...OPTION_NAMES, ...paths].sort());
});

test("a client and its calls have at most 30 options, `features` included", () => {
  expect(OPTION_NAMES.length + 1).toBeLessThanOrEqual(30);
});

describe("an option that has moved", () => {
  const moved: readonly (readonly [name: string, instead: string])[] = [
    ["maxRequestBytes", "limits: { requestBytes }"],
    ["maxResponseBytes", "limits: { responseBytes }"],
    ["maxStreamBytes", "limits: { streamBytes }"],
    ["streamIdleMs", "limits: { streamIdleMs }"],
    ["maxDepth", "limits: { depth }"],
    ["maxTextLength", "limits: { textLength }"],
    ["maxQueued", "limits: { queued }"],
    ["retryTimeouts", "retries: { timeouts }"],
    ["retryDelayMs", "retries: { delayMs }"],
    ["retryBudget", "retries: { budget }"],
    ["connectTimeoutMs", "connections: { connectTimeoutMs }"],
    ["keepAliveMs", "connections: { keepAliveMs }"],
    ["maxConnectionAgeMs", "connections: { maxAgeMs }"],
    ["namespaces", "quirks: { namespaces }"],
    ["forceSoapVersion", "quirks: { forceSoapVersion }"],
    ["safeOperations", "quirks: { safeOperations }"],
    ["errorKind", "quirks: { errorKind }"],
    ["allowControlCharacters", "quirks: { allowControlCharacters }"],
    ["policy", "quirks: { policy }"],
    ["faultText", "expose: { faultText }"],
    ["exposeEnvelopes", "expose: { envelopes }"],
    ["fairness", "admission: [fairness({ … })]"],
  ];

  test.each(moved)("%s says its new place: %s", (name, instead) => {
    const says = expect.objectContaining({
      code: "CONFIGURATION",
      option: name,
      message: `${name} has moved: give ${instead} instead.`,
    }) as Error;
    // Whatever its value is, and whether a client, `with` or a call gets it.
    for (const value of [5, "text", {}]) {
      expect(() => read({ [name]: value })).toThrow(says);
      expect(() => readCallOptions(read({}), { [name]: value } as object)).toThrow(says);
      expect(() => readWithOptions(read({}), { [name]: value } as object)).toThrow(says);
    }
    expect(() => read({ [name]: undefined })).not.toThrow(/has moved/);
  });

  test("is in the table above", () => {
    expect([...MOVED.keys()].sort()).toEqual(moved.map(([name]) => name).sort());
  });
});

describe("options in groups", () => {
  test("keep what the client has where a call sets another member", () => {
    const client = read({ limits: { requestBytes: 7, streamIdleMs: 8 }, retries: { max: 5, timeouts: true } });
    const call = readCallOptions(client, { limits: { responseBytes: 9 }, retries: 0 });
    expect(call).toMatchObject({ maxRequestBytes: 7, maxResponseBytes: 9, streamIdleMs: 8, retries: 0 });
    expect(call.retryTimeouts).toBe(true);
    expect(readWithOptions(client, { expose: { faultText: true }, quirks: { policy: "ignore" } })).toMatchObject({
      faultText: true,
      policy: "ignore",
      retries: 5,
    });
  });

  test("take the number alone for the most retries and connections", () => {
    expect(read({ retries: 1, connections: 3 })).toMatchObject({ retries: 1, connections: 3, retryDelayMs: 100 });
    const own = { retries: { max: 1, delayMs: 5 }, connections: { max: 3 } };
    expect(read(own)).toMatchObject({ retries: 1, connections: 3, retryDelayMs: 5 });
  });

  test.each(["limits", "quirks", "expose"])("%s takes an object", (group) => {
    for (const value of [5, "text", null, [], true]) {
      expect(() => read({ [group]: value })).toThrow(
        expect.objectContaining({ option: group, message: expect.stringContaining("takes an object") }) as Error,
      );
    }
  });
});

test("the table of docs/options.md is fresh: run scripts/write-options.ts", () => {
  const page = readFileSync(join(root, "docs/options.md"), "utf8");
  expect(withOptionTable(page)).toBe(page);
  for (const name of OPTION_NAMES) expect(page).toContain(`| \`${name}\` |`);
});
