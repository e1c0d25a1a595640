/** `client.soap` of a client of `with()`: one tenant's settings apply to its requests alone. */
import { BasicAuthSecurity, BearerSecurity, ClientSSLSecurity, WSSecurity } from "soap";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { well } from "soapwright-testing/tenants/stage";

endAfterEach();

const ask = { ShelfId: 1 };
const user = (body: string): string => /<wsse:Username>([^<]*)</.exec(body)?.[1] ?? "none";
const authorization = (head: string): string => /^authorization: (.*?)\r?$/im.exec(head)?.[1] ?? "none";
const notes = (body: string): string[] => [...body.matchAll(/<Note[^>]*>([^<]*)</g)].map(([, text]) => text ?? "");
const note = (text: string): string => `<Note xmlns="urn:n">${text}</Note>`;

test("the security object of a tenant is that tenant's, with calls of others at the same time", async () => {
  const server = await serve((socket) => socket.write(well()));
  const client = open({ endpoint: server.url });
  const [a, b, c] = [client.with({}), client.with({}), client.with({})];
  a.soap.setSecurity(new WSSecurity("a", "secret-a"));
  b.soap.setSecurity(new WSSecurity("b", "secret-b"));
  const inTurn = [a, b, c, client];
  for (let round = 0; round < 5; round++) {
    const from = server.requests.length;
    for (const each of inTurn) await each.getBooks(ask);
    expect(server.requests.slice(from).map(({ body }) => user(body))).toEqual(["a", "b", "none", "none"]);
  }
  const from = server.requests.length;
  await Promise.all(Array.from({ length: 40 }, (_, n) => inTurn[n % 4]!.getBooks({ ShelfId: n })));
  for (const { body } of server.requests.slice(from)) {
    const id = Number(/<ShelfId>(\d+)</.exec(body)?.[1]);
    expect(user(body)).toBe(["a", "b", "none", "none"][id % 4]);
  }
});

test("starts from what its parent has, follows it until its own is asked for, and changes nothing of it", async () => {
  const server = await serve((socket) => socket.write(well()));
  const client = open({ endpoint: server.url });
  const before = client.with({});
  client.soap.setSecurity(new BearerSecurity("first"));
  client.soap.addSoapHeader(note("everyone"));
  client.soap.addSoapHeader(() => note("made"));
  const tenant = client.with({});
  tenant.soap.addSoapHeader(note("tenant"));
  client.soap.setSecurity(new BearerSecurity("second"));
  const of = tenant.with({});
  const cleared = tenant.with({});
  cleared.soap.clearSoapHeaders();
  cleared.soap.setSecurity(null);
  for (const each of [before, tenant, of, cleared, client]) await each.getBooks(ask);
  expect(server.requests.map(({ head, body }) => [authorization(head), ...notes(body)])).toEqual([
    ["Bearer second", "everyone", "made"],
    ["Bearer first", "everyone", "made", "tenant"],
    ["Bearer first", "everyone", "made", "tenant"],
    ["none"],
    ["Bearer second", "everyone", "made"],
  ]);
});

test("listeners of the parent hear calls of a tenant, and those of a tenant no others", async () => {
  const server = await serve((socket) => socket.write(well()));
  const client = open({ endpoint: server.url });
  const heard: string[] = [];
  client.soap.on("request", () => heard.push("all"));
  const tenant = client.with({});
  tenant.soap.on("request", () => heard.push("tenant"));
  await client.getBooks(ask);
  await tenant.getBooks(ask);
  expect(heard).toEqual(["all", "all", "tenant"]);
  expect(tenant.soap.lastRequest).toContain("Get_Books");
});

test("a retry of one tenant and a call of another keep their own", async () => {
  const server = await serve((socket, { number }) =>
    number === 1 ? void setTimeout(() => socket.destroy(), 20) : void socket.write(well()),
  );
  const client = open({ endpoint: server.url, retryDelayMs: 1 });
  const [a, b] = [client.with({}), client.with({})];
  a.soap.setSecurity(new BasicAuthSecurity("a", "secret"));
  b.soap.setSecurity(new BasicAuthSecurity("b", "secret"));
  const slow = a.getBooks({ ShelfId: 1 });
  await b.getBooks({ ShelfId: 2 });
  await slow;
  const basic = (name: string) => `Basic ${Buffer.from(`${name}:secret`).toString("base64")}`;
  for (const { head, body } of server.requests) {
    expect(authorization(head)).toBe(basic(body.includes("<ShelfId>1<") ? "a" : "b"));
  }
});

test("a client certificate is refused: connections are shared", async () => {
  const server = await serve((socket) => socket.write(well()));
  const client = open({ endpoint: server.url });
  const tenant = client.with({});
  tenant.soap.setSecurity(new BearerSecurity("before"));
  expect(() => tenant.soap.setSecurity(new ClientSSLSecurity(Buffer.from("k"), Buffer.from("c")))).toThrow(
    expect.objectContaining({ code: "CONFIGURATION", option: "setSecurity" }),
  );
  await tenant.getBooks(ask);
  expect(server.requests.map(({ head }) => authorization(head))).toEqual(["Bearer before"]);
  expect(await rejection(open({ endpoint: "http://127.0.0.1:1/", retries: 0 }).getBooks(ask))).toBeDefined();
});
