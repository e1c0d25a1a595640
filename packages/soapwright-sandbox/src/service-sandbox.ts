/** The sandbox: services on this machine, with a record of the requests that reached them. */
import { checkServiceSandboxOptions } from "./read-sandbox-options";
import { RunningSandbox } from "./running-sandbox";
import type { ServiceSandboxOptions } from "./sandbox-options";
import type { ServiceSandbox } from "./sandbox-state";

/**
 * Starts a sandbox. Rejects with `ConfigurationError` when an option is wrong or the port is in use.
 */
export async function startServiceSandbox(options: ServiceSandboxOptions): Promise<ServiceSandbox> {
  checkServiceSandboxOptions(options);
  const sandbox = new RunningSandbox(options);
  await sandbox.listen();
  return sandbox;
}
