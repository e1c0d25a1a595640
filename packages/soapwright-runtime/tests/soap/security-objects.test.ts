/** Security objects: the properties that they may set, and that each request of a call uses them anew. */
import { BasicAuthSecurity, WSSecurity } from "soap";
import { book, envelope, fault11 } from "soapwright-testing/client/shelf";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawHandler } from "soapwright-testing/transport/raw-server";

endAfterEach();

const good: RawHandler = (socket) => socket.write(bookList(book(1)));

describe("a security object", () => {
  test.each(["Content-Length", "content-length", "Transfer-Encoding", "TRANSFER-ENCODING"])(
    "that sets %s is refused, and nothing is sent",
    async (name) => {
      const server = await serve(good);
      const client = open({ endpoint: server.url, retries: 0 });
      client.soap.setSecurity({
        addHeaders: (headers) => {
          headers[name] = name.toLowerCase() === "content-length" ? "5" : "chunked";
        },
      });
      const error = await rejection(client.getBooks({ ShelfId: 1 }));
      expect(error).toMatchObject({ code: "CONFIGURATION", attempts: 0 });
      expect(error.message).toMatch(new RegExp(name, "i"));
      expect(error.message).toMatch(/\.$/);
      expect(server.requests).toHaveLength(0);
      client.soap.setSecurity(null);
      expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    },
  );
});

describe("a retry", () => {
  /** Busy for the first two requests. */
  const busyTwice: RawHandler = (socket, { number }) =>
    socket.write(number <= 2 ? answer("", "503 Busy") : bookList(book(1)));

  test("has a nonce of its own in its security header", async () => {
    const server = await serve(busyTwice);
    const client = open({ endpoint: server.url, retries: 2, retryDelayMs: 1 });
    client.soap.setSecurity(new WSSecurity("ws-user", "ws-pass", { hasNonce: true, passwordType: "PasswordDigest" }));
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    const nonces = server.requests.map(({ body }) => /<wsse:Nonce [^>]*>([^<]+)</.exec(body)?.[1]);
    expect(nonces).toHaveLength(3);
    expect(nonces).not.toContain(undefined);
    expect(new Set(nonces).size).toBe(3);
    // The arguments stay.
    for (const { body } of server.requests) expect(body).toMatch(/<ShelfId>1<|ShelfId>1</);
  });

  test("asks the security object anew for HTTP headers and the whole envelope", async () => {
    const server = await serve(busyTwice);
    const client = open({ endpoint: server.url, retries: 2, retryDelayMs: 1 });
    let asked = 0;
    client.soap.setSecurity({
      addHeaders: (headers) => {
        headers["X-Asked"] = String(++asked);
      },
      postProcess: (xml) => xml.replace("</soap:Envelope>", `<!-- ${asked} --></soap:Envelope>`),
    });
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    const sent = server.requests.map(({ head, body }) => [
      /^x-asked: (.*)$/im.exec(head)?.[1],
      /<!-- (\d) -->/.exec(body) !== null,
    ]);
    expect(sent).toEqual([
      ["1", true],
      ["2", true],
      ["3", true],
    ]);
    expect(new Set(server.requests.map(({ body }) => /<!-- (\d) -->/.exec(body)?.[1])).size).toBe(3);
  });

  test("has a length that fits what the security object makes of it", async () => {
    const server = await serve(busyTwice);
    const client = open({ endpoint: server.url, retries: 2, retryDelayMs: 1 });
    let times = 0;
    client.soap.setSecurity({ toXML: () => `<t:Times xmlns:t="urn:t">${"x".repeat(++times * 700)}</t:Times>` });
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    const lengths = server.requests.map(({ body }) => /<t:Times[^>]*>(x+)</.exec(body)?.[1]?.length);
    // The number of calls for one request is not specified, but each request makes some.
    expect(lengths).not.toContain(undefined);
    expect(new Set(lengths).size).toBe(3);
  });

  test("that a security object fails is a ConfigurationError, with what it threw", async () => {
    const server = await serve(busyTwice);
    const client = open({ endpoint: server.url, retries: 2, retryDelayMs: 1 });
    let asked = 0;
    client.soap.setSecurity({
      addHeaders: () => {
        if (++asked === 2) throw new Error("no more tokens");
      },
    });
    expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({
      code: "CONFIGURATION",
      cause: { message: "no more tokens" },
    });
    expect(server.requests).toHaveLength(1);
  });

  test("carries the same credentials where they do not change", async () => {
    const server = await serve(busyTwice);
    const client = open({ endpoint: server.url, retries: 2, retryDelayMs: 1 });
    client.soap.setSecurity(new BasicAuthSecurity("me", "pass"));
    await client.getBooks({ ShelfId: 1 });
    expect(new Set(server.requests.map(({ head }) => /^authorization: (.*)$/im.exec(head)?.[1])).size).toBe(1);
  });

  test("is earned by faults that the service answers, as by results", async () => {
    // Twenty faults, and then a service that is busy for one request.
    const fault = answer(envelope(fault11("s:Client", "No such shelf.")), "500 Error");
    const server = await serve((socket, { number }) => {
      if (number <= 2) socket.write(answer("", "503 Busy"));
      else if (number <= 32) socket.write(fault);
      else socket.write(number === 33 ? answer("", "503 Busy") : bookList(book(1)));
    });
    const client = open({ endpoint: server.url, retries: 1, retryBudget: 1, retryDelayMs: 1, connections: 1 });
    // The one retry of the budget is spent at once.
    await expect(client.getBooks({ ShelfId: 1 })).rejects.toMatchObject({ status: 503, attempts: 2 });
    for (let n = 0; n < 30; n++) await expect(client.getBooks({ ShelfId: 1 })).rejects.toMatchObject({ code: "FAULT" });
    const { result, http } = await client.getBooks({ ShelfId: 1 }).withResponse();
    expect([result.length, http.attempts]).toEqual([1, 2]);
  });
});
