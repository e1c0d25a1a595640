import { readFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { err, errWithCause } from "pino-std-serializers";
import { mapConcurrent } from "soapwright-runtime";
import { book, books, envelope, fault11, fault12, type ShelfClient } from "soapwright-testing/client/shelf";
import { runChild } from "soapwright-testing/stage/child";
import { bookList } from "soapwright-testing/stage/responses";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawHandler } from "soapwright-testing/transport/raw-server";
import type { CauseReport } from "./cause-process";

/** The contents of an error: the place of the call, the response, and the remedy. */
describe("call errors", () => {
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
      const client = open({ endpoint: url, retries: { max: 2, delayMs: 1 } });
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
      const client = open({ endpoint: url, retries: { max: 2, delayMs: 1 } });
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
      expect(read(error)).toMatchObject({
        name: "ArgumentError",
        code: "ARGUMENT",
        message: error.message,
        attempts: 0,
      });
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
      const error = await rejection(open({ endpoint: url, retries: { max: 2, delayMs: 1 } }).getBooks({ ShelfId: 1 }));
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
      const error = await rejection(
        open({ endpoint: `http://127.0.0.1:${port}/`, retries: 0 }).getBooks({ ShelfId: 1 }),
      );
      expect(error).toMatchObject({ code: "CONNECTION" });
      expect(error.message).toMatch(/TLS/);
      expect(error.message).toMatch(/https:/);
      expect(error.message).not.toMatch(/UNKNOWN/);
    });

    test("of an alert by itself, as other servers send it, says the same", async () => {
      // RFC 8446, 6: an alert record of TLS 1.2, fatal, unexpected message.
      const { url } = await serve((socket) => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 10])));
      const error = await rejection(open({ endpoint: url, retries: 0 }).getBooks({ ShelfId: 1 }));
      expect(error).toMatchObject({ code: "CONNECTION", reason: "speaks-tls" });
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
});

