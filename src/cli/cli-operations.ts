/** Every operation of every version, and the call of one. */

import type { CallOptions, ServiceClient } from "soapwright-runtime";
import type { OperationNode } from "soapwright-runtime/internal";
import { WaitNote } from "soapwright-runtime/internal";
import { clients } from "../../generated/clients";
import type { VersionClient } from "../service/employee-service";
import { type ClientFlags, withClient } from "./client-flags";
import { columnsOfType } from "./formats/columns-of-type";
import { type FormatFlags, formatOf } from "./formats/format";
import { notedItems, wayOf } from "./noted-calls";
import { resultType } from "./places";
import { printItems, printValue } from "./printing";
import type { Terminal } from "./terminal";

/** An operation and its version. */
export interface CallableOperation extends VersionClient {
  readonly operation: OperationNode;
}

/** All operations, in the order of the table of versions and of each WSDL. */
export const operations: readonly CallableOperation[] = clients.flatMap((client) =>
  client.version.service.operations.map((operation) => ({ ...client, operation })),
);

/** The operations of that name: the method's name, otherwise the WSDL's. */
export function operationsCalled(word: string): CallableOperation[] {
  const byMethod = operations.filter(({ operation }) => operation.method === word);
  return byMethod.length > 0 ? byMethod : operations.filter(({ operation }) => operation.name === word);
}

/** Short names of operations. If several versions have the operation, the short name calls the first of them. */
export const shortNames: { readonly [word: string]: string } = {
  "cost-centers": "CostCenter_GetCurrent",
  addresses: "Address_GetList",
};

/** The name of an operation on the command line: its method if the WSDL overloads its name. */
export function wordFor({ operation, version }: CallableOperation): string {
  const same = version.service.operations.filter(({ name }) => name === operation.name);
  return same.length > 1 ? operation.method : operation.name;
}

export type CallFlags = ClientFlags & FormatFlags;

type Method<R> = (args: unknown, options: CallOptions) => R;

/** Calls an operation once and prints its result: a list item by item, on arrival. */
export async function callAndPrint(
  callable: CallableOperation,
  args: unknown,
  flags: CallFlags,
  terminal: Terminal,
): Promise<void> {
  const { operation } = callable;
  const format = formatOf(flags);
  const type = resultType(operation);
  const shown = type && columnsOfType(type);
  const note = new WaitNote(terminal, format === "json" || format === "ndjson");
  await withClient(callable, flags, terminal, note, async (client, options) => {
    const stream = streamOf(client, callable);
    if (stream !== undefined) {
      const what = () => `Waiting for the rest of the response of ${wayOf(client)}. Ctrl-C stops the command.`;
      await printItems(terminal, format, notedItems(note, stream.call(client, args, options), what), shown);
      return;
    }
    const method = Reflect.get(client, operation.method) as Method<Promise<unknown>>;
    const result = await method.call(client, args, options);
    if (Array.isArray(result)) await printItems(terminal, format, result, shown);
    else await printValue(terminal, format, result, shown);
  });
}

/** The method that streams a list item by item, if the operation has one. */
function streamOf(
  client: ServiceClient,
  { operation, version }: CallableOperation,
): Method<AsyncIterable<unknown>> | undefined {
  const name = `${operation.method}Stream`;
  const isOther = version.service.operations.some(({ method }) => method === name);
  const method: unknown = isOther ? undefined : Reflect.get(client, name);
  return typeof method === "function" ? (method as Method<AsyncIterable<unknown>>) : undefined;
}
