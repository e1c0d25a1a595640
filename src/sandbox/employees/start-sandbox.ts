/** The sandbox of the employee service: both versions, both SOAP versions, at the paths of the contract. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { service as serviceV21 } from "../../../generated/v2.1/schemas";
import { service as serviceV3 } from "../../../generated/v3/schemas";
import { checkObject } from "../../client/option-checks";
import { checkCredential } from "../options";
import { type ServiceSandbox, type ServiceSandboxOptions, startServiceSandbox } from "../service-sandbox";
import { checkedEmployeeData, type EmployeeData, readEmployeeData } from "./employee-records";
import employees from "./employees.json";
import { addressOperations, costCenterOperations } from "./operations";

/** Options of `startSandbox`; all may be left out. */
export interface SandboxOptions extends Omit<ServiceSandboxOptions, "services"> {
  /** Default `sandbox-user`. */
  readonly username?: string;
  /** Default `sandbox-token`. */
  readonly token?: string;
  /** Default `sandbox`. */
  readonly domain?: string;
  /** Employees, or the path of a JSON file with them. Default: employees 1001 to 1006. */
  readonly data?: EmployeeData | string;
}

/** A running sandbox of the employee service. */
export type Sandbox = ServiceSandbox;

/** The base URL that the WSDLs are written with. */
const declaredBaseUrl = "https://service.example";

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
  const { username = "sandbox-user", token = "sandbox-token", domain = "sandbox", data, ...rest } = options;
  const credentials = { username, token, domain };
  for (const [option, value] of Object.entries(credentials)) checkCredential(option, value);
  const records = typeof data === "string" ? readEmployeeData(data) : checkedEmployeeData(data ?? employees);
  return startServiceSandbox({
    ...rest,
    services: [
      {
        path: "/soap/v2.1/EmployeeService.asmx",
        service: serviceV21,
        operations: costCenterOperations(records, credentials),
        declaredBaseUrl,
        ...readWsdl("v2.1"),
      },
      {
        path: "/soap/v3/EmployeeService.asmx",
        service: serviceV3,
        operations: addressOperations(records, credentials),
        declaredBaseUrl,
        ...readWsdl("v3"),
      },
    ],
  });
}

/**
 * From the package's own folder `wsdl`, found above this file, compiled or not. There is none where a bundler has put the
 * sandbox into a file elsewhere: `?wsdl` is then a help page.
 */
function readWsdl(version: "v2.1" | "v3"): { wsdl?: string } {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const file = join(folder, "wsdl", `employee-service.${version}.wsdl`);
    if (existsSync(file)) return { wsdl: readFileSync(file, "utf8") };
    if (folder === dirname(folder)) return {};
  }
}
