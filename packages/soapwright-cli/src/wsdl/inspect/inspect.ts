import { basename } from "node:path";
import { buildTables, digest, documentationTexts, loadDocuments, loadModel, Report } from "soapwright-contract";
import { type DocumentOptions, exitCode, loadOptions, type Streams } from "soapwright-contract/flags";
import { jsonText } from "soapwright-runtime/xsd";
import { outlineOf } from "./outline";
import { outlineTables } from "./tables";

export interface InspectOptions extends DocumentOptions {
  readonly html?: boolean;
}

/** Prints the content of a WSDL. Resolves to the exit code. */
export async function inspect(wsdl: string, options: InspectOptions, streams: Streams): Promise<number> {
  if (options.json && options.html) {
    new Report(streams, options).error(
      "inspect-formats",
      "--json and --html cannot be used together.",
      "Leave one of them out.",
    );
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

/** Returns the mock's view of the contract as one HTML file; undefined if the WSDL has errors, which are printed. */
async function contractHtml(wsdl: string, options: DocumentOptions, streams: Streams): Promise<string | undefined> {
  const { model, diagnostics, read } = await loadModel(wsdl, { ...loadOptions(options), ignoreRequired: ["*"] });
  const hasErrors = new Report(streams, options).diagnostics(diagnostics);
  if (model === undefined || hasErrors) return undefined;
  const texts = documentationTexts(model);
  const services = await buildTables(model, { sha256: digest(read) });
  const sources = services.map((service, at) => ({ service, documentation: texts[at] }));
  const names = services.map(({ name }) => name).join(", ");
  return (await import("soapwright-sandbox")).contractFile(names === "" ? basename(wsdl) : names, sources);
}
