/** Responses of real servers that were refused or reported as something else. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { book, books, envelope, fault11 } from "soapwright-testing/client/shelf";
import { pause } from "soapwright-testing/stage/consume";
import { bookList } from "soapwright-testing/stage/responses";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";

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
    ["utf-16, under charset=utf-8", says("text/xml; charset=utf-8", `<?xml version="1.0" encoding="utf-16"?>${body}`)],
    [
      "UTF-16, with a BOM of UTF-8",
      says("text/xml; charset=utf-8", `\ufeff<?xml version="1.0" encoding="UTF-16"?>${body}`),
    ],
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
    const [, bytes] = cases[5]!;
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

  test("forgives no text before the declaration", async () => {
    const server = await serve((socket) => socket.write(answer(`x<?xml version="1.0"?>${body}`)));
    const client = open({ endpoint: server.url, validation: "lenient", retries: 0 });
    expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "RESPONSE", reason: "xml" });
  });
});

describe("a fault that is too long", () => {
  test.each([
    ["in its text, against maxTextLength", 16 * 2 ** 20, {}, /maxTextLength/],
    ["in all, against maxResponseBytes", 200_000, { maxResponseBytes: 100_000 }, /maxResponseBytes/],
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
