/** What callers, networks and other sites can do to a gateway. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { AttemptInterceptor } from "soapwright-runtime";
import { Gate } from "soapwright-testing/stage/gate";
import { RawServer } from "soapwright-testing/transport/raw-server";
import { startStage } from "./parcels";

/** Returns an interceptor that records the HTTP headers of each request to the service. */
function recording(headers: object[]): AttemptInterceptor {
  return (next) => (attempt) => {
    headers.push({ ...attempt.httpHeaders });
    return next(attempt);
  };
}

/** Sends bytes, and resolves to everything that came back when the gateway has ended the connection. */
async function raw(url: string, bytes: string): Promise<string> {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  let text = "";
  socket.on("data", (piece) => {
    text += piece.toString("latin1");
  });
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.write(bytes);
  await closed;
  return text;
}
const post = (url: string, headers: string, body: string): string =>
  `POST /parcels/countParcels HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

test("request smuggling, long headers and broken HTTP are problems, and the connection ends", async () => {
  const stage = await startStage();
  const { url } = stage.gateway;
  const cases: readonly (readonly [string, number])[] = [
    [post(url, "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "{}"), 400],
    [post(url, "Content-Length: 2\r\nContent-Length: 3\r\n", "{}"), 400],
    [post(url, "Transfer-Encoding: chunked, identity\r\n", "2\r\n{}\r\n0\r\n\r\n"), 400],
    [post(url, "Transfer-Encoding: chunked\r\n", "zz\r\n{}"), 400],
    [post(url, `X-Long: ${"x".repeat(20_000)}\r\nContent-Length: 2\r\n`, "{}"), 431],
    [post(url, "X-Bad\x01: 1\r\n", ""), 400],
    ["GET / HTTP/9.9\r\n\r\n", 400],
  ];
  for (const [text, status] of cases) {
    const answer = await raw(url, text);
    expect([answer.split("\r\n")[0], answer.match(/^HTTP/gm)]).toEqual([
      expect.stringMatching(`^HTTP/1.1 ${status} `),
      ["HTTP"],
    ]);
    expect(answer).toContain("application/problem+json");
  }
  await stage.close();
});

test("a body that is slow is a 408, and the connection ends", async () => {
  const stage = await startStage({ limits: { bodyTimeoutMs: 300 } });
  const answer = await raw(stage.gateway.url, post(stage.gateway.url, "Content-Length: 10\r\n", "{"));
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(answer).toContain("The body did not arrive within 300 ms.");
  await stage.close();
});

test("foreign names in Host and pages of other sites are refused", async () => {
  const stage = await startStage({ origins: ["https://app.example"] });
  const { url } = stage.gateway;
  const { host } = new URL(url);
  const get = (headers: string) => raw(url, `GET /health HTTP/1.1\r\nConnection: close\r\n${headers}\r\n`);
  expect(await get("Host: evil.example\r\n")).toMatch(/^HTTP\/1.1 421 /);
  expect(await get("Host: 127.0.0.1.evil.example\r\n")).toMatch(/^HTTP\/1.1 421 /);
  expect(await get(`Host: localhost:1\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  expect(await get(`Host: ${host}\r\nOrigin: https://evil.example\r\n`)).toMatch(/^HTTP\/1.1 403 /);
  expect(await get(`Host: ${host}\r\nOrigin: null\r\n`)).toMatch(/^HTTP\/1.1 403 /);
  expect(await get(`Host: ${host}\r\nSec-Fetch-Site: cross-site\r\n`)).toMatch(/^HTTP\/1.1 403 /);
  expect(await get(`Host: ${host}\r\nOrigin: http://${host}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  expect(await get(`Host: ${host}\r\nOrigin: https://app.example\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  await stage.close();
  const named = await startStage({ hosts: ["api.example"] });
  expect(
    await raw(named.gateway.url, "GET /health HTTP/1.1\r\nConnection: close\r\nHost: api.example:8443\r\n\r\n"),
  ).toMatch(/^HTTP\/1.1 200 /);
  // A probe on the same machine.
  expect((await named.ask("/health")).status).toBe(200);
  expect(
    await raw(named.gateway.url, "GET /health HTTP/1.1\r\nConnection: close\r\nHost: evil.example\r\n\r\n"),
  ).toMatch(/^HTTP\/1.1 421 /);
  await named.close();
});

