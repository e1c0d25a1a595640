/** The contents of an error: the place of the call, the response, and the remedy. */
import { readFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { book, envelope, fault11, fault12, type ShelfClient } from "soapwright-testing/client/shelf";
import { runChild } from "soapwright-testing/stage/child";
import { bookList } from "soapwright-testing/stage/responses";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawHandler } from "soapwright-testing/transport/raw-server";
import { mapConcurrent } from "../../src";
import type { CauseReport } from "./cause-process";

endAfterEach();

const says =
  (body: string, status: string, headers: readonly string[] = []): RawHandler =>
  (socket) =>
    socket.write(answer(body, status, headers));

const reset: RawHandler = (socket) => socket.resetAndDestroy();
const REQUEST_ID = "7f3c-0042";
const TOLD = [
  `X-Request-Id: ${REQUEST_ID}`,
  "Server: shelf/1.0",
  "Set-Cookie: session=abcdef",
  "X-Secret-Echo: open sesame",
];

describe("the stack of an error", () => {
  // As many frames as Node keeps; jest keeps more.
  const before = Error.stackTraceLimit;
  beforeEach(() => {
    Error.stackTraceLimit = 10;
  });
  afterEach(() => {
    Error.stackTraceLimit = before;
  });

  type Fail = readonly [string, object, RawHandler];
  const failures: readonly Fail[] = [
    ["ConnectionError", {}, reset],
    ["TimeoutError", { timeoutMs: 30 }, () => {}],
    ["TimeoutError", { deadlineMs: 30 }, () => {}],
    ["HttpError", {}, says("<html>", "404 Not Found")],
    ["FaultError", {}, says(envelope(fault11("s:Server", "Out of order.")), "500 Error")],
    ["ResponseError", {}, says("not XML", "200 OK")],
    ["ConfigurationError", { headers: () => Promise.reject(new Error("no headers")) }, reset],
  ];

  test.each(failures)("shows who made the call: %s %p", async (name, options, handler) => {
    const { url } = await serve(handler);
    const client = open({ endpoint: url, retries: 0, ...options });
    async function theCaller(): Promise<unknown> {
      return await client.getBooks({ ShelfId: 1 });
    }
    const error = await rejection(theCaller());
    expect(error.name).toBe(name);
    expect(error.stack).toContain("theCaller");
    expect(error.stack).toContain("call-errors.test.ts");
    expect(error.stack?.split("\n", 1)[0]).toBe(`${name}: ${error.message}`);
  });

  test("shows who made the call after retries, too", async () => {
    const { url, requests } = await serve(reset);
    const client = open({ endpoint: url, retries: 2, retryDelayMs: 1 });
    async function theCaller(): Promise<unknown> {
      return await client.getBooks({ ShelfId: 1 });
    }
    const error = await rejection(theCaller());
    expect(requests).toHaveLength(3);
    expect(error.stack).toContain("theCaller");
  });

  test.each(failures.slice(0, 6))("shows who goes through the stream: %s %p", async (name, options, handler) => {
    const { url } = await serve(handler);
    const client = open({ endpoint: url, retries: 0, ...options });
    async function theReader(): Promise<void> {
      for await (const _ of client.getBooksStream({ ShelfId: 1 })) throw new Error("an item");
    }
    const error = await rejection(theReader());
    expect(error.name).toBe(name);
    expect(error.stack).toContain("theReader");
    expect(error.stack).toContain("call-errors.test.ts");
  });

  test("shows who made the call within mapConcurrent", async () => {
    const { url } = await serve(reset);
    const client = open({ endpoint: url, retries: 0 });
    const theBatch = () =>
      mapConcurrent([1, 2, 3], (ShelfId: number) => client.getBooks({ ShelfId }), { concurrency: 2 });
    for await (const outcome of theBatch()) {
      if (outcome.ok) throw new Error("a result");
      expect((outcome.error as Error).stack).toContain("theBatch");
      expect((outcome.error as Error).stack).toContain("call-errors.test.ts");
    }
  });

  test("is that of its own call, among others in the queue", async () => {
    const { url } = await serve(reset);
    const client = open({ endpoint: url, retries: 0, connections: 1 });
    async function first(): Promise<unknown> {
      return await client.getBooks({ ShelfId: 1 });
    }
    async function second(): Promise<unknown> {
      return await client.getBooks({ ShelfId: 2 });
    }
    const [one, two] = await Promise.all([rejection(first()), rejection(second())]);
    expect([/first/.test(String(one.stack)), /second/.test(String(one.stack))]).toEqual([true, false]);
    expect([/first/.test(String(two.stack)), /second/.test(String(two.stack))]).toEqual([false, true]);
  });

  test("of its cause is the one that the cause had", async () => {
    const { report } = await runChild<CauseReport>(join(__dirname, "cause-process.ts"), {});
    expect(report?.code).toBe("ECONNREFUSED");
    expect(report?.stack).toMatch(/^Error: connect ECONNREFUSED 127\.0\.0\.1:1/);
    expect(report?.stack).toContain("node:net");
    const thrown = new RangeError("no headers");
    const headers = () => {
      throw thrown;
    };
    const failed = await rejection(open({ endpoint: "http://127.0.0.1:1/", headers }).getBooks({ ShelfId: 1 }));
    expect(failed.cause).toBe(thrown);
  });
});

