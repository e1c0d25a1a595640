/** The services of a WSDL as tools of an assistant, without generated code. */
import { Command, type Option } from "commander";
import { loadOptions, loadServices } from "soapwright-contract";
import { type LoadFlags, optionsText, withLoadOptions } from "soapwright-contract/flags";
import { serveTools, type Terminal, type ToolFlags, toolOptions, UsageError } from "../../index";
import { type ClientFlags, clientOptions } from "../call/call-flags";
import { endedBy } from "../call/ended-by";
import { openClients } from "../call/open-clients";
import { propertyTexts } from "../call/schema-texts";
import { withWsdl } from "../call/wsdl-file";

interface Flags extends ClientFlags, ToolFlags, LoadFlags {}

function ownOptions(): readonly Option[] {
  return [...toolOptions(), ...clientOptions(), ...withLoadOptions(new Command()).options];
}

/** The options, as the end of the command's help. */
export function toolsHelp(): string {
  return optionsText(reader());
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
  const clients = await openClients(loaded, flags, terminal);
  await serveTools({ command: "soapwright mcp", clients, documentation: propertyTexts(loaded) }, flags, terminal);
}