test("a page of an allowed origin may send JSON and read responses, as browsers ask", async () => {
  const cache = { GetParcel: { etag: true } };
  const stage = await startStage({ origins: ["https://app.example"], token: "gateway-token", cache });
  const { url } = stage.gateway;
  const send = (line: string, headers: string) =>
    raw(url, `${line} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n${headers}\r\n`);
  const asked =
    "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: content-type, authorization\r\n";
  const preflight = await send("OPTIONS /parcels/getParcel", `Origin: https://app.example\r\n${asked}`);
  expect(preflight).toMatch(/^HTTP\/1.1 204 /);
  expect(preflight).toMatch(/^access-control-allow-origin: https:\/\/app\.example\r$/im);
  expect(preflight).toMatch(/^access-control-allow-methods: GET, HEAD, POST\r$/im);
  expect(preflight).toMatch(/^access-control-allow-headers: content-type, authorization\r$/im);
  const refused = await send("GET /parcels/getParcel?Id=1", "Origin: https://app.example\r\n");
  expect(refused).toMatch(/^HTTP\/1.1 401 /);
  expect(refused).toMatch(/^access-control-allow-origin: https:\/\/app\.example\r$/im);
  const read = await send(
    "GET /parcels/getParcel?Id=1",
    "Origin: https://app.example\r\nAuthorization: Bearer gateway-token\r\n",
  );
  expect(read).toMatch(/^HTTP\/1.1 200 /);
  expect(read).toMatch(/^vary: Origin, Accept, Authorization\r$/im);
  // Nothing for others, and nothing at paths without an operation.
  const own = await send("GET /health", "");
  expect(own).toMatch(/^vary: Origin\r$/im);
  expect(own).not.toMatch(/access-control/i);
  const foreign = await send("OPTIONS /parcels/getParcel", `Origin: https://evil.example\r\n${asked}`);
  expect(foreign).toMatch(/^HTTP\/1.1 403 /);
  expect(foreign).not.toMatch(/access-control/i);
  expect(await send("OPTIONS /parcels/none", `Origin: https://app.example\r\n${asked}`)).toMatch(/^HTTP\/1.1 404 /);
  expect(await send("OPTIONS /parcels/getParcel", "Origin: https://app.example\r\n")).toMatch(/^HTTP\/1.1 405 /);
  await stage.close();
});