describe("an error as JSON", () => {
  const read = (error: Error): { [name: string]: unknown } => JSON.parse(JSON.stringify(error));

  test("has the class, the message and the call of a fault, and its identifier at the service", async () => {
    const { url } = await serve(says(envelope(fault11("s:Server", "Out of order.")), "500 Error", TOLD));
    const error = await rejection(open({ endpoint: url, retries: 0 }).getBooks({ ShelfId: 1 }));
    expect(read(error)).toMatchObject({
      name: "FaultError",
      code: "FAULT",
      // Without the service's own text, which the error's message has.
      message: "The service responded with a fault (Server).",
      operation: "Get_Books",
      attempts: 1,
      status: 500,
      requestId: REQUEST_ID,
    });
  });

  test("has status and requests of an HttpError", async () => {
    const { url } = await serve(says("<html>", "503 Busy", TOLD));
    const client = open({ endpoint: url, retries: 2, retryDelayMs: 1 });
    expect(read(await rejection(client.getBooks({ ShelfId: 1 })))).toMatchObject({
      name: "HttpError",
      code: "HTTP",
      operation: "Get_Books",
      attempts: 3,
      status: 503,
      requestId: REQUEST_ID,
    });
  });

  test("has the kind of its cause, and nothing of a response that there was not", async () => {
    const error = await rejection(open({ endpoint: "http://127.0.0.1:1/", retries: 0 }).getBooks({ ShelfId: 1 }));
    const json = read(error);
    expect(json).toMatchObject({ name: "ConnectionError", code: "CONNECTION", message: error.message, attempts: 1 });
    expect(JSON.stringify(json.cause)).toContain("ECONNREFUSED");
    expect(json.status).toBeUndefined();
    expect(json.requestId).toBeUndefined();
    expect(JSON.stringify(json)).not.toContain("node:net");
  });

  test("has what an ArgumentError names", async () => {
    const Id: number = JSON.parse('"x"');
    const client = open({ endpoint: "http://127.0.0.1:1/" });
    const error = await rejection(client.addBook({ Book: { Id, Price: "1" } }));
    expect(read(error)).toMatchObject({ name: "ArgumentError", code: "ARGUMENT", message: error.message, attempts: 0 });
  });
});

