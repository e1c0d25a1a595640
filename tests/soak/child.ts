/**
 * A process of the soak. Server and client have separate ones, so that their time and memory are measured separately.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

export class Child {
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#process = child;
  }

  /** Starts `script` and waits for its first message. */
  static async start<T>(script: string): Promise<{ readonly child: Child; readonly first: T }> {
    const child = new Child(
      fork(join(__dirname, script), {
        execArgv: ["--expose-gc", "--require", join(__dirname, "../../packages/soapwright-testing/src/register.cjs")],
        stdio: ["ignore", "inherit", "inherit", "ipc"],
        env: { ...process.env, NODE_OPTIONS: "" },
      }),
    );
    return { child, first: await child.#next<T>() };
  }

  /** Sends `message` and waits for the response. Rejects if the process ends instead. */
  ask<T>(message: object): Promise<T> {
    const answer = this.#next<T>();
    this.#process.send(message);
    return answer;
  }

  async stop(): Promise<void> {
    if (!this.#process.connected) return;
    const gone = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.disconnect();
    await gone;
  }

  #next<T>(): Promise<T> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`the process ended with ${code}`));
      this.#process.once("exit", onExit);
      this.#process.once("message", (message) => {
        this.#process.off("exit", onExit);
        resolve(message as T);
      });
    });
  }
}
