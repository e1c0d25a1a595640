/** Runs the programs that a release needs; what one of them says when it fails becomes one error. */
import { spawnSync } from "node:child_process";

/** A program that did not end well. */
export class ProgramError extends Error {
  readonly output: string;

  constructor(program: string, words: readonly string[], output: string) {
    super(`${program} ${words.join(" ")} failed: ${output.trim() || "it printed nothing"}`);
    this.name = "ProgramError";
    this.output = output;
  }
}

/** What `program` prints to stdout. @throws ProgramError with all that it printed when it fails. */
export function run(program: string, words: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  if (error !== undefined) throw new ProgramError(program, words, error.message);
  if (status !== 0) throw new ProgramError(program, words, `${stderr}${stdout}`);
  return stdout;
}

/** npm, without its wish for an update and its advertisements. */
export function runNpm(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  return run("npm", words, cwd, { npm_config_update_notifier: "false", npm_config_fund: "false", ...env });
}

/** git, with messages in English. */
export function runGit(words: readonly string[], cwd: string): string {
  return run("git", words, cwd, { LC_ALL: "C" }).trimEnd();
}
