/** Every answer of the list, written by a raw server to the whole client. */

import { type AddressInfo, createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { RawServer } from "../transport/raw-server";
import { RESPONSES } from "./all";
import type { ResponseAttack } from "./attack";
import { CERTIFICATE, KEY } from "./certificate";
import { ClientFork } from "./client-fork";
import type { Report } from "./client-process";

const ALL = process.env.ATTACKS === "all";
/** What a case may cost: a decision within 6 s at a time-out of 2 s, and so on. Timings only count where nothing else runs. */
const MOST = { elapsedMs: 6000, growthMiB: 256, blockedMs: 250 };

interface Wire {
  readonly url: string;
  readonly port: number;
  readonly requests: () => number;
  readonly stop: () => Promise<void>;
}

async function openWire({ serve, wire }: ResponseAttack): Promise<Wire> {
  if (wire === undefined) {
    const server = await RawServer.start(serve);
    const { url, port } = server;
    return { url, port, requests: () => server.requests.length, stop: () => server.stop() };
  }
  let requests = 0;
  const server =
    wire === "tls"
      ? createTlsServer({ key: KEY, cert: CERTIFICATE }, (socket) => {
          socket.on("error", () => undefined);
          socket.on("data", () => requests++);
        })
      : createServer((socket) => {
          socket.on("error", () => undefined);
          socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"));
        });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `https://127.0.0.1:${port}/service`, port, requests: () => requests, stop };
}

async function stand(client: ClientFork, attack: ResponseAttack): Promise<{ report: Report; requests: number }> {
  const wire = await openWire(attack);
  try {
    const report = await client.run({ side: "response", name: attack.name, url: wire.url, port: wire.port });
    return { report, requests: wire.requests() };
  } finally {
    await wire.stop();
  }
}

describe.each(RESPONSES)("answers of class $name", ({ name, attacks }) => {
  const client = new ClientFork();
  afterAll(() => client.stop());

  const run = attacks.filter(({ slow }) => ALL || !slow);
  test.each(run)(
    "$name ends in $outcome",
    async (attack) => {
      if (ALL && (name === "bomb" || attack.slow)) client.stop();
      const { report, requests } = await stand(client, attack);
      const { outcome, detail, leaks, polluted, watched } = report;
      expect({ outcome, detail }).toEqual({ outcome: attack.outcome, detail });
      if (attack.says !== undefined) expect(detail).toMatch(attack.says);
      expect({ leaks, polluted }).toEqual({ leaks: [], polluted: false });
      expect(requests).toBe(attack.requests ?? attack.calls ?? 1);
      if (!ALL) return;
      expect(watched.elapsedMs).toBeLessThan(MOST.elapsedMs);
      expect(watched.growthMiB).toBeLessThan(MOST.growthMiB);
      expect(watched.blockedMs).toBeLessThan(MOST.blockedMs);
    },
    30_000,
  );
});
