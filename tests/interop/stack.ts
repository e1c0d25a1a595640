/** Foreign SOAP stacks: how to run them, and whether they are installed. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:net";
import { join } from "node:path";

export type InterfaceVersion = "v2.1" | "v3";
export type SoapVersion = "1.1" | "1.2";

/** Each interface version with each SOAP version. */
export const variants: readonly (readonly [InterfaceVersion, SoapVersion])[] = [
  ["v2.1", "1.1"],
  ["v2.1", "1.2"],
  ["v3", "1.1"],
  ["v3", "1.2"],
];

/** Returns the path of one of our programs for a foreign stack. */
export function program(name: string): string {
  return join(__dirname, "stacks", name);
}

/** The Python for which Debian installs packages. */
export const python = process.env.PYTHON ?? "/usr/bin/python3";

/** Whether a command runs and succeeds. */
export function runs(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Returns what a command prints. It is asynchronous, because the sandbox that it calls is in this process. */
export function outputOf(command: string, args: readonly string[], folder?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let complaint = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      complaint += chunk.toString("utf8");
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ended with ${code}: ${complaint}${output}`));
    });
  });
}

/** A server of a foreign stack, as a process. */
export interface ForeignServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server and waits until its port accepts connections. `args` returns the arguments for a port. */
export async function startServer(
  command: string,
  args: (port: number) => readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ForeignServer> {
  const port = await freePort();
  const child = spawn(command, args(port), {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: "ignore",
  });
  await portOpen(port, child);
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(child) };
}

/** Ends a process, and waits for its end. */
export function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) resolve();
    child.once("exit", () => resolve());
    child.kill();
  });
}

/** Returns a free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Waits until a process listens on the port. Rejects if the process ends before. */
export async function portOpen(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    if (await answers(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing answers on port ${port}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
