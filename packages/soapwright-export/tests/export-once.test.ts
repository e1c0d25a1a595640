/** Exports of an operation that changes data, whose process is killed: the service counts the calls of each input. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { temporaryFolder } from "soapwright-testing/export/staff";
import { isSlow } from "soapwright-testing/stage/slow";

/** `EXPORT_KILLS=50` takes about a minute. */
const kills = Number(process.env.EXPORT_KILLS ?? (isSlow ? 50 : 3));
const inputs = 400 * (kills + 1);
const script = resolve("packages/soapwright-export/tests/changing-export.cjs");
const folder = temporaryFolder();
afterAll(folder.remove);

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(url: string, onStart: (child: ChildProcess) => void = () => {}): Promise<Ran> {
  const child = spawn(process.execPath, [script, folder.path, url, String(inputs)]);
  const read = { out: "", err: "" };
  child.stdout.on("data", (text: Buffer) => (read.out += text.toString()));
  child.stderr.on("data", (text: Buffer) => (read.err += text.toString()));
  onStart(child);
  return new Promise((done) => child.on("close", (code) => done({ code, ...read })));
}

const lines = <T>(name: string): T[] => {
  const path = join(folder.path, name);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
};

test(`${kills} kills: no input is called twice, and each without a row is reported as one that may have been made`, async () => {
  const calls = new Map<number, number>();
  let killAt = Number.POSITIVE_INFINITY;
  let seen = 0;
  let child: ChildProcess | undefined;
  const server = createServer((request, response) => {
    const n = Number(request.url?.slice(1));
    calls.set(n, (calls.get(n) ?? 0) + 1);
    // Before the response, so that some calls are made whose response the process never sees.
    if (++seen === killAt) child?.kill("SIGKILL");
    setTimeout(() => response.end(), n % 4);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let killed = 0;
  try {
    for (let turn = 0; turn < kills; turn++) {
      killAt = seen + 1 + Math.floor(Math.random() * 350);
      const { code, err } = await run(url, (started) => (child = started));
      expect(err).toBe("");
      if (code === null) killed++;
    }
    killAt = Number.POSITIVE_INFINITY;
    const { code, out, err } = await run(url);
    expect([code, err]).toEqual([0, ""]);
    const rows = lines<{ n: number }>("changes.ndjson").map(({ n }) => n);
    const maybe = lines<{ row: number; code: string; message: string }>("changes.ndjson.errors");
    const summary = JSON.parse(out) as { uncertain: number; failed: number; state: string };

    expect(killed).toBe(kills);
    expect([...calls.values()].filter((count) => count > 1)).toEqual([]);
    expect(new Set(maybe.map(({ code: of }) => of))).toEqual(new Set(["MAYBE"]));
    expect(summary).toMatchObject({ state: "complete", uncertain: maybe.length, failed: maybe.length });
    // Each input has a row or is reported, and none has both.
    const ended = [...rows, ...maybe.map(({ row }) => row - 1)].sort((a, b) => a - b);
    expect(ended).toEqual(Array.from({ length: inputs }, (_, n) => n));
    for (const n of rows) expect(calls.get(n)).toBe(1);
    console.info(
      `${maybe.length} of ${inputs} inputs reported, ${maybe.filter(({ row }) => calls.has(row - 1)).length} of them called`,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}, 600_000);
