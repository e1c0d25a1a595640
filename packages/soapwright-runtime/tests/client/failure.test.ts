/** Tests `client/is-fault-of` and `errors/fault-error` by themselves: no entry point shows them whole. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { inspect } from "node:util";
import { adaptive, breaker, fairness, retryAfterHold, sharedRate } from "soapwright-features";
import type { ClientOptions } from "soapwright-runtime";
import { type ErrorKind, isAuthenticationError, isServiceError, type ServiceError } from "soapwright-runtime/errors";
import { optionsOver } from "soapwright-testing/client/options-over";
import { book, books, envelope, fault11, type Headers, NS, type ShelfClient } from "soapwright-testing/client/shelf";
import { get, peek } from "soapwright-testing/golden/cases/headers-and-faults/schemas";
import { pause } from "soapwright-testing/stage/consume";
import { bookList } from "soapwright-testing/stage/responses";
import { sampleOf } from "soapwright-testing/stage/slow";
import { atEnd, callOptions, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { shelfWith } from "soapwright-testing/tenants/stage";
import { makeClient, saying, send } from "soapwright-testing/transport/outcomes";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";
import { isFaultOf } from "../../src/client/is-fault-of";
import { FaultError } from "../../src/errors/fault-error";

/** The context in an error: the request's id, technical headers, attempts, the caller, a hint. */
describe("failure", () => {
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
      expect(message.includes("Set quirks.namespaces to the one that the service uses")).toBe(hinted);
    });

    test("is not given once the service has answered well", async () => {
      const c = await serve((socket, { number }) =>
        socket.write(number === 1 ? saying("well") : answer(envelope(fault11("s:Client", unknown)), "500 No")),
      );
      await send(c);
      expect((await send(c)).error?.message).not.toContain("Set quirks.namespaces");
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
});

