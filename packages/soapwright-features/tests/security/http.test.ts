/** HTTP Basic and Digest: RFC 7617, RFC 7616. The server checks by the RFC, not with our own code. */
import { createHash } from "node:crypto";
import { signIn } from "soapwright-features/security";
import { book } from "soapwright-testing/client/shelf";
import { added, bookList } from "soapwright-testing/stage/responses";
import { callOptions, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawRequest } from "soapwright-testing/transport/raw-server";

endAfterEach();

const USER = "M\u00fcfasa";
const PASSWORD = 'Circle "of" Life';

function parameters(header: string): { [name: string]: string } {
  const found: { [name: string]: string } = {};
  for (const [, name = "", quoted, plain] of header.matchAll(/([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^,\s]+))/g)) {
    found[name] = quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "";
  }
  return found;
}

/** Whether the request proves the password: RFC 7616, 3.4.1. */
function proves(header: string, hash: string, path: string): boolean {
  const p = parameters(header);
  const h = (text: string): string => createHash(hash).update(text).digest("hex");
  const a2 = h(`POST:${path}`);
  const ha1 = h(`${USER}:${p.realm}:${PASSWORD}`);
  const expected =
    p.qop === undefined ? h(`${ha1}:${p.nonce}:${a2}`) : h(`${ha1}:${p.nonce}:${p.nc}:${p.cnonce}:${p.qop}:${a2}`);
  const isNamed =
    p["username*"] === "UTF-8''M%C3%BCfasa" || p.username === Buffer.from(USER, "utf8").toString("latin1");
  return p.response === expected && p.uri === path && isNamed;
}

function authorizationOf(request: RawRequest): string | undefined {
  return /^authorization: (.*)$/im.exec(request.head)?.[1]?.trim();
}

const digest = (http: object = {}) =>
  signIn({ scheme: "digest", username: USER, password: PASSWORD, ...http } as never);

function unauthorized(...challenges: string[]): Buffer {
  return answer(
    "",
    "401 Unauthorized",
    challenges.map((each) => `WWW-Authenticate: ${each}`),
  );
}

