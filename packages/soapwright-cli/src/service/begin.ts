import { voiceOf } from "../end/speech";
import type { FormatFlags } from "../formats/format";
import type { Terminal } from "../terminal/terminal";
import type { ClientFlags } from "./client-flags";
import type { CallableOperation, ServiceCommand } from "./service-command";

export type CallFlags = ClientFlags & FormatFlags;

/** Calls the operation and prints the result: a list item by item, on arrival. Rejects with the call's error. */
export async function callAndPrint(
  service: ServiceCommand,
  callable: CallableOperation,
  args: unknown,
  flags: CallFlags,
  terminal: Terminal,
): Promise<void> {
  // Help and completion load nothing that makes calls.
  const [calls, { clientOf }] = await Promise.all([import("../call/make-call"), import("./open-client")]);
  const open = (more: object) => clientOf(service, callable.version, flags, terminal.environment, more);
  await calls.callAndPrint(open, callable.operation, args, flags, terminal, voiceOf(service, terminal));
}