/** Users' declarations about their service: which operations are safe, and which kind its errors have. */
describe("error kind", () => {
  endAfterEach();

  const added = envelope(`<Add_BookResponse xmlns="${NS}"><Add_BookResult>1</Add_BookResult></Add_BookResponse>`);
  const busyOnce: RawHandler = (socket, { number }) =>
    socket.write(number === 1 ? answer("", "503 Busy") : answer(added));
  const args = { Book: { Id: 1, Price: "1" } };
  const add = (client: ShelfClient, options = {}) => client.addBook(args, callOptions(options));

  async function clientOf(handler: RawHandler, options: object = {}): Promise<ShelfClient> {
    return open(optionsOver({ endpoint: (await serve(handler)).url, retries: { delayMs: 1 } }, options));
  }

  describe("a call that the WSDL does not mark as safe", () => {
    test("is not repeated after it may have reached the service", async () => {
      expect(await rejection(add(await clientOf(busyOnce)))).toMatchObject({ status: 503, attempts: 1 });
    });

    test.each([
      ["safe on the call", {}, { safe: true }],
      ["its name in quirks.safeOperations", { quirks: { safeOperations: ["Add_Book"] } }, {}],
      ["its method in quirks.safeOperations", { quirks: { safeOperations: ["addBook"] } }, {}],
    ])("is repeated with %s", async (_what, options, ofCall) => {
      expect(await add(await clientOf(busyOnce, options), ofCall)).toBe(1);
    });

    test("is repeated by a client of with({ safe: true })", async () => {
      const client = await clientOf(busyOnce);
      expect(await add(client.with({ safe: true }) as ShelfClient)).toBe(1);
    });
  });

  test("safe: false keeps a call from being repeated whatever the WSDL says", async () => {
    const client = await clientOf((socket, { number }) =>
      socket.write(number === 1 ? answer("", "503 Busy") : bookList(book(1))),
    );
    expect(await rejection(client.getBooks({ ShelfId: 1 }, callOptions({ safe: false })))).toMatchObject({
      attempts: 1,
    });
  });

  test("a name that no operation has is refused, with the one that may be meant", () => {
    expect(() => open({ endpoint: "https://shelf.example/", quirks: { safeOperations: ["Ad_Book"] } })).toThrow(
      expect.objectContaining({
        reason: "safe-operation-not-there",
        message: "quirks.safeOperations[0] is not an operation of the service (did you mean Add_Book?).",
      }),
    );
  });

  describe("quirks.errorKind", () => {
    const saying: RawHandler = (socket) => socket.write(answer(envelope(fault11("s:E17", "No such book")), "500 X"));
    const failed = async (errorKind: (error: ServiceError) => unknown): Promise<ServiceError> => {
      const error = await rejection((await clientOf(saying, { quirks: { errorKind } })).getBooks({ ShelfId: 1 }));
      if (!isServiceError(error)) throw error;
      return error;
    };

    test("says what an error means, before anything is decided by it", async () => {
      const error = await failed(() => "not-found" satisfies ErrorKind);
      expect(error).toMatchObject({ code: "FAULT", kind: "not-found" });
    });

    test("brings the advice of that kind", async () => {
      const error = await failed(() => "refused" satisfies ErrorKind);
      expect(isAuthenticationError(error)).toBe(true);
      expect(error.advice).toContainEqual({ action: "check", option: "auth" });
    });

    test("leaves the kind with undefined", async () => {
      expect(await failed(() => undefined)).toMatchObject({ kind: "rejected" });
    });

    test("that returns no kind is a wrong option", async () => {
      expect(await failed(() => "nonsense")).toMatchObject({
        code: "CONFIGURATION",
        reason: "error-kind-unknown",
        option: "quirks.errorKind",
      });
    });

    test("that throws is reported as the user's own failure", async () => {
      const mine = new RangeError("mine");
      const throwing = (): never => {
        throw mine;
      };
      expect(await failed(throwing)).toMatchObject({
        code: "CONFIGURATION",
        reason: "error-kind-failed",
        cause: mine,
      });
    });

    test("has refused credentials asked for anew", async () => {
      const asked: number[] = [];
      const client = await clientOf(
        (socket, { number }) =>
          socket.write(number === 1 ? answer(envelope(fault11("s:E17", "x")), "500 X") : bookList(book(1))),
        {
          quirks: { errorKind: () => "refused" },
          httpHeaders: ({ attempt }: { attempt: number }) => {
            asked.push(attempt);
            return { value: { authorization: "Bearer x" }, expiresAt: Number.POSITIVE_INFINITY };
          },
        },
      );
      await client.getBooks({ ShelfId: 1 });
      expect(asked).toEqual([1, 2]);
    });
  });
});

describe("is fault of", () => {
  function faultError(detail: { $type?: string; value?: unknown; elements: unknown[] } | undefined, operation = "Get") {
    const fault = {
      code: { namespace: "", local: "Server" },
      subcodes: [],
      reason: "no",
      actor: undefined,
      node: undefined,
      role: undefined,
      detail,
    };
    return new FaultError("no", { fault, httpStatus: 500, operation });
  }

  test("a declared fault is recognized by its operation and name, and its detail is typed", () => {
    const error: unknown = faultError({ $type: "NotFound", value: { Id: 7 }, elements: [] });
    if (!isFaultOf(error, get)) throw new Error("it is one");
    const { detail } = error.fault;
    const id: number | undefined = detail.$type === "NotFound" ? detail.value.Id : undefined;
    expect(id).toBe(7);
  });

  test("another fault, another operation and another error are not", () => {
    expect(isFaultOf(faultError({ $type: "Other", elements: [] }), get)).toBe(false);
    expect(isFaultOf(faultError({ elements: [] }), get)).toBe(false);
    expect(isFaultOf(faultError(undefined), get)).toBe(false);
    expect(isFaultOf(faultError({ $type: "NotFound", elements: [] }, "Peek"), get)).toBe(false);
    expect(isFaultOf(faultError({ $type: "NotFound", elements: [] }), peek)).toBe(false);
    expect(isFaultOf(new Error("no"), get)).toBe(false);
  });
});