describe("Digest", () => {
  test.each([
    ["MD5", "md5", 'Digest realm="a, \\"b\\"", nonce="n1", qop="auth,auth-int", opaque="o"'],
    [
      "SHA-256 over MD5 and Basic",
      "sha256",
      'Basic realm="x", Digest realm="r", nonce="n0", qop="auth", algorithm=MD5, Digest realm="r", nonce="n1", algorithm=SHA-256, qop="auth"',
    ],
    ["no qop (RFC 2069)", "md5", 'Digest realm="r", nonce="n1"'],
    ["a qop that is empty", "md5", 'Digest realm="r", nonce="n1", qop=""'],
  ])(
    "%s: the request is made again, for an unsafe operation and without retries too",
    async (_what, hash, challenge) => {
      const seen: (string | undefined)[] = [];
      const server = await serve((socket, request) => {
        const authorization = authorizationOf(request);
        seen.push(authorization);
        const isGood = authorization !== undefined && proves(authorization, hash, "/service/shelf?x=1");
        socket.write(isGood ? added : unauthorized(challenge));
      });
      const client = open({ endpoint: `${server.url}/shelf?x=1`, retries: 0, features: [digest()] });
      const add = () => client.addBook({ Book: { Id: 1, Price: "1.00" as never } });
      expect(await add()).toBe(1);
      expect(await add()).toBe(1);
      expect(seen).toHaveLength(3);
      expect(seen[0]).toBeUndefined();
      if (hash === "md5" && challenge.includes("opaque")) {
        expect(parameters(seen[1]!)).toMatchObject({ nc: "00000001", qop: "auth", opaque: "o", nonce: "n1" });
        expect(parameters(seen[2]!)).toMatchObject({ nc: "00000002" });
      }
    },
  );

  test("takes another nonce when its own is stale, and gives up with wrong credentials", async () => {
    let nonce = 1;
    const server = await serve((socket, request) => {
      const p = parameters(authorizationOf(request) ?? "");
      if (p.nonce === `n${nonce}`) socket.write(bookList(book(1)));
      else
        socket.write(
          unauthorized(`Digest realm="r", nonce="n${nonce}", qop="auth"${p.nonce === undefined ? "" : ", stale=true"}`),
        );
    });
    const client = open({ endpoint: server.url, retries: 0, features: [digest()] });
    await client.getBooks({ ShelfId: 1 });
    nonce = 2;
    await client.getBooks({ ShelfId: 1 });
    expect(server.requests).toHaveLength(4);

    const never = await serve((socket) =>
      socket.write(unauthorized(`Digest realm="r", nonce="${Math.random()}", qop="auth"`)),
    );
    const refused = await rejection(
      open({ endpoint: never.url, retries: 2, features: [digest()] }).getBooks({ ShelfId: 1 }),
    );
    expect(refused).toMatchObject({ code: "HTTP", status: 401, kind: "refused" });
    expect(never.requests).toHaveLength(2);
  });

  test("one object signs in at many services, each by its own challenge", async () => {
    const shelf = (name: string) => {
      const seen: { readonly [name: string]: string }[] = [];
      const begun = serve((socket, request) => {
        const authorization = authorizationOf(request) ?? "";
        seen.push(parameters(authorization));
        const isGood = authorization.includes(`nonce="${name}"`) && proves(authorization, "md5", "/service");
        socket.write(isGood ? bookList(book(1)) : unauthorized(`Digest realm="${name}", nonce="${name}", qop="auth"`));
      });
      return { begun, seen };
    };
    const [one, other] = [shelf("one"), shelf("other")];
    const security = digest();
    const clients = await Promise.all(
      [one, other].map(async ({ begun }) => open({ endpoint: (await begun).url, retries: 0, features: [security] })),
    );
    for (let round = 0; round < 3; round++) for (const client of clients) await client.getBooks({ ShelfId: 1 });
    await Promise.all(clients.flatMap((client) => [1, 2, 3].map(() => client.getBooks({ ShelfId: 1 }))));
    for (const [name, { seen }] of [
      ["one", one],
      ["other", other],
    ] as const) {
      expect(seen[0]).toEqual({});
      expect(seen.slice(1).map(({ nonce }) => nonce)).toEqual(Array(6).fill(name));
      expect(new Set(seen.map(({ nc }) => nc)).size).toBe(7);
    }
  });

  test("a service that calls each of its nonces too old is reported as such, not as wrong credentials", async () => {
    const server = await serve((socket) =>
      socket.write(unauthorized(`Digest realm="r", nonce="${Math.random()}", qop="auth", stale=true`)),
    );
    const refused = await rejection(
      open({ endpoint: server.url, retries: 0, features: [digest()] }).getBooks({ ShelfId: 1 }),
    );
    expect(refused).toMatchObject({ code: "HTTP", status: 401, kind: "refused" });
    expect(refused.message).toContain("It calls each nonce of its own too old at once (stale=true)");
    expect(refused.message).not.toContain("has refused");
    expect(server.requests.length).toBeLessThan(6);
  });

  test.each(["utf8", "latin1"] as const)("takes a realm by its octets (%s)", async (encoding) => {
    const realm = Buffer.from("Gesch\u00fctzt", encoding);
    const hash = (...texts: (string | Buffer)[]) => {
      const md5 = createHash("md5");
      for (const text of texts) md5.update(text);
      return md5.digest("hex");
    };
    const server = await serve((socket, request) => {
      const { nonce, nc, cnonce, qop, response, uri } = parameters(authorizationOf(request) ?? "");
      const ha1 = hash(`${USER}:`, realm, `:${PASSWORD}`);
      const isGood = response === hash(`${ha1}:${nonce}:${nc}:${cnonce}:${qop}:${hash(`POST:${uri}`)}`);
      const [before, after] = unauthorized('Digest realm="@", nonce="n1", qop="auth"').toString().split("@");
      socket.write(isGood ? bookList(book(1)) : Buffer.concat([Buffer.from(before!), realm, Buffer.from(after!)]));
    });
    const client = open({ endpoint: server.url, retries: 0, features: [digest()] });
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
  });

  test("repeats a nonce in base64 that came without quotes", async () => {
    const server = await serve((socket, request) => {
      const isGood = parameters(authorizationOf(request) ?? "").nonce === "a/b+c==";
      socket.write(isGood ? bookList(book(1)) : unauthorized("Digest realm=r, nonce=a/b+c==, qop=auth, algorithm=MD5"));
    });
    const client = open({ endpoint: server.url, retries: 0, features: [digest()] });
    expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
  });

  test.each([", stale=true", ""])(
    "many calls at a time sign in where each nonce is good for one request (%s)",
    async (stale) => {
      const nonces = new Map<string, "new" | "used">();
      const server = await serve((socket, request) => {
        const p = parameters(authorizationOf(request) ?? "");
        const isGood = nonces.get(p.nonce ?? "") === "new" && proves(authorizationOf(request)!, "md5", "/service");
        if (isGood) nonces.set(p.nonce!, "used");
        const next = `n${nonces.size}`;
        if (!isGood) nonces.set(next, "new");
        const why = p.nonce === undefined ? "" : stale;
        socket.write(isGood ? bookList(book(1)) : unauthorized(`Digest realm="r", nonce="${next}", qop="auth"${why}`));
      });
      const client = open({ endpoint: server.url, retries: 0, features: [digest()] });
      for (let round = 0; round < 3; round++) {
        const calls = Array.from({ length: 100 }, () => client.getBooks({ ShelfId: 1 }));
        expect((await Promise.all(calls)).flat()).toHaveLength(100);
      }
      const wrong = open({ endpoint: server.url, retries: 0, features: [digest({ password: "other" })] });
      expect(await rejection(wrong.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "HTTP", status: 401 });
    },
  );

  test.each([
    ["", "username", Buffer.from(USER, "utf8").toString("latin1")],
    [", charset=UTF-8", "username*", "UTF-8''M%C3%BCfasa"],
  ])("a user name beyond ASCII goes out as the challenge%s has it", async (charset, field, written) => {
    const seen: { readonly [name: string]: string }[] = [];
    const server = await serve((socket, request) => {
      seen.push(parameters(authorizationOf(request) ?? ""));
      const isGood = seen.length > 1;
      socket.write(isGood ? bookList(book(1)) : unauthorized(`Digest realm="r", nonce="n", qop="auth"${charset}`));
    });
    const client = open({ endpoint: server.url, retries: 0, features: [digest()] });
    await client.getBooks({ ShelfId: 1 });
    expect(seen[1]).toMatchObject({ [field]: written });
    expect(Object.keys(seen[1]!).filter((name) => name.startsWith("username"))).toEqual([field]);
  });

  test("many calls at a time share one challenge", async () => {
    const counts = new Set<string>();
    const server = await serve((socket, request) => {
      const authorization = authorizationOf(request);
      if (authorization === undefined)
        return void socket.write(unauthorized('Digest realm="r", nonce="n1", qop="auth"'));
      counts.add(parameters(authorization).nc ?? "");
      socket.write(bookList(book(1)));
    });
    const client = open({ endpoint: server.url, retries: 0, features: [digest()] });
    await Promise.all(Array.from({ length: 8 }, () => client.getBooks({ ShelfId: 1 })));
    await client.getBooks({ ShelfId: 1 });
    expect(counts.size).toBe(9);
  });

  test.each([
    "NTLM",
    'Basic realm="r"',
    'Digest realm="r", nonce="n", algorithm=FOO, qop="auth"',
    'Digest realm="r"',
    "",
    'Digest realm="r, nonce=',
  ])("%j is not answered", async (challenge) => {
    const server = await serve((socket) => socket.write(unauthorized(challenge)));
    const error = await rejection(
      open({ endpoint: server.url, retries: 0, features: [digest()] }).getBooks({ ShelfId: 1 }),
    );
    expect(error).toMatchObject({ code: "HTTP", status: 401 });
    expect(server.requests).toHaveLength(1);
  });
});

describe("Basic", () => {
  test("goes with the first request, and with another Authorization is an error", async () => {
    const server = await serve((socket) => socket.write(bookList(book(1))));
    const security = signIn({ scheme: "basic", username: "ada", password: () => "p\u00fc" });
    const client = open({ endpoint: server.url, features: [security] });
    await client.getBooks({ ShelfId: 1 });
    expect(authorizationOf(server.requests[0]!)).toBe(`Basic ${Buffer.from("ada:p\u00fc").toString("base64")}`);
    const both = await rejection(
      client.getBooks({ ShelfId: 1 }, callOptions({ httpHeaders: { authorization: "Bearer x" } })),
    );
    expect(both).toMatchObject({ code: "CONFIGURATION", option: "signIn" });
  });
});