describe("an error behind a response", () => {
  const failures: readonly (readonly [string, RawHandler])[] = [
    ["HttpError", says("<html>", "404 Not Found", TOLD)],
    ["FaultError", says(envelope(fault11("s:Server", "Out of order.")), "500 Error", TOLD)],
    ["ResponseError", says("not XML", "200 OK", TOLD)],
    ["ResponseError", says(envelope("<Other xmlns='urn:x'/>"), "200 OK", TOLD)],
  ];

  test.each(failures)(
    "has its headers that say nothing secret, and the identifier of the request: %s",
    async (name, handler) => {
      const { url } = await serve(handler);
      const error = await rejection(open({ endpoint: url, retries: 0 }).getBooks({ ShelfId: 1 }));
      expect(error).toMatchObject({ name, requestId: REQUEST_ID });
      const headers: unknown = Reflect.get(error, "responseHeaders");
      expect(headers).toMatchObject({ "content-type": "text/xml; charset=utf-8", "x-request-id": REQUEST_ID });
      expect(JSON.stringify(headers)).not.toMatch(/abcdef|sesame/);
    },
  );

  test("of a stream has them too", async () => {
    const { url } = await serve(says("not XML", "200 OK", TOLD));
    const error = await rejection(open({ endpoint: url, retries: 0 }).getBooksStream({ ShelfId: 1 }).next());
    expect(error).toMatchObject({ requestId: REQUEST_ID });
  });

  test("shows no credential that the service repeats as an identifier", async () => {
    const headers = { Credentials: { User: "me", Secret: "hunter22" } };
    const { url } = await serve(says("<html>", "404 Not Found", ["X-Request-Id: hunter22", "Retry-After: 3"]));
    const error = await rejection(open({ endpoint: url, retries: 0, headers }).getBooks({ ShelfId: 1 }));
    expect(
      JSON.stringify([error, Reflect.get(error, "responseHeaders"), Reflect.get(error, "requestId")]),
    ).not.toContain("hunter22");
    expect(Reflect.get(error, "responseHeaders")).toMatchObject({ "retry-after": "3" });
  });

  test("is one that had a response: a lost connection has none", async () => {
    const { url } = await serve(reset);
    const error = await rejection(open({ endpoint: url, retries: 0 }).getBooks({ ShelfId: 1 }));
    expect(Reflect.get(error, "responseHeaders")).toBeUndefined();
    expect(Reflect.get(error, "requestId")).toBeUndefined();
  });

  test("has them where the body was cut after its head", async () => {
    const { url } = await serve((socket) =>
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nX-Request-Id: ${REQUEST_ID}\r\nContent-Length: 900\r\n\r\n<a`,
      ),
    );
    const error = await rejection(open({ endpoint: url, retries: 0 }).getBooks({ ShelfId: 1 }));
    expect(error).toMatchObject({ code: "CONNECTION", requestId: REQUEST_ID });
  });
});

describe("the message", () => {
  test("of a 503 after three attempts says so, and what to do", async () => {
    const { url } = await serve(says("", "503 Busy"));
    const error = await rejection(open({ endpoint: url, retries: 2, retryDelayMs: 1 }).getBooks({ ShelfId: 1 }));
    expect(error).toMatchObject({ status: 503, attempts: 3 });
    expect(error.message).toMatch(/503/);
    expect(error.message).toMatch(/3 (attempts|requests|times)/);
    expect(error.message).toMatch(/later|retries|Retry/);
    expect(error.message).toMatch(/\.$/);
  });

  test("of a 503 to an operation that is not safe says that it was sent once", async () => {
    const { url, requests } = await serve(says("", "503 Busy"));
    const error = await rejection(open({ endpoint: url, retries: 2 }).addBook({ Book: { Id: 1, Price: "1" } }));
    expect(requests).toHaveLength(1);
    expect(error).toMatchObject({ status: 503, attempts: 1 });
    expect(error.message).not.toMatch(/[2-9] (attempts|requests|times)/);
  });

  test("of a 429 says what Retry-After asks for", async () => {
    const { url } = await serve(says("", "429 Too Many Requests", ["Retry-After: 37"]));
    const error = await rejection(open({ endpoint: url, retries: 0 }).getBooks({ ShelfId: 1 }));
    expect(error).toMatchObject({ status: 429, retryAfterMs: 37_000 });
    expect(error.message).toMatch(/Retry-After/);
    expect(error.message).toMatch(/\b37(,000)?\b/);
  });

  test("of plain http to a port that speaks TLS says so", async () => {
    const pem = (name: string): Buffer =>
      readFileSync(join(__dirname, "../../../soapwright-testing/src/certificates", name));
    const server = createTlsServer({ key: pem("server.key"), cert: pem("server.crt") });
    const sockets = new Set<Duplex>();
    server.on("connection", (socket) => void sockets.add(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    atEnd(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    const error = await rejection(open({ endpoint: `http://127.0.0.1:${port}/`, retries: 0 }).getBooks({ ShelfId: 1 }));
    expect(error).toMatchObject({ code: "CONNECTION" });
    expect(error.message).toMatch(/TLS/);
    expect(error.message).toMatch(/https:/);
    expect(error.message).not.toMatch(/UNKNOWN/);
  });

  test("of an alert by itself, as other servers send it, says the same", async () => {
    // RFC 8446, 6: an alert record of TLS 1.2, fatal, unexpected message.
    const { url } = await serve((socket) => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 10])));
    const error = await rejection(open({ endpoint: url, retries: 0 }).getBooks({ ShelfId: 1 }));
    expect(error).toMatchObject({ code: "CONNECTION" });
    expect(error.message).toMatch(/TLS/);
    expect(error.message).toMatch(/https:/);
  });
});

