/** The view of a contract on the mock's page, as one file. */
import { basename } from "node:path";
import { buildTables } from "soapwright-contract";
import { digest, loadModel } from "../../pipeline";
import { Report } from "../report";
import { type DocumentOptions, loadOptions } from "../shared-options";
import type { Streams } from "../streams";
import { documentationTexts } from "./contract-documentation";

/** The file as text; undefined when the WSDL has errors, which are printed. */
export async function contractHtml(
  wsdl: string,
  options: DocumentOptions,
  streams: Streams,
): Promise<string | undefined> {
  const { model, diagnostics, read } = await loadModel(wsdl, { ...loadOptions(options), ignoreRequired: ["*"] });
  const hasErrors = new Report(streams, options).diagnostics(diagnostics);
  if (model === undefined || hasErrors) return undefined;
  const texts = documentationTexts(model);
  const services = buildTables(model, { sha256: digest(read) });
  const sources = services.map((service, at) => ({ service, documentation: texts[at] }));
  const names = services.map(({ name }) => name).join(", ");
  return (require("soapwright-sandbox/internal") as typeof import("soapwright-sandbox/internal")).contractFile(
    names === "" ? basename(wsdl) : names,
    sources,
  );
}
