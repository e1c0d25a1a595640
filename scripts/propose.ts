// `make propose`: opens a pull request when the service shows another contract than the one in wsdl/.
import { resolve } from "node:path";
import { propose } from "./release/proposal";
import { ReleaseError } from "./release/release-error";

const { EMPLOYEE_SERVICE_BASE_URL: baseUrl, EMPLOYEE_SERVICE_NAMESPACE_BASE_URL: namespaceBaseUrl } = process.env;

async function main(): Promise<void> {
  if (!baseUrl) {
    console.log("EMPLOYEE_SERVICE_BASE_URL is not set: there is no service to ask.");
    return;
  }
  await propose(resolve("."), { baseUrl, ...(namespaceBaseUrl ? { namespaceBaseUrl } : {}) }, console.log);
}

main().catch((error: unknown) => {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
});
