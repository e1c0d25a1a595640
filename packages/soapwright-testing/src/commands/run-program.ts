/** Runs a command in this process, and returns its visible outcome. */
import { type Command, CommanderError } from "commander";

export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command. `args` are the arguments after the program's name. */
export async function runProgram(program: Command, args: readonly string[]): Promise<Outcome> {
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
    await program.parseAsync(args, { from: "user" });
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
