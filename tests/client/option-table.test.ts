/** The table of options: its checks, its declarations and its messages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CallOptions, ClientOptions } from "soapwright-runtime";
import { customTransport } from "soapwright-runtime/extend";
import { shelf } from "soapwright-testing/client/shelf";
import { makeClient, send, wellFor } from "soapwright-testing/transport/outcomes";
import { RawServer } from "soapwright-testing/transport/raw-server";
import type { WithOptions } from "../../packages/soapwright-runtime/src/client/client-options";
import { GROUPS } from "../../packages/soapwright-runtime/src/client/option-places";
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
  const [group, member] = OPTIONS[name].path.split(".") as [string, string | undefined];
  return { [group]: member === undefined ? value : { [member]: value } };
};
const isAt = (place: string, places: readonly string[]): boolean => places.includes(place);
const documented = (name: OptionName) => {
  const { path } = OPTIONS[name];
  return OPTION_DOCS.get(Object.hasOwn(GROUPS, path) ? `${path}.max` : path)!;
};
const refuses = (name: OptionName, value: unknown): void => {
  const { path, places } = OPTIONS[name];
  const reading = () =>
    !isAt("client", places)
      ? readCallOptions(read({ headers: () => ({}) }), giving(name, value))
      : read(giving(name, value));
  expect(reading).toThrow(
    expect.objectContaining({
      code: "CONFIGURATION",
      option: expect.stringMatching(new RegExp(`^${path.replace(".", "\\.")}`)) as string,
    }) as Error,
  );
};

describe.each(names)("%s", (name) => {
  const { places, default: standard, check } = OPTIONS[name];
  const { type, unit, description, standard: shown } = documented(name);

  test("says what it is in sentences, and its default", () => {
    expect(description).toMatch(/^[A-Z`].*\.$/s);
    if (typeof standard === "number") expect(shown).toBe(standard.toLocaleString("en-US"));
    else if (standard !== undefined) expect(shown).toBe(`\`${JSON.stringify(standard)}\``);
    else expect(shown).not.toBe("");
    if (unit !== undefined) expect(() => check(name, {})).toThrow(`(${unit})`);
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
      if (typeof standard === "number") expect(check(name, standard as never)).toBe(standard);
      const edge = edges[name];
      if (edge === undefined) return;
      expect(check(name, edge as never)).toBe(edge);
      refuses(name, edge + 1);
    });
  }

  test("is not read from a prototype", () => {
    const inherited = Object.create({ [name]: Symbol("inherited") }) as object;
    if (isAt("client", places)) expect(() => readClientOptions(shelf, inherited, [])).not.toThrow();
    if (isAt("call", places)) expect(() => readCallOptions(read({}), inherited)).not.toThrow();
  });
});

const unknown = (option: string, message: string): Error =>
  expect.objectContaining({ code: "CONFIGURATION", reason: "option-unknown", option, message }) as Error;

describe("an option that is not known is refused, with the one that may be meant:", () => {
  test.each<[given: object, option: string, message: string]>([
    [{ timeout: 5 }, "timeout", '"timeout" is not an option of a client. Did you mean timeoutMs?'],
    [
      { retry: 5 },
      "retry",
      '"retry" is not an option of a client. Did you mean retries: a number or { max, timeouts, delayMs, budget }?',
    ],
    [
      { connection: {} },
      "connection",
      /Did you mean connections: a number or \{ max, connectTimeoutMs, .* \}\?$/.source,
    ],
    [{ limit: {} }, "limit", /Did you mean limits: \{ requestBytes, .*, queued \}\?$/.source],
    [
      { keepAliveMs: 5 },
      "keepAliveMs",
      '"keepAliveMs" is not an option of a client. Did you mean connections: { keepAliveMs }?',
    ],
    [{ limits: { deph: 5 } }, "limits.deph", '"deph" is not an option of limits of a client. Did you mean depth?'],
    [{ nothingLikeIt: 5 }, "nothingLikeIt", '"nothingLikeIt" is not an option of a client.'],
    [{ auth: {} }, "auth", '"auth" is not an option of a client.'],
  ])("%j", (given, option, message) => {
    const matcher = message.endsWith("$") ? (expect.stringMatching(message) as string) : message;
    expect(() => read(given)).toThrow(unknown(option, matcher));
  });

  test("by a call and by with(), with what they take", () => {
    expect(() => readCallOptions(read({}), { connections: 5 } as object)).toThrow(/not an option of a call\./);
    expect(() => readCallOptions(read({}), { retry: 5 } as object)).toThrow(
      unknown("retry", '"retry" is not an option of a call. Did you mean retries: a number or { max, timeouts }?'),
    );
    expect(() => readWithOptions(read({}), { faultText: true } as object)).toThrow(
      unknown("faultText", '"faultText" is not an option of client.with(). Did you mean expose: { faultText }?'),
    );
    const ofClient = { limits: { depth: 5 } } as object;
    expect(() => readCallOptions(read({}), ofClient)).toThrow(
      expect.objectContaining({ option: "limits.depth" }) as Error,
    );
    expect(() => read({ [Symbol("x")]: 5 })).toThrow(expect.objectContaining({ code: "CONFIGURATION" }) as Error);
  });
});

test.each(["keepAliveMs", "maxConnectionAgeMs", "connectTimeoutMs", "tls", "proxy"] as const)(
  "%s is refused beside a transport",
  (name) => {
    const value: unknown = { tls: {}, proxy: "http://proxy.example" }[name as string] ?? 10;
    const transport = customTransport({ send: () => Promise.reject(new Error("not called")) });
    expect(() => read({ transport, ...giving(name, value) })).toThrow(
      expect.objectContaining({
        reason: "connection-option-beside-transport",
        option: OPTIONS[name].path,
      }) as Error,
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

/** The paths of the table whose options may be set at `P`: `timeoutMs`, `limits.depth`. */
type Table = typeof OPTIONS;
type PathAt<P extends string> = {
  [K in OptionName]: P extends Table[K]["places"][number] ? Table[K]["path"] : never;
}[OptionName];
/** The paths that an interface declares; `retries.max` is `retries`. */
type DeclaredPath<O> = {
  [K in keyof O & string]: K extends Group ? MemberPath<K, keyof Exclude<O[K], number | undefined> & string> : K;
}[keyof O & string];
type MemberPath<G extends string, M extends string> = M extends "max" ? G : `${G}.${M}`;
type Group = "limits" | "retries" | "connections" | "quirks" | "expose";
type Same<A, B> = [A, B] extends [B, A] ? true : false;

