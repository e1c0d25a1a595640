import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { buildTables, type Definitions, Diagnostics, loadDefinitions } from "soapwright-contract";
import type { ServiceNode } from "soapwright-runtime/tables";
import { buildModel } from "../../../soapwright-contract/src/model/build/build-model";
import { runPasses } from "../../../soapwright-contract/src/model/passes/passes";
import type { Finding } from "../../src/doctor/diagnosis";
import { compareWithLive, readLive } from "../../src/doctor/live-contract";
import { CheckError } from "../../src/doctor/run-check";

/** A WSDL, and the services that the generator makes of it. */
export interface Client {
  readonly definitions: Definitions;
  readonly services: readonly ServiceNode[];
}

export async function clientOf(path: string): Promise<Client> {
  const { definitions, schemas, diagnostics } = await loadDefinitions(path);
  if (definitions === undefined || schemas === undefined)
    throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const found = new Diagnostics();
  const services = await buildTables(runPasses(buildModel(definitions, schemas, {}, found), {}));
  return { definitions, services };
}

/** Returns the findings for a service whose live WSDL is `text`, with the documents beside `path`. */
export async function findingsOf(
  { definitions }: Client,
  service: ServiceNode,
  path: string,
  text: Buffer = readFileSync(path),
): Promise<Finding[]> {
  const url = new URL(resolve(path), "http://service.example");
  try {
    const live = await readLive({ page: { isCut: false, bytes: text }, url }, {}, async ({ pathname }) => ({
      isCut: false,
      bytes: readFileSync(pathname),
    }));
    const soapVersion = service.ports[0]?.soapVersion ?? "1.1";
    return compareWithLive({ service, settings: { soapVersion, rename: (namespace) => namespace } }, definitions, live);
  } catch (error) {
    if (error instanceof CheckError) return [error.finding];
    throw error;
  }
}
