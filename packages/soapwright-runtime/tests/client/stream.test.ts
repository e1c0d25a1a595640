import { book, books, envelope, fault11, ShelfClient } from "soapwright-testing/client/shelf";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";

let server: RawServer;
let client: ShelfClient;

async function serve(handler: RawHandler): Promise<ShelfClient> {
  server = await RawServer.start(handler);
  client = new ShelfClient({ endpoint: server.url, timeoutMs: 2_000, retryDelayMs: 1 });
  return client;
}

afterEach(async () => {
  await client.close({ force: true });
  await server.allClosed();
  await server.stop();
});

const many = (count: number): string => envelope(books(...Array.from({ length: count }, (_, i) => book(i))));
const [opening = "", closing = ""] = many(1).split(book(0));

test("yields every item in order and then ends", async () => {
  const c = await serve((socket) => socket.write(answer(many(5000))));
  let next = 0;
  for await (const item of c.getBooksStream({ ShelfId: 1 })) expect(item.Id).toBe(next++);
  expect(next).toBe(5000);
});

test("sends nothing before the first item is asked for", async () => {
  const c = await serve((socket) => socket.write(answer(many(1))));
  const stream = c.getBooksStream({ ShelfId: 1 });
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(server.requests).toHaveLength(0);
  expect(await stream.next()).toMatchObject({ done: false });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

test("delivers items while the answer is still coming, however slowly it comes", async () => {
  const c = await serve((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const send = (text: string): void => void socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
    send(opening);
    let id = 0;
    const timer = setInterval(() => {
      send(book(id++));
      if (id < 6) return;
      clearInterval(timer);
      send(closing);
      socket.write("0\r\n\r\n");
    }, 400);
    socket.on("close", () => clearInterval(timer));
  });
  const ids: number[] = [];
  for await (const { Id } of c.getBooksStream({ ShelfId: 1 })) ids.push(Id);
  // Longer in all than timeoutMs, though no single wait is.
  expect(ids).toEqual([0, 1, 2, 3, 4, 5]);
});

test("holds the server back while the consumer is slow, without a time-out", async () => {
  let written = 0;
  const c = await serve((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nConnection: close\r\n\r\n${opening}`);
    const part = Array.from({ length: 500 }, (_, i) => book(i)).join("");
    const more = (): void => {
      while (written < 300) {
        written++;
        if (!socket.write(part)) {
          socket.once("drain", more);
          return;
        }
      }
      socket.end(closing);
    };
    more();
  });
  const stream = c.getBooksStream({ ShelfId: 1 });
  await stream.next();
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(written).toBeLessThan(300);
  let items = 1;
  for await (const _ of stream) items++;
  expect(items).toBe(150_000);
});

test.each([["break"], ["throw"]])("leaving by %s closes the connection", async (how) => {
  const c = await serve((socket) =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n${opening}${book(1)}${book(2)}`),
  );
  const run = async (): Promise<void> => {
    for await (const _ of c.getBooksStream({ ShelfId: 1 })) {
      if (how === "throw") throw new Error("consumer");
      break;
    }
  };
  if (how === "throw") await expect(run()).rejects.toThrow("consumer");
  else await run();
  await server.allClosed();
});

test("a signal ends it with an AbortError", async () => {
  const c = await serve((socket) =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n${opening}${book(1)}`),
  );
  const abort = new AbortController();
  const stream = c.getBooksStream({ ShelfId: 1 }, { signal: abort.signal });
  await stream.next();
  setTimeout(() => abort.abort(), 20);
  await expect(stream.next()).rejects.toMatchObject({ code: "ABORTED" });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

test.each([
  ["a lost connection", (s: string) => s, "CONNECTION"],
  ["XML that breaks", (s: string) => `${s}<Book><Id>1</Book>`, "RESPONSE"],
  ["a value that does not fit", (s: string) => `${s}<Book><Id>x</Id></Book>`, "RESPONSE"],
])("after items, %s is thrown and never retried", async (_what, spoil, code) => {
  const c = await serve((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 100000\r\n\r\n");
    socket.write(spoil(`${opening}${book(1)}${book(2)}`));
    setTimeout(() => socket.destroy(), 50);
  });
  const ids: number[] = [];
  const run = async (): Promise<void> => {
    for await (const { Id } of c.getBooksStream({ ShelfId: 1 })) ids.push(Id);
  };
  await expect(run()).rejects.toMatchObject({ code });
  expect(ids).toEqual([1, 2]);
  expect(server.requests).toHaveLength(1);
});

test("silence after items is a TimeoutError", async () => {
  const c = await serve((socket) =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n${opening}${book(1)}`),
  );
  const stream = c.getBooksStream({ ShelfId: 1 }, { timeoutMs: 1_000 });
  await stream.next();
  await expect(stream.next()).rejects.toMatchObject({ code: "TIMEOUT", phase: "attempt" });
});

test("a fault is thrown", async () => {
  const c = await serve((socket) => socket.write(answer(envelope(fault11("s:Client", "No")), "500 Error")));
  await expect(c.getBooksStream({ ShelfId: 1 }).next()).rejects.toMatchObject({ code: "FAULT" });
});

test("a failure before the first item is retried", async () => {
  const c = await serve((socket, { number }) => (number === 1 ? socket.destroy() : socket.write(answer(many(1)))));
  expect(await c.getBooksStream({ ShelfId: 1 }).next()).toMatchObject({ value: { Id: 0 } });
});

test("a response that is lost before its first item is retried, of a call that is safe", async () => {
  const c = await serve((socket, { number }) => {
    if (number > 1) return void socket.write(answer(many(2)));
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 100000\r\n\r\n${opening}<Book>`);
    setTimeout(() => socket.destroy(), 20);
  });
  const ids: number[] = [];
  for await (const { Id } of c.getBooksStream({ ShelfId: 1 })) ids.push(Id);
  expect(ids).toEqual([0, 1]);
  expect(server.requests).toHaveLength(2);
});

test("a wrong argument is thrown by the first next", async () => {
  const c = await serve(() => {});
  const wrong: number = JSON.parse('"x"');
  await expect(c.getBooksStream({ ShelfId: wrong }).next()).rejects.toMatchObject({ code: "ARGUMENT" });
});