/** What an interface declares for the option at a path; for a group, the number in its place. */
type Declared<P extends string, O = ClientOptions & CallOptions> = P extends `${infer G}.${infer M}`
  ? M extends keyof MembersOf<O, G>
    ? Exclude<MembersOf<O, G>[M], undefined>
    : never
  : P extends Group
    ? number
    : P extends keyof O
      ? Exclude<O[P], undefined>
      : never;
type MembersOf<O, G> = G extends keyof O ? Exclude<O[G], number | undefined> : never;
type Checked<K extends OptionName> = ReturnType<Table[K]["check"]>;

test("the declarations have the options of the table, where they may be set", () => {
  const ofClient: Same<DeclaredPath<Omit<ClientOptions, "features">>, PathAt<"client">> = true;
  const ofWith: Same<DeclaredPath<WithOptions>, PathAt<"with">> = true;
  const ofCall: Same<DeclaredPath<CallOptions>, PathAt<"call">> = true;
  expect([ofClient, ofWith, ofCall]).not.toContain(false);
  const paths = Object.entries(GROUPS).flatMap(([group, of]) => Object.keys(of).map((member) => `${group}.${member}`));
  expect([...OPTION_DOCS.keys()].sort()).toEqual([...OPTION_NAMES, ...paths].sort());
});

test("the checks let through what the declarations say", () => {
  type Strayed = {
    [K in OptionName]: [Declared<Table[K]["path"]>] extends [never]
      ? K
      : Declared<Table[K]["path"]> extends Checked<K>
        ? never
        : K;
  }[OptionName];
  // extraHeaders are parsed.
  const strayed: Same<Strayed, "extraHeaders"> = true;
  expect(strayed).toBe(true);
});

test("a client and its calls have at most 30 options, `features` included", () => {
  expect(OPTION_NAMES.length + 1).toBeLessThanOrEqual(30);
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
