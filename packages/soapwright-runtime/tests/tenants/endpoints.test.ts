/** A tenant's own endpoint: the requests that go there, and their connections. */

import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { nodeSoap } from "soapwright-node-soap";
import type { ClientOptions } from "soapwright-runtime";
import { ConfigurationError } from "soapwright-runtime/errors";
import { customTransport } from "soapwright-runtime/extend";
import { envelope, type Headers } from "soapwright-testing/client/shelf";
import { collectGarbage } from "soapwright-testing/collect-garbage";
import { isSlow } from "soapwright-testing/stage/slow";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { credentialsOf, shelfWith, well } from "soapwright-testing/tenants/stage";
import { answer, type RawRequest } from "soapwright-testing/transport/raw-server";

endAfterEach();

const ask = { ShelfId: 1 };
const HOUR = 3_600_000;

const isTouch = ({ body }: RawRequest) => body.includes("Touch");
const serving = () => serve((socket, request) => socket.write(isTouch(request) ? answer(envelope("")) : well()));

/** The client's own service, and another allowed one. */
async function two() {
  const [own, other] = [await serving(), await serving()];
  const allowedOrigins = [new URL(other.url).origin];
  const options: ClientOptions<Headers> = { endpoint: own.url, allowedOrigins, features: [nodeSoap()] };
  return { own, other, options };
}

const marker = /marker-[a-z]+/g;
const foreign = "<x:Session xmlns:x='urn:x'>marker-extra</x:Session>";

describe("another origin", () => {
  test("gets no credential, header or security object of the client's, with and for one call", async () => {
    const { own, other, options } = await two();
    const client = shelfWith(
      { user: "marker-user", secret: async () => ({ value: "marker-secret", expiresAt: Date.now() + HOUR }) },
      {
        ...options,
        httpHeaders: () => ({ "X-Gateway": "marker-gateway" }),
        extraHeaders: foreign,
      },
    );
    client.soap.setSecurity({ addHeaders: (headers) => (headers.Authorization = "marker-basic"), toXML: () => "" });
    client.soap.addSoapHeader("<x:Added xmlns:x='urn:x'>marker-added</x:Added>");
    await client.touch({});
    expect(new Set(`${own.requests[0]?.head}${own.requests[0]?.body}`.match(marker))).toEqual(
      new Set(["marker-gateway", "marker-basic", "marker-extra", "marker-added"]),
    );
    await client.with({ endpoint: other.url }).touch({});
    await client.touch({}, { endpoint: other.url });
    await client.with({ timeoutMs: 1_000 }).with({ endpoint: other.url }).with({ retries: 0 }).touch({});
    // A setting on another path of the same origin stays there.
    await client.with({ endpoint: `${own.url}/deeper` }).touch({});
    expect(other.requests).toHaveLength(3);
    for (const { head, body } of other.requests) expect(head + body).not.toMatch(marker);
    expect(own.requests[1]!.head.match(marker)).toHaveLength(2);
  });

  test("gets what the same with() or call sets, and its later clients do", async () => {
    const { own, other, options } = await two();
    const client = shelfWith({ user: "me", secret: "own" }, { ...options, httpHeaders: { "X-A": "own" } });
    const tenant = client.with({ endpoint: other.url, user: "b", httpHeaders: { "X-B": "b" } } as never);
    await tenant.getBooks(ask);
    await tenant.with({ timeoutMs: 5_000 }).getBooks(ask);
    await client.getBooks(ask, { endpoint: other.url, auth: { user: "call" } });
    expect(other.requests.map(credentialsOf)).toEqual(["b undefined", "b undefined", "call undefined"]);
    expect(other.requests.map(({ head }) => head.match(/^x-\w: .*$/gim))).toEqual([["X-B: b"], ["X-B: b"], null]);
    // Nor does the client's own service get the other's credentials.
    const error = await rejection(tenant.getBooks(ask, { endpoint: own.url }));
    expect(error).toMatchObject({ code: "CONFIGURATION", option: "user" });
    expect(own.requests).toHaveLength(0);
  });

  test("asks for required credentials, and says why", async () => {
    const { other, options } = await two();
    const client = shelfWith({ user: "me" }, options);
    const error = await rejection(client.with({ endpoint: other.url }).getBooks(ask));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ option: "user", attempts: 0 });
    expect(error.message).toContain(`${new URL(other.url).origin}, another origin`);
    expect(other.requests).toHaveLength(0);
    const made = open({ ...options, headers: () => ({ Credentials: { User: "marker-user" } }) });
    expect(() => made.with({ endpoint: other.url, auth: { user: "x" } })).toThrow(
      expect.objectContaining({ option: "auth", message: expect.stringContaining("another origin") }),
    );
    await made.with({ endpoint: other.url }).touch({});
    expect(other.requests[0]?.body).not.toMatch(marker);
  });

  test("has its own soap object, for itself", async () => {
    const { own, other, options } = await two();
    const client = shelfWith({ user: "me" }, options);
    client.soap.setSecurity({ addHeaders: (headers) => (headers["X-S"] = "own"), toXML: () => "" });
    const tenant = client.with({ endpoint: other.url, user: "b" } as never);
    tenant.soap.setSecurity({ addHeaders: (headers) => (headers["X-S"] = "other"), toXML: () => "" });
    await tenant.touch({});
    await tenant.touch({}, { endpoint: own.url });
    await client.touch({});
    const seen = ({ head }: { head: string }) => /^x-s: (.*)$/im.exec(head)?.[1];
    expect([own.requests.map(seen), other.requests.map(seen)]).toEqual([[undefined, "own"], ["other"]]);
  });

  test("shares tokens by origin: a function of a tenant is asked once for each", async () => {
    const { own, other, options } = await two();
    let asked = 0;
    const secret = async () => ({ value: `T${++asked}`, expiresAt: Date.now() + HOUR });
    const client = shelfWith({}, options);
    for (let i = 0; i < 5; i++) {
      await client.with({ user: "a", secret } as never).getBooks(ask);
      await client.with({ endpoint: other.url, user: "a", secret } as never).getBooks(ask);
    }
    expect(asked).toBe(2);
    expect([new Set(own.requests.map(credentialsOf)), new Set(other.requests.map(credentialsOf))]).toEqual([
      new Set(["a T1"]),
      new Set(["a T2"]),
    ]);
  });

  test("many endpoints of one origin share its connections", async () => {
    const { own, other, options } = await two();
    const client = shelfWith({}, options);
    for (let i = 0; i < 20; i++)
      await client.with({ endpoint: `${other.url}/tenant-${i}`, user: "a" } as never).getBooks(ask);
    expect([own.connections, other.connections]).toEqual([0, 1]);
    expect(other.requests.at(-1)?.head).toMatch(/^POST \S*tenant-19 /);
    atEnd(() => client.close());
  });
});