/** The admission `retryAfterHold`: which calls wait when a busy response requires it. */
describe("retry after hold", () => {
  endAfterEach();

  type Options = Pick<ClientOptions<Headers>, "admission" | "requestsPerSecond">;

  /** Tenant 1 is refused for an hour; then each of two tenants makes one call with a short time limit. */
  async function callAfter(options: Options): Promise<string[]> {
    const server = await serve((socket, { number }) =>
      socket.write(number === 1 ? answer("", "429 Slow down", ["Retry-After: 3600"]) : bookList()),
    );
    const client = shelfWith({ secret: "s" }, { endpoint: server.url, retries: 0, ...options });
    const call = (tenant: number) =>
      client.with({ auth: { user: `user ${tenant}` } }).getBooks({ ShelfId: tenant }, { deadlineMs: 1_000 });
    await rejection(call(1));
    return Promise.all(
      [1, 2].map((tenant) =>
        call(tenant).then(
          () => "well",
          ({ code }: { code: string }) => code,
        ),
      ),
    );
  }

  const ofTenant = retryAfterHold("tenant");
  const key = ({ args }: { args: unknown }) => String((args as { ShelfId: number }).ShelfId);
  const rate = sharedRate({ join: () => () => {}, begin: () => true, end: () => {} });

  test.each<[what: string, options: Options, outcome: readonly string[]]>(
    sampleOf(
      [
        ["without the admission", {}, ["well", "well"]],
        ["origin", { admission: [retryAfterHold("origin")] }, ["TIMEOUT", "TIMEOUT"]],
        ["tenant, by credentials", { admission: [ofTenant] }, ["TIMEOUT", "well"]],
        ["tenant, and fairness", { admission: [ofTenant, fairness({ key })] }, ["TIMEOUT", "well"]],
        ["tenant, and limits of tenants", { admission: [ofTenant, fairness({ maxInFlight: 2 })] }, ["TIMEOUT", "well"]],
        ["tenant, and breaker", { admission: [ofTenant, breaker()] }, ["TIMEOUT", "well"]],
        ["tenant, and adaptive", { admission: [ofTenant, adaptive({ concurrency: true })] }, ["TIMEOUT", "well"]],
        ["tenant, and shared rate", { admission: [ofTenant, rate] }, ["TIMEOUT", "well"]],
        ["tenant, and requestsPerSecond", { admission: [ofTenant], requestsPerSecond: 100 }, ["TIMEOUT", "well"]],
      ],
      3,
    ),
  )("%s: the tenant, and another, get what their hold lets through", async (_what, options, outcome) => {
    expect(await callAfter(options)).toEqual(outcome);
  });

  test("a held call takes nothing of a shared rate", async () => {
    let taken = 0;
    const counted = sharedRate({ join: () => () => {}, begin: () => ++taken > 0, end: () => {} });
    await callAfter({ admission: [ofTenant, counted] });
    expect(taken).toBe(2);
  });

  test("another scope is refused", () => {
    expect(() => retryAfterHold("call" as never)).toThrow(
      'retryAfterHold takes "tenant" or "origin", but is another string.',
    );
  });
});

