/** Every operation of every version, and the call of one. */

import { type FormatFlags, isSameName, noteFor, printCall, type Terminal, UsageError } from "soapwright-command";
import type { OperationNode } from "soapwright-runtime/nodes";
import type { VersionClient } from "soapwright-runtime/service";
import { nearNames } from "soapwright-runtime/xsd";
import { clients } from "../../generated/clients";
import { type ClientFlags, withClient } from "./client-flags";

export interface CallableOperation extends VersionClient {
  readonly operation: OperationNode;
}

export const operations: readonly CallableOperation[] = clients.flatMap((client) =>
  client.version.service.operations.map((operation) => ({ ...client, operation })),
);

export function operationsCalled(word: string): CallableOperation[] {
  const byMethod = operations.filter(({ operation }) => operation.method === word);
  return byMethod.length > 0 ? byMethod : operations.filter(({ operation }) => operation.name === word);
}

/** A short name of an operation of several versions calls the first of them. */
export const shortNames: { readonly [word: string]: string } = {
  "cost-centers": "CostCenter_GetCurrent",
  addresses: "Address_GetList",
};

/** The name is the method's if the WSDL overloads the operation's. */
export function wordFor({ operation, version }: CallableOperation): string {
  const same = version.service.operations.filter(({ name }) => name === operation.name);
  return same.length > 1 ? operation.method : operation.name;
}

/**
 * `word` is a short name, the WSDL's or the method's, or either in lower case with dashes. Throws `UsageError` if it
 * names no operation, or several.
 */
export function operationNamed(word: string, wanted: string | undefined): CallableOperation {
  const names = clients.map(({ version }) => version.name);
  if (wanted !== undefined && !names.includes(wanted))
    throw new UsageError(`there is no version '${wanted}'. There is ${names.join(", ")}.`);
  const short = Object.hasOwn(shortNames, word) ? shortNames[word] : undefined;
  const exact = operationsCalled(short ?? word);
  const found = exact.length > 0 ? exact : operations.filter(({ operation }) => isSameName(operation.method, word));
  if (found.length === 0) throw new UsageError(`unknown operation '${word}'. ${nearest(word)}`);
  const candidates = found.filter(({ version }) => wanted === undefined || version.name === wanted);
  const [only, second] = candidates;
  const list = found.map((one) => `${one.operation.method} of ${one.version.name}`).join(", ");
  if (only === undefined) throw new UsageError(`${wanted} has no operation '${word}'. There is ${list}.`);
  if (second === undefined || short !== undefined) return only;
  const isOneVersion = candidates.every(({ version }) => version === only.version);
  const remedy = isOneVersion ? "Name the method instead" : "Choose one with --interface";
  throw new UsageError(`several operations are called '${word}': ${list}. ${remedy}.`);
}

function nearest(word: string): string {
  const operationWords = [...new Set(operations.map(wordFor))];
  const near = nearNames(word, operationWords).slice(0, 5);
  const hint =
    near.length > 0 ? `Did you mean ${near.join(", ")}?` : `There is ${operationWords.slice(0, 12).join(", ")}.`;
  return `${hint} 'call --help' lists the operations.`;
}

export type CallFlags = ClientFlags & FormatFlags;

/** A list is printed item by item, on arrival. */
export async function callAndPrint(
  callable: CallableOperation,
  args: unknown,
  flags: CallFlags,
  terminal: Terminal,
): Promise<void> {
  const note = noteFor(flags, terminal);
  await withClient(callable, flags, terminal, note, (client, options) =>
    printCall(client, callable.operation, args, options, { flags, terminal, note }),
  );
}
