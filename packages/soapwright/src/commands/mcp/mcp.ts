/** The services of a WSDL as tools of an assistant, without generated code. */
import { Command, type Option } from "commander";
import {
  type GivenJson,
  jsonFrom,
  serveTools,
  type Terminal,
  type ToolFlags,
  toolOptions,
  UsageError,
  withVariables,
} from "soapwright-command";
import type { OperationNode } from "soapwright-runtime/tables";
import { type LoadedService, loadServices, openedClient, serviceNamed } from "../../open-service";
import { endedBy } from "../call/call";
import { clientOptionsOf, headerValues, passwordOf } from "../call/call-client";
import { type ClientFlags, clientOptions } from "../call/call-flags";
import { propertyTexts } from "../call/schema-texts";
import { withWsdl } from "../call/wsdl-file";
import { loadOptions } from "../load-options";
import { type LoadFlags, withLoadOptions } from "../shared-options";

interface Flags extends ClientFlags, ToolFlags, LoadFlags {}

function ownOptions(): readonly Option[] {
  return [...toolOptions(), ...clientOptions(), ...withLoadOptions(new Command()).options];
}

/** The options, as the end of the command's help. */
export function toolsHelp(): string {
  const [, options = ""] = /(Options:[\s\S]*)$/.exec(reader().helpInformation()) ?? [];
  return `\nMore ${options.replace("Options:", "options:")}`;
}

/** A command that throws its errors instead of printing them. */
function reader(): Command {
  const command = new Command("mcp").argument("<wsdl>").helpOption(false).exitOverride();
  command.configureOutput({ outputError: () => {} });
  for (const option of ownOptions()) command.addOption(option);
  return command;
}

/** Runs the command until the assistant leaves, and prints its errors. Resolves to the exit code. */
export function mcp(given: readonly string[], terminal: Terminal): Promise<number> {
  return endedBy(terminal, async () => {
    const command = reader().parse([...given], { from: "user" });
    await withWsdl(command.args[0]!, (path) => serve(path, command.opts<Flags>(), terminal));
  });
}

async function serve(wsdl: string, flags: Flags, terminal: Terminal): Promise<void> {
  if (flags.soapHeaders === "-")
    throw new UsageError("--soap-headers reads a file: standard input is the assistant's.");
  const loaded = await loadServices(wsdl, { wsdl: loadOptions(flags) });
  const { services } = loaded;
  if (services.length > 1 && flags.endpoint !== undefined && flags.service === undefined)
    throw new UsageError("--endpoint is the address of one service. Choose it with --service.");
  const chosen = flags.service === undefined ? services : [serviceNamed(services, flags.service)];
  const headers =
    flags.soapHeaders === undefined ? undefined : await jsonFrom("--soap-headers", flags.soapHeaders, terminal);
  const password = passwordOf(flags, terminal.environment);
  const clients = chosen.map((each) =>
    openedClient(loaded, each, {
      ...clientOptionsOf(each.service, flags, password, terminal.environment),
      ...(headers && { headers: headersOf(each, filled(headers, terminal)) }),
    }),
  );
  await serveTools({ clients, documentation: propertyTexts(loaded) }, flags, terminal);
}

/** The texts of the file with the variables of the environment that they name, which hold the secrets. */
function filled({ json, ...given }: GivenJson, terminal: Terminal): GivenJson {
  const text = JSON.stringify(json);
  const read = JSON.parse(text, (_, value: unknown) =>
    typeof value === "string" ? withVariables(value, terminal, "--soap-headers") : value,
  ) as unknown;
  return { ...given, json: read };
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
