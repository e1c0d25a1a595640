/** The table of options: its checks, its declarations and its messages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CallOptions, ClientOptions, WithOptions } from "soapwright-runtime";
import { customTransport } from "soapwright-runtime/extend";
import { shelf } from "soapwright-testing/client/shelf";
import { makeClient, send, wellFor } from "soapwright-testing/transport/outcomes";
import { RawServer } from "soapwright-testing/transport/raw-server";
import { OPTIONS, type OptionName } from "../../packages/soapwright-runtime/src/client/option-table";
import { readCallOptions, readClientOptions } from "../../packages/soapwright-runtime/src/client/settings";
import { OPTION_DOCS, withOptionTable } from "../../scripts/write-options";

const root = join(__dirname, "../..");
const names = Object.keys(OPTIONS) as OptionName[];
const read = (options: object) => readClientOptions(shelf, { endpoint: "https://shelf.example/", ...options }, []);
const refuses = (name: string, value: unknown): void => {
  const place = OPTIONS[name as OptionName].place;
  const reading = () =>
    place === "call"
      ? readCallOptions(read({ headers: () => ({}) }), { [name]: value } as object)
      : read({ [name]: value });
  expect(reading).toThrow(
    expect.objectContaining({ code: "CONFIGURATION", option: expect.stringMatching(`^${name}`) as string }) as Error,
  );
};

describe.each(names)("%s", (name) => {
  const { place, standard } = OPTIONS[name];
  const { type, description, standard: documented } = OPTION_DOCS.get(name)!;

  test("says what it is in sentences, and its default", () => {
    expect(description).toMatch(/^[A-Z`].*\.$/s);
    if (typeof standard === "number") expect(documented).toBe(standard.toLocaleString("en-US"));
    else if (standard !== undefined) expect(documented).toBe(`\`${JSON.stringify(standard)}\``);
    else expect(documented).not.toBe("");
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
  expect(() => read({ [Symbol("x")]: 5 })).toThrow(expect.objectContaining({ code: "CONFIGURATION" }) as Error);
});

test.each(["keepAliveMs", "maxConnectionAgeMs", "connectTimeoutMs", "tls", "proxy"])(
  "%s is refused beside a transport",
  (name) => {
    const value = { tls: {}, proxy: "http://proxy.example" }[name] ?? 10;
    const transport = customTransport({ send: () => Promise.reject(new Error("not called")) });
    expect(() => read({ transport, [name]: value })).toThrow(expect.objectContaining({ option: name }) as Error);
  },
);

test("what another package has put on Object.prototype is no option, neither of ours nor of undici's, TLS's or a socket's", async () => {
  const server = await RawServer.start((socket, request) => socket.write(wellFor(request)));
  const others = ["socketPath", "host", "hostname", "port", "path", "method", "lookup", "localAddress", "family"];
  // `signal` and `timeout` on Object.prototype break every socket of Node.js itself, so they cannot be tested.
  const added = [
    ...names.filter((name) => name !== "signal"),
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

/** The options that the table has at one of the places `P`. */
type At<P extends string> = { [K in OptionName]: (typeof OPTIONS)[K]["place"] extends P ? K : never }[OptionName];
type Same<A, B> = [A, B] extends [B, A] ? true : false;

test("the declarations have the options of the table, where they may be set", () => {
  const ofClient: Same<keyof ClientOptions, At<"client" | "with" | "both"> | "features"> = true;
  const ofWith: Same<keyof WithOptions, At<"with" | "both" | "call">> = true;
  const ofCall: Same<keyof CallOptions, At<"both" | "call">> = true;
  expect([ofClient, ofWith, ofCall]).toEqual([true, true, true]);
  expect([...OPTION_DOCS.keys()].sort()).toEqual([...names].sort());
});

test("the table of docs/options.md is fresh: run scripts/write-options.ts", () => {
  const page = readFileSync(join(root, "docs/options.md"), "utf8");
  expect(withOptionTable(page)).toBe(page);
  for (const name of names) expect(page).toContain(`| \`${name}\` |`);
});
