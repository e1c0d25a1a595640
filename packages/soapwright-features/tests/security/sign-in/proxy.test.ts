/** NTLM at proxies: for tunnels, and for requests that a proxy receives in clear. */
import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { signIn } from "soapwright-features/security";
import { book, books, envelope } from "soapwright-testing/client/shelf";
import { ACCOUNT, serveNtlm, serveNtlmProxy } from "soapwright-testing/security/ntlm-server";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, RawServer } from "soapwright-testing/transport/raw-server";

endAfterEach();

const certificate = (name: string): string =>
  readFileSync(`${__dirname}/../../../../soapwright-testing/src/certificates/${name}`, "utf8");
/** For elsewhere.example, because requests to this machine do not go through a proxy. */
const TLS = { cert: certificate("wrong-name.crt"), key: certificate("wrong-name.key") };
const tls = { ca: certificate("ca.crt") };
const body = (): string => envelope(books(book(1)));
const atProxy = { proxy: { scheme: "ntlm", ...ACCOUNT } } as const;
const portOf = (url: string): number => Number(new URL(url).port);

describe("a tunnel", () => {
  test("is opened after three requests over one connection, and carries all calls", async () => {
    const service = await serveNtlm({ body, tls: TLS, target: "HTTP/elsewhere.example" });
    const proxy = await serveNtlmProxy(portOf(service.url));
    const features = [signIn({ scheme: "ntlm", ...ACCOUNT, ...atProxy })];
    // User and password of the address are not sent beside.
    const address = proxy.url.replace("//", "//ada:sesame@");
    const client = open({ endpoint: "https://elsewhere.example/service", retries: 0, proxy: address, tls, features });
    for (let call = 0; call < 3; call++) expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    expect(proxy.events.map(({ kind, user, connection }) => [kind, user, connection])).toEqual([
      ["negotiate", undefined, 1],
      ["authenticate", "USERDomain", 1],
    ]);
    expect(proxy.heads.join()).not.toMatch(/Basic|(?<!Proxy-)Authorization: NTLM/);
    // The service behind it has its own handshake, with the channel binding of its own certificate.
    expect(service.events.map(({ kind }) => kind)).toEqual(["negotiate", "authenticate", "request", "request"]);
  });

  test("is opened for a client that signs in to its service by requests, or not at all", async () => {
    const service = await RawServer.start((socket) => socket.write(answer(body())), TLS);
    try {
      const proxy = await serveNtlmProxy(service.port);
      for (const own of [{}, { scheme: "basic", username: "ada", password: "sesame" }] as const) {
        const features = [signIn({ ...own, ...atProxy } as Parameters<typeof signIn>[0])];
        const options = { endpoint: "https://elsewhere.example/", retries: 0, proxy: proxy.url, tls, features };
        expect(await open(options).getBooks({ ShelfId: 1 })).toHaveLength(1);
      }
      expect(service.requests.map(({ head }) => /^authorization: (\w+)/im.exec(head)?.[1])).toEqual([
        undefined,
        "Basic",
      ]);
    } finally {
      await service.stop();
    }
  });

  test.each([
    ["wrong credentials", { password: "hunter22" }, {}, { code: "HTTP", status: 407, reason: "sign-in-proxy" }],
    [
      "another scheme",
      {},
      { challenge: () => ['Basic realm="x"', "Negotiate"] },
      { code: "HTTP", status: 407, reason: "sign-in-scheme" },
    ],
    [
      "a challenge that is broken",
      {},
      { challenge: (message: Buffer) => `NTLM ${message.subarray(0, 47).toString("base64")}` },
      { code: "RESPONSE", reason: "sign-in-challenge" },
    ],
    ["a name of another proxy in the proof", {}, { target: "HTTP/other.example" }, { reason: "sign-in-proxy" }],
  ])("is not opened by %s, which is named, and no secret is shown", async (_what, account, options, expected) => {
    const proxy = await serveNtlmProxy(1, options);
    const features = [signIn({ proxy: { ...atProxy.proxy, ...account } })];
    const client = open({ endpoint: "https://elsewhere.example/", retries: 1, proxy: proxy.url, tls, features });
    const error = await rejection(client.getBooks({ ShelfId: 1 }));
    expect(error).toMatchObject(expected);
    expect(inspect(error, { depth: 12, showHidden: true })).not.toMatch(/hunter22|TlRMTVNTUAAD/);
    expect(proxy.events.filter(({ user }) => user !== undefined)).toEqual([]);
    expect(proxy.events.length).toBeLessThanOrEqual(2);
  });

  test("fails as before when the proxy lets the caller in and refuses the host", async () => {
    const proxy = await serve((socket) => socket.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"));
    const options = { endpoint: "https://elsewhere.example/", retries: 0, proxy: new URL(proxy.url).origin, tls };
    const error = await rejection(open({ ...options, features: [signIn(atProxy)] }).getBooks({ ShelfId: 1 }));
    expect(error).toMatchObject({ code: "CONNECTION", reason: "connector-refused" });
    expect(error.message).toContain("refused the connection with status 403");
  });

  test("fails when the proxy ends the connection during the sign-in, or does not end its page", async () => {
    for (const rest of ["Connection: close\r\nContent-Length: 0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"]) {
      const challenge = "TlRMTVNTUAACAAAA";
      const proxy = await serve((socket) =>
        socket.write(`HTTP/1.1 407 No\r\nProxy-Authenticate: NTLM ${challenge}\r\n${rest}`),
      );
      const options = { endpoint: "https://elsewhere.example/", retries: 0, proxy: new URL(proxy.url).origin, tls };
      const error = await rejection(open({ ...options, features: [signIn(atProxy)] }).getBooks({ ShelfId: 1 }));
      expect(["sign-in-connection", "sign-in-challenge"]).toContain(Reflect.get(error, "reason"));
      expect(proxy.requests).toHaveLength(1);
    }
  });
});

describe("a request in clear", () => {
  const clear = { endpoint: "http://service.example/shelf", allowInsecure: true, retries: 0 };

  test("signs the connection to the proxy in once", async () => {
    const proxy = await serveNtlm({ body, isProxy: true });
    const client = open({ ...clear, proxy: new URL(proxy.url).origin, features: [signIn(atProxy)] });
    for (let call = 0; call < 3; call++) expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    expect(proxy.connections).toBe(1);
    expect(proxy.events.map(({ kind }) => kind)).toEqual(["negotiate", "authenticate", "request", "request"]);
    expect(proxy.events[0]!.bodyBytes).toBe(0);
  });

  test("signs in again where the proxy forgets", async () => {
    const proxy = await serveNtlm({ body, isProxy: true, isForgetful: true });
    const client = open({ ...clear, proxy: new URL(proxy.url).origin, features: [signIn(atProxy)] });
    for (let call = 0; call < 3; call++) expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    expect(proxy.events.filter(({ kind }) => kind === "request")).toHaveLength(1);
  });

  test("is refused for wrong credentials", async () => {
    const proxy = await serveNtlm({ body, isProxy: true });
    const features = [signIn({ proxy: { ...atProxy.proxy, password: "hunter22" } })];
    const error = await rejection(
      open({ ...clear, proxy: new URL(proxy.url).origin, features }).getBooks({ ShelfId: 1 }),
    );
    expect(error).toMatchObject({ code: "HTTP", status: 407, reason: "sign-in-proxy" });
    expect(error.message).not.toContain("hunter22");
  });

  test("does not sign in to the service, whose connections are those of the proxy", async () => {
    const proxy = await serveNtlm({ body, isProxy: true });
    const features = [signIn({ scheme: "ntlm", ...ACCOUNT })];
    const error = await rejection(
      open({ ...clear, proxy: new URL(proxy.url).origin, features }).getBooks({ ShelfId: 1 }),
    );
    expect(error).toMatchObject({ code: "CONFIGURATION", reason: "sign-in-behind-proxy" });
    expect(proxy.events).toEqual([]);
  });
});

test("options of the proxy's sign-in are checked", () => {
  for (const [option, proxy] of [
    ["signIn.proxy.scheme", { scheme: "basic", username: "u", password: "hidden" }],
    ["signIn.proxy.password", { scheme: "ntlm", username: "u" }],
    ["signIn.proxy", "ntlm"],
  ] as const) {
    expect(() => signIn({ proxy } as never)).toThrow(expect.objectContaining({ code: "CONFIGURATION", option }));
  }
  // @ts-expect-error A sign-in is to a service or to a proxy.
  expect(() => signIn({})).toThrow(expect.objectContaining({ option: "signIn.scheme" }));
});
