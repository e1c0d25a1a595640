import { checkFit } from "../fit";
import type { Terminal } from "../terminal";
import type { CallFlags } from "./call-and-print";
import type { CallableOperation, ServiceCommand } from "./service-command";

/** Loads what makes calls and reports its errors. */
export const loadedActions = () => require("#actions") as typeof import("./actions");

/** Loads what makes calls, when a command begins. Throws a `ConfigurationError` if the installed core does not fit. */
export function actions(): typeof import("./actions") {
  checkFit("runService");
  return loadedActions();
}

/** Calls the operation and prints the result. A list is printed item by item, on arrival. Rejects with the call's error. */
export function callAndPrint(
  service: ServiceCommand,
  callable: CallableOperation,
  args: unknown,
  flags: CallFlags,
  terminal: Terminal,
): Promise<void> {
  return actions().callAndPrint(service, callable, args, flags, terminal);
}
