import type { Ran } from "soapwright-testing/export/staff";
import { run } from "../../src/cli/run";

export interface RunHereOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Runs the command in this process, without standard input and signals. A process of its own takes half a second more
 * of processor time: `runCommand` starts one.
 */
export async function runHere(args: readonly string[], { cwd, env }: RunHereOptions): Promise<Ran> {
  const before = process.cwd();
  const printed = { out: "", err: "" };
  process.chdir(cwd);
  try {
    const code = await run(args, {
      environment: env,
      out: (text) => {
        printed.out += text;
      },
      err: (text) => {
        printed.err += text;
      },
      input: async () => "",
      stopped: () => new Promise(() => {}),
    });
    return { code, ...printed };
  } finally {
    process.chdir(before);
  }
}
