/** The live contract against the tables: what they name is looked up, what else the service has is counted. */
import type { ServiceNode } from "soapwright-runtime";
import { compareOperations } from "./client-operations";
import { ClientTypes } from "./client-types";
import type { Difference } from "./difference";
import type { LiveContract } from "./live-contract";
import { ContractReport } from "./report";
import type { Rename } from "./table-components";

/** What of a client is compared. */
export interface ClientContract {
  readonly service: ServiceNode;
  readonly soapVersion: "1.1" | "1.2";
  /** From a namespace of the tables to the one that the live contract has for it. */
  readonly rename: Rename;
}

/** Every difference that matters to the client, errors first. */
export function compareTables(live: LiveContract, { service, soapVersion, rename }: ClientContract): Difference[] {
  const report = new ContractReport();
  const types = new ClientTypes(rename, report);
  compareOperations({ service, soapVersion, rename, live, types, report });
  return report.findings();
}
