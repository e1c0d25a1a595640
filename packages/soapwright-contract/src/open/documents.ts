import type { Definitions } from "../wsdl/definitions";
import { loadDefinitions } from "../wsdl/load";
import type { Schemas } from "../xsd/components";
import type { DocumentOptions } from "./flags";
import { loadOptions } from "./load-options";
import { Report } from "./report";
import type { Streams } from "./streams";

export interface Documents {
  readonly definitions: Definitions;
  readonly schemas: Schemas;
}

/** Reads a WSDL and prints its diagnostics. Resolves to undefined if the WSDL has errors. */
export async function loadDocuments(
  path: string,
  options: DocumentOptions,
  streams: Streams,
): Promise<Documents | undefined> {
  const { definitions, schemas, diagnostics } = await loadDefinitions(path, loadOptions(options));
  const hasErrors = new Report(streams, options).diagnostics(diagnostics);
  return definitions && schemas && !hasErrors ? { definitions, schemas } : undefined;
}
