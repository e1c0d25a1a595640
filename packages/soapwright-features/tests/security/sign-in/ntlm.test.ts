/** NTLM against a service of our own that verifies proof, MIC, target and channel bindings by other code. */
import { readFileSync } from "node:fs";
import { attachmentOf } from "soapwright-features";
import { signIn } from "soapwright-features/security";
import { fetchTransport } from "soapwright-runtime/fetch";
import { ArchiveClient, folder } from "soapwright-testing/attachments/archive";
import { book, books, envelope, NS } from "soapwright-testing/client/shelf";
import { ACCOUNT, type NtlmServerOptions, serveNtlm } from "soapwright-testing/security/ntlm-server";
import { atEnd, endAfterEach, open, rejection } from "soapwright-testing/stage/stage";

endAfterEach();

const certificate = (name: string): string =>
  readFileSync(`${__dirname}/../../../../soapwright-testing/src/certificates/${name}`, "utf8");
const TLS = { cert: certificate("server.crt"), key: certificate("server.key") };
const body = (): string => envelope(books(book(1)));
const serve = (options: Partial<NtlmServerOptions> = {}) => serveNtlm({ body, ...options });
const ntlm = (options: object = {}) => signIn({ scheme: "ntlm", ...ACCOUNT, ...options });

describe.each([
  ["plain", {}, {}],
  ["TLS, with its channel binding", { tls: TLS }, { tls: { ca: certificate("ca.crt") } }],
  ["a service that sends no time", { hasTime: false }, {}],
])("over %s", (_what, ofServer, ofClient) => {
  test("one handshake signs a connection in, and later calls go over it as they are", async () => {
    const server = await serve(ofServer);
    const client = open({ endpoint: server.url, retries: 0, features: [ntlm()], ...ofClient });
    for (let call = 0; call < 3; call++) expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
    expect(server.connections).toBe(1);
    expect(server.events.map(({ kind, user }) => [kind, user])).toEqual([
      ["negotiate", undefined],
      ["authenticate", "USERDomain"],
      ["request", "USERDomain"],
      ["request", "USERDomain"],
    ]);
    expect(server.events[0]!.bodyBytes).toBe(0);
    expect(server.events[1]!.bodyBytes).toBeGreaterThan(100);
  });
});

test("a name beyond ASCII is upper-cased unit by unit, as Windows does", async () => {
  const server = await serve();
  const account = { username: "j\u00fcrgen stra\u00dfer", domain: undefined, password: () => "Gr\u00fc\u00dfe\u20ac" };
  const client = open({ endpoint: server.url, retries: 0, features: [ntlm(account)] });
  expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
});

describe("a connection belongs to an identity", () => {
  test("each tenant has its own, and calls without a sign-in have others", async () => {
    const server = await serve();
    const first = open({ endpoint: server.url, retries: 0, features: [ntlm()] });
    const tenants = ["acme", "globex"].map((User) => first.with({ headers: { Credentials: { User } } }));
    const other = first.with({
      features: [ntlm({ username: "j\u00fcrgen stra\u00dfer", domain: undefined, password: "Gr\u00fc\u00dfe\u20ac" })],
    } as never);
    for (let round = 0; round < 2; round++) {
      for (const client of [...tenants, other]) await client.getBooks({ ShelfId: 1 });
    }
    // Each of the three has signed in once, and its second call went over its own connection.
    expect(server.connections).toBe(3);
    expect(server.events.map(({ kind }) => kind).sort()).toEqual([
      ...["authenticate", "authenticate", "authenticate"],
      ...["negotiate", "negotiate", "negotiate"],
      ...["request", "request", "request"],
    ]);
    const users = new Map<number, Set<string>>();
    for (const { connection, user } of server.events) {
      if (user !== undefined) users.set(connection, (users.get(connection) ?? new Set()).add(user));
    }
    expect([...users.values()].map((each) => each.size)).toEqual([1, 1, 1]);
    const before = server.events.length;
    const anonymous = await rejection(first.getBooks({ ShelfId: 1 }, { signIn: false } as never));
    expect(anonymous).toMatchObject({ code: "HTTP", status: 401 });
    expect(server.events.slice(before)).toMatchObject([{ connection: 4, kind: "request", user: undefined }]);
  });

  test("calls at a time use several connections, each signed in once, and none is shared by two identities", async () => {
    const server = await serve();
    const client = open({ endpoint: server.url, retries: 0, features: [ntlm()], connections: { max: 4 } });
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 12 }, () => client.getBooks({ ShelfId: 1 })));
    }
    expect(server.connections).toBeLessThanOrEqual(4);
    expect(server.events.filter(({ kind }) => kind === "authenticate")).toHaveLength(server.connections);
    expect(client.stats().connections).toMatchObject({ active: 0 });
  });

  test("another origin gets nothing of it", async () => {
    const [server, elsewhere] = [await serve(), await serve()];
    const allowedOrigins = [new URL(elsewhere.url).origin];
    const client = open({ endpoint: server.url, retries: 0, features: [ntlm()], allowedOrigins });
    const error = await rejection(client.with({ endpoint: elsewhere.url } as never).getBooks({ ShelfId: 1 }));
    expect(error).toMatchObject({ code: "HTTP", status: 401 });
    expect(elsewhere.events).toMatchObject([{ kind: "request", authorization: undefined }]);
  });
});

