/** A call without generated code: from the words of the command line to the exit code. */
import { Command } from "commander";
import { loadOptions, loadServices } from "soapwright-contract";
import { type DocumentedOperation, lineWidth, type Terminal, UsageError } from "../../index";
import { type Ask, askInTerminal } from "./ask";
import type { CallFlags } from "./call-flags";
import { splitOperands, words } from "./call-line";
import { callName } from "./call-name";
import { endedBy } from "./ended-by";
import { operationNamed } from "./named-operation";
import { callOperation, shellWord } from "./operation-call";
import { operationTable } from "./operation-table";
import { propertyTexts } from "./schema-texts";
import { withWsdl } from "./wsdl-file";

/** Runs the command and prints its errors. Resolves to the exit code. */
export async function call(given: readonly string[], terminal: Terminal, ask?: Ask): Promise<number> {
  const asking = ask ?? (process.stdin.isTTY === true && terminal.screen !== undefined ? askInTerminal : undefined);
  return endedBy(terminal, () => run(given, terminal, asking));
}

async function run(given: readonly string[], terminal: Terminal, ask: Ask | undefined): Promise<void> {
  const { operands, others } = splitOperands(given);
  const [wsdl, name] = operands;
  if (wsdl === undefined)
    throw new UsageError("missing argument 'wsdl'. Write soapwright call orders.wsdl, for example.");
  const command = quietCommand(terminal);
  const { asksHelp, options, flags: read } = words.read(command, others);
  const flags = read as CallFlags;
  if (flags.xml && flags.verbose)
    throw new UsageError("--xml and --verbose cannot be used together. Leave one of them out.");
  await withWsdl(wsdl, async (path) => {
    const loaded = await loadServices(path, { wsdl: loadOptions(flags) });
    const texts = propertyTexts(loaded);
    if (name === undefined) {
      if (options.length > 0) throw new UsageError(`name the operation before --${options[0]!.name}.`);
      await terminal.out(await operationTable(loaded, texts, terminal));
      return;
    }
    const found = operationNamed(loaded.services, name, flags, options);
    const documented: DocumentedOperation = {
      operation: found.operation,
      textOf: (place) => texts.property(place.owner, place.key),
    };
    if (asksHelp) {
      const text = texts.operation(found.operation.name) ?? `Operation ${found.operation.name}.`;
      await terminal.out(
        words.help(
          command,
          `soapwright call ${shellWord(wsdl)} ${callName(found.operation, found.service)}`,
          text,
          documented,
        ),
      );
      return;
    }
    await callOperation({ wsdl, name, loaded, ...found, documented, options, flags, others }, terminal, ask);
  });
}

/** A command that throws its errors instead of printing them. */
function quietCommand(terminal: Terminal): Command {
  return new Command("call").exitOverride().configureOutput({
    outputError: () => {},
    getOutHelpWidth: () => lineWidth(terminal) ?? 80,
  });
}
