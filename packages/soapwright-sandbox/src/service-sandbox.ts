/** The start of a sandbox: services on this machine that record the requests that they receive. */
import { checkServiceSandboxOptions } from "./read-sandbox-options";
import { RunningSandbox } from "./running-sandbox";
import type { ServiceSandboxOptions } from "./sandbox-options";
import type { ServiceSandbox } from "./sandbox-state";

/** Starts a sandbox. Rejects with `ConfigurationError` if an option is wrong or the port is in use. */
export async function startServiceSandbox(options: ServiceSandboxOptions): Promise<ServiceSandbox> {
  checkServiceSandboxOptions(options);
  const sandbox = new RunningSandbox(options);
  await sandbox.listen();
  return sandbox;
}
