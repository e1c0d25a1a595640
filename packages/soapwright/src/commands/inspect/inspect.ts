import { jsonText } from "soapwright-runtime/internal";
import { loadDocuments } from "../documents";
import { Report } from "../report";
import type { DocumentOptions } from "../shared-options";
import { exitCode, type Streams } from "../streams";
import { contractHtml } from "./contract-html";
import { outlineOf } from "./outline";
import { outlineTables } from "./tables";

export interface InspectOptions extends DocumentOptions {
  readonly html?: boolean;
}

/** Prints the content of a WSDL. Resolves to the exit code. */
export async function inspect(wsdl: string, options: InspectOptions, streams: Streams): Promise<number> {
  if (options.json && options.html) {
    new Report(streams, options).error("--json and --html cannot be used together.", "Leave one of them out.");
    return exitCode.usage;
  }
  if (options.html) {
    const text = await contractHtml(wsdl, options, streams);
    if (text === undefined) return exitCode.failure;
    streams.out(text);
    return exitCode.success;
  }
  const documents = await loadDocuments(wsdl, { ...options, ignoreRequired: ["*"] }, streams);
  if (!documents) return exitCode.failure;
  const outline = outlineOf(documents.definitions, documents.schemas);
  streams.out(options.json ? `${jsonText(outline, 2)}\n` : outlineTables(outline));
  return exitCode.success;
}
