import { type DiagnoseOptions, type Diagnosis, diagnose as diagnoseClient } from "soapwright-doctor";
import type { ServiceClient } from "soapwright-runtime";
import { partsOf } from "soapwright-runtime/internal";
import { versions } from "../../generated/versions";
import { ownFile } from "../service/own-files";

export * from "soapwright-doctor";

/**
 * Examines a client of this package and its service, as `diagnose` of `soapwright-doctor` does. The service's WSDL is
 * compared with the one in this package.
 *
 * @throws ConfigurationError for an invalid option, AbortError when `signal` aborts. Problems of the service are in the
 * result.
 */
export async function diagnose<H>(client: ServiceClient<H>, options: DiagnoseOptions = {}): Promise<Diagnosis> {
  const { service } = partsOf(client);
  const version = versions.find((each) => each.service === service);
  const wsdl = version && ownFile("wsdl", version.wsdl);
  return diagnoseClient(client, { ...(wsdl !== undefined && { wsdl }), ...options });
}
