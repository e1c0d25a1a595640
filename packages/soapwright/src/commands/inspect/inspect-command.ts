import type { Command } from "commander";
import { withDocumentOptions } from "../shared-options";
import { standardStreams } from "../streams";
import type { InspectOptions } from "./inspect";
import { inspect } from "./inspect";

/** Adds `inspect` to the generator's command line. */
export function addInspect(program: Command): void {
  const command = program
    .command("inspect <wsdl>")
    .description("show services, ports, operations, messages, types, headers and faults")
    .option("--json", "as JSON, problems too")
    .option("--html", "as one HTML file with search, linked types and sample envelopes, which needs no network");
  withDocumentOptions(command).action(async (wsdl: string, options: InspectOptions) => {
    process.exitCode = await inspect(wsdl, options, standardStreams);
  });
}
