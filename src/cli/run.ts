import type { Terminal } from "soapwright-cli";
import { runService } from "soapwright-cli";
import { employeeProduct } from "./employee";

export { processTerminal } from "soapwright-cli";

/** Takes `args` without node and script. Resolves to the exit code; never rejects. */
export function run(args: readonly string[], terminal: Terminal): Promise<number> {
  return runService(employeeProduct, args, terminal);
}
