import { type Command, Option } from "commander";
import { withDocumentOptions, withProblemsAsJson } from "../shared-options";
import { standardStreams } from "../streams";
import type { SampleOptions } from "./sample";
import { sample } from "./sample";

/** Adds `sample` to the generator's command line. */
export function addSample(program: Command): void {
  const command = program
    .command("sample <wsdl> <operation>")
    .description("print a complete, schema-valid envelope of an operation")
    .addOption(new Option("--soap <version>", "SOAP version").choices(["1.1", "1.2"]))
    .option("--response", "print the response instead of the request")
    .option("--seed <n>", "another seed makes another sample", "1");
  withProblemsAsJson(withDocumentOptions(command)).action(
    async (wsdl: string, operation: string, options: SampleOptions) => {
      process.exitCode = await sample(wsdl, operation, options, standardStreams);
    },
  );
}
