/** The context in an error: the request's id, technical headers, attempts, the caller, a hint. */
import { inspect } from "node:util";
import { envelope, fault11, type ShelfClient } from "soapwright-testing/client/shelf";
import { makeClient, saying, send } from "soapwright-testing/transport/outcomes";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";

let server: RawServer;
let client: ShelfClient;

async function serve(handler: RawHandler, options: Parameters<typeof makeClient>[1] = {}): Promise<ShelfClient> {
  server = await RawServer.start(handler);
  client = makeClient(server.url, { retries: 0, ...options });
  return client;
}

afterEach(async () => {
  await client.close({ force: true });
  await server.stop();
});

const failing =
  (headers: readonly string[], status = "500 No"): RawHandler =>
  (socket) =>
    socket.write(answer("", status, headers));

test.each([
  ["X-Request-Id: abc", "abc"],
  ["x-amzn-requestid: abc", "abc"],
  ["CF-Ray: abc", "abc"],
  ["X-Correlation-ID: abc", "abc"],
  ["X-Request-Id: ", undefined],
  ["X-Other: abc", undefined],
])("the request's id is read from %s", async (header, requestId) => {
  const c = await serve(failing([header]));
  expect((await send(c)).error).toMatchObject({ code: "HTTP", requestId });
});

test("of several ids the best known counts, and a long one is cut", async () => {
  const c = await serve(failing(["CF-Ray: second", `X-Request-Id: ${"x".repeat(1_000)}`]));
  expect((await send(c)).error?.requestId).toBe("x".repeat(256));
});

test("headers are technical ones alone, without credentials", async () => {
  const c = await serve(
    failing([
      "Server: echo hunter22 x",
      "Set-Cookie: a=b",
      "X-Name: Personal",
      "X-Request-Id: hunter22",
      "Retry-After: 3",
    ]),
    { headers: { Credentials: { User: "me", Secret: "hunter22" } } },
  );
  const { error } = await send(c);
  expect(error?.responseHeaders).toEqual({
    "content-type": "text/xml; charset=utf-8",
    "content-length": "0",
    server: "echo *** x",
    "x-request-id": "***",
    "retry-after": "3",
  });
  expect(error?.requestId).toBe("***");
  expect(inspect(error, { depth: 10 })).not.toMatch(/hunter22|Personal/);
});

test("there are none when there was no response", async () => {
  const c = await serve((socket) => socket.destroy());
  const { error } = await send(c);
  expect([error?.requestId, error?.responseHeaders]).toEqual([undefined, undefined]);
});

test.each([
  ["nothing is sent", {}, (): RawHandler => () => {}],
  ["a status", {}, () => failing([])],
  ["a fault", {}, (): RawHandler => (socket) => socket.write(answer(envelope(fault11("s:Client", "No")), "500 No"))],
  ["a lost connection", {}, (): RawHandler => (socket) => socket.destroy()],
  ["a time-out", { timeoutMs: 30 }, (): RawHandler => () => {}],
] as const)("the stack shows who made the call: %s", async (what, options, handler) => {
  const c = await serve(handler(), options);
  async function theOneWhoCalls(): Promise<unknown> {
    const wrong: number = JSON.parse('"x"');
    return await c.getBooks({ ShelfId: what === "nothing is sent" ? wrong : 1 });
  }
  const error = (await theOneWhoCalls().catch((e: unknown) => e)) as Error;
  expect(error.stack).toContain("theOneWhoCalls");
  expect(error.stack).toContain("failure.test");
  expect(error.stack?.match(/theOneWhoCalls/g)).toHaveLength(1);
});

test("errors are reported without stack traces, and with a foreign Error.prepareStackTrace", async () => {
  const c = await serve(failing([]));
  const { stackTraceLimit, prepareStackTrace } = Error;
  try {
    Error.stackTraceLimit = 0;
    expect((await send(c)).error).toMatchObject({ code: "HTTP" });
    Error.stackTraceLimit = 10;
    Error.prepareStackTrace = () => ({ not: "text" });
    expect((await send(c)).error).toMatchObject({ code: "HTTP" });
    Error.prepareStackTrace = () => {
      throw new Error("broken");
    };
    expect((await send(c)).error).toMatchObject({ code: "HTTP" });
  } finally {
    Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  }
});

test("a status after retries says how many attempts were made, and what to do", async () => {
  const c = await serve(failing(["Retry-After: 0"], "503 Busy"), { retries: 2 });
  const { error } = await send(c);
  expect(error).toMatchObject({ status: 503, attempts: 3, retryAfterMs: 0 });
  expect(error?.message).toContain("3 attempts were made.");
  expect(error?.message).toContain("Call again later");
  expect(error?.stack).toContain("3 attempts were made.");
});

test.each(["No", "No.", "No!", "No?", "unknown operation", ""])(
  "a fault's message ends as a sentence does: %p",
  async (reason) => {
    const c = await serve((socket) => socket.write(answer(envelope(fault11("s:Client", reason)), "500 No")));
    const { error } = await send(c);
    expect(error?.message).toMatch(/[^.!?][.!?]$/);
    expect(error).toMatchObject({ fault: { reason } });
  },
);

const unknown = "Server did not recognize the value of HTTP Header SOAPAction: urn:x";
describe("the hint on namespaces", () => {
  test.each([
    ["s:Client", unknown, true],
    ["s:Client", "The operation GetBooks is not defined", true],
    ["s:Client", "No such operation", true],
    ["s:Server", "Object reference not set to an instance of an object.", true],
    ["s:Client", "The message with Action 'x' cannot be processed at the receiver", true],
    ["s:Client", "The security header is missing", true],
    ["s:ActionNotSupported", "x", true],
    ["s:Client", "Employee 17 was not found", false],
    ["s:Client", "The token has expired", false],
    ["s:Server", "The database is down", false],
    ["s:VersionMismatch", unknown, false],
    ["s:MustUnderstand", "header", false],
  ])("of a fault %s %p: %p", async (code, reason, hinted) => {
    const c = await serve((socket) => socket.write(answer(envelope(fault11(code, reason)), "500 No")));
    const message = (await send(c)).error?.message ?? "";
    expect(message.includes("Set namespaces to the one that the service uses")).toBe(hinted);
  });

  test("is not given once the service has answered well", async () => {
    const c = await serve((socket, { number }) =>
      socket.write(number === 1 ? saying("well") : answer(envelope(fault11("s:Client", unknown)), "500 No")),
    );
    await send(c);
    expect((await send(c)).error?.message).not.toContain("Set namespaces");
  });
});

test("an error that a header function passes on from another call stays that call's", async () => {
  const other = await serve(failing([]));
  const outer = makeClient(server.url, {
    retries: 0,
    attemptInterceptors: [
      (next) => async (attempt) => {
        await other.addBook({ Book: { Id: 1, Price: "1" } });
        return next(attempt);
      },
    ],
  });
  const { error } = await send(outer);
  expect(error).toMatchObject({ code: "HTTP", operation: "Add_Book", attempts: 1 });
  await outer.close();
});

test("JSON of an error has what a log needs", async () => {
  const c = await serve(failing(["X-Request-Id: abc"]));
  const { error } = await send(c);
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    name: "HttpError",
    code: "HTTP",
    message: error?.message,
    status: 500,
    operation: "Get_Books",
    requestId: "abc",
    attempts: 1,
  });
});
