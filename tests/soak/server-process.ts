/** Starts the fault server in a process of its own, so that its work and its memory are not the client's. */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/** What the server has seen. */
export interface ServerCount {
  /** Requests by the trouble that was made for them. */
  readonly met: { readonly [trouble: string]: number };
  readonly requests: number;
  readonly connections: number;
  /** Calls that failed once, as planned, and never came back. */
  readonly unfinished: number;
}

export class ServerProcess {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  static async start(): Promise<ServerProcess> {
    const child = fork(join(__dirname, "fault-server.ts"), {
      execArgv: ["--require", "ts-node/register/transpile-only"],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const { port } = await nextMessage<{ port: number }>(child);
    return new ServerProcess(child, port);
  }

  count(): Promise<ServerCount> {
    const count = nextMessage<ServerCount>(this.#child);
    this.#child.send("count");
    return count;
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.disconnect();
    await gone;
  }
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the server ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message as T);
    });
  });
}
