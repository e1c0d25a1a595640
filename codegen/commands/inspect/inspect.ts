import type { Command } from "commander";
import { type DocumentOptions, loadDocuments, withDocumentOptions } from "../documents";
import { exitCode, type Streams, standardStreams } from "../streams";
import { outlineDiagram } from "./mermaid";
import { outlineOf } from "./outline";
import { outlineTables } from "./tables";

export interface InspectOptions extends DocumentOptions {
  readonly json?: boolean;
  readonly mermaid?: boolean;
}

/** Prints what a WSDL holds. Resolves to the exit code. */
export async function inspect(wsdl: string, options: InspectOptions, streams: Streams): Promise<number> {
  if (options.json && options.mermaid) {
    streams.err("error: --json and --mermaid cannot be used together\n");
    return exitCode.usage;
  }
  const documents = await loadDocuments(wsdl, options, streams);
  if (!documents) return exitCode.failure;
  const outline = outlineOf(documents.definitions, documents.schemas);
  if (options.json) streams.out(`${JSON.stringify(outline, null, 2)}\n`);
  else streams.out(options.mermaid ? outlineDiagram(outline) : outlineTables(outline));
  return exitCode.success;
}

/** Adds `inspect` to the generator's command line. */
export function addInspect(program: Command): void {
  const command = program
    .command("inspect <wsdl>")
    .description("show services, ports, operations, messages, types, headers and faults")
    .option("--json", "as JSON")
    .option("--mermaid", "as a Mermaid class diagram");
  withDocumentOptions(command).action(async (wsdl: string, options: InspectOptions) => {
    process.exitCode = await inspect(wsdl, options, standardStreams);
  });
}
