/** The clients of the services of a WSDL, with the options of the command line. */

import type { LoadedService, LoadedServices } from "soapwright-contract";
import { openedClient } from "soapwright-contract/open";
import type { Feature, ServiceClient } from "soapwright-runtime";
import type { OperationNode } from "soapwright-runtime/tables";
import { jsonFrom } from "../call/call-arguments";
import type { GivenJson } from "../call/parse-arguments";
import type { Terminal } from "../terminal/terminal";
import type { ClientFlags } from "./client-flags";
import { clientOptionsOf, filled, headerValues } from "./client-options";

/** The header blocks of `--soap-headers`, with the variables of the environment that they name. */
async function readHeaders({ soapHeaders }: ClientFlags, terminal: Terminal): Promise<GivenJson | undefined> {
  return soapHeaders === undefined
    ? undefined
    : filled(await jsonFrom("--soap-headers", soapHeaders, terminal), terminal);
}

/** Opens the client of one operation, which takes all blocks. */
export async function clientOf(
  loaded: LoadedServices,
  called: LoadedService & { readonly operation: OperationNode },
  flags: ClientFlags,
  terminal: Terminal,
  more: { readonly features?: readonly Feature<never>[] },
): Promise<ServiceClient> {
  const headers = await readHeaders(flags, terminal);
  const options = await clientOptionsOf(called, flags, terminal.environment);
  return openedClient(loaded, called, {
    ...options,
    ...(headers && { headers: headerValues(called.operation, headers) }),
    ...more,
    features: [...(options.features ?? []), ...(more.features ?? [])],
  });
}

/** Opens a client of each service. @throws UsageError for options that do not fit, and variables that are not set. */
export async function openClients(
  loaded: LoadedServices,
  chosen: readonly LoadedService[],
  flags: ClientFlags,
  terminal: Terminal,
  more: object = {},
): Promise<readonly ServiceClient[]> {
  const headers = await readHeaders(flags, terminal);
  const opened = chosen.map(async (each) =>
    openedClient(loaded, each, {
      ...(await clientOptionsOf(each, flags, terminal.environment)),
      ...(headers && { headers: headersOf(each, headers) }),
      ...more,
    }),
  );
  return Promise.all(opened);
}

/** Returns a function that gives each operation the blocks that its binding declares. */
function headersOf({ service }: LoadedService, given: GivenJson) {
  const blocks = new Map(service.operations.map((operation) => [operation.name, blocksOf(operation, given)]));
  return ({ operation }: { readonly operation: string }) => blocks.get(operation);
}

function blocksOf(operation: OperationNode, given: GivenJson): unknown {
  const keys = new Set(operation.input.headers.map(({ key }) => key));
  const own = Object.entries(given.json ?? {}).filter(([key]) => keys.has(key));
  return headerValues(operation, { ...given, json: Object.fromEntries(own) });
}