describe("the hint at namespaces in a client's first fault", () => {
  const messageOf = async (
    fault: string,
    options: object = {},
    call?: (client: ShelfClient) => PromiseLike<unknown>,
  ) => {
    const { url } = await serve(says(fault, "500 Error"));
    const client = open({ endpoint: url, retries: 0, ...options });
    return (await rejection((call ?? ((c) => c.getBooks({ ShelfId: 1 })))(client))).message;
  };

  test.each([
    ["s:Client", "Server did not recognize the value of HTTP Header SOAPAction: urn:example:shelf/Get_Books."],
    [
      "s:Client",
      "System.Web.Services.Protocols.SoapException: Unable to handle request without a valid action parameter.",
    ],
    ["s:Client", "Cannot find dispatch method for {urn:example:shelf}Get_Books"],
    ["s:Client", "The operation Get_Books is unknown."],
    ["s:Client", "Unknown operation"],
    ["s:Server", "The endpoint reference (EPR) for the Operation not found is /service and the WSA Action = urn:x."],
    ["s:Client", "Message part {urn:example:shelf}Get_Books was not recognized.  (Does it exist in service WSDL?)"],
    ["s:Client", "The header Credentials is missing."],
    ["s:Server", "Missing SOAP header Credentials"],
    ["s:Client", "No authentication header was found."],
    ["s:ActionNotSupported", "The message with Action 'urn:x' cannot be processed at the receiver."],
  ])("is there where the service knows no such operation or sees no header: %s %s", async (code, reason) => {
    expect(await messageOf(envelope(fault11(code, reason)))).toMatch(/namespace/);
  });

  test.each([
    ["s:Server", "Employee 1003 was not found."],
    ["s:Server", "Out of order."],
    ["s:Client", "Period 99 is not valid."],
    ["s:Client", "You are not authorized to read shelf 1."],
    ["s:Server", "Login failed for user 'me'."],
    ["s:Client", "The token has expired."],
    ["s:Server", "Timeout expired. The timeout period elapsed prior to completion of the operation."],
    ["s:VersionMismatch", "Not this version."],
  ])("is not there where the service says anything else: %s %s", async (code, reason) => {
    expect(await messageOf(envelope(fault11(code, reason)))).not.toMatch(/namespace/);
  });

  test("looks at SOAP 1.2 in the same way", async () => {
    const unknown = envelope(fault12("s:Sender", "The operation Get_Books is unknown."), "1.2");
    const business = envelope(fault12("s:Sender", "Period 99 is not valid."), "1.2");
    expect(await messageOf(unknown, { soapVersion: "1.2" })).toMatch(/namespace/);
    expect(await messageOf(business, { soapVersion: "1.2" })).not.toMatch(/namespace/);
  });

  test("is not there once the service has answered", async () => {
    const reason = "The operation Get_Books is unknown.";
    const { url } = await serve((socket, { number }) =>
      socket.write(number === 1 ? bookList(book(1)) : answer(envelope(fault11("s:Client", reason)), "500 Error")),
    );
    const client = open({ endpoint: url, retries: 0 });
    await client.getBooks({ ShelfId: 1 });
    expect((await rejection(client.getBooks({ ShelfId: 1 }))).message).not.toMatch(/namespace/);
  });
});