describe("a certificate for one tenant", () => {
  const pem = (name: string) =>
    readFileSync(join(__dirname, "../../../soapwright-testing/src/certificates", name), "utf8");
  const certificate = (name: string) => ({ cert: pem(`${name}.crt`), key: pem(`${name}.key`) });

  /** An HTTPS service that reports each request's certificate by its connection. */
  async function secure() {
    const seen: { readonly subject: string | undefined; readonly port: number | undefined }[] = [];
    const options = { ...certificate("server"), ca: pem("ca.crt"), requestCert: true, rejectUnauthorized: false };
    const server = createServer(options, (request, response) => {
      const socket = request.socket as TLSSocket;
      const { fingerprint256 } = socket.getPeerCertificate();
      seen.push({ subject: fingerprint256, port: socket.remotePort });
      request.resume().on("end", () => {
        response.setHeader("Content-Type", "text/xml");
        response.end(envelope(""));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    atEnd(
      () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    );
    return { seen, url: `https://localhost:${(server.address() as AddressInfo).port}/service` };
  }

  test("has connections of its own, and uses the client's authorities", async () => {
    const { seen, url } = await secure();
    const client = shelfWith({}, { endpoint: url, tls: { ca: pem("ca.crt") } });
    const one = client.with({ tls: certificate("client") });
    const two = client.with({ tls: certificate("expired") });
    for (let i = 0; i < 2; i++) for (const each of [client, one, two]) await each.touch({});
    const ports = (index: number) => new Set(seen.filter((_, at) => at % 3 === index).map(({ port }) => port));
    const subjects = (index: number) => new Set(seen.filter((_, at) => at % 3 === index).map(({ subject }) => subject));
    expect([0, 1, 2].map((index) => [ports(index).size, subjects(index).size])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    expect(new Set(seen.map(({ port }) => port)).size).toBe(3);
    expect([...subjects(0)]).toEqual([undefined]);
    expect(new Set(seen.map(({ subject }) => subject)).size).toBe(3);
    // The same certificate in another object belongs to the same tenant, and so do derived clients.
    await client.with({ tls: certificate("client") }).touch({});
    await one.with({ timeoutMs: 5_000 }).touch({});
    expect(seen.slice(-2).map(({ port }) => port)).toEqual([seen[1]?.port, seen[1]?.port]);
  });

  test("goes to no other origin", async () => {
    const [own, other] = [await secure(), await secure()];
    const options = { endpoint: own.url, tls: { ca: pem("ca.crt"), ...certificate("client") } };
    const client = shelfWith({}, { ...options, allowedOrigins: [new URL(other.url).origin] });
    await client.touch({});
    // Not even the authorities are shared: there, Node's own list is trusted.
    expect(await rejection(client.with({ endpoint: other.url, retries: 0 }).touch({}))).toMatchObject({
      code: "CONNECTION",
    });
    const tls = { ca: pem("ca.crt") };
    await client.with({ endpoint: other.url, tls }).touch({});
    await client
      .with({ tls: certificate("expired") })
      .with({ endpoint: other.url, tls })
      .touch({});
    expect(other.seen.map(({ subject }) => subject)).toEqual([undefined, undefined]);
    expect(own.seen[0]?.subject).toBeDefined();
  });

  test("is refused beside a transport, and for one call", async () => {
    const transport = customTransport({ send: async () => ({ status: 202, headers: {}, body: null }) });
    const client = shelfWith({}, { endpoint: "https://shelf.example", transport });
    expect(() => client.with({ tls: { ca: pem("ca.crt") } })).toThrow(
      expect.objectContaining({ reason: "tls-beside-transport", option: "tls" }),
    );
    expect(await rejection(client.touch({}, { tls: {} } as never))).toMatchObject({
      reason: "option-unknown",
      option: "tls",
    });
  });
});

describe("an endpoint for each tenant", () => {
  const each = async (count: number) => {
    const servers = await Promise.all(Array.from({ length: 10 }, serving));
    const origins = servers.map(({ url }) => new URL(url).origin);
    const client = shelfWith({}, { endpoint: servers[0]!.url, allowedOrigins: origins.slice(1) });
    const plain = (n: number) => client.with({ user: `t${n}` } as never);
    const apart = (n: number) =>
      client.with({ endpoint: `${origins[Math.floor((n / count) * 10)]}/t${n}`, user: `t${n}` } as never);
    return { client, origins, plain, apart };
  };

  test("has connections and limits by origin", async () => {
    const { client, origins, apart } = await each(200);
    const clients = Array.from({ length: 200 }, (_, n) => apart(n));
    for (const one of clients) await one.touch({});
    const { origins: known, connections } = client.stats();
    expect(known.map(({ origin }) => origin).sort()).toEqual([...origins].sort());
    expect(connections!.active + connections!.idle).toBeLessThanOrEqual(origins.length);
  });

  // The garbage collector decides when memory is free: only `make slow-test` has the time to retry.
  (isSlow ? test : test.skip)("costs little more than a tenant", async () => {
    const { client, plain, apart } = await each(3_000);
    const heap = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const bytesOf = async (make: (n: number) => { touch(args: object): Promise<unknown> }) => {
      const kept: unknown[] = new Array(3_000).fill(client);
      const before = heap();
      for (let n = 0; n < kept.length; n++) {
        const one = make(n);
        kept[n] = one;
        if (n % 300 === 0) await one.touch({});
      }
      return (heap() - before) / kept.length;
    };
    for (const make of [plain, apart]) await bytesOf(make);
    const [one, other] = [await bytesOf(plain), await bytesOf(apart)];
    // Two texts and an address in addition. An origin's own state costs a thousand times as much.
    expect(other).toBeLessThan(2 * one);
    // 50,000 of them take less than 60 MB.
    expect(other).toBeLessThan(1_150);
  });
});
