/** A simulated reader with an empty folder, a terminal, and a clock. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Step } from "./page";

export class Person {
  /** The time of each step with commands, including installation. */
  readonly times: { readonly command: string; readonly ms: number }[] = [];
  readonly #root = mkdtempSync(join(tmpdir(), "first-task-"));
  readonly #kept: ChildProcess[] = [];
  readonly #port: number;

  private constructor(port: number) {
    this.#port = port;
    mkdirSync(join(this.#root, "folder"));
  }

  /** Creates a reader. The port replaces 8080, which may be in use on this machine. */
  static async arrive(): Promise<Person> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    return new Person(port);
  }

  get elapsedMs(): number {
    return this.times.reduce((sum, { ms }) => sum + ms, 0);
  }

  /** The current folder of the terminal. */
  get folder(): string {
    const file = join(this.#root, "place");
    return existsSync(file) ? readFileSync(file, "utf8").trim() : join(this.#root, "folder");
  }

  /** Carries out a step, and returns what it printed. */
  async does(step: Step): Promise<string> {
    const started = performance.now();
    try {
      if (step.kind === "keep") return await this.#keep(step.text);
      if (step.kind === "run") return this.runs(step.text);
      if (step.kind === "file") writeFileSync(join(this.folder, step.path), this.#here(step.text));
      return "";
    } finally {
      const command = step.text.trim().replaceAll("\n", "; ");
      if (step.kind === "run" || step.kind === "keep") this.times.push({ command, ms: performance.now() - started });
    }
  }

  /** Runs commands with the variables and the folder that earlier ones left, as in a terminal. */
  runs(text: string): string {
    const variables = join(this.#root, "variables");
    const script = [
      existsSync(variables) ? `. '${variables}'` : "",
      this.#here(text),
      `export -p > '${variables}'`,
      `pwd > '${join(this.#root, "place")}'`,
    ];
    const run = spawnSync("sh", ["-ec", script.join("\n")], {
      cwd: this.folder,
      encoding: "utf8",
      env: this.#environment(),
      timeout: 1_200_000,
    });
    if (run.status !== 0) throw new Error(`${text}${run.stdout}${run.stderr}`);
    return run.stdout;
  }

  async leaves(): Promise<void> {
    for (const child of this.#kept) {
      if (child.exitCode !== null) continue;
      const ended = once(child, "exit");
      // The group has npx and the process that it started.
      process.kill(-child.pid!, "SIGTERM");
      await ended;
    }
    rmSync(this.#root, { recursive: true, force: true });
  }

  async #keep(text: string): Promise<string> {
    const child = spawn("sh", ["-c", this.#here(text)], {
      cwd: this.folder,
      detached: true,
      env: this.#environment(),
      stdio: ["ignore", "pipe", "ignore"],
    });
    this.#kept.push(child);
    const [line] = (await once(child.stdout, "data", { signal: AbortSignal.timeout(60_000) })) as [Buffer];
    child.stdout.resume();
    return String(line);
  }

  #here(text: string): string {
    return text.replaceAll("8080", String(this.#port));
  }

  /** Returns an environment without this project and with an empty cache, so that everything is downloaded. */
  #environment(): NodeJS.ProcessEnv {
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(EMPLOYEE_SERVICE_|npm_(package|lifecycle)_|JEST_|NODE_ENV$|MAKE)/.test(name),
    );
    return {
      ...Object.fromEntries(own),
      npm_config_cache: join(this.#root, "cache"),
      npm_config_update_notifier: "false",
    };
  }
}
