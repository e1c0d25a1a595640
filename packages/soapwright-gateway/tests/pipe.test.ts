/** Requests behind each other in one connection, HEADs, and bodies that nobody reads. */
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { connected, envelopeOf, startBackend, until } from "./backend";

const JSON_TYPE = "Content-Type: application/json\r\n";
const post = (method: string, headers = "", body = "{}"): string =>
  `POST /parcels/${method} HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

test.each([
  ["calls", post("countParcels").repeat(20), 20],
  ["lists as lines", post("findParcels", "Accept: application/x-ndjson\r\n").repeat(3), 3],
  ["one and the head of another", post("countParcels") + post("countParcels").slice(0, -1), 2],
  ["one and a GET", `${post("countParcels")}GET /parcels/getParcel?Id=1 HTTP/1.1\r\nHost: localhost\r\n\r\n`, 2],
])("%s in one pipe end with their connection, and so do their calls at the service", async (_name, text, count) => {
  const open = new Set<ServerResponse>();
  const backend = await startBackend(
    (_request, response) => {
      open.add(response);
      response.on("close", () => open.delete(response));
    },
    {},
    { connections: 50 },
  );
  for (const end of ["destroy", "resetAndDestroy"] as const) {
    const socket = await connected(backend.url);
    socket.write(text);
    await until(async () => (await backend.callers()) === count);
    socket[end]();
    await until(async () => (await backend.callers()) === 0 && open.size === 0);
  }
  await backend.close();
});

test("lines behind other responses end with their connection, while the service sends more", async () => {
  const open = new Set<ServerResponse>();
  const backend = await startBackend((_request, response, body) => {
    open.add(response);
    response.on("close", () => open.delete(response));
    if (body.includes("FindParcels"))
      response.write(envelopeOf("FindParcels", "<Parcel><Id>1</Id><Weight>1</Weight></Parcel>@").split("@", 1)[0]);
  });
  const socket = await connected(backend.url);
  socket.write(post("countParcels") + post("findParcels", "Accept: application/x-ndjson\r\n"));
  await until(() => open.size === 2);
  socket.destroy();
  await until(async () => (await backend.callers()) === 0 && open.size === 0);
  await backend.close();
});

test("a HEAD for lines makes no call", async () => {
  let calls = 0;
  const backend = await startBackend(
    (_request, response) => {
      calls++;
      response.end(envelopeOf("FindParcels", ""));
    },
    { safe: ["Find*"] },
  );
  const accept = { accept: "application/x-ndjson" };
  const head = await fetch(`${backend.url}/parcels/findParcels`, { method: "HEAD", headers: accept });
  expect([head.status, head.headers.get("content-type"), head.headers.get("content-length")]).toEqual([
    200,
    "application/x-ndjson",
    null,
  ]);
  expect([calls, await backend.callers()]).toEqual([0, 0]);
  const wrong = await fetch(`${backend.url}/parcels/findParcels?Fro=1`, { method: "HEAD", headers: accept });
  expect(wrong.status).toBe(400);
  expect((await fetch(`${backend.url}/parcels/findParcels`, { method: "HEAD" })).status).toBe(200);
  expect(calls).toBe(1);
  await backend.close();
});

/** Sends bytes until the connection is reset, each piece in a turn of its own. Resolves to how many were sent. */
async function sendBody(socket: Socket, length: number): Promise<number> {
  const piece = " ".repeat(100_000);
  let sent = 0;
  for (; sent < length && !socket.destroyed; sent += piece.length) {
    await new Promise((resolve) => socket.write(piece, resolve));
    await new Promise(setImmediate);
  }
  return sent;
}

describe("a body that nobody reads", () => {
  const long = `${JSON_TYPE}Content-Length: 10000000000\r\n`;
  const endless = `${JSON_TYPE}Transfer-Encoding: chunked\r\n`;
  const start = (line: string, headers: string) => `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
  test.each([
    ["without the token", start("POST /parcels/countParcels", long), 401],
    ["of no length without the token", start("POST /parcels/countParcels", endless), 401],
    ["to no path", start("POST /parcels/none", long), 404],
    ["beside all paths", start("POST /none", long), 404],
    [
      "of another type",
      start("POST /parcels/countParcels", `Authorization: Bearer t0ken\r\n${long.replace("json", "xml")}`),
      415,
    ],
    ["under another name", start("POST /parcels/countParcels", long).replace("localhost", "evil.example"), 421],
    ["of a page of another site", start("POST /parcels/countParcels", `Origin: https://evil.example\r\n${long}`), 403],
    ["of a GET", start("GET /openapi.json", long), 200],
  ])("ends its connection: one %s", async (_name, text, status) => {
    const backend = await startBackend((_request, response) => response.end(), { token: "t0ken" });
    const socket = await connected(backend.url);
    socket.write(text);
    const [data] = (await once(socket, "data")) as [Buffer];
    expect(data.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\r\nconnection: close\r\n`, "i"));
    await once(socket.resume(), "close");
    await backend.close();
  });

  test.each([
    ["without the token", 401, "", 3_000_000],
    ["that is too long", 413, "Authorization: Bearer t0ken\r\n", 3_000_000],
  ])("is taken in when its caller reads the response afterwards: one %s", async (_name, status, headers, length) => {
    const backend = await startBackend((_request, response) => response.end(), { token: "t0ken" });
    const socket = await connected(backend.url);
    // A caller that reads when all is sent: the response has arrived long before.
    socket.pause();
    socket.write(start("POST /parcels/countParcels", `${headers}${JSON_TYPE}Content-Length: ${length}\r\n`));
    expect(await sendBody(socket, length)).toBe(length);
    const [data] = (await once(socket.resume(), "data")) as [Buffer];
    expect(data.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\r\nconnection: close\r\n`, "i"));
    expect(await once(socket, "close")).toEqual([false]);
    await backend.close();
  });

  test("is taken in within bounds", async () => {
    const backend = await startBackend((_request, response) => response.end(), { token: "t0ken" });
    const socket = await connected(backend.url);
    socket.write(start("POST /parcels/countParcels", long));
    await once(socket.resume(), "data");
    expect(await sendBody(socket, 1_000_000_000)).toBeLessThan(200_000_000);
    await backend.close();
  });

  test("keeps its connection if it is short", async () => {
    const backend = await startBackend((_request, response) => response.end(), { token: "t0ken" });
    const socket = await connected(backend.url);
    for (let number = 0; number < 2; number++) {
      socket.write(post("countParcels"));
      const [data] = (await once(socket, "data")) as [Buffer];
      expect(data.toString()).toMatch(/^HTTP\/1.1 401 /);
    }
    socket.destroy();
    await backend.close();
  });
});
