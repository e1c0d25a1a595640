import type { Terminal } from "soapwright-command";
import { runService } from "soapwright-command/service";
import { employeeProduct } from "./employee";

export { processTerminal } from "soapwright-command/service";

/** Takes `args` without node and script. Resolves to the exit code; never rejects. */
export function run(args: readonly string[], terminal: Terminal): Promise<number> {
  return runService(employeeProduct, args, terminal);
}
