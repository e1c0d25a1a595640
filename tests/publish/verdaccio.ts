/**
 * A real registry on loopback: verdaccio, in its own process. It forwards requests for other packages to npm's
 * registry.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export const packages = resolve("tests/publish/packages");

/** Installs the tools of these tests, once for each state of the lock. */
export function installTools(): void {
  const lock = readFileSync(join(packages, "package-lock.json"), "utf8");
  const stamp = join(packages, "node_modules/.installed-lock.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: packages,
    stdio: ["ignore", "ignore", "inherit"],
  });
  writeFileSync(stamp, lock);
}

export class Verdaccio {
  readonly address: string;
  /** The lines of an `.npmrc` that may publish. */
  readonly settings: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(address: string, settings: string, process: ChildProcess, folder: string) {
    this.address = address;
    this.settings = settings;
    this.#process = process;
    this.#folder = folder;
  }

  static async start(): Promise<Verdaccio> {
    const folder = mkdtempSync(join(tmpdir(), "verdaccio-"));
    const upstream = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
    const port = await freePort();
    writeFileSync(join(folder, "config.yaml"), configuration(upstream));
    const program = join(packages, "node_modules/verdaccio/bin/verdaccio");
    const words = ["--config", join(folder, "config.yaml"), "--listen", `127.0.0.1:${port}`];
    const child = spawn(process.execPath, [program, ...words], { cwd: folder, stdio: "ignore" });
    const address = `http://127.0.0.1:${port}/`;
    for (let attempt = 0; !(await answers(`${address}-/ping`)); attempt++) {
      if (attempt > 240 || child.exitCode !== null) throw new Error("verdaccio does not start.");
      await wait(500);
    }
    const user = await fetch(`${address}-/user/org.couchdb.user:tester`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "tester", password: "a-password-of-the-test", type: "user" }),
    });
    const { token } = (await user.json()) as { token: string };
    const settings = `registry=${address}\n${address.replace("http:", "")}:_authToken=${token}\n`;
    return new Verdaccio(address, settings, child, folder);
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const configuration = (upstream: string) => `storage: ./storage
auth:
  htpasswd:
    file: ./htpasswd
uplinks:
  upstream:
    url: ${upstream}
    cache: true
    timeout: 60s
packages:
  "@(employee-service-client|soapwright*|small-*)":
    access: $all
    publish: $authenticated
  "**":
    access: $all
    proxy: upstream
log: { type: stdout, format: pretty, level: fatal }
`;

async function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