/** An error in a log: as JSON, and by pino's serializer. */
describe("logs", () => {
  endAfterEach();

  const PERSON = "Janneke de Vries";
  const SECRET = "hunter-secret-22";
  const TOLD = [
    "X-Request-Id: r-81",
    "Date: Sun, 22 Nov 2026 10:00:00 GMT",
    `Set-Cookie: id=${PERSON}`,
    `X-Who: ${PERSON}`,
  ];

  type Logged = { readonly [property: string]: unknown };
  const forms: { readonly [form: string]: (error: Error) => Logged } = {
    "JSON.stringify": (error) => JSON.parse(JSON.stringify(error)) as Logged,
    "pino's serializer": (error) => JSON.parse(JSON.stringify(err(error))) as Logged,
    "pino's serializer with causes": (error) => JSON.parse(JSON.stringify(errWithCause(error))) as Logged,
  };

  interface Failure {
    readonly body?: string;
    readonly status?: string;
    readonly options?: object;
    readonly call?: object;
    readonly says: Logged;
  }

  /** The failures by class: a response of the service or another cause, and its visible part. */
  const failures: { readonly [name: string]: Failure } = {
    HttpError: { body: `<html>${PERSON}</html>`, status: "503 Busy", says: { code: "HTTP", status: 503 } },
    FaultError: {
      body: envelope(fault11("s:Server", "Out of order.", `<x:who xmlns:x="urn:x">${PERSON}</x:who>`)),
      status: "500 Error",
      says: { code: "FAULT", status: 500 },
    },
    ResponseError: {
      body: envelope(books(book(1).replace("1.50", "cheap"))),
      says: { code: "RESPONSE", status: 200, reason: "value" },
    },
    "ResponseError of a limit": {
      body: envelope(books(book(1))),
      options: { limits: { responseBytes: 20 } },
      says: { name: "ResponseError", code: "RESPONSE", status: 200, reason: "limit" },
    },
  };

  describe.each(Object.keys(forms))("%s", (form) => {
    const log = forms[form]!;

    test.each(Object.keys(failures))("has all of a response: %s", async (name) => {
      const { body = "", status = "200 OK", options, says } = failures[name]!;
      const server = await serve((socket) => socket.write(answer(body, status, TOLD)));
      const headers = { Credentials: { User: "me", Secret: SECRET } };
      const client = open({ endpoint: server.url, retries: { max: 1, delayMs: 1 }, headers, ...options });
      const error = await rejection(client.getBooks({ ShelfId: 1 }));
      const logged = log(error);
      expect(logged).toMatchObject({
        name,
        operation: "Get_Books",
        endpoint: server.url,
        attempts: status === "503 Busy" ? 2 : 1,
        requestId: "r-81",
        responseHeaders: { "x-request-id": "r-81", date: "Sun, 22 Nov 2026 10:00:00 GMT" },
        ...says,
      });
      // The reason of a fault is the service's own: of these forms, only JSON is ours.
      const message = form === "JSON.stringify" ? error.message.replace(": Out of order.", ".") : error.message;
      expect(logged.message).toContain(message);
      expect(JSON.stringify(logged)).not.toContain(PERSON);
      expect(JSON.stringify(logged)).not.toContain(SECRET);
      expect(Object.keys(logged.responseHeaders as object)).not.toContain("set-cookie");
    });

    test("has the response that was cut off, when there is one: ConnectionError and TimeoutError", async () => {
      const start = answer(envelope(books(book(1))), "200 OK", TOLD).subarray(0, -30);
      const server = await serve((socket, { number }) => (number === 1 ? socket.end(start) : socket.write(start)));
      const client = open({ endpoint: server.url, retries: 0 });
      for (const [name, options] of [
        ["ConnectionError", {}] as const,
        ["TimeoutError", { timeoutMs: 1_000 }] as const,
      ]) {
        const error = await rejection(client.getBooks({ ShelfId: 1 }, options));
        expect(log(error)).toMatchObject({ name, status: 200, requestId: "r-81", attempts: 1 });
      }
    });

    test("has nothing of a response that there was not", async () => {
      const wrong: number = JSON.parse('"x"');
      const client = open({ endpoint: "http://127.0.0.1:1/", retries: 0 });
      const errors = {
        ConnectionError: () => client.getBooks({ ShelfId: 1 }),
        ArgumentError: () => client.getBooks({ ShelfId: wrong }),
        AbortError: () => client.getBooks({ ShelfId: 1 }, { signal: AbortSignal.abort() }),
      };
      for (const [name, call] of Object.entries(errors)) {
        const logged = log(await rejection(call()));
        expect(logged).toMatchObject({ name, operation: "Get_Books", attempts: name === "ConnectionError" ? 1 : 0 });
        for (const property of ["status", "requestId", "responseHeaders"]) expect(logged[property]).toBeUndefined();
      }
    });

    test("has the kind of the cause: its name and its code", async () => {
      const refused = log(
        await rejection(open({ endpoint: "http://127.0.0.1:1/", retries: 0 }).getBooks({ ShelfId: 1 })),
      );
      const kind = form === "JSON.stringify" ? JSON.stringify(refused.cause) : refused.causedBy;
      expect(kind).toMatch(/Error.*ECONNREFUSED/);
      for (const [thrown, want] of [
        [new RangeError(SECRET), "RangeError"],
        [Object.assign(new Error(SECRET), { code: "E_VAULT" }), "E_VAULT"],
        [SECRET, "string"],
        [null, "null"],
      ] as const) {
        const headers = () => Promise.reject(thrown as Error);
        const logged = log(
          await rejection(open({ endpoint: "http://127.0.0.1:1/", headers }).getBooks({ ShelfId: 1 })),
        );
        expect(form === "JSON.stringify" ? JSON.stringify(logged.cause) : logged.causedBy).toContain(want);
        // pino itself adds the messages of causes that are errors.
        if (form === "JSON.stringify") expect(JSON.stringify(logged)).not.toContain(SECRET);
      }
    });
  });

  describe("what the service said", () => {
    const PAGE = "<html><body>J. Jansen is on leave</body></html>";
    const said: { readonly [what: string]: () => Buffer } = {
      "a fault": () => answer(envelope(fault11("s:Client", "J. Jansen is not known")), "500 Error"),
      "a fault on the first call that may mean the namespace": () =>
        answer(envelope(fault11("s:Client", "J. Jansen: unknown operation")), "500 Error"),
      "a page with status 200": () =>
        Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${PAGE.length}\r\n\r\n${PAGE}`),
      "a page with status 500": () => answer(PAGE, "500 Error"),
    };

    async function failed(what: string, faultText?: true) {
      const lines: unknown[][] = [];
      const write = (...line: unknown[]) => void lines.push(line);
      const logger = { info: write, warn: write, error: write };
      const server = await serve((socket) => socket.write(said[what]!()));
      const client = open({ endpoint: server.url, retries: 0, logger, ...(faultText && { expose: { faultText } }) });
      return { error: await rejection(client.getBooks({ ShelfId: 1 })), lines };
    }

    test.each(Object.keys(said))("is in no JSON and no line of the log: %s", async (what) => {
      const { error, lines } = await failed(what);
      expect(JSON.stringify(error) + JSON.stringify(lines)).not.toContain("Jansen");
      expect(Reflect.get(JSON.parse(JSON.stringify(error)), "message")).toMatch(/^The (service|response) .*\.$/);
    });

    test.each(Object.keys(said).slice(0, 3))("is there with faultText: %s", async (what) => {
      const { error, lines } = await failed(what, true);
      expect(error.message).toContain("Jansen");
      expect(JSON.parse(JSON.stringify(error))).toMatchObject({ message: error.message });
      expect(lines.at(-1)?.[1]).toMatchObject({ message: error.message });
    });

    test("leaves what the message says beside it", async () => {
      const { error } = await failed("a fault on the first call that may mean the namespace");
      const { message } = JSON.parse(JSON.stringify(error));
      expect(message).toMatch(/^The service responded with a fault \(Client\)\. This was the client's first call/);
      expect(error.message).toContain(message.replace("The service responded with a fault (Client).", "").trim());
    });
  });
});
