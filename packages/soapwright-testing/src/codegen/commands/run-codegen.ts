/** Runs a command of the generator in this process, and tells what a caller would see of it. */
import { CommanderError } from "commander";
import { createProgram } from "soapwright/internal";

export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `args` as after `codegen`. */
export async function runCodegen(...args: string[]): Promise<Outcome> {
  const said = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    jest.spyOn(process[name], "write").mockImplementation((text) => {
      said[name] += String(text);
      return true;
    }),
  );
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await createProgram().parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  const exitCode = Number(process.exitCode);
  process.exitCode = before;
  return { exitCode, ...said };
}
