/** Calls that bypass the proxy, and hosts that are this machine. */
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { atEnd, endAfterEach, open, rejection } from "soapwright-testing/stage/stage";

endAfterEach();

describe("NO_PROXY", () => {
  const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"];
  const before = names.map((name) => [name, process.env[name]] as const);
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  /** Whether a call to `endpoint` bypasses the proxy. The addresses are for documentation: no host has them. */
  async function isExcluded(list: string, endpoint: string): Promise<boolean> {
    let asked = 0;
    const proxy = createHttpServer((request, response) => {
      asked++;
      request.resume().on("end", () => response.writeHead(502).end());
    });
    const sockets = new Set<Socket>();
    proxy.on("connection", (socket) => sockets.add(socket));
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    atEnd(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    });
    for (const name of names) delete process.env[name];
    process.env.HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    process.env.NO_PROXY = list;
    const client = open({ endpoint, proxy: "environment", allowInsecure: true, retries: 0, connectTimeoutMs: 300 });
    const error = await rejection(client.getBooks({ ShelfId: 1 }));
    expect(Reflect.get(error, "code")).toEqual(asked > 0 ? "HTTP" : expect.stringMatching(/^(CONNECTION|TIMEOUT)$/));
    return asked === 0;
  }

  test.each([
    ["2001:db8::1", "http://[2001:db8::1]/", true],
    ["2001:db8::1", "http://[2001:db8::1]:8080/", true],
    ["2001:db8::1", "http://[2001:db8::2]/", false],
    ["2001:DB8:0:0::0:1", "http://[2001:db8::1]/", true],
    ["[2001:db8::1]", "http://[2001:db8::1]/", true],
    ["[2001:db8::1]:8080", "http://[2001:db8::1]:8080/", true],
    ["[2001:db8::1]:8080", "http://[2001:db8::1]:8081/", false],
    ["2001:db8::8080", "http://[2001:db8::1]:8080/", false],
    ["2001:db8::/32", "http://[2001:db8:1::5]/", true],
    ["2001:db8:1::/48", "http://[2001:db8:2::5]/", false],
    ["192.0.2.0/24", "http://192.0.2.7/", true],
    ["192.0.2.0/24", "http://198.51.100.7/", false],
    ["192.0.2.128/25", "http://192.0.2.7/", false],
    ["192.0.2.128/25", "http://192.0.2.200:81/", true],
    ["a.example, 192.0.2.0/24 b.example", "http://192.0.2.7/", true],
    ["192.0.2.0/33", "http://192.0.2.7/", false],
    ["0.0.0.0/0", "http://192.0.2.7/", true],
    ["0.0.0.0/0", "http://[2001:db8::1]/", false],
    ["192.0.2.0/24", "http://192.0.2.7.example/", false],
    ["192.0.2.7:81", "http://192.0.2.7:81/", true],
    ["192.0.2.7:81", "http://192.0.2.7:82/", false],
  ])("%s: is %s excluded? %p", async (list, endpoint, want) => {
    expect(await isExcluded(list, endpoint)).toBe(want);
  });
});

describe("loopback", () => {
  test.each(["[::ffff:7f1:203]", "[::ffff:7f:1]", "[::ffff:7f:0]", "[::ffff:7f0:1]", "127.0.0.1.example", "[::2]"])(
    "is not %s: credentials do not go there in plain text",
    (host) => {
      expect(() => open({ endpoint: `http://${host}/` })).toThrow(
        expect.objectContaining({ code: "CONFIGURATION", option: "endpoint" }),
      );
    },
  );

  test.each(["[::ffff:7f01:203]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::1]", "127.1.2.3"])("is %s", (host) => {
    expect(() => open({ endpoint: `http://${host}/` })).not.toThrow();
  });
});
