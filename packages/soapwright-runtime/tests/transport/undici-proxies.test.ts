/**
 * The reasons against undici's ProxyAgent and EnvHttpProxyAgent: they fail each case, and our proxies pass it. When one
 * passes with a later undici, its test fails here: then undici may do that part.
 */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createEmployeeServiceV3, type EmployeeServiceV3Options } from "employee-service-client";
import { EnvHttpProxyAgent, Pool, ProxyAgent } from "undici";
import { parseAddress } from "../../src/transport/address";
import { chooseProxy } from "../../src/transport/proxy";

const proxyUrl = "http://proxy.example:3128";
type Way = "direct" | "proxy";

/** The address to which undici's agent connects for `url`, without a connection. */
async function undiciWay(url: string, noProxy: string, set: object): Promise<Way> {
  const asked: Way[] = [];
  const refuse = (way: Way) => (_target: unknown, callback: (error: Error, socket: null) => void) => {
    asked.push(way);
    callback(new Error("asked"), null);
  };
  const agent = new EnvHttpProxyAgent({
    ...set,
    noProxy,
    connect: refuse("direct"),
    clientFactory: (origin: URL, options: object) => new Pool(origin, { ...options, connect: refuse("proxy") }),
  } as EnvHttpProxyAgent.Options);
  await agent.request({ origin: url, path: "/", method: "GET" }).catch(() => {});
  await agent.destroy();
  return asked[0]!;
}

function ourWay(url: string, noProxy: string, environment: Record<string, string>): Way {
  const proxy = chooseProxy("environment", parseAddress(url, "endpoint"), { ...environment, NO_PROXY: noProxy });
  return proxy === undefined ? "direct" : "proxy";
}

test.each<[what: string, url: string, noProxy: string, wanted: Way]>([
  ["a range of addresses", "https://10.1.2.3", "10.0.0.0/8", "direct"],
  ["a range of IPv6 addresses", "https://[2001:db8::1]", "2001:db8::/32", "direct"],
  ["an IPv6 address without brackets", "https://[2001:db8::1]", "2001:db8::1", "direct"],
  ["an IPv6 address written in another way", "https://[2001:db8::1]", "[2001:db8:0::1]", "direct"],
  ["a star in a list", "https://service.example", "other.example, *", "direct"],
  ["a name with a dot at its end", "https://service.example.", "service.example", "direct"],
  ["an entry with a dot at its end", "https://service.example", "service.example.", "direct"],
  ["an international name", "https://bücher.example", "bücher.example", "direct"],
  ["this machine by name", "https://localhost", "", "direct"],
  ["this machine by address", "https://127.0.0.1", "", "direct"],
  ["a part of an address, which is no domain", "https://10.1.2.3", "2.3", "proxy"],
])("NO_PROXY: %s", async (_what, url, noProxy, wanted) => {
  expect(ourWay(url, noProxy, { HTTPS_PROXY: proxyUrl })).toBe(wanted);
  expect(await undiciWay(url, noProxy, { httpProxy: proxyUrl, httpsProxy: proxyUrl })).not.toBe(wanted);
});

test("HTTP_PROXY is not for https:, as curl and Go have it", async () => {
  expect(ourWay("https://service.example", "", { HTTP_PROXY: proxyUrl })).toBe("direct");
  expect(await undiciWay("https://service.example", "", { httpProxy: proxyUrl, httpsProxy: "" })).toBe("proxy");
});

describe("an https: service, through a proxy", () => {
  let proxy: Server;
  let connections: number;
  let heads: string;
  let respond: (socket: Socket) => void;
  const open = new Set<Socket>();
  let address: string;
  beforeAll(async () => {
    proxy = createServer((socket) => {
      connections++;
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => open.delete(socket));
      socket.once("data", (bytes) => {
        heads += bytes.toString("latin1");
        respond(socket);
      });
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    connections = 0;
    heads = "";
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    proxy.close();
    await once(proxy, "close");
  });

  /** The error of a call of our client. */
  async function ours(options: Partial<EmployeeServiceV3Options> = {}): Promise<unknown> {
    const client = createEmployeeServiceV3({
      baseUrl: "https://service.example",
      domain: "d",
      proxy: `http://${address}`,
      retries: 0,
      ...options,
    });
    try {
      return await client.addressGetList({ EmployeeId: 1, Period: 1, Year: 2026 }).catch((error: unknown) => error);
    } finally {
      await client.close({ force: true });
    }
  }

  /** The error of a request of undici's agent; `undefined` if there is none within a second. */
  async function theirs(uri: string, limits: object = {}): Promise<unknown> {
    const agent = new ProxyAgent({ uri, ...limits });
    try {
      const request = agent.request({ origin: "https://service.example", path: "/", method: "GET", ...limits });
      return await Promise.race([request.catch((error: unknown) => error), wait(1_000, undefined)]);
    } finally {
      await agent.destroy();
    }
  }

  test("that hangs up: one connection and an error; undici connects again without end", async () => {
    respond = (socket) => socket.destroy();
    expect(await ours()).toMatchObject({ code: "CONNECTION", sent: "no" });
    expect(connections).toBe(1);
    connections = 0;
    expect(await theirs(`http://${address}`)).toBeUndefined();
    expect(connections).toBeGreaterThan(10);
  });

  test("that says nothing: connectTimeoutMs ends the call; undici has no limit for it", async () => {
    respond = () => {};
    expect(await ours({ connectTimeoutMs: 50 })).toMatchObject({ code: "TIMEOUT", phase: "connect", timeoutMs: 50 });
    const limits = { connectTimeout: 50, headersTimeout: 50, bodyTimeout: 50 };
    expect(
      await theirs(`http://${address}`, { ...limits, proxyTls: { timeout: 50 }, requestTls: { timeout: 50 } }),
    ).toBeUndefined();
  });

  test("that refuses: the message names the proxy and the status; undici's says that the request was aborted", async () => {
    respond = (socket) => socket.end("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n");
    const error = await ours();
    expect(error).toMatchObject({ code: "CONNECTION", sent: "no" });
    expect((error as Error).message).toMatch(new RegExp(`${address}.*407`));
    const other = await theirs(`http://${address}`);
    expect(other).toMatchObject({ name: "AbortError", code: "UND_ERR_ABORTED" });
    expect((other as Error).message).not.toContain(address);
  });

  test("that wants a user without a password: undici sends neither", async () => {
    respond = (socket) => socket.end("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n");
    await ours({ proxy: `http://user@${address}` });
    expect(heads).toContain(`Proxy-Authorization: Basic ${Buffer.from("user:").toString("base64")}`);
    heads = "";
    await theirs(`http://user@${address}`);
    expect(heads).toContain("CONNECT");
    expect(heads.toLowerCase()).not.toContain("proxy-authorization");
  });
});
