/** Runs processes whose calls change data, and kills them: the service counts the calls of each input. */
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";

const script = resolve("packages/soapwright-export/tests/changing-export.cjs");

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** `address` is that of PostgreSQL, in place of files. */
interface Task {
  readonly kills: number;
  readonly folder: string;
  readonly inputs: number;
  readonly address?: string;
}

interface Changed {
  readonly killed: number;
  /** How often each input was called. */
  readonly calls: ReadonlyMap<number, number>;
  /** The last run, which nobody kills. */
  readonly last: Ran;
  /** What killed runs wrote to stderr. */
  readonly errors: string;
}

/** A service that counts the calls of each input, which is the path of its request. */
export async function startCounter() {
  const calls = new Map<number, number>();
  let killAt = Number.POSITIVE_INFINITY;
  let victim: ChildProcess | undefined;
  let seen = 0;
  const server = createServer((request, response) => {
    const n = Number(request.url?.slice(1));
    calls.set(n, (calls.get(n) ?? 0) + 1);
    // Before the response, so that some calls are made whose response the process never sees.
    if (++seen === killAt) victim?.kill("SIGKILL");
    setTimeout(() => response.end(), n % 4);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** Kills the process at one of the next 350 calls. */
    killSoon(child: ChildProcess) {
      victim = child;
      killAt = seen + 1 + Math.floor(Math.random() * 350);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs a script of the tests until its end. */
export function runScript(path: string, words: readonly string[], onStart: (child: ChildProcess) => void) {
  const child = spawn(process.execPath, [path, ...words]);
  const read = { out: "", err: "" };
  child.stdout.on("data", (text: Buffer) => (read.out += text.toString()));
  child.stderr.on("data", (text: Buffer) => (read.err += text.toString()));
  onStart(child);
  return new Promise<Ran>((done) => child.on("close", (code) => done({ code, ...read })));
}

export async function changeAndKill({ kills, folder, inputs, address }: Task): Promise<Changed> {
  const service = await startCounter();
  const words = [folder, service.url, String(inputs), ...(address === undefined ? [] : [address])];
  let killed = 0;
  let errors = "";
  try {
    for (let turn = 0; turn < kills; turn++) {
      const { code, err } = await runScript(script, words, service.killSoon);
      errors += err;
      if (code === null) killed++;
    }
    return { killed, calls: service.calls, last: await runScript(script, words, () => {}), errors };
  } finally {
    service.close();
  }
}
