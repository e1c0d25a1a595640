import type { Command } from "commander";
import { standardStreams } from "soapwright-contract/flags";
import { addCompletion } from "../completion/completion-command";
import { addShared } from "../shared/add-shared";
import { sharedCommands } from "../shared/commands";
import type { SharedCommand } from "../shared/shared-command";
import { wsdlSource } from "../wsdl/wsdl-source";
import { addCall } from "./add-call";
import { addCollection } from "./add-collection";
import { addCatalog, addDiff, addDoctor, addInspect, addMock, addSample } from "./add-commands";
import { addJsonSchema } from "./add-json-schema";
import { addVerify, type ProvenGenerator } from "./add-verify";

export type { ProvenGenerator } from "./add-verify";
export { commandNotes } from "./notes";

/** Adds the commands that read, call, serve or examine a WSDL, in the order in which help lists them. */
export function addCommands(
  program: Command,
  generator: ProvenGenerator,
  shared: readonly SharedCommand[] = sharedCommands,
): void {
  addInspect(program);
  addCall(program);
  addJsonSchema(program);
  addCollection(program);
  addDiff(program);
  addSample(program);
  addVerify(program, generator);
  addMock(program);
  const source = wsdlSource(program.name());
  for (const one of shared) addShared(program, source, one);
  addDoctor(program);
  addCatalog(program);
  addCompletion(program, standardStreams.out, async (words) => {
    // The operations of a WSDL and their options are known once it is read.
    if (words[0] !== "call") return;
    const { addCallCandidates } = await import("../wsdl/completion/complete");
    await addCallCandidates(program, words);
  });
}
