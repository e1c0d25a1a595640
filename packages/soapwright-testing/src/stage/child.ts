/** Runs a script in its own process, so that tests see what ends the process or keeps it alive. */
import { type ChildProcess, fork } from "node:child_process";

/** The environment of a shell, which warns on stderr where the locale of this process is not installed. */
export const shellEnvironment: NodeJS.ProcessEnv = { ...process.env, LC_ALL: "C" };

/** The end of a child process, and its output. */
interface Ended<T> {
  /** The message that it sent; undefined if it sent none. */
  readonly report: T | undefined;
  /** The exit code, or the name of the signal. */
  readonly end: number | string | null;
  readonly stderr: string;
}

/** Starts the script at an absolute path, sends it `task`, and waits until the process ends by itself. */
export async function runChild<T>(script: string, task: object, flags: readonly string[] = []): Promise<Ended<T>> {
  const child: ChildProcess = fork(script, {
    execArgv: [...flags, "-C", "soapwright-source", "--require", require.resolve("../register.cjs")],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  let report: T | undefined;
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  child.on("message", (message) => {
    report = message as T;
  });
  child.send(task);
  const end = await new Promise<number | string | null>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  return { report, end, stderr };
}

/** Runs in the child: receives the task, sends the result of `work`, and closes the channel to the parent. */
export function answerParent<Task, Report>(work: (task: Task) => Promise<Report>): void {
  process.once("message", (task) => {
    void work(task as Task).then((report) => {
      process.send?.(report, () => process.disconnect());
    });
  });
}
