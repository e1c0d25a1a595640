/** The entry point `employee-service-client/doctor`; `soapwright-cli/doctor` has the types of what it returns. */
import { type DiagnoseOptions, type Diagnosis, diagnose as diagnoseClient } from "soapwright-cli/doctor";
import type { ServiceClient } from "soapwright-runtime";
import { clients } from "../generated/clients";
import { ownFile } from "./service/own-files";

/**
 * Examines a client of this package and its service, as `diagnose` of `soapwright-cli/doctor` does. The service's WSDL is
 * compared with the one in this package.
 *
 * @throws ConfigurationError for an invalid option, AbortError when `signal` aborts. Problems of the service are in the
 * result.
 */
export async function diagnose<H>(client: ServiceClient<H>, options: DiagnoseOptions = {}): Promise<Diagnosis> {
  const own = clients.find(({ Client }) => client instanceof Client);
  const wsdl = own && ownFile("wsdl", own.version.wsdl);
  return diagnoseClient(client, { ...(wsdl !== undefined && { wsdl }), ...options });
}
