/** Calls with `security`, over real sockets. */
import { inspect } from "node:util";
import { security as createSecurity } from "soapwright-features/security";
import { book, books, envelope, fault11 } from "soapwright-testing/client/shelf";
import { pem } from "soapwright-testing/security/keys";
import { mutual, signed } from "soapwright-testing/security/signed-responses";
import { bookList } from "soapwright-testing/stage/responses";
import { callOptions, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";

endAfterEach();

const PASSWORD = "s3cret-<&>-pass";

describe("a client with security", () => {
  test("secures each attempt anew, escapes what it sends, and shows none of it", async () => {
    const server = await serve((socket, { number }) =>
      socket.write(number === 1 ? answer("", "503 Busy") : bookList(book(1))),
    );
    const security = createSecurity({
      usernameToken: { username: "a<&>b", password: PASSWORD, nonce: true },
      timestamp: { lifetimeMs: 60_000 },
    });
    const client = open({ endpoint: server.url, retries: { delayMs: 1 }, features: [security] });
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    const [first, second] = server.requests.map(({ body }) => body);
    for (const body of [first, second]) {
      expect(body).toContain("<wsse:Username>a&lt;&amp;&gt;b</wsse:Username>");
      expect(body).toContain(">s3cret-&lt;&amp;&gt;-pass</wsse:Password>");
      expect(body).toMatch(/soapenv:mustUnderstand="1"/);
    }
    const nonce = /<wsse:Nonce[^>]*>([^<]+)/;
    expect(nonce.exec(first!)![1]).not.toBe(nonce.exec(second!)![1]);
    for (const shown of [
      inspect(security, { depth: 9, showHidden: true }),
      JSON.stringify(security),
      inspect(client),
    ]) {
      expect(shown).not.toContain("s3cret");
      expect(shown).not.toContain("a<&>b");
    }
  });

  test("masks what the service repeats of it", async () => {
    const server = await serve((socket) =>
      socket.write(answer(envelope(fault11("soap:Server", "who is s3cret-&lt;&amp;&gt;-pass?")), "500 Error")),
    );
    const client = open({
      endpoint: server.url,
      retries: 0,
      features: [createSecurity({ usernameToken: { username: "ada", password: () => PASSWORD } })],
    });
    const error = await rejection(client.getBooks({ ShelfId: 1 }));
    expect(error.message).toContain("***");
    expect(inspect(error)).not.toContain("s3cret");
  });

  test("masks the digest of a password and its nonce, by which the password could be guessed", async () => {
    const sent = (body: string) =>
      ["Password", "Nonce"].map((name) => new RegExp(`:${name}[^>]*>([^<]+)`).exec(body)![1]!);
    const server = await serve((socket, { body }) =>
      socket.write(answer(envelope(fault11("soap:Server", `who is ${sent(body).join(" ")}?`)), "500 Error")),
    );
    const usernameToken = { username: "ada", password: PASSWORD, passwordType: "digest" } as const;
    const client = open({ endpoint: server.url, retries: 0, features: [createSecurity({ usernameToken })] });
    const error = await rejection(client.getBooks({ ShelfId: 1 }));
    expect(error.message).toContain("who is *** ***?");
    for (const text of sent(server.requests[0]!.body)) expect(inspect(error)).not.toContain(text);
  });

  test("takes security of with() and of a call instead, and false for none", async () => {
    const server = await serve((socket) => socket.write(bookList(book(1))));
    const named = (username: string) => createSecurity({ usernameToken: { username, password: "p" } });
    const client = open({ endpoint: server.url, features: [named("one")] });
    await client.getBooks({ ShelfId: 1 });
    await client.with({ features: [named("two")] } as object).getBooks({ ShelfId: 1 });
    await client.with({ features: [named("three")] } as object).getBooks({ ShelfId: 1 });
    await client.getBooks({ ShelfId: 1 }, callOptions({ security: false }));
    const names = server.requests.map(({ body }) => /Username>([^<]+)/.exec(body)?.[1]);
    expect(names).toEqual(["one", "two", "three", undefined]);
  });

  test("returns values of what was verified, and of nothing else", async () => {
    const good = await signed(envelope(books(book(7))));
    const server = await serve((socket, { number }) =>
      socket.write(answer(number === 1 ? good : good.replace("<Id>7</Id>", "<Id>8</Id>"))),
    );
    const client = open({ endpoint: server.url, retries: 0, features: [mutual()] });
    expect(await client.getBooks({ ShelfId: 1 })).toMatchObject([{ Id: 7 }]);
    const error = await rejection(client.getBooks({ ShelfId: 1 }));
    expect(error).toMatchObject({ code: "RESPONSE", reason: "security", operation: "Get_Books" });
    expect(error.message).toMatch(/signature.*\.$/s);
  });

  test("streams nothing before it is verified", async () => {
    const items = Array.from({ length: 3000 }, (_, index) => book(index)).join("");
    const good = await signed(envelope(books(items)));
    const bad = good.replace("<Id>2999</Id>", "<Id>1</Id>");
    const server = await serve((socket, { number }) => socket.write(answer(number === 1 ? good : bad)));
    const client = open({ endpoint: server.url, retries: 0, features: [mutual()] });
    let count = 0;
    for await (const item of client.getBooksStream({ ShelfId: 1 })) expect(item.Id).toBe(count++);
    expect(count).toBe(3000);
    let seen = 0;
    const error = await rejection(
      (async () => {
        for await (const _ of client.getBooksStream({ ShelfId: 1 })) seen++;
      })(),
    );
    expect(error).toMatchObject({ reason: "security" });
    expect(seen).toBe(0);
    const short = await rejection(
      (async () => {
        const stream = client.getBooksStream({ ShelfId: 1 }, callOptions({ limits: { responseBytes: 10_000 } }));
        for await (const _ of stream) seen++;
      })(),
    );
    expect(short).toMatchObject({ reason: "limit" });
    expect(seen).toBe(0);
  });

  test("tells a fault that is signed, another only by its rule, and an error page as ever", async () => {
    const fault = envelope(fault11("soap:Server", "No such shelf."));
    const withFault = await signed(fault);
    const replies = [answer(withFault, "500 Error"), answer(fault, "500 Error"), answer(fault, "500 Error")];
    const pages = [answer("<html>gone</html>", "502 Bad", ["Content-Type: text/html"]), answer("<gone/>", "404 None")];
    const server = await serve((socket, { number }) => socket.write([...replies, ...pages][number - 1]!));
    const client = open({ endpoint: server.url, retries: 0, features: [mutual()] });
    const call = (options = {}) => rejection(client.getBooks({ ShelfId: 1 }, callOptions(options)));
    expect(await call()).toMatchObject({ code: "FAULT" });
    const refused = await call();
    expect(refused).toMatchObject({ code: "RESPONSE", reason: "security" });
    expect(refused.message).toContain('security.verify.faults: "allow-unsigned"');
    expect(refused.message).not.toContain("No such shelf");
    const lenient = client.with({ features: [mutual({ faults: "allow-unsigned" })] } as object);
    expect(await rejection(lenient.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "FAULT" });
    expect(await call()).toMatchObject({ code: "HTTP", status: 502 });
    expect(await call()).toMatchObject({ code: "HTTP", status: 404 });
  });

  test("says once in the log that it signs and does not verify", async () => {
    const server = await serve((socket) => socket.write(bookList(book(1))));
    const lines: string[] = [];
    const log = (message: string): void => void lines.push(message);
    const logger = { info: () => {}, warn: log, error: log };
    const signature = { certificate: pem("client.crt"), key: pem("client.key") };
    const client = open({ endpoint: server.url, logger, features: [createSecurity({ signature })] });
    await client.getBooks({ ShelfId: 1 });
    await client.getBooks({ ShelfId: 1 });
    expect(lines.filter((line) => /not verified/.test(line))).toHaveLength(1);
  });

  test("refuses a second Security block, and a header block to sign that is not there", async () => {
    const server = await serve((socket) => socket.write(bookList(book(1))));
    const client = open({ endpoint: server.url, features: [mutual()] });
    const block =
      '<s:Security xmlns:s="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"/>';
    const two = await rejection(client.getBooks({ ShelfId: 1 }, callOptions({ extraHeaders: block })));
    expect(two).toMatchObject({ code: "CONFIGURATION", option: "security", attempts: 0 });
    const signature = {
      certificate: pem("client.crt"),
      key: pem("client.key"),
      parts: ["Body" as const, { namespace: "urn:h", name: "H" }],
    };
    const none = await rejection(
      client.with({ features: [createSecurity({ signature })] } as object).getBooks({ ShelfId: 1 }),
    );
    expect(none).toMatchObject({ code: "CONFIGURATION", option: "security.signature.parts" });
    expect(server.requests).toHaveLength(0);
  });
});
