/** Employees in any number behind a sandbox, and the command as a child process. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startSandbox } from "employee-service-client/sandbox";
import { SandboxFault, type Trouble } from "soapwright-sandbox";

export const command = resolve("dist/cli/main.js");

/**
 * Returns the cost centers of an employee. Every 97th employee is unknown, every 5th has none, the others have one to
 * three.
 */
export function costCentersOf(EmployeeId: number) {
  if (EmployeeId % 97 === 0) throw new SandboxFault("1002: Unknown employee");
  return Array.from({ length: EmployeeId % 5 === 0 ? 0 : 1 + (EmployeeId % 3) }, (_, index) => ({
    Id: EmployeeId * 10 + index,
    CostCenter: { Code: `C${index}`, Description: `Sales, "${EmployeeId}"`, Id: index === 1 ? null : index },
    Percentage: "33.3300",
    Default: index === 0,
  }));
}

/** Returns the number of rows of the employees in a range. */
export function rowsOfRange(from: number, to: number): number {
  let rows = 0;
  for (let id = from; id <= to; id++) if (id % 97 !== 0) rows += costCentersOf(id).length;
  return rows;
}

interface StaffOptions {
  readonly onCall?: (id: number) => void;
  readonly delayMs?: number;
  /** Called for every request. Returns the error to inject into it. */
  readonly onRequest?: () => Trouble | undefined;
}

export function startStaff(options: StaffOptions = {}) {
  return startSandbox({
    keepExchanges: 0,
    keepRequests: 0,
    ...(options.onRequest === undefined ? {} : { trouble: options.onRequest }),
    handlers: {
      costCenterGetCurrent: async ({ EmployeeId }) => {
        options.onCall?.(EmployeeId);
        if (options.delayMs !== undefined) await new Promise((done) => setTimeout(done, options.delayMs).unref());
        return costCentersOf(EmployeeId);
      },
    },
  });
}

export function environmentOf(url: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH ?? "",
    EMPLOYEE_SERVICE_BASE_URL: url,
    EMPLOYEE_SERVICE_USERNAME: "sandbox-user",
    EMPLOYEE_SERVICE_TOKEN: "sandbox-token",
    EMPLOYEE_SERVICE_DOMAIN: "sandbox",
  };
}

/** The outcome of a run of the command. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string;
  readonly nodeArguments?: readonly string[];
  readonly onStart?: (child: ChildProcess) => void;
}

export function runCommand(commandArguments: readonly string[], options: RunOptions): Promise<Ran> {
  if (!existsSync(command)) throw new Error("dist/ is absent: run `make build` first");
  const child = spawn(process.execPath, [...(options.nodeArguments ?? []), command, ...commandArguments], {
    cwd: options.cwd,
    env: options.env,
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (text: Buffer) => {
    out += text.toString();
  });
  child.stderr.on("data", (text: Buffer) => {
    err += text.toString();
  });
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  options.onStart?.(child);
  return new Promise((done) => child.on("close", (code) => done({ code, out, err })));
}

/** Creates a temporary folder. `remove` deletes it. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "export-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Returns the lines of a text, sorted, because their order depends on which call ended first. */
export function sortedLines(text: string): string[] {
  return text.split("\n").sort();
}

/** Kills a process at a random moment, soon after its start or its first call. Returns the hook for each call. */
export function killAtRandom(child: ChildProcess): () => void {
  const kill = () => child.kill("SIGKILL");
  if (Math.random() < 0.2) setTimeout(kill, Math.random() * 600);
  let isArmed = true;
  return () => {
    if (isArmed) setTimeout(kill, Math.random() * 1_200);
    isArmed = false;
  };
}
