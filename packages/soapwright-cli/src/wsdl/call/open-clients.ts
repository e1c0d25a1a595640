/** The clients of the commands that serve the operations of a WSDL: `gateway` and `mcp`. */

import { type LoadedService, type LoadedServices, serviceNamed } from "soapwright-contract";
import { openedClient } from "soapwright-contract/open";
import type { ServiceClient } from "soapwright-runtime";
import type { OperationNode } from "soapwright-runtime/tables";
import { type GivenJson, jsonFrom, type Terminal, UsageError } from "../../index";
import { clientOptionsOf, filled, headerValues, passwordOf } from "./call-client";
import type { ClientFlags } from "./call-flags";

/** The services that a command line chooses: all, unless it names one. */
export function chosenServices({ services }: LoadedServices, name: string | undefined): readonly LoadedService[] {
  return name === undefined ? services : [serviceNamed(services, name)];
}

/** @throws UsageError for options that do not fit the services, and variables that are not set. */
export async function openClients(
  loaded: LoadedServices,
  flags: ClientFlags,
  terminal: Terminal,
): Promise<readonly ServiceClient[]> {
  const chosen = chosenServices(loaded, flags.service);
  if (chosen.length > 1 && flags.endpoint !== undefined)
    throw new UsageError(
      `--endpoint is the address of one service, and there are ${chosen.map(({ service }) => service.name).join(", ")}. Choose one with --service.`,
    );
  const headers =
    flags.soapHeaders === undefined ? undefined : await jsonFrom("--soap-headers", flags.soapHeaders, terminal);
  const password = passwordOf(flags, terminal.environment);
  const opened = chosen.map(async (each) =>
    openedClient(loaded, each, {
      ...(await clientOptionsOf(each.service, flags, password, terminal.environment)),
      ...(headers && { headers: headersOf(each, filled(headers, terminal)) }),
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
