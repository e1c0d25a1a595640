import { formatDiagnostic } from "../diagnostics";
import type { Definitions } from "../wsdl/definitions";
import { loadDefinitions } from "../wsdl/load";
import type { Schemas } from "../xsd/components";
import { type DocumentOptions, loadOptions } from "./shared-options";
import type { Streams } from "./streams";

/** A WSDL without errors. */
export interface Documents {
  readonly definitions: Definitions;
  readonly schemas: Schemas;
}

/** Reads a WSDL and prints what was found in it. `undefined`: it has errors. */
export async function loadDocuments(
  path: string,
  options: DocumentOptions,
  streams: Streams,
): Promise<Documents | undefined> {
  const { definitions, schemas, diagnostics } = await loadDefinitions(path, loadOptions(options));
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity === "error" || !options.quiet) streams.err(`${formatDiagnostic(diagnostic)}\n`);
  }
  const hasErrors = diagnostics.some(({ severity }) => severity === "error");
  return definitions && schemas && !hasErrors ? { definitions, schemas } : undefined;
}
