/** The services of the WSDL that the command line names, for the shared commands. */
import {
  isAddress,
  type LoadedService,
  type LoadedServices,
  loadServices,
  OpenProblem,
  type OperationModel,
  Report,
} from "soapwright-contract";
import { type DocumentOptions, loadOptions } from "soapwright-contract/flags";
import { openedClient } from "soapwright-contract/open";
import type { OperationNode } from "soapwright-runtime/tables";
import { checkEndpoint, chosenOf, type NamedService } from "../commands/operations";
import type { Begun, CommandService } from "../commands/shared-command";
import { UsageError } from "../end/command-end";
import type { ClientFlags } from "./client-flags";
import { contractWatch } from "./contract-watch";
import { doctorSubjects } from "./doctor-subjects";
import { clientOf, openClients } from "./open-clients";
import { propertyTexts, type SchemaTextsOf } from "./schema-texts";
import { withWsdl } from "./wsdl-file";

/** The document has no address of the service, and that of the WSDL may not be one. */
const NO_ENDPOINT = "http://127.0.0.1/";

export async function withService(
  { shared, words: [wsdl = ""], flags: given, terminal }: Begun,
  use: (service: CommandService) => Promise<void>,
): Promise<void> {
  const flags = given as ClientFlags;
  if (shared.forAssistant && flags.soapHeaders === "-")
    throw new UsageError("--soap-headers reads a file: standard input is the assistant's.");
  const report = new Report({ ...terminal, out: () => {}, isTerminal: false }, flags);
  await withWsdl(wsdl, async (path) => {
    const options = loadOptions(given as DocumentOptions);
    const loaded = await loadServices(path, { wsdl: options });
    const texts = propertyTexts(loaded);
    const services = namedServices(loaded, texts);
    const samples = shared.showsExamples ? await import("./json-schema/samples") : undefined;
    const models = modelsOf(loaded);
    const chosen = () => chosenOf(services, flags.service, "service");
    const called = () => {
      checkEndpoint(chosen(), flags, { kind: "service", chooser: "--service" });
      return chosen();
    };
    await use({
      terminal,
      services,
      documentation: texts,
      ...(samples && { examples: (operation) => samples.samplesOf(loaded, models.get(operation)!, operation) }),
      contractChange: contractWatch(wsdl, path, loaded, options),
      open: async (environment = terminal.environment) =>
        openClients(loaded, called(), flags, { ...terminal, environment }),
      clientOf({ service, operation }, more) {
        const loadedService = loaded.services.find((each) => each.service === service)!;
        return clientOf(loaded, { ...loadedService, operation }, flags, terminal, more);
      },
      describe: () => Promise.all(chosen().map((each) => openedClient(loaded, each, { endpoint: NO_ENDPOINT }))),
      subjects: async () => doctorSubjects(loaded, called(), flags, options, terminal),
      note: (reason, line) => report.note(reason, line),
    });
  });
}

function namedServices({ services }: LoadedServices, texts: SchemaTextsOf): (LoadedService & NamedService)[] {
  return services.map((each) => ({
    ...each,
    name: each.service.name,
    textOf: ({ name }) => texts.operation(name),
    argumentText: ({ owner, key }) => texts.property(owner, key),
  }));
}

function modelsOf({ services }: LoadedServices): ReadonlyMap<OperationNode, OperationModel> {
  return new Map(
    services.flatMap(({ service, client }) =>
      service.operations.map((operation, at) => [operation, client.operations[at]!] as const),
    ),
  );
}

/** A key of the keyboard fetches nothing from the network, and an error has no place on the command line. */
export async function knownServices(wsdl: string | undefined): Promise<readonly NamedService[] | undefined> {
  if (wsdl === undefined || isAddress(wsdl)) return undefined;
  try {
    return await withWsdl(wsdl, async (path) => {
      const loaded = await loadServices(path, { wsdl: { allowOutside: true } });
      return namedServices(loaded, propertyTexts(loaded));
    });
  } catch (error) {
    if (!(error instanceof OpenProblem)) throw error;
    return undefined;
  }
}
