import type { Command } from "commander";
import { standardStreams } from "soapwright-contract/flags";
import { addShared } from "../commands/add-shared";
import { sharedCommands } from "../commands/commands";
import type { SharedCommand } from "../commands/shared-command";
import { addCompletion } from "../completion/completion-command";
import { type Frame, processFrame, wsdlSource } from "../wsdl/wsdl-source";
import { addDocumentCommand } from "./document-command";
import { documentCommands } from "./document-commands";
import { type ProvenGenerator, verifyBy } from "./verify";

/** Adds the commands that read, call, serve or examine a WSDL, in the order in which help lists them. */
export function addCommands(
  program: Command,
  generator: ProvenGenerator,
  shared: readonly SharedCommand[] = sharedCommands,
  frame: Frame = processFrame,
): void {
  for (const add of documentCommands) add(program);
  addDocumentCommand(program, verifyBy(generator));
  const source = wsdlSource(program.name(), frame);
  for (const one of shared) addShared(program, source, one);
  addCompletion(program, standardStreams.out);
}
