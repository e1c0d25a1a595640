/** The service of a WSDL that the command line names, for the shared commands. */
import { Command, Option } from "commander";
import { type LoadedServices, loadOptions, loadServices, type OperationModel, Report } from "soapwright-contract";
import { type DocumentOptions, withLoadOptions } from "soapwright-contract/flags";
import { openedClient } from "soapwright-contract/open";
import type { OperationNode } from "soapwright-runtime/tables";
import { UsageError } from "../command-end";
import type { CommandService, Given, SharedCommand } from "../shared/shared-command";
import type { Terminal } from "../terminal";
import { type ClientFlags, clientOptions } from "./call/call-flags";
import { chosenServices, openClients } from "./call/open-clients";
import { propertyTexts } from "./call/schema-texts";
import { withWsdl } from "./call/wsdl-file";
import { contractWatch } from "./contract-watch";
import { samplesOf } from "./json-schema/samples";

type Flags = ClientFlags & DocumentOptions;

export function optionsOf({ calls }: SharedCommand): readonly Option[] {
  const service = new Option("--service <name>", "the service, where the WSDL has several (default: all)");
  return [...(calls ? clientOptions() : [service]), ...withLoadOptions(new Command()).options];
}

/** The document has no address of the service, and that of the WSDL may not be one. */
const NO_ENDPOINT = "http://127.0.0.1/";

export async function withService(
  { forAssistant }: SharedCommand,
  { words: [wsdl = ""], flags: given }: Given,
  terminal: Terminal,
  use: (service: CommandService) => Promise<void>,
): Promise<void> {
  const flags = given as Flags;
  if (forAssistant && flags.soapHeaders === "-")
    throw new UsageError("--soap-headers reads a file: standard input is the assistant's.");
  const report = new Report({ ...terminal, out: () => {}, isTerminal: false }, flags);
  await withWsdl(wsdl, async (path) => {
    const options = loadOptions(flags);
    const loaded = await loadServices(path, { wsdl: options });
    const models = modelsOf(loaded);
    await use({
      terminal,
      documentation: propertyTexts(loaded),
      examples: (operation) => samplesOf(loaded, models.get(operation)!, operation),
      contractChange: contractWatch(wsdl, path, loaded, options),
      open: (environment = terminal.environment) => openClients(loaded, flags, { ...terminal, environment }),
      describe: () =>
        Promise.all(
          chosenServices(loaded, flags.service).map((each) => openedClient(loaded, each, { endpoint: NO_ENDPOINT })),
        ),
      note: (line) => report.note(line),
    });
  });
}

function modelsOf({ services }: LoadedServices): ReadonlyMap<OperationNode, OperationModel> {
  return new Map(
    services.flatMap(({ service, client }) =>
      service.operations.map((operation, at) => [operation, client.operations[at]!] as const),
    ),
  );
}