test("a token opens the operations alone, in time that does not depend on it", async () => {
  const stage = await startStage({ token: "gateway-token" });
  const none = await stage.post("countParcels", {});
  expect([none.status, none.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  const wrong = await stage.post("countParcels", {}, { headers: { authorization: "Bearer gateway-tokem" } });
  expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([401, 'Bearer error="invalid_token"']);
  expect(none.text + wrong.text).not.toMatch(/gateway-toke/);
  const right = await stage.post("countParcels", {}, { headers: { authorization: "bearer gateway-token" } });
  expect(right.status).toBe(200);
  expect((await stage.ask("/openapi.json")).json).toMatchObject({ security: [{ bearer: [] }] });
  await stage.close();
});

test("an error of credentials with a status of its own is not called a failure", async () => {
  const stage = await startStage({
    credentials: ({ headers }) => {
      throw Object.assign(new Error("s3cret"), { statusCode: Number(headers["x-status"]) });
    },
  });
  const ask = (status: number) => stage.post("countParcels", {}, { headers: { "x-status": String(status) } });
  const refused = await ask(401);
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  expect((await ask(402)).json).toMatchObject({ status: 402, detail: "The gateway refuses the request." });
  expect((await ask(599)).json).toMatchObject({
    status: 599,
    detail: expect.stringContaining("Its log has the cause"),
  });
  expect(refused.text).not.toContain("s3cret");
  await stage.close();
});

test("credentials are the caller's, over one pool of connections", async () => {
  const seen: { readonly "x-tenant"?: string }[] = [];
  const stage = await startStage(
    {
      challenge: 'Basic realm="parcels"',
      async credentials(request) {
        const { authorization } = request.headers;
        await wait(1);
        return authorization === undefined
          ? undefined
          : { httpHeaders: { authorization, "x-tenant": authorization.slice(-1).replace("!", "\n") } };
      },
    },
    {},
    { attemptInterceptors: [recording(seen)] },
  );
  const none = await stage.post("countParcels", {});
  expect([none.status, none.headers.get("www-authenticate")]).toEqual([401, 'Basic realm="parcels"']);
  const tenants = ["a", "b", "c", "d"];
  const all = await Promise.all(
    tenants.map((tenant) => stage.post("countParcels", {}, { headers: { authorization: `Basic ${tenant}` } })),
  );
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(seen.map((headers) => headers["x-tenant"]).sort()).toEqual(tenants);
  expect(stage.client.stats().origins).toHaveLength(1);
  const split = await stage.post("countParcels", {}, { headers: { authorization: "Basic !" } });
  // The caller's own credentials are not valid.
  expect([split.status, split.headers.get("www-authenticate")]).toEqual([401, 'Basic realm="parcels"']);
  await stage.close();
});

test("more callers than the limit get a 503, more requests a second a 429", async () => {
  const { gate, handlers } = held();
  const stage = await startStage({ limits: { maxCallers: 2 } }, { handlers });
  const first = [1, 2].map(() => stage.post("countParcels", {}));
  await until(() => gate.arrived === 2);
  const refused = await stage.post("countParcels", {});
  expect([refused.status, (await stage.post("countParcels", {})).status]).toEqual([503, 503]);
  gate.open();
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
  expect([refused.headers.get("retry-after"), refused.json]).toEqual(["1", expect.objectContaining({ status: 503 })]);
  expect((await stage.post("countParcels", {})).status).toBe(200);
  await stage.close();
  const two = await startStage({ limits: { requestsPerSecond: 2 } });
  const both = [await two.post("countParcels", {}), await two.post("countParcels", {})];
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await two.close();
  // One in a hundred seconds, which no machine takes for two requests.
  const slow = await startStage({ limits: { requestsPerSecond: 0.01 } });
  expect((await slow.post("countParcels", {})).status).toBe(200);
  const last = await slow.post("countParcels", {});
  expect(last.status).toBe(429);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(1);
  await slow.close();
});

test("the service that is absent, slow or broken is a 502 or a 504 without its address", async () => {
  const said: string[] = [];
  const slow = held();
  const stage = await startStage(
    { onError: (error) => void said.push((error as Error).name), limits: { callTimeoutMs: 200 } },
    { handlers: slow.handlers },
  );
  expect((await stage.post("countParcels", {})).json).toMatchObject({ status: 504, code: "TIMEOUT", kind: "timeout" });
  slow.gate.open();
  await stage.close();
  const absent = await startStage(
    { onError: (error) => void said.push((error as Error).name) },
    {},
    {
      endpoint: "http://127.0.0.1:9/secret-path",
    },
  );
  const { json, text } = await absent.post("countParcels", {});
  expect(json).toMatchObject({ status: 502, code: "CONNECTION", kind: "unreachable", operation: "CountParcels" });
  expect(text).not.toContain("secret-path");
  await absent.close();
  const broken = await startStage(
    { onError: (error) => void said.push((error as Error).name) },
    { sandbox: { troubleRules: [{ trouble: { kind: "status", status: 500 } }] } },
  );
  expect((await broken.post("countParcels", {})).json).toMatchObject({ status: 502, code: "HTTP" });
  await broken.close();
  const { gate, handlers } = held();
  const full = await startStage({}, { handlers }, { connections: 1, limits: { queued: 1 } });
  const taken = [1, 2].map(() => full.post("countParcels", {}));
  await until(() => full.client.stats().origins[0]?.waiting === 1);
  const over = await full.post("countParcels", {});
  gate.open();
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200]);
  expect([over.headers.get("retry-after"), over.json]).toEqual(["1", expect.objectContaining({ code: "OVERLOADED" })]);
  await full.close();
  expect(said).toEqual(["TimeoutError", "ConnectionError", "HttpError"]);
});

test("a caller that leaves ends its call", async () => {
  const { gate, handlers } = held();
  const stage = await startStage({}, { handlers });
  const leave = new AbortController();
  const asked = stage.post("countParcels", {}, { signal: leave.signal });
  asked.catch(() => {});
  await until(() => gate.arrived === 1);
  leave.abort();
  await expect(asked).rejects.toThrow();
  await until(() => stage.client.stats().origins[0]?.inFlight === 0);
  expect((await stage.ask("/ready")).json).toEqual({ status: "pass", callers: 0 });
  gate.open();
  await stage.close();
});

/** A handler of `CountParcels` that responds when the gate opens. */
function held() {
  const gate = new Gate();
  return { gate, handlers: { countParcels: () => gate.pass().then(() => 1) } };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(5);
}

test("the trace of the caller goes to the service, and nothing else of its headers", async () => {
  const headers: object[] = [];
  const stage = await startStage({}, {}, { attemptInterceptors: [recording(headers)] });
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  await stage.post(
    "countParcels",
    {},
    { headers: { traceparent, tracestate: "a=1", cookie: "secret=1", "x-other": "1" } },
  );
  await stage.post("countParcels", {}, { headers: { traceparent: "00-x\t-01" } });
  expect(headers[0]).toMatchObject({ traceparent, tracestate: "a=1" });
  expect(headers[0]).not.toHaveProperty("cookie");
  expect(headers[0]).not.toHaveProperty("x-other");
  expect(headers[1]).not.toHaveProperty("traceparent");
  await stage.close();
});

/** The start of a list of parcels, in a response without an end. */
const parcel = "<t:Parcel><t:Id>1</t:Id><t:Weight>1</t:Weight></t:Parcel>";
const opened = `HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nConnection: close\r\n\r\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:FindParcelsResponse xmlns:t="urn:parcels">${parcel}`;

