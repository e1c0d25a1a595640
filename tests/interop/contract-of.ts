/** A WSDL as a sandbox serves it: its tables, and its documents with the address of the sandbox. */

import { buildTables, type DocumentLoader, loadModel } from "soapwright-contract";
import type { ServiceNode } from "soapwright-runtime/tables";
import type { ServiceOptions } from "soapwright-sandbox";
import { contractDocuments } from "../../packages/soapwright-sandbox/src/service/mock/contract-documents";

export interface Contract {
  readonly service: ServiceNode;
  readonly documents: NonNullable<ServiceOptions["documents"]>;
}

export async function contractOf(wsdl: string, path: string): Promise<Contract> {
  let loader: DocumentLoader | undefined;
  const { model, diagnostics } = await loadModel(wsdl, {}, (its) => {
    loader = its;
  });
  if (model === undefined || loader === undefined) throw new Error(JSON.stringify(diagnostics));
  return { service: (await buildTables(model))[0]!, documents: await contractDocuments(loader, () => path) };
}
