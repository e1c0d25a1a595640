import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { ConfigurationError, createEmployeeServiceV3, type EmployeeAddress, fakeCall } from "employee-service-client";
import { addressing, attachments } from "soapwright-features";
import { security } from "soapwright-features/security";
import { Call, type Feature } from "soapwright-runtime";
import type { CallFeature, FeatureKind } from "soapwright-runtime/extend";
import { partsOf } from "soapwright-runtime/http";
import { book, books, envelope, ShelfClient } from "soapwright-testing/client/shelf";
import { turn } from "soapwright-testing/stage/gate";
import { callOptions, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";

/** Features as values: passed in, replaced by `with`, refused where they do not fit, and called by order of kind. */
describe("features", () => {
  endAfterEach();

  const ask = { ShelfId: 1 };
  const well = answer(envelope(books(book(1))));

  function feature(name: string, kind: FeatureKind, call: CallFeature = {}, more: Partial<Feature> = {}): Feature {
    return { name, version: 1, kind, open: () => ({ call: () => call }), ...more };
  }

  test("steps go out by their kinds, and come back the other way round", async () => {
    const server = await serve((socket) => socket.write(well));
    const seen: string[] = [];
    const step = (name: string): CallFeature => ({
      blocks() {
        seen.push(`${name} blocks`);
        return "";
      },
      secure: () => void seen.push(`${name} secure`),
      request: () => void seen.push(`${name} request`),
      verify({ text }) {
        seen.push(`${name} verify`);
        return text;
      },
      outcome: () => ({ [`by ${name}`]: true }),
    });
    const kinds = ["sign-in", "headers", "blocks", "secure"] as const;
    const client = open({ endpoint: server.url, features: kinds.map((kind) => feature(kind, kind, step(kind))) });
    expect(await client.getBooks(ask).withResponse()).toMatchObject({ "by sign-in": true, "by headers": true });
    const order = ["blocks", "secure", "headers", "sign-in"];
    expect(seen).toEqual([
      ...["blocks", "secure", "request"].flatMap((name) => order.map((kind) => `${kind} ${name}`)),
      ...[...order].reverse().map((kind) => `${kind} verify`),
    ]);
  });

  test("a feature is opened once for a client", () => {
    let opened = 0;
    const opening: Partial<Feature> = {
      open() {
        opened++;
        return { call: () => undefined };
      },
    };
    open({ endpoint: "http://127.0.0.1:9/", features: [feature("counted", "headers", {}, opening)] });
    expect(opened).toBe(1);
  });

  test.each([
    ["no list", {}, "option-value", /features takes a list of features/],
    ["no feature", [{ name: "x" }], "option-value", /features\[0\] takes a feature/],
    [
      "a feature twice",
      [addressing(), attachments(), addressing()],
      "feature-twice",
      /^features has addressing twice, as features\[0\] and features\[2\]\. Leave one out\./,
    ],
    [
      "a feature without a version",
      [{ ...addressing(), version: undefined }],
      "option-value",
      /features\[0\] takes a feature/,
    ],
    [
      "a feature of another version",
      [{ ...addressing(), version: 2 }],
      "feature-version",
      /^features\[0\], addressing of soapwright-features [\d.]+, is of version 2 of the interface of features, and this client is of soapwright-runtime [\d.]+, which takes version 1\. Install both in one version: npm install soapwright-features@[\d.]+ soapwright-runtime@[\d.]+/,
    ],
    ["two of a kind", [attachments(), feature("mime", "package")], "features-rival", /both of the kind package/],
  ])("%s is refused when the client is made", (_what, features, reason, words) => {
    expect(() => open({ endpoint: "http://127.0.0.1:9/", features })).toThrow(
      expect.objectContaining({ reason, message: expect.stringMatching(words) }),
    );
  });

  test("a client of another copy of the package is named where one is handed in", async () => {
    let other: typeof partsOf | undefined;
    await jest.isolateModulesAsync(async () => {
      ({ partsOf: other } = await import("soapwright-runtime/http"));
    });
    const client = open({ endpoint: "http://127.0.0.1:9/" });
    expect(partsOf(client).service.name).not.toBe("");
    for (const foreign of [client, {}, undefined]) {
      expect(() => other!(foreign as never)).toThrow(
        expect.objectContaining({
          code: "CONFIGURATION",
          reason: "client-copy",
          message: expect.stringMatching(
            /^The client was not made by this copy of soapwright-runtime, which is [\d.]+: .* npm install soapwright-runtime@[\d.]+, and then npm dedupe\./,
          ),
        }),
      );
    }
  });

  test("several of headers are taken, and a header that HTTP sets is refused", async () => {
    const server = await serve((socket) => socket.write(well));
    const setting = (name: string): Feature =>
      feature(name, "headers", { request: (message) => message.setHeader(name, "1") });
    await open({ endpoint: server.url, features: [setting("x-a"), setting("x-b")] }).getBooks(ask);
    expect(server.requests[0]?.head).toMatch(/x-a: 1\r\nx-b: 1\r\n/);
    const wrong = open({ endpoint: server.url, features: [setting("content-length")] });
    expect(await rejection(wrong.getBooks(ask))).toMatchObject({ code: "CONFIGURATION" });
    expect(server.requests).toHaveLength(1);
  });

  test("an option of a feature that was not handed in is refused, by the client, with() and a call", async () => {
    const client = open({ endpoint: "http://127.0.0.1:9/" });
    expect(() => open({ endpoint: "http://127.0.0.1:9/", mtom: true })).toThrow('"mtom" is not an option of a client');
    expect(() => client.with({ addressing: "1.0" } as object)).toThrow('"addressing" is not an option');
    const error = await rejection(client.getBooks(ask, callOptions({ security: false })));
    expect(error.message).toContain('"security" is not an option of a call');
  });

  test("with() replaces a feature of the same name, and adds none", async () => {
    const server = await serve((socket) => socket.write(well));
    const token = (username: string) => security({ usernameToken: { username, password: "p" } });
    const client = open({ endpoint: server.url, features: [token("all")] });
    for (const each of [client, client.with({ features: [token("tenant")] }), client]) await each.getBooks(ask);
    const names = server.requests.map(
      ({ body }) => /<wsse:Username>(\w+)/.exec(body)?.[1] ?? /Username[^>]*>(\w+)/.exec(body)?.[1],
    );
    expect(names).toEqual(["all", "tenant", "all"]);
    expect(() => client.with({ features: [addressing()] })).toThrow(
      expect.objectContaining({
        reason: "feature-not-there",
        message: expect.stringContaining("none of the name addressing"),
      }),
    );
    expect(() => client.with({ features: [token("one"), token("two")] })).toThrow(
      /^features has security twice, as features\[0\] and features\[1\]\. Leave one out\./,
    );
  });

  test("another origin gets nothing of what features were set to, but what the same with() hands in", async () => {
    const other = await serve((socket) => socket.write(well));
    const token = security({ usernameToken: { username: "ada", password: "p" } });
    const mark = feature("mark", "headers", { request: (message) => message.setHeader("x-mark", "1") });
    const client = open({
      endpoint: "http://127.0.0.1:9/",
      allowedOrigins: [new URL(other.url).origin],
      features: [token, mark],
    });
    await client.with({ endpoint: other.url }).getBooks(ask);
    await client.with({ endpoint: other.url, features: [token, mark] }).getBooks(ask);
    expect(other.requests.map(({ head, body }) => [head.includes("x-mark"), body.includes(":Security")])).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test("a feature may have the request made again, three times at most, at no cost of a retry", async () => {
    const server = await serve((socket) => socket.write(answer("", "401 No")));
    const again = feature("again", "sign-in", { after: () => "again" });
    const error = await rejection(open({ endpoint: server.url, retries: 0, features: [again] }).getBooks(ask));
    expect(error).toMatchObject({ code: "HTTP", status: 401, attempts: 4 });
  });

  test("what a feature throws ends the call, inside its deadline", async () => {
    const server = await serve((socket) => socket.write(well));
    const failing = feature("failing", "headers", {
      request() {
        throw new TypeError("mine");
      },
    });
    const error = await rejection(open({ endpoint: server.url, features: [failing] }).getBooks(ask));
    expect(error).toMatchObject({
      code: "CONFIGURATION",
      reason: "given-method-failed",
      cause: { message: "mine" },
    });
    const hanging = feature("hanging", "headers", { request: () => new Promise(() => {}) });
    const late = await rejection(open({ endpoint: server.url, deadlineMs: 50, features: [hanging] }).getBooks(ask));
    expect(late).toMatchObject({ code: "TIMEOUT", reason: "timeout-deadline", phase: "deadline" });
    expect(server.requests).toHaveLength(0);
  });

  test("a call that a feature has nothing to do with is as plain as one without", async () => {
    const server = await serve((socket) => socket.write(well));
    const absent: Feature = { name: "absent", version: 1, kind: "secure", open: () => ({ call: () => undefined }) };
    expect(await open({ endpoint: server.url, features: [absent] }).getBooks(ask)).toHaveLength(1);
  });

  test("a feature explains a fault about itself, which the client without it leaves as it is", async () => {
    const wss = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    const fault = `<s:Fault><faultcode xmlns:w="${wss}">w:UnsupportedSecurityToken</faultcode><faultstring>No</faultstring></s:Fault>`;
    const server = await serve((socket) => socket.write(answer(envelope(fault), "500 No")));
    const token = security({ usernameToken: { username: "ada", password: "p" } });
    const [secured, plain] = await Promise.all(
      [[token], []].map((features) => rejection(open({ endpoint: server.url, retries: 0, features }).getBooks(ask))),
    );
    expect(secured?.message).toContain("UnsupportedSecurityToken is a code of WS-Security");
    expect(secured).toMatchObject({ advice: expect.arrayContaining([{ action: "check", option: "security" }]) });
    expect(plain?.message).not.toMatch(/security\b/);
  });

  test("features of another copy of the packages are taken", async () => {
    const server = await serve((socket) => socket.write(well));
    const features: Feature[] = [];
    jest.isolateModules(() => {
      const other = require("soapwright-features/security") as typeof import("soapwright-features/security");
      const { addressing: copied } = require("soapwright-features") as typeof import("soapwright-features");
      expect([other.security === security, copied === addressing]).toEqual([false, false]);
      features.push(
        other.security({ usernameToken: { username: "ada", password: "p" } }),
        copied({ addressing: "1.0" }),
      );
    });
    await open({ endpoint: server.url, features }).getBooks(ask);
    expect(server.requests[0]?.body).toMatch(/UsernameToken/);
    expect(server.requests[0]?.body).toMatch(/MessageID/);
    const failing = { ...features[0]!, version: 7 as 1 };
    const client = open({ endpoint: server.url, features });
    expect(() => client.with({ features: [failing] })).toThrow(/version 7 .* version 1/);
  });
});

describe("fake call", () => {
  const address: EmployeeAddress = { Id: 1, Default: true, Type: "HomeAddress" };

  test("a fake call is a Call, and comes to its value", async () => {
    const call = fakeCall([address]);
    expect(call).toBeInstanceOf(Call);
    expect(call).toBeInstanceOf(Promise);
    expect(await call).toEqual([address]);
    expect(await call.withResponse()).toEqual({
      result: [address],
      http: { status: 200, headers: {}, attempts: 1, elapsedMs: 0 },
      headers: {},
    });
  });

  test.each([undefined, null, 0, "", false])("%p is a value too", async (value) => {
    expect(await fakeCall(value)).toBe(value);
    expect((await fakeCall(value).withResponse()).result).toBe(value);
  });

  test("what came back beside it is what was given, names of headers in lower case", async () => {
    const http = { status: 202, headers: { "X-Request-Id": "r-1" }, attempts: 3, elapsedMs: 12 };
    const response = await fakeCall(1, http, { Session: { Number: 5 } }).withResponse();
    expect(response.http).toEqual({ ...http, headers: { "x-request-id": "r-1" } });
    expect(response.headers).toEqual({ Session: { Number: 5 } });
  });

  test("an error rejects the call, its response, and what is chained to it", async () => {
    const error = new ConfigurationError("No.", { option: "domain" });
    await expect(fakeCall(error)).rejects.toBe(error);
    await expect(fakeCall(error).withResponse()).rejects.toBe(error);
    await expect(fakeCall(error).then((value) => value)).rejects.toBe(error);
    await expect(fakeCall(new TypeError("x"))).rejects.toThrow(TypeError);
    let isOver = false;
    await fakeCall(error)
      .finally(() => {
        isOver = true;
      })
      .catch(() => {});
    expect(isOver).toBe(true);
  });

  test("one that rejects before anyone looks at it is no unhandled rejection", async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", listen);
    try {
      const call = fakeCall(new Error("later"));
      await turn();
      await expect(call).rejects.toThrow("later");
    } finally {
      process.off("unhandledRejection", listen);
    }
    expect(unhandled).toEqual([]);
  });

  test("a spy on a client returns it, also for clients of with", async () => {
    const client = createEmployeeServiceV3({ baseUrl: "https://service.example" });
    const spy = jest.spyOn(client, "addressGetList").mockReturnValue(fakeCall([address], { attempts: 2 }));
    const args = { EmployeeId: 1, Period: 1, Year: 2026 };
    expect(await client.addressGetList(args)).toEqual([address]);
    const { http } = await client.with({ domain: "acme" }).addressGetList(args).withResponse();
    expect(http.attempts).toBe(2);
    expect(spy).toHaveBeenCalledTimes(2);
  });
});

/** Events of the tracing channel for calls that end before a request is sent. */
describe("trace", () => {
  const EVENTS = ["start", "error", "end"];
  let seen: [string, unknown][] = [];
  const listeners = EVENTS.map((event) => {
    const name = `tracing:soapwright:call:${event}`;
    const listener = (message: unknown): void => void seen.push([event, structuredClone(message)]);
    return { name, listener };
  });

  beforeEach(() => {
    seen = [];
    for (const { name, listener } of listeners) subscribe(name, listener);
  });
  afterEach(() => {
    for (const { name, listener } of listeners) unsubscribe(name, listener);
  });

  const client = new ShelfClient({ endpoint: "http://127.0.0.1:9/shelf", headers: () => ({}) });

  test.each<[string, string, () => Promise<unknown>]>([
    ["arguments", "ARGUMENT", () => client.getBooks({ ShelfId: 0.5 })],
    ["options", "CONFIGURATION", () => client.getBooks({ ShelfId: 1 }, { timeoutMs: -1 })],
    ["a stream's arguments", "ARGUMENT", () => client.getBooksStream({ ShelfId: 0.5 }).next()],
  ])("a call that fails for %s is reported as any other failure", async (_what, code, call) => {
    await expect(call()).rejects.toMatchObject({ code, attempts: 0 });
    expect(seen.map(([event]) => event)).toEqual(["start", "error", "end"]);
    expect(seen.at(-1)?.[1]).toMatchObject({
      operation: "Get_Books",
      endpoint: "http://127.0.0.1:9/shelf",
      attempts: 0,
      status: undefined,
      requestLength: 0,
      error: { code },
      durationMs: expect.any(Number),
    });
  });
});
