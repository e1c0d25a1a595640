import { readFileSync } from "node:fs";
import type { ServiceVersion } from "soapwright-runtime";
import { checkObject, checkWithin } from "soapwright-runtime/extend";
import type { ServiceNode } from "soapwright-runtime/tables";
import {
  checkCredential,
  checkHandlers,
  checkRecordings,
  type HandlersOf,
  replayOperations,
  type ServiceOptions,
  type ServiceSandbox,
  type ServiceSandboxOptions,
  startServiceSandbox,
} from "soapwright-sandbox";
import { type SandboxCredentials, type VersionSchemas, versions } from "../../generated/versions";
import { ownFile } from "../service/own-files";
import { checkData } from "./check-data";
import { checkedEmployeeData, type EmployeeData, readEmployeeData } from "./employee-records";
import employees from "./employees.json";
import { fittingData } from "./fit-data";
import { credentialsOf, operationsOf } from "./sandbox-operations";

/** Handlers of operations of all versions, by method. */
export type EmployeeHandlers = HandlersOf<VersionSchemas>;

/** The data and the behavior of an employee sandbox. Defaults of credentials are in the table of versions. */
export interface SandboxOptions extends Omit<ServiceSandboxOptions, "services" | "strict">, SandboxCredentials {
  /**
   * Whether a request that the real service silently accepts in spite of a mistake (an unknown or misplaced element, a
   * header child in another namespace, a missing value) gets a fault that names the mistake. Default true; false
   * responds as the real service does.
   */
  readonly strict?: boolean | undefined;
  /** Handlers of operations, by method, which replace data and generated values. A handler checks `auth` itself. */
  readonly handlers?: EmployeeHandlers | undefined;
  /** Employees, or the path of a JSON file with them. Default: employees 1001 to 1006. */
  readonly data?: EmployeeData | string | undefined;
  /** A folder of recordings to respond with, by operation and arguments. Credentials are not checked then. */
  readonly replay?: string | undefined;
  /** The seed of generated results, for operations without data. Equal seeds generate equal results. Default 1. */
  readonly seed?: number | undefined;
}

/** A running sandbox of the employee service. */
export type Sandbox = ServiceSandbox;

/**
 * Starts an embedded employee service that behaves like the real service, on the loopback interface. Rejects with
 * `ConfigurationError` if an option or the data is wrong, or if the port is in use.
 *
 * @example
 * const sandbox = await startSandbox();
 * const service = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox" });
 * …
 * await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkObject("options", options);
  const { data, seed = 1, handlers, strict = true, replay, ...rest } = options;
  checkHandlers(
    versions.map(({ service }) => service),
    handlers,
  );
  checkWithin("seed", seed, { least: 0, most: Number.MAX_SAFE_INTEGER, unit: "number" });
  const credentials = credentialsOf(versions, rest as Readonly<{ [option: string]: unknown }>);
  const credentialNames = new Set(Object.keys(credentials));
  for (const [option, value] of Object.entries(credentials)) checkCredential(option, value);
  const file = typeof data === "string" ? readEmployeeData(data) : undefined;
  const records = file?.data ?? checkedEmployeeData(data ?? employees);
  const fitting = data === undefined ? fittingData(versions, records, (line) => rest.log?.(line)) : records;
  checkData(versions, fitting, file?.source);
  if (replay !== undefined) {
    checkCredential("replay", replay);
    checkRecordings(replay, versions);
  }
  return startServiceSandbox({
    strict,
    ...(Object.fromEntries(Object.entries(rest).filter(([name]) => !credentialNames.has(name))) as typeof rest),
    services: versions.map((version) => ({
      path: version.path,
      service: version.service,
      ...operationsOf(version, { data: fitting, credentials, seed }),
      ...(replay === undefined ? {} : { operations: replayOperations(replay, version) }),
      examples: examplesOf(version, credentials),
      client: clientOf(version),
      firstCommand: (url: string) => firstCommand(url, credentials),
      handlers: handlersOf(version.service, handlers ?? {}),
      ...(version.declaredBaseUrl === undefined ? {} : { declaredBaseUrl: version.declaredBaseUrl }),
      ...readWsdl(version.wsdl),
    })),
  });
}

function examplesOf({ header }: ServiceVersion, credentials: Readonly<{ [option: string]: string }>) {
  const sent = (header?.children ?? []).filter(({ required }) => required);
  return {
    ...Object.fromEntries(sent.map(({ name, option }) => [name, credentials[option] ?? ""])),
    EmployeeId: "1003",
    Period: "11",
    Year: "2026",
  };
}

function clientOf({ className, header }: ServiceVersion): NonNullable<ServiceOptions["client"]> {
  const credentials = Object.fromEntries((header?.children ?? []).map(({ name, option }) => [name, option]));
  return { module: "employee-service-client", name: `create${className}`, credentials };
}

function firstCommand(url: string, credentials: Readonly<{ [option: string]: string }>): string {
  const variables: Readonly<Record<string, string>> = Object.assign({}, ...versions.map((each) => each.variables));
  const first = versions.find(({ service }) => service.operations.some(({ name }) => name === "CostCenter_GetCurrent"));
  const needed = (first?.header?.children ?? []).filter(({ required }) => required).map(({ option }) => option);
  const pairs = needed.map((option) => [variables[option], credentials[option]]);
  const lines = [[variables.baseUrl, url], ...pairs].map(([name, value]) => `${name}=${value} \\\n  `);
  return `${lines.join("")}npx employee-service cost-centers 1003`;
}

function handlersOf({ operations }: ServiceNode, handlers: EmployeeHandlers): NonNullable<ServiceOptions["handlers"]> {
  const methods = new Set(operations.map(({ method }) => method));
  return Object.fromEntries(Object.entries(handlers).filter(([method]) => methods.has(method)));
}

/** Without the package's folder `wsdl`, `?wsdl` is a help page. */
function readWsdl(name: string): { wsdl?: string } {
  const file = ownFile("wsdl", name);
  return file === undefined ? {} : { wsdl: readFileSync(file, "utf8") };
}
