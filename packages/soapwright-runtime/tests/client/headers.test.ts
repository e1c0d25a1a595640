import { books, envelope, fault11, type Headers, ShelfClient } from "soapwright-testing/client/shelf";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";
import { type ClientOptions, FaultError } from "../../src";

let server: RawServer;
let client: ShelfClient;

async function serve(options: ClientOptions<Headers>, handler?: RawHandler): Promise<ShelfClient> {
  server = await RawServer.start(handler ?? ((socket) => socket.write(answer(envelope(books())))));
  client = new ShelfClient({ endpoint: server.url, ...options });
  return client;
}

afterEach(async () => {
  await client.close({ force: true });
  await server.stop();
});

test("a header function runs once for each call, also when it is retried, and learns operation and auth", async () => {
  const seen: unknown[] = [];
  const c = await serve(
    {
      retryDelayMs: 1,
      headers: (call) => {
        seen.push(call);
        return Promise.resolve({ Credentials: { User: String(call.auth?.user ?? "me") } });
      },
    },
    (socket, { number }) => socket.write(number === 1 ? answer("", "503 Busy") : answer(envelope(books()))),
  );
  await c.getBooks({ ShelfId: 1 }, { auth: { user: "other" } });
  expect(seen).toEqual([{ operation: "Get_Books", auth: { user: "other" } }]);
  expect(server.requests.map(({ body }) => /<User>(.*)<\/User>/.exec(body)?.[1])).toEqual(["other", "other"]);
});

test("headers of a call replace those of the client", async () => {
  const c = await serve({ headers: { Credentials: { User: "me" } } });
  await c.getBooks({ ShelfId: 1 }, { headers: { Credentials: { User: "you" } } });
  await c.getBooks({ ShelfId: 1 });
  expect(server.requests.map(({ body }) => /<User>(.*)<\/User>/.exec(body)?.[1])).toEqual(["you", "me"]);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("vault");
    },
    { message: "vault" },
  ],
  ["rejects", () => Promise.reject(new Error("vault")), { message: "vault" }],
])("a header function that %s rejects the call with its error as cause", async (_what, headers, cause) => {
  const c = await serve({ headers });
  await expect(c.getBooks({ ShelfId: 1 })).rejects.toMatchObject({ code: "CONFIGURATION", option: "headers", cause });
  expect(server.requests).toHaveLength(0);
});

test.each([
  ["text", "hunter22"],
  ["a block of the wrong shape", { Credentials: { User: 5 } }],
  ["a block with an unknown property", { Credentials: { User: "me", Pin: "hunter22" } }],
  ["a control character", { Credentials: { User: "hunter22\u0000" } }],
])("a header function that yields %s rejects the call", async (_what, value) => {
  const c = await serve({ headers: () => value as Headers });
  const error = await c.getBooks({ ShelfId: 1 }).catch((e: unknown) => e);
  expect(error).toMatchObject({ code: "CONFIGURATION", attempts: 0 });
  expect(JSON.stringify(error) + String(error)).not.toContain("hunter22");
  expect(server.requests).toHaveLength(0);
});

test("an unknown property of a header block is named, with the properties that the block takes", async () => {
  const c = await serve({ headers: () => ({ Credentials: { User: "me", Pin: "1" } }) as Headers });
  await expect(c.getBooks({ ShelfId: 1 })).rejects.toThrow(
    /Credentials has the unknown property Pin\. It takes only User, .+\./,
  );
});

test("a header function that never ends is ended by the deadline, and by the signal", async () => {
  const c = await serve({ headers: () => new Promise<Headers>(() => {}) });
  await expect(c.getBooks({ ShelfId: 1 }, { deadlineMs: 50 })).rejects.toMatchObject({
    code: "TIMEOUT",
    phase: "deadline",
  });
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 20);
  await expect(c.getBooks({ ShelfId: 1 }, { signal: abort.signal })).rejects.toMatchObject({ code: "ABORTED" });
  expect(server.requests).toHaveLength(0);
});

test("only the first call's fault carries the hint about the namespace", async () => {
  const c = await serve({ retries: 0 }, (socket, { number }) =>
    socket.write(
      number === 2
        ? answer(envelope(books()))
        : answer(
            envelope(fault11("s:Client", "Server did not recognize the value of HTTP Header SOAPAction")),
            "500 Error",
          ),
    ),
  );
  const first = await c.getBooks({ ShelfId: 1 }).catch((e: unknown) => e);
  await c.getBooks({ ShelfId: 1 });
  const third = await c.getBooks({ ShelfId: 1 }).catch((e: unknown) => e);
  expect(first).toBeInstanceOf(FaultError);
  expect((first as Error).message).toContain("namespace");
  expect((third as Error).message).not.toContain("namespace");
});

test("the action of SOAP 1.2 goes out where the WSDL requires it, moved with the namespace", async () => {
  const c = await serve({ soapVersion: "1.2", namespaces: () => "urn:moved\\" }, (socket) =>
    socket.write(answer("", "202 Accepted")),
  );
  await c.touch({});
  await c.touch({});
  await c.getBooks({ ShelfId: 1 }).catch(() => undefined);
  const plain = "application/soap+xml; charset=utf-8";
  const withAction = `${plain}; action="urn:moved\\\\/Touch"`;
  const types = server.requests.map(({ head }) => /^content-type: (.*)$/im.exec(head)?.[1]?.trim());
  expect(types).toEqual([withAction, withAction, plain]);
  expect(server.requests.some(({ head }) => /^soapaction:/im.test(head))).toBe(false);
});

test("arguments are read before the method returns, and once", async () => {
  const c = await serve({});
  let reads = 0;
  const args = {
    get ShelfId() {
      return ++reads;
    },
  };
  const call = c.getBooks(args);
  expect(reads).toBe(1);
  await call;
  expect(reads).toBe(1);
});

test("a closed client rejects calls; close waits for those in flight, force ends them", async () => {
  const c = await serve({}, (socket) => setTimeout(() => socket.write(answer(envelope(books()))), 50));
  const call = c.getBooks({ ShelfId: 1 });
  await c.close();
  expect(await call).toEqual([]);
  await expect(c.getBooks({ ShelfId: 1 })).rejects.toMatchObject({ code: "CONFIGURATION" });
  await server.allClosed();
  const other = new ShelfClient({ endpoint: server.url });
  const pending = other.getBooks({ ShelfId: 1 });
  await Promise.all([other.close({ force: true }), expect(pending).rejects.toMatchObject({ code: "ABORTED" })]);
  await server.allClosed();
});