function sendForEver(socket: Socket): void {
  while (socket.writable && socket.write(parcel.repeat(100)));
  if (socket.writable) socket.once("drain", () => sendForEver(socket));
}

describe("lines", () => {
  const many = (count: number) => Array.from({ length: count }, (_, Id) => ({ Id, Weight: "1" }));

  test("an error after the first is the last line, one before it has a status", async () => {
    const results = { findParcels: () => many(5_000) };
    const stage = await startStage({ onError() {} }, { handlers: results });
    const accept = { headers: { accept: "application/x-ndjson" } };
    const whole = await stage.post("findParcels", {}, accept);
    expect(whole.text.trimEnd().split("\n")).toHaveLength(5_000);
    await stage.close();
    const cut = await startStage(
      { onError() {} },
      { handlers: results, sandbox: { troubleRules: [{ trouble: { kind: "truncate" } }] } },
    );
    const { status, text } = await cut.post("findParcels", {}, accept);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    if (status === 200)
      expect(lines.at(-1)).toEqual({ $error: expect.objectContaining({ status: 502, operation: "FindParcels" }) });
    else expect(lines[0]).toMatchObject({ status: 502 });
    await cut.close();
    const before = await startStage(
      { onError() {} },
      { sandbox: { troubleRules: [{ trouble: { kind: "status", status: 503 } }] } },
    );
    const early = await before.post("findParcels", {}, accept);
    expect([early.status, early.headers.get("content-type")]).toEqual([503, "application/problem+json; charset=utf-8"]);
    await before.close();
  });

  test.each<readonly [string, (socket: Socket) => void]>([
    ["sends without end", sendForEver],
    ["says no more", () => {}],
  ])("a reader who leaves while the service %s ends the call", async (_what, goOn) => {
    const service = await RawServer.start((socket) => {
      socket.write(opened);
      goOn(socket);
    });
    const stage = await startStage({}, {}, { endpoint: service.url });
    const { port } = new URL(stage.gateway.url);
    const socket: Socket = connect(Number(port), "127.0.0.1");
    const head = `Host: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nAccept: application/x-ndjson\r\nContent-Length: 2\r\n`;
    socket.write(`POST /parcels/findParcels HTTP/1.1\r\n${head}\r\n{}`);
    const [first] = (await once(socket, "data")) as [Buffer];
    expect(first.toString("latin1")).toMatch(/^HTTP\/1.1 200 /);
    socket.pause();
    // The service's response has no end, so the call is under way until the reader leaves.
    expect(stage.client.stats().origins[0]?.inFlight).toBe(1);
    socket.destroy();
    await until(() => stage.client.stats().origins[0]?.inFlight === 0);
    await service.allClosed();
    await stage.close();
    await service.stop();
  });
});

test("the end of the gateway loses no response, and its readiness says so", async () => {
  const { gate, handlers } = held();
  const stage = await startStage({}, { handlers });
  const all = Array.from({ length: 20 }, () => stage.post("countParcels", {}));
  await until(() => gate.arrived > 10);
  const closing = stage.gateway.close();
  gate.open();
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  await closing;
  await expect(stage.ask("/ready")).rejects.toThrow();
  await stage.close();
});

/** Sends a request, and resolves to the response of a connection that is kept. */
async function exchange(socket: Socket, text: string): Promise<string> {
  const data = once(socket, "data") as Promise<[Buffer]>;
  socket.write(text);
  return (await data)[0].toString("latin1");
}

test("requests on kept, silent and new connections are answered while the gateway ends", async () => {
  const stage = await startStage({ limits: { drainMs: 2_000 } });
  const { url } = stage.gateway;
  const open = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    return socket;
  };
  const request = post(url, "Content-Length: 2\r\n", "{}");
  const kept = await open();
  const silent = await open();
  const never = await open();
  expect(await exchange(kept, request)).toMatch(/^HTTP\/1.1 200 .*Connection: keep-alive/is);
  const closing = stage.gateway.close();
  while ((await stage.ask("/ready")).status !== 503);
  expect(await exchange(await open(), request)).toMatch(/^HTTP\/1.1 200 .*Connection: close/is);
  expect(await exchange(kept, request)).toMatch(/^HTTP\/1.1 200 .*Connection: close/is);
  await until(() => !stage.gateway.app.server.listening);
  // It was accepted before: its request is answered although the gateway no longer listens.
  expect(await exchange(silent, request)).toMatch(/^HTTP\/1.1 200 .*Connection: close/is);
  await Promise.all([closing, once(never, "close")]);
  await stage.close();
});