/** Responses of real servers that were refused or reported as something else. */
describe("responses", () => {
  endAfterEach();

  describe("a one-way call", () => {
    test.each([
      ["202, empty, text/html", "HTTP/1.1 202 Accepted\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n"],
      ["200, empty, text/html", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n"],
      [
        "200, empty in chunks, text/html; charset=utf-8",
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      ],
      ["202, empty, text/plain", "HTTP/1.1 202 Accepted\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n"],
      ["202, empty, no type", "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"],
      ["200, empty, text/xml", "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 0\r\n\r\n"],
      ["204", "HTTP/1.1 204 No Content\r\n\r\n"],
    ])("is fine when it was accepted with %s, and goes out once", async (_what, bytes) => {
      const server = await serve((socket) => socket.write(bytes));
      const client = open({ endpoint: server.url });
      expect(await client.touch({})).toBeUndefined();
      expect(await client.touch({})).toBeUndefined();
      expect(server.requests).toHaveLength(2);
      expect(server.connections).toBe(1);
    });

    test.each([
      [
        "a page",
        answer("<html><body>Please sign in</body></html>", "200 OK").toString().replace("text/xml", "text/html"),
      ],
      ["a fault", answer(envelope(fault11("s:Client", "No")), "500 Error").toString()],
      ["a redirect", "HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n"],
      ["a refusal", "HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n"],
    ])("is not fine with %s", async (_what, bytes) => {
      const server = await serve((socket) => socket.write(bytes));
      const error = await rejection(open({ endpoint: server.url, retries: 0 }).touch({}));
      expect(["RESPONSE", "FAULT", "HTTP"]).toContain(Reflect.get(error, "code"));
    });

    test("is not what an empty page answers that is asked for a list", async () => {
      const server = await serve((socket) =>
        socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n"),
      );
      await expect(open({ endpoint: server.url, retries: 0 }).getBooks({ ShelfId: 1 })).rejects.toMatchObject({
        code: "RESPONSE",
      });
    });
  });

  describe("interim responses", () => {
    const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
    const PROCESSING = "HTTP/1.1 102 Processing\r\n\r\n";
    const HINTS = "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n";

    test.each([
      ["102, 100", [PROCESSING, CONTINUE]],
      ["103, 100", [HINTS, CONTINUE]],
      ["100, 102, 100", [CONTINUE, PROCESSING, CONTINUE]],
      ["103, 103, 102, 100, 100", [HINTS, HINTS, PROCESSING, CONTINUE, CONTINUE]],
    ])("in any order are passed over: %s", async (_what, interim) => {
      const server = await serve(async (socket, { number }) => {
        // In one piece first, then one by one.
        if (number === 1) socket.write(Buffer.concat([Buffer.from(interim.join("")), bookList(book(1))]));
        else {
          for (const one of interim) {
            socket.write(one);
            await pause(5);
          }
          socket.write(bookList(book(2)));
        }
      });
      const client = open({ endpoint: server.url, retries: 0 });
      expect(await client.getBooks({ ShelfId: 1 })).toMatchObject([{ Id: 1 }]);
      expect(await client.getBooks({ ShelfId: 1 })).toMatchObject([{ Id: 2 }]);
      expect(server.connections).toBe(1);
    });

    test("in pieces are passed over", async () => {
      const server = await serve(async (socket) => {
        for (const byte of `${HINTS}${CONTINUE}`) {
          socket.write(byte);
          if (byte === "\n") await pause(1);
        }
        socket.write(bookList(book(1)));
      });
      expect(await open({ endpoint: server.url, retries: 0 }).getBooks({ ShelfId: 1 })).toHaveLength(1);
    });
  });

  describe("a declaration that the field gets wrong", () => {
    const list = books(book(1, "Liège €"));
    const xml = envelope(list);
    const body = xml.slice(xml.indexOf("?>") + 2);
    const says = (type: string, text: string): Buffer => {
      const bytes = Buffer.from(text);
      const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
      return Buffer.concat([Buffer.from(head), bytes]);
    };
    const cases: readonly (readonly [string, Buffer])[] = [
      ["utf-16, without charset", says("text/xml", `<?xml version="1.0" encoding="utf-16"?>${body}`)],
      ["a blank before it", says("text/xml; charset=utf-8", ` <?xml version="1.0" encoding="utf-8"?>${body}`)],
      [
        "line feeds before it",
        says("text/xml; charset=utf-8", `\r\n\r\n\t<?xml version="1.0" encoding="utf-8"?>${body}`),
      ],
      ["a blank before it, without charset", says("text/xml", `\n<?xml version="1.0" encoding="utf-8"?>${body}`)],
      [
        "a blank before it, and utf-16",
        says("text/xml; charset=utf-8", `\n<?xml version="1.0" encoding="utf-16"?>${body}`),
      ],
      ["charset='utf-8'", says("text/xml; charset='utf-8'", xml)],
      ["charset='UTF-8' and more", says("text/xml; charset='UTF-8'; action='x'", xml)],
    ];

    describe.each(["standard", "lenient"])("in %s", (validation) => {
      test.each(cases)("is forgiven: %s", async (_what, bytes) => {
        const server = await serve((socket) => socket.write(bytes));
        const client = open({ endpoint: server.url, validation, retries: 0 });
        expect(await client.getBooks({ ShelfId: 1 })).toEqual([{ Id: 1, Title: "Liège €", Price: "1.50" }]);
        const items: unknown[] = [];
        for await (const item of client.getBooksStream({ ShelfId: 1 })) items.push(item);
        expect(items).toHaveLength(1);
      });
    });

    test.each(cases)("is refused in strict: %s", async (_what, bytes) => {
      const server = await serve((socket) => socket.write(bytes));
      const client = open({ endpoint: server.url, validation: "strict", retries: 0 });
      expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "RESPONSE" });
    });

    test("is forgiven byte by byte, too", async () => {
      const [, bytes] = cases[4]!;
      const server = await serve(async (socket) => {
        for (let at = 0; at < bytes.length; at += 3) {
          socket.write(bytes.subarray(at, at + 3));
          await pause(0);
        }
      });
      expect(await open({ endpoint: server.url, retries: 0 }).getBooks({ ShelfId: 1 })).toHaveLength(1);
    });

    test("is one thing, and real UTF-16 another: it is read in every mode", async () => {
      const bytes = Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-16"?>${body}`, "utf16le");
      const head = `HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-16\r\nContent-Length: ${bytes.length}\r\n\r\n`;
      const server = await serve((socket) => socket.write(Buffer.concat([Buffer.from(head), bytes])));
      for (const validation of ["strict", "standard", "lenient"]) {
        const client = open({ endpoint: server.url, validation, retries: 0 });
        expect(await client.getBooks({ ShelfId: 1 })).toMatchObject([{ Title: "Liège €" }]);
      }
    });

    test("a fault that it makes unreadable is not asked for again, a page is", async () => {
      for (const [content, requests] of [
        [`<?xml version="1.0" encoding="GB2312"?>${body.replace("Liège €", "x")}`, 1],
        ["<html>down</html>", 2],
      ] as const) {
        const head = `HTTP/1.1 500 Oops\r\nContent-Type: text/xml\r\nContent-Length: ${content.length}\r\n\r\n`;
        const server = await serve((socket) => socket.write(head + content));
        const client = open({ endpoint: server.url, retries: 1 });
        expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "HTTP", attempts: requests });
        expect(server.requests).toHaveLength(requests);
      }
    });

    test("forgives no text before the declaration", async () => {
      const server = await serve((socket) => socket.write(answer(`x<?xml version="1.0"?>${body}`)));
      const client = open({ endpoint: server.url, validation: "lenient", retries: 0 });
      expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "RESPONSE", reason: "xml" });
    });
  });

  describe("a fault that is too long", () => {
    test.each([
      ["in its text, against limits.textLength", 16 * 2 ** 20, {}, /limits\.textLength/],
      [
        "in all, against limits.responseBytes",
        200_000,
        { limits: { responseBytes: 100_000 } },
        /limits\.responseBytes/,
      ],
    ])("tells the limit, not the status: %s", async (_what, length, options, names) => {
      const bytes = answer(envelope(fault11("s:Server", "x".repeat(length))), "500 Error");
      const server = await serve((socket) => socket.write(bytes));
      const error = await rejection(open({ endpoint: server.url, retries: 0, ...options }).getBooks({ ShelfId: 1 }));
      expect(error).toMatchObject({ code: "RESPONSE", reason: "limit" });
      expect(error.message).toMatch(names);
    });
  });

  test("subscribers of undici's channels keep the headers that they were given", async () => {
    const held: { headers: unknown[] }[] = [];
    const note = (message: unknown): void => {
      held.push((message as { response: { headers: unknown[] } }).response);
    };
    subscribe("undici:request:headers", note);
    atEnd(async () => void unsubscribe("undici:request:headers", note));
    const server = await serve((socket) => socket.write(answer(envelope(books(book(1))), "200 OK", ["X-Told: yes"])));
    const client = open({ endpoint: server.url });
    await client.getBooks({ ShelfId: 1 });
    await client.getBooks({ ShelfId: 1 });
    expect(held).toHaveLength(2);
    for (const { headers } of held) expect(headers.map(String).join("\n")).toMatch(/x-told\nyes/i);
  });
});
