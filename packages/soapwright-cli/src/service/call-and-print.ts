import { noteFor, printCall } from "../call-result";
import type { FormatFlags } from "../formats/format";
import type { Terminal } from "../terminal";
import type { ClientFlags } from "./client-flags";
import { withClient } from "./open-client";
import type { CallableOperation, ServiceCommand } from "./service-command";

export type CallFlags = ClientFlags & FormatFlags;

/** Calls the operation and prints the result. A list is printed item by item, on arrival. */
export async function callAndPrint(
  service: ServiceCommand,
  callable: CallableOperation,
  args: unknown,
  flags: CallFlags,
  terminal: Terminal,
): Promise<void> {
  const note = noteFor(flags, terminal);
  await withClient(service, callable, flags, terminal, note, (client, options) =>
    printCall(client, callable.operation, args, options, { flags, terminal, note }),
  );
}
