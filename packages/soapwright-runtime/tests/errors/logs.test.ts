/** An error in a log: as JSON, and by pino's serializer. */
import { err, errWithCause } from "pino-std-serializers";
import { book, books, envelope, fault11 } from "soapwright-testing/client/shelf";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";

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
    options: { maxResponseBytes: 20 },
    says: { name: "ResponseError", code: "RESPONSE", status: 200, reason: "limit" },
  },
};

describe.each(Object.keys(forms))("%s", (form) => {
  const log = forms[form]!;

  test.each(Object.keys(failures))("has all of a response: %s", async (name) => {
    const { body = "", status = "200 OK", options, says } = failures[name]!;
    const server = await serve((socket) => socket.write(answer(body, status, TOLD)));
    const headers = { Credentials: { User: "me", Secret: SECRET } };
    const client = open({ endpoint: server.url, retries: 1, retryDelayMs: 1, headers, ...options });
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
    for (const [name, options] of [["ConnectionError", {}] as const, ["TimeoutError", { timeoutMs: 1_000 }] as const]) {
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
      const logged = log(await rejection(open({ endpoint: "http://127.0.0.1:1/", headers }).getBooks({ ShelfId: 1 })));
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
    const client = open({ endpoint: server.url, retries: 0, logger, ...(faultText && { faultText }) });
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
