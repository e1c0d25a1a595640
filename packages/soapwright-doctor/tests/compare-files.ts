/** Compares tables that are generated from one WSDL with another one. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { generate } from "soapwright/internal";
import { compareTables } from "soapwright-contract";
import type { ServiceNode } from "soapwright-runtime/tables";
import { runTables } from "soapwright-testing/corpus/generated-tables";
import type { Finding } from "../src/diagnosis";
import { documentLimits } from "../src/live-documents";
import { readLive } from "../src/read-live";

/** The services that the generator makes of a WSDL. */
export async function servicesOf(path: string): Promise<ServiceNode[]> {
  const { files, diagnostics } = await generate(path, { source: "a.wsdl", runtime: "r", extension: "" });
  if (files === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return runTables(files);
}

/** What is told of a service whose live WSDL is `text`, which stands at `path`. */
export async function findingsOf(
  service: ServiceNode,
  path: string,
  text: Buffer = readFileSync(path),
): Promise<Finding[]> {
  const live = await readLive(
    pathToFileURL(resolve(path)),
    { bytes: text, charset: undefined },
    async (url) => ({ bytes: readFileSync(fileURLToPath(url)), charset: undefined }),
    documentLimits,
  );
  const soapVersion = service.ports[0]?.soapVersion ?? "1.1";
  return compareTables(live, { service, soapVersion, rename: (namespace) => namespace });
}
