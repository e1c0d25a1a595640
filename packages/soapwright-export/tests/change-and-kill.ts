/** Runs `changing-export.cjs`, whose calls change data, and kills it: the service counts the calls of each input. */
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

function run({ folder, inputs, address }: Task, url: string, onStart: (child: ChildProcess) => void): Promise<Ran> {
  const child = spawn(process.execPath, [
    script,
    folder,
    url,
    String(inputs),
    ...(address === undefined ? [] : [address]),
  ]);
  const read = { out: "", err: "" };
  child.stdout.on("data", (text: Buffer) => (read.out += text.toString()));
  child.stderr.on("data", (text: Buffer) => (read.err += text.toString()));
  onStart(child);
  return new Promise((done) => child.on("close", (code) => done({ code, ...read })));
}

export async function changeAndKill(task: Task): Promise<Changed> {
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
  let errors = "";
  try {
    for (let turn = 0; turn < task.kills; turn++) {
      killAt = seen + 1 + Math.floor(Math.random() * 350);
      const { code, err } = await run(task, url, (started) => (child = started));
      errors += err;
      if (code === null) killed++;
    }
    killAt = Number.POSITIVE_INFINITY;
    return { killed, calls, last: await run(task, url, () => {}), errors };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
