/** A client in its own process. The process is replaced when it hangs, or when a case requires a new one. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Order, Report } from "./client-process";

export class ClientFork {
  readonly #script: string;
  readonly #decisionMs: number;
  #child: ChildProcess | undefined;

  /** `decisionMs` is the time limit of a decision. */
  constructor(script = "client-process.ts", decisionMs = 15_000) {
    this.#script = join(__dirname, script);
    this.#decisionMs = decisionMs;
  }

  /** Runs one case. Rejects if the process dies or makes no decision. */
  async run(order: Order): Promise<Report> {
    const child = await this.#started();
    const died = new Error(`the client process ended during ${order.name}`);
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        child.off("message", answer);
        child.off("exit", exit);
        act();
      };
      const answer = (report: unknown) => settle(() => resolve(report as Report));
      const exit = () => settle(() => reject(died));
      const timer = setTimeout(() => {
        settle(() => reject(new Error(`no decision on ${order.name} in ${this.#decisionMs} ms`)));
        this.stop();
      }, this.#decisionMs);
      child.on("message", answer);
      child.on("exit", exit);
      child.send(order);
    });
  }

  stop(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  async #started(): Promise<ChildProcess> {
    if (this.#child?.connected) return this.#child;
    const child = fork(this.#script, {
      execArgv: [
        "--expose-gc",
        "-C",
        "soapwright-source",
        "-r",
        join(__dirname, "../../packages/soapwright-testing/src/register.cjs"),
      ],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    child.stderr?.on("data", (text) => process.stderr.write(text));
    this.#child = child;
    await Promise.race([once(child, "message"), once(child, "exit")]);
    if (!child.connected) throw new Error("the client process did not start");
    return child;
  }
}
