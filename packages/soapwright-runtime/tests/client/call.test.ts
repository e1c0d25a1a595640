import {
  book,
  books,
  ENVELOPE,
  envelope,
  fault11,
  fault12,
  type Headers,
  NS,
  ShelfClient,
} from "soapwright-testing/client/shelf";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";
import type { ClientOptions } from "../../src";

let server: RawServer | undefined;
let client: ShelfClient | undefined;

async function serve(handler: RawHandler, options: ClientOptions<Headers> = {}): Promise<ShelfClient> {
  server = await RawServer.start(handler);
  client = new ShelfClient({ endpoint: server.url, ...options });
  return client;
}

afterEach(async () => {
  await client?.close({ force: true });
  await server?.allClosed();
  await server?.stop();
  client = undefined;
  server = undefined;
});

test("sends exactly the envelope of SOAP 1.1", async () => {
  const c = await serve((socket) => socket.write(answer(envelope(books()))), {
    headers: { Credentials: { User: "me", Secret: "s<e>&cret" } },
  });
  await c.getBooks({ ShelfId: 7 });
  const [request] = server!.requests;
  expect(request?.body).toBe(
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${ENVELOPE["1.1"]}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Header><Credentials xmlns="${NS}"><User>me</User><Secret>s&lt;e&gt;&amp;cret</Secret></Credentials></soap:Header><soap:Body><Get_Books xmlns="${NS}"><ShelfId>7</ShelfId></Get_Books></soap:Body></soap:Envelope>`,
  );
  expect(request?.head).toMatch(/^content-type: text\/xml; charset=utf-8$/im);
  expect(request?.head).toMatch(new RegExp(`^soapaction: "${NS}/Get_Books"$`, "im"));
  expect(request?.head).toMatch(/^content-length: \d+$/im);
});

test("sends exactly the envelope of SOAP 1.2", async () => {
  const c = await serve((socket) => socket.write(answer(envelope(books(), "1.2"))), { soapVersion: "1.2" });
  await c.getBooks({ ShelfId: 7 });
  const [request] = server!.requests;
  expect(request?.body).toBe(
    `<?xml version="1.0" encoding="utf-8"?><soap12:Envelope xmlns:soap12="${ENVELOPE["1.2"]}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap12:Body><Get_Books xmlns="${NS}"><ShelfId>7</ShelfId></Get_Books></soap12:Body></soap12:Envelope>`,
  );
  expect(request?.head).toMatch(/^content-type: application\/soap\+xml; charset=utf-8$/im);
  expect(request?.head).not.toMatch(/soapaction/i);
  expect(request?.head).not.toMatch(/action=/i);
});

test.each(["1.1", "1.2"] as const)(
  "SOAP %s sends an action as a URI, whatever characters it has",
  async (soapVersion) => {
    const namespaces = (namespace: string): string => namespace.replace(NS, "urn:полка:ü");
    const c = await serve((socket) => socket.write(answer("", "202 Accepted")), { soapVersion, namespaces });
    await c.touch({});
    const name = soapVersion === "1.1" ? "SOAPAction: " : "action=";
    expect(server!.requests[0]?.head).toContain(`${name}"urn:%D0%BF%D0%BE%D0%BB%D0%BA%D0%B0:%C3%BC/Touch"`);
  },
);

test("returns the list, one item or many", async () => {
  const c = await serve((socket, { number }) =>
    socket.write(answer(envelope(books(...Array.from({ length: number - 1 }, (_, i) => book(i)))))),
  );
  expect(await c.getBooks({ ShelfId: 1 })).toEqual([]);
  expect(await c.getBooks({ ShelfId: 1 })).toEqual([{ Id: 0, Title: "Title 0", Price: "0.50" }]);
  expect(await c.getBooks({ ShelfId: 1 })).toHaveLength(2);
});

test.each([
  ["absent", `<Get_BooksResponse xmlns="${NS}"/>`],
  ["empty", `<Get_BooksResponse xmlns="${NS}"><Get_BooksResult/></Get_BooksResponse>`],
  [
    "nil",
    `<Get_BooksResponse xmlns="${NS}" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Get_BooksResult i:nil="true"/></Get_BooksResponse>`,
  ],
])("an %s result is an empty list", async (_what, body) => {
  const c = await serve((socket) => socket.write(answer(envelope(body))));
  expect(await c.getBooks({ ShelfId: 1 })).toEqual([]);
});

test("withResponse gives status, headers, attempts, duration and header blocks", async () => {
  const header = `<Session xmlns="${NS}"><Number>5</Number></Session>`;
  const c = await serve((socket) => socket.write(answer(envelope(books(), "1.1", header), "200 OK", ["X-A: b"])));
  const { result, http, headers } = await c.getBooks({ ShelfId: 1 }).withResponse();
  expect(result).toEqual([]);
  expect(http).toMatchObject({ status: 200, attempts: 1, headers: { "x-a": "b" } });
  expect(http.elapsedMs).toBeGreaterThan(0);
  expect(headers).toEqual({ Session: { Number: 5 } });
});

test("withResponse gives cookies one by one", async () => {
  const lines = ["Set-Cookie: a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "Set-Cookie: b=2"];
  const c = await serve((socket, { number }) =>
    socket.write(answer(envelope(books()), "200 OK", number === 1 ? lines : [])),
  );
  const { http } = await c.getBooks({ ShelfId: 1 }).withResponse();
  expect(http.cookies).toEqual(["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"]);
  expect((await c.getBooks({ ShelfId: 1 }).withResponse()).http).not.toHaveProperty("cookies");
});

test("a one-way call takes 202 and 200 without a body", async () => {
  const c = await serve((socket, { number }) => socket.write(answer("", number === 1 ? "202 Accepted" : "200 OK")));
  expect(await c.touch({})).toBeUndefined();
  expect(await c.touch({})).toBeUndefined();
});

test.each([
  ["1.1", fault11("s:Client", "No shelf", `<NoShelf xmlns="${NS}"><ShelfId>9</ShelfId></NoShelf>`)],
  ["1.2", fault12("s:Sender", "No shelf", `<NoShelf xmlns="${NS}"><ShelfId>9</ShelfId></NoShelf>`)],
] as const)("a fault of SOAP %s has its typed detail", async (version, body) => {
  const c = await serve((socket) => socket.write(answer(envelope(body, version), "500 Error")), {
    soapVersion: version,
    retries: 0,
  });
  const error = await c.getBooks({ ShelfId: 9 }).catch((e: unknown) => e);
  expect(error).toMatchObject({
    code: "FAULT",
    httpStatus: 500,
    operation: "Get_Books",
    soapVersion: version,
    attempts: 1,
    fault: {
      reason: "No shelf",
      code: { namespace: ENVELOPE[version], local: version === "1.1" ? "Client" : "Sender" },
      subcodes: version === "1.1" ? [] : [{ namespace: "urn:q", local: "Sub" }],
      detail: { $type: "NoShelf", value: { ShelfId: 9 } },
    },
  });
  expect((error as Error).message).toContain("No shelf");
  // The service knows the operation, so the message does not suspect the namespace.
  expect((error as Error).message).not.toContain("namespace");
});

test("a wrong argument rejects, and nothing is sent", async () => {
  const c = await serve((socket) => socket.write(answer(envelope(books()))));
  const wrong: number = JSON.parse('"x"');
  await expect(c.getBooks({ ShelfId: wrong })).rejects.toMatchObject({
    code: "ARGUMENT",
    path: "Get_Books.ShelfId",
    attempts: 0,
    operation: "Get_Books",
  });
  expect(server!.requests).toHaveLength(0);
});
