/** What caches are told of responses that differ by their callers, and what they give them. */
import type { AddressInfo } from "node:net";
import fastify, { type FastifyRequest } from "fastify";
import { type GatewayOptions, gateway } from "soapwright-gateway";
import { Agent, type Dispatcher, interceptors } from "undici";
import { envelopeOf, startBackend } from "./backend";

type Credentials = NonNullable<GatewayOptions["credentials"]>;
const keyed = (key: unknown) => (key === undefined ? undefined : { httpHeaders: { "x-tenant": String(key) } });
const branching: Credentials = ({ headers }) =>
  headers["x-key"] === undefined ? keyed(headers.authorization) : keyed(headers["x-key"]);
const ofSession: Credentials = (request) => keyed(Reflect.get(request, "session"));

/** A service whose parcel weighs what the tenant is, behind the plugin in an application with sessions. */
async function startTenants(credentials: Credentials | undefined, cacheControl?: string, more: object = {}) {
  const backend = await startBackend((request, response, body) => {
    const tenant = String(request.headers["x-tenant"]).replace(/\D/g, "") || "0";
    if (body.includes("FindParcels"))
      response.end(envelopeOf("FindParcels", `<Parcel><Id>1</Id><Weight>${tenant}</Weight></Parcel>`));
    else if (tenant === "404") response.writeHead(500).end(FAULT);
    else response.end(envelopeOf("GetParcel", `<Parcel><Id>1</Id><Weight>${tenant}</Weight></Parcel>`));
  });
  const app = fastify();
  app.decorateRequest("session");
  app.addHook("onRequest", (request, _reply, done) => {
    Reflect.set(request, "session", request.headers.cookie);
    done();
  });
  const rules = cacheControl === undefined ? {} : { cache: { GetParcel: { cacheControl, etag: true } } };
  const options = { client: backend.client, safe: ["Find*"], statuses: { faults: { ParcelLost: 404 } }, ...more };
  await app.register(gateway({ ...options, ...rules, ...(credentials && { credentials }) }));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    async close() {
      await app.close();
      await backend.close();
    },
  };
}
const FAULT = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>lost</faultstring><detail><ParcelLost xmlns="urn:parcels"><Id>1</Id></ParcelLost></detail></s:Fault></s:Body></s:Envelope>`;
const PATH = "/parcels/getParcel?Id=1";

interface Got {
  readonly status: number;
  readonly vary: readonly string[];
  readonly kept: string | undefined;
  readonly age: string | undefined;
  readonly text: string;
}

async function got(url: string, headers: Readonly<Record<string, string>>, dispatcher?: Dispatcher): Promise<Got> {
  const agent = dispatcher ?? new Agent();
  const { origin, pathname, search } = new URL(url);
  const response = await agent.request({ origin, path: pathname + search, method: "GET", headers });
  const text = await response.body.text();
  if (dispatcher === undefined) await agent.close();
  const of = (name: string) => response.headers[name] as string | undefined;
  return {
    status: response.statusCode,
    vary: (of("vary") ?? "").toLowerCase().split(", ").filter(Boolean).sort(),
    kept: of("cache-control"),
    age: of("age"),
    text,
  };
}

describe("Vary", () => {
  test.each<[string, Credentials, readonly string[]]>([
    ["one header", ({ headers }) => keyed(headers["x-key"]), ["x-key"]],
    ["a header and the path", ({ headers, url, method }) => keyed(url && method && headers["x-key"]), ["x-key"]],
    ["a header by `in`", ({ headers }) => keyed("x-key" in headers ? 1 : 2), ["x-key"]],
    ["a header by hasOwn", ({ headers }) => keyed(Object.hasOwn(headers, "x-key") ? 1 : 2), ["x-key"]],
    ["a header in capitals", ({ headers }) => keyed(headers["X-Key"] ?? headers["x-key"]), ["x-key"]],
    ["cookies as a header", ({ headers }) => keyed(headers.cookie ?? headers["x-key"]), ["cookie", "x-key"]],
    ["headers after a wait", async ({ headers }) => keyed((await Promise.resolve()) ?? headers["x-key"]), ["x-key"]],
  ])("names what the function reads: %s", async (_name, credentials, names) => {
    const tenants = await startTenants(credentials, "public, max-age=60");
    const { status, vary, kept } = await got(tenants.url + PATH, { "x-key": "7" });
    const all = ["accept", "authorization", ...names].sort();
    expect([status, vary, kept]).toEqual([200, all, "public, max-age=60"]);
    await tenants.close();
  });

  const other: readonly (readonly [string, (request: FastifyRequest) => unknown])[] = [
    ["the socket", ({ socket }) => socket.remotePort],
    ["its address", ({ ip }) => ip],
    ["the raw request", ({ raw }) => raw.headers["x-key"]],
    ["a decorated property", (request) => Reflect.get(request, "session")],
    ["a decorator", (request) => request.getDecorator("session")],
    ["the names of properties", (request) => Object.keys(request).length],
    ["the host", ({ host }) => host],
    ["the application", ({ server }) => server.prefix],
    ["the names of all headers", ({ headers }) => Object.keys(headers).length],
    ["a copy of all headers", ({ headers }) => ({ ...headers })["x-key"]],
    ["the other headers", ({ headers: { host: _host, ...others } }) => others["x-key"]],
    ["headers as JSON", ({ headers }) => JSON.stringify(headers).length],
    ["headers of the Fetch standard", ({ headers }) => new Headers(headers as Record<string, string>).get("x-key")],
    ["headers one by one", ({ headers }) => Object.entries(headers).length],
    ["nothing", () => 7],
    ["nothing but the path", ({ url }) => url.length],
    ["a named header and the socket", ({ headers, socket }) => headers["x-key"] ?? socket.remotePort],
    ["a hundred names", ({ headers }) => Array.from({ length: 100 }, (_, at) => headers[`x-${at}`]).length],
    ["a name that is none", ({ headers }) => headers["x key"] ?? headers["x-key"]],
  ];
  test.each(other)("is no help where the function reads more: %s", async (_name, read) => {
    const tenants = await startTenants((request) => keyed(read(request) ?? 1), "public, max-age=60");
    const { status, kept } = await got(tenants.url + PATH, { "x-key": "7", cookie: "7" });
    expect([status, kept]).toEqual([200, "no-store"]);
    await tenants.close();
  });

  test("has the headers of all branches, once they were read", async () => {
    const tenants = await startTenants(branching, "private, max-age=60");
    const of = async (headers: Readonly<Record<string, string>>) => (await got(tenants.url + PATH, headers)).vary;
    expect(await of({ "x-key": "7" })).toEqual(["accept", "authorization", "x-key"]);
    expect(await of({ authorization: "8" })).toEqual(["accept", "authorization", "x-key"]);
    await tenants.close();
    const other = await startTenants(
      ({ headers }) => (headers["x-key"] === undefined ? keyed(headers["x-other"]) : keyed(headers["x-key"])),
      "private, max-age=60",
    );
    const all: (readonly string[])[] = [];
    for (const headers of [{ "x-key": "7" }, { "x-other": "8" }, { "x-key": "7" }])
      all.push((await got(other.url + PATH, headers as unknown as Record<string, string>)).vary);
    expect(all[0]).toEqual(["accept", "authorization", "x-key"]);
    expect(all[1]).toEqual(["accept", "authorization", "x-key", "x-other"]);
    expect(all[2]).toEqual(all[1]);
    await other.close();
  });

  test("is on responses without a rule, of a 304 and of errors, and lines are not kept", async () => {
    const tenants = await startTenants(({ headers }) => keyed(headers["x-key"]));
    const vary = ["accept", "authorization", "x-key"];
    const key = { "x-key": "7" };
    expect(await got(tenants.url + PATH, key)).toMatchObject({ status: 200, vary });
    expect(await got(tenants.url + PATH, {})).toMatchObject({ status: 401, vary });
    expect(await got(`${tenants.url}/parcels/getParcel?Id=x`, key)).toMatchObject({ status: 400, vary });
    expect(await got(tenants.url + PATH, { "x-key": "404" })).toMatchObject({ status: 404, vary });
    const lines = { ...key, accept: "application/x-ndjson" };
    expect(await got(`${tenants.url}/parcels/findParcels`, lines)).toMatchObject({
      status: 200,
      vary,
      kept: "no-store",
    });
    await tenants.close();
    const ruled = await startTenants(({ headers }) => keyed(headers["x-key"]), "private, max-age=60");
    const { headers } = await fetch(ruled.url + PATH, { headers: key });
    const again = await got(ruled.url + PATH, { ...key, "if-none-match": headers.get("etag")! });
    expect(again).toMatchObject({ status: 304, vary, kept: "private, max-age=60" });
    await ruled.close();
  });

  test("says no-store on errors too, where the function reads a session", async () => {
    const tenants = await startTenants(ofSession);
    for (const [path, headers, status] of [
      [PATH, {}, 401],
      [PATH, { cookie: "404" }, 404],
      ["/parcels/getParcel?Id=x", { cookie: "7" }, 400],
    ] as const)
      expect(await got(tenants.url + path, headers as Record<string, string>)).toMatchObject({
        status,
        kept: "no-store",
      });
    await tenants.close();
  });

  test("is not said where all callers get the same, but for a token", async () => {
    const tenants = await startTenants(undefined);
    expect(await got(tenants.url + PATH, {})).toMatchObject({ status: 200, vary: [], kept: undefined });
    await tenants.close();
    const guarded = await startTenants(undefined, undefined, { token: "t0ken" });
    expect((await got(guarded.url + PATH, {})).vary).toEqual(["accept", "authorization"]);
    await guarded.close();
  });
});

describe.each(["public, max-age=60", "private, max-age=60", "max-age=60"])("a cache and %s", (cacheControl) => {
  const callers = [
    [{ "x-key": "1" }, "1"],
    [{ "x-key": "2" }, "2"],
    [{ authorization: "3" }, "3"],
    [{ authorization: "4" }, "4"],
    [{ cookie: "5" }, "5"],
    [{ cookie: "6" }, "6"],
    [{}, undefined],
  ] as const;

  test.each([
    ["one header", (({ headers }) => keyed(headers["x-key"])) as Credentials],
    ["a branch between headers", branching],
    ["a session", ofSession],
    [
      "a header, else a session",
      ((request) => branching(request, NO_SIGNAL) ?? ofSession(request, NO_SIGNAL)) as Credentials,
    ],
  ])("give each caller what is theirs: %s", async (_name, credentials) => {
    const tenants = await startTenants(credentials, cacheControl);
    const type = cacheControl.startsWith("private") ? "private" : "shared";
    const cached = new Agent().compose(interceptors.cache({ type }));
    const direct = new Map<object, Got>();
    for (const [headers] of callers) direct.set(headers, await got(tenants.url + PATH, headers));
    for (const round of [callers, callers.toReversed(), callers])
      for (const [headers] of round) {
        const { status, text } = await got(tenants.url + PATH, headers, cached);
        expect([status, text]).toEqual([direct.get(headers)!.status, direct.get(headers)!.text]);
      }
    await cached.close();
    await tenants.close();
  });

  test("keep what one caller asks for again", async () => {
    const tenants = await startTenants(({ headers }) => keyed(headers["x-key"]), cacheControl);
    const type = cacheControl.startsWith("private") ? "private" : "shared";
    const cached = new Agent().compose(interceptors.cache({ type }));
    const asked = () => got(tenants.url + PATH, { "x-key": "1" }, cached);
    expect((await asked()).age).toBeUndefined();
    expect((await asked()).age).toBeDefined();
    await cached.close();
    await tenants.close();
  });
});

const NO_SIGNAL = { signal: new AbortController().signal };
