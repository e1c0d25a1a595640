/** The command `json-schema`. Its parts are loaded when it begins. */
import type { Command } from "commander";
import {
  type DocumentOptions,
  standardStreams,
  withDocumentOptions,
  withProblemsAsJson,
} from "soapwright-contract/flags";

/** Adds the command `json-schema`. */
export function addJsonSchema(program: Command): void {
  const command = program
    .command("json-schema <wsdl> [operation]")
    .description("print JSON Schemas (draft 2020-12) of the arguments and results of operations, as JSON has them");
  withProblemsAsJson(withDocumentOptions(command)).action(
    async (wsdl: string, operation: string | undefined, options: DocumentOptions) => {
      const { jsonSchema } = await import("../wsdl/json-schema/json-schema");
      process.exitCode = await jsonSchema(wsdl, operation, options, standardStreams);
    },
  );
}
