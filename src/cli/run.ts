import type { Terminal } from "soapwright-cli";
import { runService } from "soapwright-cli/service";
import { employeeProduct } from "./employee";

export { processTerminal } from "soapwright-cli/service";

/** Takes `args` without node and script. Resolves to the exit code; never rejects. */
export function run(args: readonly string[], terminal: Terminal): Promise<number> {
  return runService(employeeProduct, args, terminal);
}
