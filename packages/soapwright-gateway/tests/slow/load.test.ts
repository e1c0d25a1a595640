/** A gateway as a process of its own, with a million items, 1,000 callers and sudden ends: `make gateway-test`. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import fastify from "fastify";
import { openService, operationOf } from "soapwright";
import { startGateway } from "soapwright-gateway";
import { toJson } from "soapwright-runtime/json";
import { parcelsWsdl } from "../parcels";

jest.setTimeout(600_000);

let folder: string;
let wsdl: string;
let service: Server;
let endpoint: string;
let items = 3;
let delayMs = 20;
/** The ids that the service was asked for. */
const asked = new Set<number>();

const envelope = (body: string): [string, string] => [
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}`,
  "</soap:Body></soap:Envelope>",
];

/** Writes no faster than it is read. `GetParcel` returns a parcel of the id of the request. */
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const message = await textOf(request);
  response.writeHead(200, { "content-type": "text/xml; charset=utf-8" });
  if (!message.includes("FindParcels")) {
    const [, id = "0"] = /<(?:\w+:)?Id>(\d+)</.exec(message) ?? [];
    asked.add(Number(id));
    if (delayMs > 0) await wait(delayMs);
    const [start, end] = envelope(
      `<GetParcelResponse xmlns="urn:parcels"><Parcel><Id>${id}</Id><Weight>${id}.5</Weight></Parcel></GetParcelResponse>`,
    );
    response.end(start + end);
    return;
  }
  const [start, end] = envelope(`<FindParcelsResponse xmlns="urn:parcels">`);
  response.write(start);
  for (let at = 0; at < items && !response.destroyed; at += 500) {
    let piece = "";
    for (let id = at; id < Math.min(items, at + 500); id++)
      piece += `<Parcel><Id>${id}</Id><Weight>1.5</Weight><Size>small</Size></Parcel>`;
    if (response.write(piece)) continue;
    const settled = new AbortController();
    const { signal } = settled;
    const events = ["drain", "close"].map((event) => once(response, event, { signal }).catch(() => {}));
    await Promise.race(events);
    settled.abort();
  }
  response.end(`</FindParcelsResponse>${end}`);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gateway-load-"));
  wsdl = join(folder, "parcels.wsdl");
  writeFileSync(wsdl, parcelsWsdl());
  service = createServer((request, response) => void respond(request, response).catch(() => response.destroy()));
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
  rmSync(folder, { recursive: true });
});

async function startProcess(
  ...more: readonly string[]
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const args = ["packages/soapwright/dist/cli.js", "gateway", wsdl, "--port", "0", "--endpoint", endpoint, ...more];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  const [url] = (await once(createInterface(child.stdout!), "line")) as [string];
  return { child, url };
}

function megabytesOf({ pid }: ChildProcess): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}

const headers = { "content-type": "application/json" };
const post = (url: string, id: number): Promise<Response> =>
  fetch(`${url}/parcels/getParcel`, { method: "POST", headers, body: `{"Id":${id}}` });

test("1,000,000 items go to a slow reader in flat memory", async () => {
  items = 1_000_000;
  const { child, url } = await startProcess();
  for (let n = 0; n < 200; n++) await (await post(url, n)).text();
  const idle = megabytesOf(child);
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  const head = `Host: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nAccept: application/x-ndjson\r\nConnection: close\r\nContent-Length: 2\r\n`;
  socket.write(`POST /parcels/findParcels HTTP/1.1\r\n${head}\r\n{}`);
  let lines = 0;
  let most = 0;
  let pieces = 0;
  for await (const piece of socket) {
    for (const byte of piece as Buffer) if (byte === 0x7b) lines++;
    if (++pieces % 50 === 0) {
      most = Math.max(most, megabytesOf(child));
      await wait(20);
    }
  }
  items = 3;
  console.log(`1,000,000 items: idle ${idle.toFixed(0)} MB, at most ${most.toFixed(0)} MB`);
  expect(lines).toBe(1_000_000);
  expect(most - idle).toBeLessThan(64);
  child.kill("SIGKILL");
});

test("1,000 callers at once get their own answers", async () => {
  const { child, url } = await startProcess();
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, async (_, id) => {
      const response = await post(url, id);
      return [response.status, ((await response.json()) as { readonly Id?: number }).Id];
    }),
  );
  expect(answers).toEqual(Array.from({ length: 1_000 }, (_, id) => [200, id]));
  child.kill("SIGKILL");
});

test("a killed gateway tells each of 200 callers, and no answer is wrong", async () => {
  const counts = { right: 0, told: 0 };
  for (let round = 0; round < 10; round++) {
    const { child, url } = await startProcess();
    const calls = Array.from({ length: 200 }, async (_, id) => {
      try {
        const response = await post(url, id);
        const answer = (await response.json()) as { readonly Id?: number; readonly Weight?: string };
        expect([response.status, answer]).toEqual([200, { Id: id, Weight: `${id}.5` }]);
        counts.right++;
      } catch (error) {
        // Of fetch: the connection ended.
        if (!["TypeError", "SyntaxError"].includes((error as Error).name)) throw error;
        counts.told++;
      }
    });
    // The kill comes while some have their answer and others wait.
    for (const before = counts.right; counts.right - before < 10 + round * 15; ) await wait(2);
    child.kill("SIGKILL");
    await Promise.all(calls);
  }
  console.log(`10 kills under 200 callers: ${JSON.stringify(counts)}`);
  expect(counts.right + counts.told).toBe(2_000);
  expect(counts.told).toBeGreaterThan(0);
  expect(counts.right).toBeGreaterThanOrEqual(1_000 - 275);
});

test("an interrupted gateway answers all 200 callers, and ends with 0", async () => {
  // The shorter the wait, the more connections are not accepted yet when the end begins.
  for (const path of ["parcels/getParcel", "nothing"])
    for (const delay of [20, 60, 150, 300]) {
      const { child, url } = await startProcess();
      const calls = Array.from({ length: 200 }, async (_, id) => {
        const { status } = await fetch(`${url}/${path}`, { method: "POST", headers, body: `{"Id":${id}}` });
        return status;
      });
      await wait(delay);
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const status = path === "nothing" ? 404 : 200;
      expect([delay, await Promise.all(calls)]).toEqual([delay, Array.from({ length: 200 }, () => status)]);
      expect(await ended).toEqual([0, null]);
    }
});

test("callers that keep their connections lose no request when the gateway ends", async () => {
  const { child, url } = await startProcess();
  const counts = { answered: 0, refused: 0 };
  const ended = once(child, "exit");
  const callers = Array.from({ length: 50 }, async (_, caller) => {
    for (let id = 1_000_000 + caller; ; id += 50) {
      try {
        const response = await post(url, id);
        expect([response.status, await response.json()]).toEqual([200, { Id: id, Weight: `${id}.5` }]);
        counts.answered++;
        await wait(caller * 20);
      } catch (error) {
        // On a busy machine, connections may wait for the gateway when it stops to listen, and the system resets them.
        expect(["ECONNREFUSED", "ECONNRESET"]).toContain(((error as Error).cause as NodeJS.ErrnoException).code);
        expect([id, asked.has(id)]).toEqual([id, false]);
        counts.refused++;
        return;
      }
    }
  });
  await wait(2_000);
  child.kill("SIGTERM");
  await Promise.all(callers);
  expect(await ended).toEqual([0, null]);
  console.log(`An end under 50 callers that go on: ${JSON.stringify(counts)}`);
  expect(counts.refused).toBe(50);
  expect(counts.answered).toBeGreaterThan(200);
});

test("requests a second beside a route that calls the client by hand", async () => {
  delayMs = 0;
  const client = await openService(wsdl, { endpoint, connections: 16 });
  const { output } = operationOf(client, "getParcel");
  const gateway = await startGateway({ client, port: 0 });
  const app = fastify();
  app.post("/parcels/getParcel", async (request, reply) => {
    const result = await client.getParcel!(request.body);
    return reply.type("application/json").send(JSON.stringify(toJson(output!, result)));
  });
  const byHand = await app.listen({ port: 0, host: "127.0.0.1" });
  const rateOf = async (url: string): Promise<number> => {
    const started = performance.now();
    let count = 0;
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (performance.now() - started < 1_000) {
          await (await post(url, count++)).text();
        }
      }),
    );
    return count / ((performance.now() - started) / 1_000);
  };
  const ratios: number[] = [];
  for (let round = 0; round < 8; round++) {
    const [one, other] = round % 2 === 0 ? [gateway.url, byHand] : [byHand, gateway.url];
    const first = await rateOf(one);
    const second = await rateOf(other);
    ratios.push(round % 2 === 0 ? first / second : second / first);
  }
  ratios.sort((one, other) => one - other);
  const median = (ratios[3]! + ratios[4]!) / 2;
  console.log(
    `requests a second, gateway / by hand: ${median.toFixed(2)} (${ratios.map((each) => each.toFixed(2)).join(", ")})`,
  );
  expect(median).toBeGreaterThan(0.7);
  await gateway.close();
  await app.close();
  await client.close();
});
