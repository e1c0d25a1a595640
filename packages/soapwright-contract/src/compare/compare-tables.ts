/** The comparison of a live contract with tables: looks up their names and counts what else the service has. */
import type { ServiceNode } from "soapwright-runtime/tables";
import { compareOperations } from "./client-operations";
import { ClientTypes } from "./client-types";
import type { Difference } from "./difference";
import type { LiveContract } from "./live-contract";
import { ContractReport } from "./report";
import type { Rename } from "./table-components";

/** The client side of a comparison. */
export interface ClientContract {
  readonly service: ServiceNode;
  readonly soapVersion: "1.1" | "1.2";
  /** Maps a namespace of the tables to its namespace in the live contract. */
  readonly rename: Rename;
}

/** Returns every difference that matters to the client, errors first. */
export function compareTables(live: LiveContract, { service, soapVersion, rename }: ClientContract): Difference[] {
  const report = new ContractReport();
  const types = new ClientTypes(rename, report);
  compareOperations({ service, soapVersion, rename, live, types, report });
  return report.findings();
}