test("a service that forgets its callers is signed in to again for each request, without a lost call", async () => {
  const result = `<Add_BookResponse xmlns="${NS}"><Add_BookResult>1</Add_BookResult></Add_BookResponse>`;
  const server = await serve({ isForgetful: true, body: () => envelope(result) });
  const client = open({ endpoint: server.url, retries: 0, features: [ntlm()] });
  const add = () => client.addBook({ Book: { Id: 1, Price: "1.00" as never } });
  for (let call = 0; call < 3; call++) expect(await add()).toBe(1);
  // The first request after a sign-in shows that the service has forgotten; from then on each signs in at once.
  expect(server.events.map(({ kind }) => kind)).toEqual([
    ...["negotiate", "authenticate"],
    ...["request", "negotiate", "authenticate"],
    ...["negotiate", "authenticate"],
  ]);
});

test("wrong credentials are refused once, named, and never shown", async () => {
  const server = await serve();
  const client = open({ endpoint: server.url, retries: 2, features: [ntlm({ password: "hunter22" })] });
  const error = await rejection(client.getBooks({ ShelfId: 1 }));
  expect(error).toMatchObject({ code: "HTTP", status: 401, kind: "refused" });
  expect(error.message).toContain("It has refused the user name and password that the connection had for NTLM.");
  expect(server.events.map(({ refused }) => refused)).toEqual([undefined, "the password is wrong"]);
});

test("a stream of 100 MB is read once, after the challenge, and on a kept connection too", async () => {
  const answer = folder("").replaceAll("GetFolder", "PutFolder");
  const server = await serve({ body: () => answer });
  const client = new ArchiveClient({ endpoint: server.url, retries: 0, mtom: true, features: [ntlm()] } as never);
  atEnd(() => client.close({ force: true }));
  const [piece, pieces] = [new Uint8Array(1_000_000), 100];
  const begun: number[] = [];
  const source = async function* () {
    begun.push(server.events.length);
    for (let sent = 0; sent < pieces; sent++) yield piece;
  };
  for (let call = 0; call < 2; call++) {
    const cover = attachmentOf(source(), { length: piece.length * pieces });
    await client.putFolder({ Folder: { Cover: cover as never } });
  }
  expect(begun).toEqual([1, 3]);
  expect(server.connections).toBe(1);
  expect(server.events.map(({ kind, bodyBytes }) => [kind, Math.floor(bodyBytes / 1e8)])).toEqual([
    ["negotiate", 0],
    ["authenticate", 1],
    ["negotiate", 0],
    ["authenticate", 1],
  ]);
});

describe("options", () => {
  test.each([
    ["signIn", undefined],
    ["signIn.scheme", {}],
    ["signIn.scheme", { scheme: "kerberos5" }],
    ["signIn.username", { scheme: "ntlm", password: "p" }],
    ["signIn.username", { scheme: "ntlm", username: "ACME\\ada", password: "hidden" }],
    ["signIn.username", { scheme: "ntlm", username: "a".repeat(257), password: "hidden" }],
    ["signIn.username", { scheme: "basic", username: "a:b", password: "hidden" }],
    ["signIn.password", { scheme: "ntlm", username: "ada" }],
    ["signIn.password", { scheme: "digest", username: "ada", password: 1 }],
    ["signIn.domain", { scheme: "ntlm", username: "ada", password: "hidden", domain: 1 }],
    ["signIn.principal", { scheme: "negotiate", principal: 1 }],
    ["signIn.serviceHost", { scheme: "negotiate", serviceHost: "HTTP/service.example" }],
    ["password", { scheme: "negotiate", password: "hidden" }],
    ["domain", { scheme: "basic", username: "ada", password: "hidden", domain: "ACME" }],
  ])("%s is named", (option, given) => {
    let error: unknown;
    try {
      signIn(given as never);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: "CONFIGURATION" });
    expect((error as { option?: string }).option).toBe(option);
    expect((error as Error).message).not.toContain("hidden");
  });

  test.each([
    ["ntlm", ntlm()],
    ["negotiate", signIn({ scheme: "negotiate" })],
  ])("a transport of fetch is refused by name when the client is made (%s)", (_scheme, own) => {
    expect(() => open({ endpoint: "https://s.example", features: [own], transport: fetchTransport() })).toThrow(
      expect.objectContaining({ reason: "sign-in-beside-transport", option: "signIn.scheme" }),
    );
  });

  test("types name what is missing", () => {
    const wrong = [
      // @ts-expect-error The user name is missing.
      () => signIn({ scheme: "ntlm", password: "p" }),
      // @ts-expect-error The password is missing.
      () => signIn({ scheme: "ntlm", username: "u" }),
      // @ts-expect-error Basic has no domain.
      () => signIn({ scheme: "basic", username: "u", password: "p", domain: "d" }),
      // @ts-expect-error Negotiate takes tickets, and no password.
      () => signIn({ scheme: "negotiate", username: "u", password: "p" }),
      // @ts-expect-error There is no such scheme.
      () => signIn({ scheme: "ntlmv1", username: "u", password: "p" }),
    ];
    for (const make of wrong) expect(make).toThrow(expect.objectContaining({ code: "CONFIGURATION" }));
  });
});
