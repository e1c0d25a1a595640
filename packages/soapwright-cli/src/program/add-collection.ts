/** The command `collection`. Its parts are loaded when it begins. */
import { type Command, Option } from "commander";
import { standardStreams, withDocumentOptions, withProblemsAsJson } from "soapwright-contract/flags";
import type { CollectionOptions } from "../wsdl/collection/collection";

/** Adds the command `collection`. */
export function addCollection(program: Command): void {
  const command = program
    .command("collection <wsdl>")
    .description("write requests of every operation for Bruno, Postman, Insomnia or an editor's .http files")
    .addOption(
      new Option("--for <tool>", "the tool").choices(["bruno", "postman", "insomnia", "http"]).makeOptionMandatory(),
    )
    .requiredOption("--out <folder>", "folder of the files")
    .option("--seed <n>", "another seed makes other values", "1");
  withProblemsAsJson(withDocumentOptions(command)).action(async (wsdl: string, options: CollectionOptions) => {
    const { collection } = await import("../wsdl/collection/collection");
    process.exitCode = await collection(wsdl, options, standardStreams);
  });
}
