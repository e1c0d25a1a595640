/** Tests `index` by itself: no entry point shows it whole. */
import { inspect } from "node:util";
import { BasicAuthSecurity, BearerSecurity, NTLMSecurity, WSSecurity } from "soap";
import type { ClientOptions } from "soapwright-runtime";
import type { SoapEvents } from "soapwright-runtime/extend";
import { book, books, envelope, fault11, type Headers, ShelfClient } from "soapwright-testing/client/shelf";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";
import { nodeSoap } from "../src/index";

describe("soap client", () => {
  let server: RawServer;
  let client: ShelfClient;

  async function serve(handler: RawHandler, options: ClientOptions<Headers> = {}): Promise<ShelfClient> {
    server = await RawServer.start(handler);
    client = new ShelfClient({
      endpoint: server.url,
      features: [nodeSoap()],
      headers: { Credentials: { User: "me", Secret: "hunter22" } },
      ...options,
    });
    return client;
  }

  afterEach(async () => {
    await client.close({ force: true });
    await server.stop();
  });

  const good: RawHandler = (socket) => socket.write(answer(envelope(books(book(1, "Personal")))));

  /** All events of the listeners, in order. */
  function listen(c: ShelfClient): unknown[][] {
    const events: unknown[][] = [];
    const on = <E extends keyof SoapEvents>(event: E): void => {
      c.soap.on(event, (...args: SoapEvents[E]) => events.push([event, ...args]));
    };
    on("request");
    on("message");
    on("response");
    on("soapError");
    return events;
  }

  test("emits request, message and response with one id, envelopes in their structure only", async () => {
    const c = await serve(good);
    const events = listen(c);
    await c.getBooks({ ShelfId: 777 });
    expect(events.map(([event]) => event)).toEqual(["message", "request", "response"]);
    expect(new Set(events.map((event) => event.at(-1))).size).toBe(1);
    expect(events[1]?.[1]).toContain("<User>***</User><Secret>***</Secret>");
    expect(events[1]?.[1]).toContain("<ShelfId>***</ShelfId>");
    expect(events[2]?.[1]).toContain("<Title>***</Title>");
    expect(events[2]?.[2]).toMatchObject({ status: 200 });
    expect(JSON.stringify(events)).not.toMatch(/hunter22|777|Personal/);
  });

  test("shows everything when expose.envelopes says so", async () => {
    const c = await serve(good, { expose: { envelopes: true } });
    const events = listen(c);
    await c.getBooks({ ShelfId: 777 });
    expect(events[1]?.[1]).toContain("<Secret>hunter22</Secret>");
    expect(events[2]?.[1]).toContain("<Title>Personal</Title>");
    expect(c.soap.lastRequest).toContain("hunter22");
    expect(c.soap.lastResponse).toContain("Personal");
  });

  test("emits soapError once for a failed call, with the error that it rejects with", async () => {
    const c = await serve((socket) => socket.write(answer(envelope(fault11("s:Client", "No hunter22")), "500 Error")));
    const events = listen(c);
    const error = await c.getBooks({ ShelfId: 1 }).catch((e: unknown) => e);
    const failures = events.filter(([event]) => event === "soapError");
    expect(failures).toHaveLength(1);
    expect(failures[0]?.[1]).toBe(error);
    expect(failures[0]?.[2]).toBe(events[0]?.at(-1));
    expect(inspect(events, { depth: 20 })).not.toContain("hunter22");
  });

  test("a listener that throws does not fail the call", async () => {
    const c = await serve(good);
    const thrown = new Promise((resolve) => process.once("uncaughtException", resolve));
    // Jest hides uncaught exceptions from listeners, so the error is caught where it is rethrown.
    const nextTick = jest.spyOn(process, "nextTick").mockImplementation((callback) => {
      expect(callback).toThrow("listener");
    });
    c.soap.on("response", () => {
      throw new Error("listener");
    });
    expect(await c.getBooks({ ShelfId: 1 })).toHaveLength(1);
    expect(nextTick).toHaveBeenCalled();
    nextTick.mockRestore();
    void thrown;
  });

  test("last… show the structure and keep no body", async () => {
    const c = await serve(good);
    expect(c.soap.lastRequest).toBeUndefined();
    await c.getBooks({ ShelfId: 777 });
    expect(c.soap.lastRequest).toContain("<Secret>***</Secret>");
    expect(c.soap.lastMessage).toContain("<ShelfId>***</ShelfId>");
    expect(c.soap.lastResponse).toBeUndefined();
    expect(c.soap.lastResponseHeaders).toMatchObject({ "content-type": "text/xml; charset=utf-8" });
    expect(c.soap.lastEndpoint).toBe(server.url);
    expect(c.soap.lastElapsedTime).toBeGreaterThanOrEqual(0);
  });

  test("addSoapHeader adds to the headers of the options, clearSoapHeaders leaves those", async () => {
    const c = await serve(good);
    expect(c.soap.addSoapHeader("<a xmlns='urn:a'>1</a>")).toBe(0);
    expect(c.soap.addSoapHeader(() => "<b xmlns='urn:b'/>")).toBe(1);
    await c.getBooks({ ShelfId: 1 });
    expect(server.requests[0]?.body).toMatch(
      /<\/Credentials> <a xmlns='urn:a'>1<\/a> <b xmlns='urn:b'\/><\/soap:Header>/,
    );
    c.soap.clearSoapHeaders();
    await c.getBooks({ ShelfId: 1 });
    expect(server.requests[1]?.body).toMatch(/<soap:Header><Credentials .*<\/Credentials><\/soap:Header>/);
  });

  test("addSoapHeader takes an object, with node-soap's own rules", async () => {
    const c = await serve(good);
    c.soap.addSoapHeader({ Trace: { Id: "5 & 6" } }, "", "t", "urn:t");
    await c.getBooks({ ShelfId: 1 });
    expect(server.requests[0]?.body).toContain("<t:Id>5 &amp; 6</t:Id>");
  });

  test("a header function that throws rejects the call, and nothing is sent", async () => {
    const c = await serve(good);
    c.soap.addSoapHeader(() => {
      throw new Error("no header");
    });
    await expect(c.getBooks({ ShelfId: 1 })).rejects.toMatchObject({
      code: "CONFIGURATION",
      reason: "soap-object-failed",
      cause: { message: "no header" },
    });
    expect(server.requests).toHaveLength(0);
  });

  test("an error of the user's own comes to soapError as a cause", async () => {
    const mine = new RangeError("mine");
    const c = await serve(good, { attemptInterceptors: [() => () => Promise.reject(mine)] });
    const errors: unknown[] = [];
    c.soap.on("soapError", (error: unknown) => errors.push(error));
    await expect(c.getBooks({ ShelfId: 1 })).rejects.toBe(mine);
    expect(errors).toEqual([expect.objectContaining({ reason: "given-code-failed", cause: mine })]);
  });

  test("setSecurity takes Basic and Bearer", async () => {
    const c = await serve(good);
    c.soap.setSecurity(new BasicAuthSecurity("me", "pass"));
    await c.getBooks({ ShelfId: 1 });
    c.soap.setSecurity(new BearerSecurity("bearer-token"));
    await c.getBooks({ ShelfId: 1 });
    c.soap.setSecurity(null);
    await c.getBooks({ ShelfId: 1 });
    const heads = server.requests.map(({ head }) => /^authorization: (.*)$/im.exec(head)?.[1]);
    expect(heads).toEqual([`Basic ${Buffer.from("me:pass").toString("base64")}`, "Bearer bearer-token", undefined]);
  });

  test.each([
    ["1.1", "soap:actor", "soap:mustUnderstand"],
    ["1.2", "soap12:role", "soap12:mustUnderstand"],
  ] as const)("setSecurity takes WS-Security in SOAP %s", async (soapVersion, role, mustUnderstand) => {
    const c = await serve((socket) => socket.write(answer(envelope(books(), soapVersion))), { soapVersion });
    const security = new WSSecurity("ws-user", "ws-pass", { mustUnderstand: true, actor: "urn:a", hasNonce: true });
    c.soap.setSecurity(security);
    const events = listen(c);
    await c.getBooks({ ShelfId: 1 });
    const body = server.requests[0]?.body ?? "";
    expect(body).toContain(`<wsse:Security ${role}="urn:a" ${mustUnderstand}="1" `);
    expect(body).toContain("<wsse:Username>ws-user</wsse:Username>");
    expect(inspect(events, { depth: 20 })).not.toContain("ws-pass");
    expect(c.soap.lastRequest).not.toContain("ws-pass");
  });

  test("setSecurity refuses NTLM", async () => {
    const c = await serve(good);
    expect(() => c.soap.setSecurity(new NTLMSecurity({ username: "u", password: "p" }))).toThrow(
      expect.objectContaining({ code: "CONFIGURATION", option: "setSecurity" }),
    );
  });

  test("nothing secret shows on the client, however it is printed", async () => {
    const c = await serve(good, {
      headers: () => ({ Credentials: { User: "me", Secret: "hunter22" } }),
      httpHeaders: { "X-Key": "hunter33" },
    });
    c.soap.setSecurity(new WSSecurity("ws-user", "hunter44"));
    c.soap.addSoapHeader("<a>hunter55</a>");
    const call = c.getBooks({ ShelfId: 1 });
    await call;
    for (const each of [c, c.soap]) {
      const printed = [
        inspect(each, { depth: 30 }),
        inspect(each, { depth: 30, customInspect: false }),
        JSON.stringify(each) ?? "",
        String(each),
      ];
      expect(printed.join("\n")).not.toMatch(/hunter\d\d/);
    }
    // For a promise Jest would print its own state, including this text.
    expect(Reflect.ownKeys(call).filter((key) => typeof key === "string")).toEqual([]);
  });

  test("credentials in HTTP headers are taken out of what the service echoes", async () => {
    const c = await serve(
      (socket, { head }) => {
        const echo = /^authorization: Basic (.*)$/im.exec(head)?.[1] ?? "";
        socket.write(
          answer(envelope(fault11("s:Client", `No ${echo} ${Buffer.from(echo, "base64")} key-12345`)), "500 Error"),
        );
      },
      { httpHeaders: { "X-Key": "key-12345" } },
    );
    c.soap.setSecurity(new BasicAuthSecurity("basic-user", "hunter66"));
    const error = await c.getBooks({ ShelfId: 1 }).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: "FAULT" });
    expect(`${error} ${JSON.stringify(error)}`).not.toMatch(/hunter66|key-12345|YmFzaWMt/);
  });

  test("a header function that makes a call of its own changes nothing of the one under way", async () => {
    const c = await serve(good);
    let inner: Promise<unknown> | undefined;
    c.soap.addSoapHeader(() => {
      inner ??= c.getBooks({ ShelfId: 2 }, { headers: { Credentials: { User: "inner" } } });
      return "<x:Outer xmlns:x='urn:x'/>";
    });
    await c.getBooks({ ShelfId: 1 });
    await inner;
    const bodies = server.requests.map(({ body }) => body);
    expect(bodies.find((body) => body.includes("<ShelfId>1<"))).toContain("<User>me</User>");
    expect(bodies.find((body) => body.includes("<ShelfId>2<"))).toContain("<User>inner</User>");
    for (const body of bodies) expect(body).toContain("Outer");
  });
});
