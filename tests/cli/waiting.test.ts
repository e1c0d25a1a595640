/** Commands that wait: after three seconds they print the reason. */

import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { sampleOf } from "soapwright-testing/stage/slow";
import { run } from "../../src/cli/run";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function listening(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a server that accepts connections and sends nothing. */
const silence = () => listening(createServer((socket) => socket.on("error", () => {}).unref()));

/** Returns the stderr of a command, which is stopped after its first line. */
async function said(words: string, environment: Record<string, string>): Promise<string> {
  const stop = new AbortController();
  let err = "";
  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve()));
  await run(words.split(" "), {
    environment: {
      EMPLOYEE_SERVICE_USERNAME: "me",
      EMPLOYEE_SERVICE_TOKEN: "secret",
      EMPLOYEE_SERVICE_DOMAIN: "d",
      ...environment,
    },
    out() {},
    err(text) {
      err += text;
      if (err.includes("\n")) stop.abort();
    },
    stopped: () => stopped,
    signal: stop.signal,
  });
  return err;
}

const call = "call CostCenter_GetCurrent --employee-id 1003";

test.concurrent.each([
  [
    "a service that hangs",
    async () => ({ EMPLOYEE_SERVICE_BASE_URL: `http://${await silence()}` }),
    /^Waiting for http:\/\/127\.0\.0\.1:\d+\/soap\/v2\.1\/EmployeeService\.asmx: attempt 1 of 3, time limit 30 s\. Ctrl-C stops the command\.\n/,
  ],
  [
    "a TLS handshake that hangs",
    async () => ({ EMPLOYEE_SERVICE_BASE_URL: `https://${await silence()}` }),
    /^Waiting for https:\/\/127\.0\.0\.1:\d+\/\S+: attempt 1 of 3, time limit 30 s\./,
  ],
  [
    "a proxy that hangs",
    async () => ({ EMPLOYEE_SERVICE_BASE_URL: "https://192.0.2.7", HTTPS_PROXY: `http://${await silence()}` }),
    /^Waiting for https:\/\/192\.0\.2\.7\/\S+ through the proxy http:\/\/127\.0\.0\.1:\d+: attempt 1 of 3/,
  ],
  [
    "a service that asks to wait",
    async () => {
      const server = createHttpServer((_, response) => response.writeHead(503, { "Retry-After": "30" }).end());
      return { EMPLOYEE_SERVICE_BASE_URL: `http://${await listening(server)}` };
    },
    /^Waiting before attempt 2 of 3 of http:\S+: The service .*status 503 .*wait 30 s \(Retry-After\)/,
  ],
])("%s", async (_, environment, wanted) => {
  expect(await said(call, await environment())).toMatch(wanted);
});

test.concurrent.each(
  sampleOf(
    [
      ["PostgreSQL", "export cost-centers --ids 1-3 --to postgres://me@ADDRESS/rows"],
      ["Redis", "export cost-centers --ids 1-3 --queue redis://ADDRESS --to postgres://me@ADDRESS/rows"],
      ["Redis", "export --status --queue redis://ADDRESS --to postgres://me@ADDRESS/rows"],
      ["Redis", "worker --queue redis://ADDRESS --to postgres://me@ADDRESS/rows"],
    ],
    2,
  ),
)("%s that hangs: %s", async (server, words) => {
  const address = await silence();
  const err = await said(words.replaceAll("ADDRESS", address), { EMPLOYEE_SERVICE_BASE_URL: "http://127.0.0.1:1" });
  const [first] = err.split("\n");
  expect(first).toMatch(
    new RegExp(`^Waiting for a connection to ${server} at ${address}(?:/rows)?, time limit 10 s\\.$`),
  );
  expect(err).toContain(`error: There is no connection to ${server} at ${address}`);
});

test("as JSON where results are JSON", async () => {
  const err = await said(`${call} --json`, { EMPLOYEE_SERVICE_BASE_URL: `http://${await silence()}` });
  expect(JSON.parse(err.split("\n")[0]!)).toEqual({
    waiting: { message: expect.stringMatching(/^Waiting for http:/) },
  });
});

test("a proxy that opens no tunnel is named, and no option that is not set", async () => {
  const proxy = `http://${await silence()}`;
  const err = await said(`${call} --timeout 2s`, {
    EMPLOYEE_SERVICE_BASE_URL: "https://192.0.2.7",
    HTTPS_PROXY: proxy,
  });
  expect(err).toMatch(
    /^error: .*The proxy http:\S+ did not open a tunnel to 192\.0\.2\.7:443 within the time limit for connecting \(1,800 ms\)\..* Check HTTPS_PROXY and the network, or raise --timeout\.\n$/,
  );
});
