/** The sandbox of the employee service: every version, both SOAP versions, at the paths of the contract. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type SandboxCredentials, versions } from "../../../generated/versions";
import { checkObject, checkWithin } from "../../client/option-checks";
import { checkCredential } from "../options";
import { type ServiceSandbox, type ServiceSandboxOptions, startServiceSandbox } from "../service-sandbox";
import { credentialsOf } from "./credentials";
import { checkedEmployeeData, defaultDataFile, type EmployeeData, readEmployeeData } from "./employee-records";
import { operationsOf } from "./operations";

/** Options of `startSandbox`; all may be left out. Credentials are those of the table of versions. */
export interface SandboxOptions extends Omit<ServiceSandboxOptions, "services">, SandboxCredentials {
  /** Employees, or the path of a JSON file with them. Default: employees 1001 to 1006. */
  readonly data?: EmployeeData | string;
  /** Results of operations that the data says nothing about are made; the same seed makes the same ones. Default 1. */
  readonly seed?: number;
}

/** A running sandbox of the employee service. */
export type Sandbox = ServiceSandbox;

/**
 * Starts an embedded employee service that behaves as the real stack does, on the loopback interface.
 * Rejects with `ConfigurationError` when an option or the data is wrong, or the port cannot be had.
 *
 * @example
 * const sandbox = await startSandbox();
 * const service = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox" });
 * …
 * await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkObject("options", options);
  const { data, seed = 1, ...rest } = options;
  checkWithin("seed", seed, { least: 0, most: Number.MAX_SAFE_INTEGER, unit: "number" });
  const credentials = credentialsOf(versions, rest as Readonly<{ [option: string]: unknown }>);
  const own = new Set(Object.keys(credentials));
  for (const [option, value] of Object.entries(credentials)) checkCredential(option, value);
  const records = typeof data === "object" ? checkedEmployeeData(data) : readEmployeeData(data ?? defaultDataFile);
  return startServiceSandbox({
    ...(Object.fromEntries(Object.entries(rest).filter(([name]) => !own.has(name))) as typeof rest),
    services: versions.map((version) => ({
      path: version.path,
      service: version.service,
      ...operationsOf(version, { data: records, credentials, seed }),
      ...(version.declaredBaseUrl === undefined ? {} : { declaredBaseUrl: version.declaredBaseUrl }),
      ...readWsdl(version.wsdl),
    })),
  });
}

/**
 * From the package's own folder `wsdl`, found above this file, compiled or not. There is none where a bundler has put the
 * sandbox into a file elsewhere: `?wsdl` is then a help page.
 */
function readWsdl(name: string): { wsdl?: string } {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const file = join(folder, "wsdl", name);
    if (existsSync(file)) return { wsdl: readFileSync(file, "utf8") };
    if (folder === dirname(folder)) return {};
  }
}
