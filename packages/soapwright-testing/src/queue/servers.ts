/** Real servers from Debian packages on loopback, each with its own folder. `make queue-test` installs them. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server that can be stopped with any signal and restarted with its data. */
export interface TestServer {
  readonly url: string;
  readonly port: number;
  start(): Promise<void>;
  /** Stops the server. `SIGKILL` simulates a crash. */
  stop(signal?: "SIGTERM" | "SIGKILL" | "SIGINT"): Promise<void>;
  remove(): Promise<void>;
}

const isRoot = process.getuid?.() === 0;

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function untilOpen(port: number): Promise<void> {
  for (let turn = 0; turn < 300; turn++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      }).once("error", () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Nobody listens on port ${port}.`);
}

class Server implements TestServer {
  #child: ChildProcess | undefined;

  constructor(
    readonly url: string,
    readonly port: number,
    private readonly folder: string,
    private readonly command: readonly [file: string, ...words: string[]],
    private readonly isReady: () => Promise<void>,
    private readonly usual: "SIGTERM" | "SIGINT",
  ) {}

  async start(): Promise<void> {
    const [file, ...serverArguments] = this.command;
    this.#child = spawn(file, serverArguments, {
      cwd: this.folder,
      stdio: "ignore",
      ...(isRoot ? ownerOf(this.folder) : {}),
    });
    await this.isReady();
  }

  async stop(signal: NodeJS.Signals = this.usual): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function ownerOf(_folder: string): { readonly uid: number; readonly gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function folderFor(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  chmodSync(folder, 0o700);
  if (isRoot) {
    const { uid, gid } = ownerOf(folder);
    chownSync(folder, uid, gid);
  }
  return folder;
}

/** Throws an `Error` with the remedy at once if a program is missing, because a missing server would be waited for. */
function requireInstalled(program: string, from: string): void {
  const folders = program.includes("/") ? [""] : (process.env.PATH ?? "").split(":");
  if (folders.some((folder) => existsSync(join(folder, program)))) return;
  throw new Error(`${program} is not installed. Install Debian's ${from}: make servers does it as root, or with sudo.`);
}

/** Starts PostgreSQL. It refuses to run as root, so root runs it as the package's user. */
export async function startPostgres(): Promise<TestServer> {
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql").sort() : [];
  const bin = versions.length === 0 ? "" : `/usr/lib/postgresql/${versions.at(-1)}/bin/`;
  requireInstalled(`${bin}initdb`, "postgresql");
  const folder = folderFor("postgres");
  const data = join(folder, "data");
  const port = await freePort();
  const asOwner = isRoot ? ownerOf(folder) : {};
  execFileSync(`${bin}initdb`, ["-D", data, "-U", "tester", "--auth=trust", "--encoding=UTF8", "--locale=C"], {
    stdio: "ignore",
    cwd: folder,
    ...asOwner,
  });
  const serverArguments = ["-D", data, "-p", String(port), "-k", folder, "-h", "127.0.0.1", "-c", "max_connections=50"];
  const url = `postgres://tester@127.0.0.1:${port}/postgres`;
  const ready = async () => {
    await untilOpen(port);
    for (let turn = 0; turn < 100; turn++) {
      if (
        await query(url, "SELECT 1").then(
          () => true,
          () => false,
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("PostgreSQL did not start.");
  };
  const server = new Server(url, port, folder, [`${bin}postgres`, ...serverArguments], ready, "SIGINT");
  await server.start();
  return server;
}

/** Starts Redis. `more` is appended to the settings of every test, and overrides them. */
export async function startRedis(...more: readonly string[]): Promise<TestServer> {
  requireInstalled("redis-server", "redis-server");
  const folder = folderFor("redis");
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const serverArguments = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
    "--appendonly",
    "yes",
    "--appendfsync",
    "everysec",
    "--save",
    "",
    "--maxmemory-policy",
    "noeviction",
    ...more,
  ];
  const server = new Server(
    `redis://127.0.0.1:${port}`,
    port,
    folder,
    ["redis-server", ...serverArguments],
    () => untilOpen(port),
    "SIGTERM",
  );
  await server.start();
  return server;
}

/** Runs one statement on its own connection. */
export async function query<R extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<R[]> {
  const { Client } = require("pg") as typeof import("pg");
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows as R[];
  } finally {
    await client.end();
  }
}
